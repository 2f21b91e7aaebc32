import fc from 'fast-check'
import { call, column, type Expr } from './expression.ts'
import type { Element, Filter, Source, Workbook } from './model.ts'
import { chartOf } from './random-chart.ts'
import { childOf } from './random-child.ts'
import { type Choices, choices, columnChoices, elementOf, taker } from './random-element.ts'
import { filterOf } from './random-filter.ts'
import { FormulaMaker, isAggregate, type Known, type Target } from './random-formula.ts'
import { guard, guards, viewerOf } from './random-guard.ts'
import { hierarchies, withHierarchy } from './random-hierarchy.ts'
import { metricsOf } from './random-metrics.ts'
import { fields, plainElement, row, tablesOf, WANTS } from './random-tables.ts'
import { turnedOf } from './random-turned.ts'

/** Half-hour offsets, both hemispheres and the date line; all engines have the same data for these. */
const ZONES = ['Europe/Berlin', 'UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Auckland']

/** An element that reads others. */
const onOthers = fc.record({
  kind: fc.noBias(fc.nat(7)),
  choices,
  columns: fc.array(columnChoices, { maxLength: 4, size: 'max' }),
})

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
    child: fc.option(onOthers, { freq: 2 }),
    turned: fc.option(onOthers, { freq: 2 }),
    chart: fc.option(onOthers, { freq: 2 }),
    hierarchy: fc.option(hierarchies, { freq: 2 }),
    guard: fc.option(guards, { freq: 2 }),
    metrics: fc.array(fc.record({ kind: fc.noBias(fc.nat(4)), choices }), { maxLength: 3, size: 'max' }),
  })
  .map(workbookOf)

/** A filter on a field of the first table; top-n filters are excluded, because pivot tables have no rows to rank. */
export const filters: fc.Arbitrary<Filter> = fc
  .tuple(choices, fc.nat(fields.length - 1))
  .map(([given, at]) => {
    const { name, want } = fields[at] ?? { name: 'u', want: 'int' as const }
    return filterOf('f', { id: name, want, level: 1, picked: false, ordered: false, windowed: false }, taker(given))
  })
  .filter((filter) => filter.kind !== 'top-n')

/** A formula over the fields of the first table: a logical row formula, any row formula, or an aggregate. */
export function formulas(kind: 'logical' | 'row' | 'aggregate'): fc.Arbitrary<Expr> {
  return fc.tuple(choices, fc.nat(4)).map(([given, index]) => {
    const plain = { ordered: false, windowed: false, picked: false }
    // Inside an aggregate, keys of groupings would be at the level of their grouping.
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
  const side = plainElement('Side', { kind: 'warehouse-table', path: ['R', 'S'] }, 'S')
  const target: Target = {
    element: 'Side',
    columns: fields.map(({ name, want }) => ({ id: name, want, unique: name === 'u' })),
  }
  const table: Source = { kind: 'warehouse-table', path: ['R', 'T'] }
  const own = fields.map(({ name, want }) => ({ prefix: 'T', name, want, known: name }))
  const { element, known } = elementOf('Main', table, own, given, true, { targets: [target] })
  element.relationships = [{ id: 'rel', name: 'Rel', target: 'Side', local: 'u', external: 'u' }]
  if (given.hierarchy) withHierarchy(element, given.hierarchy)
  element.metrics = metricsOf(known, given.metrics)
  const elements: Element[] = [side, element]
  if (given.guard) guard(element, side, given.guard)
  if (given.child) elements.push(childOf(element, known, given.child))
  if (given.turned) elements.push(...turnedOf(element, known, given.turned))
  if (given.chart) elements.push(chartOf(element, known, given.chart))
  return {
    zone: ZONES[given.zone] ?? 'UTC',
    tables: tablesOf(given.rows, given.other),
    elements,
    ...(given.guard ? { viewer: viewerOf(given.guard) } : {}),
    ...(given.guard?.model ? { model: ['Side', 'Main'] } : {}),
  }
}
