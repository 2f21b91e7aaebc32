import { Type } from 'typebox'
import { LineAreaStyle, LineLabel } from './axes.ts'
import { cartesianUses } from './channels.ts'
import { defineElement } from './define.ts'
import { cartesian, Stacking } from './shapes.ts'
import { closed, optional } from './words.ts'

export const areaChart = defineElement({
  kind: 'area-chart',
  group: 'chart',
  hasData: true,
  rows: 11,

  channels: cartesianUses,
  schema: closed({
    ...cartesian,
    kind: Type.Literal('area-chart'),
    stacking: optional(Stacking),
    lineAreaStyle: optional(LineAreaStyle),
    dataLabel: optional(LineLabel),
  }),
})
