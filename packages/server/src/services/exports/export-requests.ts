import { showsPage, type Viewer } from '@octavo/core/access'
import {
  type ExportFormat,
  type ExportFormatName,
  type ExportRequest,
  exportFormats,
  isReportFormat,
  maximumValidityMs,
  mostPixels,
  type ReportTheme,
  type TableFormat,
} from '@octavo/core/contract'
import {
  type DocumentEdit,
  type DocumentElement,
  elementsOfPage,
  findElement,
  isDataElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import type { LevelName } from '@octavo/core/types'
import type { ReportPaper } from '../../render/index.ts'
import {
  defaultExportMegabytes,
  defaultRowCaps,
  type OrganizationSettings,
} from '../organization/settings/organization-settings.ts'
import { drawnElementIds, shownElementIds } from './report-data.ts'

/** What a view or the draft changes in the stored version, as it was when the export was asked for. */
export interface ExportedView {
  edits: DocumentEdit[]
  /** Tells the content from that of every other view. */
  fingerprint: string
}

/** What an export will do, as its row keeps it. */
export interface ExportOrder {
  /** One for a flat file; a spreadsheet of a page or a workbook has a sheet for each. Of a report those with rows. */
  elementIds: string[]
  format: ExportFormatName
  /** Control values as text, by control id; their zone is UTC. */
  parameters: Record<string, string>
  /** Rows of each element at most; null for all. */
  rowLimit: number | null
  /** Rows left out, counted from 0. */
  offset: number
  /** For each query; null for what the connection gives. */
  timeoutMs: number | null
  validityMs: number
  /** How spreadsheets write dates and currencies; that of the organization when the export was asked for. */
  locale?: string | null
  /** Member whose rights and attributes the queries have. */
  runAs: string
  /** Bytes of the file at most; absent in orders of earlier versions. */
  maxBytes?: number
  /** Groups of a table that have a row each; absent: all rows. */
  level?: LevelName
  /** Absent: the stored version as it is. */
  view?: ExportedView
  /** What a PDF or PNG shows; absent for files of rows. */
  report?: ReportWish
  /** Of a spreadsheet: labels of pivot tables stand once, and a last sheet tells how the file came about. */
  mergesLabels?: true
  hasMetadata?: true
  /** Columns with an error are left out, and the message with the file names them; else there is no file. */
  leavesOutFailedColumns?: boolean
}

/** What a PDF or PNG shows, and how. */
export interface ReportWish {
  paper: ReportPaper
  /** Light when absent. */
  theme?: ReportTheme
  shown: { pageIds: string[] } | { elementId: string }
  /** Name of the tag, where a tagged version is shown. */
  tag?: string
}

/** The zone of times in export parameters. */
export const exportZone = 'UTC'

/** The order, and what came of it. */
export interface ExportRecord extends ExportOrder {
  /** Names of the sheets of a spreadsheet, once it is ready. */
  sheets?: string[]
  /** Sheets of paper, and what the report lacks, as people read it. */
  pageCount?: number
  leftOut?: string[]
  missingLetters?: string[]
}

const defaultValidityMs = 3_600_000

/** What a file of each format can hold; a new format of the contract does not compile without it. */
const scopesOfFormat = {
  csv: ['element'],
  json: ['element'],
  jsonl: ['element'],
  xlsx: ['element', 'page', 'workbook'],
  pdf: ['element', 'page', 'workbook'],
  png: ['element', 'page'],
} as const satisfies Record<ExportFormatName, readonly Scope[]>
type Scope = 'element' | 'page' | 'workbook'

const formatsOf = (scope: Scope) =>
  exportFormats.filter((format) => scopesOfFormat[format].some((each) => each === scope))

/**
 * Reads a request for what of a document is shown to its asker. Throws `invalid_request` with every problem, or `not_found`
 * for a page or element that is not there.
 */
export function exportOrder(
  request: ExportRequest,
  shown: WorkbookDocument,
  viewer: Viewer,
  settings: OrganizationSettings,
): ExportOrder {
  const { elementId, pageId, format, rowLimit, offset, resultsValidityTimeMs, parameters, exportAs, timeout } = request
  const problems: Problem[] = []
  if (elementId !== undefined && pageId !== undefined) {
    problems.push({ path: 'pageId', message: 'Send elementId or pageId, not both.' })
  }
  const scope = elementId !== undefined ? 'element' : pageId !== undefined ? 'page' : 'workbook'
  if (!formatsOf(scope).includes(format.type)) {
    const known = formatsOf(scope).join(', ')
    problems.push({ path: 'format.type', message: `A ${scope} is exported as ${known}, not as ${format.type}.` })
  }
  problems.push(...reportProblems(request), ...formattingProblems(request))
  if (request.level !== undefined && elementId === undefined) {
    problems.push({ path: 'level', message: 'A level is one of an element: send elementId too.' })
  }
  const inRange = (path: string, value: number | undefined, least: number, most: number) => {
    if (value !== undefined && (!Number.isInteger(value) || value < least || value > most)) {
      problems.push({ path, message: `Must be a whole number from ${least} to ${most}.` })
    }
  }
  const cap = !isReportFormat(format.type) ? rowCap(format.type, settings) : null
  inRange('rowLimit', rowLimit, 0, cap ?? Number.MAX_SAFE_INTEGER)
  inRange('offset', offset, 0, Number.MAX_SAFE_INTEGER)
  inRange('resultsValidityTimeMs', resultsValidityTimeMs, 1, maximumValidityMs)
  if (timeout !== undefined && !(timeout > 0)) problems.push({ path: 'timeout', message: 'Must be above 0.' })
  if (problems.length > 0) {
    throw new AppError('invalid_request', { reason: problems[0]?.message ?? 'The request is wrong.', problems })
  }
  const report = isReportFormat(format.type) ? { report: reportWish(request, shown, viewer) } : {}
  return {
    elementIds: elementIdsOf(request, shown, viewer, report.report),
    format: format.type,
    ...report,
    parameters: parameters ?? {},
    rowLimit: rowLimit ?? cap,
    offset: offset ?? 0,
    timeoutMs: timeout === undefined ? null : Math.ceil(timeout * 1000),
    validityMs: resultsValidityTimeMs ?? defaultValidityMs,
    locale: settings.locale ?? null,
    runAs: exportAs ?? viewer.memberId,
    maxBytes: (settings.exportMegabytes ?? defaultExportMegabytes) * 1024 * 1024,
    ...(request.level === undefined ? {} : { level: request.level as LevelName }),
    ...(request.formatting?.pivotHeaderStyle === 'merged' ? { mergesLabels: true } : {}),
    ...(request.formatting?.includeMetadata === true ? { hasMetadata: true } : {}),
  }
}

/** What of a request does not go with its format. */
function reportProblems({ format, rowLimit, offset, level }: ExportRequest): Problem[] {
  const { type, layout, pageSize, theme, sheet } = format
  const problems: Problem[] = []
  const problem = (path: string, message: string) => problems.push({ path, message })
  if (type === 'pdf' && layout === undefined) problem('format.layout', 'A PDF needs the layout portrait or landscape.')
  if (type !== 'pdf' && pageSize !== undefined) {
    problem('format.pageSize', `Only a PDF has a page size, not ${type}.`)
  }
  if (type !== 'png' && sheet !== undefined) problem('format.sheet', `Only a PNG shows the first sheet, not ${type}.`)
  if (theme !== undefined && !isReportFormat(type))
    problem('format.theme', `Only a PDF or PNG has a theme, not ${type}.`)
  problems.push(...pictureProblems(format))
  if (!isReportFormat(type)) return problems
  for (const [path, value] of Object.entries({ rowLimit, offset, level })) {
    const name = type.toUpperCase()
    if (value !== undefined) problem(path, `A ${name} shows rows as the page does: ${path} is for files of rows.`)
  }
  return problems
}

function formattingProblems({ format: { type }, formatting = {} }: ExportRequest): Problem[] {
  if (type === 'xlsx') return []
  const problems: Problem[] = []
  const problem = (field: string, message: string) => problems.push({ path: `formatting.${field}`, message })
  if (formatting.pivotHeaderStyle === 'merged') {
    problem('pivotHeaderStyle', `Only xlsx has merged labels, not ${type}.`)
  }
  if (formatting.includeMetadata === true) problem('includeMetadata', `Only xlsx has a sheet for it, not ${type}.`)
  return problems
}

function pictureProblems({ type, pixelWidth = null, pixelHeight = null, scale }: ExportFormat): Problem[] {
  const problems: Problem[] = []
  for (const [name, value] of Object.entries({ pixelWidth, pixelHeight, scale: scale ?? null })) {
    const path = `format.${name}`
    if (value === null) continue
    if (type !== 'png') problems.push({ path, message: `Only a PNG has a ${name}, not ${type}.` })
    else if (name !== 'scale' && !(value >= 1 && value <= mostPixels)) {
      problems.push({ path, message: `Must be from 1 to ${mostPixels} pixels.` })
    }
  }
  if (scale !== undefined && (pixelWidth !== null || pixelHeight !== null)) {
    const message = 'Send scale, or pixelWidth and pixelHeight, not both.'
    problems.push({ path: 'format.scale', message })
  }
  return problems
}

function paperOf({ type, layout = 'portrait', pageSize = 'letter', ...picture }: ExportFormat): ReportPaper {
  if (type !== 'png') return { kind: 'pdf', layout, pageSize }
  const { pixelWidth: width = null, pixelHeight: height = null, scale = 1, sheet } = picture
  const png = { kind: 'png' as const, width, height, scale }
  return sheet ? { kind: 'sheet', layout: sheet.layout, pageSize: sheet.pageSize ?? 'letter', picture: png } : png
}

/** The element, the page, or all pages that the workbook's readers see. */
function reportWish(request: ExportRequest, shown: WorkbookDocument, viewer: Viewer): ReportWish {
  const { elementId, format, tag } = request
  const { theme } = format
  const of = {
    paper: paperOf(format),
    ...(theme === undefined ? {} : { theme }),
    ...(tag === undefined ? {} : { tag }),
  }
  if (elementId !== undefined) {
    const element = findElement(shown, elementId)
    if (!element) throw new AppError('not_found', { kind: 'element', id: elementId })
    return { ...of, shown: { elementId } }
  }
  const pageIds = pageIdsOf(shown, viewer, request.pageId)
  if (pageIds.length === 0) {
    const reason = 'The workbook has no page to show.'
    throw new AppError('invalid_request', { reason, problems: [{ path: '', message: reason }] })
  }
  return { ...of, shown: { pageIds } }
}

function elementIdsOf(
  { elementId, pageId }: ExportRequest,
  document: WorkbookDocument,
  viewer: Viewer,
  report: ReportWish | undefined,
): string[] {
  if (report === undefined) return elementsOf(document, viewer, { elementId, pageId }).map(({ id }) => id)
  const shown = 'pageIds' in report.shown ? shownElementIds(document, report.shown.pageIds) : [report.shown.elementId]
  return drawnElementIds(document, shown)
}

/** The page, or those that the viewer is meant to read. Throws `not_found`. */
export function pageIdsOf(document: WorkbookDocument, viewer: Viewer, pageId: string | undefined): string[] {
  if (pageId !== undefined) {
    const isThere = [...document.pages, ...document.overlays, ...document.panels].some(({ id }) => id === pageId)
    if (!isThere) throw new AppError('not_found', { kind: 'page', id: pageId })
    return [pageId]
  }
  // Who edits the workbook sees every page and may name it; a file of the whole is what its readers would get.
  const reader = { memberId: viewer.memberId, teamIds: viewer.teams.map(({ id }) => id), mayEdit: false }
  return document.pages.filter((page) => showsPage(page.visibility, reader)).map(({ id }) => id)
}

function rowCap(format: TableFormat, { exportRows }: OrganizationSettings): number | null {
  const set = exportRows?.[format]
  return set === undefined ? defaultRowCaps[format] : set
}

/** The element, or those of the page or of all pages that the viewer is meant to read, as far as they have rows. */
function elementsOf(
  document: WorkbookDocument,
  viewer: Viewer,
  { elementId, pageId }: { elementId?: string; pageId?: string },
): DocumentElement[] {
  if (elementId !== undefined) {
    const element = findElement(document, elementId)
    if (!element) throw new AppError('not_found', { kind: 'element', id: elementId })
    return [element]
  }
  const elements = pageIdsOf(document, viewer, pageId)
    .flatMap((id) => elementsOfPage(document, id))
    .filter(isDataElement)
  if (elements.length === 0) {
    const reason = `The ${pageId === undefined ? 'workbook' : 'page'} has no element with rows.`
    throw new AppError('invalid_request', {
      reason,
      problems: [{ path: pageId === undefined ? '' : 'pageId', message: reason }],
    })
  }
  return elements
}
