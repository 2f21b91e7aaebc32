import type { Selectable } from 'kysely'
import type { DbtNodeTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type DbtNodeRow = Selectable<DbtNodeTable>

/** Rows of one statement: engines take a limited number of values. */
const atOnce = 500

/** What is said about tables of this name, one row for each database. */
export async function findDbtNodes(
  db: Queryable,
  organizationId: string,
  connectionId: string,
  nameKey: string,
): Promise<DbtNodeRow[]> {
  return db
    .selectFrom('dbt_nodes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where('name_key', '=', nameKey)
    .orderBy('database_name')
    .execute()
}

/** Puts these rows in the place of all that the connection has. Returns how many it had. */
export async function replaceDbtNodes(
  tx: Queryable,
  organizationId: string,
  connectionId: string,
  rows: readonly DbtNodeRow[],
): Promise<number> {
  const removed = await tx
    .deleteFrom('dbt_nodes')
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  for (let from = 0; from < rows.length; from += atOnce) {
    await tx
      .insertInto('dbt_nodes')
      .values(rows.slice(from, from + atOnce))
      .execute()
  }
  return Number(removed.numDeletedRows)
}
