import { useTranslation } from 'react-i18next'
import { Button, Dialog, Skeleton } from '../../../ui/index.ts'
import { valueName } from '../../value-name.ts'
import type { ColumnDialogProps } from './column-dialog-props.ts'
import { useColumnFacts } from './column-facts.ts'
import { useColumnDetails } from './use-column-details.ts'

/** Type, counts, statistics, frequent values and distribution of a column, over all rows. */
export function ColumnDetailsDialog({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t, i18n } = useTranslation('columns')
  const common = useTranslation().t
  const [columnId = ''] = columnIds
  const facts = useColumnFacts(element)
  const type = facts.type(columnId)
  const { data, error, refetch } = useColumnDetails(element.id, { columnId })
  const found = data?.column
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 })
  const shown = (value: unknown) =>
    value !== null && type === 'number' ? number.format(Number(value)) : valueName(value, common)
  return (
    <Dialog title={t('detailsTitle', { name: facts.name(columnId) })} closeLabel={t('close')} isOpen onClose={onClose}>
      {error && (
        <p role="alert" className="flex items-center gap-3 text-danger">
          {error.message}
          <Button isSmall onClick={() => void refetch()}>
            {common('common.retry')}
          </Button>
        </p>
      )}
      {!found && !error && (
        <div role="status" aria-label={t('loading')} className="flex flex-col gap-2">
          {[1, 2, 3, 4].map((line) => (
            <Skeleton key={line} className="h-5" />
          ))}
        </div>
      )}
      {found && (
        <div className="grid gap-6 sm:grid-cols-2">
          <div className="flex flex-col gap-4">
            <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
              {type !== 'unknown' && <Fact name={t('type')} value={t(`typeOf.${type}`)} />}
              <Fact name={t('rows')} value={number.format(found.rows)} />
              <Fact name={common('common.noValue')} value={number.format(found.nulls)} />
              <Fact name={t('distinct')} value={number.format(found.distinct)} />
              {found.statistics.map(({ name, value }) => (
                <Fact key={name} name={t(`statistic.${name as 'min'}`)} value={shown(value)} />
              ))}
            </dl>
            {found.histogram.length > 0 && <Histogram label={t('histogram')} bars={found.histogram} />}
          </div>
          <section aria-label={t('topValues')}>
            <h3 className="pb-2 text-xs font-medium text-muted">{t('topValues')}</h3>
            <ol className="flex flex-col">
              {found.values.map(({ value, count }) => (
                <li key={String(value)} className="relative flex h-7 items-center justify-between gap-3 px-2">
                  <span
                    aria-hidden
                    className="absolute inset-y-0.5 left-0 rounded-sm bg-cat-1/20"
                    style={{ width: `${(100 * count) / Math.max(1, found.values[0]?.count ?? 1)}%` }}
                  />
                  <span className="relative truncate">{shown(value)}</span>
                  <span className="relative text-muted tabular">{number.format(count)}</span>
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </Dialog>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right tabular">{value}</dd>
    </>
  )
}

function Histogram({ label, bars }: { label: string; bars: readonly { from: number; to: number; count: number }[] }) {
  const most = Math.max(...bars.map(({ count }) => count), 1)
  const text = bars.map(({ from, to, count }) => `${round(from)} – ${round(to)}: ${count}`).join(', ')
  return (
    <figure>
      <figcaption className="pb-2 text-xs font-medium text-muted">{label}</figcaption>
      <div role="img" aria-label={text} className="flex h-24 items-end gap-px border-b border-line">
        {bars.map(({ from, to, count }) => (
          <span
            key={from}
            title={`${round(from)} – ${round(to)}: ${count}`}
            className="grow bg-cat-1"
            style={{ height: `${Math.max(count > 0 ? 2 : 0, (100 * count) / most)}%` }}
          />
        ))}
      </div>
      <div className="flex justify-between text-2xs text-muted tabular">
        <span>{round(bars[0]?.from ?? 0)}</span>
        <span>{round(bars.at(-1)?.to ?? 0)}</span>
      </div>
    </figure>
  )
}

function round(value: number): number {
  return Number(value.toPrecision(6))
}
