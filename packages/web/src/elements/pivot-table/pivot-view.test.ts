import type { DataElement } from '@octavo/core/document'
import type { Cell, LevelName } from '@octavo/core/types'
import { describe, expect, it } from 'vitest'
import type { ElementData, LevelRows } from '../../editor/index.ts'
import { type PivotLine, pivotView } from './pivot-view.ts'

const words = { total: 'Total', totalOf: (name: string) => `${name} total`, null: '(null)', values: 'Values' }
const keys = ['region', 'store', 'year', 'channel']

function level(rows: readonly Record<string, Cell>[], hasMore = false): LevelRows {
  const ids = Object.keys(rows[0] ?? {})
  return {
    columns: ids.map((id) => ({
      id,
      name: id.slice(0, 1).toUpperCase() + id.slice(1),
      type: { kind: keys.includes(id) ? 'text' : 'int64' },
      nullable: true,
    })),
    values: ids.map((id) => rows.map((row) => row[id] ?? null)),
    states: ids.map(() => undefined),
    rowCount: rows.length,
    hasMore,
  }
}

function dataOf(levels: Partial<Record<LevelName, readonly Record<string, Cell>[]>>): ElementData {
  const known = Object.entries(levels) as [LevelName, Record<string, Cell>[]][]
  return {
    status: 'ready',
    isStale: false,
    levels: new Map(known.map(([name, rows]) => [name, level(rows)])),
    children: new Map(),
  }
}

function elementOf(more: Record<string, unknown>): DataElement {
  const ids = [...keys, 'sum', 'orders']
  const columns = ids.map((id) => ({ id, name: id, formula: '' }))
  return { id: 'p', kind: 'pivot-table', pageId: 'a', columns, values: ['sum'], ...more } as unknown as DataElement
}

/** The table as people read it: headers of each row, then its cells. */
function drawn(element: DataElement, data: ElementData) {
  const view = pivotView(element, data, words)
  const path = (line: PivotLine) => line.headers.map((header) => header?.text ?? '').join('|')
  return {
    columns: view.columns.map(path),
    rows: view.rows.map((row) => [path(row), ...view.columns.map((column) => view.cell(row, column).text)]),
  }
}

const shelf = (...ids: string[]) => ids.map((columnId) => ({ columnId }))

describe('a pivot table', () => {
  it('crosses rows and columns, with every total where it belongs and nothing where no rows are', () => {
    const data = dataOf({
      base: [
        { region: 'East', year: '2024', sum: '1' },
        { region: 'East', year: '2025', sum: '2' },
        { region: 'West', year: '2025', sum: '4' },
      ],
      r1c0: [
        { region: 'East', sum: '3' },
        { region: 'West', sum: '4' },
      ],
      r0c1: [
        { year: '2024', sum: '1' },
        { year: '2025', sum: '6' },
      ],
      r0c0: [{ sum: '99' }],
    })
    expect(drawn(elementOf({ rowsBy: shelf('region'), columnsBy: shelf('year') }), data)).toEqual({
      columns: ['2024', '2025', 'Total'],
      rows: [
        ['East', '1', '2', '3'],
        ['West', '', '4', '4'],
        // As the engine computed it: a distinct count is no sum of its parts.
        ['Total', '1', '6', '99'],
      ],
    })
  })

  it('has the columns in their order, though no row has all of them', () => {
    const data = dataOf({
      base: [
        { region: 'A', year: '2025', sum: '1' },
        { region: 'B', year: '2024', sum: '2' },
        { region: 'B', year: '2025', sum: '3' },
        { region: 'C', year: '2023', sum: '4' },
        { region: 'C', year: '2024', sum: '5' },
      ],
    })
    const element = elementOf({ rowsBy: shelf('region'), columnsBy: shelf('year') })
    expect(drawn(element, data).columns).toEqual(['2023', '2024', '2025'])
  })

  const nested = dataOf({
    base: [
      { region: 'East', store: 'Mall', sum: '1', orders: '7' },
      { region: 'East', store: 'Port', sum: '2', orders: '8' },
      { region: null, store: 'Web', sum: '4', orders: '9' },
    ],
    r1c0: [
      { region: 'East', sum: '3', orders: '12' },
      { region: null, sum: '4', orders: '9' },
    ],
    r0c0: [{ sum: '7', orders: '20' }],
  })

  it.each([
    {
      name: 'subtotals after their groups',
      more: {},
      rows: [
        ['East|Mall', '1'],
        ['East|Port', '2'],
        ['East|East total', '3'],
        ['(null)|Web', '4'],
        ['(null)|(null) total', '4'],
        ['Total|', '7'],
      ],
    },
    {
      name: 'totals first, with a label of the author',
      more: { totals: { totalPosition: 'first' }, axisTotals: [{ axisId: 'grand-row-total', label: 'All' }] },
      rows: [
        ['All|', '7'],
        ['East|East total', '3'],
        ['East|Mall', '1'],
        ['East|Port', '2'],
        ['(null)|(null) total', '4'],
        ['(null)|Web', '4'],
      ],
    },
    {
      name: 'one column, a group above its members',
      more: { display: { rowLayout: 'single-column' } },
      rows: [
        ['East', '3'],
        ['Mall', '1'],
        ['Port', '2'],
        ['(null)', '4'],
        ['Web', '4'],
        ['Total', '7'],
      ],
    },
    {
      name: 'several values on rows',
      more: { values: ['sum', 'orders'], display: { stacked: 'stacked', rowLayout: 'single-column' } },
      rows: [
        ['East|Sum', '3'],
        ['East|Orders', '12'],
        ['Mall|Sum', '1'],
        ['Mall|Orders', '7'],
        ['Port|Sum', '2'],
        ['Port|Orders', '8'],
        ['(null)|Sum', '4'],
        ['(null)|Orders', '9'],
        ['Web|Sum', '4'],
        ['Web|Orders', '9'],
        ['Total|Sum', '7'],
        ['Total|Orders', '20'],
      ],
    },
  ])('lays groups out: $name', ({ more, rows }) => {
    expect(drawn(elementOf({ rowsBy: shelf('region', 'store'), ...more }), nested).rows).toEqual(rows)
  })

  it('puts the values where the document says among the keys of the columns', () => {
    const base = [
      { year: '2024', channel: 'app', sum: '1', orders: '2' },
      { year: '2024', channel: 'web', sum: '3', orders: '4' },
    ]
    const data = dataOf({ base, r0c1: [{ year: '2024', sum: '4', orders: '5' }], r0c0: [{ sum: '6', orders: '7' }] })
    const more = { columnsBy: shelf('year', 'channel'), values: ['sum', 'orders'] }
    const columnsAt = (measureShelfPosition: number) =>
      drawn(elementOf({ ...more, display: { measureShelfPosition } }), data).columns
    expect(columnsAt(-1)).toEqual([
      '2024|app|Sum',
      '2024|app|Orders',
      '2024|web|Sum',
      '2024|web|Orders',
      '2024|2024 total|Sum',
      '2024|2024 total|Orders',
      'Total||Sum',
      'Total||Orders',
    ])
    expect(columnsAt(0)).toEqual([
      'Sum|2024|app',
      'Sum|2024|web',
      'Sum|2024|2024 total',
      'Sum|Total|',
      'Orders|2024|app',
      'Orders|2024|web',
      'Orders|2024|2024 total',
      'Orders|Total|',
    ])
  })

  it('says what stands in empty cells, and that there is more than has come', () => {
    const data: ElementData = {
      ...dataOf({}),
      levels: new Map([['base', level([{ region: 'East', year: '2024', sum: null }], true)]]),
    }
    const element = elementOf({
      rowsBy: shelf('region'),
      columnsBy: shelf('year'),
      display: { emptyCellDisplay: '–' },
    })
    expect(drawn(element, data).rows).toEqual([['East', '–']])
    expect(pivotView(element, data, words).isPartial).toBe(true)
  })
})
