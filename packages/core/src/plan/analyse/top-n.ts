import { type Expression, functions } from '../../formula/index.ts'
import type { ModelColumn, ModelFilter } from '../model/element-model.ts'
import type { FilterBody } from '../model/filter-body.ts'

const RANKING: Record<string, string> = {
  rank: 'Rank',
  'rank-dense': 'RankDense',
  'row-number': 'RowNumber',
  'rank-percentile': 'RankPercentile',
  'cume-dist': 'CumeDist',
}

/**
 * A top-n filter as a hidden rank column and a range over it: keeps the best rows of each outer group among the rows that the other filters
 * leave. Null when the filter has no number. Rows without a value have no rank; they are removed unless nulls are always included.
 */
export function topNFilter(
  column: ModelColumn,
  filter: ModelFilter,
  id: string,
): { column: ModelColumn; filters: ModelFilter[] } | null {
  const { body } = filter
  const limit = limitOf(body)
  const name = RANKING[String(body.rankingFunction)] ?? 'Rank'
  if (limit === null || !column.type || functions.find(name)?.class !== 'window') return null
  const isBottom = body.mode === 'bottom-n' || body.mode === 'bottom-percentile'
  const span = { start: 0, end: 0 }
  const read: Expression = {
    kind: 'reference',
    target: { kind: 'column', columnId: column.id },
    type: column.type,
    nullable: true,
    span,
  }
  const direction: Expression = { kind: 'literal', value: isBottom ? 'asc' : 'desc', type: { kind: 'text' }, span }
  const type: ModelColumn['type'] = limit.isShare ? { kind: 'float64' } : { kind: 'int64' }
  const ranked: Expression = { kind: 'call', name, class: 'window', args: [read, direction], type, span }
  const keepsNulls = body.includeNulls === 'always'
  // A percentage counts only rows with a value; ranks from the top do not change, because nulls are sorted last.
  const dropsNullsFirst = limit.isShare && !keepsNulls
  const rank: ModelColumn = {
    ...column,
    id,
    name: `${column.name} rank`,
    isHidden: true,
    isKey: false,
    expression: dropsNullsFirst ? ranked : ifKnown(read, ranked),
    type,
    nullable: !dropsNullsFirst,
    problems: [],
    reads: [column.id],
    isRowLevel: false,
    hasWindow: true,
  }
  const includeNulls = keepsNulls ? 'always' : 'never'
  const range: ModelFilter = { ...filter, columnId: id, body: { kind: 'number-range', max: limit.value, includeNulls } }
  const known: ModelFilter = { ...filter, body: { kind: 'list', mode: 'exclude', values: [null] } }
  return { column: rank, filters: dropsNullsFirst ? [known, range] : [range] }
}

function ifKnown(read: Expression, value: Expression): Expression {
  const span = { start: 0, end: 0 }
  const isKnown: Expression = {
    kind: 'call',
    name: 'IsNotNull',
    class: 'row',
    args: [read],
    type: { kind: 'logical' },
    span,
  }
  return { kind: 'call', name: 'If', class: 'row', args: [isKnown, value], type: value.type ?? { kind: 'int64' }, span }
}

function limitOf(body: FilterBody): { value: number; isShare: boolean } | null {
  const isShare = body.mode === 'top-percentile' || body.mode === 'bottom-percentile'
  const value = isShare ? body.percentile : body.rowCount
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return isShare ? { value: value / 100, isShare } : { value, isShare }
}
