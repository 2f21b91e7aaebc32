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
