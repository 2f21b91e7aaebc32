import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a row comes after another one in an order by two columns, both ascending or both descending. The condition is written as a range
 * plus a remainder, so that both stores seek in the index instead of reading it from its start.
 */
export function comesAfter<First extends string | number, Second extends string | number>(
  order: 'asc' | 'desc',
  [first, ofFirst]: readonly [Expression<First | null>, First],
  [second, ofSecond]: readonly [Expression<Second>, Second],
): RawBuilder<SqlBool> {
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  return sql`(${first} ${beyond}= ${ofFirst} and (${first} ${beyond} ${ofFirst} or ${second} ${beyond} ${ofSecond}))`
}
