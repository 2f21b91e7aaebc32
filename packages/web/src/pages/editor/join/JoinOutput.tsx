import type { DocumentColumn, ElementSource } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { Remark } from '../../../forms/index.ts'
import { SampleRows } from '../data/SampleRows.tsx'
import { LoadingLines } from '../data/SourceList.tsx'
import { useOutput } from './use-join-facts.ts'

interface JoinOutputProps {
  source: ElementSource
  columns: readonly DocumentColumn[]
  isReady: boolean
  /** What is missing for rows to be shown. */
  missing?: string
}

/** The first rows of a source in the selected columns. */
export function JoinOutput({ source, columns, isReady, missing }: JoinOutputProps) {
  const { t } = useTranslation('join')
  const output = useOutput(source, columns, isReady)
  return (
    <section aria-label={t('output')}>
      <h3 className="pb-1 text-xs font-medium text-muted">{t('output')}</h3>
      {output.data && <SampleRows sample={output.data} label={t('output')} />}
      {output.isLoading && <LoadingLines />}
      {output.error && <Remark tone="warning">{output.error.message}</Remark>}
      {!output.data && !output.isLoading && !output.error && <p className="text-muted">{missing ?? t('noOutput')}</p>}
    </section>
  )
}
