import { compileColumns, compileElement, explainElement } from '@octavo/core/plan'
import { expect, test } from 'vitest'
import { documentOf, onBothEngines } from './both-engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readLevel } from './run-case.ts'

const STOCK = { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] }
const columnsOf = (formulas: Record<string, string>) => Object.entries(formulas).map(([name, formula]) => ({ id: name, name, formula }))
const plain = { Region: '[STOCK/REGION]', Store: '[STOCK/STORE]', Month: '[STOCK/MONTH]', Qty: '[STOCK/QTY]' }

function element(kind: string, formulas: Record<string, string>, more: Record<string, unknown>) {
  return { id: 'it', kind, name: 'It', source: STOCK, columns: columnsOf({ ...plain, ...formulas }), ...more }
}
const bars = (more: Record<string, unknown>, formulas: Record<string, string> = { V: 'Sum([Qty])' }) =>
  element('bar-chart', formulas, { yAxis: { columnIds: ['V'] }, ...more })
const sorted = (by: string, direction: string, aggregation?: string) => ({ by, direction, ...(aggregation ? { aggregation } : {}) })

onBothEngines('charts', (engine) => {
  const contextOf = () => goldenContext(goldenCatalog({ dialect: engine().dialect }))
  const rowsOf = async (it: Record<string, unknown>) => {
    const { flat } = compileOrThrow(documentOf(it), 'it', contextOf())
    return (await readLevel(engine(), flat)).rows.map((row) => row.map(String).join(' '))
  }

  test('panels are keys beside the axis and the colour', async () => {
    const trellis = { rowsBy: [{ columnId: 'Region', sort: { direction: 'descending' } }], columnsBy: [{ columnId: 'Month' }] }
    expect(await rowsOf(bars({ xAxis: { columnId: 'Store' }, trellis }))).toEqual(['W C Feb 50', 'W C Jan 20', 'E A Feb 6', 'E A Jan 4', 'E B Jan 30'])
    const totals = bars({ xAxis: { columnId: 'Store' }, trellis }, { V: 'Subtotal(Sum([Qty]), "trellis_row")', C: 'Subtotal(Sum([Qty]), "trellis_column")' })
    expect((await rowsOf(totals)).map((row) => row.split(' ').slice(3))).toEqual([['70', '56'], ['70', '54'], ['40', '56'], ['40', '54'], ['40', '54']])
  })

  test('First and Last are values of each bar: picked by the columns of its rows, else by themselves', async () => {
    const formulas = { V: 'First([Qty])', L: 'Last([Qty])' }
    const shown = { xAxis: { columnId: 'Store' }, yAxis: { columnIds: ['V', 'L'] } }
    expect(await rowsOf(bars(shown, formulas))).toEqual(['A 6 4', 'B 30 30', 'C 50 20'])
    const columns = columnsOf({ Store: '[STOCK/STORE]', V: 'First([STOCK/QTY])', L: 'LastNonNull([STOCK/QTY])' })
    expect(await rowsOf({ ...bars(shown), columns })).toEqual(['A 4 6', 'B 30 30', 'C 20 50'])
  })

  test('values of groups with a broken key are not replaced by values of other groups', async () => {
    const broken = { Store: 'Nothing([STOCK/STORE])', V: 'Sum([STOCK/QTY])', W: 'Avg([V])', Qty: '[STOCK/QTY]', R: 'CumulativeSum([Qty])', S: 'Sum([Qty])' }
    const columns = columnsOf({ Region: '[STOCK/REGION]', ...broken })
    const outcomeOf = (more: Record<string, unknown>, elementId = 'it') =>
      compileElement(documentOf({ ...bars(more), columns, ...more }, { id: 'child', kind: 'table', name: 'Child', source: { kind: 'table', elementId: 'it', groupingId: 'g2' }, columns: columnsOf({ V: '[It/V]' }) }), elementId, contextOf())
    const refused = { ok: false, code: 'element_invalid', message: 'The values are those of "Store", and that column has an error.' }
    expect(outcomeOf({ xAxis: { columnId: 'Store' } })).toMatchObject(refused)
    expect(explainElement(documentOf({ ...bars({ xAxis: { columnId: 'Store' } }), columns }), 'it', contextOf())).toMatchObject(refused)
    const grouped = {
      kind: 'table',
      groupings: [{ id: 'g1', groupBy: ['Region'], calculations: ['W'] }, { id: 'g2', groupBy: ['Store'], calculations: ['V'] }],
      summary: ['S'],
    }
    const outcome = outcomeOf(grouped)
    if (!outcome.ok) throw new Error(outcome.message)
    expect(outcome.element.levels.map(({ level, columns: shown }) => [level, ...shown.map(({ id }) => id)])).toEqual([
      ['summary', 'S'],
      ['g1', 'Region'],
      ['base', 'Region', 'Qty'],
    ])
    expect(outcome.element.columns.find(({ id }) => id === 'V')?.problems).toMatchObject([{ code: 'invalid_reference', message: expect.stringContaining('"Store"') }])
    expect(outcome.element.flat.columns.map(({ id }) => id)).toEqual(['Region', 'Qty'])
    expect(outcomeOf(grouped, 'child')).toMatchObject({ ok: false, message: expect.stringContaining('"Store" has an error') })
  })

  test.each([
    ['another column of the chart', sorted('V', 'descending'), ['C 70', 'B 30', 'A 10']],
    ['the number of rows', sorted('row-count', 'descending'), ['A 10', 'C 70', 'B 30']],
    ['an aggregate of a column', sorted('Qty', 'descending', 'max'), ['C 70', 'B 30', 'A 10']],
    ['a distinct count', sorted('Month', 'ascending', 'countDistinct'), ['B 30', 'A 10', 'C 70']],
    ['its own values', { direction: 'descending' }, ['C 70', 'B 30', 'A 10']],
  ])('the axis has the order of %s', async (_, sort, expected) => {
    expect(await rowsOf(bars({ xAxis: { columnId: 'Store', sort } }))).toEqual(expected)
    const pie = element('pie-chart', { V: 'Sum([Qty])' }, { value: { id: 'V' }, color: { id: 'Store', sort } })
    expect(await rowsOf(pie)).toEqual(expected)
    const pivot = element('pivot-table', { V: 'Sum([Qty])' }, { values: ['V'], rowsBy: [{ id: 'Store', sort }] })
    expect(await rowsOf(pivot)).toEqual(expected)
  })

  const byHand = (...values: unknown[]) => ({ x: { valueOrder: { Store: values } } })

  test.each([
    ['all values', byHand('C', 'A', 'B'), undefined, ['C 70', 'A 10', 'B 30']],
    ['some values, the others after them', byHand('B'), { direction: 'ascending' }, ['B 30', 'A 10', 'C 70']],
    ['some values backwards, the others after them too', byHand('A', 'B'), { direction: 'descending' }, ['B 30', 'A 10', 'C 70']],
    ['missing values, and the empty one', byHand('Z', null, 7, 'C'), undefined, ['C 70', 'A 10', 'B 30']],
    ['all values, but sorted by a measure', byHand('A', 'B', 'C'), sorted('V', 'descending'), ['C 70', 'B 30', 'A 10']],
  ])('an order set by hand of %s', async (_, order, sort, expected) => {
    const axis = { columnId: 'Store', ...(sort ? { sort } : {}) }
    expect(await rowsOf(bars({ xAxis: axis, ...order }))).toEqual(expected)
    const pivot = element('pivot-table', { V: 'Sum([Qty])' }, { values: ['V'], rowsBy: [axis], ...order })
    expect(await rowsOf(pivot)).toEqual(expected)
    const hidden = columnsOf({ ...plain, V: 'Sum([Qty])' }).map((column) => ({ ...column, hidden: ['Region', 'Month', 'Qty'].includes(column.id) }))
    const { direction = 'ascending', by = 'Store' } = { ...sort } as { direction?: string; by?: string }
    const groupings = [{ id: 'g', groupBy: ['Store'], calculations: ['V'], sort: [{ columnId: by, direction }] }]
    expect(await rowsOf({ ...element('table', {}, { columns: hidden, groupings }), ...order })).toEqual(expected)
  })

  test('an order set by hand sorts rows, the keys of a pivot table on both sides, and the values of a calculation', async () => {
    const rows = element('table', {}, { sort: [{ columnId: 'Store', direction: 'ascending' }, { columnId: 'Qty', direction: 'ascending' }] })
    expect(await rowsOf({ ...rows, ...byHand('C', 'B') })).toEqual(['W C Jan 20', 'W C Feb 50', 'E B Jan 30', 'E A Jan 4', 'E A Feb 6'])
    const cells = element('pivot-table', { V: 'Sum([Qty])' }, {
      values: ['V'],
      rowsBy: [{ columnId: 'Region' }],
      columnsBy: [{ columnId: 'Month' }],
      x: { valueOrder: { Region: ['W'], Month: ['Jan', 'Feb'] } },
    })
    expect(await rowsOf(cells)).toEqual(['W Jan 20', 'W Feb 50', 'E Jan 34', 'E Feb 6'])
    const runs = bars({ xAxis: { columnId: 'Store' }, ...byHand('B', 'C', 'A') }, { V: 'CumulativeSum(Sum([Qty]))' })
    expect(await rowsOf(runs)).toEqual(['B 30', 'C 100', 'A 110'])
    const numbers = element('table', {}, { sort: [{ columnId: 'Qty', direction: 'ascending' }], x: { valueOrder: { Qty: [30, '6', 'x'] } } })
    expect((await rowsOf(numbers)).map((row) => row.split(' ').at(-1))).toEqual(['30', '6', '4', '20', '50'])
  })

  test.each([
    [{ type: 'column', columnId: 'Qty', aggregation: 'sum', direction: 'ascending' }, ['A', 'B', 'C']],
    [{ type: 'row-count', direction: 'ascending' }, ['B', 'A', 'C']],
    [{ type: 'values', direction: 'descending' }, ['C', 'B', 'A']],
  ])('panels have the order of %j', async (sort, expected) => {
    const rows = await rowsOf(bars({ xAxis: { columnId: 'Month' }, trellis: { rowsBy: [{ columnId: 'Store', sort }] } }))
    expect([...new Set(rows.map((row) => row.split(' ')[0]))]).toEqual(expected)
  })

  test.each([
    ['VisibilityLimit([Store], 2)', ['C 70', 'B 30', 'Others 10']],
    ['VisibilityLimit([Store], 1)', ['C 70', 'Others 40']],
    ['VisibilityLimit([Store], 9)', ['C 70', 'B 30', 'A 10']],
    ['VisibilityLimit([Store], 1, "RankDense")', ['C 70', 'Others 40']],
  ])('%s keeps the first by the sort and combines the rest, whose values are computed together', async (formula, expected) => {
    const limited = bars({ xAxis: { columnId: 'First', sort: sorted('V', 'descending') } }, { First: formula, V: 'Sum([Qty])' })
    expect(await rowsOf(limited)).toEqual(expected)
    const pivot = element('pivot-table', { First: formula, V: 'Median([Qty])', S: 'Sum([Qty])' }, {
      values: ['S'],
      rowsBy: [{ id: 'First', sort: sorted('S', 'descending') }],
    })
    expect(await rowsOf(pivot)).toEqual(expected)
  })

  test('a limited colour is ranked over the whole chart, a limited group within its outer group', async () => {
    const colour = bars(
      { xAxis: { columnId: 'Month' }, color: { by: 'category', column: 'First' } },
      { First: 'VisibilityLimit([Store], 1, "RowNumber")', V: 'Sum([Qty])' },
    )
    expect(await rowsOf(colour)).toEqual(['Feb A 6', 'Feb Others 50', 'Jan A 4', 'Jan Others 50'])
    const byValue = { ...colour, xAxis: { columnId: 'Month', sort: sorted('V', 'descending') } }
    expect(await rowsOf(byValue)).toEqual(['Feb C 50', 'Feb Others 6', 'Jan C 20', 'Jan Others 34'])
    const groups = element('table', { First: 'VisibilityLimit([Store], 1)', V: 'Sum([Qty])' }, {
      order: ['Region', 'First', 'V'],
      columns: columnsOf({ ...plain, First: 'VisibilityLimit([Store], 1)', V: 'Sum([Qty])' }).map((column) => ({ ...column, hidden: ['Store', 'Month', 'Qty'].includes(column.id) })),
      groupings: [
        { id: 'outer', groupBy: ['Region'] },
        { id: 'inner', groupBy: ['First'], calculations: ['V'], sort: [{ columnId: 'V', direction: 'descending' }] },
      ],
    })
    expect(await rowsOf(groups)).toEqual(['E B 30', 'E Others 10', 'W C 70'])
  })

  test('a limited value of a group keeps its group', async () => {
    const groups = element('table', { Shown: 'VisibilityLimit([Store], 2)', V: 'Sum([Qty])' }, {
      columns: columnsOf({ ...plain, Shown: 'VisibilityLimit([Store], 2)', V: 'Sum([Qty])' }).map((column) => ({ ...column, hidden: ['Region', 'Month', 'Qty', 'Store'].includes(column.id) })),
      groupings: [{ id: 'g', groupBy: ['Store'], calculations: ['Shown', 'V'], sort: [{ columnId: 'V', direction: 'descending' }] }],
    })
    expect(await rowsOf(groups)).toEqual(['C 70', 'B 30', 'Others 10'])
  })

  test.each([
    ['VisibilityLimit(Upper([Store]), 2)', 'wrong_type'],
    ['VisibilityLimit([Region], 2)', 'circular_reference'],
  ])('%s has a problem, not a wrong order', (formula, code) => {
    const formulas = { First: formula, V: code === 'circular_reference' ? 'CountIf([First] = "x")' : 'Sum([Qty])' }
    const document = documentOf(bars({ xAxis: { columnId: 'First', sort: sorted('V', 'descending') } }, formulas))
    const { columns } = compileColumns(document, 'it', contextOf())
    expect(columns.find(({ id }) => id === 'First')?.problems.map((problem) => problem.code)).toEqual([code])
  })
})
