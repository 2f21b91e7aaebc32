import type { Viewer } from '@octavo/core/access'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../store/index.ts'
import { findInodes, type InodeCursor, type InodeRow } from '../store/inodes.ts'
import { isEnough, isGranted, isOpenRoot, openFolders, openRoots, subjectsOf, type Ways, waysTo } from './reach.ts'
import type { InodePermission } from './rungs.ts'

/*
 * A page of what a viewer may see is found in one of two ways, so that it costs about the same wherever it is and however
 * much that is. Who sees much finds a page among the next few hundred files: these are walked over, and each is looked at.
 * Who sees little would walk far: there the newest of each folder that is open, of what is owned and of what is granted
 * are put together. Both read indexes that hold all they decide by (migration 0013).
 */

export interface VisibleFiles {
  types: readonly string[]
  isArchived: boolean
  atLeast: InodePermission
  /** Only what lies anywhere below this folder, or right in it. */
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
}

/** Where one way of finding a page gives place to another; tests set them low. */
interface Turns {
  /** Files that a walk looks at in one step: where a page lies further on, putting together is the shorter way. */
  longestStep: number
  /** Steps up to here are taken without asking which way is shorter. */
  shortStep: number
  /** Above so many open folders of their own, a walk asks of each file whether a folder around it is one of them. */
  rootsAtOnce: number
}
const usualTurns: Turns = { longestStep: 10_000, shortStep: 600, rootsAtOnce: 1_000 }
/** Grantees whose files one statement puts together. */
const subjectsAtOnce = 60

/** Newest first, one row more than `limit` when there are more. With a `longestStep` of 0 nothing is walked over. */
export async function listVisibleFiles(
  db: Queryable,
  viewer: Viewer,
  listing: VisibleFiles,
  { after, limit }: { after: InodeCursor | null; limit: number },
  turns: Partial<Turns> = {},
): Promise<InodeRow[]> {
  const ways = waysTo(viewer, listing.types, listing.atLeast)
  if (ways.length === 0) return []
  const { longestStep, shortStep, rootsAtOnce } = { ...usualTurns, ...turns }
  const reading: Reading = { db, viewer, listing, ways }
  const found: Place[] = []
  let cursor = after
  let step = Math.min(limit * 2 + 50, longestStep)
  while (listing.below === undefined && step > 0) {
    const walked = await walk(reading, cursor, step, rootsAtOnce)
    const seen = walked.filter(({ is_seen }) => Number(is_seen) === 1)
    found.push(...seen)
    const last = walked.at(-1)
    if (found.length > limit || walked.length < step || !last) {
      return rowsOf(reading, found.slice(0, limit + 1))
    }
    cursor = { createdAt: last.created_at, id: last.id }
    const needed = ((limit + 1 - found.length) * walked.length) / seen.length
    if (needed > longestStep) break
    // As many folders to look into as files to walk over take about the same time.
    if (needed > shortStep && (await countOpenFolders(reading, Math.ceil(needed))) < needed) break
    step = Math.ceil(Math.min(longestStep, needed * 1.5 + 50))
  }
  const missing = limit + 1 - found.length
  return rowsOf(reading, [...found, ...(await gather(reading, cursor, missing))])
}

/** The newest files of the organization, with whether the viewer may see each. */
async function walk(
  { db, viewer, listing, ways }: Reading,
  after: InodeCursor | null,
  limit: number,
  rootsAtOnce: number,
): Promise<(Place & { is_seen: number | string })[]> {
  const { organizationId, memberId } = viewer
  const [type] = listing.types
  // A list of types would tempt the stores to sort all rows of these types instead of walking along the index.
  const ofType = listing.types.length === 1 ? sql`and type = ${type}` : sql``
  const roots = ways.map(
    ({ onFolder }, index) =>
      sql`roots_${sql.raw(`${index}`)} as materialized (${openRoots(viewer, onFolder)} limit ${rootsAtOnce + 1})`,
  )
  const conditions = ways.map((way, index) => {
    const name = sql.raw(`roots_${index}`)
    return sql`walked.type in (${sql.join(way.types)}) and (
      walked.owner_id = ${memberId}
      or exists (
        select 1 from folder_holders
        where folder_holders.organization_id = ${organizationId} and folder_holders.folder_id = walked.parent_id
          and case when (select count(*) from ${name}) <= ${rootsAtOnce}
            then (folder_holders.holder_id in (select id from ${name})) is true
            else ${isOpenRoot(viewer, way.onFolder, sql`folder_holders.holder_id`)} end)
      or ${isGranted(viewer, way, sql`walked.id`, sql`walked.type`)})`
  })
  const { rows } = await sql<Place & { is_seen: number | string }>`
    with ${sql.join(roots)}
    select walked.id, walked.created_at, case when ${sql.join(conditions, sql` or `)} then 1 else 0 end as is_seen
    from (
      select id, created_at, type, parent_id, owner_id from inodes
      where organization_id = ${organizationId} and is_archived = ${listing.isArchived ? 1 : 0} ${ofType}
        ${isAfter(after, sql`created_at`, sql`id`)}
      order by created_at desc, id desc limit ${limit}
    ) as walked
    order by walked.created_at desc, walked.id desc`.execute(db)
  return rows
}

/** How many folders are open to the viewer, counted no further than `atMost`. */
async function countOpenFolders({ db, viewer, ways }: Reading, atMost: number): Promise<number> {
  const counts = ways.map(
    ({ onFolder }) => sql`(select count(*) from (${openFolders(viewer, onFolder)} limit ${atMost}) as opened)`,
  )
  const { rows } = await sql<{ count: number | string }>`select ${sql.join(counts, sql` + `)} as count`.execute(db)
  return Number(rows[0]?.count)
}

/** The next files that the viewer sees, `limit` at most: the newest of what is owned, granted, and in open folders. */
async function gather(reading: Reading, after: InodeCursor | null, limit: number): Promise<Place[]> {
  const { db, viewer, listing, ways } = reading
  const { organizationId, memberId } = viewer
  const newest = sql`order by file.created_at desc, file.id desc limit ${limit}`
  const folders = ways.flatMap((way, index) => foldersTables(reading, way, index, after, limit))
  const parts = ways.map((way, index) => {
    const top = sql.raw(`top_${index}`)
    return sql`select * from (
      select file.id, file.created_at from ${top} cross join inodes as file
      where file.parent_id = ${top}.id and file.created_at >= ${top}.least and ${isListed(reading, way)}
        ${isAfter(after, sql`file.created_at`, sql`file.id`)}
      ${newest}) as in_folders_${sql.raw(`${index}`)}`
  })
  const byGrant: RawBuilder<unknown>[] = []
  if (listing.below === undefined) {
    for (const [index, way] of ways.entries()) {
      parts.push(sql`select * from (
        select file.id, file.created_at from inodes as file
        where file.owner_id = ${memberId} and ${isListed(reading, way)}
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
  await read(folders, [...parts, ...byGrant.slice(0, subjectsAtOnce)])
  for (let start = subjectsAtOnce; start < byGrant.length; start += subjectsAtOnce) {
    await read([], byGrant.slice(start, start + subjectsAtOnce))
  }
  return [...places.values()].sort(newestFirst).slice(0, limit)
}

/**
 * Tables for the folders that can have a row of the page: no more than it has rows, but for equal times, those with the
 * newest files; `least` is the time of the last row that such a folder can have in it.
 */
function foldersTables(
  reading: Reading,
  way: Ways,
  index: number,
  after: InodeCursor | null,
  limit: number,
): RawBuilder<unknown>[] {
  const [open, newest, end, top] = ['open', 'newest', 'end', 'top'].map((name) => sql.raw(`${name}_${index}`))
  const newestIn = (folder: RawBuilder<unknown>, more = sql``) => sql`
    select file.created_at from inodes as file
    where file.parent_id = ${folder} and ${isListed(reading, way)}
      ${isAfter(after, sql`file.created_at`, sql`file.id`)} ${more}
    order by file.created_at desc, file.id desc limit 1`
  return [
    sql`${open} as materialized (${foldersOf(reading, way)})`,
    sql`${newest} as materialized (select id, (${newestIn(sql`${open}.id`)}) as created_at from ${open})`,
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

function foldersOf({ viewer, listing }: Reading, { onFolder, types }: Ways): RawBuilder<unknown> {
  // They lie in no folder, so none is opened for them.
  if (types.every((type) => type === 'workspace')) return sql`select cast('' as text) as id where 1 = 0`
  const { below } = listing
  if (below === undefined) return openFolders(viewer, onFolder)
  if (below.isDirect) return sql`select cast(${below.folderId} as text) as id`
  return sql`select folder_id as id from folder_holders
    where organization_id = ${viewer.organizationId} and holder_id = ${below.folderId}`
}

/** How many there are, counted no further than `atMost`. */
export async function countVisibleFiles(
  db: Queryable,
  viewer: Viewer,
  listing: VisibleFiles,
  atMost: number | null,
): Promise<number> {
  const ways = waysTo(viewer, listing.types, listing.atLeast)
  if (ways.length === 0) return 0
  const reading: Reading = { db, viewer, listing, ways }
  const { organizationId, memberId } = viewer
  const end = atMost === null ? sql`` : sql`limit ${atMost}`
  const folders = ways.map(
    (way, index) => sql`open_${sql.raw(`${index}`)} as materialized (${foldersOf(reading, way)})`,
  )
  const parts = ways.flatMap((way, index) => {
    const open = sql.raw(`open_${index}`)
    const elsewhere = sql`(file.parent_id is null or file.parent_id not in (select id from ${open}))`
    const inFolders = sql`select file.id from ${open} cross join inodes as file
      where file.parent_id = ${open}.id and ${isListed(reading, way)}`
    if (listing.below !== undefined) return [inFolders]
    return [
      inFolders,
      sql`select file.id from inodes as file
        where file.owner_id = ${memberId} and ${isListed(reading, way)} and ${elsewhere}`,
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
    with ${sql.join(folders)} select ${sql.join(counts, sql` + `)} as count`.execute(db)
  const count = Number(rows[0]?.count ?? 0)
  return atMost === null ? count : Math.min(count, atMost)
}

/** Whether everything below the folder of the listing is open to the viewer: then nothing in it has to be looked at. */
export async function isOpenBelow(db: Queryable, viewer: Viewer, listing: VisibleFiles): Promise<boolean> {
  const ways = waysTo(viewer, listing.types, listing.atLeast)
  const conditions = ways.map(
    ({ onFolder }) => sql`exists (
      select 1 from folder_holders
      where organization_id = ${viewer.organizationId} and folder_id = ${listing.below?.folderId}
        and holder_id in (${openRoots(viewer, onFolder)}))`,
  )
  if (conditions.length === 0) return true
  const { rows } = await sql<{ is_open: number | string }>`
    select case when ${sql.join(conditions, sql` and `)} then 1 else 0 end as is_open`.execute(db)
  return Number(rows[0]?.is_open) === 1
}

/** Condition on a file of which the type is known: in the archive or not, as the list wants. */
function isInPlace({ viewer, listing }: Reading): RawBuilder<unknown> {
  return sql`file.organization_id = ${viewer.organizationId} and file.is_archived = ${listing.isArchived ? 1 : 0}`
}

function isListed(reading: Reading, { types }: Ways): RawBuilder<unknown> {
  const folders = types.every((type) => type === 'folder' || type === 'workspace')
    ? sql`and file.type in ('folder', 'workspace')`
    : sql``
  // Not the bare column: the stores shall not go through all files of a type.
  return sql`${isInPlace(reading)} and file.type || '' in (${sql.join(types)}) ${folders}`
}

/** Written as a range and a remainder so that both stores seek in the index instead of reading from its start. */
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
