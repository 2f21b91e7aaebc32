import type { JobHandlers } from '../../queue/index.ts'
import type { SequenceRuns } from './sequence-runs.ts'

/** Run again after a stop, a sequence goes on after the steps that were written. */
export function sequenceJobs({ sequenceRuns }: { sequenceRuns: SequenceRuns }): Pick<JobHandlers, 'sequence.run'> {
  return {
    'sequence.run': ({ organizationId, id, payload, signal }) =>
      sequenceRuns.run({ organizationId, traceId: id, payload, signal }),
  }
}
