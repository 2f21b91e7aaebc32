import { sameJson } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { Remark } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import { LoadingLines } from '../data/SourceList.tsx'
import type { SourceEntry } from '../data/source-entries.ts'
import { useSourceChooser } from '../data/use-source-chooser.tsx'
import { joinRefusal } from '../join/join-source.ts'
import { ElementReview } from './ElementReview.tsx'
import { reviewedEdits } from './source-review.ts'
import { type SourceReviewState, useSourceReview } from './use-source-review.ts'
import '../../../i18n/change-source.ts'
import '../../../i18n/formulas.ts'
import '../../../i18n/union.ts'

interface SourceOfElementProps {
  elementId: string
  name: string
  onClose: () => void
}

/** Changes the source of an element: choose it, review the effect on each column, then apply it as one step. */
export function SourceOfElement({ elementId, name, onClose }: SourceOfElementProps) {
  const { t } = useTranslation('changeSource')
  const editor = useEditor()
  const state = useSourceReview(elementId)
  const { target, rows } = state
  const refusalOf = useRefusal(state, elementId)
  const chooser = useSourceChooser({ sources: state.sources, refusalOf, onTake: state.take })

  function apply() {
    if (!target || !rows) return
    const { before } = state
    const change = { source: target.source, before, after: target.name, reads: rows }
    const edits = reviewedEdits(editor.state.document, elementId, change)
    if (edits.length > 0) editor.apply(t('word', { name }), edits)
    onClose()
  }

  return (
    <Dialog
      title={t('title', { name })}
      closeLabel={t('close')}
      isOpen
      size="picker"
      isFlush
      onClose={onClose}
      onSubmit={() => (target ? apply() : chooser.take())}
      beside={target && <Button onClick={() => state.take(undefined)}>{t('another')}</Button>}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" disabled={!rows} onClick={apply}>
            {t('apply')}
          </Button>
        </>
      }
    >
      {target ? (
        <div className="h-[min(36rem,62vh)] overflow-auto border-t border-line px-6 py-4 scroll-quiet">
          <ReviewBody state={state} target={target} elementId={elementId} name={name} />
        </div>
      ) : (
        <div className="grid h-[min(36rem,62vh)] grid-cols-[minmax(0,20rem)_minmax(0,1fr)] border-t border-line">
          {chooser.list}
          <p className="p-4 text-muted">{t('choose', { name })}</p>
        </div>
      )}
    </Dialog>
  )
}

interface ReviewBodyProps {
  state: SourceReviewState
  target: SourceEntry
  elementId: string
  name: string
}

function ReviewBody({ state, target, elementId, name }: ReviewBodyProps) {
  const { t } = useTranslation('changeSource')
  const { error, rows, document, choose } = state
  if (error) return <Remark tone="danger">{`${t('noColumns', { name: target.name })} ${error.message}`}</Remark>
  if (!rows) return <LoadingLines />
  return (
    <>
      <p className="pb-3">{t('from', { name, source: target.name })}</p>
      <ElementReview document={document} elementId={elementId} name={name} rows={rows} onChoose={choose} />
    </>
  )
}

/** Why a source cannot be chosen; the connection does not matter here. */
function useRefusal({ document, source }: SourceReviewState, elementId: string) {
  const { t } = useTranslation('changeSource')
  const words = useTranslation('union').t
  return (entry: SourceEntry) => {
    if (sameJson(entry.source, source)) return t('present')
    const refusal = joinRefusal(document, entry.source, elementId)
    return refusal === 'self' || refusal === 'descendant' ? words(`refused.${refusal}`) : undefined
  }
}
