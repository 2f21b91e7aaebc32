import { allowedFunctions } from './allowed-functions.ts'

/**
 * Which statements may run on MySQL and MariaDB. The session is read-only and the protocol accepts one statement at a time. Still refused
 * are statements that read without being a query, queries that write outside tables, functions that are not on the allow list, and the
 * server's own schemas. Decided on tokens of the engine's grammar (its mode is set by the session), never on words inside quotes or
 * comments. SQL that people write is parsed too (`sql-reader.ts`).
 */

export interface GuardOptions {
  /** Formulas may call functions by name, as an administrator allowed; functions with effects outside the database remain refused. */
  allowsPassthrough?: boolean
}

/**
 * Why the statement may not run, or null when it may. It may read tables of uploaded files only when `uploads` names
 * them; statements written by people never have `uploads`.
 */
export function whyRefused(text: string, options: GuardOptions = {}, uploads: readonly string[] = []): string | null {
  const tokens = tokensOf(text)
  if (typeof tokens === 'string') return tokens
  const first = tokens.find((token) => token !== '(')?.toUpperCase()
  if (first === undefined) return 'There is no statement.'
  if (!queries.has(first)) return `Only queries may run here, not ${first}.`
  const ends = closingBrackets(tokens)
  for (const [index, token] of tokens.entries()) {
    const reason = refuseToken(tokens, index, token) ?? refuseCall(tokens, index, ends, options)
    if (reason !== null) return reason
  }
  const named = new Set(uploads.map((name) => name.toLowerCase()))
  const isRead = tokens.every((token, index) => !isUpload(token) || named.has(pathOf(tokens, index)))
  return isRead ? null : 'An uploaded table is read only as a source of its own.'
}

const isUpload = (token: string): boolean => nameOf(token).startsWith('octavo_upload_')

/** The name at this place with its schema. */
function pathOf(tokens: readonly string[], index: number): string {
  const name = nameOf(tokens[index] ?? '')
  return tokens[index - 1] === '.' ? `${nameOf(tokens[index - 2] ?? '')}.${name}` : name
}

function refuseToken(tokens: readonly string[], index: number, token: string): string | null {
  const next = tokens[index + 1]
  if (next === '.' && systemSchemas.has(nameOf(token))) {
    return `The schema "${nameOf(token)}" belongs to the server itself and may not be read.`
  }
  // After a dot every word is a name.
  if (tokens[index - 1] === '.') return null
  const word = token.toUpperCase()
  if (word === 'INTO') return 'A query may not write its rows anywhere (INTO).'
  if (word === 'FOR' && locks.has(next?.toUpperCase() ?? '')) return 'A query may not lock rows (FOR UPDATE).'
  if (word === 'LOCK') return 'A query may not lock rows (LOCK IN SHARE MODE).'
  const variable = word === '@' ? next : word === ':=' && tokens[index - 2] === '@' ? tokens[index - 1] : ''
  if ((word === '@' || word === ':=') && !variables.test(variable ?? ''))
    return 'A query may not read or set variables (@, :=).'
  if (word === ';' && index < tokens.length - 1) return 'Only one statement may run at a time.'
  if ((word === 'NEXT' || word === 'PREVIOUS') && next?.toUpperCase() === 'VALUE')
    return 'A query may not use sequences.'
  return wordsOfTheSession.has(word) ? `A query may not use ${word}.` : null
}

/** A name before a bracket is a call, unless the bracket contains column names of a common table expression or an alias. */
function refuseCall(
  tokens: readonly string[],
  index: number,
  ends: ReadonlyMap<number, number>,
  { allowsPassthrough = false }: GuardOptions,
): string | null {
  const token = tokens[index] ?? ''
  const before = tokens[index - 1] ?? ''
  if (tokens[index + 1] !== '(' || !/^[`"\p{L}\p{N}_$]/u.test(token)) return null
  const name = nameOf(token)
  const isQualified = before === '.'
  const isQuoted = token !== name && /^[`"]/.test(token)
  if (!isQualified && !isQuoted && (keywords.has(name.toUpperCase()) || allowedFunctions.has(name.toLowerCase())))
    return null
  const behind = ends.get(index + 1) ?? tokens.length
  const isCommonTable = tokens[behind + 1]?.toUpperCase() === 'AS' && tokens[behind + 2] === '('
  if (!isQualified && (isCommonTable || before === ')' || before.toUpperCase() === 'AS')) return null
  if (allowsPassthrough && !reachesOut.test(name.toLowerCase())) return null
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

/** A quoted name without its quote. */
const nameOf = (token: string): string => (/^[`"]/.test(token) ? token.slice(1).toLowerCase() : token.toLowerCase())

const queries: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE'])
const locks: ReadonlySet<string> = new Set(['UPDATE', 'SHARE'])
const systemSchemas: ReadonlySet<string> = new Set(['information_schema', 'performance_schema', 'mysql', 'sys'])
/** Calls that need no brackets. */
const wordsOfTheSession: ReadonlySet<string> = new Set(['CURRENT_USER', 'CURRENT_ROLE', 'SESSION_USER', 'SYSTEM_USER'])
/** Files, locks, sessions, replication, sequences, and functions that wait. */
const reachesOut =
  /^(load_file|sleep|benchmark|.*_lock|release_all_locks|master_.*|source_pos_wait|wait_for_.*|sys_.*|user|current_.*|session_user|system_user|database|schema|version|connection_id|last_insert_id|found_rows|row_count|nextval|lastval|setval|ps_.*|procedure|analyse)$/
/** Variables that the compiler sets and reads within a row; they are reset before the session is reused. */
const variables = /^operand_\d+$/
/** Words of the grammar that a bracket may follow. */
const keywords: ReadonlySet<string> = new Set(
  `SELECT FROM WHERE AND OR NOT XOR IN ON USING AS BY HAVING UNION ALL ANY SOME EXISTS EXCEPT INTERSECT MINUS DISTINCT JOIN LEFT RIGHT
   INNER CROSS OUTER NATURAL STRAIGHT_JOIN LATERAL WITH OVER VALUES VALUE ROW CASE WHEN THEN ELSE BETWEEN LIKE REGEXP RLIKE IS DIV MOD
   INTERVAL LIMIT OFFSET COLUMNS PATH PARTITION INDEX KEY KEYS ROLLUP WINDOW BINARY CHAR CHARACTER VARCHAR NCHAR DECIMAL DEC NUMERIC
   FLOAT DOUBLE DATETIME TIME TIMESTAMP DATE YEAR SIGNED UNSIGNED JSON AGAINST MATCH INT INTEGER BIGINT LONGTEXT TEXT BIT VARBINARY
   SEPARATOR ROWS RANGE PRECEDING FOLLOWING DESC ASC COLLATE ORDER GROUP QUALIFY END RETURN RETURNING NESTED ESCAPE SOUNDS MEMBER OF`
    .trim()
    .split(/\s+/),
)

/**
 * Words and symbols outside quotes and comments, or why the text cannot be read. A quoted name is its text after one quote, a quoted text
 * is only the quote.
 */
function tokensOf(text: string): string[] | string {
  const tokens: string[] = []
  for (let at = 0; at < text.length; ) {
    const sign = text[at] ?? ''
    if (/\s/.test(sign)) at += 1
    else if (sign === "'" || sign === '"' || sign === '`') {
      const end = endOfQuoted(text, at, sign)
      if (end === null) return `A quotation that begins with ${sign} has no end.`
      tokens.push(sign === '`' ? sign + text.slice(at + 1, end - 1).replaceAll('``', '`') : sign)
      at = end
    } else if (sign === '#' || /^--(?:[\s\p{Cc}]|$)/u.test(text.slice(at, at + 3))) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else if (text.startsWith('/*', at)) {
      // The engine executes the contents of these comments.
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

/** The position after the closing quote; null when there is none. A backslash escapes the next character, but not in names. */
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
