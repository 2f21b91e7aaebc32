import { jobOn } from '@octavo/core/access'
import type { AuditEventType, ExportProgress } from '@octavo/core/contract'
import { applyEdits, deserializeDocument, type WorkbookDocument, withComputedFormulas } from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import { jobKinds } from '@octavo/core/jobs'
import type { Access } from '../../access/index.ts'
import type { Blobs, StoredBlob } from '../../blobs/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import type { Queue } from '../../queue/index.ts'
import { findDocumentVersion } from '../../store/documents.ts'
import { type ExportRow, findExport, updateExport } from '../../store/exports.ts'
import { systemActor } from '../../store/index.ts'
import { findJob } from '../../store/jobs.ts'
import type { ElementCompiler } from '../queries/element-compiler.ts'
import type { QueryLog } from '../queries/query-log.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { createExportFiles, type RowFacts } from './export-files.ts'
import { fileKeyOf, removalOf } from './export-removals.ts'
import type { ExportOrder, ExportRecord } from './export-requests.ts'
import { type OnProgress, progressNotes } from './progress-notes.ts'
import type { ReportParts } from './report-files.ts'

export interface ExportAttempt {
  organizationId: string
  exportId: string
  attempt: number
  signal: AbortSignal
}

export type ExportRuns = ReturnType<typeof createExportRuns>

/** Produces the files of exports. Every attempt starts from the beginning; a file becomes visible only when it is complete. */
export function createExportRuns(given: Given) {
  return serviceOf(partsOf(given), { run, expire })
}

interface Given extends ReportParts {
  queue: Queue
  blobs: Blobs
  viewers: Viewers
  compiler: ElementCompiler
  sessions: Sessions
  access: Pick<Access, 'connectionFacts'>
  queryLog: QueryLog
}

type Parts = ReturnType<typeof partsOf>

function partsOf(given: Given) {
  const { store, clock, queue, blobs, viewers } = given
  const files = createExportFiles(given)
  return { store, clock, queue, blobs, viewers, files }
}

/** The pinned version, with the changes of the view when the file shows one. */
async function contentOf({ store }: Parts, row: ExportRow, { view }: ExportOrder): Promise<WorkbookDocument> {
  const version = await findDocumentVersion(store.db, row.organization_id, row.document_id, row.document_version)
  if (!version) throw new AppError('not_found', { kind: 'workbook', id: row.document_id })
  const content = deserializeDocument(version.content)
  return withComputedFormulas(view === undefined ? content : applyEdits(content, view.edits).document)
}

async function makeFile(parts: Parts, row: ExportRow, signal: AbortSignal, onProgress: OnProgress): Promise<void> {
  const { viewers, files, blobs } = parts
  const order = JSON.parse(row.request) as ExportOrder
  // The right to run is checked again: the member may have left since the request.
  const viewer = await viewers.load(row.organization_id, order.runAs, jobOn(order.evalConnectionId))
  if (!viewer) throw new AppError('forbidden', { reason: 'The member whose data it shows is not active any more.' })
  const { document_id: id, document_version: version } = row
  const versionKey = order.view === undefined ? String(version) : `${version} with ${order.view.fingerprint}`
  const document = { id, versionKey, version, content: await contentOf(parts, row, order) }
  const fileKey = fileKeyOf(row)
  const file = await files.open(
    { viewer, document, owner: `exports of ${row.member_id}`, purpose: 'download' },
    order,
    signal,
    onProgress,
  )
  const stored = await blobs.put(fileKey, file.content, { signal })
  const record: ExportRecord = {
    ...order,
    ...(order.format === 'xlsx' ? { sheets: file.xlsx.sheets } : {}),
    ...(order.report === undefined ? {} : { ...file.report, leftOut: file.leftOut }),
  }
  await publish(parts, row, { fileKey, record, ...file.rows, ...stored })
}

async function publish(
  { blobs, clock, queue, store }: Parts,
  row: ExportRow,
  file: RowFacts & StoredBlob & { fileKey: string; record: ExportRecord },
): Promise<void> {
  const now = clock.now()
  const expiresAt = now + row.validity_ms
  const isPublished = await store.write(
    (wasRunning: boolean) => (wasRunning ? eventOf(row, 'EXPORT_COMPLETED', completed(file)) : []),
    async (tx) => {
      const wasRunning = await updateExport(tx, row.organization_id, row.id, ['running'], {
        state: 'ready',
        request: JSON.stringify(file.record),
        file_key: file.fileKey,
        row_count: file.rowCount,
        is_truncated: file.truncated ? 1 : 0,
        size_bytes: file.sizeBytes,
        checksum: file.sha256,
        ready_at: now,
        expires_at: expiresAt,
      })
      if (wasRunning) {
        await queue.enqueue(tx, {
          organizationId: row.organization_id,
          kind: 'export.expire',
          payload: { exportId: row.id },
          actorId: 'system',
          runAt: expiresAt,
        })
      }
      return wasRunning
    },
  )
  // The export was cancelled at the last moment, so the file is not needed.
  if (!isPublished) await blobs.delete(file.fileKey)
}

/** Facts about a finished file for the audit log. */
function completed({
  rowCount: rows,
  truncated,
  record,
}: RowFacts & { record: ExportRecord }): Record<string, unknown> {
  const { pageCount: pages, leftOut, missingLetters } = record
  return { rows, truncated, ...(pages === undefined ? {} : { pages, leftOut, missingLetters }) }
}

async function fail({ blobs, store }: Parts, row: ExportRow, error: AppError): Promise<void> {
  const { requestId: _, ...body } = error.toBody('')
  // An earlier attempt may have been killed after it had stored the file.
  await blobs.delete(fileKeyOf(row))
  await store.write(
    (wasOpen: boolean) => (wasOpen ? eventOf(row, 'EXPORT_FAILED', { code: error.code }) : []),
    (tx) =>
      updateExport(tx, row.organization_id, row.id, ['queued', 'running'], {
        state: 'failed',
        error: JSON.stringify(body),
      }),
  )
}

/** Makes one attempt. An error that the requester can fix ends the export; a transient one is thrown, so that the queue tries again. */
async function run(
  parts: Parts,
  { organizationId, exportId, attempt, signal }: ExportAttempt,
): Promise<Record<string, unknown>> {
  const { store } = parts
  const row = await findExport(store.db, organizationId, exportId)
  if (!row || (row.state !== 'queued' && row.state !== 'running')) return { state: row?.state ?? 'missing' }
  await store.maintain('export begins', (tx) =>
    updateExport(tx, organizationId, exportId, ['queued', 'running'], { state: 'running', progress: null }),
  )
  const notes = progressNotes((progress: ExportProgress) => noteProgress(parts, row, progress))
  try {
    await makeFile(parts, row, signal, notes.note)
  } catch (error) {
    if (signal.aborted) {
      if (signal.reason === 'deadline_passed') {
        await fail(parts, row, new AppError('export_failed', { reason: 'It took longer than the time limit.' }))
      }
      throw error
    }
    const known = isAppError(error) ? error : new AppError('internal', {})
    if (known.status < 500 || attempt >= jobKinds.export.maxAttempts) await fail(parts, row, known)
    throw error
  } finally {
    await notes.end()
  }
  const done = await findExport(store.db, organizationId, exportId)
  return { state: done?.state, rows: done?.row_count, truncated: done?.is_truncated === 1 }
}

function noteProgress({ store }: Parts, row: ExportRow, progress: ExportProgress) {
  return store.maintain(
    'progress of an export',
    (tx) => updateExport(tx, row.organization_id, row.id, ['running'], { progress: JSON.stringify(progress) }),
    { isolation: 'read committed' },
  )
}

/** Deletes the file of an expired or cancelled export. */
async function expire(parts: Parts, organizationId: string, exportId: string): Promise<void> {
  const { blobs, clock, store } = parts
  const row = await findExport(store.db, organizationId, exportId)
  if (row?.state === 'cancelled' || row?.state === 'expired') return removeFile(parts, row)
  if (!row || row.expires_at === null || row.expires_at > clock.now()) return
  if (row.file_key !== null) await blobs.delete(row.file_key)
  await store.maintain('export expires', (tx) =>
    updateExport(tx, organizationId, exportId, ['ready'], { state: 'expired' }),
  )
}

/** Deletes the file of an export that has ended, or looks again later while a worker may still write it. */
async function removeFile({ blobs, clock, queue, store }: Parts, row: ExportRow): Promise<void> {
  const { organization_id: organizationId, id, job_id: jobId } = row
  const job = await findJob(store.db, organizationId, jobId)
  if (job?.state === 'running') {
    await store.maintain('file of a cancelled export', (tx) =>
      queue.enqueue(tx, removalOf(organizationId, id, clock.now())),
    )
    return
  }
  await blobs.delete(fileKeyOf(row))
}

function eventOf(row: ExportRow, action: AuditEventType, details: Record<string, unknown>) {
  const object = { kind: 'export', id: row.id }
  return {
    organizationId: row.organization_id,
    actor: systemActor,
    category: 'EXPORTS' as const,
    action,
    object,
    details: { ...details, memberId: row.member_id },
  }
}
