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

/**
 * The level of each column of a grouped table: 0 for the outermost groups, and the number of groups for the rows themselves. Undefined
 * without groups. Groups whose keys are not all in the file cannot be told apart there, so their columns count as values of the rows.
 */
export function outlineLevelsOf(element: CompiledElement, { columns, keySet }: CompiledLevel): number[] | undefined {
  if (keySet) return undefined
  const isInFile = (id: string) => columns.some((column) => column.id === id)
  const groups: Set<string>[] = []
  for (let level = 1; ; level += 1) {
    const rows = element.flatTo(`g${level}`)
    if (!rows?.keyColumnIds.every(isInFile)) break
    groups.push(new Set(rows.columns.map(({ id }) => id)))
  }
  const levels = columns.map(({ id }) => {
    const level = groups.findIndex((ids) => ids.has(id))
    return level < 0 ? groups.length : level
  })
  return new Set(levels).size > 1 ? levels : undefined
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
