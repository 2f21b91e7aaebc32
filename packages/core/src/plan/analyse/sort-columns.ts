import { checkFormula, type FormulaScope } from '../../formula/index.ts'
import { type ElementModel, type ModelColumn, type ModelSort, ROW_COUNT } from '../model/element-model.ts'

const FUNCTIONS: Readonly<Record<string, string>> = {
  sum: 'Sum',
  avg: 'Avg',
  median: 'Median',
  count: 'Count',
  countDistinct: 'CountDistinct',
  min: 'Min',
  max: 'Max',
  stddev: 'StdDev',
  variance: 'Variance',
}

/**
 * Handles sorts by an aggregate that is not a column of the element: the number of rows, or the largest value of a column. Each becomes a
 * hidden calculation of its grouping. A sort that cannot be computed is ignored, and the keys keep their order.
 */
export function withSortColumns(
  groupings: ElementModel['groupings'],
  byId: Map<string, ModelColumn>,
  dialect: string,
): ElementModel['groupings'] {
  return groupings.map((grouping, index) => ({
    ...grouping,
    sort: grouping.sort.flatMap((sort) => {
      if (sort.aggregation === undefined) return [sort]
      const column = sortColumn(sort, byId, dialect, index + 1)
      if (!column) return []
      byId.set(column.id, column)
      const { aggregation: _, ...rest } = sort
      return [{ ...rest, columnId: column.id }]
    }),
  }))
}

function sortColumn(
  { columnId, aggregation = ROW_COUNT }: ModelSort,
  byId: ReadonlyMap<string, ModelColumn>,
  dialect: string,
  level: number,
): ModelColumn | null {
  const of = byId.get(columnId)
  const isCount = aggregation === ROW_COUNT
  const name = isCount ? 'Count' : FUNCTIONS[aggregation]
  if (name === undefined || (!isCount && !of?.expression)) return null
  const scope: FormulaScope = {
    resolve: () => ({ target: { kind: 'column', columnId }, type: of?.type ?? null, nullable: true }),
    candidates: () => [],
  }
  const { expression, type } = checkFormula(isCount ? 'Count()' : `${name}([Column])`, scope, { dialect })
  if (!expression || !type) return null
  return {
    id: `sort/${aggregation}/${columnId}`,
    name: isCount ? 'Row count' : `${aggregation} of ${of?.name ?? columnId}`,
    formula: '',
    isHidden: true,
    level,
    isKey: false,
    expression,
    type,
    nullable: true,
    problems: [],
    isRestricted: of?.isRestricted ?? false,
    reads: isCount ? [] : [columnId],
    isRowLevel: false,
    hasWindow: of?.hasWindow ?? false,
  }
}
