import type { Viewer } from '@octavo/core/access'
import { type ColumnFormat, columnsOf, elementName, findElement } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { namedLocale } from '@octavo/core/format'
import { applyCellStates, type CompiledElement, onLine } from '@octavo/core/plan'
import type { ResultBatch } from '@octavo/core/types'
import type { EngineColumn, OpenConnection, Sessions, StreamSummary } from '../../connectors/index.ts'
import {
  type FlatFileRows,
  type FlatFormat,
  flatFile,
  rowsOfBatches,
  uniqueNames,
  type XlsxFacts,
  xlsxFile,
} from '../../render/index.ts'
import { type Compiler, compiledOrThrow, type QueriedDocument } from '../queries/compile-elements.ts'
import { budgetOf } from '../queries/queries.ts'
import { asPlanned } from '../queries/result-batches.ts'
import { type Asker, commented } from '../queries/statement-comment.ts'
import type { ExportOrder } from './export-requests.ts'
import { exportZone } from './exports.ts'

export interface RowFacts {
  rowCount: number
  truncated: boolean
}

/** A file that is made while it is read. */
export interface ExportFile {
  content: AsyncIterable<Uint8Array>
  /** What is in the file; whole once `content` has ended. */
  rows: RowFacts
  /** Names of the sheets of a spreadsheet, likewise. */
  xlsx: XlsxFacts
}

interface ExportedElement {
  compiled: CompiledElement
  asker: Asker & { viewer: Viewer }
  name: string
  /** By column id. */
  formats: ReadonlyMap<string, ColumnFormat | undefined>
}

interface OpenRows {
  rows: AsyncIterable<FlatFileRows>
  summary(): StreamSummary
}

export type ExportFiles = ReturnType<typeof createExportFiles>

/** The one way in which rows become a file, for downloads and for what is sent. */
export function createExportFiles({ compiler, sessions }: { compiler: Compiler; sessions: Sessions }) {
  async function compile(
    viewer: Viewer,
    document: QueriedDocument,
    order: ExportOrder,
    signal: AbortSignal,
  ): Promise<ExportedElement[]> {
    const { content } = document
    const scope = await compiler.begin(viewer, document, order.parameters, exportZone)
    const elements: ExportedElement[] = []
    for (const elementId of order.elementIds) {
      const element = findElement(content, elementId)
      const outcome = await compiler.compile(scope, elementId, [], signal)
      elements.push({
        compiled: compiledOrThrow(outcome, elementId, element?.kind ?? 'unknown'),
        asker: { documentId: document.id, elementId, viewer },
        name: (element && elementName(element)) ?? elementId,
        formats: new Map(
          (element ? columnsOf(element) : []).flatMap(({ id, format }) => [
            [id, format],
            [onLine(id), format],
          ]),
        ),
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
    order: ExportOrder,
    element: ExportedElement,
    owner: string,
    format: FlatFormat,
    counted: RowFacts,
    signal: AbortSignal,
  ): AsyncGenerator<FlatFileRows> {
    const connection = await sessions.open(element.asker.viewer.organizationId, element.compiled.connectionId)
    const giveBack = await connection.queries.acquire(owner, signal)
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

  return {
    /** The elements as the viewer sees them. `owner` names whose exports wait for each other on a connection. */
    async open(
      { viewer, document, owner }: { viewer: Viewer; document: QueriedDocument; owner: string },
      order: ExportOrder,
      signal: AbortSignal,
    ): Promise<ExportFile> {
      const elements = await compile(viewer, document, order, signal)
      const counted: RowFacts = { rowCount: 0, truncated: false }
      const xlsx: XlsxFacts = { sheets: [] }
      const formatFor = ({ compiled }: ExportedElement, styles: readonly number[] = []): FlatFormat => ({
        kind: order.format,
        names: uniqueNames(compiled.flat.columns.map(({ name }) => name)),
        neutraliseFormulas: true,
        styles,
      })
      const rows = (element: ExportedElement, format: FlatFormat) =>
        rowsOf(order, element, owner, format, counted, signal)
      const content =
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
              { locale: namedLocale(order.locale) },
            )
          : flatFile(rows(only(elements), formatFor(only(elements))), formatFor(only(elements)))
      return { content, rows: counted, xlsx }
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
