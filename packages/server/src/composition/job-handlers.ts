import { auditSealJobs } from '../audit/jobs.ts'
import type { JobHandlers } from '../queue/index.ts'
import { commentMailJobs } from '../services/comments/jobs.ts'
import { cardPictureJobs, exportJobs } from '../services/exports/jobs.ts'
import { inputTableJobs } from '../services/input-tables/jobs.ts'
import { materializationJobs } from '../services/materializations/jobs.ts'
import { switchMailJobs } from '../services/organization/mails/jobs.ts'
import { invitationMailJobs, passwordResetJobs } from '../services/organization/members/jobs.ts'
import { scheduleJobs } from '../services/schedules/jobs.ts'
import { sequenceJobs } from '../services/sequences/jobs.ts'
import { accessRequestMailJobs } from '../services/sharing/jobs.ts'
import { syncJobs } from '../services/syncs/jobs.ts'
import { tagRequestMailJobs } from '../services/tags/jobs.ts'
import { templateJobs } from '../services/workbooks/jobs.ts'
import type { Services } from './services.ts'

/** A handler for every kind of job: a new kind does not compile without one. */
export function jobHandlersOf(services: Services): JobHandlers {
  return {
    ...auditSealJobs(services),
    ...exportJobs(services.exportRuns),
    ...cardPictureJobs(services.cardPictureRuns),
    ...invitationMailJobs(services.invitationMails),
    ...passwordResetJobs(services.passwordResets),
    ...commentMailJobs(services.commentMails),
    ...accessRequestMailJobs(services.accessRequestMails),
    ...tagRequestMailJobs(services.tagRequestMails),
    ...templateJobs(services.templateUpdates),
    ...switchMailJobs(services.switchMails),
    ...syncJobs(services),
    ...inputTableJobs(services),
    ...materializationJobs(services),
    ...sequenceJobs(services),
    ...scheduleJobs({
      runs: services.scheduleRuns,
      outbox: services.scheduleOutbox,
      notices: services.scheduleNotices,
    }),
  }
}
