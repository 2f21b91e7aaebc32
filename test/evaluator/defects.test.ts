import { afterAll, beforeAll, describe, test } from 'vitest'
import { newDatabase, whySkipped } from '../engines/servers.ts'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { openMariadbAt, openTrino } from '../golden/server-engines.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { check } from './check.ts'
import { call, column, type Expr, literal, other, source } from './expression.ts'
import type { Element, Workbook } from './model.ts'
import { decimal, int, moment, type Value } from './values.ts'

/** Defects that random workbooks found, each with its smallest document. */
interface Defect {
  title: string
  /** Elements over the main one. */
  more?: Element[]
  /** Values of u (unique for each row), k, n, d, b, day, ts. */
  rows: Value[][]
  columns?: Record<string, Expr>
  element?: Partial<Element>
}

const FIELDS = [
  { name: 'u', kind: 'int' },
  { name: 'k', kind: 'text' },
  { name: 'n', kind: 'int' },
  { name: 'd', kind: 'decimal' },
  { name: 'b', kind: 'logical' },
  { name: 'day', kind: 'date' },
  { name: 'ts', kind: 'timestamp' },
] as const

const blank = (u: number, more: Record<string, Value> = {}): Value[] =>
  FIELDS.map(({ name }) => (name === 'u' ? int(u) : (more[name] ?? null)))

/** An element over the rows of the main one. */
function onMain({ columns, ...more }: Partial<Omit<Element, 'columns'>> & { columns: Record<string, Expr> }): Element {
  const made = Object.entries(columns).map(([id, expr]) => ({ id, kind: 'text' as const, expr }))
  const plain = { groupings: [], summary: [], sort: [], filters: [] }
  return { id: 'More', source: { kind: 'table', elementId: 'Main' }, columns: made, ...plain, ...more }
}
const total: Expr = { kind: 'written', text: '[Metrics/Total]', meaning: call('Sum', source('Main', 'n')) }
const runningCount = call('CumulativeSum', call('Count'))
const ofPanel = call('Subtotal', call('Sum', source('Main', 'n')), literal('trellis_row'))
const firstOfK: Expr = {
  kind: 'written',
  text: 'VisibilityLimit([k], 2)',
  meaning: call('FirstValues', column('k'), literal(int(2)), literal('Rank'), literal('desc')),
}

const sumOfN = call('Sum', column('n'))
const half = literal(decimal('1.5'))

const longText = call('&', call('Repeat', literal('x'), literal(int(3000))), column('k'))

const ROUNDINGS = ['Floor', 'Ceiling', 'Round', 'Trunc', 'RoundUp', 'RoundDown']

const defects: Defect[] = [
  {
    title: 'long texts that differ at their ends alone are different groups, and are sorted and ranked to their ends',
    rows: [
      blank(1, { k: 'b', n: int(5) }),
      blank(2, { k: 'a', n: int(5) }),
      blank(3, { k: 'b', n: int(6) }),
      blank(4, { k: 'c', n: int(7) }),
      blank(5, { k: 'a', n: int(5) }),
    ],
    columns: {
      long: longText,
      different: call('CountDistinct', column('n')),
      all: call('GrandTotal', call('CountDistinct', column('long'))),
      before: call('Lag', column('u')),
      place: call('Rank', column('long')),
    },
    element: {
      groupings: [{ id: 'g', keys: ['long'], calculations: ['different', 'all'], sort: [] }],
      sort: [
        { columnId: 'long', direction: 'descending' },
        { columnId: 'u', direction: 'ascending' },
      ],
    },
    more: [
      onMain({
        columns: { u: source('Main', 'u'), long: source('Main', 'long'), place: call('Rank', column('long')) },
        sort: [
          { columnId: 'long', direction: 'ascending' },
          { columnId: 'u', direction: 'descending' },
        ],
      }),
    ],
  },
  {
    title: 'large floats that are rounded keep their size where they are stored and beside other rows',
    rows: [blank(1, { n: int(3) }), blank(2, { n: int(-2) }), blank(3)],
    columns: {
      large: call('*', column('n'), call('Power', literal(int(10)), literal(int(18)))),
      ...Object.fromEntries(ROUNDINGS.map((name) => [name, call(name, column('large'))])),
      most: call('Max', column('Floor')),
      next: call('Lead', column('Round')),
    },
    element: { groupings: [{ id: 'g', keys: ['n'], calculations: ['most'], sort: [] }] },
    more: [onMain({ columns: Object.fromEntries(ROUNDINGS.map((name) => [name, source('Main', name)])) })],
  },
  {
    title: 'an array without items is one wherever it is read',
    rows: [blank(1), blank(2)],
    columns: { none: call('Array'), next: call('Lead', column('none')) },
    more: [
      onMain({
        columns: {
          length: call('ArrayLength', source('Main', 'none')),
          next: call('ArrayLength', source('Main', 'next')),
        },
      }),
    ],
  },
  {
    title: 'places after the point stay beside a total of whole numbers, whose 38 digits leave them no room',
    rows: [blank(1, { n: int(-6) })],
    columns: {
      most: call('Greatest', half, sumOfN),
      least: call('Least', half, call('-', literal(int(0)), sumOfN)),
      chosen: call('If', call('<', sumOfN, literal(int(0))), half, sumOfN),
      first: call('Coalesce', call('Sum', column('d')), half, sumOfN),
      instead: call('Switch', literal(int(1)), literal(int(1)), half, sumOfN),
    },
    element: { summary: ['most', 'least', 'chosen', 'first', 'instead'] },
  },
  {
    title: 'the default of Lag keeps its time beside a value that is a day',
    rows: [blank(1, { ts: moment('1969-12-31 23:00:00') })],
    columns: { c: call('Lag', call('Max', column('day')), literal(int(2)), column('ts')) },
    element: { groupings: [{ id: 'g', keys: ['ts'], calculations: ['c'], sort: [] }] },
  },
  {
    title: 'a text that is computed once is the same beside what Replace and Repeat make of it',
    rows: [blank(1, { k: 'aba' }), blank(2, { k: 'c' })],
    more: [
      onMain({
        source: {
          kind: 'transpose',
          source: { kind: 'table', elementId: 'Main' },
          direction: 'column-to-row',
          merged: ['k'],
          label: 'Label',
          value: 'Value',
        },
        columns: {
          same: call(
            '=',
            call('Replace', source('Main', 'Value'), literal('a'), literal('xy')),
            source('Main', 'Value'),
          ),
          inside: call('Contains', source('Main', 'Value'), call('Repeat', source('Main', 'Value'), literal(int(3)))),
          label: call('Contains', source('Main', 'Label'), call('Repeat', source('Main', 'Label'), literal(int(3)))),
        },
      }),
    ],
  },
  {
    title: 'CountIf of one row asks every condition',
    rows: [blank(1, { b: true }), blank(2, { b: true, k: 'x' })],
    columns: { c: call('CountIf', call('=', column('k'), column('k')), column('b')) },
  },
  {
    title: 'CountDistinctIf of one row counts no null',
    rows: [blank(1, { b: true }), blank(2, { b: true, k: 'x' }), blank(3, { b: false, k: 'x' })],
    columns: { c: call('CountDistinctIf', column('k'), column('b')) },
  },
  {
    title: 'a text that excludes drops nulls where the filter says so',
    rows: [blank(1), blank(2, { k: 'a' }), blank(3, { k: 'b' })],
    element: {
      filters: [
        {
          id: 'f',
          columnId: 'k',
          kind: 'text-match',
          mode: 'does-not-equal',
          value: 'a',
          includeNulls: 'when-no-value-is-selected',
        },
      ],
    },
  },
  {
    title: 'a top n that always includes nulls keeps them, whatever their rank',
    rows: [blank(1), blank(2, { d: decimal('0.00') }), blank(3, { d: decimal('1.00') })],
    element: {
      filters: [
        {
          id: 'f',
          columnId: 'd',
          kind: 'top-n',
          rankingFunction: 'rank',
          mode: 'top-n',
          rowCount: 1,
          includeNulls: 'always',
        },
      ],
    },
  },
  {
    title: 'rows without a value still count for the other filters of a top n',
    rows: [blank(1, { n: int(1) }), blank(2, { n: int(1), d: decimal('0.00') })],
    columns: { total: call('Sum', column('n')) },
    element: {
      summary: ['total'],
      filters: [
        { id: 'f', columnId: 'total', kind: 'number-range', min: 2 },
        { id: 'g', columnId: 'd', kind: 'top-n', rankingFunction: 'rank', mode: 'top-n', rowCount: 1 },
      ],
    },
  },
  {
    title: 'a lookup inside an aggregate is looked up for each row, then aggregated',
    rows: [blank(1), blank(2)],
    columns: { c: call('Sum', call('Lookup', other('Side', 'u'), column('u'), other('Side', 'u'))) },
    element: { summary: ['c'] },
  },
  {
    title: 'a summary that picks a first row and has a filter keeps its value when there are no rows',
    rows: [],
    columns: { c: call('Coalesce', call('First', column('k')), literal('x')) },
    element: {
      summary: ['c'],
      filters: [{ id: 'f', columnId: 'c', kind: 'list', mode: 'include', values: ['x'] }],
    },
  },
  {
    title: 'a day is not a time within it: a list of such times keeps no row',
    rows: [blank(1, { day: moment('2023-12-31') })],
    element: {
      filters: [
        {
          id: 'f',
          columnId: 'day',
          kind: 'list',
          mode: 'include',
          values: [moment('2023-12-31 23:59:59'), moment('2024-01-01 00:00:00')],
        },
      ],
    },
  },
  {
    title: 'the number of the greatest of texts is the greatest text as a number',
    rows: [blank(-4, { k: '-2.5' })],
    columns: { c: call('Number', call('GreatestNonNull', column('k'), call('Text', column('u')))) },
  },
  {
    title: 'different texts that are made with a written text are listed in order',
    rows: [blank(1, { k: 'b' }), blank(2, { k: 'a' }), blank(3, { k: 'b' })],
    columns: { c: call('ListAggDistinct', call('&', column('k'), literal('!')), literal(', '), literal('desc')) },
    element: { summary: ['c'] },
  },
  {
    title: 'a filter of paths looks into a column that holds whole paths',
    rows: [blank(1, { k: 'x', n: int(7) }), blank(2, { k: 'x' }), blank(3, { k: 'y' }), blank(4)],
    columns: { h: call('RaggedHierarchy', column('k'), call('Text', column('n'))) },
    element: {
      filters: [{ id: 'f', columnId: 'h', kind: 'hierarchy', mode: 'include', values: [['x', '7'], ['y']] }],
    },
  },
  {
    title: 'a filter of paths over a key leaves filters of rows to the rows',
    rows: [blank(1, { k: 'x', b: true }), blank(2, { k: 'x' }), blank(3, { k: 'y', b: true })],
    element: {
      groupings: [{ id: 'g', keys: ['k'], calculations: [], sort: [] }],
      folder: { id: 'levels', columns: ['k'] },
      filters: [
        { id: 'f', columnId: 'levels', kind: 'hierarchy', mode: 'include', values: [['x']] },
        { id: 'g', columnId: 'b', kind: 'list', mode: 'include', values: [true] },
      ],
    },
  },
  {
    title: 'a metric is an aggregate also inside a total',
    rows: [blank(1, { k: 'x', n: int(1) }), blank(2, { k: 'y', n: int(2) })],
    element: { metrics: [{ name: 'Total', kind: 'int', expr: call('Sum', column('n')) }] },
    more: [
      onMain({
        columns: { k: source('Main', 'k'), all: call('GrandTotal', total), share: call('PercentOfTotal', total) },
        groupings: [{ id: 'g', keys: ['k'], calculations: ['all', 'share'], sort: [] }],
      }),
    ],
  },
  {
    title: 'the first values of a column are those of its own order, also from the last',
    rows: [blank(1, { k: 'a' }), blank(2, { k: 'b' }), blank(3, { k: 'c' }), blank(4)],
    more: [
      onMain({
        columns: { k: source('Main', 'k'), first: firstOfK, v: call('Count') },
        groupings: [
          { id: 'g', keys: ['first'], calculations: ['v'], sort: [{ columnId: 'first', direction: 'descending' }] },
        ],
        chart: {
          kind: 'bar-chart',
          shelves: { x_axis: { columnId: 'first', sort: { direction: 'descending' } } },
          measures: ['v'],
        },
      }),
    ],
  },
  {
    title: 'windows run along an axis that is limited to its first values',
    rows: [
      blank(1, { k: 'a' }),
      blank(2, { k: 'b' }),
      blank(3, { k: 'b' }),
      blank(4, { k: 'c' }),
      blank(5, { b: true }),
    ],
    more: [
      onMain({
        columns: { k: source('Main', 'k'), b: source('Main', 'b'), first: firstOfK, v: runningCount },
        groupings: [
          { id: 'g', keys: ['b'], calculations: [], sort: [] },
          { id: 'h', keys: ['first'], calculations: ['v'], sort: [{ columnId: 'first', direction: 'descending' }] },
        ],
        chart: {
          kind: 'line-chart',
          shelves: { x_axis: { columnId: 'first', sort: { direction: 'descending' } }, color: { columnId: 'b' } },
          measures: ['v'],
        },
      }),
    ],
  },
  {
    title: 'an axis stands by a total of another shelf: over the axis alone nothing is left of that shelf',
    rows: [blank(1, { k: 'x', b: true, n: int(1) }), blank(2, { k: 'y', b: false, n: int(2) })],
    more: [
      onMain({
        columns: { k: source('Main', 'k'), b: source('Main', 'b'), v: ofPanel },
        groupings: [
          { id: 'g', keys: ['b'], calculations: [], sort: [{ columnId: 'b', direction: 'ascending' }] },
          {
            id: 'h',
            keys: ['k'],
            calculations: ['v'],
            sort: [{ columnId: 'k', direction: 'descending', by: ofPanel }],
          },
        ],
        chart: {
          kind: 'bar-chart',
          shelves: {
            x_axis: { columnId: 'k', sort: { direction: 'descending', by: 'v' } },
            trellis_row: { columnId: 'b' },
          },
          measures: ['v'],
        },
      }),
    ],
  },
  {
    title: 'what reads the items of an array may stand over aggregates and windows of its level',
    rows: [blank(1), blank(2), blank(3)],
    columns: {
      counted: call('ArrayLength', call('ArrayDistinct', call('Array', call('Count'), call('Sum', column('u'))))),
      before: call('ArrayLength', call('ArrayDistinct', call('Array', call('Lag', column('u')), column('u')))),
    },
    element: { summary: ['counted'] },
  },
  {
    title: 'a lookup of a constant inside an aggregate is looked up for each row',
    rows: [blank(1), blank(2)],
    columns: { c: call('Sum', call('Lookup', other('Side', 'u'), literal(int(1)), other('Side', 'u'))) },
    element: { summary: ['c'] },
  },
]

function workbookOf({ rows, columns = {}, element = {}, more = [] }: Defect): Workbook {
  const made = Object.entries(columns).map(([id, expr]) => ({ id, kind: 'text' as const, expr }))
  const read = FIELDS.map(({ name }) => ({ id: name, kind: 'text' as const, expr: source('T', name) }))
  const side: Element = {
    id: 'Side',
    source: { kind: 'warehouse-table', path: ['D', 'T'] },
    columns: read,
    groupings: [],
    summary: [],
    sort: [],
    filters: [],
  }
  const main: Element = {
    ...side,
    id: 'Main',
    source: { kind: 'warehouse-table', path: ['D', 'T'] },
    columns: [...read, ...made],
    groupings: [],
    summary: [],
    sort: [{ columnId: 'u', direction: 'ascending' }],
    filters: [],
    ...element,
  }
  return { tables: [{ path: ['D', 'T'], columns: [...FIELDS], rows }], elements: [side, main, ...more] }
}

describe.each([
  ['duckdb', openDuckDb, null],
  ['postgres', openPostgres, null],
  [`a ${flavourLabel} server`, async () => openMariadbAt(await newDatabase('mariadb')), whySkipped('mariadb')],
  ['a Trino server', openTrino, whySkipped('trino')],
] as const)('%s', (_, openEngine, skipped) => {
  let engine: GoldenEngine
  beforeAll(async () => {
    if (!skipped) engine = await openEngine()
  })
  afterAll(() => engine?.close())

  test.skipIf(skipped).each(defects)(`$title${skipped ? ` (skipped: ${skipped})` : ''}`, async (defect) => {
    await check(engine, workbookOf(defect))
  })
})
