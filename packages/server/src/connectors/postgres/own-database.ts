import { sql } from 'kysely'
import type { Store } from '../../store/index.ts'

/**
 * Identifies a database independently of host names and proxies: the start time of its server, and the number of the database. Every
 * account may query it.
 */
export const databaseIdentity = `SELECT extract(epoch FROM pg_postmaster_start_time())::text || ' ' ||
  (SELECT oid FROM pg_database WHERE datname = current_database())::text AS identity`

/** The identity of the store's database; null when the store is a file. */
export async function ownDatabase(store: Store): Promise<string | null> {
  if (store.engine !== 'postgres') return null
  const { rows } = await sql.raw<{ identity: string }>(databaseIdentity).execute(store.db)
  return rows[0]?.identity ?? null
}
