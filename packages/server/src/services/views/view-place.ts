import { createHash } from 'node:crypto'
import type { DocumentEdit } from '@octavo/core/document'
import type { CustomViewRow } from '../../store/custom-views.ts'
import type { SavedViewRow } from '../../store/saved-views.ts'
import type { ViewContents } from './view-documents.ts'

/** The document of a view: a workbook, or its version with this tag. */
export interface ViewPlace {
  workbookId: string
  tag?: string | undefined
}

/** The contents in the rows of both kinds of views. */
export type StoredContents = Pick<CustomViewRow | SavedViewRow, 'base_version' | 'edits' | 'controls'>

/** The stored contents of either kind of view. */
export function viewContents(row: StoredContents): ViewContents {
  const { base_version, edits } = row
  return {
    fingerprint: createHash('sha256').update(`${base_version} ${edits}`).digest('hex'),
    baseVersion: row.base_version,
    // The text was written by this server, so it needs no validation.
    edits: JSON.parse(row.edits) as DocumentEdit[],
    controls: JSON.parse(row.controls) as Record<string, string>,
  }
}
