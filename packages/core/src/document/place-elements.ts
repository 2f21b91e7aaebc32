import type { BaseElement, LayoutNode, LayoutRoot } from './api.ts'
import { partOfKind } from './elements/by-kind.ts'
import { type ElementKind, elementKinds } from './elements/index.ts'
import { layoutNodes, pageColumns } from './layout.ts'

/** Rows of an element whose kind this version does not know. */
const unknownRows = 8

/** The layout tag of each kind; a container holds other elements, a tabbed container has one grid for each tab. */
const layoutTags = {
  table: 'Element',
  'pivot-table': 'Element',
  'input-table': 'Element',
  'kpi-chart': 'Element',
  'bar-chart': 'Element',
  'line-chart': 'Element',
  'area-chart': 'Element',
  'combo-chart': 'Element',
  'scatter-chart': 'Element',
  'pie-chart': 'Element',
  'donut-chart': 'Element',
  'box-chart': 'Element',
  'waterfall-chart': 'Element',
  'funnel-chart': 'Element',
  'gauge-chart': 'Element',
  'treemap-chart': 'Element',
  'sankey-chart': 'Element',
  'point-map': 'Element',
  'region-map': 'Element',
  'geography-map': 'Element',
  progress: 'Element',
  control: 'Element',
  text: 'Element',
  image: 'Element',
  embed: 'Element',
  button: 'Element',
  divider: 'Element',
  'page-break': 'Element',
  plugin: 'Element',
  chat: 'Element',
  container: 'Container',
  'tabbed-container': 'TabbedContainer',
  'repeated-container': 'Container',
  'single-row-container': 'Container',
  form: 'Element',
  navigation: 'Element',
} as const satisfies Record<ElementKind, LayoutNode['tag']>

export function isContainerKind(kind: string): boolean {
  return partOfKind<LayoutNode['tag']>(layoutTags, kind) === 'Container'
}

/** Places elements without a place below the rest, at full width, in order. */
export function placeBelow(root: LayoutRoot, elements: readonly BaseElement[]): LayoutRoot {
  const placed = new Set(layoutNodes(root).map((node) => node.elementId))
  const missing = elements.filter((element) => !placed.has(element.id))
  if (missing.length === 0) return root
  let line = Math.max(1, ...root.children.map((node) => node.row.end))
  const added = missing.map((element): LayoutNode => {
    const start = line
    line += rowsOf(element)
    const place = {
      elementId: element.id,
      column: { start: 1, end: root.columns + 1 },
      row: { start, end: line },
    }
    if (isContainerKind(element.kind)) return { ...place, tag: 'Container', columns: pageColumns, children: [] }
    if (element.kind === 'tabbed-container') {
      const count = Array.isArray(element.tabs) ? element.tabs.length : 1
      const tabs = Array.from({ length: count }, () => ({ columns: pageColumns, children: [] }))
      return { ...place, tag: 'TabbedContainer', tabs }
    }
    return { ...place, tag: 'Element' }
  })
  return { ...root, children: [...root.children, ...added] }
}

/** An empty block for a page, overlay or panel that the layout does not mention. */
export function emptyRoot(tag: LayoutRoot['tag'], id: string): LayoutRoot {
  return { tag, id, columns: pageColumns, children: [] }
}

/** The default height of an element in grid rows, by its kind. */
export function rowsOf(element: BaseElement): number {
  const rows = elementKinds.get(element.kind)?.rows ?? unknownRows
  const isGrouped = element.kind === 'table' && Array.isArray(element.groupings) && element.groupings.length > 0
  return isGrouped ? 10 : rows
}
