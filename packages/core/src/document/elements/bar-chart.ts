import { Type } from 'typebox'
import { cartesianUses } from './channels.ts'
import { defineElement } from './define.ts'
import { cartesian, closed, Details, optional, Stacking } from './shapes.ts'

/** Vertical bars where `orientation` is absent: workbook page section 6. */
export const barChart = defineElement({
  kind: 'bar-chart',
  group: 'chart',
  hasData: true,
  rows: 11,

  channels: cartesianUses,
  schema: closed({
    ...cartesian,
    kind: Type.Literal('bar-chart'),
    stacking: optional(Stacking),
    orientation: optional(Type.Literal('horizontal')),
    barStyle: optional(Details),
    gap: optional(Details),
  }),
})
