import type { WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { findElement } from '../lookups.ts'
import { setElementField, withPath } from './shelves.ts'

/** Sets the title of an element; size, colour and position of the title are kept. Without a text the title is derived. */
export function setElementTitle(document: WorkbookDocument, elementId: string, text: string): DocumentEdit[] {
  const title = findElement(document, elementId)?.name
  const hasLook = isRecord(title) && !('visibility' in title)
  return hasLook
    ? setElementField(document, elementId, ['name', 'text'], text)
    : setElementField(document, elementId, ['name'], text || undefined)
}

/**
 * Sets a field of an element by its path. A title or description that is a plain text becomes an object when it gets a style, and a plain
 * text again without one.
 */
export function setElementLook(
  document: WorkbookDocument,
  elementId: string,
  path: readonly string[],
  value: unknown,
): DocumentEdit[] {
  const [part = '', ...inner] = path
  const before = findElement(document, elementId)?.[part]
  const isText = (part === 'name' || part === 'description') && inner.length > 0
  if (!isText) return setElementField(document, elementId, path, value)
  const after = withPath(typeof before === 'string' ? { text: before } : before, inner, value)
  const isTextAlone = isRecord(after) && Object.keys(after).every((name) => name === 'text')
  return setElementField(document, elementId, [part], isTextAlone ? after.text : after)
}
