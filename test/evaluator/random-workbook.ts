import fc from 'fast-check'
import { call, column, type Expr, other, source } from './expression.ts'
import type { Column, Element, Filter, Grouping, LegRef, Sort, Source, TableData, Workbook } from './model.ts'
import { FormulaMaker, isAggregate, type Known, type Take, type Target, textOf, type Want } from './random-formula.ts'
import { decimal, int, moment, type Value } from './values.ts'

/** Features that the compiler has; the list grows with it. */
export const FEATURES = { lookups: true, topNulls: true }

interface Choices {
  zone: number
  rows: Value[][]
  other: Value[][]
  depth: number[][]
  columns: { place: number; kind: number; choices: number[] }[]
  filters: { column: number; choices: number[] }[]
  sorts: number[]
  child: { kind: number; choices: number[]; columns: { place: number; kind: number; choices: number[] }[] } | null
}

const WANTS: Want[] = ['int', 'exact', 'text', 'logical', 'date', 'approximate']
export const fields: { name: string; kind: TableData['columns'][number]['kind']; want: Want }[] = [
  { name: 'u', kind: 'int', want: 'int' },
  { name: 'k', kind: 'text', want: 'text' },
  { name: 'l', kind: 'text', want: 'text' },
  { name: 'n', kind: 'int', want: 'int' },
  { name: 'd', kind: 'decimal', want: 'exact' },
  { name: 'f', kind: 'float', want: 'exact' },
  { name: 't', kind: 'text', want: 'text' },
  { name: 'b', kind: 'logical', want: 'logical' },
  { name: 'day', kind: 'date', want: 'date' },
  { name: 'ts', kind: 'timestamp', want: 'date' },
  { name: 'at', kind: 'instant', want: 'date' },
]

const orNull = (arb: fc.Arbitrary<Value>) => fc.option(arb, { freq: 5 })
const DAYS = ['2024-01-01', '2024-02-29', '2023-12-31', '2024-03-31', '1969-12-31', '2024-01-07']
const TIMES = [
  '2024-01-01 00:00:00',
  '2024-01-31 12:34:56',
  '2023-12-31 23:59:59',
  '1969-12-31 23:00:00',
  '2024-03-31 02:30:00',
]
/** Around midnight and both edges of summer time in the zone of the documents, in UTC. */
const INSTANTS = [
  '2024-03-31 00:59:59',
  '2024-03-31 01:00:00',
  '2024-10-27 00:30:00',
  '2024-10-27 01:30:00',
  '2023-12-31 23:30:00',
  '2024-03-30 23:00:00',
  '2024-06-30 22:00:00',
]
const row = fc
  .tuple(
    orNull(fc.constantFrom<Value>('x', 'y', 'z')),
    orNull(fc.constantFrom<Value>('p', 'q', '')),
    orNull(fc.integer({ min: -4, max: 20 }).map((value): Value => int(value))),
    orNull(fc.integer({ min: -400, max: 4000 }).map((value): Value => ({ digits: BigInt(value), scale: 2 }))),
    orNull(fc.integer({ min: -8, max: 40 }).map((value): Value => value / 4)),
    orNull(fc.nat(16).map((value): Value => textOf(() => value))),
    orNull(fc.boolean() as fc.Arbitrary<Value>),
    orNull(fc.constantFrom(...DAYS).map((value): Value => moment(value))),
    orNull(fc.constantFrom(...TIMES).map((value): Value => moment(value))),
    orNull(fc.constantFrom(...INSTANTS).map((value): Value => moment(value))),
  )
  .map((cells): Value[] => cells)

/** Choices of a formula; what is missing is the simplest choice, so that shrinking simplifies. */
const choices = fc.array(fc.noBias(fc.nat(5039)), { minLength: 8, maxLength: 60, size: 'max' })
const columnChoices = fc.record({ place: fc.noBias(fc.nat(11)), kind: fc.noBias(fc.nat(5)), choices })

/** Half an hour beside the hour, both halves of the world, a day line; every engine knows them alike. */
const ZONES = ['Europe/Berlin', 'UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Auckland']

/** Random workbooks: tables with rows, one element over them, and often a second that reads the first. */
export const workbooks: fc.Arbitrary<Workbook> = fc
  .record<Choices>({
    zone: fc.noBias(fc.nat(ZONES.length - 1)),
    rows: fc.array(row, { maxLength: 12, size: 'max' }),
    other: fc.array(row, { maxLength: 6, size: 'max' }),
    depth: fc.array(fc.array(fc.nat(30), { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
    columns: fc.array(columnChoices, { maxLength: 8, size: 'max' }),
    filters: fc.array(
      fc.record({
        column: fc.noBias(fc.nat(4000)),
        choices: fc.array(fc.noBias(fc.nat(5039)), { maxLength: 9, size: 'max' }),
      }),
      {
        maxLength: 3,
      },
    ),
    sorts: fc.array(fc.noBias(fc.nat(60)), { maxLength: 5, size: 'max' }),
    child: fc.option(
      fc.record({
        kind: fc.noBias(fc.nat(7)),
        choices,
        columns: fc.array(columnChoices, { maxLength: 3, size: 'max' }),
      }),
      {
        freq: 2,
      },
    ),
  })
  .map(workbookOf)

function taker(given: number[]): Take {
  let index = 0
  return (n) => (given[index++] ?? 0) % n
}

function numbered(rows: Value[][]): Value[][] {
  return rows.map((cells, index) => [int(index * 3 - 4), ...cells])
}

function tablesOf(rows: Value[][], other: Value[][]): TableData[] {
  const columns = fields.map(({ name, kind }) => ({ name, kind }))
  return [
    { path: ['R', 'T'], columns, rows: numbered(rows) },
    { path: ['R', 'S'], columns, rows: numbered(other) },
  ]
}

/** The two tables alone, for tests that make their own elements. */
export const tables: fc.Arbitrary<TableData[]> = fc
  .tuple(fc.array(row, { maxLength: 12, size: 'max' }), fc.array(row, { maxLength: 6 }))
  .map(([rows, other]) => tablesOf(rows, other))

/** A filter on a field of the first table; places from the top are left out, because pivots have no rows to place. */
export const filters: fc.Arbitrary<Filter> = fc
  .tuple(choices, fc.nat(fields.length - 1))
  .map(([given, at]) => {
    const { name, want } = fields[at] ?? { name: 'u', want: 'int' as const }
    return filterOf('f', { id: name, want, level: 1, picked: false, ordered: false, windowed: false }, taker(given))
  })
  .filter((filter) => filter.kind !== 'top-n')

/** A formula over the fields of the first table: a logical one of a row, any of a row, or an aggregate. */
export function formulas(kind: 'logical' | 'row' | 'aggregate'): fc.Arbitrary<Expr> {
  return fc.tuple(choices, fc.nat(4)).map(([given, index]) => {
    const plain = { ordered: false, windowed: false, picked: false }
    // Keys of groupings would count as their level inside an aggregate.
    const read = fields.filter(({ name }) => kind !== 'aggregate' || !['k', 'l', 'b', 'day'].includes(name))
    const known = read.map(({ name, want }): Known => ({ id: name, want, level: 1, ...plain }))
    const maker = new FormulaMaker(taker(given), known)
    const place = { base: 1, inAggregate: false, windows: false, nested: true }
    if (kind === 'logical') return maker.make('logical', 3, { ...place, home: 1 })
    if (kind === 'row') return maker.make(WANTS[index] ?? 'int', 3, { ...place, home: 1 })
    const made = maker.aggregate(WANTS[index] ?? 'int', 3, { ...place, home: 0 })
    return isAggregate(made) ? made : call('Sum', column('n'))
  })
}

function workbookOf(given: Choices): Workbook {
  const tables = tablesOf(given.rows, given.other)
  const elements: Element[] = []
  const targets: Target[] = []
  if (FEATURES.lookups) {
    elements.push(plainElement('Side', { kind: 'warehouse-table', path: ['R', 'S'] }, 'S'))
    targets.push({
      element: 'Side',
      columns: fields.map(({ name, want }) => ({ id: name, want, unique: name === 'u' })),
    })
  }
  const table: Source = { kind: 'warehouse-table', path: ['R', 'T'] }
  const own = fields.map(({ name, want }) => ({ prefix: 'T', name, want, known: name }))
  const { element, known } = elementOf('Main', table, own, given, true, targets)
  if (FEATURES.lookups) element.relationships = [{ id: 'rel', name: 'Rel', target: 'Side', local: 'u', external: 'u' }]
  elements.push(element)
  if (given.child) {
    const child = childOf(element, known, given.child)
    if (
      child.source.kind === 'join' &&
      child.source.right.kind === 'table' &&
      !elements.some(({ id }) => id === 'Side')
    )
      elements.push(plainElement('Side', { kind: 'warehouse-table', path: ['R', 'S'] }, 'S'))
    elements.push(child)
  }
  return { zone: ZONES[given.zone] ?? 'UTC', tables, elements }
}

const KIND_OF: Record<Want, Column['kind']> = {
  int: 'int',
  exact: 'decimal',
  approximate: 'approximate',
  text: 'text',
  logical: 'logical',
  date: 'date',
}

function plainElement(id: string, from: Source, prefix: string): Element {
  const columns = fields.map(({ name, want }) => ({ id: name, kind: KIND_OF[want], expr: source(prefix, name) }))
  return { id, source: from, columns, groupings: [], summary: [], sort: [], filters: [] }
}

interface Field {
  prefix: string
  name: string
  want: Want
  known: string
}

/** `ordered` says that the rows have a column `u` of different values, so that their order can be total. */
function elementOf(
  id: string,
  from: Source,
  fields: Field[],
  given: Pick<Choices, 'depth' | 'columns' | 'filters' | 'sorts'>,
  hasOrder: boolean,
  targets: Target[] = [],
  related: Column[] = [],
): { element: Element; known: Known[] } {
  const base = given.depth.length + 1
  const known: Known[] = []
  const columns: Column[] = []
  const learn = (column: Column, more: Pick<Known, 'want' | 'level' | 'picked' | 'ordered' | 'windowed'>) => {
    columns.push(column)
    known.push({ id: column.id, ...more })
  }
  for (const { prefix, name, want, known: own } of fields)
    learn(
      { id: own, kind: KIND_OF[want], expr: source(prefix, name) },
      { want, level: base, picked: false, ordered: false, windowed: false },
    )
  for (const item of related) {
    const want = WANTS.find((wanted) => KIND_OF[wanted] === item.kind) ?? 'text'
    learn(item, { want, level: base, picked: false, ordered: false, windowed: false })
  }
  const early = given.columns.slice(0, 2)
  early.forEach((choice, index) => {
    const want = WANTS[choice.kind] ?? 'int'
    const maker = new FormulaMaker(taker(choice.choices), known, targets)
    const expr = maker.make(want, 3, { home: 1, base: 1, inAggregate: false, windows: false, nested: false })
    learn(
      { id: `r${index}`, kind: KIND_OF[want], expr },
      { want, level: base, picked: false, ordered: false, windowed: false },
    )
  })
  const free = known.filter(({ want, id: own }) => want !== 'approximate' && own !== 'u')
  const groupings: Grouping[] = given.depth.map((picks, index) => {
    const keys: string[] = []
    for (const pick of picks) {
      const [item] = free.splice(pick % free.length, 1)
      if (!item) continue
      keys.push(item.id)
      item.level = index + 1
      item.isKey = true
    }
    return { id: `g${index}`, keys, calculations: [], sort: [] }
  })
  const summary: string[] = []
  given.columns.slice(2).forEach((choice, index) => {
    const level = choice.place % (base + 1)
    const want = WANTS[choice.kind] ?? 'int'
    const take = taker(choice.choices)
    const maker = new FormulaMaker(take, known, targets)
    const windows = level < base || hasOrder
    const own = `c${index}`
    const pick =
      take(9) === 8
        ? known.find((item) => item.level > level && !item.picked && item.want === want && item.want !== 'approximate')
        : undefined
    const expr = pick
      ? ({ kind: 'column', id: pick.id } as const)
      : maker.make(want, 4, {
          home: level,
          base,
          inAggregate: false,
          windows,
          nested: true,
          marks: true,
          firsts: hasOrder,
        })
    learn(
      { id: own, kind: KIND_OF[want], expr },
      {
        want,
        level,
        picked: pick !== undefined || maker.marked,
        ordered: maker.ordered || (pick?.ordered ?? false),
        windowed: maker.windowed || (pick?.windowed ?? false),
      },
    )
    if (level === 0) summary.push(own)
    else if (level < base) groupings[level - 1]?.calculations.push(own)
  })
  const sortable = (level: number) =>
    known.filter((item) => item.level === level && item.want !== 'approximate' && !item.ordered && !item.picked)
  const sortOf = (pick: number, level: number): Sort[] => {
    const item = sortable(level)[pick % Math.max(sortable(level).length, 1)]
    const direction = pick % 2 === 1 ? 'descending' : 'ascending'
    return item ? [{ columnId: item.id, direction, ...(pick % 5 === 4 ? { nulls: 'first' as const } : {}) }] : []
  }
  groupings.forEach((grouping, index) => {
    const pick = given.sorts[index + 1]
    if (pick !== undefined) grouping.sort = sortOf(pick, index + 1)
  })
  const first = given.sorts[0]
  const sort = first === undefined || !hasOrder ? [] : sortOf(first, base).filter(({ columnId }) => columnId !== 'u')
  if (hasOrder) sort.push({ columnId: 'u', direction: (first ?? 0) % 3 === 2 ? 'descending' : 'ascending' })
  const filters: Filter[] = []
  for (const { column, choices: picks } of given.filters) {
    const possible = known.filter(
      (item) =>
        item.want !== 'approximate' &&
        !item.picked &&
        !filters.some(({ columnId }) => columnId === item.id) &&
        (!item.ordered || !known.some((other) => other.windowed && other !== item)),
    )
    const item = possible[column % Math.max(possible.length, 1)]
    if (item) filters.push(filterOf(`f${filters.length}`, item, taker(picks)))
  }
  return { element: { id, source: from, columns, groupings, summary, sort, filters }, known }
}

function filterOf(id: string, { id: columnId, want }: Known, take: Take): Filter {
  const includeNulls = [undefined, 'always', 'never', 'when-no-value-is-selected'][take(4)] as Extract<
    Filter,
    { kind: 'number-range' }
  >['includeNulls']
  const nulls = includeNulls ? { includeNulls } : {}
  const mode = take(2) === 0 ? 'include' : 'exclude'
  const list = (values: Value[]): Filter => ({
    id,
    columnId,
    kind: 'list',
    mode,
    values: [...values, ...(take(3) === 2 ? [null] : [])],
  })
  if (want === 'logical') return list([[true], [false], [true, false]][take(3)] ?? [])
  if (want === 'date') {
    if (take(5) === 4) {
      const unit = (['year', 'quarter', 'month', 'day'] as const)[take(4)] ?? 'day'
      if (take(3) === 2) return { id, columnId, kind: 'date-range', mode: 'current', unit, ...nulls }
      const [mode, includeToday] = [take(2) === 1 ? ('next' as const) : ('last' as const), take(2) === 1]
      return { id, columnId, kind: 'date-range', mode, value: 1 + take(4), unit, includeToday, ...nulls }
    }
    if (take(6) === 5) return list([...DAYS, ...TIMES].slice(take(8), 11).map((day) => moment(day)))
    const day = DAYS[take(DAYS.length)] ?? ''
    if (take(3) === 0)
      return {
        id,
        columnId,
        kind: 'date-range',
        mode: (['on', 'before', 'after'] as const)[take(3)] ?? 'on',
        date: day,
        ...nulls,
      }
    return {
      id,
      columnId,
      kind: 'date-range',
      mode: 'between',
      startDate: day,
      endDate: take(2) === 0 ? '2024-03-01' : '2024-01-31',
      ...nulls,
    }
  }
  if (want === 'text') {
    if (take(3) === 0) return list([textOf(take), textOf(take), 'x', 'p'].slice(0, 1 + take(4)))
    const modes = [
      'contains',
      'equals',
      'starts-with',
      'ends-with',
      'does-not-equal',
      'does-not-contain',
      'does-not-start-with',
      'does-not-end-with',
      'like',
      'not-like',
    ]
    return {
      id,
      columnId,
      kind: 'text-match',
      mode: modes[take(modes.length)] ?? 'equals',
      value: textOf(take),
      ...(take(2) === 1 ? { case: 'sensitive' as const } : {}),
      ...nulls,
    }
  }
  if (take(4) === 3) return list([int(take(9) - 2), int(take(20)), decimal('1.5')].slice(0, 1 + take(3)))
  if (take(8) === 7)
    return {
      id,
      columnId,
      kind: 'top-n',
      rankingFunction: take(2) === 0 ? 'rank-percentile' : 'cume-dist',
      mode: take(2) === 0 ? 'top-percentile' : 'bottom-percentile',
      percentile: [10, 25, 50, 90][take(4)] ?? 50,
      ...nulls,
    }
  if (take(6) === 5)
    return {
      id,
      columnId,
      kind: 'top-n',
      // Rows of equal values would be numbered in any order.
      rankingFunction: (['rank', 'rank-dense', columnId === 'u' ? 'row-number' : 'rank'] as const)[take(3)] ?? 'rank',
      mode: take(2) === 0 ? 'top-n' : 'bottom-n',
      rowCount: 1 + take(4),
      ...(FEATURES.topNulls ? nulls : {}),
    }
  const min = take(12) - 5
  return {
    id,
    columnId,
    kind: 'number-range',
    ...(take(5) === 4 ? {} : { min }),
    ...(take(2) === 1 ? { max: min + take(20) } : {}),
    ...nulls,
  }
}

/** An element over the first one: its rows, a grouping of it, a join with another table, or a union. */
function childOf(parent: Element, known: Known[], given: NonNullable<Choices['child']>): Element {
  const take = taker(given.choices)
  const grouping = parent.groupings[take(parent.groupings.length + 1) - 1]
  const level = grouping ? parent.groupings.indexOf(grouping) + 1 : parent.groupings.length + 1
  const ref: LegRef = { kind: 'table', elementId: parent.id, ...(grouping ? { groupingId: grouping.id } : {}) }
  const visible = known.filter((item) => item.level <= level && item.level > 0 && !item.picked)
  const mine = visible.map(({ id, want }): Field => ({ prefix: parent.id, name: id, want, known: `m ${id}` }))
  const depth = given.columns.length > 1 ? [[take(30)]] : []
  const rest = {
    depth,
    columns: given.columns,
    filters: [{ column: take(40), choices: given.choices.slice(6, 14) }].slice(take(2)),
    sorts: [],
  }
  const side: LegRef =
    take(2) === 0 ? { kind: 'warehouse-table', path: ['R', 'S'] } : { kind: 'table', elementId: 'Side' }
  const sideFields = fields.filter(({ want }) => want !== 'approximate')
  if (given.kind === 4 || given.kind === 5) {
    const pairs = visible.flatMap(({ id, want }) => {
      const partner = sideFields.filter((field) => field.want === want && want !== 'approximate')
      return partner.map(({ name }) => ({ left: id, right: name }))
    })
    const pair = pairs[take(pairs.length || 1)]
    if (pair) {
      const joinType = (['inner', 'left-outer', 'right-outer', 'full-outer', 'lookup'] as const)[take(5)] ?? 'inner'
      const op = joinType === 'full-outer' ? '=' : ((['=', 'is-not-distinct-from', '='] as const)[take(3)] ?? '=')
      const from: Source = {
        kind: 'join',
        left: ref,
        right: side,
        leftName: 'Left',
        rightName: 'Right',
        joinType,
        on: [{ ...pair, op }],
      }
      const legs: Field[] = [
        ...mine.map((field) => ({ ...field, prefix: 'Left' })),
        ...sideFields.map(({ name, want }): Field => ({ prefix: 'Right', name, want, known: `s ${name}` })),
      ]
      return elementOf('Child', from, legs, rest, false).element
    }
  }
  if (given.kind === 6) {
    const matches = sideFields.map(({ name, want }) => {
      const same = visible.filter((item) => item.want === want)
      const mine = take(4) === 3 ? undefined : same[take(same.length || 1)]
      return { output: name, columns: [mine?.id ?? null, mine && take(4) === 3 ? null : name], want }
    })
    const from: Source = {
      kind: 'union',
      sources: [ref, { kind: 'warehouse-table', path: ['R', 'S'] }],
      matches: matches.map(({ output, columns }) => ({ output, columns })),
    }
    const outputs = matches.map(
      ({ output, want }): Field => ({ prefix: 'Union of 2 Sources', name: output, want, known: output }),
    )
    return elementOf('Child', from, outputs, rest, false).element
  }
  return elementOf('Child', ref, mine, rest, false, [], take(2) === 1 ? relatedColumns(parent, mine) : []).element
}

/** Columns over the relationship of the parent: what a lookup by its key finds. */
function relatedColumns({ id, relationships = [] }: Element, mine: Field[]): Column[] {
  return relationships.flatMap(({ name, target, local, external }) => {
    const key = mine.find((field) => field.name === local)?.known
    if (key === undefined) return []
    return fields.slice(1, 8).map(({ name: field, want }): Column => {
      const meaning = call('Lookup', other(target, field), column(key), other(target, external))
      return {
        id: `rel ${field}`,
        kind: KIND_OF[want],
        expr: { kind: 'written', text: `[${id}/${name}/${field}]`, meaning },
      }
    })
  })
}
