import { type Expression, type SqlBool, sql } from 'kysely'

/** A pattern that finds `text` anywhere, its own `%` and `_` taken as they are. For `matches`. */
export function containing(text: string): string {
  return `%${escaped(text)}%`
}

/** A pattern that finds what begins with `text`. For `matches`. */
export function beginningWith(text: string): string {
  return `${escaped(text)}%`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

/** The same on both stores: LIKE without an escape clause has none on the embedded one. */
export function matches(column: Expression<unknown>, pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`
}

/** Text in which letters of any script that differ in case alone are the same. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** `column` holds the text somewhere, in any case. */
export function holdsText(column: Expression<unknown>, text: string): Expression<SqlBool> {
  const folded = foldCase(text)
  return matches(foldedFor(column, folded), containing(folded))
}

/** `column` is the text, in any case. */
export function isText(column: Expression<unknown>, text: string): Expression<SqlBool> {
  const folded = foldCase(text)
  return sql<SqlBool>`${foldedFor(column, folded)} = ${folded}`
}

/**
 * What the stores call `lower` knows the letters of English alone, and is quick; `fold_case` of ours (on the embedded store
 * a function of each connection, on PostgreSQL one of the database) is asked where other letters are looked for.
 */
function foldedFor(column: Expression<unknown>, folded: string): Expression<unknown> {
  return /^[\x20-\x7e]*$/.test(folded) ? sql`lower(${column})` : sql`fold_case(${column})`
}
