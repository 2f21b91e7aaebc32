import { Type } from 'typebox'
import { AxisSort, Legend, PieLabel, Tooltip, Trellis } from './axes.ts'
import { pieUses } from './channels.ts'
import { defineElement } from './define.ts'
import { dataElement } from './shapes.ts'
import { Color, closed, Id, optional, Pointer, Size, Text, Toggle, Weight, words } from './words.ts'

const pie = {
  ...dataElement,
  value: Pointer,
  color: closed({ columnId: Id, sort: optional(AxisSort) }),
  dataLabel: optional(PieLabel),
  legend: optional(Legend),
  tooltip: optional(Tooltip),
}

const holeText = { fontWeight: optional(Weight), color: optional(Color), fontSize: optional(Size) }

export const pieChart = defineElement({
  kind: 'pie-chart',
  group: 'chart',
  hasData: true,
  rows: 11,
  pointers: ['value', 'color'],
  channels: pieUses,
  schema: closed({ ...pie, kind: Type.Literal('pie-chart') }),
})

export const donutChart = defineElement({
  kind: 'donut-chart',
  group: 'chart',
  hasData: true,
  rows: 11,
  pointers: ['value', 'color', 'holeValue'],
  channels: pieUses,
  schema: closed({
    ...pie,
    kind: Type.Literal('donut-chart'),
    holeValue: optional(Pointer),
    innerRadius: optional(Type.Number({ minimum: 0.4, maximum: 0.8 })),
    hole: optional(
      closed({
        value: optional(closed({ visibility: optional(Toggle), ...holeText })),
        title: optional(
          closed({
            visibility: optional(Toggle),
            text: optional(Text),
            wrap: optional(Toggle),
            ...holeText,
            position: optional(words('top', 'bottom')),
          }),
        ),
      }),
    ),
    trellis: optional(Trellis),
  }),
})
