import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../config/index.ts'
import { type AuditEventRow, listSealedEvents } from '../../store/audit-log.ts'
import {
  type AuditTrailRow,
  findAuditTrail,
  lastSealedNumber,
  listAuditTrails,
  sealedNumberBefore,
  updateAuditTrail,
} from '../../store/audit-trails.ts'
import { findConnection, insertConnection, updateConnectionSettings } from '../../store/connections.ts'
import { type AuditEvent, newUuid, type Store, systemActor } from '../../store/index.ts'
import { entriesOf } from '../audit-log/event-entries.ts'
import { serviceOf } from '../service/service.ts'
import { joinStatement, partStatement, snapshotStatements, trailLine } from './trail-columns.ts'
import {
  coveringParts,
  makePlaces,
  partName,
  partsFolder,
  partsToJoin,
  readParts,
  snapshotFile,
  sweepTrail,
  type TrailPart,
  type TrailPlaces,
  trailPlaces,
} from './trail-parts.ts'

export const trailConnectionName = 'Octavo Audit Logs'
const dayMs = 86_400_000
const readAtOnce = 2_000
/** Maximum rows of one part before parts are joined. */
const mostRows = 200_000

/** Where copies are stored, and the engine that writes them. */
export interface TrailFiles {
  /** Folder of the copies of all organizations. */
  folder: string
  /** Runs the server's own statements on a new database file. */
  build(path: string, statements: readonly string[], signal: AbortSignal): Promise<void>
}

export type TrailCopies = ReturnType<typeof createTrailCopies>

/** Copies the sealed events of organizations that enabled it to Parquet files, which the audit log connection reads. */
export function createTrailCopies(parts: Parts) {
  return serviceOf(parts, { copy, behind, clean })
}

interface Parts {
  store: Store
  clock: Clock
  trailFiles: TrailFiles
  usageDocuments: { ensure(trail: AuditTrailRow): Promise<void> }
}

/**
 * Updates the copy of an organization and returns the number of added events, 0 when the copy is disabled. Files left by a killed process
 * are reused or removed by the next call.
 */
async function copy(parts: Parts, organizationId: string, signal: AbortSignal): Promise<number> {
  const { clock, store, trailFiles } = parts
  const trail = await findAuditTrail(store.db, organizationId)
  if (trail?.is_enabled !== 1) return 0
  const places = trailPlaces(trailFiles.folder, organizationId)
  makePlaces(places)
  for (const name of readdirSync(places.work)) rmSync(join(places.work, name), { recursive: true, force: true })
  const since = cutoffOf(trail, clock.now())
  let kept = coveringParts(readParts(places)).filter(({ newestAt }) => newestAt >= since)
  let copied = 0
  for (;;) {
    const after = kept.at(-1)?.to ?? (await startOf(parts, trail, since))
    const part = await addPart(parts, places, organizationId, after, signal)
    if (part === null) break
    copied += part.to - part.from + 1
    kept = await joined(parts, places, [...kept, part], signal)
  }
  if (copied > 0 || !(await isPresent(parts, trail, places, since))) {
    await publish(parts, trail, places, { kept, since }, signal)
  }
  const present = (await findAuditTrail(store.db, organizationId)) ?? trail
  sweepTrail(places, { snapshot: present.snapshot, kept, since }, Date.now())
  await parts.usageDocuments.ensure(present)
  return copied
}

/** Time of the oldest event to keep in the copy: not before the copy was enabled, and not older than the retention days. */
function cutoffOf(trail: AuditTrailRow, now: number): number {
  const oldest = now - trail.retention_days * dayMs
  // Rounded to whole days, so that a copy without new events does not change until the next day.
  return Math.max(trail.since_at, Math.floor(oldest / dayMs) * dayMs)
}

async function startOf({ store }: Parts, trail: AuditTrailRow, since: number): Promise<number> {
  const before = await sealedNumberBefore(store.db, trail.organization_id, since)
  return Math.max(trail.since_number, before)
}

/** Writes the next events as a part; null when there are none. */
async function addPart(
  { store, trailFiles }: Parts,
  places: TrailPlaces,
  organizationId: string,
  after: number,
  signal: AbortSignal,
): Promise<TrailPart | null> {
  const lines = join(places.work, `${newUuid()}.jsonl`)
  let to = after
  let newestAt = 0
  async function* read(): AsyncGenerator<string> {
    while (to - after < mostRows) {
      const rows: AuditEventRow[] = await listSealedEvents(store.db, organizationId, to, readAtOnce)
      const events = await entriesOf(store, organizationId, rows)
      for (const [index, row] of rows.entries()) {
        const event = events[index]
        if (event) yield trailLine(event, row)
        newestAt = Math.max(newestAt, row.happened_at)
      }
      to = rows.at(-1)?.sealed_number ?? to
      if (rows.length < readAtOnce) return
    }
  }
  await pipeline(read, createWriteStream(lines, { mode: 0o600 }), { signal })
  const range = { from: after + 1, to, newestAt }
  const part = { file: join(places.parts, partName(range)), ...range }
  if (to > after) await writeFile(trailFiles, places, part.file, (file) => partStatement(lines, file), signal)
  rmSync(lines, { force: true })
  return to > after ? part : null
}

/** The file gets its final name only when it is complete. */
async function writeFile(
  { build }: TrailFiles,
  places: TrailPlaces,
  file: string,
  statement: (unfinished: string) => string,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = join(places.work, `${newUuid()}.parquet`)
  const database = join(places.work, `${newUuid()}.duckdb`)
  await build(database, [statement(unfinished)], signal)
  renameSync(unfinished, file)
  rmSync(database, { force: true })
}

/** Joins parts so that the same events are in fewer files. */
async function joined(
  { trailFiles }: Parts,
  places: TrailPlaces,
  kept: readonly TrailPart[],
  signal: AbortSignal,
): Promise<TrailPart[]> {
  const many = partsToJoin(kept)
  const [first, last] = [many[0], many.at(-1)]
  if (first === undefined || last === undefined) return [...kept]
  const range = { from: first.from, to: last.to, newestAt: Math.max(...many.map(({ newestAt }) => newestAt)) }
  const part = { file: join(places.parts, partName(range)), ...range }
  const files = many.map(({ file }) => file)
  await writeFile(trailFiles, places, part.file, (file) => joinStatement(files, file), signal)
  return [...kept.slice(0, kept.length - many.length), part]
}

/** Whether the connection reads a snapshot in this data folder that begins at `since`. */
async function isPresent({ store }: Parts, trail: AuditTrailRow, places: TrailPlaces, since: number): Promise<boolean> {
  if (trail.connection_id === null) return false
  const connection = await findConnection(store.db, trail.organization_id, trail.connection_id)
  const path = snapshotFile(places, trail.snapshot)
  return connection?.settings === settingsOf(path, since) && existsSync(path)
}

/** What is published is stored only for comparison: a snapshot that begins later, or has other columns, is a different one. */
const settingsOf = (path: string, since: number): string =>
  JSON.stringify({ path, readOnly: true, published: { since, parts: partsFolder } })

/** Writes the next snapshot and points the connection to it; the first snapshot also creates the connection. */
async function publish(
  { clock, store, trailFiles }: Parts,
  trail: AuditTrailRow,
  places: TrailPlaces,
  { kept, since }: { kept: readonly TrailPart[]; since: number },
  signal: AbortSignal,
): Promise<void> {
  const { organization_id: organizationId, connection_id } = trail
  const snapshot = trail.snapshot + 1
  const path = snapshotFile(places, snapshot)
  // Newest first: lists show the latest events first, and those are found without reading the other parts.
  const files = kept.map(({ file }) => file).toReversed()
  const building = join(places.work, newUuid())
  mkdirSync(building, { mode: 0o700 })
  await trailFiles.build(join(building, 'AUDIT_LOG.duckdb'), snapshotStatements(files, since), signal)
  // A leftover of a process that was killed before the snapshot was recorded.
  rmSync(join(places.snapshots, String(snapshot)), { recursive: true, force: true })
  renameSync(building, join(places.snapshots, String(snapshot)))
  const settings = settingsOf(path, since)
  const now = clock.now()
  const progress = { snapshot, copied_number: kept.at(-1)?.to ?? trail.copied_number, copied_at: now, updated_at: now }
  if (connection_id !== null) {
    await store.maintain('audit trail', async (tx) => {
      await updateConnectionSettings(tx, organizationId, connection_id, { settings, updatedBy: 'system', now })
      await updateAuditTrail(tx, organizationId, progress)
    })
    return
  }
  const id = newUuid()
  await store.write(created(organizationId, id), async (tx) => {
    await insertConnection(tx, newConnection(trail, id, settings, now))
    await updateAuditTrail(tx, organizationId, { ...progress, connection_id: id })
  })
}

function created(organizationId: string, id: string): AuditEvent {
  return {
    organizationId,
    actor: systemActor,
    category: 'CONNECTION',
    action: 'CONNECTION_CREATED',
    object: { kind: 'connection', id },
    change: { before: null, after: { name: trailConnectionName, type: 'duckdb', isAuditLog: true } },
  }
}

function newConnection(
  { organization_id, enabled_by }: AuditTrailRow,
  id: string,
  settings: string,
  now: number,
): Parameters<typeof insertConnection>[1] {
  const by = enabled_by ?? 'system'
  return {
    organization_id,
    id,
    name: trailConnectionName,
    type: 'duckdb',
    settings,
    secrets_encrypted: null,
    is_sample: 0,
    is_audit_log: 1,
    is_archived: 0,
    use_friendly_names: 1,
    revision: 1,
    timeouts: JSON.stringify({ default: 120, worksheet: 120, dashboard: 120, download: 600 }),
    pool_sizes: JSON.stringify({ adhocPoolSize: 4, catalogPoolSize: 2, resultPoolSize: 4, schedulePoolSize: 2 }),
    last_active_at: now,
    created_by: by,
    updated_by: by,
    created_at: now,
    updated_at: now,
  }
}

/** Organizations whose copy lacks sealed events, was not updated today, or does not exist. */
async function behind({ clock, store }: Parts): Promise<string[]> {
  const today = Math.floor(clock.now() / dayMs)
  const found: string[] = []
  for (const { is_enabled, organization_id: id, copied_number, copied_at } of await listAuditTrails(store.db)) {
    if (is_enabled !== 1) continue
    const isOfToday = copied_at !== null && Math.floor(copied_at / dayMs) === today
    if (!isOfToday || (await lastSealedNumber(store.db, id)) > copied_number) found.push(id)
  }
  return found
}

/** Removes copies that are past their retention, and copies of deleted organizations. */
async function clean({ clock, store, trailFiles }: Parts): Promise<void> {
  const now = clock.now()
  const trails = await listAuditTrails(store.db)
  for (const trail of trails) {
    if (trail.is_enabled === 1 || trail.kept_until === null || trail.kept_until > now) continue
    rmSync(trailPlaces(trailFiles.folder, trail.organization_id).all, { recursive: true, force: true })
    await store.maintain('audit trail is over', (tx) =>
      updateAuditTrail(tx, trail.organization_id, { kept_until: null, copied_number: 0, copied_at: null }),
    )
  }
  if (!existsSync(trailFiles.folder)) return
  const known = new Set(trails.map(({ organization_id }) => organization_id))
  for (const name of readdirSync(trailFiles.folder)) {
    if (!known.has(name)) rmSync(join(trailFiles.folder, name), { recursive: true, force: true })
  }
}
