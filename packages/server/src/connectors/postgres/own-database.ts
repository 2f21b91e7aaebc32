import { sql } from 'kysely'
import type { Store } from '../../store/index.ts'

/**
 * Names a database the same for every way to it, whatever host names and proxies lie between: when its server was
 * started, and the number of the database. Anybody may ask.
 */
export const databaseIdentity = `SELECT extract(epoch FROM pg_postmaster_start_time())::text || ' ' ||
  (SELECT oid FROM pg_database WHERE datname = current_database())::text AS identity`

/** The identity of the database of the store; null where the store is a file. */
export async function ownDatabase(store: Store): Promise<string | null> {
  if (store.engine !== 'postgres') return null
  const { rows } = await sql.raw<{ identity: string }>(databaseIdentity).execute(store.db)
  return rows[0]?.identity ?? null
}
