import fc from 'fast-check'
import { source } from './expression.ts'
import type { Column, Element, Filter, Grouping, Sort, Source } from './model.ts'
import { filterOf } from './random-filter.ts'
import { FormulaMaker, type Known, type KnownMetric, type Target } from './random-formula.ts'
import type { GuardChoices } from './random-guard.ts'
import type { HierarchyChoices } from './random-hierarchy.ts'
import type { Take, Want } from './random-row-formula.ts'
import { KIND_OF, WANTS } from './random-tables.ts'
import type { Value } from './values.ts'

export interface Choices {
  zone: number
  rows: Value[][]
  other: Value[][]
  depth: number[][]
  columns: { place: number; kind: number; choices: number[] }[]
  filters: { column: number; choices: number[] }[]
  sorts: number[]
  child: { kind: number; choices: number[]; columns: { place: number; kind: number; choices: number[] }[] } | null
  turned: Choices['child']
  chart: Choices['child']
  guard: GuardChoices | null
  hierarchy: HierarchyChoices | null
  metrics: MetricChoices[]
}

export interface MetricChoices {
  kind: number
  choices: number[]
}

/** Choices of a formula; a missing choice is the simplest one, so that shrinking simplifies. */
export const choices = fc.array(fc.noBias(fc.nat(5039)), { minLength: 8, maxLength: 60, size: 'max' })
export const columnChoices = fc.record({ place: fc.noBias(fc.nat(11)), kind: fc.noBias(fc.nat(5)), choices })

export function taker(given: number[]): Take {
  let index = 0
  return (n) => (given[index++] ?? 0) % n
}

export interface Field {
  prefix: string
  name: string
  want: Want
  known: string
}

/** `ordered`: the rows have a unique column `u`, so that their order can be total. */
export function elementOf(
  id: string,
  from: Source,
  fields: Field[],
  given: Pick<Choices, 'depth' | 'columns' | 'filters' | 'sorts'>,
  hasOrder: boolean,
  {
    targets = [],
    related = [],
    metrics = [],
  }: { targets?: Target[]; related?: Column[]; metrics?: KnownMetric[] } = {},
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
    const maker = new FormulaMaker(take, known, targets, metrics)
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
