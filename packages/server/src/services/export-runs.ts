import { deserializeDocument, findElement, type WorkbookDocument } from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import { jobKinds } from '@octavo/core/jobs'
import type { CompiledElement } from '@octavo/core/plan'
import { applyCellStates } from '@octavo/core/plan'
import type { ResultBatch } from '@octavo/core/types'
import type { Blobs } from '../blobs/index.ts'
import type { Clock } from '../config/index.ts'
import type { EngineColumn, OpenConnection, Sessions, StreamSummary } from '../connectors/index.ts'
import type { Queue } from '../queue/index.ts'
import { type FlatFileRows, type FlatFormat, flatFile, rowsOfBatches, uniqueNames } from '../render/index.ts'
import { findDocumentVersion } from '../store/documents.ts'
import { type ExportRow, findExport, updateExport } from '../store/exports.ts'
import { type Store, systemActor } from '../store/index.ts'
import { type Compiler, compiledOrThrow } from './compile-elements.ts'
import type { ExportOrder } from './export-requests.ts'
import { exportZone } from './exports.ts'
import { asPlanned, budgetOf } from './queries.ts'
import type { Viewers } from './viewers.ts'

export interface ExportAttempt {
  organizationId: string
  exportId: string
  attempt: number
  signal: AbortSignal
}

export type ExportRuns = ReturnType<typeof createExportRuns>

interface OpenRows {
  rows: AsyncIterable<FlatFileRows>
  summary(): StreamSummary
}

/** Makes the files of exports. Every attempt starts from the beginning; a file is seen whole or not at all (R41). */
export function createExportRuns({
  store,
  clock,
  queue,
  blobs,
  viewers,
  compiler,
  sessions,
}: {
  store: Store
  clock: Clock
  queue: Queue
  blobs: Blobs
  viewers: Viewers
  compiler: Compiler
  sessions: Sessions
}) {
  async function contentOf(row: ExportRow): Promise<WorkbookDocument> {
    const version = await findDocumentVersion(store.db, row.organization_id, row.document_id, row.document_version)
    if (!version) throw new AppError('not_found', { kind: 'workbook', id: row.document_id })
    return deserializeDocument(version.content)
  }

  /** The element as the runner sees it. The right to run is read again: a member may have left since the request. */
  async function compile(row: ExportRow, order: ExportOrder, signal: AbortSignal): Promise<CompiledElement> {
    const viewer = await viewers.load(row.organization_id, order.runAs, { kind: 'job' })
    if (!viewer) throw new AppError('forbidden', { reason: 'The member whose data it shows is not active any more.' })
    const document = {
      id: row.document_id,
      versionKey: String(row.document_version),
      version: row.document_version,
      content: await contentOf(row),
    }
    const scope = await compiler.begin(viewer, document, order.parameters, exportZone)
    const outcome = await compiler.compile(scope, order.elementId, [], signal)
    return compiledOrThrow(outcome, order.elementId, findElement(document.content, order.elementId)?.kind ?? 'unknown')
  }

  /** Rows as lines of the engine where it can write what we would, else from its batches. */
  async function openRows(
    connection: OpenConnection,
    { flat }: CompiledElement,
    order: ExportOrder,
    format: FlatFormat,
    signal: AbortSignal,
  ): Promise<OpenRows> {
    const { session } = connection
    const statement = flat.statement({ offset: order.offset, limit: order.rowLimit + 1 })
    const budget = budgetOf(connection, 'download', order.rowLimit)
    const hasExtraColumns = flat.stateColumns.some(({ state }) => state === 'several')
    if (session.formatRows && !hasExtraColumns) {
      const stopLines = new AbortController()
      const both = AbortSignal.any([signal, stopLines.signal])
      const lines = await session.formatRows(statement, format, budget, both)
      if (isAsPlanned(lines.columns, flat)) return { rows: lines.chunks, summary: lines.summary }
      stopLines.abort()
    }
    const stream = await session.query(statement, budget, signal)
    async function* batches(): AsyncGenerator<ResultBatch> {
      for await (const batch of stream.batches) {
        yield applyCellStates(flat, asPlanned(batch, stream.columns, flat.columns))
      }
    }
    const types = flat.columns.map(({ type }) => type)
    return { rows: rowsOfBatches(batches(), types, format), summary: stream.summary }
  }

  async function makeFile(row: ExportRow, signal: AbortSignal): Promise<void> {
    const order = JSON.parse(row.request) as ExportOrder
    const element = await compile(row, order, signal)
    const connection = await sessions.open(row.organization_id, element.connectionId)
    const giveBack = await connection.queries.acquire(`exports of ${row.member_id}`, signal)
    const fileKey = `exports/${row.id}`
    try {
      const format: FlatFormat = {
        kind: order.format,
        names: uniqueNames(element.flat.columns.map(({ name }) => name)),
        neutraliseFormulas: true,
      }
      const { rows, summary } = await openRows(connection, element, order, format, signal)
      const stored = await blobs.put(fileKey, flatFile(rows, format), { signal })
      const { rowCount, truncated } = summary()
      await publish(row, { fileKey, rowCount, truncated, ...stored })
    } finally {
      giveBack()
    }
  }

  async function publish(
    row: ExportRow,
    file: { fileKey: string; rowCount: number; truncated: boolean; sizeBytes: number; sha256: string },
  ): Promise<void> {
    const now = clock.now()
    const expiresAt = now + row.validity_ms
    const isPublished = await store.write(
      (wasRunning: boolean) =>
        wasRunning ? eventOf(row, 'EXPORT_COMPLETED', { rows: file.rowCount, truncated: file.truncated }) : [],
      async (tx) => {
        const wasRunning = await updateExport(tx, row.organization_id, row.id, ['running'], {
          state: 'ready',
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
    // Cancelled in the last moment: nobody will ask for the file.
    if (!isPublished) await blobs.delete(file.fileKey)
  }

  async function fail(row: ExportRow, error: AppError): Promise<void> {
    const { requestId: _, ...body } = error.toBody('')
    await store.write(
      (wasOpen: boolean) => (wasOpen ? eventOf(row, 'EXPORT_FAILED', { code: error.code }) : []),
      (tx) =>
        updateExport(tx, row.organization_id, row.id, ['queued', 'running'], {
          state: 'failed',
          error: JSON.stringify(body),
        }),
    )
  }

  return {
    /** One attempt. What the asker can mend ends the export; what may pass is thrown, for the queue to try again. */
    async run({ organizationId, exportId, attempt, signal }: ExportAttempt): Promise<Record<string, unknown>> {
      const row = await findExport(store.db, organizationId, exportId)
      if (!row || (row.state !== 'queued' && row.state !== 'running')) return { state: row?.state ?? 'missing' }
      await store.maintain('export begins', (tx) =>
        updateExport(tx, organizationId, exportId, ['queued', 'running'], { state: 'running' }),
      )
      try {
        await makeFile(row, signal)
      } catch (error) {
        if (signal.aborted) {
          if (signal.reason === 'deadline_passed') {
            await fail(row, new AppError('export_failed', { reason: 'It took longer than it may.' }))
          }
          throw error
        }
        const known = isAppError(error) ? error : new AppError('internal', {})
        if (known.status < 500 || attempt >= jobKinds.export.maxAttempts) await fail(row, known)
        throw error
      }
      const done = await findExport(store.db, organizationId, exportId)
      return { state: done?.state, rows: done?.row_count, truncated: done?.is_truncated === 1 }
    },

    /** Removes the file of an export whose validity is over. */
    async expire(organizationId: string, exportId: string): Promise<void> {
      const row = await findExport(store.db, organizationId, exportId)
      if (!row || row.expires_at === null || row.expires_at > clock.now()) return
      if (row.file_key !== null) await blobs.delete(row.file_key)
      await store.maintain('export expires', (tx) =>
        updateExport(tx, organizationId, exportId, ['ready'], { state: 'expired' }),
      )
    },
  }
}

/** Whether the engine's columns have the types that the plan promised, so that its lines are what page data shows. */
function isAsPlanned(engine: readonly EngineColumn[], { columns }: CompiledElement['flat']): boolean {
  const isExact = (kind: string) => kind === 'int64' || kind === 'decimal'
  return columns.every(({ type }, index) => {
    const given = engine[index]?.type.kind
    return given === type.kind || (given !== undefined && isExact(given) && isExact(type.kind))
  })
}

function eventOf(row: ExportRow, action: string, details: Record<string, unknown>) {
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
