import type { Selectable, Updateable } from 'kysely'
import { chunksOf } from './chunks.ts'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { InodeFilter } from './inode-listing.ts'
import type { CatalogSyncEffectTable, CatalogSyncTable, MissingSourceTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type CatalogSyncRow = Selectable<CatalogSyncTable>
export type CatalogSyncEffectRow = Selectable<CatalogSyncEffectTable>
export type MissingSourceRow = Selectable<MissingSourceTable>

export async function insertCatalogSync(tx: Queryable, row: CatalogSyncRow): Promise<void> {
  await tx.insertInto('catalog_syncs').values(row).execute()
}

export async function updateCatalogSync(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Updateable<CatalogSyncTable>,
): Promise<void> {
  await tx
    .updateTable('catalog_syncs')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function findCatalogSync(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<CatalogSyncRow | undefined> {
  return db
    .selectFrom('catalog_syncs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

interface DueConnections {
  /** Last complete sync at or before this time, or never synced and created at or before it. */
  before: number
  /** Ignore unsuccessful syncs from this time on. */
  unendedSince?: number
  /** Only this connection. */
  connectionId?: string
  limit: number
}

/** Ids of active connections, except the sample, which never changes. */
export async function findConnectionsToSync(
  db: Queryable,
  organizationId: string,
  { before, unendedSince, connectionId, limit }: DueConnections,
): Promise<string[]> {
  let query = db
    .selectFrom('connections')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('is_archived', '=', 0)
    .where('is_sample', '=', 0)
    .where('is_audit_log', '=', 0)
    .where('created_at', '<=', before)
    .where(({ exists, not, selectFrom }) => {
      let since = selectFrom('catalog_syncs')
        .select('catalog_syncs.id')
        .where('catalog_syncs.organization_id', '=', organizationId)
        .whereRef('catalog_syncs.connection_id', '=', 'connections.id')
        .where('catalog_syncs.path', '=', '[]')
        .where('catalog_syncs.started_at', '>', before)
      if (unendedSince !== undefined) {
        since = since.where((row) =>
          row.or([row('catalog_syncs.state', '=', 'done'), row('catalog_syncs.started_at', '<', unendedSince)]),
        )
      }
      return not(exists(since))
    })
  if (connectionId !== undefined) query = query.where('id', '=', connectionId)
  const rows = await query.orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** The latest first; one row more than `limit` when there are more. */
export async function listCatalogSyncs(
  db: Queryable,
  organizationId: string,
  connectionId: string,
  { after, limit }: { after: { startedAt: number; id: string } | null; limit: number },
): Promise<CatalogSyncRow[]> {
  const query = db
    .selectFrom('catalog_syncs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after === null) return query.execute()
  return query
    .where((row) => comesAfter('desc', [row.ref('started_at'), after.startedAt], [row.ref('id'), after.id]))
    .execute()
}

export async function countCatalogSyncs(
  db: Queryable,
  organizationId: string,
  connectionId: string,
  atMost: number | null,
): Promise<number> {
  const query = db
    .selectFrom('catalog_syncs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
  return countRows(db, upTo(atMost, query))
}

export async function insertSyncEffects(tx: Queryable, rows: readonly CatalogSyncEffectRow[]): Promise<void> {
  for (const some of chunksOf(rows, 100)) await tx.insertInto('catalog_sync_effects').values(some).execute()
}

/** Ordered by document, one row more than `limit` when there are more; only documents that `seen` accepts. */
export async function listSyncEffects(
  db: Queryable,
  organizationId: string,
  syncId: string,
  { seen, after, limit }: { seen: InodeFilter; after: string | null; limit: number },
): Promise<CatalogSyncEffectRow[]> {
  const query = seenEffects(db, organizationId, syncId, seen)
    .selectAll()
    .orderBy('document_id')
    .limit(limit + 1)
  return (after === null ? query : query.where('document_id', '>', after)).execute()
}

export async function countSyncEffects(
  db: Queryable,
  organizationId: string,
  syncId: string,
  seen: InodeFilter,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, seenEffects(db, organizationId, syncId, seen).select('document_id as id')))
}

function seenEffects(db: Queryable, organizationId: string, syncId: string, seen: InodeFilter) {
  return db
    .selectFrom('catalog_sync_effects')
    .where('organization_id', '=', organizationId)
    .where('sync_id', '=', syncId)
    .where('document_id', 'in', (inner) =>
      inner
        .selectFrom('inodes')
        .select('inodes.id')
        .where('inodes.organization_id', '=', organizationId)
        .where('inodes.is_archived', '=', 0)
        .where(seen),
    )
}

export async function listEffectsOfOwner(
  db: Queryable,
  organizationId: string,
  syncId: string,
  ownerId: string,
): Promise<CatalogSyncEffectRow[]> {
  return db
    .selectFrom('catalog_sync_effects')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('sync_id', '=', syncId)
    .where('owner_id', '=', ownerId)
    .orderBy('document_id')
    .execute()
}

/** Keeps the time when it was first noticed. */
export async function insertMissingSource(tx: Queryable, row: MissingSourceRow): Promise<void> {
  await tx
    .insertInto('missing_sources')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'object_id', 'column_key']).doNothing())
    .execute()
}

/** Without a key: the table and all its columns. */
export async function deleteMissingSources(
  tx: Queryable,
  organizationId: string,
  objectId: string,
  columnKey?: string,
): Promise<void> {
  const query = tx
    .deleteFrom('missing_sources')
    .where('organization_id', '=', organizationId)
    .where('object_id', '=', objectId)
  await (columnKey === undefined ? query : query.where('column_key', '=', columnKey)).execute()
}

/** Missing tables and columns with these keys. */
export async function findMissingSources(
  db: Queryable,
  organizationId: string,
  sourceKeys: readonly string[],
): Promise<MissingSourceRow[]> {
  const found: MissingSourceRow[] = []
  for (const keys of chunksOf(sourceKeys)) {
    const rows = await db
      .selectFrom('missing_sources')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('source_key', 'in', keys)
      .orderBy('path')
      .orderBy('column_key')
      .execute()
    found.push(...rows)
  }
  return found
}
