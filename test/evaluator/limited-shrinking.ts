import fc from 'fast-check'

/** How long a smaller case is searched for after the first failure. */
const LIMIT_MS = 120_000

/**
 * The check of a property, with a limit on shrinking: once the time is over, every further case passes, so that the smallest failing case
 * found until then is reported with its seed. Cases that are skipped with `fc.pre` are no failures.
 */
export function limitedShrinking<T extends unknown[]>(
  check: (...args: T) => Promise<void>,
  limitMs = LIMIT_MS,
  now: () => number = Date.now,
): (...args: T) => Promise<void> {
  let failedAt: number | null = null
  return async (...args) => {
    if (failedAt !== null && now() - failedAt > limitMs) return
    try {
      await check(...args)
    } catch (error) {
      if (!fc.PreconditionFailure.isFailure(error)) failedAt ??= now()
      throw error
    }
  }
}
