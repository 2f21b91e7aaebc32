import { type ExportRequest, maximumValidityMs } from '@octavo/core/contract'
import { AppError, type Problem } from '@octavo/core/errors'

/** What an export will do, as its row keeps it. */
export interface ExportOrder {
  elementId: string
  format: 'csv' | 'json'
  /** Control values as text, by control id; their zone is UTC. */
  parameters: Record<string, string>
  rowLimit: number
  /** Rows left out, counted from 0. */
  offset: number
  validityMs: number
  /** Member whose rights and attributes the queries have. */
  runAs: string
}

export const maximumExportRows = 1_000_000
const defaultValidityMs = 3_600_000

const formatsByScope = {
  element: ['csv', 'json', 'jsonl', 'xlsx', 'pdf', 'png'],
  page: ['pdf', 'png', 'xlsx'],
  workbook: ['pdf', 'xlsx'],
} as const

/** Reads a request. Throws `invalid_request` with every problem, or `not_supported` for what comes later. */
export function exportOrder(request: ExportRequest, memberId: string): ExportOrder {
  const { elementId, pageId, format, rowLimit, offset, resultsValidityTimeMs, parameters, exportAs } = request
  const problems: Problem[] = []
  if (elementId !== undefined && pageId !== undefined) {
    problems.push({ path: 'pageId', message: 'Send elementId or pageId, not both.' })
  }
  const scope = elementId !== undefined ? 'element' : pageId !== undefined ? 'page' : 'workbook'
  if (!formatsByScope[scope].some((name) => name === format.type)) {
    const known = formatsByScope[scope].join(', ')
    problems.push({ path: 'format.type', message: `A ${scope} is exported as ${known}, not as ${format.type}.` })
  }
  if (format.type === 'pdf' && format.layout === undefined) {
    problems.push({ path: 'format.layout', message: 'A PDF needs the layout portrait or landscape.' })
  }
  const inRange = (path: string, value: number | undefined, least: number, most: number) => {
    if (value !== undefined && (!Number.isInteger(value) || value < least || value > most)) {
      problems.push({ path, message: `Must be a whole number from ${least} to ${most}.` })
    }
  }
  inRange('rowLimit', rowLimit, 0, maximumExportRows)
  inRange('offset', offset, 0, Number.MAX_SAFE_INTEGER)
  inRange('resultsValidityTimeMs', resultsValidityTimeMs, 1, maximumValidityMs)
  if (problems.length > 0) {
    throw new AppError('invalid_request', { reason: problems[0]?.message ?? 'The request is wrong.', problems })
  }
  if (request.tag !== undefined) {
    throw new AppError('not_supported', {
      what: 'This version does not have version tags yet.',
      hint: 'Leave "tag" out to export the published version.',
    })
  }
  if (elementId === undefined || (format.type !== 'csv' && format.type !== 'json')) {
    throw new AppError('not_supported', {
      what: `This version does not export a ${scope} as ${format.type} yet.`,
      hint: 'Export an element as csv or json.',
    })
  }
  return {
    elementId,
    format: format.type,
    parameters: parameters ?? {},
    rowLimit: rowLimit ?? maximumExportRows,
    offset: offset ?? 0,
    validityMs: resultsValidityTimeMs ?? defaultValidityMs,
    runAs: exportAs ?? memberId,
  }
}
