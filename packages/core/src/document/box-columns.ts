import { functions, parseFormula, printReference } from '../formula/index.ts'
import type { DataElement, DocumentColumn, DocumentElement } from './api.ts'
import { isRecord } from './check-schema.ts'
import { isDataElement } from './lookups.ts'
import { columnNames } from './names.ts'

/** The numbers of a box, in the order in which the chart library expects them. */
export const boxParts = ['low', 'q1', 'median', 'q3', 'high'] as const
/** The minimum and maximum, which are outliers when they are beyond a whisker. */
export const boxEnds = ['min', 'max'] as const
type BoxColumn = (typeof boxParts)[number] | (typeof boxEnds)[number]

/** Id of the column with one number of the box of a measure. */
export function boxColumnId(measureId: string, part: BoxColumn): string {
  return `${measureId}~${part}`
}

/**
 * A box chart as it is queried: for each measure the numbers of its box, computed by the data platform over the rows of each group. A
 * whisker ends at the farthest value that is no more than 1.5 times the height of the box away from it. A measure that already aggregates
 * has no distribution over rows; it is not changed. Any other element is returned unchanged.
 */
export function withBoxColumns(element: DocumentElement): DocumentElement {
  if (element.kind !== 'box-chart' || !isDataElement(element)) return element
  const { yAxis } = element
  const measureIds = isRecord(yAxis) && Array.isArray(yAxis.columnIds) ? yAxis.columnIds.map(String) : []
  const names = columnNames(element.columns)
  const columns = measureIds.flatMap((id) => boxColumnsOf(element, id, names.get(id)))
  if (columns.length === 0) return element
  const replaced = new Set(columns.map(({ id }) => id.slice(0, id.lastIndexOf('~'))))
  const columnIds = [...measureIds.filter((id) => !replaced.has(id)), ...columns.map(({ id }) => id)]
  return { ...element, columns: [...element.columns, ...columns], yAxis: { ...(yAxis as object), columnIds } }
}

function boxColumnsOf(element: DataElement, measureId: string, name: string | undefined): DocumentColumn[] {
  const measure = element.columns.find(({ id }) => id === measureId)
  if (!measure || name === undefined || aggregates(measure.formula)) return []
  const value = printReference([name])
  const nameOf = (part: BoxColumn) => `${name} ~ ${part}`
  const [q1, q3] = [printReference([nameOf('q1')]), printReference([nameOf('q3')])]
  const quartile = (share: number) => `PercentileCont(${value}, ${share})`
  const reach = `1.5 * (${q3} - ${q1})`
  const formulas: Record<BoxColumn, string> = {
    low: `MinIf(${value}, ${value} >= ${q1} - ${reach})`,
    q1: quartile(0.25),
    median: quartile(0.5),
    q3: quartile(0.75),
    high: `MaxIf(${value}, ${value} <= ${q3} + ${reach})`,
    min: `Min(${value})`,
    max: `Max(${value})`,
  }
  return [...boxParts, ...boxEnds].map((part) => ({
    id: boxColumnId(measureId, part),
    formula: formulas[part],
    name: nameOf(part),
    ...(measure.format ? { format: measure.format } : {}),
  }))
}

function aggregates(formula: string): boolean {
  const { tree } = parseFormula(formula)
  return tree?.kind === 'call' && functions.find(tree.name)?.class === 'aggregate'
}
