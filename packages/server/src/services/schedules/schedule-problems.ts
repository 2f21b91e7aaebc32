import { AppError, type Problem } from '@octavo/core/errors'

export type ScheduleProblems = ReturnType<typeof createScheduleProblems>

/** Collects the problems of a schedule, so that all of them are reported at once. */
export function createScheduleProblems(given: readonly Problem[]) {
  const all = [...given]
  const notYet: (Problem & { hint?: string | undefined })[] = []
  return {
    add: (path: string, message: string) => void all.push({ path, message }),
    addAll: (found: Iterable<Problem>) => void all.push(...found),
    /** A feature that does not exist yet. `hint` says what to do when another file type or recipient does not help. */
    addUnsupported: (path: string, message: string, hint?: string) => void notYet.push({ path, message, hint }),
    /** Throws `invalid_request` with every problem, or `not_supported` when features are all that is missing. */
    throwIfAny() {
      const [first] = all
      const unsupported = notYet.map(({ path, message }) => ({ path, message }))
      if (first) {
        const problems = [...all, ...unsupported]
        const more = problems.length === 1 ? '' : ` There are ${problems.length} problems in all.`
        throw new AppError('invalid_request', { reason: `${first.path}: ${first.message}${more}`, problems })
      }
      if (notYet.length === 0) return
      throw new AppError('not_supported', {
        what: notYet.map(({ path, message }) => `${path}: ${message}`).join(' '),
        problems: unsupported,
        hint: notYet.find(({ hint }) => hint)?.hint ?? 'Send CSV, JSON, JSONL or XLSX files by mail or to a webhook.',
      })
    },
  }
}
