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
  const name = nameOf(token)
  if (tokens[index + 1] === '.' && (systemCatalogs.has(name) || name === 'information_schema')) {
    return `"${name}" belongs to the server itself and may not be read.`
  }
  // A name after a dot, and a quoted name, is never a keyword.
  if (tokens[index - 1] === '.' || token.startsWith('"')) return null
  if (token === ';' && index < tokens.length - 1) return 'Only one statement may run at a time.'
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
  const token = tokens[index] ?? ''
  const before = tokens[index - 1] ?? ''
  if (tokens[index + 1] !== '(' || !/^["\p{L}\p{N}_]/u.test(token)) return null
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
/** Words of the grammar that a bracket may follow. */
const keywords: ReadonlySet<string> = new Set(
  `SELECT FROM WHERE AND OR NOT IN ON USING AS BY HAVING UNION ALL ANY SOME EXISTS EXCEPT INTERSECT DISTINCT JOIN LEFT RIGHT INNER
   CROSS OUTER FULL NATURAL LATERAL WITH OVER VALUES ROW CASE WHEN THEN ELSE BETWEEN LIKE IS INTERVAL LIMIT OFFSET PARTITION ROLLUP
   CUBE GROUPING SETS WINDOW CHAR VARCHAR VARBINARY DECIMAL DEC NUMERIC TIME TIMESTAMP ARRAY MAP FILTER WITHIN GROUP ORDER ROWS RANGE
   GROUPS PRECEDING FOLLOWING DESC ASC ESCAPE TABLE UNNEST PRECISION BERNOULLI SYSTEM NULLS END RETURNING PASSING KEYS TO FETCH`
    .trim()
    .split(/\s+/),
)

const pieces = /\s+|--[^\r\n]*|\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*(?:""[^"]*)*"|[\p{L}\p{N}_]+|[\s\S]/gu

/**
 * Words and symbols outside quotes and comments, or why the text cannot be read. A quoted name is its text after one
 * quote, a quoted text is only the quote.
 */
function tokensOf(text: string): string[] | string {
  const tokens: string[] = []
  for (const [piece] of text.matchAll(pieces)) {
    if (/^(\s|--|\/\*)/.test(piece)) continue
    if (piece === "'" || piece === '"') return `A quotation that begins with ${piece} has no end.`
    if (piece === '`') return 'Names are written in double quotes here, not in `.'
    if (piece.startsWith("'")) tokens.push("'")
    else if (piece.startsWith('"')) tokens.push(`"${piece.slice(1, -1).replaceAll('""', '"')}`)
    else tokens.push(piece)
  }
  const isOpen = tokens.some((token, at) => token === '/' && tokens[at + 1] === '*')
  return isOpen ? 'A comment has no end.' : tokens
}
