import type { DraftViewAs, FileEntry } from '@octavo/core/contract'
import { findElement } from '@octavo/core/document'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftEditor, OpenPageProvider, useEditorState } from '../../editor/index.ts'
import { Network } from '../../forms/index.ts'
import { Button, Database, IconButton, lazyPart, Message, Plus } from '../../ui/index.ts'
import { ElementList } from '../data-model/ElementList.tsx'
import { listedElements } from '../data-model/model-elements.ts'
import { ActionsProvider } from '../editor/actions-context.ts'
import { useColumnCommands } from '../editor/data/use-column-commands.tsx'
import { FormulaRow } from '../editor/FormulaRow.tsx'
import { useCommandKeys } from '../editor/use-command-keys.ts'
import { useDraftData, useDraftPage } from '../editor/use-draft-page.ts'
import { useEditorActions } from '../editor/use-editor-actions.tsx'
import { EditedElement } from './EditedElement.tsx'
import { ModelHeader } from './ModelHeader.tsx'
import { modelCommands } from './model-commands.ts'

const Inspector = lazyPart(async () => ({ default: (await import('../editor/Inspector.tsx')).Inspector }))
const ModelDiagram = lazyPart(async () => ({ default: (await import('./ModelDiagram.tsx')).ModelDiagram }))
const ViewAsDialog = lazyPart(async () => ({ default: (await import('../editor/ViewAsDialog.tsx')).ViewAsDialog }))
const ConflictBanner = lazyPart(async () => ({
  default: (await import('../editor/ConflictBanner.tsx')).ConflictBanner,
}))

interface ModelFrameProps {
  editor: DraftEditor
  name: string
  file: FileEntry | undefined
  publish: () => void
  isPublishing: boolean
  onHistory: () => void
  /** Shown in the place of everything else: the history. */
  instead: ReactNode
}

/** The editor of a data model: its tables at the left, one of them in the middle, its fields at the right. */
export function ModelFrame({ editor, name, file, publish, isPublishing, onHistory, instead }: ModelFrameProps) {
  const { t } = useTranslation('models')
  const words = useTranslation('editor').t
  const document = useEditorState((state) => state.document)
  const shown = useShownElement(editor)
  const open = useDraftData(editor, shown?.id)
  const page = useDraftPage(editor, open)
  const [tab, setTab] = useState('properties')
  const { actions, ask, dialogs } = useEditorActions(editor, setTab)
  const columns = useColumnCommands(editor, open.data)
  const params = useParams({ from: '/inside/$org/data-model/$slug/edit' })
  const commands = useMemo(
    () => modelCommands({ actions, t: words, publish, openHistory: onHistory, refresh: () => open.data.refresh() }),
    [actions, words, publish, onHistory, open.data],
  )
  useCommandKeys(editor, commands, columns.commands)
  const hasConflict = useEditorState((state) => state.conflicts.length > 0)
  const [seen, setSeen] = useState<DraftViewAs>()
  const [isAsking, setAsking] = useState(false)
  const [isDiagram, setDiagram] = useState(false)
  const show = (id: string) => {
    setDiagram(false)
    editor.select({ elementIds: [id] })
  }
  const addTable = () => actions.add({ kind: 'table', fields: {}, name: words('kind.table') })
  if (instead) return <OpenPageProvider value={page}>{instead}</OpenPageProvider>
  return (
    <OpenPageProvider value={page}>
      <ActionsProvider value={actions}>
        <div className="flex h-dvh flex-col bg-canvas">
          <ModelHeader
            {...{ editor, name, file, publish, isPublishing, onHistory, ask, params }}
            onRefresh={() => open.data.refresh()}
            onViewAs={() => setAsking(true)}
          />
          <FormulaRow />
          {hasConflict && (
            <Suspense>
              <ConflictBanner />
            </Suspense>
          )}
          <div className="flex min-h-0 grow">
            <div className="flex w-60 shrink-0 flex-col border-r border-line bg-surface [&>nav]:min-h-0 [&>nav]:grow [&>nav]:border-r-0">
              <div className="mx-2 mt-2 flex gap-2">
                <Button icon={Plus} className="grow justify-start" onClick={addTable}>
                  {t('edit.addTable')}
                </Button>
                <IconButton
                  label={t('edit.diagram.button')}
                  icon={Network}
                  isPressed={isDiagram}
                  disabled={!shown}
                  onClick={() => setDiagram(!isDiagram)}
                />
              </div>
              <ElementList groups={listedElements(document)} shownId={shown?.id ?? ''} onShow={show} />
            </div>
            {shown && isDiagram ? (
              <Suspense fallback={<main id="content" className="grow" />}>
                <ModelDiagram onOpen={show} />
              </Suspense>
            ) : shown ? (
              <EditedElement key={shown.id} element={shown} seen={seen} onSeenEnd={() => setSeen(undefined)} />
            ) : (
              <main id="content" className="grow">
                <Message
                  icon={Database}
                  className="py-24"
                  title={t('emptyTitle')}
                  text={t('edit.emptyText')}
                  actions={<Button onClick={addTable}>{t('edit.addTable')}</Button>}
                />
              </main>
            )}
            {shown && (
              <Suspense fallback={<aside className="w-75 shrink-0 border-l border-line bg-surface" />}>
                <Inspector tab={tab} onTab={setTab} />
              </Suspense>
            )}
          </div>
        </div>
        {dialogs}
        {columns.dialogs}
        {isAsking && (
          <Suspense>
            <ViewAsDialog
              workbookId={editor.workbookId}
              isDataModel
              onSeen={(next) => {
                setSeen(next)
                setAsking(false)
              }}
              onClose={() => setAsking(false)}
            />
          </Suspense>
        )}
      </ActionsProvider>
    </OpenPageProvider>
  )
}

/** The selected table or control; if none is selected, selects the one that was shown last, or the first. */
function useShownElement(editor: DraftEditor) {
  const document = useEditorState((state) => state.document)
  const selectedId = useEditorState((state) => state.selection.elementIds[0])
  const [lastId, setLastId] = useState(selectedId)
  if (selectedId !== undefined && selectedId !== lastId) setLastId(selectedId)
  const id = selectedId ?? lastId
  const shown = (id === undefined ? undefined : findElement(document, id)) ?? listedElements(document)[0]?.elements[0]
  const holder = document.pages.find(({ elementIds }) => shown !== undefined && elementIds.includes(shown.id))
  useEffect(() => {
    if (!shown || selectedId === shown.id) return
    if (holder) editor.showPage(holder.id)
    editor.select({ elementIds: [shown.id] })
  }, [editor, shown, selectedId, holder])
  return shown
}
