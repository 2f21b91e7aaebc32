import type { Readable } from 'node:stream'
import { jobOn, namedConnection, type Viewer } from '@octavo/core/access'
import {
  type AuditEventType,
  type ExportJob,
  type ExportProgress,
  type ExportRequest,
  exportMediaTypes,
} from '@octavo/core/contract'
import { elementLabel, findElement, type WorkbookDocument } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { type Access, requireMember } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import { type Blobs, whileOpen } from '../../blobs/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { type ExportRow, findExport, insertExport, updateExport } from '../../store/exports.ts'
import { type AuditEvent, isDryRun, newUuid, type ObjectChange, type Store } from '../../store/index.ts'
import { findJob } from '../../store/jobs.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { compiledOrThrow, type ElementCompiler, type QueriedDocument } from '../queries/element-compiler.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { removalOf } from './export-removals.ts'
import { type ExportedView, type ExportOrder, type ExportRecord, exportOrder, exportZone } from './export-requests.ts'
import { exportedRows, requireWholeColumns } from './exported-rows.ts'

export interface ExportedDocument extends QueriedDocument {
  name: string
  /** The part of the content that is visible to the viewer. */
  shown: WorkbookDocument
  /** Set when the content is the stored version with the changes of a view. */
  view?: ExportedView
}

/** Result of a download: not ready yet, or the file. Failures are thrown. */
export type Download =
  | { state: 'pending'; progress: ExportProgress }
  | {
      state: 'file'
      stream: Readable
      fileName: string
      mediaType: string
      sizeBytes: number
      rowCount: number
      /** More rows existed than the file contains. */
      isTruncated: boolean
      /** Maximum rows of each element; null for all. */
      rowLimit: number | null
      /** Number of sheets of a spreadsheet; null for other files. */
      sheetCount: number | null
      /** Number of paper sheets of a report; null for other files. */
      pageCount: number | null
      /** Missing parts of a report as readable text. */
      leftOut: string[]
      /** Letters that no font contains. */
      missingLetters: string[]
      /** SHA-256 of the file, hex. */
      checksum: string
    }

export type Exports = ReturnType<typeof createExports>

/** Exports as their requesters see them; `export-runs.ts` produces the files on the queue. */
export function createExports(parts: Parts) {
  return serviceOf(parts, { create, download, cancel })
}

interface Parts {
  store: Store
  clock: Clock
  queue: Queue
  blobs: Blobs
  access: Access
  viewers: Viewers
  compiler: ElementCompiler
  settings: OrganizationSettingsReader
}

/** Member whose data the file contains. Only administrators may choose another member. */
async function runner({ viewers }: Parts, viewer: Viewer, memberId: string): Promise<Viewer> {
  if (memberId === viewer.memberId) return viewer
  requireMember(viewer, memberId, 'exportAs')
  const other = await viewers.load(viewer.organizationId, memberId, jobOn(namedConnection(viewer)))
  if (!other) throw new AppError('not_found', { kind: 'member', id: memberId })
  return other
}

async function own({ store }: Parts, viewer: Viewer, queryId: string): Promise<ExportRow> {
  const row = await findExport(store.db, viewer.organizationId, queryId)
  if (row?.member_id !== viewer.memberId) throw new AppError('not_found', { kind: 'export', id: queryId })
  return row
}

/** The error of an export whose job ended without reporting it: its deadline passed, or its processes died. */
async function orphanError({ store }: Parts, row: ExportRow): Promise<string | null> {
  const job = await findJob(store.db, row.organization_id, row.job_id)
  if (job && job.state !== 'failed' && job.state !== 'cancelled') return null
  const failure = job?.error ? (JSON.parse(job.error) as { message?: string }).message : undefined
  return failure ?? 'The export ended before the file was complete.'
}

function event(viewer: Viewer, action: AuditEventType, queryId: string, change?: ObjectChange): AuditEvent {
  return eventOf(viewer, {
    category: 'EXPORTS',
    action,
    object: { kind: 'export', id: queryId },
    ...(change === undefined ? {} : { change }),
  })
}

/** Throws for elements that cannot be computed for the viewer, or whose file would be incomplete. */
async function requireComputable(
  { compiler }: Parts,
  viewer: Viewer,
  document: ExportedDocument,
  order: ExportOrder,
  signal: AbortSignal,
): Promise<void> {
  const scope = await compiler.begin(viewer, document, order.parameters, exportZone)
  for (const elementId of order.elementIds) {
    const kind = findElement(document.content, elementId)?.kind ?? 'unknown'
    const element = compiledOrThrow(await compiler.compile(scope, elementId, [], signal), elementId, kind)
    requireWholeColumns(element, exportedRows(element, order))
  }
}

/**
 * Starts an export of a version that the viewer has opened, with the version and viewer fixed as they are now. Problems of the request, its
 * parameters or the element are thrown here instead of failing later.
 */
async function create(
  parts: Parts,
  viewer: Viewer,
  document: ExportedDocument,
  request: ExportRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<ExportJob> {
  const { settings, store, queue, clock } = parts
  const organization = await settings.read(viewer.organizationId)
  const asked = exportOrder(request, document.shown, viewer, organization)
  const order: ExportOrder = document.view === undefined ? asked : { ...asked, view: document.view }
  const asViewer = await runner(parts, viewer, order.runAs)
  await requireComputable(parts, asViewer, document, order, signal)

  const queryId = newUuid()
  await store.write(
    event(viewer, 'EXPORT_REQUESTED', queryId, {
      before: null,
      after: {
        workbookId: document.id,
        version: document.version,
        ...scopeOf(request),
        format: order.format,
        ...(order.runAs === viewer.memberId ? {} : { runAs: order.runAs }),
      },
    }),
    async (tx) => {
      const { jobId } = await queue.enqueue(tx, {
        organizationId: viewer.organizationId,
        kind: 'export',
        payload: { exportId: queryId },
        actorId: viewer.memberId,
      })
      await insertExport(tx, {
        organization_id: viewer.organizationId,
        id: queryId,
        job_id: jobId,
        document_id: document.id,
        document_version: document.version,
        member_id: viewer.memberId,
        request: JSON.stringify(order),
        format: order.format,
        state: 'queued',
        file_key: null,
        file_name: fileName(document.name, partName(document, request), order.format),
        media_type: exportMediaTypes[order.format],
        row_count: null,
        is_truncated: null,
        size_bytes: null,
        checksum: null,
        error: null,
        validity_ms: order.validityMs,
        created_at: clock.now(),
        ready_at: null,
        expires_at: null,
      })
    },
  )
  return { jobComplete: false, queryId, ...capMessage(request, order) }
}

/**
 * Only for the requester, and only while they may still see the workbook. Throws `not_found` for an export that is unknown, expired or
 * another member's, `query_cancelled` for one that its owner cancelled, and `export_failed` for any other export that will never have a
 * file.
 */
async function download(parts: Parts, viewer: Viewer, queryId: string): Promise<Download> {
  const { access, clock, blobs, store } = parts
  const row = await own(parts, viewer, queryId)
  const missing = new AppError('not_found', { kind: 'export', id: queryId })
  if (!(await access.decideInode(viewer, row.document_id, 'view'))?.allowed) throw missing
  switch (row.state) {
    case 'queued':
    case 'running': {
      const reason = await orphanError(parts, row)
      if (reason !== null) throw new AppError('export_failed', { reason })
      return { state: 'pending', progress: progressOf(row) }
    }
    case 'failed': {
      const failure = JSON.parse(row.error ?? '{}') as { message?: string }
      throw new AppError('export_failed', { reason: failure.message ?? 'Something went wrong on our side.' })
    }
    case 'cancelled':
      throw new AppError('query_cancelled', {})
    case 'expired':
      throw missing
    case 'ready': {
      const file =
        row.expires_at === null || row.expires_at <= clock.now() ? null : await blobs.open(row.file_key ?? '')
      if (!file) throw missing
      const record = JSON.parse(row.request) as ExportRecord
      await whileOpen(file, () => store.write(event(viewer, 'EXPORT_DOWNLOADED', queryId), async () => {}))
      return {
        state: 'file',
        stream: file.stream,
        fileName: row.file_name ?? 'export',
        mediaType: row.media_type ?? 'application/octet-stream',
        sizeBytes: file.sizeBytes,
        rowCount: row.row_count ?? 0,
        isTruncated: row.is_truncated === 1,
        rowLimit: record.rowLimit,
        sheetCount: record.sheets?.length ?? null,
        pageCount: record.pageCount ?? null,
        leftOut: record.leftOut ?? [],
        missingLetters: record.missingLetters ?? [],
        checksum: row.checksum ?? '',
      }
    }
  }
}

function progressOf({ state, progress }: ExportRow): ExportProgress {
  if (progress !== null) return JSON.parse(progress) as ExportProgress
  return { step: state === 'queued' ? 'waiting' : 'writing', done: 0, total: null, rows: null, rowTotal: null }
}

/** Stops an unfinished export; deletes the file of a finished one. */
async function cancel(parts: Parts, viewer: Viewer, queryId: string): Promise<void> {
  const { store, queue, blobs, clock } = parts
  const row = await own(parts, viewer, queryId)
  // This process may be killed before it deletes the file.
  const removal = removalOf(viewer.organizationId, queryId, clock.now())
  await store.write(
    (action: AuditEventType | null) =>
      action === null ? [] : event(viewer, action, queryId, { before: { state: row.state }, after: null }),
    async (tx) => {
      const open = await updateExport(tx, viewer.organizationId, queryId, ['queued', 'running'], {
        state: 'cancelled',
      })
      if (open) {
        await queue.cancel(tx, viewer.organizationId, row.job_id)
        await queue.enqueue(tx, removal)
        return 'EXPORT_CANCELLED'
      }
      const ready = await updateExport(tx, viewer.organizationId, queryId, ['ready'], { state: 'expired' })
      if (ready) await queue.enqueue(tx, removal)
      return ready ? 'EXPORT_DELETED' : null
    },
  )
  if (row.file_key !== null && !isDryRun()) await blobs.delete(row.file_key)
}

/** Facts of the event besides the workbook; keys of custom views are not logged. */
function scopeOf({ elementId, pageId, bookmarkId, draft }: ExportRequest): Record<string, string | boolean> {
  return {
    ...(elementId === undefined ? {} : { elementId }),
    ...(pageId === undefined ? {} : { pageId }),
    ...(bookmarkId === undefined ? {} : { bookmarkId }),
    ...(draft === true ? { draft } : {}),
  }
}

/** Name of the element or page; null for the whole workbook. */
export function partName(
  { content }: Pick<ExportedDocument, 'content'>,
  { elementId, pageId }: Pick<ExportRequest, 'elementId' | 'pageId'>,
): string | null {
  const element = elementId === undefined ? undefined : findElement(content, elementId)
  if (element) return elementLabel(element)
  return content.pages.find(({ id }) => id === pageId)?.name ?? null
}

/** Warning before the work begins: rows beyond the cap are left out although the request did not limit them. */
function capMessage(request: ExportRequest, order: ExportOrder): { message?: string } {
  if (request.rowLimit !== undefined || order.rowLimit === null) return {}
  const most = order.rowLimit.toLocaleString('en-US')
  return { message: `At most ${most} rows of each element; use rowLimit and offset for more.` }
}

/** A file name that is valid on every file system: `Workbook - Element.csv`. */
export function fileName(workbook: string, element: string | null, extension: string): string {
  const stem = element === null ? workbook : `${workbook} - ${element}`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is to be removed
  const safe = stem.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ').replace(/\s+/g, ' ')
  return `${safe.trim().replace(/^\.+/, '').slice(0, 120) || 'export'}.${extension}`
}
