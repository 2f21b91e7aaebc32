import { AppError } from '@octavo/core/errors'
import type { CompiledElement, CompiledLevel } from '@octavo/core/plan'
import type { ExportOrder } from './export-requests.ts'

/** Rows of the element for the file: all rows, or the requested level. Throws `invalid_request`. */
export function exportedRows(element: CompiledElement, { level }: Pick<ExportOrder, 'level'>): CompiledLevel {
  if (level === undefined) return element.flat
  const rows = element.flatTo(level)
  if (rows) return rows
  const levels = element.levels.map((each) => each.level).filter((name) => /^g\d/.test(name))
  const known = levels.length > 0 ? `It has ${levels.join(', ')}.` : 'It has none.'
  const message = `The element "${element.elementId}" has no groups of the level "${level}". ${known}`
  throw new AppError('invalid_request', { reason: message, problems: [{ path: 'level', message }] })
}

/** Readable names of the file's columns that cannot be computed. */
export function failedColumnsOf({ failedColumns }: CompiledLevel): string[] {
  return failedColumns.map(({ name, message }) => `The column "${name}" has an error: ${message}`)
}

/** Throws `element_invalid`: a file that silently omits a column would look as if the element never had it. */
export function requireWholeColumns(element: CompiledElement, rows: CompiledLevel): void {
  const failed = failedColumnsOf(rows)
  if (failed.length > 0)
    throw new AppError('element_invalid', { elementId: element.elementId, reason: failed.join(' ') })
}
