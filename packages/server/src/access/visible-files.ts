import type { Viewer } from '@octavo/core/access'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../store/index.ts'
import type { InodeCursor } from '../store/inode-listing.ts'
import { findInode, findInodes, type InodeRow } from '../store/inodes.ts'
import type { InodePermission } from './lowest-permission.ts'
import {
  isEnough,
  isGranted,
  isOpenRoot,
  openFoldersOutside,
  openRoots,
  openTrees,
  subjectsOf,
  type Ways,
  waysTo,
} from './reach.ts'

/**
 * A page of the files visible to a viewer is found in one of two ways, so that its cost depends little on where the
 * page is and on how many files are visible. A viewer who sees many files finds a page among the next few hundred:
 * `walk` scans these and checks each. For a viewer who sees few, a scan would be long: `gather` merges the newest files
 * of each accessible place, of the files they own and of the files granted to them. A place is a workspace with
 * everything in it, or a single folder. Both ways use covering indexes (migrations 0013 and 0021).
 */

export interface VisibleFiles {
  types: readonly string[]
  isArchived: boolean
  atLeast: InodePermission
  /** Only files anywhere below this folder, or directly in it. */
  below?: { folderId: string; isDirect: boolean }
}

interface Place {
  id: string
  created_at: number
}
interface Reading {
  db: Queryable
  viewer: Viewer
  listing: VisibleFiles
  ways: Ways[]
  /** For a list of everything below a folder: the tree that contains it, or whose top it is. */
  tree: { id: string; isTop: boolean } | null
}

/** Limits at which the strategy for finding a page changes; tests set them low. */
interface Turns {
  /** Maximum files that a scan checks in one step; when a page is further away, combining the accessible sets is faster. */
  longestStep: number
  /** Up to this number of accessible places their files are read at once, without a scan. */
  fewPlaces: number
  /** Above this number of individually accessible folders, a scan checks for each file whether a folder around it is one of them. */
  rootsAtOnce: number
}
const usualTurns: Turns = { longestStep: 10_000, fewPlaces: 300, rootsAtOnce: 1_000 }
/** Maximum grantees whose files one statement combines. */
const subjectsAtOnce = 60

/** Newest first, one row more than `limit` when there are more. A `longestStep` of 0 disables scanning. */
export async function listVisibleFiles(
  db: Queryable,
  viewer: Viewer,
  listing: VisibleFiles,
  { after, limit }: { after: InodeCursor | null; limit: number },
  turns: Partial<Turns> = {},
): Promise<InodeRow[]> {
  const ways = waysTo(viewer, listing.types, listing.atLeast)
  if (ways.length === 0) return []
  const { longestStep, fewPlaces, rootsAtOnce } = { ...usualTurns, ...turns }
  const reading: Reading = { db, viewer, listing, ways, tree: await treeOfListing(db, viewer, listing) }
  const found: Place[] = []
  let cursor = after
  let step = Math.min(limit * 2 + 50, longestStep)
  let places: number | null = null
  let gone = 0
  // The contents of one folder are a set of their own, and workspaces are in no folder.
  if (listing.below?.isDirect) step = 0
  const isSpread = listing.types.some((type) => type !== 'workspace')
  if (step > 0 && isSpread && (await countPlaces(reading, fewPlaces + 1)) <= fewPlaces) step = 0
  while (step > 0) {
    const walked = await walk(reading, cursor, step, rootsAtOnce)
    const seen = walked.filter(({ is_seen }) => Number(is_seen) === 1)
    found.push(...seen)
    const last = walked.at(-1)
    if (found.length > limit || walked.length < step || !last) {
      return rowsOf(reading, found.slice(0, limit + 1))
    }
    cursor = { createdAt: last.created_at, id: last.id }
    gone += walked.length
    // Files below a folder may be anywhere in its tree, so that having found none so far proves nothing.
    if (seen.length === 0 && reading.tree === null) break
    const needed = seen.length === 0 ? gone * 4 : Math.ceil(((limit + 1 - found.length) * walked.length) / seen.length)
    // Reading n places takes about as long as scanning n files.
    if (gone + needed > fewPlaces) places ??= await countPlaces(reading, longestStep)
    if (places !== null && places < gone + needed) break
    step = Math.ceil(Math.min(longestStep, needed * 1.5 + 50))
  }
  const missing = limit + 1 - found.length
  return rowsOf(reading, [...found, ...(await gather(reading, cursor, missing))])
}

async function treeOfListing(db: Queryable, { organizationId }: Viewer, { below }: VisibleFiles) {
  if (below === undefined || below.isDirect) return null
  const folder = await findInode(db, organizationId, below.folderId)
  return { id: folder?.tree_id ?? below.folderId, isTop: folder?.tree_id === null }
}

/** The newest files of the organization, or of the listing's tree, with whether the viewer may see each. */
async function walk(
  { db, viewer, listing, ways, tree }: Reading,
  after: InodeCursor | null,
  limit: number,
  rootsAtOnce: number,
): Promise<(Place & { is_seen: number | string })[]> {
  const { organizationId, memberId } = viewer
  const [type] = listing.types
  // A list of types could make the stores sort all rows of these types instead of following the index.
  const ofType = listing.types.length === 1 ? sql`and type = ${type}` : sql``
  const roots = ways.map(
    ({ onFolder }, index) =>
      sql`roots_${sql.raw(`${index}`)} as materialized (${openRoots(viewer, onFolder)} limit ${rootsAtOnce + 1})`,
  )
  const conditions = ways.map((way, index) => {
    const name = sql.raw(`roots_${index}`)
    const isOpen =
      listing.below === undefined
        ? sql`case when (select count(*) from ${name}) <= ${rootsAtOnce}
            then (folder_holders.holder_id in (select id from ${name})) is true
            else ${isOpenRoot(viewer, way.onFolder, sql`folder_holders.holder_id`)} end`
        : sql`folder_holders.holder_id = ${listing.below.folderId}`
    const isOpenAbove = sql`exists (
      select 1 from folder_holders
      where folder_holders.organization_id = ${organizationId} and folder_holders.folder_id = walked.parent_id
        and ${isOpen})`
    const isOpenItself = sql`walked.owner_id = ${memberId} or ${isGranted(viewer, way, sql`walked.id`, sql`walked.type`)}`
    return sql`walked.type in (${sql.join(way.types)}) and (
      ${listing.below === undefined ? sql`${isOpenAbove} or ${isOpenItself}` : isOpenAbove})`
  })
  const ofTree = tree === null ? sql`` : sql`and tree_id = ${tree.id}`
  const ownerId = listing.below === undefined ? sql`owner_id` : sql`cast(null as text) as owner_id`
  const tables = listing.below === undefined ? sql`with ${sql.join(roots)}` : sql``
  const { rows } = await sql<Place & { is_seen: number | string }>`
    ${tables}
    select walked.id, walked.created_at, case when ${sql.join(conditions, sql` or `)} then 1 else 0 end as is_seen
    from (
      select id, created_at, type, parent_id, ${ownerId} from inodes
      where organization_id = ${organizationId} and is_archived = ${listing.isArchived ? 1 : 0} ${ofType} ${ofTree}
        ${isAfter(after, sql`created_at`, sql`id`)}
      order by created_at desc, id desc limit ${limit}
    ) as walked
    order by walked.created_at desc, walked.id desc`.execute(db)
  return rows
}

/** Number of places accessible to the viewer, counted up to `atMost`; duplicates count twice. */
async function countPlaces({ db, viewer, listing, ways, tree }: Reading, atMost: number): Promise<number> {
  const { organizationId } = viewer
  if (tree?.isTop || listing.below?.isDirect) return 1
  const below = sql`select 1 as one from folder_holders
    where organization_id = ${organizationId} and holder_id = ${listing.below?.folderId}`
  const places = ways.flatMap(({ onFolder }) => [
    openRoots(viewer, onFolder, 'workspace'),
    sql`select 1 as one from (${openRoots(viewer, onFolder, 'folder')}) as roots cross join folder_holders
      where folder_holders.organization_id = ${organizationId} and folder_holders.holder_id = roots.id`,
  ])
  const counts = (listing.below === undefined ? places : [below]).map(
    (some) => sql`(select count(*) from (${some} limit ${atMost}) as some_of_them)`,
  )
  const { rows } = await sql<{ count: number | string }>`select ${sql.join(counts, sql` + `)} as count`.execute(db)
  return Math.min(atMost, Number(rows[0]?.count))
}

/** The next files that the viewer sees, at most `limit`: the newest of owned, granted, and folder contents. */
async function gather(reading: Reading, after: InodeCursor | null, limit: number): Promise<Place[]> {
  const { db, viewer, listing, ways } = reading
  const { organizationId, memberId } = viewer
  const newest = sql`order by file.created_at desc, file.id desc limit ${limit}`
  const tables = ways.flatMap((way, index) => [
    ...placesTables(reading, way, index),
    ...placeKinds.flatMap((kind) => topTables(reading, way, kind, index, after, limit)),
  ])
  const parts = ways.flatMap((way, index) =>
    placeKinds.map((kind) => {
      const top = sql.raw(`${kind}_top_${index}`)
      return sql`select * from (
        select file.id, file.created_at from ${top} cross join inodes as file
        where ${isLocatedIn(kind, sql`${top}.id`)} and file.created_at >= ${top}.least and ${isListed(reading, way, kind)}
          ${isAfter(after, sql`file.created_at`, sql`file.id`)}
        ${newest}) as in_${sql.raw(`${kind}_${index}`)}`
    }),
  )
  const byGrant: RawBuilder<unknown>[] = []
  if (listing.below === undefined) {
    for (const [index, way] of ways.entries()) {
      parts.push(sql`select * from (
        select file.id, file.created_at from inodes as file
        where file.owner_id = ${memberId} and ${isListed(reading, way, 'owner')}
          ${isAfter(after, sql`file.created_at`, sql`file.id`)}
        ${newest}) as own_${sql.raw(`${index}`)}`)
      for (const [place, subject] of subjectsOf(viewer).entries()) {
        byGrant.push(sql`select * from (
          select distinct grants.object_id as id, grants.object_created_at as created_at
          from grants cross join inodes as file
          where grants.organization_id = ${organizationId} and grants.subject = ${subject}
            and grants.object_kind = 'inode' and ${isEnough(way.onObject, sql`grants.object_type`)}
            ${isAfter(after, sql`grants.object_created_at`, sql`grants.object_id`)}
            and file.id = grants.object_id and ${isInPlace(reading)}
          order by grants.object_created_at desc, grants.object_id desc limit ${limit}
        ) as granted_${sql.raw(`${index}_${place}`)}`)
      }
    }
  }
  const places = new Map<string, Place>()
  const read = async (tables: readonly RawBuilder<unknown>[], some: readonly RawBuilder<unknown>[]) => {
    const names = tables.length === 0 ? sql`` : sql`with ${sql.join(tables)}`
    const { rows } = await sql<Place>`${names} ${sql.join(some, sql` union all `)}`.execute(db)
    for (const row of rows) places.set(row.id, row)
  }
  await read(tables, [...parts, ...byGrant.slice(0, subjectsAtOnce)])
  for (let start = subjectsAtOnce; start < byGrant.length; start += subjectsAtOnce) {
    await read([], byGrant.slice(start, start + subjectsAtOnce))
  }
  return [...places.values()].sort(newestFirst).slice(0, limit)
}

const placeKinds = ['tree', 'folder'] as const
type PlaceKind = (typeof placeKinds)[number]

/** `tree_0` and `folder_0`: ids of completely accessible trees, and of further accessible folders. */
function placesTables({ viewer, listing, tree }: Reading, { onFolder, types }: Ways, index: number) {
  const [trees, folders] = [sql.raw(`tree_${index}`), sql.raw(`folder_${index}`)]
  const tables = (some: RawBuilder<unknown>, others: RawBuilder<unknown>) => [
    sql`${trees} as materialized (${some})`,
    sql`${folders} as materialized (${others})`,
  ]
  const none = sql`select cast('' as text) as id where 1 = 0`
  // Workspaces are in no folder, so no folder matters for them.
  if (types.every((type) => type === 'workspace')) return tables(none, none)
  const { below } = listing
  if (below === undefined) return tables(openTrees(viewer, onFolder), openFoldersOutside(viewer, onFolder, trees))
  const itself = sql`select cast(${below.folderId} as text) as id`
  if (below.isDirect) return tables(none, itself)
  if (tree?.isTop) return tables(itself, none)
  return tables(
    none,
    sql`select folder_id as id from folder_holders
      where organization_id = ${viewer.organizationId} and holder_id = ${below.folderId}`,
  )
}

/**
 * Tables of the places that can contribute a row to the page, `tree_top_0` and `folder_top_0`: those with the newest files, no more than
 * the page has rows except for equal times; `least` is the time of the last row that such a place can contribute.
 */
function topTables(
  reading: Reading,
  way: Ways,
  kind: PlaceKind,
  index: number,
  after: InodeCursor | null,
  limit: number,
): RawBuilder<unknown>[] {
  const all = sql.raw(`${kind}_${index}`)
  const [newest, end, top] = ['newest', 'end', 'top'].map((name) => sql.raw(`${kind}_${name}_${index}`))
  const newestIn = (place: RawBuilder<unknown>, more = sql``) => sql`
    select file.created_at from inodes as file
    where ${isLocatedIn(kind, place)} and ${isListed(reading, way, kind)}
      ${isAfter(after, sql`file.created_at`, sql`file.id`)} ${more}
    order by file.created_at desc, file.id desc limit 1`
  return [
    sql`${newest} as materialized (select id, (${newestIn(sql`${all}.id`)}) as created_at from ${all})`,
    sql`${end} as materialized (
      select coalesce(max(created_at), 0) as created_at from (
        select created_at from ${newest} where created_at is not null order by created_at desc limit 1 offset ${limit - 1}
      ) as last_of_page)`,
    sql`${top} as materialized (
      select ${newest}.id, coalesce(
        (${newestIn(sql`${newest}.id`, sql`and file.created_at >= ${end}.created_at`)} offset ${limit - 1}),
        ${end}.created_at) as least
      from ${end} cross join ${newest} where ${newest}.created_at >= ${end}.created_at)`,
  ]
}

const isLocatedIn = (kind: PlaceKind, place: RawBuilder<unknown>): RawBuilder<unknown> =>
  kind === 'tree' ? sql`file.tree_id = ${place}` : sql`file.parent_id = ${place}`

/** Maximum size of a tree that is scanned to count the files below one of its folders; in a larger one the folders are searched. */
const countedTree = 50_000

/** Number of files, counted up to `atMost`. */
export async function countVisibleFiles(
  db: Queryable,
  viewer: Viewer,
  listing: VisibleFiles,
  atMost: number | null,
  turns: Partial<Turns> = {},
): Promise<number> {
  const { fewPlaces } = { ...usualTurns, ...turns }
  const ways = waysTo(viewer, listing.types, listing.atLeast)
  if (ways.length === 0) return 0
  const reading: Reading = { db, viewer, listing, ways, tree: await treeOfListing(db, viewer, listing) }
  const { organizationId, memberId } = viewer
  const below = await countBelow(reading, fewPlaces)
  if (below !== null) return atMost === null ? below : Math.min(below, atMost)
  const end = atMost === null ? sql`` : sql`limit ${atMost}`
  const tables = ways.flatMap((way, index) => placesTables(reading, way, index))
  const parts = ways.flatMap((way, index) => {
    const [trees, folders] = [sql.raw(`tree_${index}`), sql.raw(`folder_${index}`)]
    const elsewhere = sql`(file.tree_id is null or file.tree_id not in (select id from ${trees}))
      and (file.parent_id is null or file.parent_id not in (select id from ${folders}))`
    const inPlaces = placeKinds.map((kind) => {
      const places = sql.raw(`${kind}_${index}`)
      return sql`select file.id from ${places} cross join inodes as file
        where ${isLocatedIn(kind, sql`${places}.id`)} and ${isListed(reading, way, kind)}`
    })
    if (listing.below !== undefined) return inPlaces
    return [
      ...inPlaces,
      sql`select file.id from inodes as file
        where file.owner_id = ${memberId} and ${isListed(reading, way, 'owner')} and ${elsewhere}`,
      sql`select file.id from (
          select distinct grants.object_id || '' as id from grants
          where grants.organization_id = ${organizationId} and grants.subject in (${sql.join(subjectsOf(viewer))})
            and grants.object_kind = 'inode' and ${isEnough(way.onObject, sql`grants.object_type`)}
        ) as granted cross join inodes as file
        where file.id = granted.id and ${isInPlace(reading)}
          and (file.owner_id is null or file.owner_id <> ${memberId}) and ${elsewhere}`,
    ]
  })
  const counts = parts.map((part) => sql`(select count(*) from (${part} ${end}) as counted)`)
  const { rows } = await sql<{ count: number | string }>`
    with ${sql.join(tables)} select ${sql.join(counts, sql` + `)} as count`.execute(db)
  const count = Number(rows[0]?.count ?? 0)
  return atMost === null ? count : Math.min(count, atMost)
}

/** Counts the files below a folder with many subfolders by scanning its tree; null when that is not faster. */
async function countBelow(reading: Reading, fewPlaces: number): Promise<number | null> {
  const { db, viewer, listing, tree, ways } = reading
  if (tree === null || tree.isTop || (await countPlaces(reading, fewPlaces + 1)) <= fewPlaces) {
    return null
  }
  const types = ways.flatMap((way) => way.types)
  const { rows } = await sql<{ gone_through: number | string; count: number | string | null }>`
    select count(*) as gone_through, sum(case when (parent_id in (
        select folder_id from folder_holders
        where organization_id = ${viewer.organizationId} and holder_id = ${listing.below?.folderId})) is true
      and type in (${sql.join(types)}) then 1 else 0 end) as count
    from (
      select file.parent_id, file.type from inodes as file
      where file.tree_id = ${tree.id} and ${isInPlace(reading)} limit ${countedTree + 1}
    ) as of_tree`.execute(db)
  return Number(rows[0]?.gone_through) > countedTree ? null : Number(rows[0]?.count ?? 0)
}

/** Whether everything below the listing's folder is accessible to the viewer, so that no file needs a check. */
export async function isOpenBelow(db: Queryable, viewer: Viewer, listing: VisibleFiles): Promise<boolean> {
  const ways = waysTo(viewer, listing.types, listing.atLeast)
  const conditions = ways.map(
    ({ onFolder }) => sql`exists (
      select 1 from folder_holders
      where organization_id = ${viewer.organizationId} and folder_id = ${listing.below?.folderId}
        and ${isOpenRoot(viewer, onFolder, sql`folder_holders.holder_id`)})`,
  )
  if (conditions.length === 0) return true
  const { rows } = await sql<{ is_open: number | string }>`
    select case when ${sql.join(conditions, sql` and `)} then 1 else 0 end as is_open`.execute(db)
  return Number(rows[0]?.is_open) === 1
}

/** Condition on a file of known type: archived or not, as the list requires. */
function isInPlace({ viewer, listing }: Reading): RawBuilder<unknown> {
  return sql`file.organization_id = ${viewer.organizationId} and file.is_archived = ${listing.isArchived ? 1 : 0}`
}

function isListed(reading: Reading, { types }: Ways, kind: PlaceKind | 'owner'): RawBuilder<unknown> {
  const [type] = types
  // Files of one type in a tree or of an owner have a separate index.
  if (kind !== 'folder' && types.length === 1) return sql`${isInPlace(reading)} and file.type = ${type}`
  const folders = types.every((each) => each === 'folder' || each === 'workspace')
    ? sql`and file.type in ('folder', 'workspace')`
    : sql``
  // Not the plain column, so that the stores do not scan all files of a type.
  return sql`${isInPlace(reading)} and file.type || '' in (${sql.join(types)}) ${folders}`
}

/** Written as a range plus a remainder, so that both stores seek in the index instead of reading from its start. */
function isAfter(after: InodeCursor | null, createdAt: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  return after === null
    ? sql``
    : sql`and ${createdAt} <= ${after.createdAt} and (${createdAt} < ${after.createdAt} or ${id} < ${after.id})`
}

const newestFirst = (one: Place, other: Place): number =>
  other.created_at - one.created_at || (one.id < other.id ? 1 : -1)

async function rowsOf({ db, viewer }: Reading, places: readonly Place[]): Promise<InodeRow[]> {
  const rows = await findInodes(
    db,
    viewer.organizationId,
    places.map(({ id }) => id),
  )
  return places.flatMap(({ id }) => rows.get(id) ?? [])
}
