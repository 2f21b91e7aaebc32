import type { AliasableExpression } from 'kysely'
import type { Queryable } from './store.ts'

/** How many rows a query has; give it a limit (`upTo`) to count no further. */
export async function countRows(db: Queryable, rows: AliasableExpression<{ id: string }>): Promise<number> {
  const { count } = await db
    .selectFrom(rows.as('counted'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
