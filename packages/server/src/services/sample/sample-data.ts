import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../config/index.ts'
import type { DuckdbConnector } from '../../connectors/index.ts'
import { findSampleConnection, insertConnection, updateConnectionSettings } from '../../store/connections.ts'
import { newUuid, type Store, systemActor } from '../../store/index.ts'
import { sampleFileName, sampleStatements } from './sample-tables.ts'

export interface SampleData {
  /**
   * Makes the database file where it is missing and the connection "Sample data" where the organization has none.
   * Safe to call at every start.
   */
  ensure(organizationId: string, memberId: string): Promise<{ connectionId: string; isNew: boolean }>
}

interface SampleDataDeps {
  store: Store
  clock: Clock
  duckdb: DuckdbConnector
  /** The folder `sample` of the data folder; the connector must allow it. */
  folder: string
  /** OCTAVO_SAMPLE_DATE; yesterday when null. */
  lastDay: string | null
}

export function createSampleData({ store, clock, duckdb, folder, lastDay }: SampleDataDeps): SampleData {
  const file = join(folder, sampleFileName)

  async function ensureFile(): Promise<void> {
    if (existsSync(file)) return
    mkdirSync(folder, { recursive: true })
    // What a start that was killed halfway left behind.
    for (const name of readdirSync(folder)) if (name.startsWith('building-')) rmSync(join(folder, name))
    const building = join(folder, `building-${newUuid()}.duckdb`)
    const yesterday = new Date(clock.now() - 86_400_000).toISOString().slice(0, 10)
    await duckdb.build(building, sampleStatements(lastDay ?? yesterday), new AbortController().signal)
    renameSync(building, file)
  }

  async function move(organizationId: string, connectionId: string, settings: string, now: number): Promise<void> {
    await store.write(
      {
        organizationId,
        actor: systemActor,
        category: 'CONNECTION',
        action: 'CONNECTION_UPDATED',
        object: { kind: 'connection', id: connectionId },
        details: { path: file },
      },
      (tx) => updateConnectionSettings(tx, organizationId, connectionId, { settings, updatedBy: 'system', now }),
    )
  }

  return {
    async ensure(organizationId, memberId) {
      await ensureFile()
      const present = await findSampleConnection(store.db, organizationId)
      const now = clock.now()
      const settings = JSON.stringify({ path: file, readOnly: true })
      if (present) {
        // The data folder was moved, or restored in another place.
        if (present.settings !== settings) await move(organizationId, present.id, settings, now)
        return { connectionId: present.id, isNew: false }
      }
      const connectionId = newUuid()
      await store.write(
        {
          organizationId,
          actor: systemActor,
          category: 'CONNECTION',
          action: 'CONNECTION_CREATED',
          object: { kind: 'connection', id: connectionId },
          details: { name: 'Sample data', type: 'duckdb' },
        },
        (tx) =>
          insertConnection(tx, {
            organization_id: organizationId,
            id: connectionId,
            name: 'Sample data',
            type: 'duckdb',
            settings,
            secrets_encrypted: null,
            is_sample: 1,
            is_archived: 0,
            use_friendly_names: 1,
            revision: 1,
            timeouts: JSON.stringify({ default: 120, worksheet: 120, dashboard: 120, download: 600 }),
            pool_sizes: JSON.stringify({
              adhocPoolSize: 4,
              catalogPoolSize: 2,
              resultPoolSize: 4,
              schedulePoolSize: 2,
            }),
            last_active_at: now,
            created_by: memberId,
            updated_by: memberId,
            created_at: now,
            updated_at: now,
          }),
      )
      return { connectionId, isNew: true }
    },
  }
}
