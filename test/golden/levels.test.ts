import { expect, test } from 'vitest'
import { documentOf, onBothEngines } from './both-engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readLevel } from './run-case.ts'

const source = { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] }
const rowColumns = {
  Region: '[STOCK/REGION]',
  Store: '[STOCK/STORE]',
  Month: '[STOCK/MONTH]',
  Qty: '[STOCK/QTY]',
}

interface TableCase {
  /** Formulas by name; the name is the id. */
  row?: Record<string, string>
  groups?: { by: Record<string, string> | string[]; calculations?: Record<string, string> }[]
  summary?: Record<string, string>
  filters?: Record<string, unknown>[]
}

onBothEngines('levels', (engine) => {
  const contextOf = () => goldenContext(goldenCatalog({ dialect: engine().dialect }))

  async function levelsOf({ row = {}, groups = [], summary = {}, filters = [] }: TableCase) {
    const keys = groups.map(({ by }) => (Array.isArray(by) ? {} : by))
    const formulas = Object.assign({}, rowColumns, row, ...keys, ...groups.map(({ calculations }) => calculations), summary)
    const document = documentOf({
      id: 'stock',
      kind: 'table',
      name: 'Stock',
      source,
      columns: Object.entries(formulas).map(([name, formula]) => ({ id: name, formula, name })),
      groupings: groups.map(({ by, calculations = {} }, index) => ({
        id: `grouping-${index}`,
        groupBy: Array.isArray(by) ? by : Object.keys(by),
        calculations: Object.keys(calculations),
      })),
      summary: Object.keys(summary),
      filters: filters.map((filter, index) => ({ id: `filter-${index}`, ...filter })),
    })
    const levels: Record<string, unknown[][]> = {}
    for (const level of compileOrThrow(document, 'stock', contextOf()).levels) levels[level.level] = (await readLevel(engine(), level)).rows
    return levels
  }

  const region = { by: ['Region'], calculations: { 'Region Qty': 'Sum([Qty])' } }
  const store = { by: ['Store'], calculations: { 'Store Qty': 'Sum([Qty])' } }
  const total = { Total: 'Sum([Qty])' }

  test('a filter on a calculation removes groups; outer calculations and totals are computed over the rest', async () => {
    const levels = await levelsOf({
      groups: [region, store],
      summary: total,
      filters: [{ columnId: 'Store Qty', kind: 'number-range', min: 30 }],
    })
    expect(levels.summary).toEqual([['100']])
    expect(levels.g1).toEqual([['E', '30'], ['W', '70']])
    expect(levels.g2).toEqual([['E', 'B', '30'], ['W', 'C', '70']])
    expect(levels.base).toHaveLength(3)
  })

  test('after a filter on a calculation, shares, subtotals, windows and outer values are computed over the rest', async () => {
    const values = { Share: '[Store Qty] / [Total]', Part: 'PercentOfTotal(Sum([Qty]))', Rank: 'Rank([Store Qty], "desc")', Big: 'Max([Qty])', Of: '[Region Qty]' }
    const levels = await levelsOf({
      groups: [region, { by: ['Store'], calculations: { 'Store Qty': 'Sum([Qty])', ...values } }],
      summary: total,
      filters: [{ columnId: 'Store Qty', kind: 'number-range', min: 30 }],
    })
    expect(levels.g2).toEqual([['E', 'B', '30', 0.3, 1, '1', '30', '30'], ['W', 'C', '70', 0.7, 1, '1', '50', '70']])
  })

  test('filters apply from the rows outwards', async () => {
    const levels = await levelsOf({
      groups: [region, store],
      summary: total,
      filters: [
        { columnId: 'Region Qty', kind: 'number-range', max: 45 },
        { columnId: 'Store Qty', kind: 'number-range', min: 10 },
        { columnId: 'Month', kind: 'list', values: ['Jan'] },
      ],
    })
    expect(levels.summary).toEqual([['50']])
    expect(levels.g1).toEqual([['E', '30'], ['W', '20']])
  })

  test('a filter on the summary keeps all rows or none', async () => {
    const of = async (min: number) => levelsOf({ groups: [region], summary: total, filters: [{ columnId: 'Total', kind: 'number-range', min }] })
    expect((await of(110)).g1).toHaveLength(2)
    expect(await of(111)).toMatchObject({ g1: [], base: [], summary: [[null]] })
  })

  test('a filter on a window removes rows without computing it again', async () => {
    const levels = await levelsOf({
      groups: [region, { by: ['Store'], calculations: { ...store.calculations, Running: 'CumulativeSum([Store Qty])' } }],
      filters: [{ columnId: 'Running', kind: 'number-range', min: 40 }],
    })
    expect(levels.g1).toEqual([['E', '30'], ['W', '70']])
    expect(levels.g2).toEqual([['E', 'B', '30', '40'], ['W', 'C', '70', '70']])
  })

  test('a filter on a row value that reads an aggregate is decided once', async () => {
    const levels = await levelsOf({
      row: { Share: '[Qty] / [Store Qty]' },
      groups: [store],
      filters: [{ columnId: 'Share', kind: 'number-range', min: 0.5 }],
    })
    expect(levels.g1).toEqual([['A', '6'], ['B', '30'], ['C', '50']])
  })

  test('a summary is read by the rows and the groups', async () => {
    const levels = await levelsOf({
      row: { Part: '[Qty] / [Total]' },
      groups: [{ by: ['Region'], calculations: { Share: 'Sum([Qty]) / [Total]' } }],
      summary: { Total: 'Sum([Qty])', Twice: '[Total] * 2', Word: '"fixed"' },
    })
    expect(levels.summary).toEqual([['110', '220', 'fixed']])
    expect(levels.g1?.map((row) => Number(row[1]).toFixed(4))).toEqual(['0.3636', '0.6364'])
    expect(levels.base?.map((row) => Number(row.at(-1)).toFixed(4)).sort()).toEqual(['0.0364', '0.0545', '0.1818', '0.2727', '0.4545'])
  })

  test('a summary with only a constant has one row', async () => {
    expect((await levelsOf({ summary: { Word: '"fixed"' } })).summary).toEqual([['fixed']])
  })

  test('a key may be an expression with values, and two keys make one level', async () => {
    const levels = await levelsOf({
      groups: [{ by: { Size: 'If([Qty] >= 20, "big", "small")', Letter: 'Left([Store], 1)' }, calculations: { N: 'Count()' } }],
    })
    expect(levels.g1).toEqual([['big', 'B', '1'], ['big', 'C', '2'], ['small', 'A', '2']])
  })

  test('an inner key may read a calculation of an outer grouping', async () => {
    const levels = await levelsOf({
      groups: [region, { by: { Kind: 'If([Qty] * 2 > [Region Qty], "heavy", "light")' }, calculations: { N: 'Count()' } }],
    })
    expect(levels.g2).toEqual([['E', 'heavy', '1'], ['E', 'light', '2'], ['W', 'heavy', '1'], ['W', 'light', '1']])
  })

  test('aggregates inside the argument of an aggregate belong to the level of the column, at any depth', async () => {
    const levels = await levelsOf({
      groups: [
        {
          by: ['Region'],
          calculations: {
            Largest: 'SumIf([Qty], [Qty] = Max([Qty]))',
            Above: 'CountIf([Qty] > Avg([Qty]))',
            Deep: 'Sum(If([Qty] = Max(If([Qty] < Max([Qty]), [Qty], Null)), [Qty], 0))',
          },
        },
      ],
    })
    expect(levels.g1).toEqual([['E', '30', '1', '6'], ['W', '50', '1', '20']])
  })

  test('a window in a chart runs along the axis and restarts for each colour', async () => {
    const document = documentOf({
      id: 'chart',
      kind: 'line-chart',
      name: 'Running',
      source,
      columns: [
        { id: 'x', formula: '[STOCK/STORE]', name: 'Store' },
        { id: 'c', formula: '[STOCK/MONTH]', name: 'Month' },
        { id: 'y', formula: 'CumulativeSum(Sum([STOCK/QTY]))', name: 'Running' },
        { id: 'p', formula: 'PercentOfTotal(Sum([STOCK/QTY]))', name: 'Part' },
      ],
      xAxis: { columnId: 'x' },
      yAxis: { columnIds: ['y'] },
      color: { by: 'category', column: 'c' },
    })
    const { levels } = compileOrThrow(document, 'chart', contextOf())
    expect(levels).toHaveLength(1)
    const [level] = levels
    if (!level) throw new Error('One level is expected.')
    const { rows } = await readLevel(engine(), level)
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['A', 'Feb', '6'],
      ['A', 'Jan', '4'],
      ['B', 'Jan', '34'],
      ['C', 'Feb', '56'],
      ['C', 'Jan', '54'],
    ])
    expect(rows.reduce((sum, row) => sum + Number(row[3]), 0)).toBeCloseTo(1)
  })

  test('a chart without dimensions and an empty KPI have one row', async () => {
    const kpi = { id: 'kpi', kind: 'kpi-chart', name: 'N', source, columns: [{ id: 'n', formula: 'Sum([STOCK/QTY])', name: 'N' }, { id: 'r', formula: '[STOCK/REGION]', name: 'R' }], value: { columnId: 'n' }, filters: [{ id: 'f', columnId: 'r', kind: 'list', values: ['nowhere'] }] }
    const element = compileOrThrow(documentOf(kpi), 'kpi', contextOf())
    expect((await readLevel(engine(), element.flat)).rows).toEqual([[null]])
  })

  test('long chains of columns have statements of limited size', async () => {
    const row: Record<string, string> = { C0: '[Qty]' }
    for (let index = 1; index <= 60; index += 1) row[`C${index}`] = `If([C${index - 1}] > 1000, [C${index - 1}] - 1000, [C${index - 1}] * 2)`
    const levels = await levelsOf({ row })
    const expected = (qty: number) => Array.from({ length: 60 }).reduce<number>((value) => (value > 1000 ? value - 1000 : value * 2), qty)
    expect(levels.base?.map((cells) => Number(cells.at(-1)))).toEqual([4, 6, 30, 20, 50].map(expected))
  })
})
