import { findNode, type WorkbookDocument } from '@octavo/core/document'

/** The page in `:nodeId`, which is its id or the id of one of its elements, and that element. */
export function placeInAddress<Page extends { id: string; elementIds: readonly string[] }>(
  document: WorkbookDocument,
  pages: readonly Page[],
  nodeId: string | undefined,
): { page: Page | undefined; elementId: string | undefined } {
  const named = pages.find(({ id }) => id === nodeId)
  if (named !== undefined || nodeId === undefined) return { page: named ?? pages[0], elementId: undefined }
  const rootId = findNode(document.layout, nodeId)?.rootId
  const page = pages.find(({ id, elementIds }) => id === rootId || elementIds.includes(nodeId))
  return page === undefined ? { page: pages[0], elementId: undefined } : { page, elementId: nodeId }
}
