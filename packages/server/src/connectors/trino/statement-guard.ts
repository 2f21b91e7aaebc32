import { allowedFunctions } from './allowed-functions.ts'

/**
 * Which statements may run on Trino. Its grammar has no query that writes, and its protocol accepts one statement at a
 * time. Refused are statements other than queries, functions that are not on the allow list (table functions too,
 * because they run SQL on other servers), functions defined in the statement, and the server's own catalogs. Decided on
 * tokens of the engine's grammar, never on words inside quotes or comments. SQL that people write is parsed too
 * (`sql-reader.ts`).
 */

export interface GuardOptions {
  /**
   * Formulas may call functions by name, as an administrator allowed: functions with effects outside the database
   * remain refused.
   */
  allowsPassthrough?: boolean
}

/** Catalogs of the server itself. */
export const systemCatalogs: ReadonlySet<string> = new Set(['system', 'jmx'])

/** Why the statement may not run, or null when it may. */
export function whyRefused(text: string, options: GuardOptions = {}): string | null {
  const tokens = tokensOf(text)
  if (typeof tokens === 'string') return tokens
  const start = tokens.findIndex((token) => token !== '(')
  const first = tokens[start]?.toUpperCase()
  if (first === undefined) return 'There is no statement.'
  if (!queries.has(first)) return 'Only queries may run on this connection.'
  if (
    first === 'WITH' &&
    tokens[start + 1]?.toUpperCase() === 'FUNCTION' &&
    tokens[start + 2]?.toUpperCase() !== 'AS'
  ) {
    return 'A query may not define functions (WITH FUNCTION).'
  }
  const ends = closingBrackets(tokens)
  for (const [index, token] of tokens.entries()) {
    const reason = refuseToken(tokens, index, token) ?? refuseCall(tokens, index, ends, options)
    if (reason !== null) return reason
  }
  return null
}

function refuseToken(tokens: readonly string[], index: number, token: string): string | null {
  if (tokens[index + 1] === '.') {
    const name = nameOf(token)
    if (systemCatalogs.has(name) || name === 'information_schema') {
      return `"${name}" belongs to the server itself and may not be read.`
    }
  }
  // A name after a dot, and a quoted name, is never a keyword.
  if (tokens[index - 1] === '.' || token.startsWith('"')) return null
  if (token === ';' && index < tokens.length - 1) return 'Only one statement may run at a time.'
  if (token.length < shortestWordOfTheSession) return null
  const word = token.toUpperCase()
  return wordsOfTheSession.has(word) ? `A query may not use ${word}.` : null
}

/**
 * A name before a bracket is a call, unless the bracket contains column names of a common table expression or an alias.
 */
function refuseCall(
  tokens: readonly string[],
  index: number,
  ends: ReadonlyMap<number, number>,
  { allowsPassthrough = false }: GuardOptions,
): string | null {
  if (tokens[index + 1] !== '(') return null
  const token = tokens[index] ?? ''
  const before = tokens[index - 1] ?? ''
  if (!/^["\p{L}\p{N}_]/u.test(token)) return null
  const name = nameOf(token)
  const isQualified = before === '.'
  const isQuoted = token.startsWith('"')
  if (!isQualified && !isQuoted && (keywords.has(name.toUpperCase()) || allowedFunctions.has(name))) return null
  const behind = ends.get(index + 1) ?? tokens.length
  const isCommonTable = tokens[behind + 1]?.toUpperCase() === 'AS' && tokens[behind + 2] === '('
  if (!isQualified && (isCommonTable || before === ')' || before.toUpperCase() === 'AS')) return null
  const isOfTables = before === '(' && tokens[index - 2]?.toUpperCase() === 'TABLE'
  if (allowsPassthrough && !isQualified && !isOfTables) return null
  return `The function "${name}" may not be used on this connection.`
}

/** The position of the closing bracket for each opening one. */
function closingBrackets(tokens: readonly string[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const [index, token] of tokens.entries()) {
    if (token === '(') open.push(index)
    else if (token === ')') {
      const start = open.pop()
      if (start !== undefined) ends.set(start, index)
    }
  }
  return ends
}

/** A quoted name without its quote. The server treats all names as lower case, even quoted ones. */
const nameOf = (token: string): string => token.replace(/^"/, '').toLowerCase()

const queries: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE'])
/** Calls that need no brackets. */
const wordsOfTheSession: ReadonlySet<string> = new Set(
  'CURRENT_USER CURRENT_ROLE CURRENT_CATALOG CURRENT_SCHEMA CURRENT_PATH'.split(' '),
)
const shortestWordOfTheSession = Math.min(...[...wordsOfTheSession].map((word) => word.length))
/** Words of the grammar that a bracket may follow. */
const keywords: ReadonlySet<string> = new Set(
  `SELECT FROM WHERE AND OR NOT IN ON USING AS BY HAVING UNION ALL ANY SOME EXISTS EXCEPT INTERSECT DISTINCT JOIN LEFT RIGHT INNER
   CROSS OUTER FULL NATURAL LATERAL WITH OVER VALUES ROW CASE WHEN THEN ELSE BETWEEN LIKE IS INTERVAL LIMIT OFFSET PARTITION ROLLUP
   CUBE GROUPING SETS WINDOW CHAR VARCHAR VARBINARY DECIMAL DEC NUMERIC TIME TIMESTAMP ARRAY MAP FILTER WITHIN GROUP ORDER ROWS RANGE
   GROUPS PRECEDING FOLLOWING DESC ASC ESCAPE TABLE UNNEST PRECISION BERNOULLI SYSTEM NULLS END RETURNING PASSING KEYS TO FETCH`
    .trim()
    .split(/\s+/),
)

/** Words and signs outside quotes and comments, or why the text cannot be read. */
function tokensOf(text: string): string[] | string {
  const tokens: string[] = []
  // Each character is read once: this runs for every statement, and one regular expression for all kinds takes several times as long.
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at)
    if (typeof token === 'string') return token
    if (token.text !== null) tokens.push(token.text)
    at = token.end
  }
  return tokens
}

interface Token {
  /** A quoted name is its text after one quote, a quoted text is only the quote. Null for blanks and comments. */
  text: string | null
  end: number
}

/** The token at a position, or why it cannot be read. */
function tokenAt(text: string, at: number): Token | string {
  const code = text.charCodeAt(at)
  if (isWordCode(code) || code >= ASCII_END) return wordAt(text, at)
  if (code === BLANK || (code >= TAB && code <= RETURN)) return { text: null, end: at + 1 }
  const sign = text[at] ?? ''
  switch (sign) {
    case "'": {
      const end = text.indexOf("'", at + 1)
      return end < 0 ? withoutEnd(sign) : { text: sign, end: end + 1 }
    }
    case '"':
      return nameAt(text, at)
    case '`':
      return 'Names are written in double quotes here, not in `.'
    case '-':
      if (text[at + 1] !== '-') break
      return { text: null, end: endOfLine(text, at) }
    case '/': {
      if (text[at + 1] !== '*') break
      const end = text.indexOf('*/', at + 2)
      return end < 0 ? 'A comment has no end.' : { text: null, end: end + 2 }
    }
  }
  return { text: sign, end: at + 1 }
}

const [TAB, RETURN, BLANK, ASCII_END] = [9, 13, 32, 128]
const withoutEnd = (quote: string): string => `A quotation that begins with ${quote} has no end.`

/** ASCII letters, digits and the underscore. */
function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
}

const otherBlanks = /\s+/y
const anyWord = /[\p{L}\p{N}_]+/uy

/** A word; for a character outside ASCII also blanks, or a sign. */
function wordAt(text: string, at: number): Token {
  let end = at
  while (end < text.length && isWordCode(text.charCodeAt(end))) end += 1
  if (end > at && !(text.charCodeAt(end) >= ASCII_END)) return { text: text.slice(at, end), end }
  anyWord.lastIndex = at
  const [word] = anyWord.exec(text) ?? []
  if (word !== undefined) return { text: word, end: at + word.length }
  otherBlanks.lastIndex = at
  const [blanks] = otherBlanks.exec(text) ?? []
  if (blanks !== undefined) return { text: null, end: at + blanks.length }
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return { text: sign, end: at + sign.length }
}

/** A quoted name; a doubled quote inside is one quote of the name. */
function nameAt(text: string, at: number): Token | string {
  let end = text.indexOf('"', at + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end < 0) return withoutEnd('"')
  const name = text.slice(at + 1, end)
  return { text: `"${name.includes('"') ? name.replaceAll('""', '"') : name}`, end: end + 1 }
}

function endOfLine(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === '\n' || text[at] === '\r') return at
  return text.length
}
