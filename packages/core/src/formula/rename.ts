import type { Span } from './api.ts'
import { printReference } from './print.ts'

/** One reference of a text, bracket to bracket, and the names it shall have. */
export interface ReferenceRename {
  span: Span
  segments: readonly string[]
}

/**
 * Puts new names into a formula and leaves every other character as it was typed. Also gives the new spans, in the
 * order of the renames, for the bindings to follow. Spans must not overlap.
 */
export function renameReferences(text: string, renames: readonly ReferenceRename[]): { text: string; spans: Span[] } {
  const order = renames
    .map((rename, index) => ({ rename, index }))
    .sort((a, b) => a.rename.span.start - b.rename.span.start)
  const spans: Span[] = new Array(renames.length)
  let result = ''
  let at = 0
  for (const { rename, index } of order) {
    if (rename.span.start < at) throw new RangeError('Spans of references overlap.')
    result += text.slice(at, rename.span.start)
    const start = result.length
    result += printReference(rename.segments)
    spans[index] = { start, end: result.length }
    at = rename.span.end
  }
  return { text: result + text.slice(at), spans }
}
