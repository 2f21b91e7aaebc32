import { type CellProblem, isCellProblemCode } from '@octavo/core/document'
import { ApiError } from '../../api.ts'
import type { RefusedPlace } from './entries.ts'

/** The cells and rows that the server refused, where the error names any. */
export function refusedIn(error: unknown): RefusedPlace[] {
  if (!(error instanceof ApiError)) return []
  return error.problems.flatMap(({ path, code, values }) =>
    isCellProblemCode(code) ? [{ path, problem: { code, ...(values && { values }) } }] : [],
  )
}

/** Why the server refused cells or rows, each reason once; undefined for other errors. */
export function refusalText(error: unknown, words: (problem: CellProblem) => string): string | undefined {
  const reasons = [...new Set(refusedIn(error).map(({ problem }) => words(problem)))]
  return reasons.length > 0 ? reasons.slice(0, 3).join(' ') : undefined
}
