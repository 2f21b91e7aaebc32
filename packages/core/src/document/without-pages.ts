import type { DocumentPage, LayoutGrid, LayoutNode, WorkbookDocument } from './api.ts'
import { elementsOfPage, findElement, isControl } from './lookups.ts'

/**
 * The document as somebody reads it to whom these pages are not shown: without the pages, what stands on them and its
 * bindings. Elements that stay may still name what is gone, so it is for reading and never for compiling. A control
 * that a page which stays repeats moves to the first place where it is repeated, under its own id.
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

/** Ids of synced controls that stay, with the id of the control on a page that goes which each takes in. */
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
