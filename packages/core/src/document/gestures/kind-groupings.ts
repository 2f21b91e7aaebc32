import type { BaseElement, Grouping } from '../api.ts'
import { columnsOf } from '../lookups.ts'
import { aggregatingColumns } from './aggregating-columns.ts'
import type { ColumnHolder } from './change-element.ts'
import { columnsOnShelf, type ShelfId, shelvesOfKind } from './shelves.ts'

/** Shelves whose columns name or describe a mark but do not divide rows. */
const undivided = new Set<ShelfId>(['label', 'tooltip'])

/**
 * The table that a chart or pivot table becomes: dimensions become groupings, the first shelf outermost, and aggregates become calculations
 * of the innermost one, or of the summary when there is no dimension. Columns are unchanged when none of them is on a shelf.
 */
export function tableOf(from: BaseElement, table: ColumnHolder): ColumnHolder {
  const isAggregate = aggregatingColumns(columnsOf(from))
  const shelves = shelvesOfKind(from.kind)
  const placed = shelves.flatMap(({ id }) => columnsOnShelf(from, id))
  if (placed.length === 0) return table
  const keys = shelves
    .filter(
      ({ id, role }) => role === 'dimension' && !undivided.has(id) && !(from.kind === 'box-chart' && id === 'yAxis'),
    )
    .flatMap(({ id }) => columnsOnShelf(from, id))
    .filter((id) => !isAggregate(id))
  const values = [...placed, ...columnsOf(from).map(({ id }) => id)].filter(isAggregate)
  const [calculations, groupBy] = [[...new Set(values)], [...new Set(keys)]]
  if (groupBy.length === 0) return calculations.length > 0 ? { ...table, summary: calculations } : table
  const taken = new Set(columnsOf(from).map(({ id }) => id))
  const groupings = groupBy.map((id): Grouping => ({ id: freeId(`by-${id}`, taken), groupBy: [id] }))
  const innermost = groupings.at(-1)
  if (innermost && calculations.length > 0) innermost.calculations = calculations
  return { ...table, groupings }
}

/** An id that no grouping or column of the element has. */
function freeId(wanted: string, taken: Set<string>): string {
  const id = taken.has(wanted) ? freeId(`${wanted}-`, taken) : wanted
  taken.add(id)
  return id
}

/** What a table puts on the shelves of another kind: keys of its groupings, outermost first, and their calculations. */
export function shelvesOfTable({ groupings = [], summary = [] }: ColumnHolder, kind: string): [ShelfId, string[]][] {
  const keys = groupings.flatMap(({ groupBy = [] }) => groupBy)
  const values = groupings.flatMap(({ calculations = [] }) => calculations)
  const measures = values.length > 0 ? values : summary
  if (kind === 'pivot-table')
    return [
      ['rowsBy', keys],
      ['values', measures],
    ]
  return [
    ['xAxis', keys.slice(0, 1)],
    ['yAxis', measures],
    ['color', keys.slice(1, 2)],
  ]
}

/** Columns of a table that are not columns of its rows. */
export function groupedColumns({ groupings = [], summary = [] }: ColumnHolder): string[] {
  return [...groupings.flatMap(({ groupBy = [], calculations = [] }) => [...groupBy, ...calculations]), ...summary]
}
