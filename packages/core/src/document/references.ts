/** A reference `[Name]` or `[Element/Name]` in a formula, found without parsing the formula. */
export interface WrittenReference {
  /** Offsets of the brackets in the text, end exclusive. */
  start: number
  end: number
  segments: string[]
}

const openQuotes: Record<string, string> = { '"': '"', '\u201c': '\u201d', '\u201d': '\u201d' }

/**
 * The references of a formula in text order. Skips texts in quotes and comments; `[` straight after `]`, `)` or a
 * path key is an index, not a reference (formula page, section 1.5).
 */
export function scanReferences(formula: string, from = 0, to = formula.length): WrittenReference[] {
  const found: WrittenReference[] = []
  let at = from
  let canIndex = false
  while (at < to) {
    const sign = formula.charAt(at)
    const close = openQuotes[sign]
    if (close !== undefined) {
      at = skipText(formula, at, to, close)
      canIndex = false
    } else if (sign === '/' && formula.charAt(at + 1) === '*') {
      const end = formula.indexOf('*/', at + 2)
      at = end < 0 ? to : end + 2
    } else if (sign === '[' && canIndex) {
      at += 1
      canIndex = false
    } else if (sign === '[') {
      const end = formula.indexOf(']', at)
      if (end < 0 || end >= to) return found
      const segments = formula.slice(at + 1, end).split('/')
      found.push({ start: at, end: end + 1, segments: segments.map((segment) => segment.trim()) })
      at = end + 1
      canIndex = true
    } else if (sign === '.' && canIndex) {
      const key = /^\.[A-Za-z_][A-Za-z0-9_]*/.exec(formula.slice(at, to))
      at += key ? key[0].length : 1
      canIndex = key !== null
    } else {
      canIndex = sign === ')' || sign === ']'
      at += 1
    }
  }
  return found
}

function skipText(formula: string, start: number, to: number, close: string): number {
  let at = start + 1
  while (at < to) {
    const sign = formula.charAt(at)
    if (sign === '\\') at += 2
    else if (sign === close && formula.charAt(at + 1) === close) at += 2
    else if (sign === close) return at + 1
    else at += 1
  }
  return to
}
