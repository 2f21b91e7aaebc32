import type { Viewer } from '@octavo/core/access'
import { type ExportFormatName, isReportFormat, type TableFormat } from '@octavo/core/contract'
import { type ColumnFormat, columnsOf, elementLabel, findElement } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { namedLocale } from '@octavo/core/format'
import { type CompiledElement, type CompiledLevel, onLine } from '@octavo/core/plan'
import type { Access } from '../../access/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import {
  type FlatFileRows,
  type FlatFormat,
  flatFile,
  metadataSheet,
  type SheetRows,
  uniqueNames,
  type XlsxFacts,
  xlsxFile,
} from '../../render/index.ts'
import { findInode } from '../../store/inodes.ts'
import { compiledOrThrow, type ElementCompiler, type QueriedDocument } from '../queries/element-compiler.ts'
import { rowsShownTo } from '../queries/engine-texts.ts'
import { budgetOf } from '../queries/prepared-statements.ts'
import type { QueryLog } from '../queries/query-log.ts'
import type { Asker, QueryPurpose } from '../queries/statement-comment.ts'
import { streamLines } from '../queries/statements.ts'
import { serviceOf } from '../service/service.ts'
import { type ExportOrder, exportZone, type ReportOptions } from './export-requests.ts'
import { exportedRows, failedColumnsOf, outlineLevelsOf, requireWholeColumns } from './exported-rows.ts'
import { ignoreProgress, knownTotal, type OnProgress } from './progress-notes.ts'
import { makeReport, type ReportParts } from './report-files.ts'
import { countedFromRows, countRowsBeside } from './row-counts.ts'

export interface RowFacts {
  rowCount: number
  truncated: boolean
}

/** A file that is produced while it is read. */
export interface ExportFile {
  content: AsyncIterable<Uint8Array>
  /** Facts about the rows in the file; complete after `content` has ended. */
  rows: RowFacts
  /** Names of a spreadsheet's sheets; complete after `content` has ended. */
  xlsx: XlsxFacts
  /** Missing parts of the file as readable text: columns with an error that the order leaves out, rows of a report. */
  leftOut: string[]
  /** Facts about a report, after `content` has ended; its picture only when the order requests one. */
  report: { pageCount?: number; missingLetters?: string[]; preview?: Uint8Array }
}

/** Whose rows a file contains, and who requested it. */
interface Shown {
  viewer: Viewer
  document: QueriedDocument
  purpose: QueryPurpose
}

interface ExportedElement {
  compiled: CompiledElement
  /** The part of the element that is in the file. */
  rows: CompiledLevel
  asker: Asker & { viewer: Viewer }
  name: string
  /** Formats by column id. */
  formats: ReadonlyMap<string, ColumnFormat | undefined>
}

export type ExportFiles = ReturnType<typeof createExportFiles>

/** Turns rows into a file, for downloads and for deliveries. */
export function createExportFiles(parts: Parts) {
  return serviceOf(parts, { open })
}

interface Parts extends ReportParts {
  compiler: ElementCompiler
  sessions: Sessions
  access: Pick<Access, 'connectionFacts'>
  queryLog: QueryLog
  /** Counts the rows of a file beside it; `countRowsBeside` when absent. */
  countRows?: typeof countRowsBeside
}

async function compile(
  { compiler }: Parts,
  { viewer, document, purpose }: Shown,
  order: ExportOrder,
  signal: AbortSignal,
): Promise<ExportedElement[]> {
  const { content } = document
  const scope = await compiler.begin(viewer, document, order.parameters, exportZone)
  const elements: ExportedElement[] = []
  for (const elementId of order.elementIds) {
    const element = findElement(content, elementId)
    const startedAt = performance.now()
    const outcome = await compiler.compile(scope, elementId, [], signal)
    const compileMs = performance.now() - startedAt
    const compiled = compiledOrThrow(outcome, elementId, element?.kind ?? 'unknown')
    const rows = exportedRows(compiled, order)
    if (order.leavesOutFailedColumns !== true) requireWholeColumns(compiled, rows)
    elements.push({
      compiled,
      rows,
      asker: { documentId: document.id, elementId, viewer, purpose, compileMs },
      name: element ? elementLabel(element) : elementId,
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

/** Rows of an element, read in its turn in the query queue of the connection; counted when they end. */
async function* rowsOf(
  { sessions, access, queryLog: log }: Parts,
  order: ExportOrder,
  { compiled, rows, asker }: ExportedElement,
  owner: string,
  format: FlatFormat,
  counted: RowFacts,
  signal: AbortSignal,
): AsyncGenerator<FlatFileRows> {
  const connection = await sessions.open(asker.viewer, compiled.connectionId)
  const limit = order.rowLimit === null ? null : order.rowLimit + 1
  const statement = rows.statement({ offset: order.offset, limit })
  const granted = budgetOf(connection, asker.purpose, order.rowLimit)
  const budget = { ...granted, timeoutMs: Math.min(granted.timeoutMs, order.timeoutMs ?? granted.timeoutMs) }
  const { rowCount, truncated } = yield* rowsShownTo(
    { access, viewer: asker.viewer, connectionId: compiled.connectionId },
    streamLines({ connection, statement, asker, owner, budget, log }, rows, format, signal),
  )
  counted.rowCount += rowCount
  counted.truncated ||= truncated
}

/** Reads the elements as the viewer sees them. Exports of the same `owner` wait for each other on a connection. */
async function open(
  parts: Parts,
  { owner, ...shown }: Shown & { owner: string },
  order: ExportOrder,
  signal: AbortSignal,
  onProgress: OnProgress = ignoreProgress,
): Promise<ExportFile> {
  const { report } = order
  if (report !== undefined) return reportFile(parts, shown, { ...order, report }, signal, onProgress)
  const elements = await compile(parts, shown, order, signal)
  const counted: RowFacts = { rowCount: 0, truncated: false }
  const xlsx: XlsxFacts = { sheets: [] }
  const formatFor = ({ rows }: ExportedElement, styles: readonly number[] = []): FlatFormat => ({
    kind: tableFormat(order.format),
    names: uniqueNames(rows.columns.map(({ name }) => name)),
    neutraliseFormulas: true,
    styles,
  })
  const countOf = async ({ compiled, rows, asker }: ExportedElement, until: AbortSignal) => {
    const connection = await parts.sessions.open(asker.viewer, compiled.connectionId)
    const { queryLog: log, countRows = countRowsBeside } = parts
    return countRows({ connection, rows, asker, order, log }, AbortSignal.any([signal, until]))
  }
  const written = rowProgress(elements, onProgress, countOf)
  const rows = (element: ExportedElement, format: FlatFormat) =>
    written(element, rowsOf(parts, order, element, owner, format, counted, signal))
  const content =
    order.format === 'xlsx'
      ? xlsxFile(
          [
            ...elements.map((element) =>
              sheetOf(element, order, (styles) => rows(element, formatFor(element, styles))),
            ),
            ...(order.hasMetadata ? [await metadataOf(parts, shown)] : []),
          ],
          xlsx,
          { locale: namedLocale(order.locale) },
        )
      : flatFile(rows(only(elements), formatFor(only(elements))), formatFor(only(elements)))
  return {
    content: atMost(content, order.maxBytes),
    rows: counted,
    xlsx,
    leftOut: elements.flatMap(({ rows }) => failedColumnsOf(rows)),
    report: {},
  }
}

/**
 * Passes rows on, and reports how many were written and of which of the elements, each of which is a sheet. The rows of a single element
 * are counted beside.
 */
function rowProgress(
  elements: readonly ExportedElement[],
  onProgress: OnProgress,
  countOf: (element: ExportedElement, signal: AbortSignal) => Promise<number | null>,
) {
  const total = knownTotal(elements.length)
  let rows = 0
  return async function* (element: ExportedElement, of: AsyncIterable<FlatFileRows>): AsyncGenerator<FlatFileRows> {
    const done = elements.indexOf(element)
    const stop = new AbortController()
    let rowTotal: number | null = null
    let counting: Promise<void> | undefined
    const report = () =>
      // Rows that were added since the count make it wrong.
      onProgress({
        step: 'writing',
        done,
        total,
        rows,
        rowTotal: rowTotal !== null && rowTotal >= rows ? rowTotal : null,
      })
    report()
    try {
      for await (const some of of) {
        rows += some.rowCount
        report()
        if (total === null && counting === undefined && rows >= countedFromRows) {
          counting = countOf(element, stop.signal).then((count) => {
            rowTotal = count
          })
        }
        yield some
      }
    } finally {
      stop.abort()
      await counting?.catch(() => {})
    }
  }
}

function sheetOf(
  { name: sheet, compiled, rows, formats }: ExportedElement,
  { mergesLabels, outlinesGroups }: ExportOrder,
  open: (styles: readonly number[]) => AsyncIterable<FlatFileRows>,
): SheetRows {
  const { columns, keySet } = rows
  const labels = new Set(mergesLabels && keySet ? [...keySet.rows, ...keySet.columns] : [])
  const values = columns.findIndex(({ id }) => !labels.has(id))
  const outlineLevels = outlinesGroups ? outlineLevelsOf(compiled, rows) : undefined
  return {
    name: sheet,
    columns: columns.map(({ id, name, type }) => {
      const format = formats.get(id)
      return { name, type, ...(format ? { format } : {}) }
    }),
    mergedColumns: values < 0 ? columns.length : values,
    ...(outlineLevels ? { outlineLevels } : {}),
    open: async (styles) => open(styles),
  }
}

async function metadataOf({ store, clock }: Parts, { viewer, document }: Shown): Promise<SheetRows> {
  const inode = await findInode(store.db, viewer.organizationId, document.id)
  if (!inode) throw new AppError('not_found', { kind: 'workbook', id: document.id })
  return metadataSheet({ workbook: inode.name, madeAt: clock.now(), user: viewer })
}

/** A PDF or PNG. It is produced while its content is read, and its missing parts are known after that. */
function reportFile(
  parts: Parts,
  shown: Shown,
  order: ExportOrder & { report: ReportOptions },
  signal: AbortSignal,
  onProgress: OnProgress,
): ExportFile {
  const file: ExportFile = {
    content: atMost(content(), order.maxBytes),
    rows: { rowCount: 0, truncated: false },
    xlsx: { sheets: [] },
    leftOut: [],
    report: {},
  }
  async function* content(): AsyncGenerator<Uint8Array> {
    const made = await makeReport(parts, shown, order, signal, onProgress)
    const { file: whole, pageCount, rowCount, leftOut, missingLetters } = made
    Object.assign(file.rows, { rowCount, truncated: leftOut.length > 0 })
    Object.assign(file.report, { pageCount, missingLetters })
    // A picture is its own preview; a PDF may lack one that could not be drawn.
    const preview = order.report.paper.kind === 'pdf' ? made.preview : whole
    if (order.report.hasPreview && preview) file.report.preview = preview
    file.leftOut.push(...leftOut)
    yield whole
  }
  return file
}

function tableFormat(format: ExportFormatName): TableFormat {
  if (isReportFormat(format)) throw new AppError('internal', {})
  return format
}

/** Throws `query_over_budget` before the file exceeds the limit, because it would fill a shared disk. */
async function* atMost(
  content: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) {
      throw new AppError('query_over_budget', { budget: 'bytes', limit: `${Math.floor(maxBytes / 1024 / 1024)} MB` })
    }
    yield chunk
  }
}

function only(elements: readonly ExportedElement[]): ExportedElement {
  const [element] = elements
  if (!element) throw new AppError('internal', {})
  return element
}
