import { tokenize } from '../formula/index.ts'

/** A reference `[Name]` or `[Element/Name]` in a formula. */
export interface WrittenReference {
  /** Offsets of the brackets in the text, end exclusive. */
  start: number
  end: number
  segments: string[]
}

/**
 * The references of a formula in text order, as the formula language parses them; for an invalid formula the references before the error.
 */
export function scanReferences(formula: string, from = 0, to = formula.length): WrittenReference[] {
  const { tokens } = tokenize(formula.slice(from, to))
  return tokens.flatMap((token) =>
    token.kind === 'reference'
      ? [{ start: token.span.start + from, end: token.span.end + from, segments: token.segments }]
      : [],
  )
}
