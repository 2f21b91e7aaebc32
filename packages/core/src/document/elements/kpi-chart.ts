import { Type } from 'typebox'
import { kpiUses } from './channels.ts'
import { defineElement } from './define.ts'
import { Color, closed, Details, dataElement, Id, optional, Period, Pointer, Size, Weight } from './shapes.ts'

/** One number, with an optional comparison and trend: workbook page section 5. */
export const kpiChart = defineElement({
  kind: 'kpi-chart',
  group: 'value',
  hasData: true,
  rows: 6,
  channels: kpiUses,
  schema: closed({
    ...dataElement,
    kind: Type.Literal('kpi-chart'),
    value: closed({
      columnId: Id,
      visibility: optional(Type.Literal('hidden')),
      fontWeight: optional(Weight),
      color: optional(Color),
      fontSize: optional(Size),
    }),
    timeline: optional(Pointer),
    periodComparison: optional(Period),
    comparisonColumn: optional(Pointer),
    comparison: optional(Details),
    trend: optional(Details),
    layout: optional(Details),
  }),
})
