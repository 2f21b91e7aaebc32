import type { Selectable } from 'kysely'
import type { PictureTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type PictureRow = Selectable<PictureTable>

export async function findPicture(
  db: Queryable,
  organizationId: string,
  documentId: string,
  key: string,
): Promise<PictureRow | undefined> {
  return db
    .selectFrom('pictures')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('picture_key', '=', key)
    .executeTakeFirst()
}

/** Total size of a document's pictures. */
export async function sizeOfPictures(db: Queryable, organizationId: string, documentId: string): Promise<number> {
  const { size } = await db
    .selectFrom('pictures')
    .select((pictures) => pictures.fn.sum<number | string | null>('size_bytes').as('size'))
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return Number(size ?? 0)
}

/** Keeps an existing picture, because its key is the hash of its content. */
export async function insertPicture(db: Queryable, row: PictureRow): Promise<void> {
  await db
    .insertInto('pictures')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'document_id', 'picture_key']).doNothing())
    .execute()
}

/** Copies the pictures of a document to another one that shows the same. */
export async function copyPictures(
  db: Queryable,
  { organizationId, from, to }: { organizationId: string; from: string; to: string },
): Promise<void> {
  const rows = db
    .selectFrom('pictures')
    .select((pictures) => [
      'organization_id',
      pictures.cast<string>(pictures.val(to), 'text').as('document_id'),
      'picture_key',
      'media_type',
      'size_bytes',
      'content',
      'created_by',
      'updated_by',
      'created_at',
      'updated_at',
    ])
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', from)
  await db
    .insertInto('pictures')
    .columns([
      'organization_id',
      'document_id',
      'picture_key',
      'media_type',
      'size_bytes',
      'content',
      'created_by',
      'updated_by',
      'created_at',
      'updated_at',
    ])
    .expression(rows)
    .onConflict((conflict) => conflict.columns(['organization_id', 'document_id', 'picture_key']).doNothing())
    .execute()
}
