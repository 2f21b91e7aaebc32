import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * `column = value` in the words of a range, which a store can only look up row by row in an index. PostgreSQL takes
 * recursive tables to be large, and would read the whole of the other table once to be quicker with each row.
 */
export const isLookedUp = (column: string, value: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${sql.ref(value)} and ${sql.ref(column)} <= ${sql.ref(value)})`
