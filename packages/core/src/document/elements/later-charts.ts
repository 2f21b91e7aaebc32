import { type TSchema, Type } from 'typebox'
import { YAxis } from './axes.ts'
import { axisUses, pointerListUses, pointerUse } from './channels.ts'
import { type ColumnUse, defineElement } from './define.ts'
import { dataElement } from './shapes.ts'
import { Pointer } from './words.ts'

/**
 * Kinds of which the published description has only the required fields. Other fields are accepted without a warning, because they may be
 * valid.
 */
function laterChart<const Kind extends string>(
  kind: Kind,
  rows: number,
  fields: Record<string, TSchema>,
  channels: (element: Record<string, unknown>) => ColumnUse[],
) {
  const schema = Type.Object({ ...dataElement, kind: Type.Literal(kind), ...fields })
  return defineElement({ kind, group: 'chart', hasData: true, rows, channels, schema })
}

/** Sizes come from the measure columns. */
export const treemapChart = laterChart('treemap-chart', 11, { category: Pointer }, (element) =>
  pointerUse(element, 'category'),
)
export const gaugeChart = laterChart('gauge-chart', 8, { value: Pointer }, (element) => pointerUse(element, 'value'))
export const sankeyChart = laterChart(
  'sankey-chart',
  11,
  { stages: Type.Array(Pointer, { minItems: 1 }), value: Pointer },
  (element) => [...pointerListUses(element, 'stages'), ...pointerUse(element, 'value')],
)
export const funnelChart = laterChart('funnel-chart', 11, { stage: Pointer, series: Pointer }, (element) => [
  ...pointerUse(element, 'stage'),
  ...pointerUse(element, 'series'),
])
export const boxChart = laterChart('box-chart', 11, { yAxis: YAxis }, (element) => axisUses(element, 'yAxis'))
