import type { BaseElement, LayoutNode, LayoutRoot } from './api.ts'
import { elementKinds } from './elements/index.ts'
import { layoutNodes, pageColumns } from './layout.ts'

/** Rows for a kind that nobody knows. */
const unknownRows = 8

/** Kinds whose place in the layout is a block that holds other elements. */
const containerKinds: ReadonlySet<string> = new Set(['container', 'repeated-container', 'single-row-container'])

export function isContainerKind(kind: string): boolean {
  return containerKinds.has(kind)
}

/** Puts elements that have no place below the rest at full width, in their order (layout page, sections 4 and 5). */
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

/** Grid rows that look right for an element of its kind. */
export function rowsOf(element: BaseElement): number {
  const rows = elementKinds.get(element.kind)?.rows ?? unknownRows
  const isGrouped = element.kind === 'table' && Array.isArray(element.groupings) && element.groupings.length > 0
  return isGrouped ? 10 : rows
}
