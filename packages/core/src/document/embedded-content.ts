import { showsPage } from '../access/index.ts'
import type { DocumentPage, LayoutNode, LayoutRoot, WorkbookDocument } from './api.ts'
import { layoutNodes } from './layout.ts'
import { panelsOfPage } from './page-panels.ts'
import { withoutPages } from './without-pages.ts'

/** The part of a workbook that an embed shows. `id`: the page or element; null for the whole workbook. */
export interface EmbeddedPart {
  type: 'workbook' | 'page' | 'element'
  id: string | null
}

/** A viewer without an account: no member, in no team. */
const anybody = { memberId: '', teamIds: [], mayEdit: false }

/**
 * The part of a document that an embed shows to a viewer without an account; null when nothing of it is visible. A page includes its header
 * and sidebar, but no overlays. An element includes its content, on a page that has the element's id and no name. Only for reading, never
 * for compiling: remaining elements may read removed ones.
 */
export function embeddedContent(document: WorkbookDocument, { type, id }: EmbeddedPart): WorkbookDocument | null {
  const shown = document.pages.filter(({ visibility }) => showsPage(visibility, anybody))
  const page = shown.find((each) => (type === 'page' ? each.id === id : each.elementIds.some((own) => own === id)))
  if (type === 'workbook') {
    return shown.length === 0 ? null : onlyPages(document, shown)
  }
  if (page === undefined || id === null) return null
  const own = onlyPages(document, [page])
  return type === 'page' ? withoutOverlays(own, page) : onlyElement(own, page, id)
}

function onlyPages(document: WorkbookDocument, shown: readonly DocumentPage[]): WorkbookDocument {
  const ids = new Set(shown.map((page) => page.id))
  return withoutPages(document, new Set(document.pages.map((page) => page.id).filter((id) => !ids.has(id))))
}

function withoutOverlays(document: WorkbookDocument, { id }: DocumentPage): WorkbookDocument {
  const panels = Object.values(panelsOfPage(document, id)).filter((panel) => panel !== undefined)
  const holders = [...document.pages, ...panels]
  const ids = new Set(holders.map((holder) => holder.id))
  const present = new Set(holders.flatMap(({ elementIds }) => elementIds))
  return {
    ...document,
    overlays: [],
    panels,
    elements: entriesOf(document.elements, present),
    bindings: entriesOf(document.bindings, present),
    layout: document.layout.filter((root) => ids.has(root.id)),
  }
}

function onlyElement(document: WorkbookDocument, page: DocumentPage, elementId: string): WorkbookDocument {
  const root = document.layout.find(({ id }) => id === page.id)
  const node = root && layoutNodes(root).find((each) => each.elementId === elementId)
  const inside = node ? layoutNodes({ columns: 1, children: [node] }).map((each) => each.elementId) : [elementId]
  const present = new Set(inside)
  return {
    ...document,
    pages: [{ id: elementId, name: '', elementIds: page.elementIds.filter((id) => present.has(id)) }],
    overlays: [],
    panels: [],
    elements: entriesOf(document.elements, present),
    bindings: entriesOf(document.bindings, present),
    layout: node ? [alone(elementId, node)] : [],
  }
}

/** The element at full width, from the first row on. */
function alone(id: string, node: LayoutNode): LayoutRoot {
  const columns = node.column.end - node.column.start
  const rows = node.row.end - node.row.start
  const placed = { ...node, column: { start: 1, end: columns + 1 }, row: { start: 1, end: rows + 1 } }
  return { tag: 'Page', id, columns, children: [placed] }
}

function entriesOf<T extends Readonly<Record<string, unknown>>>(record: T, ids: ReadonlySet<string>): T {
  return Object.fromEntries(Object.entries(record).filter(([id]) => ids.has(id))) as T
}
