import { AppError } from '@octavo/core/errors'
import type { CompiledElement } from '@octavo/core/plan'

/** Columns that a file of the element should have and that cannot be computed, as people read them. */
export function failedColumnsOf({ flat }: CompiledElement): string[] {
  return flat.failedColumns.map(({ name, message }) => `The column "${name}" has an error: ${message}`)
}

/** Throws `element_invalid`: a file that silently lacks a column looks as if the element never had it. */
export function requireWholeColumns(element: CompiledElement): void {
  const failed = failedColumnsOf(element)
  if (failed.length > 0)
    throw new AppError('element_invalid', { elementId: element.elementId, reason: failed.join(' ') })
}
