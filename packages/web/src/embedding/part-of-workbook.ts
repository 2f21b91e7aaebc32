import { type DocumentPage, layoutNodes, type WorkbookDocument } from '@octavo/core/document'

/** The page or the element that the address of an embed shows alone. */
export interface WorkbookPart {
  type: 'page' | 'element'
  id: string
}

/** The pages of a part and the document that has only them, with the ids of the whole; null where there is no such part. */
export function partOfWorkbook(
  document: WorkbookDocument,
  pages: readonly DocumentPage[],
  { type, id }: WorkbookPart,
): { document: WorkbookDocument; pages: readonly DocumentPage[] } | null {
  if (type === 'page') {
    const page = pages.find((each) => each.id === id)
    return page ? { document, pages: [page] } : null
  }
  const page = pages.find(({ elementIds }) => elementIds.some((each) => each === id))
  const root = page && document.layout.find((each) => each.id === page.id)
  const node = root && layoutNodes(root).find(({ elementId }) => elementId === id)
  if (!page || !root || !node) return null
  const columns = node.column.end - node.column.start
  const placed = {
    ...node,
    column: { start: 1, end: columns + 1 },
    row: { start: 1, end: node.row.end - node.row.start + 1 },
  }
  const alone = { ...root, columns, children: [placed] }
  const inside = new Set(layoutNodes(alone).map(({ elementId }) => elementId))
  const own = { ...page, elementIds: page.elementIds.filter((each) => inside.has(each)) }
  return {
    document: {
      ...document,
      panels: [],
      pages: document.pages.map((each) => (each.id === page.id ? own : each)),
      layout: document.layout.map((each) => (each.id === page.id ? alone : each)),
    },
    pages: [own],
  }
}
