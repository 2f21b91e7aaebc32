import type { BaseElement, WorkbookDocument } from './api.ts'
import { startingControl } from './control-types.ts'
import { type ByElementKind, partOfKind } from './elements/by-kind.ts'
import { controlsOf } from './lookups.ts'
import { withRequiredShelves } from './required-shelves.ts'

/** Default fields of new elements by kind; kinds without an entry start with the caller's fields only. */
const startingFields = {
  table: null,
  'pivot-table': { values: [] },
  'input-table': { inputMode: 'edit' },
  'kpi-chart': null,
  'bar-chart': { yAxis: { columnIds: [] } },
  'line-chart': { yAxis: { columnIds: [] } },
  'area-chart': { yAxis: { columnIds: [] } },
  'combo-chart': { yAxis: { columnIds: [] } },
  'scatter-chart': { yAxis: { columnIds: [] } },
  'pie-chart': null,
  'donut-chart': null,
  'box-chart': { yAxis: { columnIds: [] } },
  'waterfall-chart': { yAxis: { columnIds: [] } },
  'funnel-chart': null,
  'gauge-chart': null,
  'treemap-chart': null,
  'sankey-chart': null,
  'point-map': null,
  'region-map': null,
  'geography-map': null,
  progress: { value: '0.5' },
  /** Depends on the control's type, see `startingControl`. */
  control: null,
  text: { body: '' },
  image: { source: { kind: 'url', url: '' } },
  embed: { url: '' },
  button: { text: 'Button' },
  divider: {},
  'page-break': {},
  plugin: { pluginId: 'plugin', displayName: 'Plugin' },
  chat: null,
  container: {},
  'tabbed-container': { tabs: [{ name: 'Tab 1' }, { name: 'Tab 2' }, { name: 'Tab 3' }] },
  'repeated-container': null,
  'single-row-container': null,
  form: { fields: [{ type: 'text', label: 'Field 1' }] },
  navigation: { mode: 'auto' },
} satisfies ByElementKind<Readonly<Record<string, unknown>>>

/**
 * A new, valid element of a kind. `fields` override the defaults of the kind; a control gets a unique id, and a chart gets a column
 * wherever its kind requires one.
 */
export function newElement(
  document: WorkbookDocument,
  id: string,
  kind: string,
  fields: Readonly<Record<string, unknown>> = {},
): BaseElement {
  if (kind !== 'control') return withRequiredShelves({ ...startingElement(id, kind), ...fields })
  const controlType = typeof fields.controlType === 'string' ? fields.controlType : 'list'
  const element: BaseElement = { id, kind, controlType, ...startingControl(controlType), ...fields }
  if (typeof element.controlId === 'string') return element
  const name = typeof element.name === 'string' ? element.name : 'New Control'
  return { ...element, name, controlId: freeControlId(document, name) }
}

/** The default element of a kind; one that shows data may still lack required columns. */
export function startingElement(id: string, kind: string): BaseElement {
  return { id, kind, ...partOfKind<Readonly<Record<string, unknown>>>(startingFields, kind) }
}

/** A handle derived from a name, with a number when it already exists. */
export function freeControlId(document: WorkbookDocument, name: string): string {
  const taken = new Set(controlsOf(document).map(({ controlId }) => controlId))
  const base = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'Control'
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`
    if (!taken.has(id)) return id
  }
}
