import { expect, test } from 'vitest'
import { documentOf, onBothEngines } from './both-engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readLevel } from './run-case.ts'

/** The table of the worked example, with formulas in addition to its columns. */
function stockTable(formulas: Record<string, string>, more: Record<string, unknown> = {}) {
  const columns = { Region: '[STOCK/REGION]', Store: '[STOCK/STORE]', Month: '[STOCK/MONTH]', Qty: '[STOCK/QTY]', ...formulas }
  return {
    id: 'table',
    kind: 'table',
    name: 'Table',
    source: { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] },
    columns: Object.entries(columns).map(([name, formula]) => ({ id: name, name, formula })),
    ...more,
  }
}

onBothEngines('nesting', (engine) => {
  const compiled = (...elements: Record<string, unknown>[]) =>
    compileOrThrow(documentOf(...elements), 'table', goldenContext(goldenCatalog({ dialect: engine().dialect })))

  test('a window can be a key: it runs over the rows of the outer group', async () => {
    const element = stockTable(
      { Half: 'Ntile(2, [Qty])', Total: 'Sum([Qty])' },
      { groupings: [{ id: 'a', groupBy: ['Region'] }, { id: 'b', groupBy: ['Half'], calculations: ['Total'] }] },
    )
    const level = compiled(element).levels.find(({ level: name }) => name === 'g2')
    const { rows } = level ? await readLevel(engine(), level) : { rows: [] }
    expect(rows).toEqual([
      ['E', '1', '10'],
      ['E', '2', '30'],
      ['W', '1', '20'],
      ['W', '2', '50'],
    ])
  })

  test.each([
    ['Variance([Qty])', null],
    ['VariancePop([Qty])', 0],
    ['PercentileCont([Qty], 0.9)', 4],
    ['PercentileDisc([Qty], 0.9)', '4'],
    ['Corr([Qty], [Qty])', null],
    ['SumProduct([Qty], [Qty], 2)', 32],
    ['ListAgg([Store], "-")', 'A'],
    ['ListAgg([Qty])', '4'],
    ['Text(ArrayAgg([Store]))', '["A"]'],
    ['XNPV(0.1, [Qty], Date("2024-05-20"))', 4],
  ])('%s of one row is %j', async (formula, expected) => {
    const { levels, columns } = compiled(stockTable({ Made: formula }, { order: ['Made'], sort: [{ columnId: 'Qty', direction: 'ascending' }] }))
    const { rows } = levels[0] ? await readLevel(engine(), levels[0]) : { rows: [] }
    expect(rows[0]?.[0]).toEqual(expected)
    expect(columns.find(({ id }) => id === 'Made')?.problems).toMatchObject([{ code: 'aggregate_of_one_row', severity: 'warning' }])
  })

  test.each([
    ['Lookup(RowNumber(), [Store], [Other/Store])', 'wrong_nesting', /^RowNumber cannot stand inside/],
    ['Rollup(Sum(Lookup([Other/Qty], 1, [Other/Qty])), [Store], [Other/Store])', 'wrong_nesting', /^Lookup cannot stand inside/],
    ['Lookup([Other/Qty], [Store], Lookup([Other/Store], 1, [Other/Qty]))', 'wrong_nesting', /^Lookup cannot stand inside/],
    ['AggNumber("SUM", [Qty])', 'passthrough_not_allowed', /does not allow/],
  ])('%s has a problem, and the columns beside it are computed', async (formula, code, message) => {
    const { levels, columns } = compiled(stockTable({ Made: formula, Good: '[Qty] + 1' }, { sort: [{ columnId: 'Qty', direction: 'ascending' }] }), {
      ...stockTable({}),
      id: 'other',
      name: 'Other',
    })
    const made = columns.find(({ id }) => id === 'Made')
    expect(made?.problems).toContainEqual(expect.objectContaining({ code, severity: 'error', message: expect.stringMatching(message) }))
    const { rows } = levels[0] ? await readLevel(engine(), levels[0]) : { rows: [] }
    expect(rows[0]?.at(-1)).toBe('5')
  })

  test.each([
    ['[qty] + 1', 'other_capitals', 'Write [Qty].', '5'],
    ['If(IsNull([Days]), 1, 2)', 'list_is_never_null', 'Count what is chosen: ArrayLength(x) = 0.', '2'],
    ['If([Qty] = Null, 1, 2)', 'comparison_with_null', 'Use IsNull(x).', '2'],
  ])('%s has a warning with a replacement, and works', async (formula, code, hint, value) => {
    const days = { id: 'days', kind: 'control', controlId: 'Days', controlType: 'list', selectionMode: 'multiple', values: [], filters: [] }
    const element = compiled(stockTable({ Made: formula }), days)
    expect(element.columns.find(({ id }) => id === 'Made')?.problems).toMatchObject([{ severity: 'warning', code, hint }])
    const [rows] = element.levels
    expect(rows && (await readLevel(engine(), rows)).rows[0]?.at(-1)).toBe(value)
  })

  test('a control without a value is null, and Null fits every choice', async () => {
    const text = { id: 'c', kind: 'control', controlId: 'Word', controlType: 'text', mode: 'equals', filters: [] }
    const range = { id: 'r', kind: 'control', controlId: 'Range', controlType: 'number-range', min: 5, filters: [] }
    const formulas = { A: 'IsNull([Word])', B: 'Coalesce([Range].min, 0)', C: 'IsNull([Range].max)', D: 'Switch([Word], "x", [Qty], Null)' }
    const [level] = compiled(stockTable(formulas), text, range).levels
    expect(level && (await readLevel(engine(), level)).rows[0]?.slice(4)).toEqual([true, 5, true, null])
  })

  test('a comparison of groups is not a key', () => {
    const element = stockTable({ Earlier: 'DateLookback([Qty], Date("2024-05-20"), 1, "month")' }, { groupings: [{ id: 'a', groupBy: ['Earlier'] }] })
    expect(compiled(element).columns.find(({ id }) => id === 'Earlier')?.problems).toMatchObject([{ code: 'wrong_nesting' }])
  })
})
