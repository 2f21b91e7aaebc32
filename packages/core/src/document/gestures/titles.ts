import type { WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { findElement } from '../lookups.ts'
import { setElementField } from './shelves.ts'

/** Gives an element another title; its size, colour and place of the title stay. Without a text the title is derived. */
export function setElementTitle(document: WorkbookDocument, elementId: string, text: string): DocumentEdit[] {
  const title = findElement(document, elementId)?.name
  const hasLook = isRecord(title) && !('visibility' in title)
  return hasLook
    ? setElementField(document, elementId, ['name', 'text'], text)
    : setElementField(document, elementId, ['name'], text || undefined)
}
