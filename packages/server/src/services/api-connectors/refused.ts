import { AppError, type Problem } from '@octavo/core/errors'

/** Throws `invalid_request` with all problems; returns when there are none. */
export function refuseProblems(problems: readonly Problem[]): void {
  const [first, ...more] = problems
  if (!first) return
  throw new AppError('invalid_request', {
    reason: `${first.path}: ${first.message}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
    problems: [...problems],
    hint: first.hint ?? 'Correct every place that details.problems names. Nothing was stored and nothing was called.',
  })
}
