import type { LayoutSpan, WorkbookDocument } from '../api.ts'

/**
 * All changes of documents are expressed as lists of these edits: drafts, undo, history, saved views and merges. Edits refer to their
 * targets by id, never by position, so that a list of edits can be applied to a newer document.
 */
export type DocumentEdit = InsertEdit | RemoveEdit | MoveEdit | SetEdit

/**
 * The address of a value: names of fields, and `{ id }` for an entry of a list (or of `elements`). The first name is one of `pages`,
 * `overlays`, `panels`, `elements`, `places`, `layout`, `settings`, `agents`, `x`, `bindings`: `['elements', { id: 'orders' }, 'columns', {
 * id: 'net' }, 'formula']`.
 */
export type EditAddress = readonly EditStep[]
export type EditStep = string | { id: string }

/** Adds an entry with an id of its own to a list. */
export interface InsertEdit {
  op: 'insert'
  at: EditAddress
  entry: { id: string; [field: string]: unknown }
  /** The entry that it follows; null: first. When that entry no longer exists: last. */
  after: string | null
  /** For elements: the page, overlay or panel; `after` is one of its elements. */
  page?: string
}
/** Removes an entry: a page with its elements, an element with its place. The content of a removed container is kept. */
export interface RemoveEdit {
  op: 'remove'
  at: EditAddress
  id: string
}
/** Moves an entry to another position in its list. */
export interface MoveEdit {
  op: 'move'
  at: EditAddress
  id: string
  after: string | null
  /** For elements: the new page, with all content of the element. Without it only the document order changes. */
  page?: string
}
/** Sets one field, or removes it when there is no value. */
export interface SetEdit {
  op: 'set'
  at: EditAddress
  value?: unknown
  /** Position of the field in its object: after this one; null: first. Absent: unchanged, or last for a new field. */
  after?: string | null
}

/**
 * The place of an element in the layout, addressed as `['places', { id }]`. Either `root` (a page, overlay or panel) or `container`, with
 * `tab` for a tabbed one.
 */
export interface ElementPlace {
  root?: string
  container?: string
  tab?: number
  column: LayoutSpan
  row: LayoutSpan
  /** For a container: columns of its own grid. */
  columns?: number
  /** For a tabbed container: columns of the grid of each tab. */
  tabs?: number[]
}

export type DropReason =
  /** The target of the edit, or the list or page that should contain it, does not exist (any more). */
  | 'target_gone'
  /** The id is already used. */
  | 'id_taken'
  /** The edit is invalid in every document: a field that cannot be changed, an impossible place, an entry without an id. */
  | 'not_allowed'
  /** The edit would make the document invalid. */
  | 'invalid'

export interface DroppedEdit {
  edit: DocumentEdit
  reason: DropReason
  message: string
}

export interface AppliedEdits {
  document: WorkbookDocument
  applied: DocumentEdit[]
  dropped: DroppedEdit[]
}
