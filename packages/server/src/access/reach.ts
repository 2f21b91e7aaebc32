import {
  familyOfType,
  type GrantFact,
  highestPermission,
  inherited,
  isInodeType,
  ladders,
  type PermissionOf,
  reaches,
  type Viewer,
} from '@octavo/core/access'
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../store/index.ts'
import { type InodePermission, lowestPermission } from './lowest-permission.ts'

/** Grantees whose grants apply to the viewer: the viewer, their teams, everybody. */
export function subjectsOf({ memberId, teams, userKind }: Viewer): string[] {
  return [memberId, ...teams.map(({ id }) => id), ...(userKind === 'guest' ? [] : ['everyone'])]
}

/** Condition: the grant is to one of these grantees. */
export function reachesViewer(grant: ExpressionBuilder<Database, 'grants'>, viewer: Viewer): Expression<SqlBool> {
  return grant('grants.subject', 'in', subjectsOf(viewer))
}

export interface GrantColumns {
  grant_id: string | null
  permission: string | null
  member_id: string | null
  team_id: string | null
}

/** Null for the row of an object without a grant. */
export function grantFact({ grant_id, permission, member_id, team_id }: GrantColumns, on: string): GrantFact | null {
  if (permission === null || grant_id === null) return null
  const grant = { permission, on, id: grant_id }
  if (member_id !== null) return { ...grant, to: 'member' }
  return team_id === null ? { ...grant, to: 'everyone' } : { ...grant, to: 'team', teamId: team_id }
}

/**
 * The viewer's grants on a row of `up` as one text, including grants with a version tag when the row is above a version with that tag. They
 * are looked up row by row, because PostgreSQL assumes that recursive tables are large and would otherwise read all grants of the viewer.
 * Ids and permissions contain no space and no comma.
 */
export function grantsAsText(viewer: Viewer): RawBuilder<string | null> {
  return sql<string | null>`(
    select string_agg(grants.id || ' ' || grants.permission || ' ' || coalesce(grants.member_id, '') || ' '
      || coalesce(grants.team_id, ''), ',')
    from grants
    where grants.organization_id = ${viewer.organizationId} and grants.object_id = up.id
      and grants.subject in (${sql.join(subjectsOf(viewer))})
      and (grants.object_kind || '' = 'inode' or (grants.object_kind || '' = 'folder-tag' and grants.tag_id = (
        select tagged_versions.tag_id from tagged_versions
        where tagged_versions.organization_id = ${viewer.organizationId} and tagged_versions.id = up.root_id))))`
}

/** In the order of their ids. */
export function grantsFromText(text: string | null, on: string): GrantFact[] {
  if (text === null) return []
  return text
    .split(',')
    .sort()
    .flatMap((line) => {
      const [grant_id = null, permission = null, member_id, team_id] = line.split(' ')
      return grantFact({ grant_id, permission, member_id: member_id || null, team_id: team_id || null }, on) ?? []
    })
}

/** Kinds of files for which the same permissions suffice. */
export interface Ways {
  types: string[]
  /** Sufficient permissions on a folder above. */
  onFolder: readonly PermissionOf<'folder'>[]
  /** Sufficient permissions on the file itself, which differ between families of files. */
  onObject: { types: string[]; permissions: readonly string[] }[]
}

/** The rules of `decide` for files of these types: which permissions, on the file and on folders above, grant this permission. */
export function waysTo(viewer: Viewer, types: readonly string[], atLeast: InodePermission): Ways[] {
  const ways = new Map<string, Ways>()
  for (const family of ['workbook', 'model', 'folder'] as const) {
    const ofFamily = types.filter((type) => isInodeType(type) && familyOfType[type] === family)
    const lowest = lowestPermission(family, atLeast)
    const highest = highestPermission(viewer, family)
    if (ofFamily.length === 0 || lowest === null || highest === null || !reaches(family, highest, lowest)) continue
    const onFolder = ladders.folder.filter((permission) => reaches(family, inherited(family, permission), lowest))
    const permissions = ladders[family].filter((permission) => reaches(family, permission, lowest))
    const known = ways.get(onFolder.join()) ?? { types: [], onFolder, onObject: [] }
    known.types.push(...ofFamily)
    known.onObject.push({ types: ofFamily, permissions })
    ways.set(onFolder.join(), known)
  }
  return [...ways.values()]
}

/**
 * Ids of the folders and workspaces that the viewer owns or that are granted with these permissions; their contents are accessible too.
 * `only` limits them to one of the two types.
 */
export function openRoots(viewer: Viewer, onFolder: readonly string[], only?: 'folder' | 'workspace') {
  const { organizationId, memberId } = viewer
  // The literal types match the index, which cannot serve a narrower condition on the plain column.
  const narrowed = only === undefined ? sql`` : sql`and grants.object_type || '' = ${only}`
  const types = only === undefined ? sql`'folder', 'workspace'` : sql`${only}`
  return sql`
    select grants.object_id as id from grants
    where grants.organization_id = ${organizationId} and grants.subject in (${sql.join(subjectsOf(viewer))})
      and grants.object_type in ('folder', 'workspace') and grants.permission in (${sql.join(onFolder)})
      ${narrowed}
    union all
    select folder.id from inodes as folder
    where folder.organization_id = ${organizationId} and folder.owner_id = ${memberId}
      and folder.type in (${types})`
}

/** Ids of the workspaces among them: everything inside is accessible, in whatever folder. */
export function openTrees(viewer: Viewer, onFolder: readonly string[]): RawBuilder<unknown> {
  return sql`select distinct id from (${openRoots(viewer, onFolder, 'workspace')}) as roots`
}

/** Condition on the id of a folder: it is one of the open roots, looked up individually. */
export function isOpenRoot(viewer: Viewer, onFolder: readonly string[], id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const { organizationId, memberId } = viewer
  return sql<SqlBool>`(
    exists (
      select 1 from inodes as folder
      where folder.organization_id = ${organizationId} and folder.id = ${id} and folder.owner_id || '' = ${memberId})
    or exists (
      select 1 from grants
      where grants.organization_id = ${organizationId} and grants.object_id = ${id}
        and grants.subject in (${sql.join(subjectsOf(viewer))}) and grants.object_kind || '' = 'inode'
        and grants.permission in (${sql.join(onFolder)})))`
}

/** Ids of those folders and of all below them, without duplicates. */
export function openFolders(viewer: Viewer, onFolder: readonly string[]): RawBuilder<unknown> {
  return foldersBelow(viewer, sql`select id from (${openRoots(viewer, onFolder)}) as roots`)
}

/** The same without folders inside `trees`, the name of a table of `openTrees`. */
export function openFoldersOutside(viewer: Viewer, onFolder: readonly string[], trees: RawBuilder<unknown>) {
  return foldersBelow(
    viewer,
    sql`select id from (${openRoots(viewer, onFolder, 'folder')}) as roots
      where not exists (
        select 1 from folder_holders
        where folder_holders.organization_id = ${viewer.organizationId} and folder_holders.folder_id = roots.id
          and (folder_holders.holder_id in (select id from ${trees})) is true)`,
  )
}

function foldersBelow(viewer: Viewer, roots: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select distinct folder_holders.folder_id as id
    from (${roots}) as roots cross join folder_holders
    where folder_holders.organization_id = ${viewer.organizationId} and folder_holders.holder_id = roots.id`
}

/** Condition on a file with this id and type: a direct grant suffices. */
export function isGranted(viewer: Viewer, { onObject }: Ways, id: RawBuilder<unknown>, type: RawBuilder<unknown>) {
  // Not the plain column, because that would select the index of all files granted to any grantee.
  return sql<SqlBool>`exists (
    select 1 from grants
    where grants.organization_id = ${viewer.organizationId} and grants.object_id = ${id}
      and grants.subject in (${sql.join(subjectsOf(viewer))}) and grants.object_kind || '' = 'inode'
      and ${isEnough(onObject, type)})`
}

/** The ids of all files whose direct grants suffice: for conditions on very many files, which are looked up in this one set. */
export function grantedFiles(viewer: Viewer, { onObject }: Ways): RawBuilder<unknown> {
  return sql`
    select grants.object_id from grants
    where grants.organization_id = ${viewer.organizationId} and grants.subject in (${sql.join(subjectsOf(viewer))})
      and grants.object_kind = 'inode' and ${isEnough(onObject, sql`grants.object_type`)}`
}

/** Ids of the tagged versions below folders with a sufficient grant for their tag. */
export function openTagged(viewer: Viewer, onFolder: readonly string[]): RawBuilder<unknown> {
  const { organizationId } = viewer
  return sql`
    select tagged_versions.id
    from grants cross join folder_holders cross join inodes as source cross join tagged_versions
    where grants.organization_id = ${organizationId} and grants.object_kind = 'folder-tag'
      and grants.subject in (${sql.join(subjectsOf(viewer))}) and grants.permission in (${sql.join(onFolder)})
      and folder_holders.organization_id = ${organizationId} and folder_holders.holder_id = grants.object_id
      and source.organization_id = ${organizationId} and source.parent_id = folder_holders.folder_id
      and tagged_versions.organization_id = ${organizationId} and tagged_versions.source_id = source.id
      and tagged_versions.tag_id = grants.tag_id`
}

/** Condition on a row of `grants` for a file of this type. */
export function isEnough(onObject: Ways['onObject'], type: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const conditions = onObject.map(
    ({ types, permissions }) =>
      sql`${type} in (${sql.join(types)}) and grants.permission in (${sql.join(permissions)})`,
  )
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}
