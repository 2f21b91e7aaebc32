import { parseFormula } from '../../formula/index.ts'
import type { ColumnFormat, WorkbookDocument } from '../api.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { changeElement } from './change-element.ts'
import type { NewColumn } from './columns.ts'
import { columnsOnShelf, withColumn, withShelf } from './shelves.ts'
import { dimensionOf } from './suggestions.ts'

/** What stands before the slash in a formula that reads a metric. */
export const metricPrefix = 'Metrics'

/** What a metric of a source says about its values, beside its formula. */
export interface MetricFacts {
  format?: ColumnFormat | undefined
  timeline?: MetricTimeline | undefined
}

export interface MetricTimeline {
  /** A reference to the column of dates, as a formula of the element writes it. */
  date: string
  /** The unit that dates are cut to; months where the metric does not say. */
  truncation?: string | undefined
  comparison?: { period: string; direction?: 'higher-is-better' | 'lower-is-better' | undefined } | undefined
}

/** A unit of time that a metric is compared over: the one of its comparison first, then the one of its dates. */
export function metricPeriods({ truncation = 'month', comparison }: MetricTimeline): string[] {
  return [...new Set([...(comparison ? [comparison.period] : []), truncation])]
}

/**
 * Gives a KPI without a timeline that of the metric that it shows, and its comparison. Nothing for other kinds, and where
 * the KPI has a timeline of its own.
 */
export function takeTimeline(
  document: WorkbookDocument,
  elementId: string,
  { date, truncation = 'month', comparison }: MetricTimeline,
  newId: () => string,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const { tree } = parseFormula(date)
    const isFree = element.kind === 'kpi-chart' && columnsOnShelf(element, 'timeline').length === 0
    if (!isFree || tree?.kind !== 'reference') return element
    const [first = '', ...rest] = tree.segments
    const [sourceName, name] = rest.length === 0 ? [undefined, first] : [first, rest.join('/')]
    const column: NewColumn = {
      ...dimensionOf({ name, kind: 'date', ...(sourceName === undefined ? {} : { sourceName }) }, truncation),
      id: newId(),
    }
    const dated = withShelf(withColumn(element, column), 'timeline', [column.id])
    if (!comparison || dated.periodComparison !== undefined || dated.comparisonColumn !== undefined) return dated
    const look = typeof dated.comparison === 'object' && dated.comparison !== null ? dated.comparison : {}
    const direction = comparison.direction === 'lower-is-better' ? 'lower' : 'higher'
    return { ...dated, periodComparison: comparison.period, comparison: { direction, ...look } }
  })
}
