import { controlTypes } from '@octavo/core/document'

/** Kinds of the palette by group, in the order in which they are offered. */
export const paletteGroups = {
  data: ['table', 'pivot-table', 'input-table'],
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
    'sankey-chart',
    'region-map',
    'point-map',
    'geography-map',
    'progress',
  ],
  content: ['text', 'image', 'button', 'divider', 'page-break', 'embed'],
  layout: ['container', 'tabbed-container', 'repeated-container', 'navigation', 'form'],
} as const

/** The types of controls that the palette offers. */
export const paletteControls = controlTypes
