import type { Insertable, Selectable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { findInode } from './inodes.ts'
import type { GrantTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

/** Columns that the store fills by itself. */
type Derived = 'subject' | 'object_type' | 'object_created_at'

export type GrantRow = Omit<Selectable<GrantTable>, Derived>

/** Grants of these grantees on these objects; with a tag also grants on versions with it. */
export async function listGrantsOn(
  db: Queryable,
  organizationId: string,
  { objectKind, tagId, objectIds }: { objectKind: string; tagId: string | null; objectIds: readonly string[] },
  {
    memberIds,
    teamIds,
    andEveryone,
  }: { memberIds: readonly string[]; teamIds: readonly string[]; andEveryone: boolean },
): Promise<GrantRow[]> {
  if (objectIds.length === 0 || (memberIds.length === 0 && teamIds.length === 0 && !andEveryone)) return []
  return db
    .selectFrom('grants')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where((grant) =>
      grant.or([
        grant('object_kind', '=', objectKind),
        ...(tagId === null ? [] : [grant.and([grant('object_kind', '=', 'folder-tag'), grant('tag_id', '=', tagId)])]),
      ]),
    )
    .where('object_id', 'in', objectIds)
    .where((grant) =>
      grant.or([
        ...(memberIds.length === 0 ? [] : [grant('member_id', 'in', memberIds)]),
        ...(teamIds.length === 0 ? [] : [grant('team_id', 'in', teamIds)]),
        ...(andEveryone ? [grant('is_everyone', '=', 1)] : []),
      ]),
    )
    .execute()
}

/** The row copies facts from the file, so the file must be inserted first. */
export async function insertGrant(db: Queryable, row: Omit<Insertable<GrantTable>, Derived>): Promise<void> {
  const isFile = row.object_kind === 'inode'
  const file = isFile ? await findInode(db, row.organization_id, row.object_id) : undefined
  await db
    .insertInto('grants')
    .values({ ...row, object_type: file?.type ?? null, object_created_at: file?.created_at ?? null })
    .execute()
}

export async function findGrant(db: Queryable, organizationId: string, id: string): Promise<GrantRow | undefined> {
  return db
    .selectFrom('grants')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * The grants on some objects of one kind, for files including those on their tagged versions, or the grants of a member or some teams on
 * anything.
 */
export type GrantListing =
  | { objectKind: string; objectIds: readonly string[] }
  | { memberId: string | null; teamIds: readonly string[] }

/** Oldest first, one row more than `limit` when there are more. */
export async function listGrantRows(
  db: Queryable,
  organizationId: string,
  listing: GrantListing,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<GrantRow[]> {
  let query = grantQuery(db, organizationId, listing)
    .selectAll('grants')
    .orderBy('grants.created_at')
    .orderBy('grants.id')
    .limit(limit + 1)
  if (after) {
    query = query.where((grant) =>
      comesAfter('asc', [grant.ref('grants.created_at'), after.createdAt], [grant.ref('grants.id'), after.id]),
    )
  }
  return query.execute()
}

export async function countGrants(
  db: Queryable,
  organizationId: string,
  listing: GrantListing,
  atMost: number | null,
): Promise<number> {
  const { count } = await db
    .selectFrom(upTo(atMost, grantQuery(db, organizationId, listing).select('grants.id')).as('counted'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The direct grants on a file, to copy them to its replacement. */
export async function listGrantsOfFile(db: Queryable, organizationId: string, inodeId: string): Promise<GrantRow[]> {
  return db
    .selectFrom('grants')
    .select(['organization_id', 'id', 'object_kind', 'object_id', 'member_id', 'team_id', 'is_everyone', 'permission'])
    .select(['tag_id', 'created_by', 'updated_by', 'created_at', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .where('object_kind', '=', 'inode')
    .where('object_id', '=', inodeId)
    .orderBy('id')
    .execute()
}

function grantQuery(db: Queryable, organizationId: string, listing: GrantListing) {
  const query = db.selectFrom('grants').where('grants.organization_id', '=', organizationId)
  if ('objectIds' in listing) {
    const kinds = listing.objectKind === 'inode' ? ['inode', 'folder-tag'] : [listing.objectKind]
    return query.where('grants.object_kind', 'in', kinds).where('grants.object_id', 'in', listing.objectIds)
  }
  const { memberId, teamIds } = listing
  return query
    .where('grants.object_kind', 'in', ['inode', 'folder-tag', 'connection', 'connection-path'])
    .where((grant) =>
      grant.or([
        ...(memberId === null ? [] : [grant('grants.member_id', '=', memberId)]),
        ...(teamIds.length === 0 ? [] : [grant('grants.team_id', 'in', teamIds)]),
      ]),
    )
}

export type GrantedTo = { memberId: string } | { teamId: string } | { isEveryone: true }

/** The direct grant of a member, a team or everybody on an object. */
export async function findGrantOf(
  db: Queryable,
  organizationId: string,
  object: { kind: string; id: string; tagId?: string },
  grantee: GrantedTo,
): Promise<GrantRow | undefined> {
  const query = db
    .selectFrom('grants')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('object_kind', '=', object.kind)
    .where('object_id', '=', object.id)
    .where('tag_id', object.tagId === undefined ? 'is' : '=', object.tagId ?? null)
    .orderBy('created_at')
  if ('memberId' in grantee) return query.where('member_id', '=', grantee.memberId).executeTakeFirst()
  if ('teamId' in grantee) return query.where('team_id', '=', grantee.teamId).executeTakeFirst()
  return query.where('is_everyone', '=', 1).executeTakeFirst()
}

export async function updateGrant(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Pick<GrantRow, 'permission' | 'updated_by' | 'updated_at'>,
): Promise<void> {
  await tx
    .updateTable('grants')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteGrantRow(tx: Queryable, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('grants').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}
