import type { Selectable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { SqlTextTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type SqlTextRow = Selectable<SqlTextTable>

type Unique = Pick<
  SqlTextRow,
  'organization_id' | 'member_id' | 'document_id' | 'element_id' | 'connection_id' | 'statement_hash'
>

export async function findSqlText(db: Queryable, row: Unique): Promise<SqlTextRow | undefined> {
  return db
    .selectFrom('sql_texts')
    .selectAll()
    .where('organization_id', '=', row.organization_id)
    .where('member_id', '=', row.member_id)
    .where('document_id', '=', row.document_id)
    .where('element_id', '=', row.element_id)
    .where('connection_id', '=', row.connection_id)
    .where('statement_hash', '=', row.statement_hash)
    .executeTakeFirst()
}

/** An existing text gets the new time, and keeps its saved state. */
export async function saveSqlText(db: Queryable, row: SqlTextRow): Promise<void> {
  await db
    .insertInto('sql_texts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'member_id', 'document_id', 'element_id', 'connection_id', 'statement_hash'])
        .doUpdateSet({ noted_at: row.noted_at, ...(row.how === 'saved' ? { how: row.how } : {}) }),
    )
    .execute()
}

/** The author, the document and the element of a text. */
export interface SqlTextPlace {
  organizationId: string
  memberId: string
  documentId: string
  elementId?: string | undefined
}

/** Latest first; one row more than `limit` when there are more. */
export async function listSqlTexts(
  db: Queryable,
  place: SqlTextPlace,
  { after, limit }: { after: { notedAt: number; id: string } | null; limit: number },
): Promise<SqlTextRow[]> {
  const texts = textsOf(db, place)
    .selectAll()
    .orderBy('noted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after === null) return texts.execute()
  return texts
    .where((row) => comesAfter('desc', [row.ref('noted_at'), after.notedAt], [row.ref('id'), after.id]))
    .execute()
}

export async function countSqlTexts(db: Queryable, place: SqlTextPlace, atMost: number | null): Promise<number> {
  return countRows(db, upTo(atMost, textsOf(db, place).select('id')))
}

/** Keeps only the latest texts of an element. */
export async function trimSqlTexts(db: Queryable, place: SqlTextPlace, kept: number): Promise<void> {
  const old = await textsOf(db, place)
    .select('id')
    .orderBy('noted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(kept + 100)
    .offset(kept)
    .execute()
  if (old.length === 0) return
  await db
    .deleteFrom('sql_texts')
    .where('organization_id', '=', place.organizationId)
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute()
}

/** For all organizations. */
export async function deleteSqlTextsBefore(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('sql_texts').where('noted_at', '<', before).execute()
}

function textsOf(db: Queryable, { organizationId, memberId, documentId, elementId }: SqlTextPlace) {
  const texts = db
    .selectFrom('sql_texts')
    .where('organization_id', '=', organizationId)
    .where('member_id', '=', memberId)
    .where('document_id', '=', documentId)
  return elementId === undefined ? texts : texts.where('element_id', '=', elementId)
}
