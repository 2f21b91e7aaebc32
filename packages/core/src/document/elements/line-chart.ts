import { Type } from 'typebox'
import { LineAreaStyle, LineLabel } from './axes.ts'
import { cartesianUses } from './channels.ts'
import { defineElement } from './define.ts'
import { cartesian } from './shapes.ts'
import { closed, optional } from './words.ts'

export const lineChart = defineElement({
  kind: 'line-chart',
  group: 'chart',
  hasData: true,
  rows: 11,

  channels: cartesianUses,
  schema: closed({
    ...cartesian,
    kind: Type.Literal('line-chart'),
    lineAreaStyle: optional(LineAreaStyle),
    dataLabel: optional(LineLabel),
  }),
})
