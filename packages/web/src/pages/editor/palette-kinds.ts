/** Kinds of the palette by group, in the order in which they are offered. `needsData`: the source picker opens first. */
export const paletteGroups = {
  data: ['table', 'pivot-table'],
  charts: [
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
  ],
  controls: ['list', 'date-range', 'text', 'number-range', 'segmented', 'switch'],
  content: ['text', 'image', 'button', 'divider', 'page-break', 'embed'],
  layout: ['container', 'tabbed-container', 'navigation'],
} as const

export type PaletteGroup = keyof typeof paletteGroups

/** Fields that make a new control valid as one of its types. */
export const controlFields: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  list: { controlType: 'list', selectionMode: 'multiple' },
  'date-range': { controlType: 'date-range', mode: 'between' },
  text: { controlType: 'text', mode: 'equals' },
  'number-range': { controlType: 'number-range' },
  segmented: { controlType: 'segmented' },
  switch: { controlType: 'switch', mode: 'True/All' },
}
