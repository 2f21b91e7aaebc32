import type { LevelName } from '@octavo/core/types'
import { CONNECTION } from '../golden/run-case.ts'
import { tpchTables } from './tables.ts'

/** One of the 22 questions: as elements and formulas, and as SQL written by hand. */
export interface Question {
  title: string
  elements: Record<string, unknown>[]
  /** The element and level with the result, and its columns in the order of the select list. */
  answer: { elementId: string; level: LevelName; columns: string[]; limit?: number }
  sql: string
}

type Formulas = Record<string, string>
interface More {
  id?: string
  columns?: Formulas
  filters?: Record<string, unknown>[]
  groupings?: Record<string, unknown>[]
  sort?: Record<string, unknown>[]
  summary?: string[]
}

/** Columns whose id is their name. */
const columnsOf = (formulas: Formulas) => Object.entries(formulas).map(([id, formula]) => ({ id, name: id, formula }))

function element(id: string, source: Record<string, unknown>, formulas: Formulas, more: More): Record<string, unknown> {
  const { columns = {}, filters = [], ...rest } = more
  return {
    id,
    kind: 'table',
    name: id,
    source,
    columns: columnsOf({ ...formulas, ...columns }),
    filters: filters.map((filter, index) => ({ id: `filter-${index}`, ...filter })),
    ...rest,
  }
}

/** A warehouse table with all its columns, as an author adds it to a page. */
export function warehouse(name: string, more: More = {}): Record<string, unknown> {
  const table = tpchTables.find((item) => item.name === name)
  const formulas = (table?.columns ?? []).map((column) => [column.name, `[${name}/${column.name}]`])
  const source = { kind: 'warehouse-table', connectionId: CONNECTION, path: [name] }
  return element(more.id ?? name, source, Object.fromEntries(formulas), more)
}

/** Joined elements; `on` contains `left.key = right.key`, with `and` between several keys. Columns are given in full. */
export function joined(id: string, on: string[], more: More, joinType = 'inner'): Record<string, unknown> {
  const legOf = (elementId: string) => {
    const [name = '', groupingId] = elementId.split(':')
    return { kind: 'table', elementId: name, ...(groupingId === undefined ? {} : { groupingId }) }
  }
  const joins = on.map((condition) => {
    const keys = condition.split(' and ').map((key) => key.split(' = ').map((side) => side.split('.')))
    const [[left = [], right = []] = []] = keys
    const columns = keys.map(([a = [], b = []]) => ({ left: `[${a[1]}]`, right: `[${b[1]}]` }))
    return { left: legOf(left[0] ?? ''), right: legOf(right[0] ?? ''), joinType, columns }
  })
  return element(id, { kind: 'join', joins }, {}, more)
}

/** An element that reads another one: its rows, or a grouping of it. */
export function child(id: string, parent: string, more: More): Record<string, unknown> {
  const [elementId, groupingId] = parent.split(':')
  return element(id, { kind: 'table', elementId, ...(groupingId === undefined ? {} : { groupingId }) }, {}, more)
}

/** Columns of legs or of a parent under their own names: `take('orders', 'o_orderkey', 'o_orderdate')`. */
export const take = (leg: string, ...names: string[]): Formulas =>
  Object.fromEntries(names.map((name) => [name, `[${leg}/${name}]`]))

export const only = (columnId: string, ...values: (string | number | boolean)[]) => ({ columnId, kind: 'list', values })
export const isTrue = (columnId: string) => only(columnId, true)
export const days = (columnId: string, startDate: string, endDate: string) => ({
  columnId,
  kind: 'date-range',
  mode: 'between',
  startDate,
  endDate,
})
export const text = (columnId: string, mode: string, value: string) => ({
  columnId,
  kind: 'text-match',
  mode,
  value,
  case: 'sensitive',
})
export const ascending = (...columnIds: string[]) =>
  columnIds.map((columnId) => ({ columnId, direction: 'ascending' as const }))
export const descending = (...columnIds: string[]) =>
  columnIds.map((columnId) => ({ columnId, direction: 'descending' as const }))

/** One grouping. Its id is `group`. */
export const grouped = (keys: string[], calculations: string[], sort: Record<string, unknown>[] = []) => [
  { id: 'group', groupBy: keys, calculations, ...(sort.length > 0 ? { sort } : {}) },
]
