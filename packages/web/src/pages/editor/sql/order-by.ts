import type { DocumentColumn, SortEntry } from '@octavo/core/document'
import { type DialectName, scanSql } from '@octavo/core/sql'
import type { SqlColumn } from './sql-element.ts'

interface Token {
  text: string
  /** A quoted name or a text, which is never a keyword. */
  isQuoted: boolean
}

/**
 * The sort of an element that equals the ORDER BY at the end of its statement. An element has an order of its own, in
 * which ORDER BY of its source is lost. Empty when there is none, or when one of its keys is not a column of the result.
 * `columns` are the columns of the element, in the order of `result`.
 */
export function sortOfStatement(
  statement: string,
  dialect: DialectName,
  result: readonly SqlColumn[],
  columns: readonly DocumentColumn[],
): SortEntry[] {
  const keys = keysOf(tokensOf(statement, dialect))
  const sort: SortEntry[] = []
  for (const key of keys) {
    const at = placeOfKey(key, result)
    const column = at === undefined ? undefined : columns[at]
    if (!column) return []
    const words = key.flatMap(({ text, isQuoted }) => (isQuoted ? [] : [text.toLowerCase()]))
    const nulls = words.at(-2) === 'nulls' ? (words.at(-1) as 'first' | 'last') : undefined
    const direction = words.includes('desc') ? 'descending' : 'ascending'
    sort.push({ columnId: column.id, direction, ...(nulls && { nulls }) })
  }
  return sort
}

/** Words, names and signs of a statement; comments are left out. */
function tokensOf(statement: string, dialect: DialectName): Token[] {
  return scanSql(statement, dialect).flatMap(({ kind, start, end }): Token[] => {
    const text = statement.slice(start, end)
    if (kind === 'comment') return []
    if (kind === 'text') return [{ text, isQuoted: true }]
    if (kind === 'name') return [{ text: text.slice(1, -1).replaceAll(/(["`\]])\1/g, '$1'), isQuoted: true }]
    return [...text.matchAll(/[\p{L}\p{N}_$]+|\S/gu)].map(([word]) => ({ text: word, isQuoted: false }))
  })
}

/** The keys of the last ORDER BY that is not in parentheses, each with its direction. */
function keysOf(tokens: readonly Token[]): Token[][] {
  const is = (token: Token | undefined, ...words: string[]) =>
    token !== undefined && !token.isQuoted && words.includes(token.text.toLowerCase())
  let depth = 0
  let keys: Token[][] | undefined
  let isOpen = false
  for (const [at, token] of tokens.entries()) {
    if (is(token, '(')) depth++
    if (is(token, ')')) depth--
    if (depth === 0 && is(token, 'by') && is(tokens[at - 1], 'order')) {
      keys = [[]]
      isOpen = true
    } else if (isOpen && depth === 0 && is(token, 'limit', 'offset', 'fetch', 'for', ';')) isOpen = false
    else if (isOpen && depth === 0 && is(token, ',')) keys?.push([])
    else if (isOpen) keys?.at(-1)?.push(token)
  }
  return keys ?? []
}

/** The column that a key names, by name or by number; undefined for any other expression. */
function placeOfKey(key: readonly Token[], result: readonly SqlColumn[]): number | undefined {
  const rest = [...key]
  let name = rest.shift()
  // Names of tables before the column.
  while (rest[0]?.text === '.' && !rest[0].isQuoted) {
    rest.shift()
    name = rest.shift()
  }
  const words = rest.map(({ text, isQuoted }) => (isQuoted ? '?' : text.toLowerCase())).join(' ')
  if (name === undefined || !/^(asc|desc)?( ?nulls (first|last))?$/.test(words)) return undefined
  if (!name.isQuoted && /^\d+$/.test(name.text)) return Number(name.text) - 1
  const wanted = name.text.toLowerCase()
  const found = result.findIndex((column) => column.name.toLowerCase() === wanted)
  return found === -1 ? undefined : found
}
