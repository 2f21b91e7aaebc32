import type { DialectName } from './dialects/index.ts'

/** A section of custom SQL: code, a text literal, a quoted name, or a comment. */
export interface SqlStretch {
  kind: 'code' | 'text' | 'name' | 'comment'
  start: number
  end: number
  /** False when the text ends before the section is closed. */
  isClosed: boolean
}

interface Lexis {
  /** A backslash in a text literal escapes the next character. */
  hasBackslash: boolean
  /** Double quotes enclose texts, not names. */
  quotesTexts: boolean
  /** Additional ways to start a comment that ends with its line. */
  comments: readonly string[]
  /** `$tag$ ... $tag$` is a text. */
  hasDollarQuotes: boolean
  hasBrackets: boolean
}

const STANDARD: Lexis = {
  hasBackslash: false,
  quotesTexts: false,
  comments: ['--'],
  hasDollarQuotes: false,
  hasBrackets: false,
}
const MYSQL: Lexis = { ...STANDARD, hasBackslash: true, quotesTexts: true, comments: ['-- ', '--\t', '--\n', '#'] }
const DOLLARS: Lexis = { ...STANDARD, hasDollarQuotes: true }

const LEXES: Readonly<Record<DialectName, Lexis>> = {
  duckdb: DOLLARS,
  postgres: DOLLARS,
  redshift: { ...DOLLARS, hasBackslash: true },
  mariadb: MYSQL,
  mysql: MYSQL,
  snowflake: { ...DOLLARS, hasBackslash: true, comments: ['--', '//'] },
  bigquery: { ...STANDARD, hasBackslash: true, quotesTexts: true, comments: ['--', '#'] },
  databricks: { ...STANDARD, hasBackslash: true, quotesTexts: true },
  sqlserver: { ...STANDARD, hasBrackets: true },
  trino: STANDARD,
}

/**
 * Distinguishes code from quotes and comments, like the engine's lexer. It is not a parser: just enough to determine where a value is
 * allowed and where a statement ends.
 */
export function scanSql(text: string, dialect: DialectName): SqlStretch[] {
  const lexis = LEXES[dialect]
  const stretches: SqlStretch[] = []
  let codeFrom = 0
  let at = 0
  while (at < text.length) {
    const found = stretchAt(text, at, lexis)
    if (!found) {
      at += 1
      continue
    }
    if (at > codeFrom) stretches.push({ kind: 'code', start: codeFrom, end: at, isClosed: true })
    stretches.push(found)
    at = found.end
    codeFrom = at
  }
  if (text.length > codeFrom) stretches.push({ kind: 'code', start: codeFrom, end: text.length, isClosed: true })
  return stretches
}

function stretchAt(text: string, start: number, lexis: Lexis): SqlStretch | null {
  const sign = text.charAt(start)
  switch (sign) {
    case "'": {
      const isEscaped =
        lexis.hasBackslash || /(?:^|[^A-Za-z0-9_$])[eE]$/.test(text.slice(Math.max(0, start - 2), start))
      return quoted(text, start, "'", 'text', isEscaped)
    }
    case '"':
      return quoted(text, start, '"', lexis.quotesTexts ? 'text' : 'name', lexis.quotesTexts && lexis.hasBackslash)
    case '`':
      return quoted(text, start, '`', 'name', false)
    case '[':
      return lexis.hasBrackets ? quoted(text, start, ']', 'name', false) : null
    case '$': {
      const tag = lexis.hasDollarQuotes ? /^\$(?:[A-Za-z_]\w*)?\$/.exec(text.slice(start, start + 66))?.[0] : undefined
      return tag === undefined ? null : until(text, start, start + tag.length, tag, 'text')
    }
    case '/':
      if (text.charAt(start + 1) === '*') return until(text, start, start + 2, '*/', 'comment')
      break
    default:
  }
  const isComment = lexis.comments.some((opening) => text.startsWith(opening, start))
  if (!isComment) return null
  const line = text.indexOf('\n', start)
  return { kind: 'comment', start, end: line < 0 ? text.length : line, isClosed: true }
}

function until(text: string, start: number, from: number, closing: string, kind: SqlStretch['kind']): SqlStretch {
  const found = text.indexOf(closing, from)
  return { kind, start, end: found < 0 ? text.length : found + closing.length, isClosed: found >= 0 }
}

/** A doubled closing quote is part of the text. */
function quoted(
  text: string,
  start: number,
  closing: string,
  kind: SqlStretch['kind'],
  isEscaped: boolean,
): SqlStretch {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (isEscaped && sign === '\\') at += 1
    else if (sign === closing && text.charAt(at + 1) === closing) at += 1
    else if (sign === closing) return { kind, start, end: at + 1, isClosed: true }
  }
  return { kind, start, end: text.length, isClosed: false }
}
