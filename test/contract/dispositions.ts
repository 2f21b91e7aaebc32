/** Intended differences from the published contract, each with its reason. A line that no longer applies fails the test. */
export interface Disposition {
  operation: string
  /** The place as named by compare.ts. */
  where: string
  reason: string
}

export const differences: readonly Disposition[] = [
  {
    operation: 'v3alpha_deleteIpAllowlistEntries',
    where: 'answer.204',
    reason: 'An answer 204 has no body (RFC 9110), whatever its published form says.',
  },
  {
    operation: 'migrateDatasetToDataModel',
    where: 'body.dryRun',
    reason: 'Every operation that changes something accepts dryRun in its body, so no schema of a body repeats it.',
  },
]
