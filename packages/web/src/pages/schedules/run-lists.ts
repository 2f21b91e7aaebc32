import { localeName } from '../../formats.ts'

/** The first part of the query keys for runs of schedules. */
export const runsKey = 'schedule-runs'

/** How often a run is requested again until it has ended. */
export const soonMs = 2_000

export const toTheSecond = (instant: string) =>
  new Intl.DateTimeFormat(localeName(), { dateStyle: 'medium', timeStyle: 'medium' }).format(Date.parse(instant))
