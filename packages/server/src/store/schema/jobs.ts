import type { References } from './references.ts'

export interface JobTables {
  jobs: JobTable
}

export const jobReferences = {
  jobs: ['organizations'],
} as const satisfies References<JobTables>

export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** The ledger of all background work. */
export interface JobTable {
  organization_id: string
  id: string
  kind: string
  /** JSON by the payload schema of the kind. */
  payload: string
  state: JobState
  run_at: number
  /** After this time the job fails with `deadline_passed`. */
  deadline_at: number
  attempts: number
  max_attempts: number
  lease_owner: string | null
  lease_until: number | null
  cancel_requested: number
  /** JSON: the handler's result. */
  outcome: string | null
  /** JSON: {code, message}. */
  error: string | null
  /** Unique among unfinished jobs; null for none. */
  unique_key: string | null
  actor_id: string
  created_at: number
  started_at: number | null
  finished_at: number | null
}
