import { AppError } from '@octavo/core/errors'

/** The ETags of which one must be the present one; null where any state will do. */
export type IfMatch = readonly string[] | null

/** Throws `precondition_failed` unless the ETag of the present state is one that the caller asks for. */
export function requireMatch(ifMatch: IfMatch, current: string): void {
  if (ifMatch === null || ifMatch.includes(current)) return
  throw new AppError('precondition_failed', { sent: ifMatch.join(', '), current })
}

/** For a state that fitted when it was read, and is gone when the change is written. */
export const changedMeanwhile = (ifMatch: readonly string[]): AppError =>
  new AppError('precondition_failed', { sent: ifMatch.join(', '), current: null })
