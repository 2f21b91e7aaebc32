import type { References } from './references.ts'

export interface InstanceTables {
  instance: InstanceTable
  leases: LeaseTable
  forgotten_files: ForgottenFileTable
  idempotency_keys: IdempotencyKeyTable
}

export const instanceReferences = {
  forgotten_files: [],
  idempotency_keys: ['organizations'],
} as const satisfies References<InstanceTables>

/** Facts of this installation: `key_fingerprint`, `first_start_at`, ... */
export interface InstanceTable {
  name: string
  value: string
}

export interface LeaseTable {
  name: string
  owner: string
  until: number
}

export interface IdempotencyKeyTable {
  organization_id: string
  actor_id: string
  operation: string
  key_hash: string
  request_hash: string
  status: number | null
  response_encrypted: string | null
  created_at: number
  expires_at: number
}

/** Files whose rows were deleted, until the files are removed too. */
export interface ForgottenFileTable {
  organization_id: string
  file_key: string
}
