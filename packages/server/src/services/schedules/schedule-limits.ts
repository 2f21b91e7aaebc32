import type { Queryable } from '../../store/index.ts'
import { countSentSince, type ScheduleRunRow } from '../../store/schedule-runs.ts'
import type { ScheduleRow } from '../../store/schedules.ts'
import type { SavedConfig } from './schedule-config.ts'

const dayMs = 86_400_000
const times = { alltime: 'in all', daily: 'a day', weekly: 'a week' } as const

/** Why a due time is not sent: the schedule has reached its limit. Null otherwise. */
export async function limitReached(db: Queryable, schedule: ScheduleRow, run: ScheduleRunRow): Promise<string | null> {
  const { window = 'always', volume = null } = (JSON.parse(schedule.config) as SavedConfig).alertConfig ?? {}
  if (window === 'always' || volume === null || run.is_manual === 1) return null
  const sent =
    window === 'alltime'
      ? schedule.sent_count
      : await countSentSince(db, schedule.organization_id, schedule.id, startOf(window, run.due_at, schedule.zone))
  if (sent < volume) return null
  return `It is sent at most ${volume === 1 ? 'once' : `${volume} times`} ${times[window]}, and that has been reached.`
}

/** The first moment of the day, or of the week's Monday, in a zone. */
export function startOf(window: 'daily' | 'weekly', at: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  const day = Date.parse(`${format.format(at)}T00:00:00Z`)
  const first = window === 'daily' ? day : day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs
  const wanted = new Date(first).toISOString().slice(0, 10)
  // Local midnight is within 15 hours of UTC midnight, at a full quarter of an hour.
  let start = first - 15 * 3_600_000
  while (format.format(start) < wanted) start += 900_000
  return start
}
