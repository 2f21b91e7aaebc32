import { isRecord } from '../check-schema.ts'
import { formOf } from './as-written.ts'
import { readFormC } from './form-c.ts'
import { type DocumentKind, type ReadDocument, readFormN } from './form-n.ts'

/** Reads a body in any published form. */
export function validateDocument(published: unknown, kind: DocumentKind = 'workbook'): ReadDocument {
  const form = formOf(published, kind)
  if (form === 'N' || !isRecord(published)) return readFormN(published, kind)
  return readFormC(form === 'C' ? published.contents : published.document, form)
}
