import type { JobHandlers } from '../../queue/index.ts'
import type { SequenceRuns } from './sequence-runs.ts'

/** A repeated run continues after the steps that were recorded. */
export function sequenceJobs({ sequenceRuns }: { sequenceRuns: SequenceRuns }): Pick<JobHandlers, 'sequence.run'> {
  return {
    'sequence.run': ({ organizationId, id, payload, signal }) =>
      sequenceRuns.run({ organizationId, traceId: id, payload, signal }),
  }
}
