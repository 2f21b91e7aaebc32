import type { JobHandlers } from '../../queue/index.ts'
import type { ScheduleNotices } from './schedule-notices.ts'
import type { ScheduleOutbox } from './schedule-outbox.ts'
import type { ScheduleRuns } from './schedule-runs.ts'

type Kinds =
  | 'schedule.run'
  | 'schedule.mail'
  | 'schedule.webhook'
  | 'schedule.slack'
  | 'schedule.storage'
  | 'schedule.notice'

/**
 * Handlers of the job kinds of schedules. A delivery that was interrupted between sending and recording sends again with the same id: a
 * mail server cannot be asked what it has received.
 */
export function scheduleJobs({
  runs,
  outbox,
  notices,
}: {
  runs: ScheduleRuns
  outbox: ScheduleOutbox
  notices: ScheduleNotices
}): Pick<JobHandlers, Kinds> {
  const deliver = ({
    organizationId,
    payload,
    attempt,
    signal,
  }: Pick<Parameters<JobHandlers['schedule.mail']>[0], 'organizationId' | 'payload' | 'attempt' | 'signal'>) =>
    outbox.deliver({ organizationId, ...payload, attempt, signal })
  return {
    'schedule.run': ({ organizationId, payload, attempt, signal }) =>
      runs.run({ organizationId, ...payload, attempt, signal }),
    'schedule.mail': deliver,
    'schedule.webhook': deliver,
    'schedule.slack': deliver,
    'schedule.storage': deliver,
    'schedule.notice': async ({ organizationId, payload }) => ({ sent: await notices.send(organizationId, payload) }),
  }
}
