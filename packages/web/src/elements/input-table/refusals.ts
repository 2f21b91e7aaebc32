import { type CellProblem, editStopOf, isCellProblemCode } from '@octavo/core/document'
import type { TFunction } from 'i18next'
import { ApiError } from '../../api.ts'
import type { RefusedPlace } from './entries.ts'
import '../../i18n/input-tables.ts'

type Words = TFunction<'inputTables'>

/** The cells, rows and changes that the server refused, where the error names any. */
export function refusedIn(error: unknown): RefusedPlace[] {
  if (!(error instanceof ApiError)) return []
  return error.problems.flatMap(({ path, code, values }) =>
    isCellProblemCode(code) ? [{ path, problem: { code, ...(values && { values }) } }] : [],
  )
}

/** Why a cell, row or change is refused. */
export const problemText = (t: Words, { code, values }: CellProblem): string => t(`problem.${code}`, { ...values })

/** Why a connection takes no changes. The text of a data platform stays as it is. */
export function stopText(t: Words, reason: string): string {
  const known = editStopOf(reason)
  return known ? t(`stop.${known.code}`, { value: known.value }) : reason
}

/** Why the server did not change rows, each reason once; undefined for errors that any request can have. */
export function refusalText(t: Words, error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'row_conflict') return t('conflict.failed')
  if (error.code === 'edits_stopped') {
    const { reason } = error.details as { reason: string }
    return `${t('unableToEdit')}. ${t('unableToEditWhy', { reason: stopText(t, reason) })}`
  }
  const reasons = [...new Set(refusedIn(error).map(({ problem }) => problemText(t, problem)))]
  if (reasons.length > 0) return reasons.slice(0, 3).join(' ')
  return error.code === 'forbidden' ? t('notAllowed') : undefined
}
