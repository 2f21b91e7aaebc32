import { type CellProblem, cellProblemText } from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'

/** A refused cell, row or change as errors report it: in English, and with the code by which clients word it. */
export const cellProblemAt = (path: string, problem: CellProblem): Problem => ({
  path,
  message: cellProblemText(problem),
  ...problem,
})

/** The error for a change that is refused as a whole; `more` follows the reason in the English message. */
export function refusedChange(path: string, problem: CellProblem, more = ''): AppError<'invalid_request'> {
  const refused = cellProblemAt(path, problem)
  return new AppError('invalid_request', { reason: `${refused.message}${more}`, problems: [refused] })
}
