import { Type } from 'typebox'
import { BarStyle, ComboLabel, Gap, LineAreaStyle, YAxis } from './axes.ts'
import { cartesianUses } from './channels.ts'
import { defineElement } from './define.ts'
import { cartesian, Stacking } from './shapes.ts'
import { closed, Details, Id, mapOf, optional } from './words.ts'

/** Each y column has its own mark; `yAxis2` repeats the ones on the second axis. */
export const comboChart = defineElement({
  kind: 'combo-chart',
  group: 'chart',
  hasData: true,
  rows: 11,

  channels: cartesianUses,
  schema: closed({
    ...cartesian,
    kind: Type.Literal('combo-chart'),
    yAxis2: optional(YAxis),
    stacking: optional(Stacking),
    barStyle: optional(BarStyle),
    gap: optional(Gap),
    lineAreaStyle: optional(LineAreaStyle),
    dataLabel: optional(ComboLabel),
    seriesDataLabel: optional(mapOf(ComboLabel)),
    seriesLineAreaStyle: optional(Type.Array(closed({ columnId: Id, style: LineAreaStyle }))),
    seriesPointStyle: optional(Type.Unknown()),
    pointStyle: optional(Details),
  }),
})
