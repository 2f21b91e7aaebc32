import { call, column, type Expr, literal, source, walk } from './expression.ts'
import type { AxisAggregation, Channel, Chart, Column, Element, Filter, Grouping, Shelf, Sort } from './model.ts'
import { type Choices, type Field, taker } from './random-element.ts'
import { filterOf } from './random-filter.ts'
import { FormulaMaker, isAggregate, type Known } from './random-formula.ts'
import { metricsOfSource } from './random-metrics.ts'
import type { Take } from './random-row-formula.ts'
import { KIND_OF, WANTS } from './random-tables.ts'
import { int } from './values.ts'

const KINDS: Chart['kind'][] = [
  'bar-chart',
  'line-chart',
  'area-chart',
  'scatter-chart',
  'combo-chart',
  'pie-chart',
  'donut-chart',
  'kpi-chart',
]
const SHELVES: Shelf[] = ['x_axis', 'color', 'trellis_row', 'trellis_column']
const AGGREGATIONS: Record<AxisAggregation, string> = {
  sum: 'Sum',
  count: 'Count',
  countDistinct: 'CountDistinct',
  min: 'Min',
  max: 'Max',
}

/** Columns of a chart under construction. */
interface Draft {
  take: Take
  columns: Column[]
  known: Known[]
  /** Measures that a key can be sorted by. */
  plain: { id: string; expr: Expr }[]
}

/** A chart over the rows of an element. */
export function chartOf(parent: Element, parentKnown: Known[], given: NonNullable<Choices['chart']>): Element {
  const take = taker(given.choices)
  const kind = KINDS[take(KINDS.length)] ?? 'bar-chart'
  const rows = parentKnown.filter(({ level, picked }) => level > 0 && !picked)
  const fields = rows.map(({ id, want }): Field => ({ prefix: parent.id, name: id, want, known: `m ${id}` }))
  const draft: Draft = { take, columns: [], known: [], plain: [] }
  for (const { prefix, name, want, known: id } of fields)
    learn(draft, { id, kind: KIND_OF[want], expr: source(prefix, name) })
  given.columns.slice(0, 1).forEach(({ kind: index, choices }) => {
    const want = WANTS[index] ?? 'int'
    const maker = new FormulaMaker(taker(choices), draft.known)
    const expr = maker.make(want, 3, { home: 1, base: 1, inAggregate: false, windows: false, nested: false })
    // Aggregates are measures.
    if (!aggregates(expr)) learn(draft, { id: 'r0', kind: KIND_OF[want], expr })
  })
  const shelves = shelvesOf(kind, draft)
  const keys = Object.values(shelves).map(({ columnId }) => columnId)
  const free = draft.known.filter(({ id }) => !keys.includes(id))
  const measures = measuresOf(parent, kind, given.columns.slice(1), free, shelves, draft)
  const main = isRound(kind) ? 'color' : 'x_axis'
  const sorts = new Map<string, Sort[]>()
  let limited = false
  for (const shelf of ['x_axis', 'color', 'trellis_row', 'trellis_column'] as const) {
    const channel = shelves[shelf]
    if (!channel || (shelf === 'color' && main !== 'color')) continue
    const sort = sortOf(channel, free, draft)
    sorts.set(channel.columnId, sort ? [sort] : [{ columnId: channel.columnId, direction: 'ascending' }])
  }
  const first = shelves[main]
  if (first && !parent.securities && take(2) === 1) {
    const sort = sorts.get(first.columnId)?.[0]
    limited = limit(first, sort, draft)
    if (limited && sort) sorts.set(first.columnId, [{ ...sort, columnId: first.columnId }])
  }
  const ordered = (ids: string[]) => ids.flatMap((id) => sorts.get(id) ?? [])
  const axis = shelves.x_axis?.columnId
  const outer = Object.values(shelves).flatMap(({ columnId }) => (columnId === axis ? [] : [columnId]))
  const groupings: Grouping[] = [outer, axis === undefined ? [] : [axis]]
    .filter((ids) => ids.length > 0)
    .map((ids, index) => ({ id: `g${index}`, keys: ids, calculations: [], sort: ordered(ids) }))
  const inner = groupings.at(-1)
  if (inner) inner.calculations = measures
  return {
    id: 'Chart',
    source: { kind: 'table', elementId: parent.id },
    columns: draft.columns,
    groupings,
    summary: inner ? [] : measures,
    sort: [],
    filters: filtersOf(given, limited || !inner ? [] : draft.plain, free, draft),
    chart: { kind, shelves, measures },
  }
}

function learn({ columns, known }: Draft, item: Column): void {
  columns.push(item)
  const want = WANTS.find((wanted) => KIND_OF[wanted] === item.kind) ?? 'text'
  known.push({ id: item.id, want, level: 2, picked: false, ordered: false, windowed: false })
}

const isRound = (kind: Chart['kind']) => kind === 'pie-chart' || kind === 'donut-chart'

/** Keys on some shelves, each a different column. */
function shelvesOf(kind: Chart['kind'], { take, known }: Draft): Chart['shelves'] {
  if (kind === 'kpi-chart') return {}
  const free = known.filter(({ want, id }) => want !== 'approximate' && id !== 'm u')
  const possible = SHELVES.filter((shelf) => {
    if (shelf === 'x_axis') return !isRound(kind)
    if (shelf === 'color') return true
    return kind !== 'pie-chart'
  })
  const shelves: Chart['shelves'] = {}
  for (const shelf of possible) {
    const isNeeded = shelf === (isRound(kind) ? 'color' : 'x_axis')
    if (isNeeded ? take(9) === 8 && !isRound(kind) : take(3) === 0) continue
    const [item] = free.splice(take(free.length || 1), 1)
    if (item) shelves[shelf] = { columnId: item.id }
  }
  return shelves
}

function measuresOf(
  parent: Element,
  kind: Chart['kind'],
  given: Choices['columns'],
  free: Known[],
  shelves: Chart['shelves'],
  draft: Draft,
): string[] {
  const home = Object.keys(shelves).length > 0 ? 1 : 0
  const rows = free.map((item) => ({ ...item, level: home + 1 }))
  const used = SHELVES.filter((shelf) => shelves[shelf])
  const place = {
    home,
    base: home + 1,
    inAggregate: false,
    nested: false,
    shelves: used,
    windows: shelves.x_axis !== undefined,
  }
  const chosen = kind === 'kpi-chart' ? given.slice(0, 1) : given
  const made = chosen.map(({ kind: index, choices }) => {
    const want = WANTS[index] ?? 'int'
    const maker = new FormulaMaker(taker(choices), rows, [], metricsOfSource(parent))
    const expr = maker.make(want, 4, place)
    if (!aggregates(expr)) return { expr: call('Sum', column('m u')), kind: KIND_OF.int, isPlain: true }
    const isPlain = want !== 'approximate' && !maker.windowed
    return { expr, kind: KIND_OF[want], isPlain }
  })
  if (made.length === 0) made.push({ expr: call('Count'), kind: 'int', isPlain: true })
  return made.map(({ expr, kind: of, isPlain }, index) => {
    const id = `v${index}`
    draft.columns.push({ id, kind: of, expr })
    if (isPlain) draft.plain.push({ id, expr })
    return id
  })
}

function contains(expr: Expr, is: (part: Expr) => boolean): boolean {
  let found = false
  walk(expr, (part) => {
    found ||= is(part)
  })
  return found
}
const aggregates = (expr: Expr) => contains(expr, isAggregate)
const shifts = (expr: Expr) => contains(expr, (part) => part.kind === 'call' && /[Tt]otal$/.test(part.name))

/** The saved order of a shelf: its values, a measure, an aggregate of a column, or the number of rows. */
function sortOf(channel: Channel, free: Known[], { take, plain }: Draft): Sort | null {
  const { columnId } = channel
  const way = take(5)
  const direction = take(2) === 1 ? 'descending' : 'ascending'
  if (way === 0) return null
  if (way === 1) {
    channel.sort = { direction }
    return { columnId, direction }
  }
  if (way === 2) {
    channel.sort = { direction, by: 'row-count' }
    return { columnId, direction, by: call('Count') }
  }
  const measure = plain[take(plain.length || 1)]
  if (way === 3 && measure) {
    channel.sort = { direction, by: measure.id }
    return { columnId, direction, by: measure.expr }
  }
  const numbers = free.filter(({ want }) => want === 'int' || want === 'exact')
  const item = numbers[take(numbers.length || 1)]
  if (!item) return null
  const aggregation = (['sum', 'max', 'min', 'count', 'countDistinct'] as const)[take(5)] ?? 'sum'
  channel.sort = { direction, by: item.id, aggregation }
  return { columnId, direction, by: call(AGGREGATIONS[aggregation], column(item.id)) }
}

/** Replaces the column on a channel by its first values, with all others combined. */
function limit(channel: Channel, sort: Sort | undefined, { take, columns }: Draft): boolean {
  const of = channel.columnId
  if (columns.find(({ id }) => id === of)?.kind !== 'text' || (sort?.by && shifts(sort.by))) return false
  const count = 1 + take(3)
  const rank = sort?.by
    ? (['Rank', 'RankDense'][take(2)] ?? 'Rank')
    : (['Rank', 'RankDense', 'RowNumber'][take(3)] ?? 'Rank')
  const named = take(2) === 0 && rank === 'Rank' ? '' : `, "${rank}"`
  const way = sort?.direction === 'descending' ? 'desc' : 'asc'
  const meaning = call(
    'FirstValues',
    column(of),
    literal(int(count)),
    literal(rank),
    literal(way),
    ...(sort?.by ? [sort.by] : []),
  )
  columns.push({
    id: 'first',
    kind: 'text',
    expr: { kind: 'written', text: `VisibilityLimit([${of}], ${count}${named})`, meaning },
  })
  channel.columnId = 'first'
  return true
}

/** Filters on row values and on measures; a top-n filter ranks the rows of a group. */
function filtersOf(
  given: NonNullable<Choices['chart']>,
  plain: Draft['plain'],
  free: Known[],
  { columns, take }: Draft,
): Filter[] {
  const filters: Filter[] = []
  const rows = free.filter(({ want }) => want !== 'approximate')
  for (let index = take(3); index > 0; index--) {
    const measure = take(3) === 2 ? plain[take(plain.length || 1)] : undefined
    const row = rows[take(rows.length || 1)]
    const id = measure?.id ?? row?.id
    if (id === undefined || filters.some(({ columnId }) => columnId === id)) continue
    const { kind } = columns.find((item) => item.id === id) ?? { kind: 'int' as const }
    const want = WANTS.find((wanted) => KIND_OF[wanted] === kind) ?? 'int'
    const picks = taker(given.choices.slice(index * 7))
    const filter = filterOf(`f${index}`, { id, want, level: 1, picked: false, ordered: false, windowed: false }, picks)
    if (measure && filter.kind === 'top-n') continue
    filters.push(filter)
  }
  return filters
}
