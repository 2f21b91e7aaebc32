import type { Selectable } from 'kysely'
import type { EmbedTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type EmbedRow = Selectable<EmbedTable>

/** By id alone, because readers of an embed are anonymous and their organization is unknown. */
export async function findEmbed(db: Queryable, id: string): Promise<EmbedRow | undefined> {
  return db.selectFrom('embeds').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The embeds of documents, oldest first. */
export async function findEmbedsOf(
  db: Queryable,
  organizationId: string,
  documentIds: readonly string[],
): Promise<EmbedRow[]> {
  if (documentIds.length === 0) return []
  return db
    .selectFrom('embeds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', 'in', [...documentIds])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertEmbed(tx: Queryable, row: EmbedRow): Promise<void> {
  await tx.insertInto('embeds').values(row).execute()
}

/** Returns the deleted embed; undefined when the document has none with this id. */
export async function deleteEmbedRow(
  tx: Queryable,
  organizationId: string,
  { documentId, id }: { documentId: string; id: string },
): Promise<EmbedRow | undefined> {
  return tx
    .deleteFrom('embeds')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes the embeds of removed pages and elements of a document. Returns their number. */
export async function deleteEmbedsOutside(
  tx: Queryable,
  organizationId: string,
  documentId: string,
  present: { pageIds: ReadonlySet<string>; elementIds: ReadonlySet<string> },
): Promise<number> {
  const gone = (await findEmbedsOf(tx, organizationId, [documentId])).filter(({ source_type, source_id }) => {
    if (source_id === null) return false
    return !(source_type === 'page' ? present.pageIds : present.elementIds).has(source_id)
  })
  for (const { id } of gone) await deleteEmbedRow(tx, organizationId, { documentId, id })
  return gone.length
}
