import { Cron } from 'croner'

/** Recurring times: a cron pattern of five fields, in a time zone. Times are epoch milliseconds. */
export interface DueTimes {
  /** The next times after a moment, at most `count`; fewer when the pattern has no more. */
  after(moment: number, count: number): number[]
  /** The last times before a moment, at most `count`, latest first. */
  before(moment: number, count: number): number[]
}

export type ReadDueTimes =
  | { ok: true; times: DueTimes }
  /** Problems of either field, or of both. */
  | { ok: false; problems: { field: 'cronSpec' | 'timezone'; message: string }[] }

const fieldNames = ['minute', 'hour', 'day of the month', 'month', 'day of the week']

/**
 * Across daylight saving changes, a local time that does not exist runs after the clock was moved, and one that exists twice runs once;
 * schedules every few minutes or hours continue in even steps.
 */
export function readDueTimes(cronSpec: string, timezone: string): ReadDueTimes {
  if (!isZone(timezone)) {
    const message = `"${timezone}" is not the IANA name of a time zone, such as Europe/Berlin.`
    const ofPattern = readDueTimes(cronSpec, 'UTC')
    return { ok: false, problems: [...(ofPattern.ok ? [] : ofPattern.problems), { field: 'timezone', message }] }
  }
  const wrong = (message: string): ReadDueTimes => ({ ok: false, problems: [{ field: 'cronSpec', message }] })
  const fields = cronSpec.trim().split(/\s+/)
  if (fields.length !== fieldNames.length || cronSpec.includes('@')) {
    return wrong(`A cron pattern has five fields (${fieldNames.join(', ')}), such as "0 9 * * 1-5".`)
  }
  try {
    // Some clients write `1/3`; strictly it would be `1-12/3`.
    const cron = new Cron(fields.join(' '), { timezone, paused: true, mode: '5-part', sloppyRanges: true })
    if (cron.nextRun() === null && cron.previousRuns(1).length === 0) {
      return wrong(`"${cronSpec}" names a day that never comes.`)
    }
    return {
      ok: true,
      times: {
        after: (moment, count) => cron.nextRuns(count, new Date(moment)).map((date) => date.getTime()),
        before: (moment, count) => cron.previousRuns(count, new Date(moment)).map((date) => date.getTime()),
      },
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^\w+: /, '') : String(error)
    return wrong(`"${cronSpec}" is not a cron pattern: ${reason}`)
  }
}

function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
