import { type TSchema, Type } from 'typebox'
import { Interpolation, Missing, PointStyle } from './styles.ts'
import {
  Aggregation,
  Color,
  closed,
  Dash,
  Direction,
  Flag,
  Id,
  LineWidth,
  mapOf,
  Num,
  NumberOrFormula,
  nullable,
  optional,
  Period,
  Radius,
  Size,
  Text,
  Toggle,
  variants,
  Weight,
  words,
} from './words.ts'

/** Axes, marks and other parts of charts. */

const hidden = closed({ visibility: Type.Literal('hidden') })

/** Either the form with `visibility: hidden`, or the form with all other fields. */
function hideable(fields: Record<string, TSchema>, expected: string) {
  return Type.Union([hidden, closed({ visibility: optional(Type.Literal('shown')), ...fields })], { expected })
}

const MinorTicks = Type.Union(
  [hidden, closed({ unit: optional(Period), step: Num, mark: words('tick', 'grid', 'both') })],
  { expected: 'minor ticks' },
)
const interval = { type: Type.Literal('interval') }
const TickSpacing = variants('type', [
  closed({ type: Type.Literal('auto') }),
  closed({ type: Type.Literal('count'), count: Type.Number({ minimum: 1, maximum: 30 }) }),
  variants('scale', [
    closed({
      ...interval,
      scale: Type.Literal('time'),
      unit: Type.Union([Type.Literal('auto'), Period]),
      step: optional(Num),
      anchor: optional(nullable(Num, 'number or null')),
      minor: optional(MinorTicks),
    }),
    closed({
      ...interval,
      scale: Type.Literal('linear'),
      step: Size,
      anchor: optional(Num),
      minor: optional(MinorTicks),
    }),
  ]),
])
export const AxisFormat = hideable(
  {
    title: optional(
      closed({
        text: optional(Text),
        fontSize: optional(Size),
        color: optional(Color),
        fontWeight: optional(Weight),
      }),
    ),
    labels: optional(
      Type.Union(
        [
          Type.Literal('hidden'),
          closed({
            labelAngle: optional(Size),
            fontSize: optional(Size),
            color: optional(Color),
            allowLongerLabels: optional(Flag),
          }),
        ],
        { expected: 'labels' },
      ),
    ),
    marks: optional(words('none', 'tick', 'grid', 'both')),
    scale: optional(
      closed({
        type: optional(words('linear', 'log', 'ordinal', 'pow', 'sqrt', 'time')),
        domain: optional(closed({ min: optional(NumberOrFormula), max: optional(NumberOrFormula) })),
        zero: optional(Flag),
        reverse: optional(Flag),
        hideZeroLine: optional(Flag),
      }),
    ),
    tickSpacing: optional(TickSpacing),
  },
  'axis format',
)

export const AxisSort = closed({ direction: Direction, by: optional(Text), aggregation: optional(Aggregation) })
export const XAxis = closed({ columnId: Id, sort: optional(AxisSort), format: optional(AxisFormat) })
export const YAxis = closed({
  columnIds: Type.Array(
    Type.Union([Id, closed({ columnId: Id, type: optional(words('bar', 'line', 'area', 'scatter')) })], {
      expected: 'column',
    }),
  ),
  format: optional(AxisFormat),
})

const Domain = closed({ min: optional(Num), max: optional(Num), mid: optional(Num) })
const scheme = optional(Type.Array(Text))
export const ChartColor = variants('by', [
  closed({ by: Type.Literal('single'), value: Color }),
  closed({ by: Type.Literal('category'), column: Id, scheme }),
  closed({ by: Type.Literal('scale'), column: Id, scheme, domain: optional(Domain) }),
])

const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export const Legend = hideable(
  {
    position: optional(words('auto', 'top', 'right', 'bottom', 'left', ...corners)),
    color: optional(Color),
    fontSize: optional(Num),
    colorLegend: optional(Type.Literal('hidden')),
    sizeLegend: optional(Type.Literal('hidden')),
    header: optional(Type.Literal('hidden')),
  },
  'legend',
)
export const MapLegend = hideable(
  {
    position: optional(words('auto', ...corners)),
    color: optional(Color),
    fontSize: optional(Num),
    header: optional(Type.Literal('hidden')),
  },
  'legend',
)
export const Tooltip = closed({
  columnNames: optional(Toggle),
  multiSeries: optional(Toggle),
  valueFormat: optional(words('percent', 'number')),
})

const label = {
  labels: optional(Toggle),
  color: optional(Color),
  fontSize: optional(Size),
  fontWeight: optional(Weight),
}
const numbers = {
  precision: optional(Num),
  valueFormat: optional(words('percent', 'number')),
  showStroke: optional(words('auto', 'on', 'off')),
}
const fewest = ['auto', 'minimum', 'maximum', 'min-max'] as const
const barLabel = {
  ...label,
  ...numbers,
  /** Form C renames alignments; whether that includes these is not known. */
  anchor: optional(words('auto', 'end', 'middle', 'outside-end', 'start', 'center')),
  orient: optional(words('auto', 'horizontal', 'vertical')),
  totals: optional(
    closed({
      display: optional(Toggle),
      fontSize: optional(Size),
      labelDisplay: optional(Text),
      orient: optional(words('auto', 'horizontal', 'vertical')),
    }),
  ),
}
const lineLabel = { ...label, clearance: optional(words('separated', 'default')) }
const lineDisplays = [...fewest, 'endpoints', 'most-recent', 'all-points'] as const

export const BarLabel = closed({ ...barLabel, labelDisplay: optional(words(...fewest, 'all')) })
export const LineLabel = closed({ ...lineLabel, labelDisplay: optional(words(...lineDisplays)) })
export const ScatterLabel = closed({ ...label, ...numbers })
export const ComboLabel = closed({ ...barLabel, ...lineLabel, labelDisplay: optional(words(...lineDisplays, 'all')) })
const pieDisplays = ['color', 'value', 'percent', 'color-value', 'color-percent', 'value-percent', 'all'] as const
export const PieLabel = closed({
  ...label,
  precision: optional(Num),
  donutLabelDisplay: optional(words('as-label', 'on-legend')),
  labelDisplay: optional(words(...pieDisplays)),
})

export const BarStyle = closed({
  cornerRadius: optional(Type.Union([Num, Radius], { expected: 'number or radius' })),
})
const GapSize = words('auto', 'small', 'medium', 'large')
export const Gap = closed({ width: optional(GapSize), betweenSets: optional(GapSize) })
export const LineAreaStyle = closed({
  interpolation: optional(Interpolation),
  missing: optional(Missing),
  line: optional(closed({ visibility: optional(Toggle), style: optional(Dash), width: optional(LineWidth) })),
  points: optional(PointStyle),
})

const RefValue = variants('type', [
  closed({ type: Type.Literal('constant'), value: optional(NumberOrFormula) }),
  closed({ type: Type.Literal('column'), columnId: Id, func: words('sum', 'avg', 'min', 'max', 'median') }),
  closed({ type: Type.Literal('formula'), formula: Text }),
])
const positions = ['top-right', 'top-center', 'top-left', 'bottom-right', 'bottom-center', 'bottom-left'] as const
const Caption = closed({
  position: optional(words(...positions, 'middle-right', 'middle-left')),
  fontSize: optional(Num),
  color: optional(Color),
})
const MarkLabel = closed({ visibility: Toggle, text: optional(Text) })
const refMark = {
  axis: words('axis', 'series', 'series2'),
  value: RefValue,
  line: optional(
    closed({
      style: optional(Dash),
      width: optional(LineWidth),
      color: optional(Color),
      visibility: optional(Toggle),
    }),
  ),
  label: optional(MarkLabel),
  annotation: optional(closed({ visibility: Toggle })),
  caption: optional(Caption),
  scope: optional(words('chart', 'cell')),
}
export const RefMark = variants('type', [
  closed({ ...refMark, type: Type.Literal('line') }),
  closed({
    ...refMark,
    type: Type.Literal('band'),
    endValue: RefValue,
    fill: optional(closed({ color: optional(Color) })),
  }),
])
export const Trendline = closed({
  columnId: Id,
  model: words('linear', 'quadratic', 'polynomial', 'exponential', 'logarithmic', 'power'),
  degree: optional(Type.Number({ minimum: 3, maximum: 7 })),
  line: optional(closed({ style: optional(Dash), width: optional(Num), color: optional(Color) })),
  label: optional(MarkLabel),
  value: optional(closed({ visibility: Toggle })),
  caption: optional(Caption),
})

const TrellisSort = variants('type', [
  closed({
    type: Type.Literal('column'),
    columnId: Id,
    direction: Direction,
    aggregation: optional(Aggregation),
  }),
  closed({ type: Type.Literal('row-count'), direction: Direction }),
  closed({ type: optional(Type.Literal('values')), direction: Direction }),
])
const TrellisBy = Type.Array(closed({ columnId: Id, sort: optional(TrellisSort) }))
const plainText = { fontSize: optional(Num), color: optional(Color) }
const TrellisLabels = closed({
  border: optional(Type.Literal('hidden')),
  labels: optional(Type.Union([Type.Literal('hidden'), closed(plainText)], { expected: 'labels' })),
  title: optional(
    Type.Union([Type.Literal('hidden'), closed({ text: optional(Text), ...plainText })], { expected: 'title' }),
  ),
})
export const Trellis = closed({
  rowsBy: optional(TrellisBy),
  columnsBy: optional(TrellisBy),
  series: optional(words('row', 'column')),
  row: optional(TrellisLabels),
  column: optional(TrellisLabels),
  share: optional(mapOf(words('shared', 'separate'))),
  tileSize: optional(words('auto', 'compact')),
})
