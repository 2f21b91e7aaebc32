import type { Selectable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { AccessRequestTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type AccessRequestRow = Selectable<AccessRequestTable>

export interface AccessRequestListing {
  /** Member who made the requests. */
  ofMember: string
  /** Also requests of others for files with this owner; null for all files. */
  filesOf: string | null
  /** Also requests of others for account types. */
  andTypes: boolean
  state?: AccessRequestRow['state'] | undefined
  inodeId?: string | undefined
}

/** Newest first, one row more than `limit` when there are more. */
export async function listAccessRequestRows(
  db: Queryable,
  organizationId: string,
  listing: AccessRequestListing,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<AccessRequestRow[]> {
  let query = filtered(db, organizationId, listing)
    .selectAll('access_requests')
    .orderBy('access_requests.created_at', 'desc')
    .orderBy('access_requests.id', 'desc')
    .limit(limit + 1)
  if (after) {
    query = query.where((row) =>
      comesAfter(
        'desc',
        [row.ref('access_requests.created_at'), after.createdAt],
        [row.ref('access_requests.id'), after.id],
      ),
    )
  }
  return query.execute()
}

export async function countAccessRequests(
  db: Queryable,
  organizationId: string,
  listing: AccessRequestListing,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, filtered(db, organizationId, listing).select('access_requests.id as id')))
}

export async function findAccessRequest(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<AccessRequestRow | undefined> {
  return db
    .selectFrom('access_requests')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The pending requests of a member, at most `limit`. */
export async function findPendingAccessRequests(
  db: Queryable,
  organizationId: string,
  memberId: string,
  limit: number,
): Promise<AccessRequestRow[]> {
  return db
    .selectFrom('access_requests')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', memberId)
    .where('state', '=', 'pending')
    .limit(limit)
    .execute()
}

export async function insertAccessRequest(tx: Queryable, row: AccessRequestRow): Promise<void> {
  await tx.insertInto('access_requests').values(row).execute()
}

/** Ends a pending request; false when it had already ended. */
export async function endAccessRequest(
  tx: Queryable,
  organizationId: string,
  id: string,
  end: Pick<AccessRequestRow, 'state' | 'permission' | 'decided_by' | 'decided_at' | 'reason'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('access_requests')
    .set(end)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) > 0
}

function filtered(
  db: Queryable,
  organizationId: string,
  { ofMember, filesOf, andTypes, state, inodeId }: AccessRequestListing,
) {
  let query = db.selectFrom('access_requests').where('access_requests.organization_id', '=', organizationId)
  if (state !== undefined) query = query.where('access_requests.state', '=', state)
  if (inodeId !== undefined) query = query.where('access_requests.inode_id', '=', inodeId)
  let files = db.selectFrom('inodes').select('inodes.id').where('inodes.organization_id', '=', organizationId)
  if (filesOf !== null) files = files.where('inodes.owner_id', '=', filesOf)
  return query.where((row) =>
    row.or([
      row('access_requests.created_by', '=', ofMember),
      row('access_requests.inode_id', 'in', files),
      ...(andTypes ? [row('access_requests.kind', '=', 'accountType')] : []),
    ]),
  )
}
