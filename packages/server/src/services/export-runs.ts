import {
  type ColumnFormat,
  columnsOf,
  deserializeDocument,
  elementName,
  findElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import { jobKinds } from '@octavo/core/jobs'
import type { CompiledElement } from '@octavo/core/plan'
import { applyCellStates } from '@octavo/core/plan'
import type { ResultBatch } from '@octavo/core/types'
import type { Blobs, StoredBlob } from '../blobs/index.ts'
import type { Clock } from '../config/index.ts'
import type { EngineColumn, OpenConnection, Sessions, StreamSummary } from '../connectors/index.ts'
import type { Queue } from '../queue/index.ts'
import {
  type FlatFileRows,
  type FlatFormat,
  flatFile,
  rowsOfBatches,
  uniqueNames,
  type XlsxFacts,
  xlsxFile,
} from '../render/index.ts'
import { findDocumentVersion } from '../store/documents.ts'
import { type ExportRow, findExport, updateExport } from '../store/exports.ts'
import { type Store, systemActor } from '../store/index.ts'
import { type Compiler, compiledOrThrow } from './compile-elements.ts'
import type { ExportOrder, ExportRecord } from './export-requests.ts'
import { exportZone } from './exports.ts'
import { asPlanned, budgetOf } from './queries.ts'
import { type Asker, commented } from './statement-comment.ts'
import type { Viewers } from './viewers.ts'

export interface ExportAttempt {
  organizationId: string
  exportId: string
  attempt: number
  signal: AbortSignal
}

export type ExportRuns = ReturnType<typeof createExportRuns>

interface ExportedElement {
  compiled: CompiledElement
  asker: Asker
  name: string
  /** By column id. */
  formats: ReadonlyMap<string, ColumnFormat | undefined>
}

interface RowFacts {
  rowCount: number
  truncated: boolean
}

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

  /** The elements as the runner sees them. The right to run is read again: a member may have left since the request. */
  async function compile(row: ExportRow, order: ExportOrder, signal: AbortSignal): Promise<ExportedElement[]> {
    const viewer = await viewers.load(row.organization_id, order.runAs, { kind: 'job' })
    if (!viewer) throw new AppError('forbidden', { reason: 'The member whose data it shows is not active any more.' })
    const content = await contentOf(row)
    const { document_id: id, document_version: version } = row
    const document = { id, versionKey: String(version), version, content }
    const scope = await compiler.begin(viewer, document, order.parameters, exportZone)
    const elements: ExportedElement[] = []
    for (const elementId of order.elementIds) {
      const element = findElement(content, elementId)
      const outcome = await compiler.compile(scope, elementId, [], signal)
      elements.push({
        compiled: compiledOrThrow(outcome, elementId, element?.kind ?? 'unknown'),
        asker: { documentId: id, elementId, viewer },
        name: (element && elementName(element)) ?? elementId,
        formats: new Map(element ? columnsOf(element).map((column) => [column.id, column.format]) : []),
      })
    }
    return elements
  }

  /** Rows as lines of the engine where it can write what we would, else from its batches. */
  async function openLines(
    connection: OpenConnection,
    { compiled: { flat }, asker }: ExportedElement,
    order: ExportOrder,
    format: FlatFormat,
    signal: AbortSignal,
  ): Promise<OpenRows> {
    const { session } = connection
    const limit = order.rowLimit === null ? null : order.rowLimit + 1
    const statement = commented(flat.statement({ offset: order.offset, limit }), connection, asker)
    const granted = budgetOf(connection, 'download', order.rowLimit)
    const budget = { ...granted, timeoutMs: Math.min(granted.timeoutMs, order.timeoutMs ?? granted.timeoutMs) }
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
    return { rows: rowsOfBatches(batches(), types, format, signal), summary: stream.summary }
  }

  /** The rows of an element, in its place among the queries of the connection, counted once they have ended. */
  async function* rowsOf(
    row: ExportRow,
    order: ExportOrder,
    element: ExportedElement,
    format: FlatFormat,
    counted: RowFacts,
    signal: AbortSignal,
  ): AsyncGenerator<FlatFileRows> {
    const connection = await sessions.open(row.organization_id, element.compiled.connectionId)
    const giveBack = await connection.queries.acquire(`exports of ${row.member_id}`, signal)
    try {
      const { rows, summary } = await openLines(connection, element, order, format, signal)
      yield* rows
      const { rowCount, truncated } = summary()
      counted.rowCount += rowCount
      counted.truncated ||= truncated
    } finally {
      giveBack()
    }
  }

  async function makeFile(row: ExportRow, signal: AbortSignal): Promise<void> {
    const order = JSON.parse(row.request) as ExportOrder
    const elements = await compile(row, order, signal)
    const counted: RowFacts = { rowCount: 0, truncated: false }
    const xlsx: XlsxFacts = { sheets: [] }
    const fileKey = `exports/${row.id}`
    const formatFor = ({ compiled }: ExportedElement, styles: readonly number[] = []): FlatFormat => ({
      kind: order.format,
      names: uniqueNames(compiled.flat.columns.map(({ name }) => name)),
      neutraliseFormulas: true,
      styles,
    })
    const rows = (element: ExportedElement, format: FlatFormat) => rowsOf(row, order, element, format, counted, signal)
    const file =
      order.format === 'xlsx'
        ? xlsxFile(
            elements.map((element) => ({
              name: element.name,
              columns: element.compiled.flat.columns.map(({ id, name, type }) => {
                const format = element.formats.get(id)
                return { name, type, ...(format ? { format } : {}) }
              }),
              open: async (styles) => rows(element, formatFor(element, styles)),
            })),
            xlsx,
          )
        : flatFile(rows(only(elements), formatFor(only(elements))), formatFor(only(elements)))
    const stored = await blobs.put(fileKey, file, { signal })
    const record: ExportRecord = order.format === 'xlsx' ? { ...order, sheets: xlsx.sheets } : order
    await publish(row, { fileKey, record, ...counted, ...stored })
  }

  async function publish(
    row: ExportRow,
    file: RowFacts & StoredBlob & { fileKey: string; record: ExportRecord },
  ): Promise<void> {
    const now = clock.now()
    const expiresAt = now + row.validity_ms
    const isPublished = await store.write(
      (wasRunning: boolean) =>
        wasRunning ? eventOf(row, 'EXPORT_COMPLETED', { rows: file.rowCount, truncated: file.truncated }) : [],
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

function only(elements: readonly ExportedElement[]): ExportedElement {
  const [element] = elements
  if (!element) throw new AppError('internal', {})
  return element
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
