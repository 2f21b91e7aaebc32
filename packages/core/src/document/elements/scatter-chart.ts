import { Type } from 'typebox'
import { ScatterLabel } from './axes.ts'
import { cartesianUses } from './channels.ts'
import { defineElement } from './define.ts'
import { cartesian } from './shapes.ts'
import { closed, optional, Pointer } from './words.ts'

/** Several y columns are one series each. */
export const scatterChart = defineElement({
  kind: 'scatter-chart',
  group: 'chart',
  hasData: true,
  rows: 11,
  pointers: ['size'],
  channels: cartesianUses,
  schema: closed({
    ...cartesian,
    kind: Type.Literal('scatter-chart'),
    size: optional(Pointer),
    dataLabel: optional(ScatterLabel),
  }),
})
