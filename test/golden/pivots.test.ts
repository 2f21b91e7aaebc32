import { expect, test } from 'vitest'
import { documentOf, onBothEngines } from './both-engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, type LevelResult, readLevel, readWhole } from './run-case.ts'
import { stock } from './tables.ts'

const columnsOf = (formulas: Record<string, string>) => Object.entries(formulas).map(([name, formula]) => ({ id: name, name, formula }))
const rows = stock.rows.map(([region, store, month, quantity]) => ({ Region: String(region), Store: String(store), Month: String(month), Qty: Number(quantity) }))
type Row = (typeof rows)[number]

function pivot(formulas: Record<string, string>, more: Record<string, unknown> = {}) {
  return {
    id: 'pivot',
    kind: 'pivot-table',
    name: 'Pivot',
    source: { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] },
    columns: columnsOf({ Region: '[STOCK/REGION]', Store: '[STOCK/STORE]', Month: '[STOCK/MONTH]', Qty: '[STOCK/QTY]', ...formulas }),
    rowsBy: [{ id: 'Region' }, { id: 'Store' }],
    columnsBy: [{ id: 'Month' }],
    values: Object.keys(formulas),
    ...more,
  }
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
const sum = (of: readonly Row[]) => of.reduce((total, row) => total + row.Qty, 0)
const distinct = (of: readonly Row[], key: keyof Row) => new Set(of.map((row) => row[key])).size

/** The rows of a key set, computed directly, in the order of the keys. */
function evaluate(keys: (keyof Row)[], values: ((of: readonly Row[]) => unknown)[]): unknown[][] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(keys.map((key) => row[key])))
  return [...groups].map(([key, of]) => [...JSON.parse(key), ...values.map((value) => value(of))]).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

onBothEngines('pivot tables', (engine) => {
  const contextOf = () => goldenContext(goldenCatalog({ dialect: engine().dialect }))
  const levelsOf = async (element: Record<string, unknown>) => {
    const compiled = compileOrThrow(documentOf(element), String(element.id), contextOf())
    const levels: LevelResult[] = []
    for (const level of compiled.levels) levels.push(await readLevel(engine(), level))
    expect((await readWhole(engine(), compiled)) ?? levels).toEqual(levels)
    return Object.fromEntries(levels.map(({ level, rows }): [string, unknown[][]] => [level, rows]))
  }

  test('a column that is on the rows twice is grouped as two columns', async () => {
    const twice = pivot({ Again: '[STOCK/REGION]', Sum: 'Sum([Qty])' }, { rowsBy: [{ id: 'Region' }, { id: 'Again' }], values: ['Sum'] })
    const levels = await levelsOf(twice)
    expect(levels.r1c0).toEqual(levels.r2c0?.map(([region, _again, total]) => [region, total]))
    expect(levels.r1c1).toEqual(levels.base?.map(([region, _again, month, total]) => [region, month, total]))
  })

  test('every total of every aggregate is computed again from the rows', async () => {
    const levels = await levelsOf(
      pivot({ Sum: 'Sum([Qty])', Stores: 'CountDistinct([Store])', Median: 'Median([Qty])', Ratio: 'Sum([Qty]) / CountDistinct([Month])' }),
    )
    const values = [
      (of: readonly Row[]) => String(sum(of)),
      (of: readonly Row[]) => String(distinct(of, 'Store')),
      (of: readonly Row[]) => median(of.map((row) => row.Qty)),
      (of: readonly Row[]) => sum(of) / distinct(of, 'Month'),
    ]
    const sorted = (level: string) => [...(levels[level] ?? [])].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    expect(Object.keys(levels)).toEqual(['base', 'r2c0', 'r1c1', 'r1c0', 'r0c1', 'r0c0'])
    expect(sorted('base')).toEqual(evaluate(['Region', 'Store', 'Month'], values))
    expect(sorted('r2c0')).toEqual(evaluate(['Region', 'Store'], values))
    expect(sorted('r1c1')).toEqual(evaluate(['Region', 'Month'], values))
    expect(sorted('r1c0')).toEqual(evaluate(['Region'], values))
    expect(sorted('r0c1')).toEqual(evaluate(['Month'], values))
    expect(sorted('r0c0')).toEqual(evaluate([], values))
  })

  test.each([
    ['row', { base: ['E A Feb 10', 'E A Jan 10', 'E B Jan 30', 'W C Feb 70', 'W C Jan 70'], r1c1: ['E Feb 40', 'E Jan 40', 'W Feb 70', 'W Jan 70'], r0c1: ['Feb 110', 'Jan 110'] }],
    ['column', { base: ['E A Feb 56', 'E A Jan 54', 'E B Jan 54', 'W C Feb 56', 'W C Jan 54'], r2c0: ['E A 110', 'E B 110', 'W C 110'] }],
    ['row_parent', { base: ['E A Feb 6', 'E A Jan 34', 'E B Jan 34', 'W C Feb 50', 'W C Jan 20'], r1c1: ['E Feb 56', 'E Jan 54', 'W Feb 56', 'W Jan 54'] }],
    ['column_parent', { base: ['E A Feb 10', 'E A Jan 10', 'E B Jan 30', 'W C Feb 70', 'W C Jan 70'] }],
    ['grand_total', { base: ['E A Feb 110', 'E A Jan 110', 'E B Jan 110', 'W C Feb 110', 'W C Jan 110'], r0c0: ['110'] }],
  ])('Subtotal by %s keeps its keys, on totals the remaining ones', async (mode, expected) => {
    const levels = await levelsOf(pivot({ V: `Subtotal(Sum([Qty]), "${mode}")` }))
    for (const [level, texts] of Object.entries(expected)) expect((levels[level] ?? []).map((row) => row.join(' ')).sort()).toEqual(texts)
  })

  test('named totals are the column at fewer keys', async () => {
    const levels = await levelsOf(
      pivot({ V: 'Median([Qty])', R: '[V (Row Total)]', C: '[V (Column Total)]', P: '[V (Parent Row Total)]', G: '[V] / [V (Grand Total)]' }, { values: ['R', 'C', 'P', 'G'] }),
    )
    expect((levels.base ?? []).map((row) => row.join(' ')).sort()).toEqual(['E A Feb 5 28 6 0.3', 'E A Jan 5 20 17 0.2', 'E B Jan 30 20 17 1.5', 'W C Feb 35 28 50 2.5', 'W C Jan 35 20 20 1'])
    expect(levels.r0c0?.[0]?.[3]).toBe(1)
  })

  test('filters on cells remove cells; totals are computed over the rest', async () => {
    const levels = await levelsOf(pivot({ V: 'Sum([Qty])' }, { filters: [{ id: 'f', columnId: 'V', kind: 'number-range', min: 20 }] }))
    expect(levels.base?.map((row) => row[3])).toEqual(['30', '50', '20'])
    expect(levels.r1c0).toEqual([['E', '30'], ['W', '70']])
    expect(levels.r0c0).toEqual([['100']])
  })

  test('rows have the order of their totals, at every depth', async () => {
    const rowsBy = ['Region', 'Store'].map((id) => ({ id, sort: { direction: 'descending', by: 'V' } }))
    const levels = await levelsOf(pivot({ V: 'Sum([Qty])' }, { rowsBy }))
    expect(levels.r2c0?.map((row) => row[1])).toEqual(['C', 'B', 'A'])
    expect(levels.r1c0?.map((row) => row[0])).toEqual(['W', 'E'])
    expect(levels.base?.map((row) => row.join(' '))).toEqual(['W C Feb 50', 'W C Jan 20', 'E B Jan 30', 'E A Feb 6', 'E A Jan 4'])
  })

  test('hidden totals are not computed', async () => {
    const names = async (more: Record<string, unknown>) => Object.keys(await levelsOf(pivot({ V: 'Sum([Qty])' }, more)))
    expect(await names({ totals: { showGrandTotals: 'hidden' } })).toEqual(['base', 'r1c1'])
    expect(await names({ totals: { showSubtotals: 'hidden' } })).toEqual(['base', 'r2c0', 'r0c1', 'r0c0'])
    expect(await names({ axisTotals: [{ axisId: 'grand-column-total', visibility: 'hidden' }] })).toEqual(['base', 'r1c1', 'r0c1'])
  })

  test('a total may have a formula of its own; where two of them cross, the cell is blank', async () => {
    const axisTotals = [
      { axisId: 'Region', calculations: [{ columnId: 'V', formula: 'Max([Qty])' }] },
      { axisId: 'grand-column-total', calculations: [{ columnId: 'V', formula: 'Avg([Qty])' }] },
    ]
    const levels = await levelsOf(pivot({ V: 'Sum([Qty])' }, { axisTotals }))
    expect(levels.r1c1).toEqual([['E', 'Feb', '6'], ['E', 'Jan', '30'], ['W', 'Feb', '50'], ['W', 'Jan', '20']])
    expect(levels.r2c0).toEqual([['E', 'A', 5], ['E', 'B', 30], ['W', 'C', 35]])
    expect(levels.r1c0).toEqual([['E', null], ['W', null]])
    expect(levels.r0c1).toEqual([['Feb', '56'], ['Jan', '54']])
    expect(levels.r0c0).toEqual([[22]])
  })

  const text = (rows: unknown[][] | undefined) => (rows ?? []).map((row) => row.join(' ')).sort()
  const line = (more: Record<string, unknown>) => ({ id: 'line', inColumn: 'Store', position: 'below', name: 'Line', calculations: [{ columnId: 'V', formula: '[V] * 2' }], ...more })
  const lines = (levels: Record<string, unknown[][]>) => Object.fromEntries(Object.entries(levels).flatMap(([name, of]) => (name.includes('a') && name !== 'base' ? [[name, text(of)]] : [])))

  test.each([
    ['a member within its group, crossed with the totals of the columns', { value: 'A', in: [{ columnId: 'Region', value: 'E' }] }, { r2c1a0: ['E A Feb 12', 'E A Jan 8'], r2c0a0: ['E A 20'] }],
    ['a member in every group that has it', { value: 'C' }, { r2c1a0: ['W C Feb 100', 'W C Jan 40'], r2c0a0: ['W C 140'] }],
    ['a group', { inColumn: 'Region', value: 'E' }, { r1c1a0: ['E Feb 12', 'E Jan 68'], r1c0a0: ['E 80'] }],
    ['the total of a group', { in: [{ columnId: 'Region', value: 'W' }] }, { r1c1a0: ['W Feb 100', 'W Jan 40'], r1c0a0: ['W 140'] }],
    ['the total of every group', {}, { r1c1a0: ['E Feb 12', 'E Jan 68', 'W Feb 100', 'W Jan 40'], r1c0a0: ['E 80', 'W 140'] }],
    ['the grand total', { inColumn: 'Region' }, { r0c1a0: ['Feb 112', 'Jan 108'], r0c0a0: ['220'] }],
    ['a column', { inColumn: 'Month', value: 'Jan' }, { r2c1a0: ['E A Jan 8', 'E B Jan 60', 'W C Jan 40'], r1c1a0: ['E Jan 68', 'W Jan 40'], r0c1a0: ['Jan 108'] }],
    ['nobody', { value: 'Z' }, { r2c1a0: [], r2c0a0: [] }],
  ])('a calculated line has its formulas beside %s', async (_, more, expected) => {
    expect(lines(await levelsOf(pivot({ V: 'Sum([Qty])' }, { adhocCalcs: [line(more)] })))).toEqual(expected)
  })

  test('a calculated line computes every aggregate from the rows it represents, and values without a formula are blank', async () => {
    const calculations = [
      { columnId: 'Stores', formula: 'CountDistinct([Store])' },
      { columnId: 'Middle', formula: 'Median([Qty]) + [Stores]' },
      { columnId: 'Ratio', formula: '[V] / [V (Grand Total)]' },
      { columnId: 'Run', formula: '[Run]' },
    ]
    const formulas = { V: 'Sum([Qty])', Stores: 'CountDistinct([Store])', Middle: 'Median([Qty])', Ratio: '[V]', Run: 'CumulativeSum([V])' }
    const levels = await levelsOf(pivot(formulas, { rowsBy: [{ id: 'Region' }], adhocCalcs: [line({ inColumn: 'Region', value: 'W', calculations })] }))
    expect(levels.r1c1a0).toEqual([
      ['W', 'Feb', null, '1', 51, 50 / 110, '56'].map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(12)) : cell)),
      ['W', 'Jan', null, '1', 21, 20 / 110, '54'].map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(12)) : cell)),
    ])
    expect(levels.r1c0a0).toEqual([['W', null, '1', 36, Number((70 / 110).toPrecision(12)), '110']])
  })

  test('where a calculated row crosses a column or a total with another formula, the cell is blank', async () => {
    const row = line({ id: 'row', inColumn: 'Region', value: 'E' })
    const column = line({ id: 'column', inColumn: 'Month', value: 'Jan' })
    const other = { ...column, calculations: [{ columnId: 'V', formula: '[V] * 3' }] }
    const axisTotals = [{ axisId: 'grand-column-total', calculations: [{ columnId: 'V', formula: 'Avg([Qty])' }] }]
    const shown = async (adhocCalcs: unknown[]) => lines(await levelsOf(pivot({ V: 'Sum([Qty])' }, { rowsBy: [{ id: 'Region' }], adhocCalcs, axisTotals })))
    expect(await shown([row, column])).toEqual({
      r1c1a0: ['E Feb 12', 'E Jan 68'],
      r1c1a1: ['E Jan 68', 'W Jan 40'],
      r0c1a1: ['Jan 108'],
      r1c1a0a1: ['E Jan 68'],
    })
    expect(Object.keys(await shown([row, other]))).toEqual(['r1c1a0', 'r1c1a1', 'r0c1a1'])
  })

  test('a member is identified by its text, whatever its type', async () => {
    const formulas = { Day: 'MakeDate(2026, If([STOCK/MONTH] = "Jan", 1, 2), 1)', Big: '[STOCK/QTY] > 9', V: 'Sum([Qty])' }
    const calculations = [{ columnId: 'V', formula: '-[V]' }]
    const shown = async (inColumn: string, value: string) =>
      lines(await levelsOf(pivot(formulas, { rowsBy: [{ id: inColumn }], columnsBy: [], values: ['V'], adhocCalcs: [line({ inColumn, value, calculations })] }))).r1c0a0?.map((row) => row.split(' ').at(-1))
    expect(await shown('Day', '2026-02-01')).toEqual(['-56'])
    expect(await shown('Big', 'true')).toEqual(['-100'])
    expect(await shown('Qty', '30')).toEqual(['-30'])
    expect(await shown('Day', 'February')).toEqual([])
  })

  test('an invalid formula of a calculated line is reported at its value, and the cell is blank', async () => {
    const element = pivot({ V: 'Sum([Qty])', W: 'Count()' }, { adhocCalcs: [line({ value: 'A', calculations: [{ columnId: 'V', formula: '[Nothing]' }, { columnId: 'W', formula: '[W]' }] })] })
    expect((await levelsOf(element)).r2c0a0).toEqual([['E', 'A', null, '2']])
    const { columns } = compileOrThrow(documentOf(element), 'pivot', contextOf())
    expect(columns.find(({ id }) => id === 'V')?.problems).toMatchObject([{ severity: 'warning', code: 'unknown_column' }])
  })

  test('a flat relation has the calculated lines below the cells, in columns of their own', async () => {
    const rowsBy = [{ id: 'Region', sort: { direction: 'descending', by: 'V' } }]
    const calculations = [{ columnId: 'V', formula: '[V] / 4' }, { columnId: 'Some', formula: '[Store]' }]
    const adhocCalcs = [
      line({ id: 'row', inColumn: 'Region', value: 'E', name: 'Quarter', calculations }),
      line({ id: 'total', inColumn: 'Region', name: '', calculations: [{ columnId: 'V', formula: '[V]' }] }),
      line({ id: 'column', inColumn: 'Month', name: 'Both', calculations: [{ columnId: 'V', formula: '[V] / 4' }] }),
    ]
    const element = pivot({ V: 'Sum([Qty])', Some: '[Store]' }, { rowsBy, adhocCalcs })
    const { columns, rows: flat } = await readLevel(engine(), compileOrThrow(documentOf(element), 'pivot', contextOf()).flat)
    expect(columns).toEqual(['Region', 'Month', 'V', 'Some', 'Calculated line', 'V (calculated line)', 'Some (calculated line)'])
    expect(flat).toEqual([
      ['W', 'Feb', '50', 'C', null, null, null],
      ['W', 'Jan', '20', 'C', null, null, null],
      ['E', 'Feb', '6', 'A', null, null, null],
      ['E', 'Jan', '34', '*', null, null, null],
      ['E', 'Feb', null, null, 'Quarter', 1.5, 'A'],
      ['E', 'Jan', null, null, 'Quarter', 8.5, '*'],
      [null, 'Feb', null, null, 'Calculation', 56, null],
      [null, 'Jan', null, null, 'Calculation', 54, null],
      ['W', null, null, null, 'Both', 17.5, null],
      ['E', null, null, null, 'Both', 10, null],
      ['E', null, null, null, 'Quarter / Both', 10, null],
    ])
  })

  test('groups and totals of a broken key are omitted', async () => {
    const element = pivot({ V: 'Sum([Qty])' }, { rowsBy: [{ id: 'Bad' }, { id: 'Store' }], adhocCalcs: [line({ value: 'A' }), line({ inColumn: 'Bad', value: 'x' })] })
    const broken = { ...element, columns: [...element.columns, { id: 'Bad', name: 'Bad', formula: '[Nothing]' }] }
    const levels = await levelsOf(broken)
    expect(text(levels.base)).toEqual(['A Feb 6', 'A Jan 4', 'B Jan 30', 'C Feb 50', 'C Jan 20'])
    expect(text(levels.r1c0)).toEqual(['A 10', 'B 30', 'C 70'])
    expect(Object.keys(levels)).toEqual(['base', 'r1c0', 'r0c1', 'r0c0', 'r1c1a0', 'r1c0a0'])
  })

  test('groups that show their values have totals, even if totals are hidden', async () => {
    const names = async (more: Record<string, unknown>) =>
      Object.keys(await levelsOf(pivot({ V: 'Median([Qty])' }, { totals: { showSubtotals: 'hidden', showGrandTotals: 'hidden' }, ...more })))
    const flag = { showValuesAggregatedAt: 'every-parent-row' }
    expect(await names({ rowsBy: [{ id: 'Region' }, { id: 'Store', ...flag }] })).toEqual(['base', 'r1c1'])
    expect(await names({ rowsBy: [{ id: 'Region', ...flag }, { id: 'Store' }] })).toEqual(['base'])
    expect(await names({ rowsBy: [], columnsBy: [{ id: 'Month' }, { id: 'Region' }, { id: 'Store', ...flag }] })).toEqual(['base', 'r0c2', 'r0c1'])
  })

  test('windows run down the rows of a column, and over the totals of the rows', async () => {
    const levels = await levelsOf(pivot({ V: 'CumulativeSum(Sum([Qty]))' }, { rowsBy: [{ id: 'Store' }] }))
    expect(levels.base?.map((row) => row.join(' '))).toEqual(['A Feb 6', 'A Jan 4', 'B Jan 34', 'C Feb 56', 'C Jan 54'])
    expect(levels.r1c0?.map((row) => row.join(' '))).toEqual(['A 10', 'B 40', 'C 110'])
    expect(levels.r0c0).toEqual([['110']])
  })

  test('a chart has totals of its shelves', async () => {
    const chart = {
      id: 'chart',
      kind: 'bar-chart',
      name: 'Chart',
      source: { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] },
      columns: columnsOf({ Month: '[STOCK/MONTH]', Region: '[STOCK/REGION]', Qty: '[STOCK/QTY]', C: 'Subtotal(Sum([Qty]), "color")', X: 'PercentOfTotal(Sum([Qty]), "x_axis")' }),
      xAxis: { columnId: 'Month' },
      color: { by: 'category', column: 'Region' },
      yAxis: { columnIds: ['C', 'X'] },
    }
    expect((await levelsOf(chart)).base).toEqual([
      ['Feb', 'E', '40', Number((6 / 56).toPrecision(12))],
      ['Feb', 'W', '70', Number((50 / 56).toPrecision(12))],
      ['Jan', 'E', '40', Number((34 / 54).toPrecision(12))],
      ['Jan', 'W', '70', Number((20 / 54).toPrecision(12))],
    ])
  })

  test('a KPI has a row for each date of its timeline, beside the value of the period before', async () => {
    const kpi = {
      id: 'kpi',
      kind: 'kpi-chart',
      name: 'Kpi',
      source: { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'ORDERS'] },
      columns: columnsOf({ Month: 'DateTrunc("month", [ORDERS/ORDER_DATE])', Orders: 'Count()' }),
      value: { columnId: 'Orders' },
      timeline: { columnId: 'Month' },
      periodComparison: 'month',
    }
    const levels = await levelsOf(kpi)
    expect(levels.base).toEqual([['8']])
    expect(levels.g1).toEqual([
      ['2026-01-01', '2', null],
      ['2026-02-01', '2', '2'],
      ['2026-03-01', '2', '2'],
      ['2026-04-01', '1', '2'],
      [null, '1', null],
    ])
  })

  const grouped = (formulas: Record<string, string>, more: Record<string, unknown> = {}) => ({
    id: 'grouped',
    kind: 'table',
    name: 'Grouped',
    source: { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'ORDERS'] },
    columns: columnsOf({ Channel: '[ORDERS/CHANNEL]', Month: 'DateTrunc("month", [ORDERS/ORDER_DATE])', Id: '[ORDERS/ORDER_ID]', Status: '[ORDERS/STATUS]', Rating: '[ORDERS/RATING]', ...formulas }),
    groupings: [{ id: 'g', groupBy: ['Channel'], calculations: Object.keys(formulas) }],
    sort: [{ columnId: 'Id', direction: 'ascending' }],
    ...more,
  })

  test('First and Last over a group follow the sort of its rows', async () => {
    const levels = await levelsOf(grouped({ F: 'First([Status])', L: 'Last([Status])', N: 'LastNonNull([Rating])', O: 'FirstNonNull([Rating])', I: 'Last([Id]) - First([Id])' }))
    expect(levels.g1).toEqual([
      ['Phone', "O'Brien \"x\"", 'Open', 4, 4, '1'],
      ['Store', 'Open', 'Returned', 1, 1, '4'],
      ['Web', 'Open', null, 2.5, 4.5, '3'],
      [null, 'Shipped', 'Shipped', 5, 5, '0'],
    ])
  })

  test('ListAgg and ArrayAgg follow the sort of the rows of the group', async () => {
    const formulas = { Ids: 'ListAgg([Id], " ")', List: 'ListAgg([Id])', Array: 'ArrayAgg([Id])', Distinct: 'ArrayAggDistinct([Id])', Ascending: 'ArrayAggDistinct([Id], "asc")' }
    const levels = await levelsOf(grouped(formulas, { sort: [{ columnId: 'Id', direction: 'descending' }] }))
    expect(levels.g1?.map((row) => row.slice(1).map((cell) => String(cell).replaceAll(/[[\]]/g, '').replaceAll(', ', ',')))).toEqual([
      ['8 7', '8,7', '8,7', '8,7', '7,8'],
      ['6 2', '6,2', '6,2', '6,2', '2,6'],
      ['4 3 1', '4,3,1', '4,3,1', '4,3,1', '1,3,4'],
      ['5', '5', '5', '5', '5'],
    ])
  })

  test('ListAgg without a sort follows the columns as they are shown, and so does its grand total', async () => {
    const element = grouped({ Ids: 'ListAgg([Id], " ")', All: 'GrandTotal(ListAgg([Status]))' }, { sort: [] })
    const levels = await levelsOf({ ...element, summary: ['Ids'] })
    expect(levels.g1?.map((row) => row[1])).toEqual(['7 8', '2 6', '1 3 4', '5'])
    expect(new Set(levels.g1?.map((row) => row[2])).size).toBe(1)
  })

  test('DateLookback finds the group of the earlier period within the same outer group; gaps are null', async () => {
    const element = grouped(
      { N: 'Count()', Before: 'DateLookback([N], [Month], 1, "month")', Two: 'DateLookback(Count(), [Month], 2, "month")' },
      { groupings: [{ id: 'c', groupBy: ['Channel'] }, { id: 'm', groupBy: ['Month'], calculations: ['N', 'Before', 'Two'] }] },
    )
    expect((await levelsOf(element)).g2?.map((row) => [String(row[0]), String(row[1]).slice(0, 7), ...row.slice(2)].join(' '))).toEqual([
      'Phone 2026-03 1  ',
      'Phone 2026-04 1 1 ',
      'Store 2026-01 1  ',
      'Store 2026-03 1  1',
      'Web 2026-01 1  ',
      'Web 2026-02 2 1 ',
      'null null 1  ',
    ])
  })

  test('the grand total of a calculation of a grouped table has a name', async () => {
    const levels = await levelsOf(grouped({ A: 'CountDistinct([Status])', S: '[A] / [A (Grand Total)]' }))
    expect(levels.g1?.map((row) => row.join(' '))).toEqual(['Phone 2 0.5', 'Store 2 0.5', 'Web 2 0.5', ' 1 0.25'])
  })
})
