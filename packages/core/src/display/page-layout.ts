import type { DocumentElement, DocumentPage, LayoutNode, WorkbookDocument } from '../document/index.ts'

/** The nodes of a page in its grid; elements that the layout does not contain are placed below, at full width. */
export function layoutOfPage(document: WorkbookDocument, page: Pick<DocumentPage, 'id' | 'elementIds'>) {
  const root = document.layout.find((entry) => entry.id === page.id)
  const children = root?.children ?? []
  const columns = root?.columns ?? 24
  const placed = new Set(children.flatMap(idsBelow))
  let line = Math.max(1, ...children.map((node) => node.row.end))
  const missing = page.elementIds.flatMap((elementId): LayoutNode[] => {
    if (placed.has(elementId) || !document.elements[elementId]) return []
    const rows = usualRows(document.elements[elementId])
    const node: LayoutNode = {
      tag: 'Element',
      elementId,
      column: { start: 1, end: columns + 1 },
      row: { start: line, end: line + rows },
    }
    line += rows
    return [node]
  })
  return { columns, children: [...children, ...missing] }
}

function idsBelow(node: LayoutNode): string[] {
  if (node.tag === 'Container') return [node.elementId, ...node.children.flatMap(idsBelow)]
  if (node.tag === 'TabbedContainer')
    return [node.elementId, ...node.tabs.flatMap((tab) => tab.children.flatMap(idsBelow))]
  return [node.elementId]
}

/** The default height in rows of an element without a place. */
function usualRows(element: DocumentElement): number {
  switch (element.kind) {
    case 'control':
    case 'button':
    case 'text':
      return 3
    case 'kpi-chart':
      return 6
    case 'table':
    case 'pivot-table':
      return 16
    default:
      return 10
  }
}

/** Rows of the grid inside a box: the rows that its children use, or its own span when that is larger. */
export function rowsInBox(box: LayoutNode, children: readonly LayoutNode[]): number {
  return Math.max(box.row.end - box.row.start, ...children.map((child) => child.row.end - 1))
}
