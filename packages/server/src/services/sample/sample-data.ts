import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../config/index.ts'
import type { DuckdbConnector } from '../../connectors/index.ts'
import { findSampleConnection, insertConnection, updateConnectionSettings } from '../../store/connections.ts'
import { type AuditEvent, newUuid, type Store, systemActor } from '../../store/index.ts'
import { sampleFileName, sampleStatements } from './sample-tables.ts'

export interface SampleData {
  /**
   * Creates a missing database file, and the connection "Sample data" when the organization has none. Safe to call at every start.
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

export function createSampleData(deps: SampleDataDeps): SampleData {
  const file = join(deps.folder, sampleFileName)
  return {
    async ensure(organizationId, memberId) {
      await ensureFile(deps, file)
      const present = await findSampleConnection(deps.store.db, organizationId)
      const settings = JSON.stringify({ path: file, readOnly: true })
      if (present) {
        // The data folder was moved, or restored to another place.
        if (present.settings !== settings)
          await move(deps, { organizationId, connectionId: present.id, file, settings })
        return { connectionId: present.id, isNew: false }
      }
      return { connectionId: await addConnection(deps, { organizationId, memberId, settings }), isNew: true }
    },
  }
}

async function ensureFile({ duckdb, clock, folder, lastDay }: SampleDataDeps, file: string): Promise<void> {
  if (existsSync(file)) return
  mkdirSync(folder, { recursive: true })
  // Removes files of an interrupted start.
  for (const name of readdirSync(folder)) if (name.startsWith('building-')) rmSync(join(folder, name))
  const building = join(folder, `building-${newUuid()}.duckdb`)
  const yesterday = new Date(clock.now() - 86_400_000).toISOString().slice(0, 10)
  await duckdb.build(building, sampleStatements(lastDay ?? yesterday), new AbortController().signal)
  renameSync(building, file)
}

async function move(
  { store, clock }: SampleDataDeps,
  {
    organizationId,
    connectionId,
    file,
    settings,
  }: { organizationId: string; connectionId: string; file: string; settings: string },
): Promise<void> {
  const event = eventOf(organizationId, 'CONNECTION_UPDATED', connectionId, { path: file })
  const change = { settings, updatedBy: 'system', now: clock.now() }
  await store.write(event, (tx) => updateConnectionSettings(tx, organizationId, connectionId, change))
}

/** Returns the id of the new connection. */
async function addConnection(
  { store, clock }: SampleDataDeps,
  { organizationId, memberId, settings }: { organizationId: string; memberId: string; settings: string },
): Promise<string> {
  const [id, now] = [newUuid(), clock.now()]
  const row: Parameters<typeof insertConnection>[1] = {
    organization_id: organizationId,
    id,
    name: 'Sample data',
    type: 'duckdb',
    settings,
    secrets_encrypted: null,
    is_sample: 1,
    is_archived: 0,
    use_friendly_names: 1,
    revision: 1,
    timeouts: JSON.stringify({ default: 120, worksheet: 120, dashboard: 120, download: 600 }),
    pool_sizes: JSON.stringify({ adhocPoolSize: 4, catalogPoolSize: 2, resultPoolSize: 4, schedulePoolSize: 2 }),
    last_active_at: now,
    created_by: memberId,
    updated_by: memberId,
    created_at: now,
    updated_at: now,
  }
  const event = eventOf(organizationId, 'CONNECTION_CREATED', id, { name: row.name, type: row.type })
  await store.write(event, (tx) => insertConnection(tx, row))
  return id
}

function eventOf(
  organizationId: string,
  action: 'CONNECTION_CREATED' | 'CONNECTION_UPDATED',
  id: string,
  details: Record<string, unknown>,
): AuditEvent {
  return {
    organizationId,
    actor: systemActor,
    category: 'CONNECTION',
    action,
    object: { kind: 'connection', id },
    details,
  }
}
