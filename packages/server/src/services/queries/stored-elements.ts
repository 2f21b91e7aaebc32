import type { MaterializedTables } from '@octavo/core/plan'
import type { Statement } from '@octavo/core/types'
import { digest, sidesOf } from '../../cache/index.ts'
import type { Clock } from '../../config/index.ts'
import { storedRevision, uploadedTable } from '../../connectors/index.ts'
import { createReadMemory, type Store } from '../../store/index.ts'
import {
  listStoredMaterializations,
  storedRelationsOf,
  updateMaterializationSchedule,
} from '../../store/materializations.ts'
import { timestamp } from '../answers/timestamp.ts'

/** A key of a relation's rows: its connection, its statement and every value in it. */
export function identityOf(connectionId: string, statement: Statement): string {
  const { text, values, sides } = statement
  const apart = sides ? [sidesOf(statement)] : []
  return digest(['stored', connectionId, text, values.map(({ type, value }) => [type, value]), ...apart])
}

interface Found {
  tables: MaterializedTables
  /** A key of the set of tables. */
  revision: string
}

export interface StoredElements {
  /** The stored rows of an organization; undefined when it has none. */
  of(organizationId: string): Promise<Found | undefined>
}

const noteEveryMs = 3_600_000

/** Finds rows of elements stored by materializations, and records about once an hour that they are read. */
export function createStoredElements({ store, clock }: { store: Store; clock: Clock }): StoredElements {
  const remembered = createReadMemory(store, { forMs: 5_000, clock })
  const noted = new Map<string, number>()

  function note(organizationId: string, scheduleId: string): void {
    const now = clock.now()
    if (now - (noted.get(scheduleId) ?? 0) < noteEveryMs) return
    noted.set(scheduleId, now)
    store
      .maintain('use of a materialization', (tx) =>
        updateMaterializationSchedule(tx, organizationId, scheduleId, { used_at: now }),
      )
      .catch(() => noted.delete(scheduleId))
  }

  async function read(organizationId: string): Promise<Found | undefined> {
    const rows = await listStoredMaterializations(store.db, organizationId)
    if (rows.length === 0) return undefined
    const elements = new Set(rows.map((row) => row.element_id))
    const relations = new Map(
      rows.flatMap((row) =>
        storedRelationsOf(row).map(
          ({ identity, ...placed }) => [identity, { scheduleId: row.id, ...placed, at: row.stored_at ?? 0 }] as const,
        ),
      ),
    )
    return {
      revision: digest([...relations].map(([identity, { tableId }]) => [identity, tableId])),
      tables: {
        has: (elementId) => elements.has(elementId),
        find(connectionId, statement) {
          const found = relations.get(identityOf(connectionId, statement))
          if (!found) return null
          note(organizationId, found.scheduleId)
          const { tableId, schema, catalog } = found
          const at = timestamp(found.at)
          return schema === undefined
            ? { table: uploadedTable(tableId, storedRevision), at }
            : { table: tableId, schema, ...(catalog === undefined ? {} : { catalog }), at }
        },
      },
    }
  }

  return { of: (organizationId) => remembered(store, organizationId, () => read(organizationId)) }
}
