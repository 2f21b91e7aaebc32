import type { WorkbookDocument } from '../api.ts'
import { findGrid, freePlace, placeNodes, usualSize } from '../arrange/index.ts'
import { isRecord } from '../check-schema.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { pageColumns } from '../layout.ts'
import { newElement } from '../new-element.ts'
import { editsBetween } from './change-element.ts'
import { type Clip, copyElements, pasteElements } from './copy-elements.ts'
import { nothingGone, readersOf, removeElements, withoutPointers } from './remove-elements.ts'
import { withPath } from './shelves.ts'

export type HolderList = 'pages' | 'overlays' | 'panels'

export function holderListOf(document: WorkbookDocument, holderId: string): HolderList | undefined {
  return (['pages', 'overlays', 'panels'] as const).find((list) => document[list].some(({ id }) => id === holderId))
}

/** Adds a page after another one, or at the end. */
export function addPage(document: WorkbookDocument, id: string, name: string, after?: string): DocumentEdit[] {
  const place = after ?? document.pages.at(-1)?.id ?? null
  return [{ op: 'insert', at: ['pages'], entry: { id, name }, after: place }]
}

/** Adds a modal, drawer or popover with an empty layout. */
export function addOverlay(
  document: WorkbookDocument,
  id: string,
  type: 'modal' | 'drawer' | 'popover',
  name: string,
): DocumentEdit[] {
  const header = type === 'popover' ? {} : { [type]: { header: { title: name } } }
  const after = document.overlays.at(-1)?.id ?? null
  return [{ op: 'insert', at: ['overlays'], entry: { id, type, name, ...header }, after }]
}

/** Edits that remove a page, overlay or panel with its elements, the elements that read them, and every reference to any of them. */
export function removeHolder(document: WorkbookDocument, holderId: string): DocumentEdit[] {
  const list = holderListOf(document, holderId)
  if (!list || (list === 'pages' && document.pages.length === 1)) return []
  const elementIds = document[list].find(({ id }) => id === holderId)?.elementIds ?? []
  const emptied = applyEdits(document, removeElements(document, elementIds)).document
  const removed = applyEdits(emptied, [{ op: 'remove', at: [list], id: holderId }]).document
  const gone = { ...nothingGone, holder: (id: string) => id === holderId }
  return editsBetween(document, withoutPointers(removed, gone))
}

/** Elements of other pages that would be removed with a page, because they read its elements. */
export function readersOfHolder(document: WorkbookDocument, holderId: string): string[] {
  const list = holderListOf(document, holderId)
  const elementIds = (list && document[list].find(({ id }) => id === holderId)?.elementIds) ?? []
  return readersOf(document, elementIds)
}

/** A copied page: its own fields and its elements. */
export interface PageClip {
  format: 'octavo-page'
  /** The workbook that it was copied from. */
  workbookId?: string
  page: { name: string; [field: string]: unknown }
  elements: Clip | null
}

export function copyPage(document: WorkbookDocument, workbookId: string, pageId: string): PageClip | null {
  const page = document.pages.find(({ id }) => id === pageId)
  if (!page) return null
  const { id: _id, elementIds, ...fields } = page
  return { format: 'octavo-page', workbookId, page: fields, elements: copyElements(document, workbookId, elementIds) }
}

/** Pastes a copied page after another one, with copies of its elements. */
export function pastePage(
  document: WorkbookDocument,
  { page, elements }: PageClip,
  { id, name, after }: { id: string; name: string; after: string },
  newId: () => string,
): DocumentEdit[] {
  const added = applyEdits(document, [{ op: 'insert', at: ['pages'], entry: { ...page, id, name }, after }]).document
  if (!elements) return editsBetween(document, added)
  const place = { holderId: id, grid: { root: id }, column: 1, row: 1 }
  const { edits } = pasteElements(added, elements, place, newId)
  return editsBetween(document, applyEdits(added, edits).document)
}

export function movePage(id: string, after: string | null): DocumentEdit[] {
  return [{ op: 'move', at: ['pages'], id, after }]
}

/** Sets one field of a page, overlay or panel, or of the settings of the workbook; undefined removes it. */
export function setHolderField(
  document: WorkbookDocument,
  holderId: string,
  field: string,
  value: unknown,
): DocumentEdit[] {
  const list = holderListOf(document, holderId)
  return list ? [{ op: 'set', at: [list, { id: holderId }, field], ...(value === undefined ? {} : { value }) }] : []
}

/** Adds a button to a page whose click opens an overlay. */
export function addOverlayButton(
  document: WorkbookDocument,
  { id, actionId, overlayId, pageId, text }: Record<'id' | 'actionId' | 'overlayId' | 'pageId' | 'text', string>,
): DocumentEdit[] {
  const actions = [{ id: actionId, trigger: 'on-click', effects: [{ effect: 'open-overlay', overlayId }] }]
  const entry = newElement(document, id, 'button', { text, actions })
  const inserted = applyEdits(document, [{ op: 'insert', at: ['elements'], entry, after: null, page: pageId }]).document
  const grid = findGrid(document.layout, { root: pageId })?.grid
  const rect = freePlace(grid?.children ?? [], grid?.columns ?? pageColumns, usualSize(entry))
  const layout = placeNodes(inserted.layout, [{ elementId: id, grid: { root: pageId }, rect }])
  return editsBetween(document, { ...inserted, layout })
}

/** Sets one field of the settings; missing objects on the path are created, and empty ones are removed. */
export function setWorkbookSetting(
  document: WorkbookDocument,
  path: readonly string[],
  value: unknown,
): DocumentEdit[] {
  const settings = withPath(document.settings, path, value)
  return editsBetween(document, { ...document, settings: isRecord(settings) ? settings : {} })
}
