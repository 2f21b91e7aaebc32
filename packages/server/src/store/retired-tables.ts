import type { Selectable } from 'kysely'
import type { RetiredTableTable } from './schema/input-tables.ts'
import type { Queryable } from './store.ts'

export type RetiredTableRow = Selectable<RetiredTableTable>
export type RetiredTableName = Omit<RetiredTableRow, 'drop_after'>

export async function insertRetiredTable(db: Queryable, row: RetiredTableRow): Promise<void> {
  await db.insertInto('retired_tables').values(row).execute()
}

export async function deleteRetiredTable(db: Queryable, name: RetiredTableName): Promise<void> {
  await db
    .deleteFrom('retired_tables')
    .where('organization_id', '=', name.organization_id)
    .where('connection_id', '=', name.connection_id)
    .where('write_schema', '=', name.write_schema)
    .where('table_name', '=', name.table_name)
    .execute()
}

export async function postponeRetiredTable(db: Queryable, { drop_after, ...name }: RetiredTableRow): Promise<void> {
  await db
    .updateTable('retired_tables')
    .set({ drop_after })
    .where('organization_id', '=', name.organization_id)
    .where('connection_id', '=', name.connection_id)
    .where('write_schema', '=', name.write_schema)
    .where('table_name', '=', name.table_name)
    .execute()
}

/** Tables that may be dropped by now, oldest first. */
export async function listRetiredTables(db: Queryable, now: number, limit: number): Promise<RetiredTableRow[]> {
  return db
    .selectFrom('retired_tables')
    .selectAll()
    .where('drop_after', '<=', now)
    .orderBy('drop_after')
    .orderBy('table_name')
    .limit(limit)
    .execute()
}
