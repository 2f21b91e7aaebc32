import { type Expression, type SqlBool, sql } from 'kysely'

/** A pattern for `matches` that finds `text` anywhere; `%` and `_` in it are literal. */
export function containing(text: string): string {
  return `%${escaped(text)}%`
}

/** A pattern for `matches` that finds texts beginning with `text`. */
export function beginningWith(text: string): string {
  return `${escaped(text)}%`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

/** LIKE that behaves the same on both stores: without an escape clause the embedded one has no escape character. */
export function matches(column: Expression<unknown>, pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`
}

/** Folds case, so that letters of any script that differ only in case become equal. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** Whether `column` contains the text, ignoring case. */
export function holdsText(column: Expression<unknown>, text: string): Expression<SqlBool> {
  const folded = foldCase(text)
  return matches(foldedFor(column, folded), containing(folded))
}

/** Whether `column` equals the text, ignoring case. */
export function isText(column: Expression<unknown>, text: string): Expression<SqlBool> {
  const folded = foldCase(text)
  return sql<SqlBool>`${foldedFor(column, folded)} = ${folded}`
}

/**
 * The stores' `lower` is fast but folds only English letters; for other letters our `fold_case` is used (a function of each connection on
 * the embedded store, of the database on PostgreSQL).
 */
function foldedFor(column: Expression<unknown>, folded: string): Expression<unknown> {
  return /^[\x20-\x7e]*$/.test(folded) ? sql`lower(${column})` : sql`fold_case(${column})`
}
