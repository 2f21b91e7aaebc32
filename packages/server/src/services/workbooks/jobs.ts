import type { JobHandlers } from '../../queue/index.ts'
import type { TemplateUpdates } from './template-updates.ts'

/** Handler of the job kind `template.follow`. A repeated run finds nothing left to do. */
export function templateJobs(updates: TemplateUpdates): Pick<JobHandlers, 'template.follow'> {
  return {
    'template.follow': ({ organizationId, payload, signal }) => updates.run({ organizationId, ...payload, signal }),
  }
}
