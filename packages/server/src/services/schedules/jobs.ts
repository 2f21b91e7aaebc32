import type { JobHandlers } from '../../queue/index.ts'
import type { ScheduleNotices } from './schedule-notices.ts'
import type { ScheduleRuns } from './schedule-runs.ts'

/**
 * Handlers of the job kinds `schedule.run` and `schedule.notice`. Stopped between sending and noting it, they send again
 * under the same id: a mail server cannot be asked what it has.
 */
export function scheduleJobs({
  runs,
  notices,
}: {
  runs: ScheduleRuns
  notices: ScheduleNotices
}): Pick<JobHandlers, 'schedule.run' | 'schedule.notice'> {
  return {
    'schedule.run': ({ organizationId, payload, attempt, signal }) =>
      runs.run({ organizationId, ...payload, attempt, signal }),
    'schedule.notice': async ({ organizationId, payload }) => ({ sent: await notices.send(organizationId, payload) }),
  }
}
