import type { AliasableExpression } from 'kysely'
import type { Queryable } from './store.ts'

/** Number of rows of a query; pass a limit (`upTo`) to stop counting there. */
export async function countRows(db: Queryable, rows: AliasableExpression<{ id: string }>): Promise<number> {
  const { count } = await db
    .selectFrom(rows.as('counted'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
