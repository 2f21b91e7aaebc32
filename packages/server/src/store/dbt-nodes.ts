import type { Selectable } from 'kysely'
import type { DbtNodeTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type DbtNodeRow = Selectable<DbtNodeTable>

/** Maximum rows of one statement, because engines limit the number of values. */
const atOnce = 500

/** dbt nodes for tables with this name, one row for each database. */
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

/** Replaces all rows of the connection. Returns the previous number. */
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
