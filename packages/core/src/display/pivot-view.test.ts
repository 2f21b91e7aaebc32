import { describe, expect, it } from 'vitest'
import type { DataElement } from '../document/index.ts'
import { defaultLocale } from '../format/index.ts'
import type { Cell, LevelName } from '../types/index.ts'
import type { ElementRows } from './element-rows.ts'
import type { LevelRows } from './level-rows.ts'
import type { PivotLine } from './pivot-lines.ts'
import { closedKey, pivotView } from './pivot-view.ts'

const words = {
  total: 'Total',
  totalOf: (name: string) => `${name} total`,
  null: '(null)',
  values: 'Values',
  calculation: 'Calculation',
}
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

function dataOf(levels: Partial<Record<LevelName, readonly Record<string, Cell>[]>>): ElementRows {
  const known = Object.entries(levels) as [LevelName, Record<string, Cell>[]][]
  return {
    levels: new Map(known.map(([name, rows]) => [name, level(rows)])),
    children: new Map(),
  }
}

function elementOf(more: Record<string, unknown>): DataElement {
  const ids = [...keys, 'sum', 'orders']
  const columns = ids.map((id) => ({ id, name: id, formula: '' }))
  return { id: 'p', kind: 'pivot-table', pageId: 'a', columns, values: ['sum'], ...more } as unknown as DataElement
}

/** The table as displayed: the headers of each row, then its cells. */
function drawn(element: DataElement, data: ElementRows, closed: ReadonlySet<string> = new Set()) {
  const view = pivotView(element, data, { words, locale: defaultLocale }, closed)
  const path = (line: PivotLine) => line.headers.map((header) => header?.text ?? '').join('|')
  return {
    columns: view.columns.map(path),
    rows: view.rows.map((row) => [path(row), ...view.columns.map((column) => view.cell(row, column).text)]),
  }
}

const columnsWith = (formatted: string, format: Record<string, unknown>) =>
  [...keys, 'sum', 'orders'].map((id) => ({
    id,
    name: id,
    formula: '',
    ...(id === formatted ? { format: { kind: 'number', ...format } } : {}),
  }))
const mall = [
  { region: 'East', store: 'Mall', sum: '1' },
  { region: 'East', store: 'Port', sum: '2' },
]
const shelf = (...ids: string[]) => ids.map((columnId) => ({ columnId }))

describe('a pivot table', () => {
  it('has a cell for each row and column, every total in its place, and empty cells where there are no rows', () => {
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
        // As the engine computed it: a distinct count is not the sum of its parts.
        ['Total', '1', '6', '99'],
      ],
    })
  })

  it('has the columns in order, even if no row has all of them', () => {
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

  const flag = { showValuesAggregatedAt: 'every-parent-row' }
  const byStore = (more: Record<string, unknown> = {}) =>
    elementOf({ rowsBy: [{ columnId: 'region' }, { columnId: 'store', ...flag }], ...more })

  it('shows the values of a group at its head, with the label of its totals, and not again below', () => {
    expect(drawn(byStore(), nested).rows.slice(0, 4)).toEqual([
      ['East|', '3'],
      ['East|Mall', '1'],
      ['East|Port', '2'],
      ['(null)|', '4'],
    ])
    const labelled = byStore({ axisTotals: [{ axisId: 'region', label: 'All stores' }] })
    expect(drawn(labelled, nested).rows[0]).toEqual(['East|All stores', '3'])
    const columns = elementOf({ columnsBy: [{ columnId: 'region' }, { columnId: 'store', ...flag }] })
    const data = dataOf({ base: [...mall], r0c1: [{ region: 'East', sum: '3' }] })
    expect(drawn(columns, data).columns).toEqual(['East|East total', 'East|Mall', 'East|Port'])
  })

  const eastClosed = new Set([closedKey('rows', '["East"]')])
  it.each([
    {
      name: 'separate columns',
      more: {},
      rows: [
        ['East|', '3'],
        ['(null)|Web', '4'],
      ],
    },
    {
      name: 'one column',
      more: { display: { rowLayout: 'single-column' } },
      rows: [
        ['East', '3'],
        ['(null)', '4'],
      ],
    },
    {
      name: 'subtotals only of closed groups',
      more: { totals: { showSubtotals: 'when-collapsed' } },
      rows: [
        ['East|', '3'],
        ['(null)|Web', '4'],
        ['Total|', '7'],
      ],
    },
    {
      name: 'subtotals only of closed groups in one column',
      more: { totals: { showSubtotals: 'when-collapsed' }, display: { rowLayout: 'single-column' } },
      rows: [
        ['East', '3'],
        ['(null)', ''],
        ['Web', '4'],
      ],
    },
  ])('a closed group is one line with its values: $name', ({ more, rows }) => {
    const element = elementOf({ rowsBy: shelf('region', 'store'), ...more })
    expect(drawn(element, nested, eastClosed).rows.slice(0, rows.length)).toEqual(rows)
    const [first] = pivotView(element, nested, { words, locale: defaultLocale }, eastClosed).rows
    expect(first?.headers[0]?.group).toEqual({ key: '["East"]', isOpen: false })
  })

  it('a header of the last key cannot be opened', () => {
    const { rows } = pivotView(elementOf({ rowsBy: shelf('region', 'store') }), nested, {
      words,
      locale: defaultLocale,
    })
    expect(rows[0]?.headers.map((header) => header?.group !== undefined)).toEqual([true, false])
  })

  describe('a calculated line', () => {
    const withLines = (lines: Record<string, unknown>[], more: Record<string, unknown> = {}) =>
      elementOf({
        rowsBy: shelf('region', 'store'),
        adhocCalcs: lines.map((line, at) => ({
          id: `l${at}`,
          name: `L${at}`,
          calculations: [{ columnId: 'sum', formula: '1' }],
          ...line,
        })),
        ...more,
      })
    const dataWith = (levels: Parameters<typeof dataOf>[0]) => ({
      ...nested,
      levels: new Map([...nested.levels, ...dataOf(levels).levels]),
    })
    const east = [{ columnId: 'region', value: 'East' }]

    it('is beside the member, at the edge of its group, or beside its total', () => {
      const element = withLines([
        { inColumn: 'store', value: 'Mall', in: east, position: 'above' },
        { inColumn: 'region', value: 'East', position: 'below', anchorRow: 'data' },
        { inColumn: 'region', value: 'East', position: 'below', anchorRow: 'subtotal' },
        { inColumn: 'region', position: 'above', anchorRow: 'subtotal' },
      ])
      const data = dataWith({
        r2c0a0: [{ region: 'East', store: 'Mall', sum: '10' }],
        r1c0a1: [{ region: 'East', sum: '11' }],
        r1c0a2: [{ region: 'East', sum: '12' }],
        r0c0a3: [{ sum: '13' }],
      })
      expect(drawn(element, data).rows).toEqual([
        ['East|L0', '10'],
        ['East|Mall', '1'],
        ['East|Port', '2'],
        ['East|L1', '11'],
        ['East|East total', '3'],
        ['East|L2', '12'],
        ['(null)|Web', '4'],
        ['(null)|(null) total', '4'],
        ['L3|', '13'],
        ['Total|', '7'],
      ])
      const nestedRows = { ...element, display: { rowLayout: 'single-column' } } as unknown as DataElement
      expect(drawn(nestedRows, data).rows).toEqual([
        ['East', '3'],
        ['L2', '12'],
        ['L0', '10'],
        ['Mall', '1'],
        ['Port', '2'],
        ['L1', '11'],
        ['(null)', '4'],
        ['Web', '4'],
        ['L3', '13'],
        ['Total', '7'],
      ])
    })

    it('stays beside the total of a closed group, whose headers span all levels', () => {
      const element = withLines([
        { inColumn: 'region', value: 'East', position: 'below', anchorRow: 'subtotal' },
        { inColumn: 'region', value: 'East', position: 'below' },
      ])
      const data = dataWith({ r1c0a0: [{ region: 'East', sum: '12' }], r1c0a1: [{ region: 'East', sum: '13' }] })
      const { rows } = pivotView(element, data, { words, locale: defaultLocale }, eastClosed)
      expect(rows.slice(0, 2).map(({ headers }) => headers.map((header) => [header?.text, header?.span]))).toEqual([
        [
          ['East', 1],
          ['', 1],
        ],
        [
          ['East', 1],
          ['L0', 1],
        ],
      ])
      expect(rows[0]?.headers[0]?.key).toBe(rows[1]?.headers[0]?.key)
      expect(rows[2]?.cells).toEqual([null, 'Web'])
    })

    it('has cells where it crosses totals and other lines, in the types of its formulas, and is blank elsewhere', () => {
      const element = withLines(
        [
          { inColumn: 'region', value: 'East', position: 'below' },
          { inColumn: 'year', value: '2025', position: 'above' },
        ],
        { rowsBy: shelf('region'), columnsBy: shelf('year'), columns: columnsWith('sum', { formatString: '.1%' }) },
      )
      const data = dataOf({
        base: [{ region: 'East', year: '2025', sum: '1' }],
        r1c0: [{ region: 'East', sum: '1' }],
        r1c1a0: [{ region: 'East', year: '2025', sum: 0.25 }],
        r1c0a0: [{ region: 'East', sum: null }],
        r1c1a1: [{ region: 'East', year: '2025', sum: 0.5 }],
        r1c1a0a1: [{ region: 'East', year: '2025', sum: 0.125 }],
      })
      for (const [name, { columns }] of data.levels)
        if (name.includes('a0') || name.includes('a1'))
          for (const column of columns) if (column.id === 'sum') column.type = { kind: 'float64' }
      expect(drawn(element, data)).toEqual({
        columns: ['L1', '2025', 'Total'],
        rows: [
          ['East', '50.0%', '100.0%', '100.0%'],
          ['L0', '12.5%', '25.0%', ''],
        ],
      })
    })

    it('without a formula is beside the given member, and nowhere when there are no such cells', () => {
      const element = withLines([{ inColumn: 'store', value: 'Port', position: 'above', calculations: [], name: '' }])
      expect(drawn(element, nested).rows.slice(0, 3)).toEqual([
        ['East|Mall', '1'],
        ['East|Calculation', ''],
        ['East|Port', '2'],
      ])
      const nobody = withLines([{ inColumn: 'store', value: 'Port', position: 'above' }])
      const data = {
        ...nested,
        levels: new Map([
          ...nested.levels,
          ['r2c0a0', { ...level([]), columns: level([{ region: '', store: '' }]).columns }],
        ]),
      } as ElementRows
      expect(drawn(nobody, data).rows).toHaveLength(6)
    })
  })

  it('styles the cells of a total as the document says', () => {
    const cellFormats = [
      { columnId: 'sum', backgroundColor: '#ff0000', align: 'left', format: { kind: 'number', formatString: '.2f' } },
    ]
    const element = elementOf({ rowsBy: shelf('region', 'store'), axisTotals: [{ axisId: 'region', cellFormats }] })
    const { rows, columns, cell } = pivotView(element, nested, { words, locale: defaultLocale })
    const shown = rows.flatMap((row) => columns.map((column) => cell(row, column)))
    expect(shown.map(({ text, look }) => [text, look?.align])).toEqual([
      ['1', undefined],
      ['2', undefined],
      ['3.00', 'left'],
      ['4', undefined],
      ['4.00', 'left'],
      ['7', undefined],
    ])
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

  it('returns the text of empty cells, and that more rows exist than were loaded', () => {
    const data: ElementRows = {
      ...dataOf({}),
      levels: new Map([['base', level([{ region: 'East', year: '2024', sum: null }], true)]]),
    }
    const element = elementOf({
      rowsBy: shelf('region'),
      columnsBy: shelf('year'),
      display: { emptyCellDisplay: '–' },
    })
    expect(drawn(element, data).rows).toEqual([['East', '–']])
    expect(pivotView(element, data, { words, locale: defaultLocale }).isPartial).toBe(true)
  })
})
