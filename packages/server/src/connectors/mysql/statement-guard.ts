/**
 * Which statements may run. The session reads only and the protocol takes one statement at a time, so what is left to
 * refuse is what reads without being a query, and a query that writes elsewhere than into tables. Decided on the tokens
 * of the engine's own grammar (its mode is set by the session), never on words inside quotes or comments.
 */

/** Why the statement may not run, or null when it may. */
export function whyRefused(text: string): string | null {
  const tokens = tokensOf(text)
  if (typeof tokens === 'string') return tokens
  const first = tokens.find((token) => token !== '(')?.toUpperCase()
  if (first === undefined) return 'There is no statement.'
  if (!queries.has(first)) return `Only queries may run here, not ${first}.`
  for (const [index, token] of tokens.entries()) {
    // After a dot every word is a name.
    if (tokens[index - 1] === '.') continue
    const word = token.toUpperCase()
    if (word === 'INTO') return 'A query may not write its rows anywhere (INTO).'
    if (word === 'FOR' && locks.has(tokens[index + 1]?.toUpperCase() ?? ''))
      return 'A query may not lock rows (FOR UPDATE).'
    if (word === 'LOCK') return 'A query may not lock rows (LOCK IN SHARE MODE).'
    if (word === ':=') return 'A query may not set variables (:=).'
    if (word === ';' && index < tokens.length - 1) return 'Only one statement may run at a time.'
  }
  return null
}

const queries: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE'])
const locks: ReadonlySet<string> = new Set(['UPDATE', 'SHARE'])

/** Words and signs outside quotes and comments, or why the text cannot be read. */
function tokensOf(text: string): string[] | string {
  const tokens: string[] = []
  for (let at = 0; at < text.length; ) {
    const sign = text[at] ?? ''
    if (/\s/.test(sign)) at += 1
    else if (sign === "'" || sign === '"' || sign === '`') {
      const end = endOfQuoted(text, at, sign)
      if (end === null) return `A quotation that begins with ${sign} has no end.`
      tokens.push(sign)
      at = end
    } else if (sign === '#' || /^--(?:[\s\p{Cc}]|$)/u.test(text.slice(at, at + 3))) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else if (text.startsWith('/*', at)) {
      // What stands in these the engine runs, whatever they look like.
      if (/^\/\*(?:!|M!)/i.test(text.slice(at, at + 4))) return 'A comment may not hold SQL that runs (/*! ... */).'
      const end = text.indexOf('*/', at + 2)
      if (end < 0) return 'A comment has no end.'
      at = end + 2
    } else if (text.startsWith(':=', at)) {
      tokens.push(':=')
      at += 2
    } else {
      const word = /^[\p{L}\p{N}_$]+/u.exec(text.slice(at, at + 256))?.[0] ?? sign
      tokens.push(word)
      at += word.length
    }
  }
  return tokens
}

/** The place after the closing quote; null when there is none. A backslash takes the next sign, but not in names. */
function endOfQuoted(text: string, from: number, quote: string): number | null {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\' && quote !== '`') at += 1
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at + 1
      at += 1
    }
  }
  return null
}
