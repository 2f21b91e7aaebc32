import { describe, expect, it } from 'vitest'
import type { DocumentEdit } from '../edits/index.ts'
import { elementKinds } from '../elements/index.ts'
import { columnNames, columnsOf, findElement, isStandIn, newElement, type WorkbookDocument } from '../index.ts'
import { after, chart, documentOf, sales } from '../testing/sales-document.ts'
import {
  addToShelf,
  applySuggestion,
  changeFormulas,
  columnForShelf,
  columnsOnShelf,
  dimensionOf,
  measureOf,
  type OfferedColumn,
  setElementField,
  setShelf,
  shelfFor,
  shelvesOfKind,
  suggestionsFor,
  swapShelves,
  truncated,
} from './index.ts'

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

  it.each<[string, string, { kind: string; isMetric?: boolean; isAggregate?: boolean }, object]>([
    ['point-map', 'text', { kind: 'text' }, { by: 'category', column: 'new' }],
    ['region-map', 'logical', { kind: 'logical' }, { by: 'category', column: 'new' }],
    ['geography-map', 'number', { kind: 'number' }, { by: 'scale', column: 'new' }],
    ['point-map', 'metric', { kind: 'text', isMetric: true }, { by: 'scale', column: 'new' }],
    ['point-map', 'aggregate', { kind: 'text', isAggregate: true }, { by: 'scale', column: 'new' }],
  ])('of the colors of a %s take a %s as it is or as a measure', (kind, _, column, color) => {
    const map = documentOf(newElement(documentOf(), 'chart', kind, { source: chart.source, columns: [] }))
    const shelf = shelvesOfKind(kind).find(({ id }) => id === 'color')
    if (!shelf) throw new Error('no shelf')
    const place = shelfFor(kind, shelf, column)
    expect(after(map, addToShelf(map, 'chart', place, { id: 'new', formula: '[Sales/Region]' })).color).toEqual(color)
  })

  it.each(['point-map', 'region-map', 'geography-map'])(
    'of the colors of a %s replace one kind by the other',
    (kind) => {
      const shelf = shelvesOfKind(kind).find(({ id }) => id === 'color')
      if (!shelf) throw new Error('no shelf')
      const empty = documentOf(newElement(documentOf(), 'chart', kind, { source: chart.source, columns: [] }))
      const put = (map: WorkbookDocument, id: string, column: string) => {
        const place = shelfFor(kind, shelf, { kind: column })
        return documentOf(after(map, addToShelf(map, 'chart', place, { id, formula: `[Sales/${id}]` })))
      }
      const named = put(empty, 'Region', 'text')
      const scaled = put(named, 'Revenue', 'number')
      const again = put(scaled, 'Region', 'text')
      expect([named, scaled, again].map((map) => findElement(map, 'chart')?.color)).toEqual([
        { by: 'category', column: 'Region' },
        { by: 'scale', column: 'Revenue' },
        { by: 'category', column: 'Region' },
      ])
    },
  )

  it('of the colors of a map take a text without counting it', () => {
    const region: OfferedColumn = { name: 'Region', kind: 'text', sourceName: 'Sales' }
    const shelf = shelvesOfKind('point-map').find(({ id }) => id === 'color')
    if (!shelf) throw new Error('no shelf')
    expect(columnForShelf('point-map', shelfFor('point-map', shelf, region), region)).toMatchObject({
      formula: '[Sales/Region]',
    })
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

  it.each(['point-map', 'geography-map'])('are not made for a %s, whose places are no texts', (kind) => {
    expect(suggestionsFor(kind, offered)).toEqual([])
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
