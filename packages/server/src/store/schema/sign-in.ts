import type { Generated } from 'kysely'
import type { Audited } from './audited.ts'
import type { References } from './references.ts'

export interface SignInTables {
  api_credentials: ApiCredentialTable
  allowed_ips: AllowedIpTable
  tokens: TokenTable
  used_tokens: UsedTokenTable
  sessions: SessionTable
  sign_in_attempts: SignInAttemptTable
}

export const signInReferences = {
  api_credentials: ['members'],
  allowed_ips: ['organizations'],
  tokens: ['members', 'api_credentials'],
  used_tokens: ['organizations'],
  sessions: ['members'],
} as const satisfies References<SignInTables>

export interface ApiCredentialTable extends Audited {
  organization_id: string
  /** The client id. */
  id: string
  owner_id: string
  name: string
  description: string
  /** Encrypted instead of hashed, because embeds are verified with it. */
  secret_encrypted: string
  last_used_at: number | null
  expires_at: number | null
  is_revoked: number
  /** JSON array of scopes; null for all rights of the owner. */
  scopes: string | null
  /** When a signed address last started a session; null when never. */
  url_signed_at: number | null
}

export interface AllowedIpTable extends Audited {
  organization_id: string
  id: string
  /** As it was written. */
  ip: string
  /** `address/prefix` in one spelling; unique in the organization. */
  ip_key: string
  /** public-api, ui, both. */
  scope: string
  description: string
}

export interface TokenTable {
  organization_id: string
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** `embed`: for a session inside another product's page. */
  kind: 'access' | 'refresh' | 'embed'
  /** All tokens that descend from one grant; reuse of a used refresh token ends the family. */
  family_id: string
  credential_id: string
  member_id: string
  issued_at: number
  expires_at: number
  /** When a refresh token was used. */
  used_at: number | null
  /**
   * For an exchanged token the administrator who acts as the member, for an embed session the one who signed for another; otherwise null.
   */
  actor_id: string | null
  /** For an embed session: data platform access tokens from its host; otherwise null. */
  oauth_encrypted: Generated<string | null>
  /** For an embed session: the connection that its host named to read from; otherwise null. */
  eval_connection_id: Generated<string | null>
}

/** Ids of single-use tokens that were signed elsewhere. */
export interface UsedTokenTable {
  organization_id: string
  /** SHA-256. */
  id_hash: string
  expires_at: number
}

export interface SessionTable {
  organization_id: string
  /** SHA-256 of the cookie, hex. */
  session_hash: string
  /** SHA-256 of the CSRF token, hex. */
  csrf_hash: string
  member_id: string
  created_at: number
  last_seen_at: number
  expires_at: number
  user_agent: string
  address: string
  /** The member that the session views as; null for the session's own. */
  view_as_id: string | null
}

export interface SignInAttemptTable {
  /** `account:<email key>` or `address:<ip>`. */
  subject: string
  failures: number
  first_failed_at: number
  locked_until: number | null
}
