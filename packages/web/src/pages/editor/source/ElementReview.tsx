import type { WorkbookDocument } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { SourceReview } from './SourceReview.tsx'
import { type ReviewedRead, usesOfRead } from './source-review.ts'

interface ElementReviewProps {
  document: WorkbookDocument
  elementId: string
  name: string
  rows: readonly ReviewedRead[]
  onChoose: (key: string, name: string | null) => void
}

/** The effect of another source on each column that one element reads. */
export function ElementReview({ document, elementId, name, rows, onChoose }: ElementReviewProps) {
  const { t } = useTranslation('changeSource')
  function usesOf(row: ReviewedRead): string {
    const { names, isShown } = usesOfRead(document, elementId, row)
    return [...(isShown ? [t('itself', { name })] : []), ...names].join(', ')
  }
  return <SourceReview rows={rows} usesOf={usesOf} onChoose={onChoose} />
}
