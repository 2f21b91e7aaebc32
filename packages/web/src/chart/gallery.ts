import type { ChartElement, ChartResult, IncludedRegionType } from '@octavo/core/chart'
import type { Cell, ResultColumn, ValueType } from '@octavo/core/types'

/** One drawing of every kind of chart and of its main options, for the gallery test, and to look at. */
export interface Exhibit {
  title: string
  element: ChartElement
  result: ChartResult
  computed?: ReadonlyMap<string, number>
  now?: string
  width?: number
  height?: number
}

const money: ValueType = { kind: 'decimal', precision: 18, scale: 2 }
const types = {
  text: { kind: 'text' },
  float: { kind: 'float64' },
  date: { kind: 'date' },
  money,
  count: { kind: 'int64' },
} as const
type Column = [id: string, name: string, type: keyof typeof types, cells: Cell[]]

function rows(...columns: Column[]): ChartResult {
  return {
    columns: columns.map(([id, name, type]): ResultColumn => ({ id, name, type: types[type], nullable: true })),
    values: columns.map(([, , , cells]) => cells),
    rowCount: columns[0]?.[3].length ?? 0,
    isPartial: false,
  }
}

const dollars = { kind: 'number', formatString: '$,.0f' } as const
const formats = [
  { id: 'y', name: 'Revenue', formula: 'Sum([Sales/Revenue])', format: dollars },
  { id: 'z', name: 'Margin', formula: 'Avg([Sales/Margin])', format: { kind: 'number', formatString: '.1%' } as const },
]
const chart = (kind: string, fields: Record<string, unknown>): ChartElement => ({
  id: 'e',
  kind,
  columns: formats,
  ...fields,
})
const xy = { xAxis: { columnId: 'x' }, yAxis: { columnIds: ['y'] } }
const byColor = { color: { by: 'category', column: 'c' } }

const channels = ['Counter', 'Web', 'Phone']
const months = Array.from({ length: 24 }, (_, index) => new Date(Date.UTC(2025, index, 1)).toISOString().slice(0, 10))
const wave = (index: number, shift: number) =>
  Math.round(400_000 + 180_000 * Math.sin(index / 3 + shift) + 9_000 * index)

const categories = rows(
  ['x', 'Category', 'text', ['Toys', 'Home', 'Garden', 'Office', null]],
  ['y', 'Revenue', 'money', ['1250000', '930000', '610000', '-120000', '80000']],
)
const longNames = rows(
  [
    'x',
    'Product',
    'text',
    [
      'Adjustable standing desk',
      'Ergonomic chair with headrest',
      'Wireless keyboard',
      'Cable organizer (pack of 12)',
      'Monitor arm',
    ],
  ],
  ['y', 'Revenue', 'money', ['640000', '590000', '330000', '120000', '98000']],
)
const monthly = rows(
  ['x', 'Month', 'date', months.flatMap((month) => [month, month, month])],
  ['c', 'Channel', 'text', months.flatMap(() => channels)],
  [
    'y',
    'Revenue',
    'money',
    months.flatMap((_, index) =>
      channels.map((__, shift) =>
        index === 23
          ? String(90_000 + shift * 160_000)
          : index === 9 && shift === 1
            ? null
            : String(wave(index, shift * 2) + shift * 250_000),
      ),
    ),
  ],
)
const single = rows(
  ['x', 'Month', 'date', months],
  ['y', 'Revenue', 'money', months.map((_, index) => String(index === 23 ? 120_000 : wave(index, 0)))],
  ['z', 'Margin', 'money', months.map((_, index) => String(0.31 + 0.04 * Math.sin(index / 2)))],
)
const quarterly = rows(
  ['x', 'Quarter', 'text', ['Q1', 'Q2', 'Q3', 'Q4'].flatMap((quarter) => [quarter, quarter, quarter])],
  ['c', 'Channel', 'text', ['Q1', 'Q2', 'Q3', 'Q4'].flatMap(() => channels)],
  ['y', 'Revenue', 'money', Array.from({ length: 12 }, (_, index) => String(120_000 + ((index * 77_000) % 340_000)))],
)
const regions = ['North', 'South', 'East', 'West']
const trellis = rows(
  ['x', 'Month', 'date', regions.flatMap(() => months.slice(0, 12))],
  ['r', 'Region', 'text', regions.flatMap((region) => months.slice(0, 12).map(() => region))],
  [
    'y',
    'Revenue',
    'money',
    regions.flatMap((_, shift) => months.slice(0, 12).map((__, index) => String(wave(index, shift)))),
  ],
)
const cloud = rows(
  ['x', 'Quantity', 'count', Array.from({ length: 60 }, (_, index) => String(5 + ((index * 37) % 90)))],
  [
    'y',
    'Revenue',
    'money',
    Array.from({ length: 60 }, (_, index) => String(2_000 + ((index * 37) % 90) * 130 + ((index * 53) % 17) * 300)),
  ],
  ['c', 'Channel', 'text', Array.from({ length: 60 }, (_, index) => channels[index % 3] ?? null)],
  ['s', 'Orders', 'count', Array.from({ length: 60 }, (_, index) => String((index * 13) % 40))],
)
const shares = rows(
  ['c', 'Channel', 'text', ['Web', 'Counter', 'Phone', 'Partner', 'Fair', 'Mail', 'Other']],
  ['y', 'Revenue', 'money', ['210000', '480000', '160000', '90000', '12000', '9000', '70000']],
)
const boxes = rows(
  ['x', 'Region', 'text', regions],
  ...(['low', 'q1', 'median', 'q3', 'high', 'min', 'max'] as const).map(
    (part, index): Column => [
      `y~${part}`,
      'Revenue',
      'money',
      regions.map((_, region) => String([20, 45, 60, 82, 130, 12, 180][index] ?? 0 + region * 7)),
    ],
  ),
)
const stages = rows(
  ['x', 'Stage', 'text', ['Visited', 'Product viewed', 'Cart', 'Checkout', 'Ordered']],
  ['y', 'Sessions', 'count', ['48200', '21900', '6400', '3100', '2450']],
)
const orders = rows(
  ['a', 'Channel', 'text', ['Web', 'Web', 'Web', 'Counter', 'Counter', 'Phone', 'Phone']],
  ['b', 'Region', 'text', ['North', 'South', 'South', 'North', 'East', 'South', 'East']],
  ['c', 'State', 'text', ['Delivered', 'Delivered', 'Returned', 'Delivered', 'Delivered', null, 'Returned']],
  ['y', 'Revenue', 'money', ['310000', '240000', '45000', '280000', '90000', '60000', '38000']],
)
const one = rows(
  ['y', 'Revenue', 'money', ['730000']],
  ['t', 'Target', 'money', ['900000']],
  ['m', 'Maximum', 'money', ['1000000']],
)
const bins = rows(
  ['x', 'Age', 'count', ['0', '10', '20', '30', '40', '50', '60']],
  ['y', 'Customers', 'count', ['120', '480', '900', '760', '410', '190', '60']],
)

const goal = {
  type: 'line',
  axis: 'series',
  value: { type: 'formula', formula: 'Sum([Goal])' },
  label: { visibility: 'shown', text: 'Goal' },
  annotation: { visibility: 'shown' },
}
const band = {
  type: 'band',
  axis: 'series',
  value: { type: 'constant', value: 300_000 },
  endValue: { type: 'constant', value: 500_000 },
  label: { visibility: 'shown', text: 'Usual' },
}

export const gallery: readonly Exhibit[] = [
  { title: 'bars', element: chart('bar-chart', xy), result: categories },
  { title: 'bars with long names', element: chart('bar-chart', xy), result: longNames },
  { title: 'horizontal bars', element: chart('bar-chart', { ...xy, orientation: 'horizontal' }), result: categories },
  { title: 'stacked bars', element: chart('bar-chart', { ...xy, ...byColor }), result: quarterly },
  {
    title: 'normalized bars',
    element: chart('bar-chart', {
      ...xy,
      ...byColor,
      stacking: 'normalized',
      dataLabel: { labels: 'shown', valueFormat: 'percent' },
    }),
    result: quarterly,
  },
  { title: 'grouped bars', element: chart('bar-chart', { ...xy, ...byColor, stacking: 'none' }), result: quarterly },
  {
    title: 'monthly bars with an unfinished month',
    element: chart('bar-chart', { ...xy, refMarks: [goal] }),
    result: single,
    now: '2026-12-12',
    computed: new Map([['refMarks[0].value', 640_000]]),
  },
  {
    title: 'histogram',
    element: {
      ...chart('bar-chart', xy),
      columns: [
        { id: 'x', name: 'Age', formula: 'BinFixed([Customers/Age], 0, 70, 7)' },
        { id: 'y', name: 'Customers' },
      ],
    },
    result: bins,
  },
  {
    title: 'lines labelled at their ends',
    element: chart('line-chart', { ...xy, ...byColor }),
    result: monthly,
    now: '2026-12-12',
  },
  { title: 'lines in a narrow tile', element: chart('line-chart', { ...xy, ...byColor }), result: monthly, width: 360 },
  {
    title: 'line with a band and a trend',
    element: chart('line-chart', {
      ...xy,
      refMarks: [band],
      trendlines: [
        {
          columnId: 'y',
          model: 'linear',
          label: { visibility: 'shown', text: 'Trend' },
          value: { visibility: 'shown' },
        },
      ],
    }),
    result: single,
  },
  {
    title: 'trellis of lines',
    element: chart('line-chart', { ...xy, trellis: { columnsBy: [{ columnId: 'r' }] } }),
    result: trellis,
  },
  { title: 'stacked areas', element: chart('area-chart', { ...xy, ...byColor }), result: monthly },
  { title: 'area', element: chart('area-chart', xy), result: single },
  {
    title: 'combo with two axes',
    element: chart('combo-chart', {
      xAxis: { columnId: 'x' },
      yAxis: { columnIds: ['y', 'z'] },
      yAxis2: { columnIds: ['z'] },
    }),
    result: single,
    now: '2026-12-12',
  },
  { title: 'scatter', element: chart('scatter-chart', { ...xy, ...byColor, size: { columnId: 's' } }), result: cloud },
  {
    title: 'scatter with a trend',
    element: chart('scatter-chart', {
      ...xy,
      trendlines: [{ columnId: 'y', model: 'quadratic', value: { visibility: 'shown' } }],
    }),
    result: cloud,
  },
  { title: 'pie', element: chart('pie-chart', { value: { columnId: 'y' }, color: { columnId: 'c' } }), result: shares },
  {
    title: 'donut',
    element: chart('donut-chart', { value: { columnId: 'y' }, color: { columnId: 'c' } }),
    result: shares,
  },
  {
    title: 'trellis of donuts',
    element: chart('donut-chart', {
      value: { columnId: 'y' },
      color: { columnId: 'c' },
      trellis: { columnsBy: [{ columnId: 'x' }] },
    }),
    result: quarterly,
  },
  { title: 'box', element: chart('box-chart', xy), result: boxes },
  { title: 'waterfall', element: chart('waterfall-chart', xy), result: categories },
  {
    title: 'funnel',
    element: chart('funnel-chart', { stage: { columnId: 'x' }, series: { columnId: 'y' } }),
    result: { ...stages },
  },
  {
    title: 'gauge',
    element: chart('gauge-chart', { value: { columnId: 'y' }, target: { columnId: 't' }, maximum: { columnId: 'm' } }),
    result: one,
    height: 160,
  },
  {
    title: 'gauge as an arc',
    element: chart('gauge-chart', {
      shape: 'arc',
      value: { columnId: 'y' },
      target: { columnId: 't' },
      maximum: { columnId: 'm' },
    }),
    result: one,
    height: 220,
  },
  {
    title: 'sankey',
    element: chart('sankey-chart', {
      stages: [{ columnId: 'a' }, { columnId: 'b' }, { columnId: 'c' }],
      value: { columnId: 'y' },
    }),
    result: orders,
  },
  { title: 'treemap', element: chart('treemap-chart', { category: { columnId: 'c' } }), result: shares },
]

/** Maps, and the regions whose shapes each is drawn on. */
export interface MapExhibit extends Exhibit {
  shapes: IncludedRegionType
}

const regionMap = (regionType: IncludedRegionType, places: Cell[], more: object = {}): MapExhibit => ({
  title: `regions: ${[regionType, ...Object.keys(more)].join(' with ')}`,
  shapes: regionType,
  element: chart('region-map', {
    region: { columnId: 'x', regionType },
    color: { by: 'scale', column: 'y' },
    ...more,
  }),
  result: rows(
    ['x', 'Place', 'text', places],
    ['y', 'Revenue', 'money', places.map((_, index) => String(1_000 * (index + 1)))],
  ),
})

export const mapGallery: readonly MapExhibit[] = [
  regionMap('country', ['Germany', 'FR', 'usa', 'Brazil', 'Kenya']),
  regionMap('us-state', ['CA', 'New York', 'Texas', 'WA']),
  regionMap('us-county', ['06001', 'Kings County, NY', 'Fairfax, VA']),
  regionMap('us-county', ['06001', 'Kings County, NY', 'Fairfax, VA'], { label: [{ columnId: 'x' }] }),
  regionMap('ca-province', ['ON', 'Québec', 'BC']),
  {
    title: 'points',
    shapes: 'country',
    element: chart('point-map', {
      latitude: { columnId: 'a' },
      longitude: { columnId: 'o' },
      color: { by: 'category', column: 'c' },
      size: { columnId: 'y' },
    }),
    result: rows(
      ['a', 'Latitude', 'float', [52.5, 48.9, 41.9]],
      ['o', 'Longitude', 'float', [13.4, 2.4, 12.5]],
      ['c', 'Channel', 'text', channels],
      ['y', 'Revenue', 'money', ['10', '30', '20']],
    ),
  },
  {
    title: 'geographies',
    shapes: 'country',
    element: chart('geography-map', { geography: { columnId: 'g' }, color: { by: 'category', column: 'c' } }),
    result: rows(
      [
        'g',
        'Shape',
        'text',
        [
          'POLYGON ((0 45, 10 45, 10 52, 0 52, 0 45), (3 47, 6 47, 6 50, 3 50, 3 47))',
          'LINESTRING (-3 40, 2 48, 12 41)',
          '{"type":"Point","coordinates":[15,50]}',
        ],
      ],
      ['c', 'Channel', 'text', channels],
    ),
  },
]
