import type { ExportProgress } from '@octavo/core/contract'

export type OnProgress = (progress: ExportProgress) => void

/** Receives the progress of work that nobody waits for. */
export const ignoreProgress: OnProgress = () => {}

/** A total of one says nothing: it is reached when the work has ended. */
export const knownTotal = (total: number): number | null => (total > 1 ? total : null)

/** Work that ends sooner writes no progress, and longer work at most this often. */
const noteEveryMs = 1_000

/**
 * Keeps the latest progress of a piece of work and writes it from time to time. A write that fails is not repeated, since the next one
 * replaces it. Call `end` when the work has ended: no write runs after it.
 */
export function progressNotes(
  write: (progress: ExportProgress) => Promise<unknown>,
  everyMs = noteEveryMs,
): { note: OnProgress; end(): Promise<void> } {
  let latest: ExportProgress | undefined
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
