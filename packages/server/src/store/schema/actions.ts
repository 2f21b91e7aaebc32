import type { Audited } from './audited.ts'
import type { References } from './references.ts'

export interface ActionTables {
  api_connectors: ApiConnectorTable
  connector_credentials: ConnectorCredentialTable
  webhooks: WebhookTable
  sequence_calls: SequenceCallTable
}

export const actionReferences = {
  api_connectors: ['connector_credentials', 'organizations'],
  connector_credentials: ['organizations'],
  webhooks: ['documents'],
  sequence_calls: ['organizations'],
} as const satisfies References<ActionTables>

/** A sequence of actions that requests from outside may start. */
export interface WebhookTable {
  organization_id: string
  document_id: string
  sequence_id: string
  /** Random; the webhook's secret is derived from it. */
  id: string
  /** The member with whose rights signed requests run. */
  owner_id: string
  created_at: number
  last_job_id: string | null
}

/** A call of another system by a step of a sequence that runs here. */
export interface SequenceCallTable {
  organization_id: string
  /** The job. */
  run_id: string
  step: number
  /** JSON: the value of the step, or why the call failed. Null for a call whose end is unknown. */
  outcome: string | null
  expires_at: number
}

/** A configured outgoing HTTP call. */
export interface ApiConnectorTable extends Audited {
  organization_id: string
  id: string
  name: string
  description: string
  /** Row of `connector_credentials`. */
  credential_id: string | null
  /** JSON: the request in the form of the contract. */
  params: string
  /** JSON: the configuration with all of its parts. */
  config: string
  is_archived: number
}

/** Credentials that API connectors use at other servers. */
export interface ConnectorCredentialTable extends Audited {
  organization_id: string
  id: string
  name: string
  description: string
  auth_method: string
  /** JSON array of host globs. */
  allowlist: string
  /** JSON: the public part of the credential. */
  settings: string
  /** JSON: the secrets; encrypted. */
  secrets_encrypted: string
  is_archived: number
}
