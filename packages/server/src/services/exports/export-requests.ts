import { namedConnection, showsPage, type Viewer } from '@octavo/core/access'
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

/** Changes of a view or draft to the stored version, at the time of the request. */
export interface ExportedView {
  edits: DocumentEdit[]
  /** Key that distinguishes the content from the content of every other view. */
  fingerprint: string
}

/** The order of an export as its row stores it. */
export interface ExportOrder {
  /** One for a flat file; a spreadsheet of a page or workbook has a sheet for each. For a report, the elements with rows. */
  elementIds: string[]
  format: ExportFormatName
  /** Control values as text, by control id; times are in UTC. */
  parameters: Record<string, string>
  /** Maximum rows of each element; null for all. */
  rowLimit: number | null
  /** Number of rows to skip. */
  offset: number
  /** Timeout of each query; null uses the connection's timeout. */
  timeoutMs: number | null
  validityMs: number
  /** Locale of dates and currencies in spreadsheets: the organization's locale at the time of the request. */
  locale?: string | null
  /** Member whose rights and attributes the queries have. */
  runAs: string
  /** The connection that the embed session of the request reads from, whichever the document names. */
  evalConnectionId?: string
  /** Maximum size of the file in bytes; absent in orders of earlier versions. */
  maxBytes?: number
  /** Table level whose groups become rows; absent exports all rows. */
  level?: LevelName
  /** Absent for the unchanged stored version. */
  view?: ExportedView
  /** Contents of a PDF or PNG; absent for files of rows. */
  report?: ReportOptions
  /** For spreadsheets: pivot table labels are written once, and a last sheet describes how the file was made. */
  mergesLabels?: true
  hasMetadata?: true
  /** For spreadsheets of a page or workbook: groups of tables are an outline, and their values are written once. */
  outlinesGroups?: true
  /** Leave out columns with an error and name them in the message; otherwise such a column makes the export fail. */
  leavesOutFailedColumns?: boolean
}

/** Contents and layout of a PDF or PNG. */
export interface ReportOptions {
  paper: ReportPaper
  /** Defaults to light. */
  theme?: ReportTheme
  shown: { pageIds: string[] } | { elementId: string }
  /** Parts that follow in the same PDF. */
  further?: ReportOptions['shown'][]
  /** Also produce a preview: the first sheet of a PDF as a picture, or the PNG itself. */
  hasPreview?: true
  /** Name of the tag, for a tagged version. */
  tag?: string
}

/** Time zone of times in export parameters. */
export const exportZone = 'UTC'

/** The order and its result. */
export interface ExportRecord extends ExportOrder {
  /** Sheet names of a finished spreadsheet. */
  sheets?: string[]
  /** Number of paper sheets, and what the report lacks as readable text. */
  pageCount?: number
  leftOut?: string[]
  missingLetters?: string[]
}

const defaultValidityMs = 3_600_000

/** Scopes that a file of each format can contain; a new format of the contract does not compile without an entry. */
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
 * Parses a request against the part of the document that is visible to the requester. Throws `invalid_request` with every problem, or
 * `not_found` for a missing page or element.
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
  const on = namedConnection(viewer)
  const report = isReportFormat(format.type) ? { report: reportOptions(request, shown, viewer) } : {}
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
    ...(on === undefined ? {} : { evalConnectionId: on }),
    maxBytes: (settings.exportMegabytes ?? defaultExportMegabytes) * 1024 * 1024,
    ...(request.level === undefined ? {} : { level: request.level as LevelName }),
    ...(request.formatting?.pivotHeaderStyle === 'merged' ? { mergesLabels: true } : {}),
    ...(request.formatting?.includeMetadata === true ? { hasMetadata: true } : {}),
    ...(format.type === 'xlsx' && request.elementId === undefined ? { outlinesGroups: true } : {}),
  }
}

/** Fields of a request that its format does not support. */
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

/** The element, the page, or all pages that readers of the workbook see. */
function reportOptions(request: ExportRequest, shown: WorkbookDocument, viewer: Viewer): ReportOptions {
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
  report: ReportOptions | undefined,
): string[] {
  if (report === undefined) return elementsOf(document, viewer, { elementId, pageId }).map(({ id }) => id)
  const shown = 'pageIds' in report.shown ? shownElementIds(document, report.shown.pageIds) : [report.shown.elementId]
  return drawnElementIds(document, shown)
}

/** The page, or all pages that are shown to the viewer as a reader. Throws `not_found`. */
export function pageIdsOf(document: WorkbookDocument, viewer: Viewer, pageId: string | undefined): string[] {
  if (pageId !== undefined) {
    const isThere = [...document.pages, ...document.overlays, ...document.panels].some(({ id }) => id === pageId)
    if (!isThere) throw new AppError('not_found', { kind: 'page', id: pageId })
    return [pageId]
  }
  // Editors of the workbook see every page and may name any; an export of the whole workbook contains the pages that a reader would see.
  const reader = { memberId: viewer.memberId, teamIds: viewer.teams.map(({ id }) => id), mayEdit: false }
  return document.pages.filter((page) => showsPage(page.visibility, reader)).map(({ id }) => id)
}

function rowCap(format: TableFormat, { exportRows }: OrganizationSettings): number | null {
  const set = exportRows?.[format]
  return set === undefined ? defaultRowCaps[format] : set
}

/** The element, or the elements with rows of the page or of all pages that are shown to the viewer as a reader. */
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
