import { isRecord } from '../check-schema.ts'
import { readFormC } from './form-c.ts'
import { type DocumentKind, type ReadDocument, readFormN } from './form-n.ts'

/** Reads a body of whichever published form it has: `contents` (C), `document` (D), else nested pages (N). */
export function validateDocument(published: unknown, kind: DocumentKind = 'workbook'): ReadDocument {
  if (kind === 'workbook' && isRecord(published) && published.pages === undefined) {
    if (published.contents !== undefined) return readFormC(published.contents, 'C')
    if (published.document !== undefined) return readFormC(published.document, 'D')
  }
  return readFormN(published, kind)
}
