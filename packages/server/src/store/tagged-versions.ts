import type { Insertable, Selectable, Updateable } from 'kysely'
import { countRows } from './count-rows.ts'
import { eraseInodes } from './erase-inodes.ts'
import type { InodeFilter } from './inode-listing.ts'
import type { TaggedVersionTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'
import { tagKeyOf } from './version-tags.ts'

export type TaggedVersionRow = Selectable<TaggedVersionTable>
/** With the name of its tag. */
export type NamedTaggedVersion = TaggedVersionRow & { tag_name: string; tag_name_key: string }

export async function findTaggedVersion(
  db: Queryable,
  organizationId: string,
  sourceId: string,
  tagId: string,
): Promise<TaggedVersionRow | undefined> {
  return db
    .selectFrom('tagged_versions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('source_id', '=', sourceId)
    .where('tag_id', '=', tagId)
    .executeTakeFirst()
}

export async function findTaggedVersionById(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<TaggedVersionRow | undefined> {
  return db
    .selectFrom('tagged_versions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The files among these that are tagged versions, by id. */
export async function findTaggedVersions(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, TaggedVersionRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tagged_versions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The tagged version of a document, by the name of the tag (any case) or its id. */
export async function findTaggedVersionNamed(
  db: Queryable,
  organizationId: string,
  sourceId: string,
  tag: string,
): Promise<NamedTaggedVersion | undefined> {
  return named(db, organizationId)
    .where('tagged_versions.source_id', '=', sourceId)
    .where((row) => row.or([row('version_tags.name_key', '=', tagKeyOf(tag)), row('version_tags.id', '=', tag)]))
    .orderBy('version_tags.name_key')
    .executeTakeFirst()
}

/** The version for viewers who may not see the document itself: the default one, otherwise the newest that the filter selects. */
export async function findTaggedVersionFor(
  db: Queryable,
  organizationId: string,
  sourceId: string,
  filter: InodeFilter,
): Promise<string | null> {
  const row = await db
    .selectFrom('inodes')
    .innerJoin('tagged_versions', (join) =>
      join
        .onRef('tagged_versions.organization_id', '=', 'inodes.organization_id')
        .onRef('tagged_versions.id', '=', 'inodes.id'),
    )
    .select('inodes.id')
    .where('inodes.organization_id', '=', organizationId)
    .where('tagged_versions.source_id', '=', sourceId)
    .where(filter)
    .orderBy('tagged_versions.is_default', 'desc')
    .orderBy('tagged_versions.updated_at', 'desc')
    .orderBy('inodes.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The tags of some documents, by document; by name. */
export async function findTagsOf(
  db: Queryable,
  organizationId: string,
  sourceIds: readonly string[],
): Promise<Map<string, NamedTaggedVersion[]>> {
  const tags = new Map<string, NamedTaggedVersion[]>()
  if (sourceIds.length === 0) return tags
  const rows = await named(db, organizationId)
    .where('tagged_versions.source_id', 'in', sourceIds)
    .orderBy('version_tags.name_key')
    .execute()
  for (const row of rows) tags.set(row.source_id, [...(tags.get(row.source_id) ?? []), row])
  return tags
}

/** The tags of one document by name, one row more than `limit` when there are more. */
export async function listTagsOf(
  db: Queryable,
  organizationId: string,
  sourceId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<NamedTaggedVersion[]> {
  const query = named(db, organizationId)
    .where('tagged_versions.source_id', '=', sourceId)
    .orderBy('version_tags.name_key')
    .limit(limit + 1)
  return (after === null ? query : query.where('version_tags.name_key', '>', after)).execute()
}

export async function countTagsOf(
  db: Queryable,
  organizationId: string,
  sourceId: string,
  atMost: number | null,
): Promise<number> {
  const rows = db
    .selectFrom('tagged_versions')
    .select('tagged_versions.id as id')
    .where('organization_id', '=', organizationId)
    .where('source_id', '=', sourceId)
  return countRows(db, upTo(atMost, rows))
}

/** Tagged versions made from some versions of a document. */
export async function findTagsOfVersions(
  db: Queryable,
  organizationId: string,
  sourceId: string,
  versions: readonly number[],
): Promise<Map<number, TaggedVersionRow[]>> {
  const tags = new Map<number, TaggedVersionRow[]>()
  if (versions.length === 0) return tags
  const rows = await db
    .selectFrom('tagged_versions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('source_id', '=', sourceId)
    .where('source_version', 'in', versions)
    .orderBy('updated_at')
    .orderBy('id')
    .execute()
  for (const row of rows) tags.set(row.source_version, [...(tags.get(row.source_version) ?? []), row])
  return tags
}

function named(db: Queryable, organizationId: string) {
  return db
    .selectFrom('tagged_versions')
    .innerJoin('version_tags', (join) =>
      join
        .onRef('version_tags.organization_id', '=', 'tagged_versions.organization_id')
        .onRef('version_tags.id', '=', 'tagged_versions.tag_id'),
    )
    .selectAll('tagged_versions')
    .select(['version_tags.name as tag_name', 'version_tags.name_key as tag_name_key'])
    .where('tagged_versions.organization_id', '=', organizationId)
}

export async function insertTaggedVersion(tx: Queryable, row: Insertable<TaggedVersionTable>): Promise<void> {
  await tx.insertInto('tagged_versions').values(row).execute()
}

export async function updateTaggedVersion(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<TaggedVersionTable>, 'organization_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('tagged_versions')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Removes the default mark from the document's tagged versions. */
export async function clearDefault(tx: Queryable, organizationId: string, sourceId: string): Promise<void> {
  await tx
    .updateTable('tagged_versions')
    .set({ is_default: 0 })
    .where('organization_id', '=', organizationId)
    .where('source_id', '=', sourceId)
    .where('is_default', '=', 1)
    .execute()
}

/** Permanently deletes tagged versions and their grants: one, or all of a tag. Returns their number. */
export async function eraseTaggedVersions(
  tx: Queryable,
  organizationId: string,
  which: { id: string } | { tagId: string },
): Promise<number> {
  const rows = await tx
    .selectFrom('tagged_versions')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id' in which ? 'id' : 'tag_id', '=', 'id' in which ? which.id : which.tagId)
    .execute()
  await eraseInodes(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  )
  return rows.length
}
