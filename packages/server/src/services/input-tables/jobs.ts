import type { JobHandlers } from '../../queue/index.ts'
import type { EditTroubleMails } from './edit-trouble-mails.ts'
import type { RowSettling } from './row-settling.ts'

/** Handlers of the job kinds of input tables. A repeated mail job sends the mail again with the same id. */
export function inputTableJobs({
  rowSettling,
  editTroubleMails,
}: {
  rowSettling: RowSettling
  editTroubleMails: EditTroubleMails
}): Pick<JobHandlers, 'input-tables.settle' | 'mail.edit-trouble'> {
  return {
    'input-tables.settle': async ({ organizationId, payload }) => ({
      ...(await rowSettling.run({ organizationId, ...payload })),
    }),
    'mail.edit-trouble': async ({ organizationId, payload }) => ({
      sent: await editTroubleMails.send(organizationId, payload),
    }),
  }
}
