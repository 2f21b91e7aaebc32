import { compileColumns, type ControlValue } from '@octavo/core/plan'
import { expect, test } from 'vitest'
import { documentOf, onBothEngines } from './both-engines.ts'
import { cells, drillKeys, expectRowsOfEveryGroup } from './drill-cells.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readLevel } from './run-case.ts'

const STOCK = { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] }
const columnsOf = (formulas: Record<string, string>) => Object.entries(formulas).map(([name, formula]) => ({ id: name, name, formula }))
const plain = { Region: '[STOCK/REGION]', Store: '[STOCK/STORE]', Month: '[STOCK/MONTH]', Qty: '[STOCK/QTY]' }
const stock = { id: 'stock', kind: 'table', name: 'Stock', source: STOCK, columns: columnsOf(plain) }
const source = { kind: 'table', elementId: 'stock' }

const target = (columnIds: (string | null)[], elementId = 'it') => ({ source: { kind: 'table', elementId }, columnIds })
const drill = (more: Record<string, unknown> = {}) => ({
  id: 'drill',
  kind: 'control',
  controlId: 'Place',
  controlType: 'drill',
  source: { kind: 'source', source, columnId: 'Region' },
  categories: [{ columnId: 'Region' }, { columnId: 'Store' }],
  targets: [target(['r', 's'])],
  ...more,
})
const formulas = { r: '[Stock/Region]', s: '[Stock/Store]', m: '[Stock/Month]', v: 'Sum([Stock/Qty])' }
const element = (kind: string, more: Record<string, unknown>) => ({ id: 'it', kind, name: 'It', source, columns: columnsOf(formulas), ...more })
const bars = (more: Record<string, unknown> = {}) => element('bar-chart', { xAxis: { columnId: 'r' }, yAxis: { columnIds: ['v'] }, ...more })
const chosen = (value: string | null): Record<string, ControlValue> => ({ Place: { kind: 'scalar', value } })

const byRegion = ['E 40', 'W 70']
const byStore = ['A 10', 'B 30', 'C 70']

onBothEngines('drill controls', (engine) => {
  const contextOf = (controls: Record<string, ControlValue> = {}) => goldenContext(goldenCatalog({ dialect: engine().dialect }), { controls })
  const rowsOf = async (it: Record<string, unknown>, control = drill(), controls: Record<string, ControlValue> = {}) => {
    const { flat } = compileOrThrow(documentOf(control, stock, it), String(it.id), contextOf(controls))
    return (await readLevel(engine(), flat)).rows.map((row) => row.map(String).join(' '))
  }

  test.each([
    ['the saved level', drill({ value: 'Store' }), {}, byStore],
    ['the level that a reader chose, and not the saved one', drill({ value: 'Store' }), chosen('Region'), byRegion],
    ['the outermost level when none is saved', drill(), {}, byRegion],
    ['the outermost level when the saved one is null', drill({ value: null }), {}, byRegion],
    ['the outermost level when a reader cleared it', drill({ value: 'Store' }), chosen(null), byRegion],
  ] as [string, ReturnType<typeof drill>, Record<string, ControlValue>, string[]][])('the axis of a chart shows %s', async (_, control, controls, expected) => {
    expect(await rowsOf(bars(), control, controls)).toEqual(expected)
  })

  test.each([
    ['the colour of a pie', element('pie-chart', { value: { id: 'v' }, color: { id: 'r' } }), byStore],
    ['the category of a treemap', element('treemap-chart', { category: { columnId: 'r' } }), byStore],
    ['the rows of a pivot table', element('pivot-table', { values: ['v'], rowsBy: [{ id: 'r' }] }), byStore],
    ['its columns', element('pivot-table', { values: ['v'], columnsBy: [{ id: 'r' }] }), byStore],
    ['the panels of a chart', bars({ xAxis: undefined, trellis: { rowsBy: [{ columnId: 'r' }] } }), byStore],
    [
      'the grouping of a table',
      element('table', {
        groupings: [{ id: 'r-groups', groupBy: ['r'], calculations: ['v'], sort: [{ columnId: 'r', direction: 'descending' }] }],
        columns: columnsOf(formulas).map((column) => (['s', 'm'].includes(column.id) ? { ...column, hidden: true } : column)),
      }),
      ['C 70', 'B 30', 'A 10'],
    ],
    ['an axis in an order of its own', bars({ xAxis: { columnId: 'r', sort: { by: 'r', direction: 'descending' } } }), ['C 70', 'B 30', 'A 10']],
    ['an axis in the order of the measure', bars({ xAxis: { columnId: 'r', sort: { by: 'v', direction: 'descending' } } }), ['C 70', 'B 30', 'A 10']],
  ])('it replaces %s', async (_, it, expected) => {
    expect(await rowsOf(it, drill({ value: 'Store' }))).toEqual(expected)
  })

  test('columns that are both on the chart swap places, and none is used twice', async () => {
    const coloured = bars({ color: { by: 'category', column: 's' } })
    expect(await rowsOf(coloured, drill({ value: 'Store' }))).toEqual(['E A 10', 'E B 30', 'W C 70'])
    const { flat } = compileOrThrow(documentOf(drill({ value: 'Store' }), stock, coloured), 'it', contextOf())
    expect((await readLevel(engine(), flat)).rows.map((row) => row.length)).toEqual([3, 3, 3])
  })

  test('null in a target does not change it at that level', async () => {
    expect(await rowsOf(bars(), drill({ value: 'Store', targets: [target(['r', null])] }))).toEqual(byRegion)
    expect(await rowsOf(bars({ xAxis: { columnId: 'm' } }), drill({ value: 'Store' }))).toEqual(['Feb 56', 'Jan 54'])
  })

  test('every target shows its own column of the level, and readers of a target read that column', async () => {
    const groups = element('table', { id: 'groups', name: 'Groups', groupings: [{ id: 'g', groupBy: ['r'], calculations: ['v'] }] })
    const control = drill({ value: 'Store', targets: [target(['r', 's']), target(['r', 's'], 'groups')] })
    const child = { id: 'child', kind: 'kpi-chart', source: { kind: 'table', elementId: 'groups', groupingId: 'g' }, columns: columnsOf({ n: 'Count()' }), value: { columnId: 'n' } }
    const countOf = async (controls: Record<string, ControlValue> = {}) => {
      const { flat } = compileOrThrow(documentOf(control, stock, groups, child), 'child', contextOf(controls))
      return (await readLevel(engine(), flat)).rows
    }
    expect([await countOf(), await countOf(chosen('Region'))]).toEqual([[['3']], [['2']]])
  })

  test('as a value it is the name of the chosen column', async () => {
    const named = { ...stock, columns: [...columnsOf(plain).filter(({ id }) => id !== 'Store'), { id: 'Store', formula: '[STOCK/STORE]' }] }
    const it = element('table', { columns: columnsOf({ level: '[Place]', label: '"By " & [Place]' }) })
    const rows = async (controls: Record<string, ControlValue>) => {
      const { flat } = compileOrThrow(documentOf(drill(), named, it), 'it', contextOf(controls))
      return (await readLevel(engine(), flat)).rows[0]
    }
    expect([await rows({}), await rows(chosen('Store'))]).toEqual([
      ['Region', 'By Region'],
      ['Store', 'By Store'],
    ])
    expect(compileColumns(documentOf(drill(), named, it), 'it', contextOf()).columns.map(({ type }) => type)).toEqual([{ kind: 'text' }, { kind: 'text' }])
  })

  test('a formula of its own source may read it', async () => {
    const own = { ...stock, columns: columnsOf({ ...plain, Level: '[Place]' }) }
    const { flat } = compileOrThrow(documentOf(drill({ value: 'Store' }), own), 'stock', contextOf())
    expect((await readLevel(engine(), flat)).rows[0]?.at(-1)).toBe('Store')
  })
})

onBothEngines('the rows below a group', (engine) => {
  test('are as many as its count says, of empty groups and at both edges of summer time too', async () => {
    await engine().create(cells)
    for (const keys of drillKeys) await expectRowsOfEveryGroup(engine(), keys)
  })
})
