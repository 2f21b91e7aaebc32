import { describe, expect, it } from 'vitest'
import { checkSchema, type SchemaNode } from '../check-schema.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { elementKinds, knownFields } from '../elements/index.ts'
import type { BaseElement, WorkbookDocument } from '../index.ts'
import { columnNames, columnsOf, controlTypes, emptyDocument, isStandIn, newElement } from '../index.ts'
import {
  addToShelf,
  applySuggestion,
  type ColumnHolder,
  changeControlType,
  changeFormulas,
  changeKind,
  columnsOnShelf,
  controlFieldsOf,
  controlTargetOf,
  dimensionOf,
  keptAside,
  likelyTarget,
  mayChangeKind,
  measureOf,
  type OfferedColumn,
  removeColumns,
  removeTarget,
  setElementField,
  setRequired,
  setShelf,
  setTarget,
  shelvesOfKind,
  suggestionsFor,
  swapShelves,
  takeValuesFrom,
  targetsOf,
  truncated,
} from './index.ts'

const sales = {
  id: 'sales',
  kind: 'table',
  name: 'Sales',
  source: { kind: 'warehouse-table', connectionId: 'c', path: ['SALES'] },
  columns: [
    { id: 'date', formula: '[SALES/ORDER_DATE]', name: 'Order Date' },
    { id: 'region', formula: '[SALES/REGION]', name: 'Region' },
    { id: 'revenue', formula: '[SALES/REVENUE]', name: 'Revenue' },
  ],
}
const chart = {
  id: 'chart',
  kind: 'bar-chart',
  source: { kind: 'table', elementId: 'sales' },
  columns: [
    { id: 'month', formula: 'DateTrunc("month", [Sales/Order Date])', name: 'Month' },
    { id: 'region', formula: '[Sales/Region]', name: 'Region' },
    { id: 'revenue', formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
    { id: 'margin', formula: 'Avg([Sales/Revenue])', name: 'Margin' },
  ],
  xAxis: { columnId: 'month', sort: { direction: 'descending' } },
  yAxis: { columnIds: ['revenue', 'margin'] },
}

function documentOf(...elements: BaseElement[]): WorkbookDocument {
  const all = [sales, ...elements]
  return {
    ...emptyDocument('workbook'),
    pages: [{ id: 'page', name: 'Page', elementIds: all.map(({ id }) => id) }],
    elements: Object.fromEntries(all.map((element) => [element.id, element])),
  }
}

/** The element after edits; checks that the result is valid and that undo restores the document. */
function after(document: WorkbookDocument, edits: DocumentEdit[], id = 'chart'): BaseElement {
  const { document: next, dropped } = applyEdits(document, edits)
  expect(dropped).toEqual([])
  const element = next.elements[id]
  if (!element) throw new Error(`no element ${id}`)
  const schema = elementKinds.get(element.kind)?.schema
  const { problems, warnings } = checkSchema(schema as SchemaNode, element, '', knownFields)
  expect([...problems, ...warnings]).toEqual([])
  return element
}

describe('shelves', () => {
  const document = documentOf(chart)

  it('return their columns', () => {
    expect(shelvesOfKind('bar-chart').map(({ id }) => [id, columnsOnShelf(chart, id)])).toEqual([
      ['xAxis', ['month']],
      ['yAxis', ['revenue', 'margin']],
      ['color', []],
      ['trellisRow', []],
      ['trellisColumn', []],
      ['tooltipColumns', []],
    ])
  })

  it('keep the settings of a column when others move', () => {
    expect(after(document, setShelf(document, 'chart', 'yAxis', ['margin', 'revenue'])).yAxis).toEqual({
      columnIds: ['margin', 'revenue'],
    })
    expect(after(document, setShelf(document, 'chart', 'xAxis', ['region'])).xAxis).toEqual({
      columnId: 'region',
      sort: { direction: 'descending' },
    })
    expect(after(document, setShelf(document, 'chart', 'xAxis', []))).not.toHaveProperty('xAxis')
  })

  it('contain a column once: it is removed from its previous shelf', () => {
    const shape = shelvesOfKind('bar-chart').find(({ id }) => id === 'color')
    if (!shape) throw new Error('no shelf')
    const moved = after(document, addToShelf(document, 'chart', shape, { id: 'month', formula: '' }))
    expect(moved.color).toEqual({ by: 'category', column: 'month' })
    expect(moved).not.toHaveProperty('xAxis')
  })

  it('accept a column that the element does not have yet, under a free name', () => {
    const shape = { id: 'yAxis', role: 'measure', isMany: true } as const
    const grown = after(
      document,
      addToShelf(document, 'chart', shape, { id: 'new', name: 'Revenue', formula: 'Count()' }, 1),
    )
    expect(columnsOnShelf(grown, 'yAxis')).toEqual(['revenue', 'new', 'margin'])
    expect(grown.columns).toContainEqual({ id: 'new', name: 'Revenue (1)', formula: 'Count()' })
  })

  it('of the second axis repeat measures of the first, and lose the ones that the first loses', () => {
    const combo = documentOf({ ...chart, kind: 'combo-chart' })
    const second = after(combo, setShelf(combo, 'chart', 'yAxis2', ['margin']))
    expect(second.yAxis2).toEqual({ columnIds: ['margin'] })
    const both = documentOf(second)
    expect(after(both, setShelf(both, 'chart', 'yAxis', ['revenue']))).not.toHaveProperty('yAxis2')
  })

  it('swap the rows and columns of a pivot table', () => {
    const { xAxis: _x, yAxis: _y, ...table } = chart
    const pivot = documentOf({
      ...table,
      kind: 'pivot-table',
      rowsBy: [{ columnId: 'region' }],
      columnsBy: [{ columnId: 'month' }],
      values: ['revenue'],
    })
    const { rowsBy, columnsBy } = after(pivot, swapShelves(pivot, 'chart', 'rowsBy', 'columnsBy'))
    expect([rowsBy, columnsBy]).toEqual([[{ columnId: 'month' }], [{ columnId: 'region' }]])
  })

  it('sets fields deep inside, and leaves no empty object behind', () => {
    const titled = after(document, setElementField(document, 'chart', ['yAxis', 'format', 'title', 'text'], 'Money'))
    expect(titled.yAxis).toEqual({ columnIds: ['revenue', 'margin'], format: { title: { text: 'Money' } } })
    const again = documentOf(titled)
    expect(
      after(again, setElementField(again, 'chart', ['yAxis', 'format', 'title', 'text'], undefined)).yAxis,
    ).toEqual(chart.yAxis)
  })
})

describe('a change of kind', () => {
  const kinds = [
    'bar-chart',
    'line-chart',
    'area-chart',
    'combo-chart',
    'scatter-chart',
    'pie-chart',
    'donut-chart',
    'waterfall-chart',
    'box-chart',
    'funnel-chart',
    'treemap-chart',
    'sankey-chart',
    'region-map',
    'point-map',
    'geography-map',
    'gauge-chart',
    'kpi-chart',
    'pivot-table',
  ]
  const full = {
    ...chart,
    stacking: 'none',
    gap: { width: 'small' },
    color: { by: 'category', column: 'region' },
    dataLabel: { labels: 'shown', anchor: 'end' },
  }

  it.each(kinds.filter((kind) => kind !== 'bar-chart'))('to %s and back is the first element again', (kind) => {
    const document = documentOf(full)
    const there = after(document, changeKind(document, 'chart', kind))
    expect(there.kind).toBe(kind)
    const middle = documentOf(there)
    const { x: _kept, ...back } = after(middle, changeKind(middle, 'chart', 'bar-chart'))
    expect(back).toEqual(full)
  })

  it.each([
    ['line-chart', { xAxis: ['month'], yAxis: ['revenue', 'margin'], color: ['region'] }],
    ['donut-chart', { value: ['revenue'], color: ['month'] }],
    ['funnel-chart', { stage: ['month'], series: ['revenue'] }],
    ['region-map', { region: ['month'], color: ['revenue'] }],
    ['sankey-chart', { stages: ['month', 'region'], value: ['revenue'] }],
    ['kpi-chart', { value: ['revenue'], timeline: ['month'] }],
    ['pivot-table', { rowsBy: ['month'], columnsBy: ['region'], values: ['revenue', 'margin'] }],
  ] as const)('to %s keeps the columns of the shelves', (kind, expected) => {
    const document = documentOf(full)
    const there = after(document, changeKind(document, 'chart', kind))
    const held = Object.fromEntries(shelvesOfKind(kind).map(({ id }) => [id, columnsOnShelf(there, id)]))
    expect(held).toMatchObject(expected)
  })
})

describe('a change between charts and tables', () => {
  const columns = [...chart.columns, { id: 'plain', formula: '[Sales/Revenue]', name: 'Plain' }]
  const based = { id: 'chart', source: chart.source, columns }
  const at = (columnId: string) => ({ columnId })
  const xAxis = at('month')
  const yAxis = { columnIds: ['revenue'] }
  const by = (key: string, ...calculations: string[]) => ({
    groupBy: [key],
    ...(calculations.length > 0 ? { calculations } : {}),
  })

  it.each([
    { kind: 'bar-chart', fields: { xAxis, yAxis }, groupings: [by('month', 'revenue', 'margin')] },
    {
      kind: 'line-chart',
      fields: { xAxis, yAxis: { columnIds: ['margin', 'revenue'] }, color: { by: 'category', column: 'region' } },
      groupings: [by('month'), by('region', 'margin', 'revenue')],
    },
    {
      kind: 'area-chart',
      fields: { xAxis, yAxis, trellis: { rowsBy: [at('region')] } },
      groupings: [by('month'), by('region', 'revenue', 'margin')],
    },
    {
      kind: 'donut-chart',
      fields: { value: at('revenue'), color: at('region') },
      groupings: [by('region', 'revenue', 'margin')],
    },
    {
      kind: 'funnel-chart',
      fields: { stage: at('region'), series: at('margin') },
      groupings: [by('region', 'margin', 'revenue')],
    },
    {
      kind: 'treemap-chart',
      fields: { category: at('region'), value: at('revenue') },
      groupings: [by('region', 'revenue', 'margin')],
    },
    {
      kind: 'sankey-chart',
      fields: { stages: [at('month'), at('region')], value: at('revenue') },
      groupings: [by('month'), by('region', 'revenue', 'margin')],
    },
    {
      kind: 'kpi-chart',
      fields: { value: at('revenue'), timeline: at('month') },
      groupings: [by('month', 'revenue', 'margin')],
    },
    // A sum on the X axis does not divide rows, and the rows of a box remain rows.
    {
      kind: 'scatter-chart',
      fields: { xAxis: at('margin'), yAxis, color: { by: 'category', column: 'region' } },
      groupings: [by('region', 'margin', 'revenue')],
    },
    {
      kind: 'box-chart',
      fields: { xAxis: at('region'), yAxis: { columnIds: ['plain'] } },
      groupings: [by('region', 'revenue', 'margin')],
    },
    {
      kind: 'region-map',
      fields: {
        region: { ...at('region'), regionType: 'country' },
        color: { by: 'scale', column: 'revenue' },
        tooltip: [at('month')],
      },
      groupings: [by('region', 'revenue', 'margin')],
    },
    {
      kind: 'pivot-table',
      fields: { rowsBy: [at('region')], columnsBy: [at('month')], values: ['margin', 'revenue'] },
      groupings: [by('region'), by('month', 'margin', 'revenue')],
    },
    { kind: 'bar-chart', fields: { yAxis }, summary: ['revenue', 'margin'] },
    { kind: 'gauge-chart', fields: { value: at('margin') }, summary: ['margin', 'revenue'] },
  ])('$kind with $fields groups the table that it becomes', ({ kind, fields, groupings, summary }) => {
    const before = { ...based, kind, ...fields }
    const document = documentOf(before)
    const table = after(document, changeKind(document, 'chart', 'table')) as ColumnHolder
    expect(table.columns).toEqual(columns)
    expect([table.groupings?.map(({ id: _id, ...grouping }) => grouping), table.summary]).toEqual([groupings, summary])
    const middle = documentOf(table)
    const { x: _kept, ...back } = after(middle, changeKind(middle, 'chart', kind))
    expect(back).toEqual(before)
  })

  const grouped = [
    { id: 'g1', groupBy: ['region'], calculations: ['margin'] },
    { id: 'g2', groupBy: ['month'], calculations: ['revenue'] },
  ]
  it.each([
    { kind: 'bar-chart', held: { xAxis: ['region'], color: ['month'], yAxis: ['margin', 'revenue'] } },
    { kind: 'pie-chart', held: { color: ['region'], value: ['margin'] } },
    { kind: 'funnel-chart', held: { stage: ['region'], series: ['margin'] } },
    { kind: 'sankey-chart', held: { stages: ['region', 'month'], value: ['margin'] } },
    { kind: 'kpi-chart', held: { value: ['margin'] } },
    { kind: 'pivot-table', held: { rowsBy: ['region', 'month'], columnsBy: [], values: ['margin', 'revenue'] } },
    { kind: 'bar-chart', fields: { groupings: [] }, held: { xAxis: [], yAxis: [] } },
    { kind: 'kpi-chart', fields: { groupings: [], summary: ['revenue'] }, held: { value: ['revenue'] } },
  ])('a grouped table becomes $kind with $held', ({ kind, fields, held }) => {
    const before = { ...based, kind: 'table', groupings: grouped, sort: [], ...fields }
    const document = documentOf(before)
    const there = after(document, changeKind(document, 'chart', kind))
    const found = Object.fromEntries(shelvesOfKind(kind).map(({ id }) => [id, columnsOnShelf(there, id)]))
    expect(found).toMatchObject(held)
    const middle = documentOf(there)
    const { x: _kept, ...back } = after(middle, changeKind(middle, 'chart', 'table'))
    expect(back).toEqual(before)
  })

  it('a column that was removed while the element was a chart is in no grouping of the restored table', () => {
    const document = documentOf({ ...based, kind: 'table', groupings: grouped })
    const bar = documentOf(after(document, changeKind(document, 'chart', 'bar-chart')))
    const less = documentOf(after(bar, removeColumns(bar, 'chart', ['region', 'revenue'])))
    const { groupings } = after(less, changeKind(less, 'chart', 'table')) as ColumnHolder
    expect(groupings).toEqual([{ id: 'g2', groupBy: ['month'], calculations: ['margin'] }])
  })

  it.each([
    { name: 'nothing reads', others: [], fields: {}, isFree: true },
    { name: 'a chart reads', others: [chart], fields: { id: 'sales' }, isFree: false },
    {
      name: 'a control filters',
      others: [
        { id: 'k', kind: 'control', filters: [{ source: { kind: 'table', elementId: 'other' }, columnId: 'month' }] },
      ],
      fields: {},
      isFree: false,
    },
    { name: 'hides a column', others: [], fields: { columnSecurities: [{ id: 's' }] }, isFree: false },
  ])('a table that $name may become a chart: $isFree', ({ others, fields, isFree }) => {
    const table = { ...based, id: 'other', kind: 'table', ...fields }
    expect(mayChangeKind(documentOf(table, ...others), table.id)).toBe(isFree)
  })

  it('a grouping has an id that no column has', () => {
    const column = { id: 'by-month', formula: '[Sales/Region]', name: 'Taken' }
    const document = documentOf({ ...based, kind: 'bar-chart', columns: [...columns, column], xAxis, yAxis })
    const { groupings } = after(document, changeKind(document, 'chart', 'table')) as ColumnHolder
    expect(groupings?.map(({ id }) => id)).toEqual(['by-month-'])
  })
})

describe('the fields that a change of kind stores for later', () => {
  const full = {
    ...chart,
    stacking: 'none',
    gap: { width: 'small' },
    barStyle: {},
    color: { by: 'category', column: 'region' },
    legend: { position: 'top' },
  }

  it.each([
    ['line-chart', ['stacking', 'gap']],
    ['donut-chart', ['yAxis', 'stacking', 'gap', 'color']],
    ['pivot-table', ['stacking', 'gap', 'legend']],
    ['table', ['stacking', 'gap', 'legend']],
  ] as const)('to %s', (kind, expected) => {
    const document = documentOf(full)
    const there = after(document, changeKind(document, 'chart', kind))
    expect(keptAside(full, there).toSorted()).toEqual([...expected].toSorted())
  })
})

describe('kinds that require columns', () => {
  const dataKinds = [...elementKinds.values()].filter(({ kind }) => shelvesOfKind(kind).length > 0)
  const offered = dataKinds.map(({ kind }) => kind)
  const { source, columns } = { source: chart.source, columns: sales.columns.slice(0, 2) }

  it.each(offered)('%s is valid when it is added, with columns or without', (kind) => {
    for (const given of [columns, []]) {
      const element = newElement(documentOf(), 'chart', kind, { source, columns: given })
      const document = documentOf()
      const insert: DocumentEdit = { op: 'insert', at: ['elements'], entry: element, after: null, page: 'page' }
      const added = after(document, [insert])
      const ids = new Set(columnsOf(added).map(({ id }) => id))
      expect(
        shelvesOfKind(kind)
          .flatMap(({ id }) => columnsOnShelf(added, id))
          .filter((id) => !ids.has(id)),
      ).toEqual([])
    }
  })

  it.each(offered)('%s stays valid when each shelf is emptied and filled again', (kind) => {
    let document = documentOf(newElement(documentOf(), 'chart', kind, { source, columns }))
    for (const shelf of shelvesOfKind(kind)) {
      document = documentOf(after(document, setShelf(document, 'chart', shelf.id, [])))
      const column = {
        id: `own-${shelf.id}`,
        formula: shelf.role === 'measure' ? 'Sum([Sales/Revenue])' : '[Sales/Region]',
      }
      const filled = after(document, addToShelf(document, 'chart', shelf, column))
      expect(columnsOnShelf(filled, shelf.id)).toContain(column.id)
      document = documentOf(filled)
    }
    expect(columnsOf(document.elements.chart ?? chart).filter(({ id }) => isStandIn(id))).toEqual([])
  })

  it('a pie shows the number of rows by the column that reads like a category', () => {
    const pie = newElement(documentOf(), 'chart', 'pie-chart', { source, columns: sales.columns })
    expect([pie.value, pie.color]).toEqual([{ columnId: 'row-count' }, { columnId: 'region' }])
  })
})

describe('the stages of a sankey', () => {
  const { source } = chart

  it('start with the two columns that read like categories', () => {
    const sankey = newElement(documentOf(), 'chart', 'sankey-chart', { source, columns: sales.columns })
    expect(columnsOnShelf(sankey, 'stages').slice(0, 1)).toEqual(['region'])
    expect(columnsOnShelf(sankey, 'stages')).toHaveLength(2)
    expect(sankey.value).toEqual({ columnId: 'row-count' })
  })

  it('are replaced by the first chosen column if there was only a placeholder', () => {
    const empty = newElement(documentOf(), 'chart', 'sankey-chart', { source, columns: [] })
    expect(columnsOnShelf(empty, 'stages').every(isStandIn)).toBe(true)
    const [stages] = shelvesOfKind('sankey-chart')
    if (!stages) throw new Error('A sankey has no shelves.')
    const document = documentOf(empty)
    const filled = after(document, addToShelf(document, 'chart', stages, { id: 'r', formula: '[Sales/Region]' }))
    expect(columnsOnShelf(filled, 'stages')).toEqual(['r'])
  })
})

describe('suggestions', () => {
  const offered: OfferedColumn[] = [
    { name: 'Order Id', kind: 'number', sourceName: 'Sales' },
    { name: 'Order Date', kind: 'date', sourceName: 'Sales' },
    { name: 'Quantity', kind: 'number', sourceName: 'Sales' },
    { name: 'Revenue', kind: 'number', sourceName: 'Sales', format: { kind: 'number', formatString: '$,.2f' } },
    { name: 'Region', kind: 'text', sourceName: 'Sales' },
  ]
  const empty = (kind: string) => ({
    id: 'chart',
    kind,
    source: chart.source,
    columns: [],
    ...(kind.includes('bar') || kind.includes('line') ? { yAxis: { columnIds: [] } } : {}),
  })

  it.each([
    ['line-chart', ['Revenue by month', 'Revenue by Region', 'Quantity by month', 'Quantity by Region']],
    ['donut-chart', ['Revenue by Region', 'Quantity by Region']],
    ['kpi-chart', ['Revenue by month', 'Quantity by month', 'Revenue', 'Quantity']],
    ['gauge-chart', ['Revenue', 'Quantity']],
  ])('of a %s name money and time first', (kind, names) => {
    expect(suggestionsFor(kind, offered).map(({ name }) => name)).toEqual(names)
  })

  it('name a related column by its path over the relationship', () => {
    const related: OfferedColumn = { name: 'Category', kind: 'text', sourceName: 'Sales', relationship: 'Products' }
    expect(dimensionOf(related).formula).toBe('[Sales/Products/Category]')
    expect(measureOf(related).formula).toBe('Count([Sales/Products/Category])')
  })

  it('fill every shelf at once, and sort bars of names by value', () => {
    const document = documentOf(empty('bar-chart'))
    const [byMonth, byRegion] = suggestionsFor('bar-chart', offered)
    if (!byMonth || !byRegion) throw new Error('no suggestion')
    let count = 0
    const newId = () => `n${++count}`
    const monthly = after(document, applySuggestion(document, 'chart', byMonth, newId))
    expect(monthly.xAxis).toEqual({ columnId: 'n2' })
    expect(monthly.columns).toEqual([
      { id: 'n1', name: 'Revenue', formula: 'Sum([Sales/Revenue])', format: { kind: 'number', formatString: '$,.2f' } },
      { id: 'n2', formula: 'DateTrunc("month", [Sales/Order Date])' },
    ])
    const regional = after(document, applySuggestion(document, 'chart', byRegion, newId))
    expect(regional.xAxis).toEqual({ columnId: 'n4', sort: { direction: 'descending', by: 'n3' } })
    const quarterly = documentOf(monthly)
    const changed = after(
      quarterly,
      changeFormulas(quarterly, 'chart', ['n2'], (formula) => truncated(formula, 'quarter')),
    )
    expect(columnNames(columnsOf(changed)).get('n2')).toBe('Quarter of Order Date')
  })
})

describe('controls', () => {
  const list = {
    id: 'chart',
    kind: 'control',
    controlId: 'Region',
    controlType: 'list',
    selectionMode: 'multiple',
    name: 'Region',
  }
  const document = documentOf(list)

  it('in place of a filter by values are a list with these values', () => {
    const target = { source: { kind: 'table', elementId: 'sales' }, columnId: 'revenue' } as const
    const filter = { id: 'f', columnId: 'revenue', kind: 'list', mode: 'exclude', values: [1, 2] } as const
    const fields = controlFieldsOf(target, 'number', 'Revenue', { ...filter, values: [...filter.values] })
    expect(fields).toMatchObject({ controlType: 'list', mode: 'exclude', values: [1, 2], filters: [target] })
    expect(controlFieldsOf(target, 'number', 'Revenue').controlType).toBe('number-range')
  })

  it('can be required or not, and keep their other settings', () => {
    const labelled = documentOf({ ...list, x: { description: 'Where' } })
    const on = after(labelled, setRequired(labelled, 'chart', true))
    expect(on.x).toEqual({ description: 'Where', required: true })
    const off = documentOf(on)
    expect(after(off, setRequired(off, 'chart', false)).x).toEqual({ description: 'Where' })
  })

  it.each(controlTypes)('become a valid %s with their id, name and targets', (controlType) => {
    const filtering = documentOf({
      ...list,
      filters: [{ source: { kind: 'table', elementId: 'sales' }, columnId: 'region' }],
    })
    const changed = after(filtering, changeControlType(filtering, 'chart', controlType))
    expect(changed).toMatchObject({
      controlId: 'Region',
      name: 'Region',
      controlType,
      filters: [{ columnId: 'region' }],
    })
  })

  it('target the column that has their name', () => {
    expect(likelyTarget(document, list as never, 'sales')?.columnId).toBe('region')
  })

  it('filter a table by a column, then by another one, then not at all', () => {
    const source = { kind: 'table', elementId: 'sales' } as const
    const aimed = after(document, setTarget(document, 'chart', { source, columnId: 'region' }))
    expect(targetsOf(aimed as never)).toEqual([{ source, columnId: 'region' }])
    const again = documentOf(aimed)
    expect(targetsOf(after(again, setTarget(again, 'chart', { source, columnId: 'date' })) as never)).toEqual([
      { source, columnId: 'date' },
    ])
    expect(after(again, removeTarget(again, 'chart', source))).not.toHaveProperty('filters')
  })

  it('that read their values from a column filter its table', () => {
    const read = after(document, takeValuesFrom(document, 'chart', { elementId: 'sales', columnId: 'region' }))
    expect(read).toMatchObject({ source: { kind: 'source', columnId: 'region' }, filters: [{ columnId: 'region' }] })
  })

  it('filter a column of a table, or a source column that a chart shows unchanged', () => {
    const bound = (columnId: string, formula: string) => ({
      ...document,
      elements: {
        ...document.elements,
        chart: {
          id: 'chart',
          kind: 'bar-chart',
          source: { kind: 'data-model', dataModelId: 'm', elementId: 'model-sales' },
          columns: [{ id: columnId, formula }],
        },
      },
      bindings: {
        chart: {
          'columns[0].formula': [
            {
              start: formula.indexOf('['),
              end: formula.indexOf(']') + 1,
              kind: 'column' as const,
              documentId: 'm',
              elementId: 'model-sales',
              columnId: 'model-region',
            },
          ],
        },
      },
    })
    expect(controlTargetOf(document, 'sales', 'region')).toEqual({
      source: { kind: 'table', elementId: 'sales' },
      columnId: 'region',
    })
    expect(controlTargetOf(bound('x', '[Sales/Region]'), 'chart', 'x')).toEqual({
      source: { kind: 'data-model', dataModelId: 'm', elementId: 'model-sales' },
      columnId: 'model-region',
    })
    expect(controlTargetOf(bound('x', 'Upper([Sales/Region])'), 'chart', 'x')).toBeUndefined()
  })

  it.each([
    ['date', 'date-range'],
    ['number', 'number-range'],
    ['logical', 'switch'],
    ['text', 'list'],
  ])('made from a column of %s values are a %s', (valueKind, controlType) => {
    const fields = controlFieldsOf(
      { source: { kind: 'table', elementId: 'sales' }, columnId: 'region' },
      valueKind,
      'Region',
    )
    const control = newElement(document, 'new', 'control', fields)
    expect(control).toMatchObject({ controlType, name: 'Region', filters: [{ columnId: 'region' }] })
    const { problems } = checkSchema(elementKinds.get('control')?.schema as SchemaNode, control, '', knownFields)
    expect(problems).toEqual([])
  })

  it.each(controlTypes)('of type %s are valid from the start and have only fields of their type', (controlType) => {
    const control = newElement(document, 'new', 'control', { controlType })
    const found = checkSchema(elementKinds.get('control')?.schema as SchemaNode, control, '', knownFields)
    expect(found).toMatchObject({ problems: [], warnings: [] })
  })
})
