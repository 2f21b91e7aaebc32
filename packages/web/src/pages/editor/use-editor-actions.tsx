import { elementKinds, type GridAddress, type Rect } from '@octavo/core/document'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addElement, type DraftEditor } from '../../editor/index.ts'
import { leaveFirstRows } from '../../elements/input-table/first-rows.ts'
import { explain } from '../../explain.ts'
import { loadOnce, loadPart } from '../../load-part.ts'
import { Button, Dialog, lazyPart, notify, partOf } from '../../ui/index.ts'
import type { PickedSource } from './data/picked-source.ts'
import { EditorActions } from './editor-actions.ts'
import type { ElementDialog } from './element-dialog.ts'
import type { PaletteItem } from './palette-drag.ts'

/** Asks before something that cannot be undone; resolves to whether to continue. */
export type Ask = (question: { title: string; text: string; confirm: string }) => Promise<boolean>

const loadDialogs = loadOnce(() => import('./OpenedDialog.tsx'))
const OpenedDialog = partOf(loadDialogs, (loaded) => loaded.OpenedDialog)
const LineageDialog = lazyPart(async () => ({ default: (await import('../lineage/LineageDialog.tsx')).LineageDialog }))
const InputTableStart = lazyPart(async () => ({
  default: (await import('./data/InputTableStart.tsx')).InputTableStart,
}))
const SourcePicker = lazyPart(async () => ({ default: (await import('./data/SourcePicker.tsx')).SourcePicker }))

interface Question {
  title: string
  text: string
  confirm: string
  answer: (isSure: boolean) => void
}

interface Picking {
  item: PaletteItem
  at: ({ grid: GridAddress } & Partial<Rect>) | undefined
}

/** The actions of an open editor, and the dialogs that some of them open. */
export function useEditorActions(
  editor: DraftEditor,
  showTab: (tab: string) => void,
): {
  actions: EditorActions
  ask: Ask
  dialogs: ReactNode
} {
  const { t } = useTranslation('editor')
  const { ask, question } = useQuestion()
  const { pick, picker } = useSourcePicker(editor)
  const [opened, setOpened] = useState<{ kind: ElementDialog; elementId: string }>()
  const [lineage, setLineage] = useState<{ elementId: string | undefined }>()
  const actions = useMemo(
    () =>
      new EditorActions({
        editor,
        t,
        pickSource: (item, at) => pick({ item, at }),
        openDialog: (kind, elementId) => setOpened({ kind, elementId }),
        showLineage: (elementId) => setLineage({ elementId }),
        showTab,
        needsSource: (kind) => elementKinds.get(kind)?.hasData === true,
      }),
    [editor, t, pick, showTab],
  )

  // Loaded in advance, because deletions must be confirmed without a network too.
  useEffect(() => void loadDialogs(), [])

  const dialogs = (
    <>
      {opened && (
        <Suspense>
          <OpenedDialog
            key={`${opened.kind} ${opened.elementId}`}
            {...opened}
            name={actions.nameOf(opened.elementId)}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
      {picker}
      {lineage && (
        <Suspense>
          <LineageDialog {...lineage} nameOf={(id) => actions.nameOf(id)} onClose={() => setLineage(undefined)} />
        </Suspense>
      )}
      {question}
    </>
  )
  return { actions, ask, dialogs }
}

/** Picks the source of a new element, then adds the element. */
function useSourcePicker(editor: DraftEditor): { pick: (wanted: Picking) => void; picker: ReactNode } {
  const { t } = useTranslation('editor')
  const [picking, setPicking] = useState<Picking>()

  async function add({ item, at }: Picking, picked: PickedSource) {
    const { kind, fields, name: word, recipe } = item
    const { source, columns, name } = picked
    const sorted = kind === 'table' && picked.sort && picked.sort.length > 0 ? { sort: picked.sort } : {}
    const named = (kind === 'table' || kind === 'input-table') && name ? { name } : {}
    try {
      const made =
        recipe && (await (await loadPart(() => import('./data/read-recipe.ts'))).readRecipe(editor, recipe, picked))
      if (recipe && !made) {
        notify({ title: t('recipeRefused', { name: word }), text: t(`recipeNeeds.${recipe}`), tone: 'danger' })
        return
      }
      const element = {
        kind,
        fields: { ...fields, source, columns, ...named, ...sorted, ...made },
        ...(at ? { at } : {}),
      }
      const step = t('word.add', { kind: word })
      if (picked.controls) {
        ;(await loadPart(() => import('./sql/add-sql.ts'))).addSqlElement(editor, element, picked.controls, step)
      } else {
        const elementId = addElement(editor, element, step)
        if (picked.rows) leaveFirstRows(elementId, picked.rows)
      }
    } catch (error) {
      notify({ title: t('refusedGesture'), text: explain(error).message, tone: 'danger' })
    }
  }

  const close = () => setPicking(undefined)
  function take(wanted: Picking, picked: PickedSource) {
    close()
    void add(wanted, picked)
  }

  const picker = picking && (
    <Suspense>
      {picking.item.kind === 'input-table' ? (
        <InputTableStart linkedTo={picking.item.linkedTo} onClose={close} onPick={(picked) => take(picking, picked)} />
      ) : (
        <SourcePicker kind={picking.item.kind} onClose={close} onPick={(picked) => take(picking, picked)} />
      )}
    </Suspense>
  )
  return { pick: setPicking, picker }
}

/** Asks before an action, and waits for the answer. */
function useQuestion(): { ask: Ask; question: ReactNode } {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Question>()
  const ask: Ask = useCallback((question) => new Promise((answer) => setAsked({ ...question, answer })), [])

  function answer(isSure: boolean) {
    asked?.answer(isSure)
    setAsked(undefined)
  }

  const question = asked && (
    <Dialog
      size="confirm"
      isAlert
      title={asked.title}
      isOpen
      onClose={() => answer(false)}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button onClick={() => answer(false)} data-first-focus>
            {t('common.cancel')}
          </Button>
          <Button look="danger" onClick={() => answer(true)}>
            {asked.confirm}
          </Button>
        </>
      }
    >
      <p>{asked.text}</p>
    </Dialog>
  )
  return { ask, question }
}
