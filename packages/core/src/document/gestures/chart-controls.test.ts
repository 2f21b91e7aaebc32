import { describe, expect, it } from 'vitest'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { type BaseElement, type ControlElement, emptyDocument, type WorkbookDocument } from '../index.ts'
import {
  chartsToDrill,
  chartsWithLegend,
  drillControlOf,
  legendControlOf,
  legendTargetsOf,
  removeChartTarget,
  setDrillColumn,
  setDrillLevels,
  setDrillTarget,
  setLegendTarget,
} from './index.ts'

const names = ['Region', 'City', 'Channel', 'Date', 'Revenue']
const sales: BaseElement = {
  id: 'sales',
  kind: 'table',
  name: 'Sales',
  source: { kind: 'sql', connectionId: 'c', statement: 'select 1' },
  columns: names.map((name) => ({ id: `s ${name}`, formula: `[SQL/${name}]`, name })),
}
const source = { kind: 'table', elementId: 'sales' }
const chart = (id: string, axis: string, fields: object = {}): BaseElement => ({
  id,
  kind: 'bar-chart',
  name: id,
  source,
  columns: [
    { id: `${id} x`, formula: axis, name: 'X' },
    { id: `${id} y`, formula: 'Sum([Sales/Revenue])', name: 'Y' },
    { id: `${id} c`, formula: '[Sales/Channel]', name: 'Channel' },
  ],
  xAxis: { columnId: `${id} x` },
  yAxis: { columnIds: [`${id} y`] },
  color: { by: 'category', column: `${id} c` },
  ...fields,
})
const shelfReference = (text: string) => ({ start: 0, end: text.length, kind: 'column', elementId: 'sales' })

function documentOf(...elements: BaseElement[]): WorkbookDocument {
  const all = [sales, ...elements]
  return {
    ...emptyDocument('workbook'),
    pages: [{ id: 'page', name: 'Page', elementIds: all.map(({ id }) => id) }],
    elements: Object.fromEntries(all.map((element) => [element.id, element])),
    bindings: Object.fromEntries(
      elements.map(({ id }) => [
        id,
        { 'columns[2].formula': [{ ...shelfReference('[Sales/Channel]'), columnId: 's Channel' }] },
      ]),
    ),
  } as WorkbookDocument
}

const control = (fields: object | undefined) =>
  ({ id: 'control', kind: 'control', controlId: 'c', ...fields }) as unknown as ControlElement
const after = (document: WorkbookDocument, edits: DocumentEdit[]) => applyEdits(document, edits).document
const controlIn = (document: WorkbookDocument) => document.elements.control as ControlElement
const ids = () => {
  let next = 0
  return () => `new ${++next}`
}

describe('a legend control', () => {
  const document = documentOf(chart('one', '[Sales/Region]'), chart('two', '[Sales/City]'))

  it('takes the categories of a chart and acts on it', () => {
    expect(legendControlOf(document, 'one')).toEqual({
      controlType: 'legend',
      name: 'Channel',
      source: { kind: 'source', source, columnId: 's Channel' },
      targets: [{ source: { kind: 'table', elementId: 'one' }, columnId: 'one c' }],
    })
  })

  it.each([
    ['has one colour', chart('one', '[Sales/Region]', { color: { by: 'single', value: '#000000' } })],
    ['is coloured by a scale', chart('one', '[Sales/Region]', { color: { by: 'scale', column: 'one c' } })],
    ['is of a kind without a legend', { ...chart('one', '[Sales/Region]'), kind: 'box-chart' }],
  ])('is not created for a chart that %s', (_name, element) => {
    const changed = documentOf(element)
    expect(legendControlOf(changed, 'one')).toBeUndefined()
    expect(chartsWithLegend(changed)).toEqual([])
  })

  it('can act on further charts, and on none', () => {
    const made = documentOf(
      chart('one', '[Sales/Region]'),
      chart('two', '[Sales/City]'),
      control(legendControlOf(document, 'one')),
    )
    const both = after(made, setLegendTarget(made, 'control', { elementId: 'two', columnId: 'two c' }))
    expect(legendTargetsOf(controlIn(both)).map(({ elementId }) => elementId)).toEqual(['one', 'two'])
    const none = ['one', 'two'].reduce((now, id) => after(now, removeChartTarget(now, 'control', id)), both)
    expect(controlIn(none).targets).toEqual([])
  })

  it('written with filters has targets after the first change', () => {
    const filters = [{ source: { kind: 'table', elementId: 'one' }, columnId: 'one c' }]
    const older = documentOf(chart('one', '[Sales/Region]'), control({ controlType: 'legend', filters }))
    const changed = controlIn(after(older, setLegendTarget(older, 'control', { elementId: 'one', columnId: 'one x' })))
    expect(changed.filters).toBeUndefined()
    expect(legendTargetsOf(changed)).toEqual([{ elementId: 'one', columnId: 'one x' }])
  })
})

describe('a drill control', () => {
  const charts = [chart('one', 'DateTrunc("month", [Sales/Date])'), chart('two', '[Sales/Region]')]
  const document = documentOf(...charts)
  const made = documentOf(...charts, control(drillControlOf(document, 'one')))

  it('begins with the dimension of the chart, even if that is truncated', () => {
    expect(drillControlOf(document, 'one')).toEqual({
      controlType: 'drill',
      name: 'Date',
      source: { kind: 'source', source, columnId: 's Date' },
      categories: [{ columnId: 's Date' }],
      targets: [{ source: { kind: 'table', elementId: 'one' }, columnIds: ['one x'] }],
    })
    expect(
      drillControlOf(documentOf(chart('one', '[Sales/Date]', { xAxis: undefined, color: undefined })), 'one'),
    ).toBeUndefined()
  })

  it('has a column of each chart for each level, hidden if the chart did not show it', () => {
    const next = after(made, setDrillLevels(made, 'control', ['s Date', 's Channel', 's City'], ids()))
    expect(controlIn(next)).toMatchObject({
      categories: [{ columnId: 's Date' }, { columnId: 's Channel' }, { columnId: 's City' }],
      targets: [{ columnIds: ['one x', 'one c', 'new 1'] }],
    })
    expect(next.elements.one?.columns).toContainEqual({
      id: 'new 1',
      formula: '[Sales/City]',
      name: 'City',
      hidden: true,
    })
  })

  it('keeps the columns of the charts and the current level when levels are moved or removed', () => {
    const three = after(made, setDrillLevels(made, 'control', ['s Date', 's Channel', 's City'], ids()))
    const at = after(three, [
      { op: 'set', at: ['elements', { id: 'control' }], value: { ...controlIn(three), value: 's Channel' } },
    ])
    const swapped = after(at, setDrillLevels(at, 'control', ['s Channel', 's Date'], ids()))
    expect(controlIn(swapped)).toMatchObject({
      source: { columnId: 's Channel' },
      value: 's Channel',
      targets: [{ columnIds: ['one c', 'one x'] }],
    })
    const without = after(at, setDrillLevels(at, 'control', ['s Date'], ids()))
    expect(controlIn(without).value).toBeUndefined()
  })

  it('acts on other charts of the same rows, with a chosen column for each level', () => {
    expect(chartsToDrill(made, controlIn(made))).toEqual(['one', 'two'])
    const both = after(made, setDrillTarget(made, 'control', 'two', ids()))
    expect(controlIn(both)).toMatchObject({ targets: [{ columnIds: ['one x'] }, { columnIds: ['new 1'] }] })
    const left = after(both, setDrillColumn(both, 'control', { elementId: 'two', level: 's Date', columnId: null }))
    expect(controlIn(left)).toMatchObject({ targets: [{ columnIds: ['one x'] }, { columnIds: [null] }] })
  })
})
