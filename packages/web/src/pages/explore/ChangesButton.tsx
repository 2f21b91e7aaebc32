import { applyEdits, changesOf, type DocumentChange, diffDocuments, type WorkbookDocument } from '@octavo/core/document'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { Button, buttonLook, ChevronDown, Popover } from '../../ui/index.ts'
import { ChangeLine } from './ChangeLine.tsx'

/** The number of changes in the view, and their list, in which each change can be undone. */
export function ChangesButton({ base }: { base: WorkbookDocument }) {
  const { t } = useTranslation('explore')
  const [isOpen, setOpen] = useState(false)
  const document = useEditorState((state) => state.document)
  const { edits, changes } = useMemo(() => {
    const found = diffDocuments(base, document)
    return { edits: found, changes: changesOf(base, found) }
  }, [base, document])
  const words = t('changes', { count: changes.length })
  return (
    <Popover
      label={t('changesTitle')}
      triggerLabel={`${words}: ${t('changesTitle')}`}
      triggerClass={buttonLook('quiet')}
      trigger={
        <>
          {words}
          <ChevronDown />
        </>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      align="end"
      className="w-96"
    >
      <ChangeList base={base} edits={edits} changes={changes} />
    </Popover>
  )
}

interface ChangeListProps {
  base: WorkbookDocument
  edits: ReturnType<typeof diffDocuments>
  changes: readonly DocumentChange[]
}

function ChangeList({ base, edits, changes }: ChangeListProps) {
  const { t } = useTranslation('explore')
  const editor = useEditor()

  /** The view without one change: the other changes, applied to its version again. */
  function undo(change: DocumentChange) {
    const others = edits.filter((_, position) => !change.edits.includes(position))
    const without = applyEdits(base, others).document
    editor.apply(t('undoWord'), diffDocuments(editor.state.document, without))
  }

  return (
    <div className="max-h-[60dvh] overflow-y-auto p-3 scroll-quiet">
      <h2 className="pb-2 font-semibold">{t('changesTitle')}</h2>
      {changes.length === 0 && <p className="text-muted">{t('merge.none')}</p>}
      <ul className="flex flex-col gap-2">
        {changes.map((change) => (
          <li key={change.id} className="flex items-start justify-between gap-2">
            <ChangeLine change={change} />
            <Button isSmall look="quiet" className="shrink-0" onClick={() => undo(change)}>
              {t('undoChange')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
