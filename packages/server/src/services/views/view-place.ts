import { createHash } from 'node:crypto'
import type { DocumentEdit } from '@octavo/core/document'
import type { CustomViewRow } from '../../store/custom-views.ts'
import type { SavedViewRow } from '../../store/saved-views.ts'
import type { ViewContents } from './view-documents.ts'

/** Which document a view is of: a workbook, or the version of it with this tag. */
export interface ViewPlace {
  workbookId: string
  tag?: string | undefined
}

/** What the rows of both kinds of views hold. */
export type StoredContents = Pick<CustomViewRow | SavedViewRow, 'base_version' | 'edits' | 'controls'>

/** The stored contents of either kind of view. */
export function viewContents(row: StoredContents): ViewContents {
  const { base_version, edits } = row
  return {
    fingerprint: createHash('sha256').update(`${base_version} ${edits}`).digest('hex'),
    baseVersion: row.base_version,
    // Our own stored text.
    edits: JSON.parse(row.edits) as DocumentEdit[],
    controls: JSON.parse(row.controls) as Record<string, string>,
  }
}
