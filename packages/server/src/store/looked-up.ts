import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * `column = value` written as a range, which forces the store to look up each row in an index. PostgreSQL assumes that recursive tables are
 * large, and would otherwise read the whole other table once. Only for a join of two tables: with a third one, PostgreSQL may compare each
 * row of the first with each of the others.
 */
export const isLookedUp = (column: string, value: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${sql.ref(value)} and ${sql.ref(column)} <= ${sql.ref(value)})`
