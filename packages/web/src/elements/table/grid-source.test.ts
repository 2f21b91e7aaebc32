import { tableShape, tableView } from '@octavo/core/display'
import type { TableElement } from '@octavo/core/document'
import type { Cell, CellState, ValueType } from '@octavo/core/types'
import { expect, it } from 'vitest'
import type { ElementData } from '../../editor/index.ts'
import { gridSource } from './grid-source.ts'

const element: TableElement = {
  id: 't',
  kind: 'table',
  source: { kind: 'warehouse-table', connectionId: 'c', path: ['T'] },
  columns: [
    { id: 'amount', formula: '[T/AMOUNT]', format: { kind: 'number', formatString: '$,.2f', displayNullAs: 'none' } },
    { id: 'note', formula: '[T/NOTE]', style: { align: 'right', width: 90 } },
    { id: 'key', formula: '[T/KEY]', hidden: true },
  ],
  sort: [{ columnId: 'note', direction: 'descending' }],
}

const types: Record<string, ValueType> = {
  amount: { kind: 'decimal', precision: 18, scale: 2 },
  note: { kind: 'text' },
  key: { kind: 'int64' },
}

function source(rows: Record<string, Cell>[], states: Record<string, (CellState | null)[]> = {}) {
  const ids = Object.keys(types)
  const data: ElementData = {
    status: 'ready',
    isStale: false,
    children: new Map(),
    levels: new Map([
      [
        'base',
        {
          columns: ids.map((id) => ({ id, name: id, type: types[id] ?? { kind: 'text' }, nullable: true })),
          values: ids.map((id) => rows.map((row) => row[id] ?? null)),
          states: ids.map((id) => states[id]),
          rowCount: rows.length,
          hasMore: false,
        },
      ],
    ]),
  }
  return gridSource({
    element,
    data,
    view: tableView(tableShape(element), data, new Set()),
    sort: undefined,
    words: { null: 'null' },
  })
}

it('leaves hidden columns out, aligns numbers to the end, and reads style and saved sort from the document', () => {
  expect(source([]).columns).toMatchObject([
    { id: 'amount', name: 'amount', align: 'end', isSortable: true, sort: undefined },
    { id: 'note', name: 'note', align: 'end', width: 90, isSortable: true, sort: 'descending' },
  ])
})

it('shows the format and copies the exact value', () => {
  expect(source([{ amount: '123456789012345678.90', note: 'a' }]).cell(0, 0)).toEqual({
    text: '$123,456,789,012,345,678.90',
    raw: '123456789012345678.90',
  })
})

it('shows null as its format says or as the default text, and copies it as empty', () => {
  const rows = source([{ amount: null, note: null }])
  expect(rows.cell(0, 0)).toEqual({ text: 'none', raw: '', look: 'null' })
  expect(rows.cell(0, 1)).toEqual({ text: 'null', raw: '', look: 'null' })
})

it.each<[CellState, string]>([
  ['several', '*'],
  ['restricted', '•••'],
  ['error', '#'],
])('marks a cell that is %s with %s', (state, text) => {
  expect(source([{ amount: '1', note: 'x' }], { note: [state] }).cell(0, 1)).toMatchObject({ text, look: state })
})

it('shows totals below their columns, with the format of the total, and nothing for columns without one', () => {
  const grouped: TableElement = {
    ...element,
    columns: [
      { id: 'note', formula: '[T/NOTE]' },
      { id: 'amount', formula: 'Sum([T/AMOUNT])' },
      { id: 'all', formula: 'Sum([T/AMOUNT])', format: { kind: 'number', formatString: '$,.2f' } },
    ],
    groupings: [{ id: 'g', groupBy: ['note'], calculations: ['amount'] }],
    sort: [],
    summary: ['all'],
    x: { totals: { amount: 'all' } },
  }
  const level = (ids: readonly string[], values: Cell[][]) => ({
    columns: ids.map((id) => ({
      id,
      name: id,
      type: types[id === 'all' ? 'amount' : id] ?? { kind: 'text' as const },
      nullable: true,
    })),
    values,
    states: ids.map(() => undefined),
    rowCount: values[0]?.length ?? 0,
    hasMore: false,
  })
  const made = (summary: Cell[]) => {
    const levels: ElementData['levels'] = new Map([
      ['g1', level(['note', 'amount'], [['a'], ['1.00']])],
      ['summary', level(['all'], [summary])],
    ])
    const data: ElementData = { status: 'ready', isStale: false, children: new Map(), levels }
    const view = tableView(tableShape(grouped), data, new Set())
    return gridSource({ element: grouped, data, view, sort: undefined, words: { null: 'null' } }).totals
  }
  expect(made(['1234.50'])).toMatchObject([null, { text: '$1,234.50', raw: '1234.50' }])
  expect(made([])).toBeUndefined()
})
