import type { apiOf } from './api.ts'

type Call = Awaited<ReturnType<typeof apiOf>>

/** Creates the gallery like a script would, and returns its address in the app. */
export async function createGallery(call: Call): Promise<string> {
  const { entries } = await call<{ entries: { workbookId: string }[] }>('GET', '/v2/workbooks')
  const spec = await call<Spec>('GET', `/v2/workbooks/${entries[0]?.workbookId}/spec`)
  const lines = spec.pages.flatMap(({ elements }) => elements).find(({ id }) => id === 'lines')
  if (!lines) throw new Error('The sample workbook has no table of sales lines.')
  const { workbookId } = await call('POST', '/v2/workbooks/spec', gallerySpec(lines, spec.folderId))
  const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
  return new URL(url).pathname
}

interface Spec {
  folderId: string
  pages: { elements: Record<string, unknown>[] }[]
}

/** A workbook with every chart, control and box that the app draws, over the sample's table of sales lines. */
function gallerySpec(lines: Record<string, unknown>, folderId: string): Record<string, unknown> {
  const pages = [chartsPage(), controlsPage(), tablesPage(lines), boxesPage(), pivotsPage()]
  return {
    name: 'Gallery',
    folderId,
    schemaVersion: 1,
    pages: pages.map(({ id, name, elements }) => ({ id, name, elements: elements.map(({ element }) => element) })),
    layout: pages.map(({ id, elements, layout }) => pageBlock(id, layout ?? elements.map(leaf).join(''))).join('\n'),
  }
}

interface Placed {
  element: Record<string, unknown> & { id: string }
  /** First column and column after the last, first row and row after the last. */
  at: [left: number, right: number, top: number, bottom: number]
}
interface GalleryPage {
  id: string
  name: string
  elements: Placed[]
  layout?: string
}

const source = { kind: 'table', elementId: 'lines' }
const dollars = { kind: 'number', formatString: '$,.0f' }
const whole = { kind: 'number', formatString: ',.0f' }

function leaf({ element, at }: Placed): string {
  return `<LayoutElement elementId="${element.id}" ${place(at)}/>`
}
function place([left, right, top, bottom]: Placed['at']): string {
  return `gridColumn="${left} / ${right}" gridRow="${top} / ${bottom}"`
}
function pageBlock(id: string, inside: string): string {
  return `<Page type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto" id="${id}">${inside}</Page>`
}

function chart(kind: string, id: string, name: string, more: Record<string, unknown>): Placed['element'] {
  return {
    id,
    kind,
    name,
    source,
    columns: [
      { id: `${id}-month`, formula: 'DateTrunc("month", [Sales lines/Order Date])', name: 'Month', format: month },
      { id: `${id}-name`, formula: '[Sales lines/Category]', name: 'Category' },
      { id: `${id}-channel`, formula: '[Sales lines/Channel]', name: 'Channel' },
      { id: `${id}-revenue`, formula: 'Sum([Sales lines/Revenue])', name: 'Revenue', format: dollars },
      { id: `${id}-orders`, formula: 'CountDistinct([Sales lines/Order Id])', name: 'Orders', format: whole },
    ].filter((column) => JSON.stringify(more).includes(`"${column.id}"`)),
    ...more,
  }
}
const month = { kind: 'datetime', formatString: '%b %Y' }

function chartsPage(): GalleryPage {
  const revenue = (id: string) => ({ yAxis: { columnIds: [`${id}-revenue`] } })
  const byMonth = (id: string) => ({ xAxis: { columnId: `${id}-month`, sort: { direction: 'ascending' } } })
  const area = chart('area-chart', 'area', 'Area by channel', {
    ...byMonth('area'),
    ...revenue('area'),
    color: { by: 'category', column: 'area-channel' },
  })
  const combo = chart('combo-chart', 'combo', 'Revenue and orders', {
    ...byMonth('combo'),
    yAxis: { columnIds: ['combo-revenue', { columnId: 'combo-orders', type: 'line' }] },
    yAxis2: { columnIds: ['combo-orders'], format: { title: { text: 'Orders' } } },
  })
  const scatter = chart('scatter-chart', 'scatter', 'Orders and revenue', {
    xAxis: { columnId: 'scatter-orders' },
    ...revenue('scatter'),
    color: { by: 'category', column: 'scatter-name' },
    size: { id: 'scatter-revenue2' },
  })
  scatter.columns = [
    ...(scatter.columns as unknown[]),
    { id: 'scatter-revenue2', formula: 'Sum([Sales lines/Revenue])', name: 'Size', format: dollars },
  ]
  const pie = chart('pie-chart', 'pie', 'Share of channels', {
    value: { id: 'pie-revenue' },
    color: { id: 'pie-channel' },
  })
  const donut = chart('donut-chart', 'donut', 'Share of categories', {
    value: { id: 'donut-revenue' },
    color: { id: 'donut-name' },
    legend: { position: 'right' },
    dataLabel: { labels: 'shown', labelDisplay: 'percent' },
  })
  const bars = chart('bar-chart', 'bars', 'Revenue with a goal', {
    xAxis: { columnId: 'bars-name', format: { title: { text: 'Category' } } },
    yAxis: { columnIds: ['bars-revenue'], format: { title: { text: 'Revenue' } } },
    dataLabel: { labels: 'shown' },
    refMarks: [
      {
        axis: 'series',
        type: 'line',
        value: { type: 'constant', value: 1_000_000 },
        label: { visibility: 'shown', text: 'Goal' },
      },
    ],
  })
  const sunken = chart('waterfall-chart', 'sunken', 'Waterfall', { ...byMonth('sunken'), ...revenue('sunken') })
  return {
    id: 'charts',
    name: 'Charts',
    elements: [
      { element: area, at: [1, 13, 1, 13] },
      { element: combo, at: [13, 25, 1, 13] },
      { element: scatter, at: [1, 13, 13, 25] },
      { element: bars, at: [13, 25, 13, 25] },
      { element: pie, at: [1, 9, 25, 37] },
      { element: donut, at: [9, 17, 25, 37] },
      { element: sunken, at: [17, 25, 25, 37] },
    ],
  }
}

function controlsPage(): GalleryPage {
  const filters = (columnId: string) => ({ filters: [{ source, columnId }] })
  const control = (controlType: string, more: Record<string, unknown>) => ({
    id: `c-${controlType}`,
    kind: 'control',
    controlType,
    controlId: `C-${controlType}`,
    name: `A ${controlType}`,
    ...more,
  })
  const includeNulls = 'when-no-value-is-selected'
  const offered = (columnId: string) => ({ source: { kind: 'source', source, columnId } })
  const controls = [
    control('list', { selectionMode: 'multiple', ...offered('l-region'), ...filters('l-region') }),
    control('text', {
      mode: 'contains',
      case: 'insensitive',
      includeNulls,
      showOperators: true,
      ...filters('l-product'),
    }),
    control('text-area', {}),
    control('number', { mode: '>=', includeNulls, ...filters('l-quantity') }),
    control('number-range', filters('l-revenue')),
    control('slider', { mode: '<=', low: 0, high: 3, step: 1, includeNulls, ...filters('l-quantity') }),
    control('range-slider', { low: 0, high: 2000, ...filters('l-revenue') }),
    control('date', { mode: '>=', includeNulls, ...filters('l-date') }),
    control('date-range', { mode: 'between', ...filters('l-date') }),
    control('checkbox', { mode: 'True/False' }),
    control('switch', { mode: 'True/All' }),
    control('segmented', { ...offered('l-channel'), ...filters('l-channel') }),
    control('top-n', { rankingFunction: 'rank', mode: 'top-n', ...filters('l-revenue') }),
    control('drill', {
      ...offered('l-region'),
      categories: [{ columnId: 'l-region' }, { columnId: 'l-store' }],
      targets: [{ source: { kind: 'table', elementId: 'places' }, columnIds: ['places-region', 'places-store'] }],
    }),
    control('legend', {
      ...offered('l-channel'),
      targets: [{ source: { kind: 'table', elementId: 'places' }, columnId: 'places-channel' }],
    }),
  ]
  const places = chart('bar-chart', 'places', 'Revenue by {{[C-drill]}}', {
    xAxis: { columnId: 'places-region' },
    yAxis: { columnIds: ['places-revenue'] },
    color: { by: 'category', column: 'places-channel' },
    legend: { visibility: 'hidden' },
  })
  places.columns = [
    { id: 'places-region', formula: '[Sales lines/Region]', name: 'Region' },
    { id: 'places-store', formula: '[Sales lines/Store]', name: 'Store', hidden: true },
    ...(places.columns as unknown[]),
  ]
  const count = {
    id: 'count',
    kind: 'kpi-chart',
    name: 'Lines above {{[C-number]}}',
    source,
    columns: [{ id: 'count-value', formula: 'Count()', name: 'Lines', format: whole }],
    value: { columnId: 'count-value' },
  }
  return {
    id: 'controls',
    name: 'Controls',
    elements: [
      ...controls.map((element, index): Placed => {
        const left = 1 + (index % 4) * 6
        const top = 1 + Math.floor(index / 4) * 3
        return { element, at: [left, left + 6, top, top + 3] }
      }),
      { element: { id: 'copy', kind: 'control', controlId: 'C-list', controlType: 'synced' }, at: [19, 25, 10, 13] },
      { element: count, at: [19, 25, 13, 18] },
      { element: places, at: [1, 19, 13, 25] },
    ],
  }
}

function pivot(id: string, name: string, more: Record<string, unknown>): Placed['element'] {
  return {
    id,
    kind: 'pivot-table',
    name,
    source,
    columns: [
      { id: `${id}-region`, formula: '[Sales lines/Region]', name: 'Region' },
      { id: `${id}-store`, formula: '[Sales lines/Store]', name: 'Store' },
      {
        id: `${id}-year`,
        formula: 'DateTrunc("year", [Sales lines/Order Date])',
        name: 'Year',
        format: { kind: 'datetime', formatString: '%Y' },
      },
      { id: `${id}-channel`, formula: '[Sales lines/Channel]', name: 'Channel' },
      { id: `${id}-revenue`, formula: 'Sum([Sales lines/Revenue])', name: 'Revenue', format: dollars },
      { id: `${id}-orders`, formula: 'CountDistinct([Sales lines/Order Id])', name: 'Orders', format: whole },
    ].filter((column) => JSON.stringify(more).includes(`"${column.id}"`)),
    ...more,
  }
}

function pivotsPage(): GalleryPage {
  const shelf = (...ids: string[]) => ids.map((columnId) => ({ columnId }))
  const crossed = pivot('crossed', 'Revenue by store and year', {
    rowsBy: shelf('crossed-region', 'crossed-store'),
    columnsBy: shelf('crossed-year'),
    values: ['crossed-revenue', 'crossed-orders'],
    conditionalFormats: [{ columnIds: ['crossed-revenue'], type: 'backgroundScale', scheme: ['#ffffff', '#0f766e'] }],
  })
  const nestedRows = pivot('indented', 'One column of rows, values on rows', {
    rowsBy: shelf('indented-region', 'indented-store'),
    columnsBy: shelf('indented-year'),
    values: ['indented-revenue', 'indented-orders'],
    display: { rowLayout: 'single-column', stacked: 'stacked', emptyCellDisplay: 'none' },
  })
  const plain = pivot('lone', 'Totals first', {
    rowsBy: shelf('lone-region'),
    columnsBy: shelf('lone-channel'),
    values: ['lone-revenue'],
    totals: { totalPosition: 'first', grandTotalBackgroundColor: '#fdf3e1', grandTotalColor: '#7a4a00' },
    axisTotals: [{ axisId: 'grand-row-total', label: 'Everything' }],
  })
  const calculation = (id: string, more: Record<string, unknown>) => ({ id, position: 'below', ...more })
  const lines = pivot('lined', 'Goals, shares and differences', {
    rowsBy: [{ columnId: 'lined-region' }, { columnId: 'lined-store', showValuesAggregatedAt: 'every-parent-row' }],
    columnsBy: shelf('lined-year'),
    values: ['lined-revenue'],
    adhocCalcs: [
      calculation('goal', {
        inColumn: 'lined-store',
        value: 'Boston Station',
        in: [{ columnId: 'lined-region', value: 'East' }],
        name: 'Boston goal',
        calculations: [{ columnId: 'lined-revenue', formula: '[Revenue] * 1.1' }],
      }),
      calculation('mean', {
        inColumn: 'lined-region',
        value: 'East',
        anchorRow: 'subtotal',
        name: 'A store in the East',
        calculations: [{ columnId: 'lined-revenue', formula: '[Revenue] / CountDistinct([Store])' }],
      }),
      calculation('growth', {
        inColumn: 'lined-year',
        value: '2025-01-01',
        name: 'Of all years',
        calculations: [{ columnId: 'lined-revenue', formula: '[Revenue (Row Total)]' }],
      }),
    ],
  })
  const compared = {
    id: 'compared',
    kind: 'kpi-chart',
    name: 'Revenue of the month',
    source,
    columns: [
      { id: 'c-month', formula: 'DateTrunc("month", [Sales lines/Order Date])', name: 'Month', format: month },
      { id: 'c-revenue', formula: 'Sum([Sales lines/Revenue])', name: 'Revenue', format: dollars },
    ],
    value: { columnId: 'c-revenue' },
    timeline: { columnId: 'c-month' },
    periodComparison: 'month',
  }
  return {
    id: 'pivots',
    name: 'Pivots',
    elements: [
      { element: compared, at: [1, 9, 33, 40] },
      { element: crossed, at: [1, 25, 1, 17] },
      { element: nestedRows, at: [1, 13, 17, 33] },
      { element: plain, at: [13, 25, 17, 33] },
      { element: lines, at: [9, 25, 33, 53] },
    ],
  }
}

function tablesPage(lines: Record<string, unknown>): GalleryPage {
  const columns = (lines.columns as { id: string }[]).map((column) => ({ ...column }))
  const styled = {
    id: 'styled',
    kind: 'table',
    name: 'Orders in colours',
    source,
    columns: [
      {
        id: 's-store',
        formula: '[Sales lines/Store]',
        name: 'Store',
        description: 'Where it was sold.',
        style: { color: '#0f766e', width: 180 },
      },
      { id: 's-channel', formula: '[Sales lines/Channel]', name: 'Channel', style: { align: 'center' } },
      { id: 's-quantity', formula: '[Sales lines/Quantity]', name: 'Quantity' },
      { id: 's-revenue', formula: '[Sales lines/Revenue]', name: 'Revenue', format: dollars },
      { id: 's-profit', formula: '[Sales lines/Revenue] - 100', name: 'Above 100', format: dollars },
      {
        id: 's-link',
        formula: '"https://example.com/" & [Sales lines/Store]',
        name: 'Page',
        link: { kind: 'column', columnId: 's-link' },
      },
      ...Array.from({ length: 50 }, (_, index) => ({
        id: `s-more-${index}`,
        formula: `[Sales lines/Quantity] + ${index}`,
        name: `More ${index}`,
      })),
    ],
    frozenColumn: { columnId: 's-store' },
    tableStyle: { preset: 'presentation', banding: 'shown' },
    conditionalFormats: [
      { columnIds: ['s-quantity'], type: 'backgroundScale', scheme: ['#ffffff', '#0f766e'] },
      { columnIds: ['s-revenue'], type: 'dataBars' },
      {
        columnIds: ['s-profit'],
        type: 'single',
        condition: '<',
        value: 0,
        style: { color: '#b42318', bold: true },
      },
      {
        columnIds: ['s-channel'],
        type: 'single',
        condition: '=',
        value: 'web',
        style: { backgroundColor: '#fdf3e1' },
      },
    ],
  }
  const nested = {
    id: 'nested',
    kind: 'table',
    name: 'Three levels',
    source,
    columns: [
      { id: 'n-region', formula: '[Sales lines/Region]', name: 'Region' },
      { id: 'n-revenue', formula: 'Sum([Line])', name: 'Region revenue', format: dollars },
      { id: 'n-channel', formula: '[Sales lines/Channel]', name: 'Channel' },
      { id: 'n-channel-revenue', formula: 'Sum([Line])', name: 'Channel revenue', format: dollars },
      { id: 'n-product', formula: '[Sales lines/Product]', name: 'Product' },
      { id: 'n-line', formula: '[Sales lines/Revenue]', name: 'Line', format: dollars },
    ],
    groupings: [
      { id: 'n-g1', groupBy: ['n-region'], calculations: ['n-revenue'] },
      { id: 'n-g2', groupBy: ['n-channel'], calculations: ['n-channel-revenue'] },
    ],
  }
  return {
    id: 'tables',
    name: 'Tables',
    elements: [
      { element: styled, at: [1, 25, 1, 17] },
      { element: nested, at: [1, 25, 17, 37] },
      { element: { ...lines, id: String(lines.id), columns }, at: [1, 25, 37, 53] },
    ],
  }
}

function boxesPage(): GalleryPage {
  const text = (id: string, body: string): Placed => ({ element: { id, kind: 'text', body }, at: [1, 25, 1, 4] })
  const box = (id: string, more: Record<string, unknown> = {}) => ({ id, kind: 'container', ...more })
  const elements: Placed[] = [
    {
      element: {
        id: 'tabs',
        kind: 'tabbed-container',
        tabs: [{ name: 'First' }, { name: 'Second' }, { name: 'Third' }],
      },
      at: [1, 13, 1, 13],
    },
    text('tab-1', '## First tab\n\nThe region is {{[C-list]}}, revenue {{Sum([Sales lines/Revenue]) | $,.0f}}.'),
    { ...text('tab-2', 'Second tab'), at: [1, 25, 1, 4] },
    chart2(),
    { element: box('box-1', { style: { backgroundColor: '#0b3b38', borderRadius: 'round' } }), at: [13, 25, 1, 13] },
    { element: box('box-2'), at: [1, 13, 1, 13] },
    { element: box('box-3'), at: [1, 13, 1, 13] },
    { element: box('box-4'), at: [1, 13, 1, 13] },
    text('deep', 'Four boxes deep'),
    { element: { id: 'line', kind: 'divider' }, at: [1, 25, 13, 14] },
    {
      element: {
        id: 'picture',
        kind: 'image',
        alt: 'A book',
        source: { kind: 'url', url: 'https://example.com/book.png' },
      },
      at: [1, 7, 14, 20],
    },
    {
      element: {
        id: 'link',
        kind: 'button',
        text: 'Read more',
        actions: [
          {
            id: 'open',
            trigger: 'on-click',
            effects: [{ effect: 'open-url', url: 'https://example.com/more', openTarget: '_blank' }],
          },
        ],
      },
      at: [7, 13, 14, 17],
    },
    { element: { id: 'idle', kind: 'button', text: 'Does nothing', appearance: 'outline' }, at: [7, 13, 17, 20] },
    { element: { id: 'copy-2', kind: 'control', controlId: 'C-list', controlType: 'synced' }, at: [1, 7, 20, 23] },
    { element: { id: 'frame', kind: 'embed', url: 'https://example.com/' }, at: [13, 25, 14, 24] },
  ]
  const by = new Map(elements.map((entry) => [entry.element.id, entry]))
  const one = (id: string) => {
    const entry = by.get(id)
    return entry ? leaf(entry) : ''
  }
  const grid = 'gridTemplateColumns="repeat(12, 1fr)" gridTemplateRows="auto"'
  const nest = (id: string, at: Placed['at'], inside: string): string =>
    `<GridContainer elementId="${id}" type="container" ${place(at)} ${grid}>${inside}</GridContainer>`
  const tab = (inside: string) => `<Tab gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">${inside}</Tab>`
  const deep = `<LayoutElement elementId="deep" ${place([1, 13, 1, 7])}/>`
  const whole12: Placed['at'] = [1, 13, 1, 13]
  return {
    id: 'boxes',
    name: 'Boxes',
    elements,
    layout: [
      `<TabbedContainer elementId="tabs" type="tabbed-container" ${place([1, 13, 1, 13])}>`,
      tab(one('tab-1')),
      tab(one('tab-2')),
      tab(one('tab-chart')),
      '</TabbedContainer>',
      nest('box-1', [13, 25, 1, 13], nest('box-2', whole12, nest('box-3', whole12, nest('box-4', whole12, deep)))),
      one('line'),
      one('picture'),
      one('link'),
      one('idle'),
      one('frame'),
      one('copy-2'),
    ].join(''),
  }
}

function chart2(): Placed {
  const element = chart('bar-chart', 'tab-chart', 'Inside a tab', {
    xAxis: { columnId: 'tab-chart-channel' },
    yAxis: { columnIds: ['tab-chart-revenue'] },
  })
  return { element, at: [1, 25, 1, 12] }
}
