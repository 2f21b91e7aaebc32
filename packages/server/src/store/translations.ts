import type { Selectable, Updateable } from 'kysely'
import type { TranslationTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type TranslationRow = Selectable<TranslationTable>
/** Empty `document_id`: a file of the organization; empty `variant`: the plain file of the locale. */
export type TranslationKey = Pick<TranslationRow, 'organization_id' | 'document_id' | 'lng' | 'variant'>
export type TranslationListed = Omit<TranslationRow, 'phrases'>

const listed = [
  'organization_id',
  'document_id',
  'lng',
  'variant',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
] as const

/** Without their phrases, by locale and variant; not paged, because there are few. */
export async function listTranslations(
  db: Queryable,
  { organization_id, document_id }: Pick<TranslationKey, 'organization_id' | 'document_id'>,
): Promise<TranslationListed[]> {
  return db
    .selectFrom('translations')
    .select([...listed])
    .where('organization_id', '=', organization_id)
    .where('document_id', '=', document_id)
    .orderBy('lng')
    .orderBy('variant')
    .execute()
}

export async function findTranslation(db: Queryable, key: TranslationKey): Promise<TranslationRow | undefined> {
  return ofKey(db, key).selectAll().executeTakeFirst()
}

const ofKey = (db: Queryable, { organization_id, document_id, lng, variant }: TranslationKey) =>
  db
    .selectFrom('translations')
    .where('organization_id', '=', organization_id)
    .where('document_id', '=', document_id)
    .where('lng', '=', lng)
    .where('variant', '=', variant)

/** False when the file already exists. */
export async function insertTranslation(tx: Queryable, row: TranslationRow): Promise<boolean> {
  const made = await tx
    .insertInto('translations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'document_id', 'lng', 'variant']).doNothing())
    .returning('lng')
    .execute()
  return made.length > 0
}

export async function updateTranslation(
  tx: Queryable,
  { organization_id, document_id, lng, variant }: TranslationKey,
  change: Updateable<TranslationTable>,
): Promise<void> {
  await tx
    .updateTable('translations')
    .set(change)
    .where('organization_id', '=', organization_id)
    .where('document_id', '=', document_id)
    .where('lng', '=', lng)
    .where('variant', '=', variant)
    .execute()
}

export async function deleteTranslation(
  tx: Queryable,
  { organization_id, document_id, lng, variant }: TranslationKey,
): Promise<void> {
  await tx
    .deleteFrom('translations')
    .where('organization_id', '=', organization_id)
    .where('document_id', '=', document_id)
    .where('lng', '=', lng)
    .where('variant', '=', variant)
    .execute()
}

/** Files of permanently deleted documents. */
export async function eraseTranslationsOf(
  tx: Queryable,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('translations')
    .where('organization_id', '=', organizationId)
    .where('document_id', 'in', documentIds)
    .execute()
}
