import { parseFormula } from '../../formula/index.ts'
import type { ColumnFormat, WorkbookDocument } from '../api.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { changeElement } from './change-element.ts'
import type { NewColumn } from './columns.ts'
import { columnsOnShelf, withColumn, withShelf } from './shelves.ts'
import { dimensionOf } from './suggestions.ts'

/** The prefix in a formula that reads a metric. */
export const metricPrefix = 'Metrics'

/** The properties of a source's metric, besides its formula. */
export interface MetricFacts {
  format?: ColumnFormat | undefined
  timeline?: MetricTimeline | undefined
}

export interface MetricTimeline {
  /** A reference to the date column, as a formula of the element writes it. */
  date: string
  /** The unit that dates are truncated to; month when the metric has none. */
  truncation?: string | undefined
  comparison?: { period: string; direction?: 'higher-is-better' | 'lower-is-better' | undefined } | undefined
}

/** The units of time over which a metric can be compared: first the unit of its comparison, then the unit of its dates. */
export function metricPeriods({ truncation = 'month', comparison }: MetricTimeline): string[] {
  return [...new Set([...(comparison ? [comparison.period] : []), truncation])]
}

/**
 * Copies the timeline and the comparison of a metric to a KPI that shows it and has no timeline. Does nothing for other kinds and for a KPI
 * with a timeline of its own.
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
