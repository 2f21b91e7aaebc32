import type { JobHandlers } from '../../queue/index.ts'
import type { MaterializationRuns } from './materialization-runs.ts'

/** The handler of the job that stores the rows of an element. A repeated run stores them again. */
export function materializationJobs({
  materializationRuns,
}: {
  materializationRuns: MaterializationRuns
}): Pick<JobHandlers, 'materialization.run'> {
  return {
    'materialization.run': async ({ organizationId, payload, signal }) => ({
      state: await materializationRuns.run(organizationId, payload.runId, signal),
    }),
  }
}
