import type { WorkbookDocument } from '@octavo/core/document'
import type { Selection } from './draft-state.ts'

export function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}

/** Whether the document has a page, overlay or panel with this id. */
export function hasPage(document: WorkbookDocument, pageId: string): boolean {
  return [...document.pages, ...document.overlays, ...document.panels].some(({ id }) => id === pageId)
}

/** The page, or the first one where the document no longer has it. */
export function pageStillThere(document: WorkbookDocument, pageId: string): string {
  return hasPage(document, pageId) ? pageId : (document.pages[0]?.id ?? '')
}

/** The selection without elements that the document no longer has. */
export function selectionStillThere(document: WorkbookDocument, selection: Selection): Selection {
  const elementIds = selection.elementIds.filter((id) => Object.hasOwn(document.elements, id))
  return elementIds.length === selection.elementIds.length ? selection : { elementIds, columnIds: [] }
}
