import { useTranslation } from 'react-i18next'
import { Remark } from '../../../forms/index.ts'
import { Skeleton } from '../../../ui/index.ts'
import { SampleRows } from '../data/SampleRows.tsx'
import type { SqlRun } from './use-sql-run.ts'

interface SqlResultProps {
  run: SqlRun
  /** False when the result belongs to another text: a selection, or an earlier version. */
  isWhole: boolean
}

/** The result of a run: columns with types and the first rows, or the platform's error. */
export function SqlResult({ run, isWhole }: SqlResultProps) {
  const { t } = useTranslation('sql')
  const formulas = useTranslation('formulas').t
  if (run.kind === 'idle') return <p className="text-muted">{t('notRun')}</p>
  if (run.kind === 'running') {
    return (
      <div role="status" aria-label={t('running')} className="flex flex-col gap-2">
        {[1, 2, 3, 4].map((line) => (
          <Skeleton key={line} className="h-5" />
        ))}
      </div>
    )
  }
  if (run.kind === 'failed') return <Remark tone="danger">{run.message}</Remark>
  return (
    <section aria-label={t('result')} className="flex flex-col gap-2">
      <output className="text-xs text-muted">
        {t('resultLine', {
          columns: formulas('picker.count', { count: run.columns.length }),
          rows: t('rows', { count: run.rows.rows.length }),
          seconds: (run.milliseconds / 1_000).toFixed(1),
        })}
        {!isWhole && ` ${t('partly')}`}
      </output>
      <SampleRows sample={run.rows} label={t('result')} heads={run.columns} />
    </section>
  )
}
