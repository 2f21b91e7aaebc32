import type { CombinedKind } from './join/join-plan.ts'

/**
 * Dialogs about one element: its SQL; its join, union or transpose; another file for its uploaded table; its materialization schedule; its
 * alerts; a data model of it; comments; the sheets of a page's PDF; its queries; the handling of readers when the selection or a page is deleted.
 */
export type ElementDialog =
  | 'sql'
  | CombinedKind
  | 'source'
  | 'removal'
  | 'uploadedRows'
  | 'materialization'
  | 'alert'
  | 'comments'
  | 'queries'
  | 'swap'
  | 'dataModel'
  | 'pagePdf'

/** Opens a dialog for an element; some dialogs are for the selection and take no id. */
export type OpenDialog = (kind: ElementDialog, elementId: string) => void
