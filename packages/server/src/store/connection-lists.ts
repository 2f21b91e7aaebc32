import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { CatalogObjectRow } from './catalog-objects.ts'
import { comesAfter } from './comes-after.ts'
import type { ConnectionRow } from './connections.ts'
import { beginningWith, holdsText, matches } from './like.ts'
import type { Database } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

/** Selects the connections that a viewer may see; created by the access part. */
export type ConnectionFilter = (connection: ExpressionBuilder<Database, 'connections'>) => Expression<SqlBool>

export interface VisibleConnections {
  filter: ConnectionFilter
  includeArchived: boolean
  /** Part of the name, ignoring case. */
  search: string | undefined
}

/** Ordered by name, then id; one row more than `limit` when there are more. */
export async function listVisibleConnections(
  db: Queryable,
  organizationId: string,
  listing: VisibleConnections,
  window: { after: { name: string; id: string } | null; limit: number },
): Promise<ConnectionRow[]> {
  const { after, limit } = window
  let query = connectionQuery(db, organizationId, listing)
    .selectAll('connections')
    .orderBy('connections.name')
    .orderBy('connections.id')
    .limit(limit + 1)
  if (after) {
    query = query.where((row) =>
      comesAfter('asc', [row.ref('connections.name'), after.name], [row.ref('connections.id'), after.id]),
    )
  }
  return query.execute()
}

export async function countVisibleConnections(
  db: Queryable,
  organizationId: string,
  listing: VisibleConnections,
  atMost: number | null,
): Promise<number> {
  const { count } = await db
    .selectFrom(upTo(atMost, connectionQuery(db, organizationId, listing).select('connections.id')).as('counted'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface CatalogObjectListing {
  /** Selects whole connections and individual objects; created by the access part. */
  filters: {
    connection: ConnectionFilter
    object: (object: ExpressionBuilder<Database, 'catalog_objects'>) => Expression<SqlBool>
  }
  connectionId: string | undefined
  /** Database, schema, table, view; all by default. */
  kinds?: readonly string[]
  /** Part of the path, ignoring case. */
  nameWord?: string | undefined
  /** Objects below a path of the connection; direct ones are one level below. */
  below?: { path: readonly string[]; isDirect: boolean }
}

/** Objects of active connections, by connection and path; one row more than `limit` when there are more. */
export async function listCatalogObjects(
  db: Queryable,
  organizationId: string,
  listing: CatalogObjectListing,
  window: { after: { connectionId: string; path: string } | null; limit: number },
): Promise<CatalogObjectRow[]> {
  const { after, limit } = window
  let query = objectQuery(db, organizationId, listing)
    .selectAll('catalog_objects')
    .orderBy('catalog_objects.connection_id')
    .orderBy('catalog_objects.path')
    .limit(limit + 1)
  if (after) {
    query = query.where((row) =>
      comesAfter(
        'asc',
        [row.ref('catalog_objects.connection_id'), after.connectionId],
        [row.ref('catalog_objects.path'), after.path],
      ),
    )
  }
  return query.execute()
}

export async function countCatalogObjects(
  db: Queryable,
  organizationId: string,
  listing: CatalogObjectListing,
  atMost: number | null,
): Promise<number> {
  const { count } = await db
    .selectFrom(upTo(atMost, objectQuery(db, organizationId, listing).select('catalog_objects.id')).as('counted'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function connectionQuery(
  db: Queryable,
  organizationId: string,
  { filter, includeArchived, search }: VisibleConnections,
) {
  let query = db.selectFrom('connections').where('connections.organization_id', '=', organizationId).where(filter)
  if (!includeArchived) query = query.where('connections.is_archived', '=', 0)
  if (search !== undefined) {
    query = query.where((row) => holdsText(row.ref('connections.name'), search))
  }
  return query
}

function objectQuery(db: Queryable, organizationId: string, listing: CatalogObjectListing) {
  const { filters, connectionId, kinds, nameWord, below } = listing
  const inUse = (filter: ConnectionFilter) =>
    connectionQuery(db, organizationId, { filter, includeArchived: false, search: undefined }).select('connections.id')
  let query = db
    .selectFrom('catalog_objects')
    .where('catalog_objects.organization_id', '=', organizationId)
    .where((object) =>
      object.or([
        object('catalog_objects.connection_id', 'in', inUse(filters.connection)),
        object.and([
          object(
            'catalog_objects.connection_id',
            'in',
            inUse(() => sql<SqlBool>`1 = 1`),
          ),
          filters.object(object),
        ]),
      ]),
    )
  if (connectionId !== undefined) query = query.where('catalog_objects.connection_id', '=', connectionId)
  if (kinds) query = query.where('catalog_objects.kind', 'in', kinds)
  if (nameWord !== undefined) query = query.where((row) => holdsText(row.ref('catalog_objects.path'), nameWord))
  if (below) {
    // Paths are JSON text, in which `","` occurs only between two segments.
    const prefix = below.path.length === 0 ? '[' : `${JSON.stringify(below.path).slice(0, -1)},`
    query = query.where((row) => matches(row.ref('catalog_objects.path'), beginningWith(prefix)))
    if (below.isDirect) {
      const deeper = `${beginningWith(prefix)}","%`
      query = query.where((row) => row.not(matches(row.ref('catalog_objects.path'), deeper)))
    }
  }
  return query
}
