import { Type } from 'typebox'
import { cartesianUses } from './channels.ts'
import { defineElement } from './define.ts'
import { cartesian, closed, Details, optional, Stacking } from './shapes.ts'

/** Workbook page section 6. */
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
    lineAreaStyle: optional(Details),
  }),
})
