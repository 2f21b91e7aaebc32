import type { Insertable, Selectable, Updateable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import { holdsText } from './like.ts'
import type { NamedListing } from './named-listing.ts'
import type { ConnectorCredentialTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type ConnectorCredentialRow = Selectable<ConnectorCredentialTable>

/** Includes archived ones. */
export async function findConnectorCredential(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<ConnectorCredentialRow | undefined> {
  return db
    .selectFrom('connector_credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Active ones in the requested order; one row more than `limit` when there are more. */
export async function listConnectorCredentialRows(
  db: Queryable,
  organizationId: string,
  { name, order, after, limit }: NamedListing,
): Promise<ConnectorCredentialRow[]> {
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

export async function countConnectorCredentials(
  db: Queryable,
  organizationId: string,
  name: string | undefined,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, inUse(db, organizationId, name).select('id')))
}

function inUse(db: Queryable, organizationId: string, name: string | undefined) {
  const query = db
    .selectFrom('connector_credentials')
    .where('organization_id', '=', organizationId)
    .where('is_archived', '=', 0)
  return name === undefined || name === '' ? query : query.where((row) => holdsText(row.ref('name'), name))
}

export async function insertConnectorCredential(
  tx: Queryable,
  row: Insertable<ConnectorCredentialTable>,
): Promise<void> {
  await tx.insertInto('connector_credentials').values(row).execute()
}

export async function updateConnectorCredentialRow(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<ConnectorCredentialTable>, 'organization_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('connector_credentials')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
