import type { DocumentPage, LayoutGrid, LayoutNode, WorkbookDocument } from './api.ts'
import { elementsOfPage, findElement, isControl } from './lookups.ts'

/**
 * The document for a reader who may not see these pages: without the pages, their elements and their bindings. Remaining elements may still
 * refer to removed ones, so the result is only for reading, never for compiling. A control of a hidden page that is repeated on a visible
 * page moves to the first such place, under its own id.
 */
export function withoutPages(document: WorkbookDocument, pageIds: ReadonlySet<string>): WorkbookDocument {
  const hidden = document.pages.filter(({ id }) => pageIds.has(id))
  if (hidden.length === 0) return document
  const gone = new Set(hidden.flatMap(({ elementIds }) => elementIds))
  const moved = movedControls(document, pageIds, gone)
  const stays = (id: string): boolean => !gone.has(id) && !moved.has(id)
  const placed = (id: string): string => moved.get(id) ?? id
  const holder = <H extends { elementIds: string[] }>(it: H): H => ({ ...it, elementIds: it.elementIds.map(placed) })
  return {
    ...document,
    pages: document.pages.filter(({ id }) => !pageIds.has(id)).map((page): DocumentPage => holder(page)),
    overlays: document.overlays.map(holder),
    panels: document.panels.map(holder),
    elements: entriesThat(document.elements, stays),
    bindings: entriesThat(document.bindings, stays),
    layout: document.layout
      .filter(({ id }) => !pageIds.has(id))
      .map((root) => ({ ...root, children: root.children.map((node) => renamed(node, placed)) })),
  }
}

/** Ids of remaining synced controls, with the id of the hidden page's control that each replaces. */
function movedControls(
  document: WorkbookDocument,
  pageIds: ReadonlySet<string>,
  gone: Set<string>,
): ReadonlyMap<string, string> {
  const primaries = new Map<string, string>()
  for (const id of gone) {
    const element = findElement(document, id)
    if (element && isControl(element) && element.controlType !== 'synced') primaries.set(element.controlId, id)
  }
  const moved = new Map<string, string>()
  for (const { id } of [...document.pages, ...document.overlays, ...document.panels]) {
    if (pageIds.has(id)) continue
    for (const element of elementsOfPage(document, id)) {
      if (!isControl(element) || element.controlType !== 'synced') continue
      const primary = primaries.get(element.controlId)
      if (primary === undefined) continue
      moved.set(element.id, primary)
      primaries.delete(element.controlId)
      gone.delete(primary)
    }
  }
  return moved
}

function renamed(node: LayoutNode, placed: (id: string) => string): LayoutNode {
  const grid = <G extends LayoutGrid>(it: G): G => ({
    ...it,
    children: it.children.map((child) => renamed(child, placed)),
  })
  const own = { ...node, elementId: placed(node.elementId) }
  if (own.tag === 'Container') return grid(own)
  return own.tag === 'TabbedContainer' ? { ...own, tabs: own.tabs.map(grid) } : own
}

function entriesThat<T extends Readonly<Record<string, unknown>>>(record: T, stays: (id: string) => boolean): T {
  return Object.fromEntries(Object.entries(record).filter(([id]) => stays(id))) as T
}
