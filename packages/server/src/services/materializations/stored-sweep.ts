import { isAppError } from '@octavo/core/errors'
import type { Connector, Sessions } from '../../connectors/index.ts'
import { type ConnectionRow, listConnectionsOfTypes } from '../../store/connections.ts'
import type { Store } from '../../store/index.ts'
import { listMaterializedTables } from '../../store/materializations.ts'
import { writeSchemaOf } from '../connections/published-settings.ts'
import { storedSchemaOf, storedSince } from './stored-places.ts'

/** How long a table may exist before a schedule uses it. */
const youngMs = 6 * 3_600_000
/** Longer than any statement runs: a table is kept this long for statements that started while it was in use. */
const readMs = 11 * 60_000
const listMs = 30_000

interface Parts {
  store: Store
  sessions: Sessions
  reportBug: (error: unknown) => void
}

const storesRows = (connector: Connector | undefined): boolean =>
  connector?.capabilities.write === true || connector?.capabilities.rowTables === true

/** Drops tables of stored rows in the write schemas of connections that no schedule uses. Call it periodically. */
export function createStoredSweep({ store, sessions, reportBug }: Parts) {
  /** Tables that no schedule uses, and since when that is known. */
  const unnamed = new Map<string, number>()

  async function sweepOne(row: ConnectionRow, named: ReadonlySet<string>, now: number): Promise<void> {
    const opened = await sessions.openOwn(row.organization_id, row.id)
    const schema = storedSchemaOf(opened)
    if (!schema) return
    for (const { path } of await opened.session.list(schema.path, AbortSignal.timeout(listMs))) {
      const name = path.at(-1) ?? ''
      const since = storedSince(name)
      if (since === null) continue
      const key = `${row.id} ${path.join(' ')}`
      if (named.has(name)) {
        unnamed.delete(key)
        continue
      }
      const known = unnamed.get(key)
      if (known === undefined) unnamed.set(key, now)
      else if (now - known > readMs && now - since > youngMs) {
        await schema.drop(name)
        unnamed.delete(key)
      }
    }
  }

  return async (now: number): Promise<void> => {
    const named = new Set(await listMaterializedTables(store.db))
    const types = sessions.kinds().filter((type) => storesRows(sessions.connector(type)))
    for (const row of await listConnectionsOfTypes(store.db, types)) {
      if (writeSchemaOf(row) === null) continue
      // A platform that does not respond is tried again the next time.
      await sweepOne(row, named, now).catch((error: unknown) => {
        if (!isAppError(error)) reportBug(error)
      })
    }
  }
}
