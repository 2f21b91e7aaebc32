import type { Insertable, Selectable, Updateable } from 'kysely'
import { countRows } from './count-rows.ts'
import { holdsText } from './like.ts'
import type { VersionTagTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type VersionTagRow = Selectable<VersionTagTable>

/** The form of names for comparison; unique among tags. */
export const tagKeyOf = (name: string): string => name.trim().normalize('NFC').toLowerCase()

export async function findVersionTag(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<VersionTagRow | undefined> {
  return db
    .selectFrom('version_tags')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** By name, ignoring case. */
export async function findVersionTagByName(
  db: Queryable,
  organizationId: string,
  name: string,
): Promise<VersionTagRow | undefined> {
  return db
    .selectFrom('version_tags')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('name_key', '=', tagKeyOf(name))
    .executeTakeFirst()
}

/** By name, one row more than `limit` when there are more. `search` is a part of name or description, any case. */
export async function listVersionTagRows(
  db: Queryable,
  organizationId: string,
  search: string | undefined,
  { after, limit }: { after: string | null; limit: number },
): Promise<VersionTagRow[]> {
  const query = tagQuery(db, organizationId, search)
    .selectAll('version_tags')
    .orderBy('version_tags.name_key')
    .limit(limit + 1)
  return (after === null ? query : query.where('version_tags.name_key', '>', after)).execute()
}

export async function countVersionTags(
  db: Queryable,
  organizationId: string,
  search: string | undefined,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, tagQuery(db, organizationId, search).select('version_tags.id as id')))
}

function tagQuery(db: Queryable, organizationId: string, search: string | undefined) {
  const query = db.selectFrom('version_tags').where('version_tags.organization_id', '=', organizationId)
  if (search === undefined) return query
  return query.where((tag) =>
    tag.or([
      holdsText(tag.ref('version_tags.name_key'), search),
      holdsText(tag.ref('version_tags.description'), search),
    ]),
  )
}

export async function insertVersionTag(tx: Queryable, row: Insertable<VersionTagTable>): Promise<void> {
  await tx.insertInto('version_tags').values(row).execute()
}

export async function updateVersionTagRow(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<VersionTagTable>, 'organization_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('version_tags')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Permanently deletes a tag that no document has any more. */
export async function deleteVersionTagRow(tx: Queryable, organizationId: string, id: string): Promise<void> {
  await setApprovers(tx, organizationId, id, [])
  for (const table of ['tag_requests', 'grants'] as const) {
    await tx.deleteFrom(table).where('organization_id', '=', organizationId).where('tag_id', '=', id).execute()
  }
  await tx.deleteFrom('version_tags').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** Members who may put protected tags on documents, by tag. */
export async function findApprovers(
  db: Queryable,
  organizationId: string,
  tagIds: readonly string[],
): Promise<Map<string, string[]>> {
  const approvers = new Map<string, string[]>()
  if (tagIds.length === 0) return approvers
  const rows = await db
    .selectFrom('version_tag_approvers')
    .select(['tag_id', 'member_id'])
    .where('organization_id', '=', organizationId)
    .where('tag_id', 'in', tagIds)
    .orderBy('member_id')
    .execute()
  for (const { tag_id, member_id } of rows) approvers.set(tag_id, [...(approvers.get(tag_id) ?? []), member_id])
  return approvers
}

export async function setApprovers(
  tx: Queryable,
  organizationId: string,
  tagId: string,
  memberIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('version_tag_approvers')
    .where('organization_id', '=', organizationId)
    .where('tag_id', '=', tagId)
    .execute()
  if (memberIds.length === 0) return
  const rows = memberIds.map((memberId) => ({
    organization_id: organizationId,
    tag_id: tagId,
    member_id: memberId,
  }))
  await tx.insertInto('version_tag_approvers').values(rows).execute()
}
