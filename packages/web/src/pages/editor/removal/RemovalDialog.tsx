import { type ElementUses, usesOfElements } from '@octavo/core/document'
import { Suspense, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../../editor/index.ts'
import { Button, Dialog, lazyPart } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'
import { nameOfHolder } from '../editor-steps.ts'
import {
  combiningReaders,
  directReaders,
  keepingEdits,
  type RemovalChoice,
  removalEdits,
  removalOf,
} from './removal.ts'
import { UsesOfRemoval } from './UsesOfRemoval.tsx'
import '../../../i18n/removal.ts'

const ReplaceReaders = lazyPart(async () => ({ default: (await import('./ReplaceReaders.tsx')).ReplaceReaders }))

interface RemovalDialogProps {
  /** A page, overlay or panel that is deleted; empty: the selection. */
  elementId: string
  onClose: () => void
}

/** Asks how to treat the readers of the deleted elements. Each answer is one step of undo. */
export function RemovalDialog({ elementId: holderId, onClose }: RemovalDialogProps) {
  const { t } = useTranslation('removal')
  const editor = useEditor()
  const actions = useActions()
  const { document, removal, uses, readers, title, word } = useRemoval(holderId)
  // Controls that only narrow the deleted elements, and actions that only set them, stay without them, so nothing has
  // to be decided.
  const hasChoice = readers.length + uses.formulas.length > 0
  const canKeep = hasChoice && !editor.isDataModel && !editor.isView
  const [choice, setChoice] = useState<RemovalChoice>(canKeep ? 'keep' : 'delete')
  const [isReplacing, setReplacing] = useState(false)

  function confirm() {
    if (choice === 'replace') {
      setReplacing(true)
      return
    }
    const now = editor.state.document
    const edits =
      choice === 'keep' ? keepingEdits(now, removal, { id: newId(), name: t('page') }) : removalEdits(now, removal)
    actions.applyRemoval(word, edits)
    onClose()
  }

  if (isReplacing) {
    return (
      <Suspense>
        <ReplaceReaders {...{ removal, readers, word, onClose }} />
      </Suspense>
    )
  }
  return (
    <Dialog
      title={title}
      size="form"
      isOpen
      onClose={onClose}
      closeLabel={t('close')}
      onSubmit={confirm}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look={choice === 'delete' ? 'danger' : 'primary'} type="submit">
            {choice === 'delete' ? t('confirm.delete', { count: uses.readers.length }) : t(`confirm.${choice}`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <UsesOfRemoval document={document} uses={uses} />
        {hasChoice ? (
          <Choices
            {...{ uses, choice, canKeep, readers }}
            combining={combiningReaders(document, readers).map((id) => actions.nameOf(id))}
            onChoose={setChoice}
          />
        ) : (
          <p className="text-xs text-muted">{t('deleteText')}</p>
        )}
      </div>
    </Dialog>
  )
}

/** What is deleted, with its name and what depends on it; constant while the dialog is open. */
function useRemoval(holderId: string) {
  const { t } = useTranslation('removal')
  const editor = useEditor()
  const actions = useActions()
  const [{ document, selection }] = useState(() => editor.state)
  const removal = useMemo(() => removalOf(document, holderId, selection.elementIds), [document, holderId, selection])
  const uses = useMemo(() => usesOfElements(document, removal.elementIds), [document, removal])
  const readers = useMemo(() => directReaders(document, removal), [document, removal])
  const { elementIds } = removal
  const [first = ''] = elementIds
  const page = [...document.pages, ...document.overlays, ...document.panels].find(({ id }) => id === holderId)
  const title = page
    ? t('titlePage', { name: nameOfHolder(page) })
    : t('title', { name: actions.nameOf(first), count: elementIds.length })
  const word = page ? actions.pages.wordOf(page) : actions.wordOfRemoval(elementIds)
  return { document, removal, uses, readers, title, word }
}

interface ChoicesProps {
  uses: ElementUses
  choice: RemovalChoice
  canKeep: boolean
  readers: readonly string[]
  /** Names of readers that join or unite the deleted elements with others. */
  combining: readonly string[]
  onChoose: (choice: RemovalChoice) => void
}

function Choices({ uses, choice, canKeep, readers, combining, onChoose }: ChoicesProps) {
  const { t } = useTranslation('removal')
  const group = useId()
  const count = uses.readers.length
  const radio = (value: RemovalChoice, label: string, text: string, isDisabled = false) => (
    <label className="flex items-start gap-2" aria-disabled={isDisabled}>
      <input
        type="radio"
        className="mt-1 accent-accent"
        name={group}
        checked={choice === value}
        disabled={isDisabled}
        onChange={() => onChoose(value)}
        aria-describedby={`${group} ${value}`.replaceAll(' ', '-')}
        {...(choice === value ? { 'data-first-focus': '' } : {})}
      />
      <span className="flex flex-col">
        <span className={isDisabled ? 'text-faint' : 'font-medium'}>{label}</span>
        <span id={`${group} ${value}`.replaceAll(' ', '-')} className="text-xs text-muted">
          {text}
        </span>
      </span>
    </label>
  )
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-2 text-xs font-medium text-muted">{t('choices')}</legend>
      {canKeep && radio('keep', t('keep'), t('keepText', { page: t('page') }))}
      {radio('delete', t('delete', { count }), uses.formulas.length > 0 ? t('deleteFormulas') : t('deleteText'))}
      {readers.length > 0 &&
        (combining.length > 0
          ? radio('replace', t('replace'), t('replaceCombined', { names: combining.join(', ') }), true)
          : radio('replace', t('replace'), t('replaceText')))}
    </fieldset>
  )
}
