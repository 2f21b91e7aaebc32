import type { Viewer } from '@octavo/core/access'
import type {
  AuditVerb,
  DatasetMaterialization,
  MaterializationJob,
  MaterializationSchedule,
  MaterializationScheduleRequest,
} from '@octavo/core/contract'
import { elementLabel, findElement } from '@octavo/core/document'
import { AppError, type ConflictCause, conflict } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { storedRevision, type UploadFolder } from '../../connectors/index.ts'
import { type Queue, readDueTimes } from '../../queue/index.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import {
  countEndedMaterializationRuns,
  deleteMaterializationSchedule,
  expireMaterializationRuns,
  findMaterializationRun,
  findMaterializationSchedule,
  insertMaterializationSchedule,
  listEndedMaterializationRuns,
  listLastMaterializationRuns,
  listMaterializationSchedulesOf,
  type MaterializationRunRow,
  type MaterializationScheduleRow,
  storedRelationsOf,
  updateMaterializationSchedule,
} from '../../store/materializations.ts'
import { findOrganization } from '../../store/organizations.ts'
import { type Slice, sliceOfList, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals, type Totals } from '../answers/totals.ts'
import type { Documents } from '../documents/documents.ts'
import type { DocumentRecord } from '../documents/open-document.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import { beginRun, mostUnusedDays } from './materialization-due.ts'
import { type MaterializationRuns, mostFailures } from './materialization-runs.ts'

type DocumentType = MaterializationScheduleRow['document_type']

/** Stored rows that are not read any more are dropped within a day. */
const droppedAfterMs = 86_400_000

export type Materializations = ReturnType<typeof createMaterializations>

/** Manages schedules that store rows of elements; `materialization-runs.ts` stores the rows. */
export function createMaterializations(given: Given) {
  const parts = { ...given, totals: createTotals(given) }
  return serviceOf(parts, { create, update, remove, list, runNow, job, endedRuns })
}

interface Given {
  store: Store
  clock: Clock
  queue: Queue
  access: Access
  inodes: Inodes
  documents: Documents
  uploadFolder: UploadFolder
  materializationRuns: MaterializationRuns
}

type Parts = Given & { totals: Totals }

interface Place {
  type: DocumentType
  documentId: string
  elementId: string
}

async function create(
  parts: Parts,
  viewer: Viewer,
  { type, documentId: idOrUrlId, elementId }: Place,
  body: MaterializationScheduleRequest,
  signal: AbortSignal,
): Promise<MaterializationSchedule> {
  const { store, clock, materializationRuns } = parts
  const record = await editable(parts, viewer, type, idOrUrlId)
  const times = await timesOf(parts, viewer, body)
  const now = clock.now()
  const row: MaterializationScheduleRow = {
    organization_id: viewer.organizationId,
    id: newUuid(),
    document_id: record.inode.id,
    document_type: type,
    element_id: elementId,
    owner_id: viewer.memberId,
    ...times,
    configured_at: now,
    paused_because: null,
    failures: 0,
    used_at: now,
    tables: '[]',
    data_state: null,
    stored_at: null,
  }
  await materializationRuns.requireStorable(row, signal)
  await store.write(event(viewer, 'CREATED', row, { before: null, after: auditFactsOf(row) }), async (tx) => {
    await requireStill(parts, tx, viewer, record)
    const place = { documentId: row.document_id, elementId }
    if (await findMaterializationSchedule(tx, viewer.organizationId, place))
      throw conflict({ rule: 'materialization_scheduled', elementId })
    await insertMaterializationSchedule(tx, row)
    await beginRun(parts, tx, row)
  })
  return entry(parts, viewer, record, row)
}

/** From then on the rows are read with the rights of the member who changed the schedule. */
async function update(
  parts: Parts,
  viewer: Viewer,
  { type, documentId, elementId }: Place,
  body: MaterializationScheduleRequest,
): Promise<MaterializationSchedule> {
  const { store, clock } = parts
  const record = await editable(parts, viewer, type, documentId)
  await ofElement(store.db, viewer, record, elementId)
  const times = await timesOf(parts, viewer, body)
  const { after } = await store.write<{ before: MaterializationScheduleRow; after: MaterializationScheduleRow }>(
    ({ before, after }) =>
      event(viewer, 'UPDATED', after, { before: auditFactsOf(before), after: auditFactsOf(after) }),
    async (tx) => {
      await requireStill(parts, tx, viewer, record)
      const before = await ofElement(tx, viewer, record, elementId)
      const now = clock.now()
      const resumed = { paused_because: null, failures: 0, used_at: now }
      const change = { ...times, ...resumed, owner_id: viewer.memberId, configured_at: now }
      await updateMaterializationSchedule(tx, viewer.organizationId, before.id, change)
      return { before, after: { ...before, ...change } }
    },
  )
  return entry(parts, viewer, record, after)
}

async function remove(parts: Parts, viewer: Viewer, { type, documentId, elementId }: Place): Promise<void> {
  const { store, clock, uploadFolder } = parts
  const record = await editable(parts, viewer, type, documentId)
  await ofElement(store.db, viewer, record, elementId)
  await store.write<MaterializationScheduleRow>(
    (row) => event(viewer, 'DELETED', row, { before: auditFactsOf(row), after: null }),
    async (tx) => {
      await requireStill(parts, tx, viewer, record)
      const row = await ofElement(tx, viewer, record, elementId)
      await expireMaterializationRuns(tx, viewer.organizationId, row.id, clock.now())
      await deleteMaterializationSchedule(tx, viewer.organizationId, row.id)
      store.afterCommit(tx, () => {
        for (const { tableId } of storedRelationsOf(row)) uploadFolder.retireRevision(tableId, storedRevision)
      })
      return row
    },
  )
}

async function list(
  parts: Parts,
  viewer: Viewer,
  { type, documentId }: Omit<Place, 'elementId'>,
  window: Window,
): Promise<Slice<MaterializationSchedule>> {
  const { store, documents } = parts
  const { record, content } = await documents.read(viewer, type, documentId)
  const rows = await listMaterializationSchedulesOf(store.db, viewer.organizationId, record.inode.id)
  const slice = sliceOfList(rows, window)
  const ids = slice.entries.map(({ id }) => id)
  const runs = await listLastMaterializationRuns(store.db, viewer.organizationId, ids)
  const lastRuns = new Map(runs.map((run) => [run.schedule_id, jobEntry(run)]))
  const entries = slice.entries.map((row) => {
    const lastRun = lastRuns.get(row.id)
    return { ...entryOf(row, nameOf(content, row.element_id)), ...(lastRun ? { lastRun } : {}) }
  })
  return { ...slice, entries }
}

/** Returns the id of the run, an existing one if it is already under way. */
async function runNow(
  parts: Parts,
  viewer: Viewer,
  { type, documentId }: Omit<Place, 'elementId'>,
  sheetId: string | null,
): Promise<{ materializationId: string }> {
  const { store } = parts
  const record = await editable(parts, viewer, type, documentId)
  interface Begun {
    row: MaterializationScheduleRow
    materializationId: string
  }
  const { materializationId } = await store.write<Begun>(
    ({ row, materializationId: runId }) => ({ ...event(viewer, 'RUN', row), details: { runId } }),
    async (tx) => {
      await requireStill(parts, tx, viewer, record)
      const [first] = await listMaterializationSchedulesOf(tx, viewer.organizationId, record.inode.id)
      const row =
        sheetId === null ? first : await findMaterializationSchedule(tx, viewer.organizationId, { id: sheetId })
      if (row?.document_id !== record.inode.id) throw unknownSchedule(sheetId ?? record.inode.id)
      if (row.paused_because !== null) throw conflict(pauseOf(row))
      return { row, materializationId: await beginRun(parts, tx, row) }
    },
  )
  return { materializationId }
}

async function job(
  { store, documents }: Parts,
  viewer: Viewer,
  { type, documentId }: Omit<Place, 'elementId'>,
  materializationId: string,
): Promise<MaterializationJob> {
  const { inode } = await documents.find(viewer, type, documentId)
  const row = await findMaterializationRun(store.db, viewer.organizationId, materializationId)
  if (row?.document_id !== inode.id) throw new AppError('not_found', { kind: 'materialization', id: materializationId })
  return jobEntry(row)
}

/** Finished runs of the document, latest first. */
async function endedRuns(
  { store, documents, clock, totals }: Parts,
  viewer: Viewer,
  { type, documentId: idOrUrlId }: Omit<Place, 'elementId'>,
  window: Window,
): Promise<Slice<DatasetMaterialization>> {
  const { organizationId } = viewer
  const { id: documentId } = (await documents.find(viewer, type, idOrUrlId)).inode
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listEndedMaterializationRuns(store.db, organizationId, documentId, { after, limit: window.limit })
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  const total = await totals(['materializations', organizationId, documentId], (atMost) =>
    countEndedMaterializationRuns(store.db, organizationId, documentId, atMost),
  )
  return { entries: page.flatMap((run) => endedEntry(run, clock.now())), next, total }
}

async function editable(
  { documents, inodes }: Parts,
  viewer: Viewer,
  type: DocumentType,
  documentId: string,
): Promise<DocumentRecord> {
  const record = await documents.find(viewer, type, documentId)
  inodes.requireEdit(viewer, record)
  return record
}

async function requireStill({ inodes }: Parts, tx: Queryable, viewer: Viewer, record: DocumentRecord): Promise<void> {
  await inodes.requireEditStill(tx, viewer, record)
}

async function ofElement(
  db: Queryable,
  { organizationId }: Viewer,
  { inode }: DocumentRecord,
  elementId: string,
): Promise<MaterializationScheduleRow> {
  const row = await findMaterializationSchedule(db, organizationId, { documentId: inode.id, elementId })
  if (!row) throw unknownSchedule(elementId)
  return row
}

const unknownSchedule = (id: string) => new AppError('not_found', { kind: 'materialization schedule', id })

/** The times of a request; the organization's zone applies when it names none. */
async function timesOf(
  { store, clock }: Parts,
  { organizationId }: Viewer,
  { schedule: { cronSpec, timezone } }: MaterializationScheduleRequest,
): Promise<Pick<MaterializationScheduleRow, 'cron' | 'zone' | 'next_due_at'>> {
  const zone = timezone ?? (await findOrganization(store.db, organizationId))?.zone ?? 'UTC'
  const read = readDueTimes(cronSpec, zone)
  if (!read.ok) {
    const problems = read.problems.map(({ field, message }) => ({ path: `schedule.${field}`, message }))
    throw new AppError('invalid_request', { reason: problems[0]?.message ?? 'The schedule is wrong.', problems })
  }
  return { cron: cronSpec.trim(), zone, next_due_at: read.times.after(clock.now(), 1)[0] ?? null }
}

async function entry(
  { documents }: Parts,
  viewer: Viewer,
  { inode }: DocumentRecord,
  row: MaterializationScheduleRow,
): Promise<MaterializationSchedule> {
  const { content } = await documents.read(viewer, row.document_type, inode.id)
  return entryOf(row, nameOf(content, row.element_id))
}

function nameOf(content: Parameters<typeof findElement>[0], elementId: string): string {
  const element = findElement(content, elementId)
  return element ? elementLabel(element) : elementId
}

function pauseOf({ failures }: MaterializationScheduleRow): ConflictCause {
  return failures >= mostFailures
    ? { rule: 'materialization_failing', most: mostFailures }
    : { rule: 'materialization_unread', days: mostUnusedDays }
}

function entryOf(row: MaterializationScheduleRow, name: string): MaterializationSchedule {
  return {
    sheetId: row.id,
    elementId: row.element_id,
    elementName: name,
    schedule: { cronSpec: row.cron, timezone: row.zone },
    configuredAt: timestamp(row.configured_at),
    paused: row.paused_because !== null,
    ...(row.paused_because === null
      ? {}
      : { pausedBecause: row.paused_because, pausedDetails: { because: pauseOf(row) } }),
    storedAt: row.stored_at === null ? null : timestamp(row.stored_at),
    nextRunAt: row.next_due_at === null ? null : timestamp(row.next_due_at),
  }
}

function jobEntry(row: MaterializationRunRow): MaterializationJob {
  const { started_at: started, finished_at: finished, expired_at: expired, error, state } = row
  return {
    materializationId: row.id,
    status: state,
    ...(started === null ? {} : { startedAt: timestamp(started) }),
    ...(state === 'ready' && finished !== null ? { readyAt: timestamp(finished) } : {}),
    ...(expired === null ? {} : { expiredAt: timestamp(expired) }),
    ...(error === null ? {} : { error }),
  }
}

function endedEntry(run: MaterializationRunRow, now: number): DatasetMaterialization[] {
  const { started_at: started, finished_at: finished, expired_at: expired } = run
  if (finished === null) return []
  const stored = expired === null ? 'success' : now - expired > droppedAfterMs ? 'swept' : 'marked'
  const entry: DatasetMaterialization = {
    status: run.state === 'failed' ? 'failed' : stored,
    finishedAt: timestamp(finished),
    error: run.error === null ? null : { code: 'materialization_failed', message: run.error },
    runtimeSecs: started === null ? null : (finished - started) / 1000,
    numRows: run.row_count,
    numBytes: run.size_bytes,
  }
  return [entry]
}

const auditFactsOf = ({ cron, zone, owner_id: ownerId }: MaterializationScheduleRow) => ({ cron, zone, ownerId })

function event(
  viewer: Viewer,
  word: AuditVerb<'MATERIALIZATION_SCHEDULE'>,
  { id, document_id: documentId, element_id: elementId }: MaterializationScheduleRow,
  change?: ObjectChange,
): AuditEvent {
  const object = { kind: 'materialization-schedule', id }
  const action = `MATERIALIZATION_SCHEDULE_${word}` as const
  const details = { documentId, elementId }
  return eventOf(viewer, { category: 'CONNECTION', action, object, details, ...(change ? { change } : {}) })
}
