import { defineElement, type ElementGroup, type ElementKindEntry } from './define.ts'

const kept = (
  kind: string,
  group: ElementGroup,
  rows: number,
  { hasData = false, pointers = [] }: { hasData?: boolean; pointers?: string[] } = {},
) => defineElement({ kind, group, rows, hasData, pointers })

/** Published kinds that are stored, kept and returned as they came, and shown as "not drawn yet". */
export const keptKinds: readonly ElementKindEntry[] = [
  kept('pivot-table', 'table', 14, { hasData: true, pointers: ['rowsBy', 'columnsBy'] }),
  kept('input-table', 'table', 14),
  kept('progress', 'value', 6),
  kept('waterfall-chart', 'chart', 11, { hasData: true, pointers: ['splitBy'] }),
  kept('treemap-chart', 'chart', 11, { hasData: true }),
  kept('gauge-chart', 'chart', 8, { hasData: true }),
  kept('sankey-chart', 'chart', 11, { hasData: true }),
  kept('funnel-chart', 'chart', 11, { hasData: true }),
  kept('box-chart', 'chart', 11, { hasData: true }),
  kept('point-map', 'map', 12, { hasData: true, pointers: ['latitude', 'longitude', 'size', 'label', 'tooltip'] }),
  kept('region-map', 'map', 12, { hasData: true, pointers: ['region', 'label', 'tooltip'] }),
  kept('geography-map', 'map', 12, { hasData: true, pointers: ['geography', 'tooltip'] }),
  kept('image', 'content', 8),
  kept('embed', 'content', 12),
  kept('divider', 'content', 1),
  kept('button', 'content', 3),
  kept('plugin', 'content', 11),
  kept('page-break', 'content', 1),
  kept('form', 'structure', 14),
  kept('navigation', 'structure', 3),
  kept('repeated-container', 'structure', 14),
  kept('single-row-container', 'structure', 8),
  kept('chat', 'ai', 14),
]
