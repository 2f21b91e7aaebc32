import { Type } from 'typebox'
import { pieUses } from './channels.ts'
import { defineElement } from './define.ts'
import { AxisSort, closed, Details, dataElement, Id, optional, Pointer } from './shapes.ts'

const pie = {
  ...dataElement,
  value: Pointer,
  color: closed({ columnId: Id, sort: optional(AxisSort) }),
  dataLabel: optional(Details),
  legend: optional(Details),
  tooltip: optional(Details),
}

/** Workbook page section 7. */
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
    hole: optional(Details),
    trellis: optional(Details),
  }),
})
