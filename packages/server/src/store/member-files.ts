import { type Insertable, type Selectable, sql } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { InodeFilter } from './inode-listing.ts'
import type { InodeRow } from './inodes.ts'
import type { MemberFileTable } from './schema.ts'
import { addReader } from './search-documents.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type MemberFileKind = MemberFileTable['kind']

/** True when it was not there before. */
export async function addMemberFile(tx: Queryable, row: Insertable<MemberFileTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('member_files')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'member_id', 'kind', 'inode_id']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** Records a use of the file. A member's first use also counts them as a reader. */
export async function noteMemberFile(tx: Queryable, row: Insertable<MemberFileTable>): Promise<void> {
  if (await addMemberFile(tx, row)) return addReader(tx, row.organization_id, row.inode_id)
  await tx
    .updateTable('member_files')
    .set(({ eb }) => ({ noted_at: row.noted_at, uses: eb('uses', '+', 1) }))
    .where('organization_id', '=', row.organization_id)
    .where('member_id', '=', row.member_id)
    .where('kind', '=', row.kind)
    .where('inode_id', '=', row.inode_id)
    .execute()
}

/** A file that a member opened or marked. */
export type FileUsed = Pick<Selectable<MemberFileTable>, 'kind' | 'inode_id' | 'noted_at' | 'uses'>

/** Files that a member opened last and marked as favorites: `limit` of each. */
export async function listFilesUsed(
  db: Queryable,
  organizationId: string,
  memberId: string,
  limit: number,
): Promise<FileUsed[]> {
  const ofKind = (kind: MemberFileKind) =>
    sql`select * from (
      select kind, inode_id, noted_at, uses from member_files
      where organization_id = ${organizationId} and member_id = ${memberId} and kind = ${kind}
      order by noted_at desc limit ${limit}) as ${sql.ref(`${kind}_files`)}`
  const { rows } = await sql<FileUsed>`${ofKind('recent')} union all ${ofKind('favorite')}`.execute(db)
  return rows
}

/** True when it was there. */
export async function removeMemberFile(
  tx: Queryable,
  organizationId: string,
  memberId: string,
  kind: MemberFileKind,
  inodeId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('member_files')
    .where('organization_id', '=', organizationId)
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('inode_id', '=', inodeId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === 1
}

/** Active files that the filter selects, most recently recorded first; one row more than `limit` when there are more. */
export async function listMemberFiles(
  db: Queryable,
  organizationId: string,
  memberId: string,
  kind: MemberFileKind,
  filter: InodeFilter,
  { after, limit }: { after: { notedAt: number; id: string } | null; limit: number },
): Promise<(InodeRow & { noted_at: number })[]> {
  const query = memberFiles(db, organizationId, memberId, kind, filter)
    .selectAll('inodes')
    .select('member_files.noted_at')
    .orderBy('member_files.noted_at', 'desc')
    .orderBy('member_files.inode_id', 'desc')
    .limit(limit + 1)
  if (after === null) return query.execute()
  return query
    .where((row) =>
      comesAfter(
        'desc',
        [row.ref('member_files.noted_at'), after.notedAt],
        [row.ref('member_files.inode_id'), after.id],
      ),
    )
    .execute()
}

export async function countMemberFiles(
  db: Queryable,
  organizationId: string,
  memberId: string,
  kind: MemberFileKind,
  filter: InodeFilter,
  atMost: number | null,
): Promise<number> {
  const rows = memberFiles(db, organizationId, memberId, kind, filter).select('inodes.id as id')
  return countRows(db, upTo(atMost, rows))
}

function memberFiles(
  db: Queryable,
  organizationId: string,
  memberId: string,
  kind: MemberFileKind,
  filter: InodeFilter,
) {
  return db
    .selectFrom('inodes')
    .where(filter)
    .innerJoin('member_files', (join) =>
      join
        .onRef('member_files.organization_id', '=', 'inodes.organization_id')
        .onRef('member_files.inode_id', '=', 'inodes.id'),
    )
    .where('inodes.organization_id', '=', organizationId)
    .where('inodes.is_archived', '=', 0)
    .where('member_files.member_id', '=', memberId)
    .where('member_files.kind', '=', kind)
}
