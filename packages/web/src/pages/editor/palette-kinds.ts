import type { ElementKind } from '@octavo/core/document'

/** The palette group of each kind, in the order in which the palette offers them; null for kinds that it does not offer. */
const groupOfKind = {
  table: 'data',
  'pivot-table': 'data',
  'bar-chart': 'charts',
  'line-chart': 'charts',
  'area-chart': 'charts',
  'combo-chart': 'charts',
  'scatter-chart': 'charts',
  'kpi-chart': 'charts',
  'pie-chart': 'charts',
  'donut-chart': 'charts',
  'box-chart': 'charts',
  'waterfall-chart': 'charts',
  'funnel-chart': 'charts',
  'gauge-chart': 'charts',
  'treemap-chart': 'charts',
  text: 'content',
  image: 'content',
  button: 'content',
  divider: 'content',
  'page-break': 'content',
  embed: 'content',
  container: 'layout',
  'tabbed-container': 'layout',
  navigation: 'layout',
  'input-table': null,
  'sankey-chart': null,
  'point-map': null,
  'region-map': null,
  'geography-map': null,
  progress: null,
  control: null,
  plugin: null,
  chat: null,
  'repeated-container': null,
  'single-row-container': null,
  form: null,
} as const satisfies Record<ElementKind, 'data' | 'charts' | 'content' | 'layout' | null>

type KindsOf<Group> = {
  [Kind in ElementKind]: (typeof groupOfKind)[Kind] extends Group ? Kind : never
}[ElementKind]

function kindsOf<Group extends 'data' | 'charts' | 'content' | 'layout'>(group: Group): KindsOf<Group>[] {
  const kinds = Object.keys(groupOfKind) as ElementKind[]
  return kinds.filter((kind): kind is KindsOf<Group> => groupOfKind[kind] === group)
}

/** Kinds of the palette by group; controls are offered by their type. */
export const paletteGroups = {
  data: kindsOf('data'),
  charts: kindsOf('charts'),
  controls: ['list', 'date-range', 'text', 'number-range', 'segmented', 'switch'],
  content: kindsOf('content'),
  layout: kindsOf('layout'),
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
