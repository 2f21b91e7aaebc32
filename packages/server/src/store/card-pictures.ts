import type { Selectable } from 'kysely'
import type { CardPictureTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type CardPictureRow = Selectable<CardPictureTable>
export type CardPictureKey = Pick<CardPictureRow, 'organization_id' | 'document_id' | 'fingerprint' | 'theme'>

export async function findCardPicture(db: Queryable, key: CardPictureKey): Promise<CardPictureRow | undefined> {
  return db
    .selectFrom('card_pictures')
    .selectAll()
    .where('organization_id', '=', key.organization_id)
    .where('document_id', '=', key.document_id)
    .where('fingerprint', '=', key.fingerprint)
    .where('theme', '=', key.theme)
    .executeTakeFirst()
}

/** Inserts or replaces the picture. */
export async function putCardPicture(db: Queryable, row: CardPictureRow): Promise<void> {
  const { member_id, version, content, made_at } = row
  await db
    .insertInto('card_pictures')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'document_id', 'fingerprint', 'theme'])
        .doUpdateSet({ member_id, version, content, made_at }),
    )
    .execute()
}

/** Deletes the oldest pictures of a member beyond `kept`. */
export async function pruneCardPictures(
  db: Queryable,
  organizationId: string,
  memberId: string,
  kept: number,
): Promise<void> {
  const newest = await db
    .selectFrom('card_pictures')
    .select('made_at')
    .where('organization_id', '=', organizationId)
    .where('member_id', '=', memberId)
    .orderBy('made_at', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst()
  if (!newest) return
  await db
    .deleteFrom('card_pictures')
    .where('organization_id', '=', organizationId)
    .where('member_id', '=', memberId)
    .where('made_at', '<=', newest.made_at)
    .execute()
}
