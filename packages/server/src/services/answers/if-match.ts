import { AppError } from '@octavo/core/errors'

/** ETags of an `If-Match` header, of which one must equal the current ETag; null accepts any state. */
export type IfMatch = readonly string[] | null

/** Throws `precondition_failed` unless `current` is one of the ETags that the caller accepts. */
export function requireMatch(ifMatch: IfMatch, current: string): void {
  if (ifMatch === null || ifMatch.includes(current)) return
  throw new AppError('precondition_failed', { sent: ifMatch.join(', '), current })
}

/** For a state that matched when it was read but changed before the write. */
export const changedMeanwhile = (ifMatch: readonly string[]): AppError =>
  new AppError('precondition_failed', { sent: ifMatch.join(', '), current: null })
