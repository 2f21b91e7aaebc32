/**
 * Kinds to which an element with marks or numbers can be changed. Settings that the new kind does not use apply again
 * when the old kind is chosen.
 */
export const chartKinds = [
  'bar-chart',
  'line-chart',
  'area-chart',
  'combo-chart',
  'scatter-chart',
  'kpi-chart',
  'pie-chart',
  'donut-chart',
  'box-chart',
  'waterfall-chart',
  'funnel-chart',
  'gauge-chart',
  'treemap-chart',
  'sankey-chart',
  'region-map',
  'point-map',
  'geography-map',
  'pivot-table',
] as const
