import type { Insertable, Selectable, Updateable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import type { ConnectionTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type ConnectionRow = Selectable<ConnectionTable>

/** Includes archived ones, because deleted connections stay readable. */
export async function findConnection(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Connections of these types in all organizations, without archived ones. */
export async function listConnectionsOfTypes(db: Queryable, types: readonly string[]): Promise<ConnectionRow[]> {
  if (types.length === 0) return []
  return db
    .selectFrom('connections')
    .selectAll()
    .where('type', 'in', types)
    .where('is_archived', '=', 0)
    .orderBy('organization_id')
    .orderBy('id')
    .execute()
}

export async function findConnections(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, ConnectionRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('connections')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findSampleConnection(db: Queryable, organizationId: string): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('is_sample', '=', 1)
    .orderBy('created_at')
    .executeTakeFirst()
}

/** Active ones, by id. */
export async function listAllConnections(db: Queryable, organizationId: string): Promise<ConnectionRow[]> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('is_archived', '=', 0)
    .orderBy('id')
    .execute()
}

export interface ConnectionListing {
  includeArchived: boolean
  /** Part of the name, ignoring case. */
  search?: string
  /** Starts after this row. */
  after?: { name: string; id: string }
  limit: number
}

/** Ordered by name, then id; one row more than `limit` when there are more. */
export async function listConnections(
  db: Queryable,
  organizationId: string,
  listing: ConnectionListing,
): Promise<ConnectionRow[]> {
  let query = db.selectFrom('connections').selectAll().where('organization_id', '=', organizationId)
  if (!listing.includeArchived) query = query.where('is_archived', '=', 0)
  const { after, search } = listing
  if (search !== undefined) {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(({ fn, eb }) => eb(fn<string>('lower', ['name']), 'like', eb.val(pattern)))
  }
  if (after) {
    query = query.where((row) => comesAfter('asc', [row.ref('name'), after.name], [row.ref('id'), after.id]))
  }
  return query
    .orderBy('name')
    .orderBy('id')
    .limit(listing.limit + 1)
    .execute()
}

export async function insertConnection(db: Queryable, row: Insertable<ConnectionTable>): Promise<void> {
  await db.insertInto('connections').values(row).execute()
}

/** Records when a query last ran. */
export async function touchConnection(db: Queryable, organizationId: string, id: string, now: number): Promise<void> {
  await db
    .updateTable('connections')
    .set({ last_active_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('last_active_at', '<', now)
    .execute()
}

/** Stores new settings and increments the revision, because statements may now return other rows. */
export async function updateConnectionSettings(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: { settings: string; updatedBy: string; now: number },
): Promise<void> {
  await tx
    .updateTable('connections')
    .set(({ eb }) => ({
      settings: change.settings,
      revision: eb('revision', '+', 1),
      updated_by: change.updatedBy,
      updated_at: change.now,
    }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Stores changes made by people; a change of settings or secrets increments the revision, because statements may now return other rows. */
export async function updateConnection(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Updateable<ConnectionTable> & { updated_by: string; updated_at: number },
): Promise<void> {
  const isOther = 'settings' in change || 'secrets_encrypted' in change || 'type' in change
  await tx
    .updateTable('connections')
    .set(({ eb }) => ({ ...change, ...(isOther ? { revision: eb('revision', '+', 1) } : {}) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
