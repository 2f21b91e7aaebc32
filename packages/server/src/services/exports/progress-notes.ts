import type { ExportProgress } from '@octavo/core/contract'

export type OnProgress = (progress: ExportProgress) => void

/** Ignores the progress of work that nobody observes. */
export const ignoreProgress: OnProgress = () => {}

/** The total to show; null for a total of one, which is reached only at the end and therefore says nothing. */
export const knownTotal = (total: number): number | null => (total > 1 ? total : null)

/** Interval of writes. Work that ends sooner writes no progress. */
const noteEveryMs = 1_000

/**
 * Holds the latest progress of a piece of work and writes it periodically. A failed write is not repeated, because the
 * next one replaces it. Call `end` when the work has ended: no write runs after it.
 */
export function progressNotes<Progress>(
  write: (progress: Progress) => Promise<unknown>,
  everyMs = noteEveryMs,
): { note: (progress: Progress) => void; end(): Promise<void> } {
  let latest: Progress | undefined
  let writing: Promise<unknown> | undefined
  const timer = setInterval(() => {
    if (latest === undefined || writing !== undefined) return
    const noted = latest
    latest = undefined
    writing = write(noted)
      .catch(() => {})
      .finally(() => {
        writing = undefined
      })
  }, everyMs)
  timer.unref()
  return {
    note: (progress) => {
      latest = progress
    },
    async end() {
      clearInterval(timer)
      await writing
    },
  }
}
