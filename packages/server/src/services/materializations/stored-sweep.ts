import { isAppError } from '@octavo/core/errors'
import type { Sessions } from '../../connectors/index.ts'
import { type ConnectionRow, listConnectionsOfTypes } from '../../store/connections.ts'
import type { Store } from '../../store/index.ts'
import { listMaterializedTables } from '../../store/materializations.ts'
import { writeSchemaOf } from '../connections/published-settings.ts'
import { storedSince } from './stored-places.ts'

/** How long a table may exist before a schedule uses it. */
const youngMs = 6 * 3_600_000
/** Longer than any statement runs: a table is kept this long for statements that started while it was in use. */
const readMs = 11 * 60_000
const dropMs = 20_000
const listMs = 30_000

interface Parts {
  store: Store
  sessions: Sessions
  reportBug: (error: unknown) => void
}

/** Drops tables of stored rows in the write schemas of connections that no schedule uses. Call it periodically. */
export function createStoredSweep({ store, sessions, reportBug }: Parts) {
  /** Tables that no schedule uses, and since when that is known. */
  const unnamed = new Map<string, number>()

  async function sweepOne(row: ConnectionRow, schema: string, named: ReadonlySet<string>, now: number): Promise<void> {
    const { session } = await sessions.openOwn(row.organization_id, row.id)
    const writer = session.writer?.(schema)
    if (!writer) return
    for (const { path } of await session.list([schema], AbortSignal.timeout(listMs))) {
      const name = path.at(-1) ?? ''
      const since = storedSince(name)
      if (since === null) continue
      const key = `${row.id} ${schema} ${name}`
      if (named.has(name)) {
        unnamed.delete(key)
        continue
      }
      const known = unnamed.get(key)
      if (known === undefined) unnamed.set(key, now)
      else if (now - known > readMs && now - since > youngMs) {
        await writer.write((tx) => tx.drop(name), dropMs)
        unnamed.delete(key)
      }
    }
  }

  return async (now: number): Promise<void> => {
    const named = new Set(await listMaterializedTables(store.db))
    const types = sessions.kinds().filter((type) => sessions.connector(type)?.capabilities.write)
    for (const row of await listConnectionsOfTypes(store.db, types)) {
      const schema = writeSchemaOf(row)
      if (schema === null) continue
      // A platform that does not respond is tried again the next time.
      await sweepOne(row, schema, named, now).catch((error: unknown) => {
        if (!isAppError(error)) reportBug(error)
      })
    }
  }
}
