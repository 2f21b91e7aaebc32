import type { Insertable, Selectable } from 'kysely'
import type { ApiCredentialTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type ApiCredentialRow = Selectable<ApiCredentialTable>

/** The credential of a client id: whoever asks for a token is not known yet, so neither is the organization. */
export async function findCredentialOfClient(db: Queryable, clientId: string): Promise<ApiCredentialRow | undefined> {
  return db.selectFrom('api_credentials').selectAll().where('id', '=', clientId).executeTakeFirst()
}

export async function insertCredential(tx: Queryable, row: Insertable<ApiCredentialTable>): Promise<void> {
  await tx.insertInto('api_credentials').values(row).execute()
}

export async function noteCredentialUse(tx: Queryable, organizationId: string, id: string, now: number): Promise<void> {
  await tx
    .updateTable('api_credentials')
    .set({ last_used_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
