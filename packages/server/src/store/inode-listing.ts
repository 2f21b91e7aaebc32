import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { padded } from './chunks.ts'
import { comesAfter } from './comes-after.ts'
import type { InodeRow } from './inodes.ts'
import { holdsText, isText } from './like.ts'
import type { Database } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

/** Selects the rows that a viewer may see; created by the access part. */
export type InodeFilter = (inode: ExpressionBuilder<Database, 'inodes'>) => Expression<SqlBool>

export interface InodeListing {
  types: readonly string[]
  isArchived: boolean
  filter?: InodeFilter
  /** Only files anywhere below this folder, or directly in it; null with direct: files without a folder. */
  below?: { folderId: string; isDirect: boolean } | { folderId: null; isDirect: true }
  /** Part of the name, ignoring case. */
  nameWord?: string
  /** The whole name, ignoring case. */
  nameIs?: string
  /** Only tagged versions with this tag. */
  taggedWith?: string
}
/** Start of a page: after this row, in the order of the list. */
export interface InodeCursor {
  createdAt: number
  id: string
}

/** As `findInodes`, limited to rows that the filter selects. */
export async function findShownInodes(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
  filter: InodeFilter,
): Promise<Map<string, InodeRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('inodes')
    .selectAll('inodes')
    .where('inodes.organization_id', '=', organizationId)
    .where('inodes.id', 'in', padded(ids))
    .where(filter)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Newest first, one row more than `limit` when there are more. */
export async function listInodes(
  db: Queryable,
  organizationId: string,
  listing: InodeListing,
  window: { after: InodeCursor | null; limit: number },
): Promise<InodeRow[]> {
  const { after, limit } = window
  let query = inodeQuery(db, organizationId, listing)
    .selectAll('inodes')
    .orderBy('inodes.created_at', 'desc')
    .orderBy('inodes.id', 'desc')
    .limit(limit + 1)
  if (after) {
    query = query.where((inode) =>
      comesAfter('desc', [inode.ref('inodes.created_at'), after.createdAt], [inode.ref('inodes.id'), after.id]),
    )
  }
  return query.execute()
}

/** Newest first, regardless of rights; at most `limit` rows. With several types, other types are skipped while reading. */
export async function walkInodes(
  db: Queryable,
  organizationId: string,
  { types, isArchived }: { types: readonly string[]; isArchived: boolean },
  { after, limit }: { after: InodeCursor | null; limit: number },
): Promise<InodeRow[]> {
  let query = db
    .selectFrom('inodes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('is_archived', '=', isArchived ? 1 : 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  const [type] = types
  // A list of types could make the stores sort all rows of these types instead of following the index.
  if (types.length === 1 && type !== undefined) query = query.where('type', '=', type)
  if (after) {
    query = query.where((inode) =>
      comesAfter('desc', [inode.ref('created_at'), after.createdAt], [inode.ref('id'), after.id]),
    )
  }
  return query.execute()
}

export async function countInodes(
  db: Queryable,
  organizationId: string,
  listing: InodeListing,
  atMost: number | null,
): Promise<number> {
  const { count } = await db
    .selectFrom(upTo(atMost, inodeQuery(db, organizationId, listing).select('inodes.id')).as('counted'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function inodeQuery(db: Queryable, organizationId: string, listing: InodeListing) {
  const { below, filter, nameIs, nameWord } = listing
  let query = db
    .selectFrom('inodes')
    .where('inodes.organization_id', '=', organizationId)
    .where('inodes.type', 'in', listing.types)
    .where('inodes.is_archived', '=', listing.isArchived ? 1 : 0)
  if (filter) query = query.where(filter)
  if (nameIs !== undefined) query = query.where((inode) => isText(inode.ref('inodes.name'), nameIs))
  if (nameWord) query = query.where((inode) => holdsText(inode.ref('inodes.name'), nameWord))
  if (listing.taggedWith !== undefined) {
    const tagged = db
      .selectFrom('tagged_versions')
      .select('tagged_versions.id')
      .where('tagged_versions.organization_id', '=', organizationId)
      .where('tagged_versions.tag_id', '=', listing.taggedWith)
    query = query.where('inodes.id', 'in', tagged)
  }
  if (below?.folderId === null) return query.where('inodes.parent_id', 'is', null)
  if (below?.isDirect) return query.where('inodes.parent_id', '=', below.folderId)
  if (below) {
    const folders = db
      .selectFrom('folder_holders')
      .select('folder_holders.folder_id')
      .where('folder_holders.organization_id', '=', organizationId)
      .where('folder_holders.holder_id', '=', below.folderId)
    return query.where('inodes.parent_id', 'in', folders)
  }
  return query
}
