import { Type } from 'typebox'
import { kpiUses } from './channels.ts'
import { defineElement } from './define.ts'
import { dataElement } from './shapes.ts'
import { Align, Color, closed, Id, optional, Period, Pointer, Size, Text, Toggle, Weight, words } from './words.ts'

/** One number, with an optional comparison and trend. */
export const kpiChart = defineElement({
  kind: 'kpi-chart',
  group: 'value',
  hasData: true,
  rows: 6,
  channels: kpiUses,
  schema: closed({
    ...dataElement,
    kind: Type.Literal('kpi-chart'),
    value: closed({
      columnId: Id,
      visibility: optional(Type.Literal('hidden')),
      fontWeight: optional(Weight),
      color: optional(Color),
      fontSize: optional(Size),
    }),
    timeline: optional(Pointer),
    periodComparison: optional(Period),
    comparisonColumn: optional(Pointer),
    comparison: optional(
      closed({
        display: optional(words('percentage', 'delta', 'relative', 'absolute')),
        direction: optional(words('higher', 'lower', 'none')),
        colorGood: optional(Color),
        colorNeutral: optional(Color),
        colorBad: optional(Color),
        arrow: optional(Type.Literal('hidden')),
        fontSize: optional(Size),
        label: optional(Text),
        labelColor: optional(Color),
        noDateText: optional(Text),
      }),
    ),
    trend: optional(
      closed({
        visibility: optional(Type.Literal('hidden')),
        shape: optional(words('line', 'area')),
        areaStyle: optional(words('gradient', 'solid')),
        valueColor: optional(Color),
        comparisonColor: optional(Color),
        tooltip: optional(Toggle),
        xAxis: optional(Toggle),
        yAxis: optional(Toggle),
        noDataText: optional(Text),
      }),
    ),
    layout: optional(
      closed({
        anchor: optional(Align),
        verticalAnchor: optional(Align),
        titleOrient: optional(words('top', 'bottom')),
        comparisonValueOrient: optional(words('right', 'below')),
      }),
    ),
  }),
})
