import { familyOfType, type Viewer } from '@octavo/core/access'
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Queryable } from '../store/index.ts'
import { isLookedUp } from '../store/looked-up.ts'
import type { InodePermission } from './lowest-permission.ts'
import { grantedFiles, isGranted, openFolders, openTagged, subjectsOf, waysTo } from './reach.ts'

export const taggedTypes = ['tagged-workbook', 'tagged-data-model'] as const
export type TaggedType = (typeof taggedTypes)[number]

/**
 * The rules of `decide` as a condition: owned, granted, or in a folder that passes the permission on. Looks up the grants of each file:
 * statements about very many files intersect them with `visibleIds` instead.
 */
export function visible(
  inode: ExpressionBuilder<Database, 'inodes'>,
  viewer: Viewer,
  atLeast: InodePermission,
): Expression<SqlBool> {
  const conditions = waysTo(viewer, Object.keys(familyOfType), atLeast).map(
    (way) => sql<SqlBool>`(inodes.type in (${sql.join(way.types)}) and (
      inodes.owner_id = ${viewer.memberId}
      or inodes.parent_id in (${openFolders(viewer, way.onFolder)})
      or (inodes.type in (${sql.join(taggedTypes)}) and inodes.id in (${openTagged(viewer, way.onFolder)}))
      or ${isGranted(viewer, way, sql`inodes.id`, sql`inodes.type`)}))`,
  )
  return conditions.length === 0 ? sql<SqlBool>`1 = 0` : inode.or(conditions)
}

/**
 * Ids of the files of these types that `visible` accepts, possibly with duplicates: for statements that start with the visible files, or
 * that intersect them with other files. Each part uses an index.
 */
export function visibleIds(viewer: Viewer, types: readonly string[], atLeast: InodePermission): RawBuilder<unknown> {
  const { organizationId, memberId } = viewer
  const parts = waysTo(viewer, types, atLeast).flatMap((way) => {
    const isOfWay = sql`file.organization_id = ${organizationId} and file.type || '' in (${sql.join(way.types)})`
    return [
      // As a range, because most members own little: PostgreSQL may assume that each owns as much as the one with most files, and would then
      // read an index of all files of these types.
      sql`select file.id from inodes as file
        where ${isOfWay} and file.owner_id >= ${memberId} and file.owner_id <= ${memberId}`,
      sql`select file.id from (${openFolders(viewer, way.onFolder)}) as folders cross join inodes as file
        where ${isOfWay} and ${isLookedUp('file.parent_id', 'folders.id')}`,
      sql`select file.id from (${openTagged(viewer, way.onFolder)}) as tagged cross join inodes as file
        where ${isOfWay} and file.id = tagged.id and file.type in (${sql.join(taggedTypes)})`,
      sql`select granted.object_id as id from (${grantedFiles(viewer, way)}) as granted`,
    ]
  })
  return parts.length === 0 ? sql`select id from inodes where 1 = 0` : sql.join(parts, sql` union all `)
}

/** The tagged versions shown instead of documents that the viewer may not see. */
export function shownTagged(inode: ExpressionBuilder<Database, 'inodes'>, viewer: Viewer, atLeast: InodePermission) {
  const { organizationId } = viewer
  const seenSources = inode
    .selectFrom('inodes')
    .select('inodes.id')
    .where('inodes.organization_id', '=', organizationId)
    .where('inodes.id', 'in', (source) =>
      source
        .selectFrom('tagged_versions')
        .select('tagged_versions.source_id')
        .where('tagged_versions.organization_id', '=', organizationId),
    )
    .where((source) => visible(source, viewer, 'view'))
  const place = sql<number>`row_number() over (partition by tagged_versions.source_id
    order by tagged_versions.is_default desc, tagged_versions.updated_at desc, inodes.id)`
  const given = inode
    .selectFrom('inodes')
    .innerJoin('tagged_versions', (join) =>
      join
        .onRef('tagged_versions.organization_id', '=', 'inodes.organization_id')
        .onRef('tagged_versions.id', '=', 'inodes.id'),
    )
    .select(['inodes.id', place.as('place')])
    .where('inodes.organization_id', '=', organizationId)
    .where('inodes.type', 'in', taggedTypes)
    .where('inodes.parent_id', 'not in', seenSources)
    .where((tagged) => visible(tagged, viewer, atLeast))
    .as('given')
  return inode.selectFrom(given).select('given.id').where('given.place', '=', 1)
}

/** The types of tagged versions that are granted to the viewer directly, or by their tag on a folder. */
export async function loadGivenTaggedTypes(db: Queryable, viewer: Viewer): Promise<readonly TaggedType[]> {
  const reaching = sql`organization_id = ${viewer.organizationId} and subject in (${sql.join(subjectsOf(viewer))})`
  // The literals match the indexes.
  const { rows } = await sql<{ type: string | null }>`
    select distinct object_type as type from grants
    where ${reaching} and object_type in ('tagged-workbook', 'tagged-data-model')
    union all
    select distinct null from grants where ${reaching} and object_kind = 'folder-tag'`.execute(db)
  return taggedTypes.filter((type) => rows.some((row) => row.type === type || row.type === null))
}
