import { showsPage, type Viewer } from '@octavo/core/access'
import {
  type ExportFormatName,
  type ExportRequest,
  exportFormats,
  exportMediaTypes,
  maximumValidityMs,
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
import {
  defaultExportMegabytes,
  defaultRowCaps,
  type OrganizationSettings,
} from '../organization/settings/organization-settings.ts'

/** What a view changes in the stored version, as it was when the export was asked for. */
export interface ExportedView {
  edits: DocumentEdit[]
  /** Tells the content from that of every other view. */
  fingerprint: string
}

/** What an export will do, as its row keeps it. */
export interface ExportOrder {
  /** One for a flat file; a spreadsheet of a page or a workbook has a sheet for each. */
  elementIds: string[]
  format: TableFormat
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
  /** Columns with an error are left out, and the message with the file names them; else there is no file. */
  leavesOutFailedColumns?: boolean
}

/** The order, and what came of it. */
export interface ExportRecord extends ExportOrder {
  /** Names of the sheets of a spreadsheet, once it is ready. */
  sheets?: string[]
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

const isTableFormat = (type: string): type is TableFormat => Object.hasOwn(exportMediaTypes, type)

/**
 * Reads a request for what of a document is shown to its asker. Throws `invalid_request` with every problem, `not_found`
 * for a page or element that is not there, or `not_supported` for what comes later.
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
  if (format.type === 'pdf' && format.layout === undefined) {
    problems.push({ path: 'format.layout', message: 'A PDF needs the layout portrait or landscape.' })
  }
  if (request.level !== undefined && elementId === undefined) {
    problems.push({ path: 'level', message: 'A level is one of an element: send elementId too.' })
  }
  const inRange = (path: string, value: number | undefined, least: number, most: number) => {
    if (value !== undefined && (!Number.isInteger(value) || value < least || value > most)) {
      problems.push({ path, message: `Must be a whole number from ${least} to ${most}.` })
    }
  }
  const cap = isTableFormat(format.type) ? rowCap(format.type, settings) : null
  inRange('rowLimit', rowLimit, 0, cap ?? Number.MAX_SAFE_INTEGER)
  inRange('offset', offset, 0, Number.MAX_SAFE_INTEGER)
  inRange('resultsValidityTimeMs', resultsValidityTimeMs, 1, maximumValidityMs)
  if (timeout !== undefined && !(timeout > 0)) problems.push({ path: 'timeout', message: 'Must be above 0.' })
  if (problems.length > 0) {
    throw new AppError('invalid_request', { reason: problems[0]?.message ?? 'The request is wrong.', problems })
  }
  if (!isTableFormat(format.type)) {
    throw new AppError('not_supported', {
      what: `This version does not export ${scope === 'element' ? 'an' : 'a'} ${scope} as ${format.type} yet.`,
      hint: `Export ${scope === 'element' ? 'it as csv, json, jsonl or xlsx' : 'it as xlsx'}.`,
    })
  }
  return {
    elementIds: elementsOf(shown, viewer, { elementId, pageId }).map(({ id }) => id),
    format: format.type,
    parameters: parameters ?? {},
    rowLimit: rowLimit ?? cap,
    offset: offset ?? 0,
    timeoutMs: timeout === undefined ? null : Math.ceil(timeout * 1000),
    validityMs: resultsValidityTimeMs ?? defaultValidityMs,
    locale: settings.locale ?? null,
    runAs: exportAs ?? viewer.memberId,
    maxBytes: (settings.exportMegabytes ?? defaultExportMegabytes) * 1024 * 1024,
    ...(request.level === undefined ? {} : { level: request.level as LevelName }),
  }
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
  const holders = [...document.pages, ...document.overlays, ...document.panels]
  if (pageId !== undefined && !holders.some(({ id }) => id === pageId)) {
    throw new AppError('not_found', { kind: 'page', id: pageId })
  }
  // Who edits the workbook sees every page and may name it; a file of the whole is what its readers would get.
  const reader = { memberId: viewer.memberId, teamIds: viewer.teams.map(({ id }) => id), mayEdit: false }
  const pages = document.pages.filter((page) => showsPage(page.visibility, reader)).map(({ id }) => id)
  const elements = (pageId === undefined ? pages : [pageId])
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
