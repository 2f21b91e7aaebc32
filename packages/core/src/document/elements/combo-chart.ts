import { Type } from 'typebox'
import { cartesianUses } from './channels.ts'
import { defineElement } from './define.ts'
import { cartesian, closed, Details, optional, Stacking, YAxis } from './shapes.ts'

/** Each y column has its own mark; `yAxis2` repeats those on the second axis: workbook page section 6. */
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
    barStyle: optional(Details),
    gap: optional(Details),
    lineAreaStyle: optional(Details),
    seriesDataLabel: optional(Details),
    seriesLineAreaStyle: optional(Type.Array(Details)),
    seriesPointStyle: optional(Type.Unknown()),
    pointStyle: optional(Details),
  }),
})
