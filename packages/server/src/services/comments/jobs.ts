import type { JobHandlers } from '../../queue/index.ts'
import type { CommentMails } from './comment-mails.ts'

/** Handler of the job kind `mail.comment`. A repeated run sends the mail twice: a mail server cannot be asked what it has received. */
export function commentMailJobs(mails: CommentMails): Pick<JobHandlers, 'mail.comment'> {
  return {
    'mail.comment': async ({ organizationId, payload }) => ({ sent: await mails.send(organizationId, payload) }),
  }
}
