import {
  familyOfType,
  highestRung,
  type InodeType,
  inherited,
  isInodeType,
  ladders,
  type PermissionOf,
  reaches,
  type Viewer,
} from '@octavo/core/access'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../store/index.ts'
import { findInodes, type InodeCursor, type InodeRow, walkInodes } from '../store/inodes.ts'
import { type InodePermission, lowestRungFrom } from './rungs.ts'

/** The best right that the viewer has on each folder that is open to them; what they own counts as `edit`. */
export type OpenFolders = ReadonlyMap<string, PermissionOf<'folder'>>

/** Kinds of files to which the same rights lead. */
interface Group {
  types: InodeType[]
  onObject: readonly string[]
  onFolder: readonly PermissionOf<'folder'>[]
}

/** Rows that a walk looks at before it is given up: where less than one file of forty is the viewer's. */
const longestWalk = 2_000

/** The rules of `decide` for files of these types: which rights, here and on folders above, give this permission. */
function groupsOf(viewer: Viewer, types: readonly string[], atLeast: InodePermission): Group[] {
  return (['workbook', 'model', 'folder'] as const).flatMap((family) => {
    const ofFamily = types.filter((type) => isInodeType(type)).filter((type) => familyOfType[type] === family)
    const rung = lowestRungFrom(family, atLeast)
    const highest = highestRung(viewer, family)
    if (ofFamily.length === 0 || rung === null || highest === null || !reaches(family, highest, rung)) return []
    return [
      {
        types: ofFamily,
        onObject: ladders[family].filter((permission) => reaches(family, permission, rung)),
        onFolder: ladders.folder.filter((permission) => reaches(family, inherited(family, permission), rung)),
      },
    ]
  })
}

/** Every folder and workspace that the viewer owns or that is granted, and all folders in them. One statement. */
export async function loadOpenFolders(db: Queryable, viewer: Viewer): Promise<OpenFolders> {
  const { rows } = await sql<{ id: string; place: number }>`
    with recursive open_folders(id, place) as (${openFoldersFrom(viewer, ladders.folder)})
    select id, max(place) as place from open_folders group by id`.execute(db)
  return new Map(rows.map(({ id, place }) => [id, ladders.folder[Number(place)] ?? 'view']))
}

/** Body of a recursive table of `id` and place on the ladder of folders. The literal types are those of its index. */
function openFoldersFrom(viewer: Viewer, permissions: readonly PermissionOf<'folder'>[]): RawBuilder<unknown> {
  const { organizationId, memberId } = viewer
  const place = sql.join(
    ladders.folder.map((permission, index) => sql`when ${permission} then ${sql.lit(index)}`),
    sql` `,
  )
  return sql`
    select folder.id, ${sql.lit(ladders.folder.length - 1)} from inodes as folder
    where folder.organization_id = ${organizationId} and folder.owner_id = ${memberId}
      and folder.type in ('folder', 'workspace')
    union
    select folder.id, case grants.permission ${place} else 0 end from grants
    inner join inodes as folder on folder.organization_id = grants.organization_id and folder.id = grants.object_id
    where grants.organization_id = ${organizationId} and grants.object_kind = 'inode'
      and grants.permission in (${sql.join(permissions)}) and ${reaching(viewer)}
      and folder.type in ('folder', 'workspace')
    union
    select folder.id, open_folders.place from open_folders
    inner join inodes as folder on folder.parent_id = open_folders.id and folder.organization_id = ${organizationId}
      and folder.type in ('folder', 'workspace')`
}

/** As `reachesViewer`, for statements written as text. */
function reaching({ memberId, teams, userKind }: Viewer): RawBuilder<unknown> {
  const ways = [
    sql`grants.member_id = ${memberId}`,
    ...(teams.length === 0 ? [] : [sql`grants.team_id in (${sql.join(teams.map(({ id }) => id))})`]),
    ...(userKind === 'guest' ? [] : [sql`grants.is_everyone = 1`]),
  ]
  return sql`(${sql.join(ways, sql` or `)})`
}

export interface VisibleFiles {
  types: readonly string[]
  isArchived: boolean
  atLeast: InodePermission
}

/** Newest first, one row more than `limit` when there are more. */
export async function listVisibleFiles(
  db: Queryable,
  viewer: Viewer,
  open: OpenFolders,
  { types, isArchived, atLeast }: VisibleFiles,
  { after, limit }: { after: InodeCursor | null; limit: number },
): Promise<InodeRow[]> {
  const groups = groupsOf(viewer, types, atLeast)
  if (groups.length === 0) return []
  const found: InodeRow[] = []
  let cursor = after
  // Most viewers see much of what is new: walk from there. Whoever sees little gets all of it gathered.
  for (let walked = 0, step = limit + 50; walked < longestWalk + limit * 4; walked += step, step *= 2) {
    const rows = await walkInodes(db, viewer.organizationId, { types, isArchived }, { after: cursor, limit: step })
    found.push(...(await visibleAmong(db, viewer, open, groups, rows)))
    const last = rows.at(-1)
    if (found.length > limit || rows.length < step || !last) return found.slice(0, limit + 1)
    cursor = { createdAt: last.created_at, id: last.id }
  }
  const ids = await sql<{ id: string }>`
    ${gathered(viewer, groups, isArchived, cursor)}
    order by created_at desc, id desc limit ${limit + 1 - found.length}`.execute(db)
  const rows = await findInodes(
    db,
    viewer.organizationId,
    ids.rows.map(({ id }) => id),
  )
  return [...found, ...ids.rows.flatMap(({ id }) => rows.get(id) ?? [])]
}

/** How many there are, counted no further than `atMost`. */
export async function countVisibleFiles(
  db: Queryable,
  viewer: Viewer,
  { types, isArchived, atLeast }: VisibleFiles,
  atMost: number | null,
): Promise<number> {
  const groups = groupsOf(viewer, types, atLeast)
  if (groups.length === 0) return 0
  const end = atMost === null ? sql`` : sql`limit ${atMost}`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${gathered(viewer, groups, isArchived, null)} ${end}) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** In the order of the rows. One statement for what hangs on a grant of its own. */
async function visibleAmong(
  db: Queryable,
  viewer: Viewer,
  open: OpenFolders,
  groups: readonly Group[],
  rows: readonly InodeRow[],
): Promise<InodeRow[]> {
  const groupOf = new Map<string, Group>(groups.flatMap((group) => group.types.map((type) => [type, group] as const)))
  const isOpen = ({ type, owner_id, parent_id }: InodeRow) => {
    const above = parent_id === null ? undefined : open.get(parent_id)
    return owner_id === viewer.memberId || (above !== undefined && groupOf.get(type)?.onFolder.includes(above))
  }
  const known = rows.filter(({ type }) => groupOf.has(type))
  const unsure = known.filter((row) => !isOpen(row))
  const granted = new Map<string, string[]>()
  if (unsure.length > 0) {
    const { rows: grants } = await sql<{ object_id: string; permission: string }>`
      select object_id, permission from grants where organization_id = ${viewer.organizationId}
        and object_kind = 'inode' and object_id in (${sql.join(unsure.map(({ id }) => id))}) and ${reaching(viewer)}`.execute(
      db,
    )
    for (const { object_id, permission } of grants) {
      granted.set(object_id, [...(granted.get(object_id) ?? []), permission])
    }
  }
  const isGranted = ({ id, type }: InodeRow) =>
    granted.get(id)?.some((permission) => groupOf.get(type)?.onObject.includes(permission)) === true
  return known.filter((row) => isOpen(row) || isGranted(row))
}

/** `id` and `created_at` of all that the viewer sees after the cursor, each once: own, granted, in open folders. */
function gathered(
  viewer: Viewer,
  groups: readonly Group[],
  isArchived: boolean,
  after: InodeCursor | null,
): RawBuilder<unknown> {
  const { organizationId, memberId } = viewer
  const parts = groups.flatMap(({ types, onObject, onFolder }) => {
    const where = sql`file.organization_id = ${organizationId} and file.is_archived = ${isArchived ? 1 : 0}
      and file.type in (${sql.join(types)}) ${
        after === null
          ? sql``
          : sql`and file.created_at <= ${after.createdAt} and (file.created_at < ${after.createdAt} or file.id < ${after.id})`
      }`
    return [
      sql`select file.id, file.created_at from inodes as file where ${where} and file.owner_id = ${memberId}`,
      sql`select file.id, file.created_at from inodes as file where ${where} and file.parent_id in (
        with recursive open_folders(id, place) as (${openFoldersFrom(viewer, onFolder)}) select id from open_folders)`,
      sql`select file.id, file.created_at from grants
        inner join inodes as file on file.organization_id = grants.organization_id and file.id = grants.object_id
        where ${where} and grants.organization_id = ${organizationId} and grants.object_kind = 'inode'
          and grants.permission in (${sql.join(onObject)}) and ${reaching(viewer)}`,
    ]
  })
  return sql.join(parts, sql` union `)
}
