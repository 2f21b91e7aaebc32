import type { AuditEventType } from '@octavo/core/contract'
import { findElement } from '@octavo/core/document'
import { AppError, conflict, isAppError } from '@octavo/core/errors'
import type { CompiledElement, RelationToStore } from '@octavo/core/plan'
import { type AuditEvent, systemActor } from '../../audit/index.ts'
import { digest } from '../../cache/index.ts'
import type { Clock } from '../../config/index.ts'
import {
  inPlace,
  type OpenConnection,
  type Sessions,
  storedRevision,
  type UploadFolder,
} from '../../connectors/index.ts'
import type { Store } from '../../store/index.ts'
import {
  expireMaterializationRuns,
  findMaterializationRun,
  findMaterializationSchedule,
  type MaterializationRunRow,
  type MaterializationScheduleRow,
  type StoredRelation,
  storedRelationsOf,
  updateMaterializationRun,
  updateMaterializationSchedule,
} from '../../store/materializations.ts'
import type { Documents } from '../documents/documents.ts'
import { compiledOrThrow, type ElementCompiler } from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { identityOf } from '../queries/stored-elements.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { type StoringPlace, storingPlaceOf } from './stored-places.ts'

/** Storage limits of one element. */
export interface MaterializationLimits {
  rows: number
  /** Total of all its relations. */
  bytes: number
  /** For each relation. */
  timeoutMs: number
}

export const materializationLimits: MaterializationLimits = {
  rows: 100_000_000,
  bytes: 10 * 1024 ** 3,
  timeoutMs: 60 * 60_000,
}

/** Number of consecutive failures after which the schedule is paused. */
export const mostFailures = 5

export type MaterializationRuns = ReturnType<typeof createMaterializationRuns>

/** Stores the rows of an element as tables with new names, and makes all of them visible to readers at once at the end. */
export function createMaterializationRuns(given: Given) {
  return serviceOf({ limits: materializationLimits, ...given }, { run, fail, requireStorable })
}

interface Given {
  store: Store
  clock: Clock
  sessions: Sessions
  viewers: Viewers
  documents: Documents
  compiler: ElementCompiler
  uploadFolder: UploadFolder
  limits?: MaterializationLimits
}
type Parts = Given & { limits: MaterializationLimits }

type Ended = 'ready' | 'skipped' | 'failed' | 'gone'

/** Runs and records the result; errors that are not the element's fault are thrown, so that the job is retried. */
async function run(parts: Parts, organizationId: string, runId: string, signal: AbortSignal): Promise<Ended> {
  const { store, clock } = parts
  const row = await findMaterializationRun(store.db, organizationId, runId)
  const schedule = row && (await findMaterializationSchedule(store.db, organizationId, { id: row.schedule_id }))
  if (!row || (row.state !== 'pending' && row.state !== 'building')) return 'gone'
  if (!schedule) {
    await fail(parts, row, 'The schedule was removed before its rows were stored.')
    return 'failed'
  }
  await store.maintain('begin of a materialization', (tx) =>
    updateMaterializationRun(tx, organizationId, runId, ['pending'], { state: 'building', started_at: clock.now() }),
  )
  try {
    return await make(parts, schedule, row, signal)
  } catch (error) {
    if (signal.aborted || !isAppError(error) || error.status >= 500) throw error
    await fail(parts, row, error.message)
    return 'failed'
  }
}

async function make(
  parts: Parts,
  schedule: MaterializationScheduleRow,
  row: MaterializationRunRow,
  signal: AbortSignal,
): Promise<Ended> {
  const { store, clock } = parts
  const { organization_id: organizationId, id } = schedule
  const { element, relations, connection, place } = await storableOf(parts, schedule, signal)
  const identities = relations.map((relation) => identityOf(element.connectionId, relation.identity))
  const dataState = place.dataState()
  const state = dataState === null ? null : digest([dataState, identities])
  const readAt = clock.now()
  if (state !== null && schedule.data_state === state && schedule.stored_at !== null) {
    await store.maintain('skipped materialization', async (tx) => {
      const end = { state: 'skipped' as const, finished_at: clock.now() }
      await updateMaterializationRun(tx, organizationId, row.id, ['building'], end)
      await updateMaterializationSchedule(tx, organizationId, id, { failures: 0 })
    })
    return 'skipped'
  }
  const stored: StoredRelation[] = []
  let isSeen = false
  try {
    const size = await storeAll(parts, { relations, identities, connection, place, stored }, schedule, signal)
    isSeen = await swap(parts, schedule, row, { stored, state, readAt, ...size })
    return isSeen ? 'ready' : 'gone'
  } finally {
    // Tables that cannot be removed now are removed by `clean`.
    if (!isSeen) await Promise.allSettled(stored.map((table) => place.remove(table)))
  }
}

interface Storing {
  relations: readonly RelationToStore[]
  identities: readonly string[]
  connection: OpenConnection
  place: StoringPlace
  /** Grows with every finished table. */
  stored: StoredRelation[]
}

async function storeAll(
  { limits }: Parts,
  { relations, identities, connection, place, stored }: Storing,
  { id }: MaterializationScheduleRow,
  signal: AbortSignal,
): Promise<{ rows: number; bytes: number }> {
  let rows = 0
  let bytes = 0
  for (const [index, relation] of relations.entries()) {
    const budget = { timeoutMs: limits.timeoutMs, maxRows: null, maxBytes: limits.bytes - bytes }
    const made = await inPlace(connection.pools.schedule, `materialization ${id}`, signal, () =>
      place.store(relation, limits.rows, budget, signal),
    )
    stored.push({ identity: identities[index] ?? '', ...made.placed })
    rows = Math.max(rows, made.rows)
    bytes += made.bytes
  }
  return { rows, bytes }
}

/** Makes the new tables visible to readers. False when the schedule was removed or paused in the meantime. */
async function swap(
  { store, clock, uploadFolder }: Parts,
  schedule: MaterializationScheduleRow,
  row: MaterializationRunRow,
  made: { stored: StoredRelation[]; state: string | null; readAt: number; rows: number; bytes: number },
): Promise<boolean> {
  const { organization_id: organizationId, id } = schedule
  const { stored, state, readAt, rows, bytes } = made
  return store.write<boolean>(
    (isSeen) => (isSeen ? eventOf(schedule, 'MATERIALIZATION_COMPLETED', { runId: row.id, rows, bytes }) : []),
    async (tx) => {
      const now = clock.now()
      const latest = await findMaterializationSchedule(tx, organizationId, { id })
      if (!latest || latest.paused_because !== null) return false
      const end = { state: 'ready' as const, finished_at: now, row_count: rows, size_bytes: bytes }
      await expireMaterializationRuns(tx, organizationId, id, now)
      if (!(await updateMaterializationRun(tx, organizationId, row.id, ['building'], end))) return false
      await updateMaterializationSchedule(tx, organizationId, id, {
        tables: JSON.stringify(stored),
        data_state: state,
        stored_at: readAt,
        failures: 0,
      })
      store.afterCommit(tx, () => {
        for (const { tableId } of storedRelationsOf(latest)) uploadFolder.retireRevision(tableId, storedRevision)
      })
      return true
    },
  )
}

/** The element of the latest published version with its relations to store. Throws when its rows cannot be stored. */
async function storableOf(parts: Parts, schedule: MaterializationScheduleRow, signal: AbortSignal) {
  const { viewers, documents, compiler, sessions } = parts
  const { organization_id, owner_id, document_id, document_type, element_id } = schedule
  const owner = await viewers.load(organization_id, owner_id, { kind: 'job' })
  if (!owner) throw conflict({ rule: 'schedule_member_gone' })
  const document = queriedDocument(await documents.read(owner, document_type, document_id))
  const kind = findElement(document.content, element_id)?.kind
  if (kind === undefined) throw new AppError('not_found', { kind: 'element', id: element_id })
  const scope = await compiler.begin(owner, document, {})
  const element = compiledOrThrow(await compiler.compile(scope, element_id, [], signal), element_id, kind)
  requireSameForAll(element)
  const relations = element.toStore()
  if (relations.length === 0) {
    const reason = 'Its rows cannot be stored: it has columns of types such as variant or geography.'
    throw new AppError('element_invalid', { elementId: element_id, reason })
  }
  const connection = await sessions.open(owner, element.connectionId)
  if (connection.subject !== '') {
    const reason = 'It cannot be materialized: its connection reads with the role of each reader.'
    throw new AppError('element_invalid', { elementId: element_id, reason })
  }
  const place = storingPlaceOf(connection, parts.uploadFolder, () => parts.clock.now())
  if (!place) throw noPlace()
  return { element, relations, connection, place }
}

const noPlace = () =>
  new AppError('not_supported', {
    what: 'Storing rows on a connection without a place to write',
    hint: 'Give the connection write access and a write schema (PostgreSQL, MySQL, MariaDB; Trino with a catalog), or use the embedded engine.',
  })

/** Stored rows must be the same for every reader and at any time. */
function requireSameForAll({ elementId, usesViewer, usesNow, usesToday }: CompiledElement): void {
  const because = usesViewer
    ? 'its rows are different for different viewers'
    : usesNow || usesToday
      ? 'its rows depend on the time at which they are read'
      : null
  if (because) throw new AppError('element_invalid', { elementId, reason: `It cannot be materialized: ${because}.` })
}

/** Checks an element before a schedule is created. */
async function requireStorable(parts: Parts, schedule: MaterializationScheduleRow, signal: AbortSignal): Promise<void> {
  await storableOf(parts, schedule, signal)
}

/**
 * Records a failed run. From now on elements are read live, datasets keep the rows stored last; after five failures the schedule is paused.
 */
async function fail({ store, clock, uploadFolder }: Parts, row: MaterializationRunRow, reason: string): Promise<void> {
  const { organization_id: organizationId, schedule_id: id } = row
  await store.write<MaterializationScheduleRow | null>(
    (schedule) => (schedule ? eventOf(schedule, 'MATERIALIZATION_FAILED', { runId: row.id, reason }) : []),
    async (tx) => {
      const now = clock.now()
      const end = { state: 'failed' as const, finished_at: now, error: reason }
      if (!(await updateMaterializationRun(tx, organizationId, row.id, ['pending', 'building'], end))) return null
      const schedule = await findMaterializationSchedule(tx, organizationId, { id })
      if (!schedule) return null
      const failures = schedule.failures + 1
      const isPaused = failures >= mostFailures
      const keeps = schedule.document_type === 'dataset'
      await updateMaterializationSchedule(tx, organizationId, id, {
        failures,
        ...(keeps ? {} : { tables: '[]', data_state: null, stored_at: null }),
        ...(isPaused ? { paused_because: `${mostFailures} runs failed one after the other.`, next_due_at: null } : {}),
      })
      if (keeps) return schedule
      await expireMaterializationRuns(tx, organizationId, id, now)
      store.afterCommit(tx, () => {
        for (const { tableId } of storedRelationsOf(schedule)) uploadFolder.retireRevision(tableId, storedRevision)
      })
      return schedule
    },
  )
}

function eventOf(
  { organization_id: organizationId, id, document_id: documentId, element_id: elementId }: MaterializationScheduleRow,
  action: AuditEventType,
  details: Record<string, unknown>,
): AuditEvent {
  const object = { kind: 'materialization-schedule', id }
  const facts = { documentId, elementId, ...details }
  return { organizationId, actor: systemActor, category: 'CONNECTION', action, object, details: facts }
}
