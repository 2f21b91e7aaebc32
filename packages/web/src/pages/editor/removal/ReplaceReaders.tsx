import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { Remark } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'
import { LoadingLines } from '../data/SourceList.tsx'
import { type SourceEntry, useSourceEntries } from '../data/source-entries.ts'
import { useSourceChooser } from '../data/use-source-chooser.tsx'
import { joinRefusal } from '../join/join-source.ts'
import { ElementReview } from '../source/ElementReview.tsx'
import type { ReviewedChange } from '../source/source-review.ts'
import { useSourceReview } from '../source/use-source-review.ts'
import { type Removal, replacingEdits } from './removal.ts'
import '../../../i18n/change-source.ts'
import '../../../i18n/formulas.ts'
import '../../../i18n/removal.ts'
import '../../../i18n/union.ts'

interface ReplaceReadersProps {
  removal: Removal
  /** Elements that read a deleted one. */
  readers: readonly string[]
  word: string
  onClose: () => void
}

/** Chooses the new source of the readers, shows the effect on their columns, then deletes: one step of undo. */
export function ReplaceReaders({ removal, readers, word, onClose }: ReplaceReadersProps) {
  const { t } = useTranslation('removal')
  const words = useTranslation('changeSource').t
  const editor = useEditor()
  const actions = useActions()
  const document = useEditorState((state) => state.document)
  const sources = useSourceEntries(document)
  const [target, setTarget] = useState<SourceEntry>()
  const [changes, setChanges] = useState<ReadonlyMap<string, ReviewedChange>>(new Map())
  const refusalOf = useRefusal(removal, readers)
  const chooser = useSourceChooser({ sources, refusalOf, onTake: setTarget })
  const isReady = target !== undefined && readers.every((id) => changes.get(id)?.source === target.source)
  const onChange = useCallback(
    (id: string, change: ReviewedChange) => setChanges((before) => new Map(before).set(id, change)),
    [],
  )

  function apply() {
    if (!isReady) return
    actions.applyRemoval(word, replacingEdits(editor.state.document, removal, changes))
    onClose()
  }

  return (
    <Dialog
      title={t('replaceTitle')}
      closeLabel={t('close')}
      isOpen
      size="picker"
      isFlush
      onClose={onClose}
      onSubmit={() => (target ? apply() : chooser.take())}
      beside={target && <Button onClick={() => setTarget(undefined)}>{words('another')}</Button>}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="danger" disabled={!isReady} onClick={apply}>
            {t('confirm.replaced')}
          </Button>
        </>
      }
    >
      {target ? (
        <div className="flex h-[min(36rem,62vh)] flex-col gap-6 overflow-auto border-t border-line px-6 py-4 scroll-quiet">
          {readers.map((id) => (
            <ReaderReview key={id} elementId={id} name={actions.nameOf(id)} target={target} onChange={onChange} />
          ))}
        </div>
      ) : (
        <div className="grid h-[min(36rem,62vh)] grid-cols-[minmax(0,20rem)_minmax(0,1fr)] border-t border-line">
          {chooser.list}
          <p className="p-4 text-muted">
            {t('chooseFor', { names: readers.map((id) => actions.nameOf(id)).join(', '), count: readers.length })}
          </p>
        </div>
      )}
    </Dialog>
  )
}

interface ReaderReviewProps {
  elementId: string
  name: string
  target: SourceEntry
  onChange: (elementId: string, change: ReviewedChange) => void
}

function ReaderReview({ elementId, name, target, onChange }: ReaderReviewProps) {
  const words = useTranslation('changeSource').t
  const { rows, error, document, before, choose } = useSourceReview(elementId, target)
  useEffect(() => {
    if (rows) onChange(elementId, { source: target.source, before, after: target.name, reads: rows })
  }, [elementId, rows, target, before, onChange])
  return (
    <section aria-label={name}>
      <h3 className="pb-2 text-base font-semibold">{name}</h3>
      {error ? (
        <Remark tone="danger">{`${words('noColumns', { name: target.name })} ${error.message}`}</Remark>
      ) : rows ? (
        <ElementReview {...{ document, elementId, name, rows }} onChoose={choose} />
      ) : (
        <LoadingLines />
      )}
    </section>
  )
}

/** Why a source cannot be used: it is deleted itself, or it reads one of the readers. */
function useRefusal({ elementIds }: Removal, readers: readonly string[]) {
  const { t } = useTranslation('removal')
  const words = useTranslation('union').t
  const document = useEditorState((state) => state.document)
  return ({ source }: SourceEntry) => {
    if (source.kind === 'table' && elementIds.includes(source.elementId)) return t('isDeleted')
    for (const id of readers) {
      const refusal = joinRefusal(document, source, id)
      if (refusal === 'self' || refusal === 'descendant') return words(`refused.${refusal}`)
    }
    return undefined
  }
}
