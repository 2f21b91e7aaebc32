import { Type } from 'typebox'
import { BarLabel, BarStyle, Gap } from './axes.ts'
import { cartesianUses } from './channels.ts'
import { defineElement } from './define.ts'
import { cartesian, Stacking } from './shapes.ts'
import { closed, optional } from './words.ts'

/** Vertical bars where `orientation` is absent. */
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
    barStyle: optional(BarStyle),
    gap: optional(Gap),
    dataLabel: optional(BarLabel),
  }),
})
