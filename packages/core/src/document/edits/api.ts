import type { LayoutSpan, WorkbookDocument } from '../api.ts'

/**
 * The one vocabulary of change: drafts, undo, history, saved views and merges are lists of these edits. What
 * an edit speaks about is named by id, never by position, so that a list of edits can meet a newer document.
 */
export type DocumentEdit = InsertEdit | RemoveEdit | MoveEdit | SetEdit

/**
 * Where something stands: names of fields, and `{ id }` for an entry of a list (or of `elements`). The first name is one
 * of `pages`, `overlays`, `panels`, `elements`, `places`, `layout`, `settings`, `agents`, `x`, `bindings`:
 * `['elements', { id: 'orders' }, 'columns', { id: 'net' }, 'formula']`.
 */
export type EditAddress = readonly EditStep[]
export type EditStep = string | { id: string }

/** Adds an entry with an id of its own to a list. */
export interface InsertEdit {
  op: 'insert'
  at: EditAddress
  entry: { id: string; [field: string]: unknown }
  /** The entry that it follows; null: the first. One that is gone means the end. */
  after: string | null
  /** Of elements: the page, overlay or panel; `after` is an element of it. */
  page?: string
}
/** Takes an entry away, a page with its elements, an element with its place; what stood in a container stays. */
export interface RemoveEdit {
  op: 'remove'
  at: EditAddress
  id: string
}
/** Gives an entry another place in its list. */
export interface MoveEdit {
  op: 'move'
  at: EditAddress
  id: string
  after: string | null
  /** Of elements: the page to stand on, with all that stands inside. Without it only the order of the document changes. */
  page?: string
}
/** Sets one field, or takes it away where there is no value. */
export interface SetEdit {
  op: 'set'
  at: EditAddress
  value?: unknown
  /** Where the field stands among those of its object: after this one; null: first. Absent: where it is, else last. */
  after?: string | null
}

/**
 * Where an element stands in the layout, as `['places', { id }]` names it. Either `root` (a page, overlay or panel) or
 * `container`, with `tab` for one that has tabs.
 */
export interface ElementPlace {
  root?: string
  container?: string
  tab?: number
  column: LayoutSpan
  row: LayoutSpan
  /** Of a container: columns of its own grid. */
  columns?: number
  /** Of a tabbed container: columns of the grid of each tab. */
  tabs?: number[]
}

export type DropReason =
  /** What the edit speaks about, or the list or page that would hold it, is not there (any more). */
  | 'target_gone'
  /** Something with this id is there already. */
  | 'id_taken'
  /** No document may take this edit: a name that cannot be changed, a place that cannot be, an entry without an id. */
  | 'not_allowed'
  /** The document would be invalid with it. */
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
