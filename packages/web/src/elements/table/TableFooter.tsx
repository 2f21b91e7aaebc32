import { cellAt, noValue } from '@octavo/core/display'
import { type TableElement, totalsOf } from '@octavo/core/document'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type ElementData, useMaybeEditor } from '../../editor/index.ts'
import { cellFormatter } from '../../formats.ts'
import type { RangeStatistics } from '../../grid/index.ts'
import { lazyPart } from '../../ui/index.ts'
import { useRowCount } from './use-row-count.ts'

const SummaryMenu = lazyPart(async () => ({ default: (await import('./columns/SummaryMenu.tsx')).SummaryMenu }))

interface TableFooterProps {
  element: TableElement
  data: ElementData
  isGrouped: boolean
  selected: RangeStatistics | undefined
}

/** Values of the summary over the whole table, and how many rows there are. */
export function TableFooter({ element, data, isGrouped, selected }: TableFooterProps) {
  const { t } = useTranslation()
  const isEdited = useMaybeEditor() !== undefined
  const rows = data.levels.get(isGrouped ? 'g1' : 'base')
  const summary = data.levels.get('summary')
  const count = rows?.rowCount ?? 0
  const total = useRowCount(element.id, data, !isGrouped && rows?.hasMore === true)
  // Totals of shown columns are in the row below them.
  const belowColumns = new Set(Object.values(totalsOf(element)))
  const countText = isGrouped
    ? t(rows?.hasMore ? 'table.groupsLoaded' : 'table.groups', { count })
    : total !== undefined
      ? t('table.rows', { count: total })
      : t(rows?.hasMore ? 'table.rowsLoaded' : 'table.rows', { count })
  const { summaryBar } = (element.tableComponents ?? {}) as { summaryBar?: unknown }
  if (summaryBar === 'hidden') return null
  return (
    <footer className="flex h-8 shrink-0 items-center gap-5 overflow-x-auto overflow-y-hidden border-t border-line bg-surface px-4 text-xs whitespace-nowrap text-muted scroll-quiet">
      {summary && summary.rowCount > 0 && (
        <dl className="flex gap-5">
          {summary.columns.map((column, index) =>
            belowColumns.has(column.id) ? null : (
              <div key={column.id} className="flex items-center gap-1.5">
                <dt>
                  {isEdited ? (
                    <Suspense fallback={column.name}>
                      <SummaryMenu element={element} columnId={column.id} name={column.name} />
                    </Suspense>
                  ) : (
                    column.name
                  )}
                </dt>
                <dd className="font-semibold text-ink tabular">
                  {cellFormatter(
                    column.type,
                    element.columns.find((entry) => entry.id === column.id)?.format,
                  )(cellAt(summary, index, 0)) || noValue}
                </dd>
              </div>
            ),
          )}
        </dl>
      )}
      {selected ? <Statistics selected={selected} /> : <span className="ml-auto tabular">{countText}</span>}
    </footer>
  )
}

/** Size of the selected range, and statistics of its numbers. */
function Statistics({ selected }: { selected: RangeStatistics }) {
  const { t, i18n } = useTranslation()
  const { rows, columns, count, sum, average, min, max } = selected
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 })
  const facts = [
    ...(sum === undefined ? [] : [['sum', number.format(sum as `${number}`)] as const]),
    ...(average === undefined ? [] : [['average', number.format(average)] as const]),
    ...(min === undefined ? [] : [['min', number.format(min)] as const]),
    ...(max === undefined ? [] : [['max', number.format(max)] as const]),
    ['count', number.format(count)] as const,
  ]
  return (
    <div className="ml-auto flex gap-4">
      <span className="tabular">{t('table.selected', { rows, columns })}</span>
      <dl aria-label={t('table.selection')} className="flex gap-4">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt>{t(`table.${name}`)}</dt>
            <dd className="font-medium text-ink tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
