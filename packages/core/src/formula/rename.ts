import type { Span } from './api.ts'
import { printReference } from './print.ts'

/** One reference of a text, including its brackets, and its new names. */
export interface ReferenceRename {
  span: Span
  segments: readonly string[]
}

/**
 * Renames references in a formula and leaves every other character unchanged. Also returns the new spans, in the order of the renames, for
 * updating the bindings. Spans must not overlap.
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
