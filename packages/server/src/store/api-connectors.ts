import type { Insertable, Selectable, Updateable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import { holdsText } from './like.ts'
import type { NamedListing } from './named-listing.ts'
import type { ApiConnectorTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type ApiConnectorRow = Selectable<ApiConnectorTable>

/** Includes archived ones. */
export async function findApiConnector(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<ApiConnectorRow | undefined> {
  return db
    .selectFrom('api_connectors')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the ids of active connectors among these. */
export async function apiConnectorsInUse(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await inUse(db, organizationId, undefined)
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Active ones in the requested order; one row more than `limit` when there are more. */
export async function listApiConnectorRows(
  db: Queryable,
  organizationId: string,
  { name, order, after, limit }: NamedListing,
): Promise<ApiConnectorRow[]> {
  const direction = order.isDescending ? 'desc' : 'asc'
  const query = inUse(db, organizationId, name)
    .selectAll()
    .orderBy(order.by, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
  if (after === null) return query.execute()
  return query
    .where((row) => comesAfter(direction, [row.ref(order.by), after.key], [row.ref('id'), after.id]))
    .execute()
}

export async function countApiConnectors(
  db: Queryable,
  organizationId: string,
  name: string | undefined,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, inUse(db, organizationId, name).select('id')))
}

function inUse(db: Queryable, organizationId: string, name: string | undefined) {
  const query = db
    .selectFrom('api_connectors')
    .where('organization_id', '=', organizationId)
    .where('is_archived', '=', 0)
  return name === undefined || name === '' ? query : query.where((row) => holdsText(row.ref('name'), name))
}

export async function insertApiConnector(tx: Queryable, row: Insertable<ApiConnectorTable>): Promise<void> {
  await tx.insertInto('api_connectors').values(row).execute()
}

export async function updateApiConnectorRow(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<ApiConnectorTable>, 'organization_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('api_connectors')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
