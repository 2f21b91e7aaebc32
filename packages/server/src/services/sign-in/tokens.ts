import { decideViewAs, hasRight, type Viewer } from '@octavo/core/access'
import type { AuditEventType, ExchangedToken, Token } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireViewAs } from '../../access/index.ts'
import { createRefusalCount, eventOf, systemActor } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { apiCredentialContext, hashToken, isSameText, newToken, type Secrets } from '../../secrets/index.ts'
import { type ApiCredentialRow, findCredentialOfClient, noteCredentialUse } from '../../store/api-credentials.ts'
import {
  type AuditEvent,
  createReadMemory,
  isDryRun,
  newUuid,
  outsideDryRun,
  type Queryable,
  type Store,
} from '../../store/index.ts'
import { findMember, findMemberByEmail, isActive } from '../../store/members.ts'
import {
  deleteTokenFamily,
  findFamilyEnd,
  findToken,
  insertTokens,
  spendRefreshToken,
  type TokenRow,
} from '../../store/tokens.ts'
import { claimToken } from '../../store/used-tokens.ts'
import { serviceOf } from '../service/service.ts'
import type { AllowedAddresses } from './allowed-addresses.ts'
import { opensApi, scopesOf } from './credentials.ts'
import { readSubjectToken } from './subject-token.ts'
import type { Viewers } from './viewers.ts'

export interface TokenLives {
  accessSeconds: number
  refreshSeconds: number
}

/** The contract's hour; refresh tokens live long enough for a program that runs once a month. */
export const defaultTokenLives: TokenLives = { accessSeconds: 3_600, refreshSeconds: 45 * 86_400 }

export interface ClientCredentials {
  clientId: string
  clientSecret: string
}

export type Tokens = ReturnType<typeof createTokens>

const useNotedEveryMs = 60_000
const keptAfterEndMs = 300_000
/** Tokens are 43 characters of base64url; much longer texts are refused without hashing. */
const longestToken = 512

interface Parts {
  store: Store
  secrets: Secrets
  clock: Clock
  viewers: Viewers
  allowedAddresses: AllowedAddresses
  reportBug: (error: unknown) => void
  lives: TokenLives
  /** Accepted audiences of a subject token besides the id of the organization: addresses of this server. */
  audiences: readonly string[]
  /** When the last use of each credential was recorded. */
  usesNoted: Map<string, number>
  countRefusals: ReturnType<typeof createRefusalCount>
  remembered: ReturnType<typeof createReadMemory>
  /** Compared with for an unknown client, so that both cases take the same work. */
  nobody: string
}
type Given = 'store' | 'secrets' | 'clock' | 'viewers' | 'allowedAddresses' | 'reportBug'

/** Access and refresh tokens of API clients: random texts, of which the store has the hash. */
export function createTokens(given: Pick<Parts, Given> & Partial<Pick<Parts, 'lives' | 'audiences'>>) {
  const { store, secrets, clock } = given
  const parts: Parts = {
    ...given,
    lives: given.lives ?? defaultTokenLives,
    audiences: given.audiences ?? [],
    usesNoted: new Map(),
    countRefusals: createRefusalCount(clock),
    // Maximum time for which a revoked credential still works in other processes of a shared store.
    remembered: createReadMemory(store, { forMs: 1_000, clock }),
    nobody: secrets.encrypt(newToken(), apiCredentialContext('nobody')),
  }
  return serviceOf(parts, { grant, refresh, exchange, authenticate, endOfEmbedSession })
}

/** The grant client_credentials. Throws `unauthorized`, or `invalid_request` when the owner is deactivated. */
async function grant(parts: Parts, client: ClientCredentials, address: string): Promise<Token> {
  const { store } = parts
  const credential = await authenticatedClient(parts, client, address)
  return store.write(eventFor(credential, 'TOKEN_ISSUED'), (tx) => issue(parts, tx, credential, newUuid()))
}

/**
 * The grant refresh_token: the token is used up and the next pair belongs to the same family. Reuse means that the token was stolen or its
 * response was lost; in both cases the family is revoked, and the client must authenticate with its secret again.
 */
async function refresh(parts: Parts, refreshToken: string, client: ClientCredentials, address: string): Promise<Token> {
  const { store, clock } = parts
  const credential = await authenticatedClient(parts, client, address)
  const refusal = new AppError('unauthorized', {
    reason: 'The refresh token is unknown, expired or was used before.',
    hint: 'Get a new token with grant_type=client_credentials.',
  })
  const row = refreshToken.length > longestToken ? undefined : await findToken(store.db, hashToken(refreshToken))
  if (row === undefined || row.kind !== 'refresh' || row.credential_id !== credential.id) throw refusal
  if (row.expires_at <= clock.now()) throw refusal
  const token = await store.write<Token | null>(
    (result) => eventFor(credential, result === null ? 'TOKEN_REUSE_DETECTED' : 'TOKEN_REFRESHED'),
    async (tx) => {
      if (await spendRefreshToken(tx, row.organization_id, row.token_hash, clock.now())) {
        return issue(parts, tx, credential, row.family_id)
      }
      await deleteTokenFamily(tx, row.organization_id, row.family_id)
      return null
    },
  )
  if (token === null) throw refusal
  return token
}

/**
 * The grant token-exchange: an administrator gets a token that acts as another member. `subjectToken` is a JWT that the administrator signs
 * with the secret of one of their credentials (its kid).
 */
async function exchange(
  parts: Parts,
  actorToken: string,
  subjectToken: string,
  address: string,
): Promise<ExchangedToken> {
  const { store, clock, allowedAddresses, lives } = parts
  const actor = await authenticate(parts, actorToken)
  await allowedAddresses.requireFor(actor, address)
  const credentialId = actor.via.kind === 'token' && actor.via.actorId === undefined ? actor.via.credentialId : null
  if (credentialId === null) {
    throw new AppError('invalid_request', { reason: 'An exchanged token cannot be exchanged again.' })
  }
  const token = await ownSubjectToken(parts, actor, subjectToken)
  const subject = await subjectOf(parts, actor, token.email, credentialId)
  const eventCalled = (action: AuditEventType) =>
    eventOf(actor, { category: 'USER_ACCOUNT', action, object: { kind: 'member', id: subject.memberId } })
  if (!decideViewAs(actor, subject).allowed) noteRefusal(parts, eventCalled('IMPERSONATION_REFUSED'))
  requireViewAs(actor, subject)
  const now = clock.now()
  const access = newToken().reveal()
  const { organizationId } = actor
  await store.write(eventCalled('IMPERSONATION_STARTED'), async (tx) => {
    for (const id of [actor.memberId, subject.memberId]) {
      if (isActive(await findMember(tx, organizationId, id))) continue
      throw new AppError('not_found', { kind: 'active member', id })
    }
    if (token.id !== null && !(await claimSubjectToken(tx, organizationId, token.id, token.expiresAt))) {
      throw new AppError('unauthorized', { reason: 'The subject token was used before.', hint: 'Sign a new one.' })
    }
    await insertTokens(tx, [
      {
        organization_id: organizationId,
        kind: 'access',
        token_hash: hashToken(access),
        family_id: newUuid(),
        credential_id: credentialId,
        member_id: subject.memberId,
        actor_id: actor.memberId,
        issued_at: now,
        expires_at: now + lives.accessSeconds * 1000,
        used_at: null,
      },
    ])
  })
  return {
    access_token: access,
    issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    token_type: 'Bearer',
    expires_in: lives.accessSeconds,
  }
}

/** Validates a subject token signed by the actor with the secret of one of their valid credentials. */
async function ownSubjectToken({ store, secrets, clock, audiences }: Parts, actor: Viewer, subjectToken: string) {
  const token = await readSubjectToken(subjectToken, {
    now: clock.now(),
    audiences: [...audiences, actor.organizationId],
    secretOf: async (kid) => {
      const credential = await findCredentialOfClient(store.db, kid)
      const isOwn =
        credential?.organization_id === actor.organizationId &&
        credential.owner_id === actor.memberId &&
        isUsable(credential, clock.now()) &&
        opensApi(credential)
      return isOwn ? secrets.decrypt(credential.secret_encrypted, apiCredentialContext(credential.id)) : null
    },
  })
  if (token.tenant !== null && token.tenant !== actor.organizationId) {
    throw new AppError('not_found', { kind: 'tenant', id: token.tenant })
  }
  return token
}

/** The active member that a subject token names. */
async function subjectOf(
  { store, viewers }: Parts,
  actor: Viewer,
  email: string | null,
  credentialId: string,
): Promise<Viewer> {
  if (email === null) {
    throw new AppError('invalid_request', { reason: 'The subject token names no member: put the email into sub.' })
  }
  const member = await findMemberByEmail(store.db, actor.organizationId, email)
  const via = { kind: 'token', credentialId, actorId: actor.memberId } as const
  const subject = member && (await viewers.load(actor.organizationId, member.id, via))
  if (!subject) throw new AppError('not_found', { kind: 'active member', id: email })
  return subject
}

async function authenticatedClient(
  parts: Parts,
  { clientId, clientSecret }: ClientCredentials,
  address: string,
): Promise<ApiCredentialRow> {
  const { store, secrets, clock, viewers, allowedAddresses, nobody } = parts
  const credential = await findCredentialOfClient(store.db, clientId)
  const encrypted = credential?.secret_encrypted ?? nobody
  const context = apiCredentialContext(credential === undefined ? 'nobody' : credential.id)
  const isRight = isSameText(secrets.decrypt(encrypted, context).reveal(), clientSecret)
  if (credential === undefined || !isRight) {
    if (credential) noteRefusal(parts, refusalOf(credential, 'wrong secret'))
    throw new AppError('unauthorized', {
      reason: 'The client id or the client secret is wrong.',
      hint: 'Check both; a secret is shown only once, when the credential is made.',
    })
  }
  await allowedAddresses.require(credential.organization_id, 'public-api', address)
  if (!isUsable(credential, clock.now())) {
    noteRefusal(parts, refusalOf(credential, 'revoked or expired'))
    throw new AppError('unauthorized', {
      reason: 'The API credential was revoked or has expired.',
      hint: 'Ask an administrator for a new one.',
    })
  }
  if (!opensApi(credential)) {
    noteRefusal(parts, refusalOf(credential, 'for embedding only'))
    throw new AppError('unauthorized', {
      reason: 'The API credential is for embedding and cannot be used for the API.',
      hint: 'Use a credential with the scope api.',
    })
  }
  const owner = await viewers.load(credential.organization_id, credential.owner_id, {
    kind: 'token',
    credentialId: credential.id,
  })
  if (owner === null) {
    noteRefusal(parts, refusalOf(credential, 'owner is deactivated'))
    throw ownerIsOut()
  }
  return credential
}

/** Not awaited, so that refusing a known client id takes no longer than refusing an unknown one. */
function noteRefusal({ store, reportBug, countRefusals }: Parts, event: AuditEvent): void {
  const { organizationId, actor, object, details } = event
  const counted = countRefusals(JSON.stringify([organizationId, actor.id, object.id, details]))
  if (counted === null) return
  const noted = { ...details, ...(counted === 0 ? {} : { deniedSinceLastEvent: counted }) }
  outsideDryRun(() => store.write({ ...event, outcome: 'denied', details: noted }, async () => {})).catch(reportBug)
}

async function issue(
  { clock, lives }: Parts,
  tx: Queryable,
  credential: ApiCredentialRow,
  familyId: string,
): Promise<Token> {
  // The cached viewer may be a second old; a token created meanwhile would outlive the deactivation.
  if (!isActive(await findMember(tx, credential.organization_id, credential.owner_id))) throw ownerIsOut()
  const now = clock.now()
  const access = newToken().reveal()
  const refresh = newToken().reveal()
  const shared = {
    organization_id: credential.organization_id,
    family_id: familyId,
    credential_id: credential.id,
    member_id: credential.owner_id,
    issued_at: now,
    used_at: null,
    actor_id: null,
  }
  await insertTokens(tx, [
    { ...shared, kind: 'access', token_hash: hashToken(access), expires_at: now + lives.accessSeconds * 1000 },
    { ...shared, kind: 'refresh', token_hash: hashToken(refresh), expires_at: now + lives.refreshSeconds * 1000 },
  ])
  await noteCredentialUse(tx, credential.organization_id, credential.id, now)
  return { access_token: access, refresh_token: refresh, token_type: 'bearer', expires_in: lives.accessSeconds }
}

/** The viewer of an access token. Throws `unauthorized` with a reason that says what to do. */
async function authenticate(parts: Parts, accessToken: string): Promise<Viewer> {
  const { clock, viewers } = parts
  const now = clock.now()
  const row = accessToken.length > longestToken ? undefined : await rowOf(parts, hashToken(accessToken))
  if (row === undefined || row.kind === 'refresh') {
    throw new AppError('unauthorized', { reason: 'The access token is not known here.' })
  }
  if (row.expires_at <= now) throw row.kind === 'embed' ? embedSessionIsOver() : tokenIsOver()
  const credential = { is_revoked: row.credential_is_revoked, expires_at: row.credential_expires_at }
  const viewer = isUsable(credential, now) ? await viewers.load(row.organization_id, row.member_id, viaOf(row)) : null
  if (viewer === null) {
    throw new AppError('unauthorized', {
      reason: 'The API credential of this token was revoked, or its owner was deactivated.',
      hint: 'Ask an administrator for a new credential.',
    })
  }
  if (row.actor_id !== null) {
    if (row.kind === 'embed') await requireStillSigning(parts, row, row.actor_id)
    else await requireStillActing(parts, row, row.actor_id, viewer)
  }
  await noteUse(parts, row, now)
  return viewer
}

/** The actor must still be an administrator, and the other member must not be one. */
async function requireStillActing({ viewers }: Parts, row: TokenRow, actorId: string, viewer: Viewer): Promise<void> {
  const actor = await viewers.load(row.organization_id, actorId, { kind: 'token', credentialId: row.credential_id })
  if (actor !== null && decideViewAs(actor, viewer).allowed) return
  throw new AppError('unauthorized', {
    reason: 'The member who acts as another one with this token may not do so any more.',
    hint: 'Ask an administrator for a token of your own.',
  })
}

/** When an embed session ends, including renewals; null when it was ended early. */
async function endOfEmbedSession(
  { store }: Parts,
  { organizationId }: Viewer,
  { sessionId }: EmbedSessionVia,
): Promise<number | null> {
  return findFamilyEnd(store.db, organizationId, sessionId)
}

export type EmbedSessionVia = Extract<Viewer['via'], { kind: 'embedSession' }>

/** The signer must still be an administrator. */
async function requireStillSigning({ viewers }: Parts, row: TokenRow, signerId: string): Promise<void> {
  const signer = await viewers.load(row.organization_id, signerId, { kind: 'job' })
  if (!signer || !hasRight(signer, 'signForOthers')) throw embedSessionIsOver()
}

async function rowOf({ store, remembered }: Parts, tokenHash: string): Promise<TokenRow | undefined> {
  return remembered(store, tokenHash, () => findToken(store.db, tokenHash))
}

/** Records the time of last use, to the minute, so that reading does not always cause a write. */
async function noteUse({ store, usesNoted }: Parts, row: TokenRow, now: number): Promise<void> {
  if (now - (usesNoted.get(row.credential_id) ?? row.issued_at) < useNotedEveryMs) return
  if (!isDryRun()) usesNoted.set(row.credential_id, now)
  await store.maintain(
    'credential last used',
    (tx) => noteCredentialUse(tx, row.organization_id, row.credential_id, now),
    { isUrgent: true },
  )
}

const refusalOf = ({ organization_id, id }: ApiCredentialRow, reason: string): AuditEvent => ({
  organizationId: organization_id,
  actor: systemActor,
  category: 'PUBLIC_API',
  action: 'TOKEN_REFUSED',
  object: { kind: 'credential', id },
  details: { reason },
})

const eventFor = ({ organization_id, owner_id, id }: ApiCredentialRow, action: AuditEventType): AuditEvent =>
  eventOf(
    { organizationId: organization_id, memberId: owner_id, via: { kind: 'token', credentialId: id } },
    { category: 'PUBLIC_API', action, object: { kind: 'credential', id } },
  )

/** Remembered until no clock can consider the token valid. */
function claimSubjectToken(tx: Queryable, organizationId: string, id: string, expiresAt: number): Promise<boolean> {
  const row = { organization_id: organizationId, id_hash: hashToken(id), expires_at: expiresAt + keptAfterEndMs }
  return claimToken(tx, row)
}

const tokenIsOver = () =>
  new AppError('unauthorized', {
    reason: 'The access token has expired.',
    hint: 'Get a new one with POST /v2/auth/token, by grant_type=refresh_token or client_credentials.',
  })

/** Uses the message that hosts of embeds know. */
export const embedSessionIsOver = () =>
  new AppError('unauthorized', {
    reason: 'Session expired. Reload the page.',
    because: { rule: 'session_over' },
    hint: 'The page around the embed signs a new token.',
  })

const ownerIsOut = () =>
  new AppError('invalid_request', {
    reason: 'The member who owns this API credential is deactivated.',
    hint: 'Use a credential of an active member.',
  })

function viaOf(row: TokenRow): Viewer['via'] {
  if (row.kind === 'embed') {
    const { credential_id: credentialId, family_id: sessionId, expires_at: endsAt } = row
    const oauth = row.oauth_encrypted === null ? {} : { oauthSession: row.token_hash }
    const on = row.eval_connection_id === null ? {} : { evalConnectionId: row.eval_connection_id }
    return { kind: 'embedSession', credentialId, sessionId, endsAt, ...oauth, ...on }
  }
  const scopes = scopesOf({ scopes: row.credential_scopes })
  return {
    kind: 'token',
    credentialId: row.credential_id,
    ...(row.actor_id === null ? {} : { actorId: row.actor_id }),
    ...(scopes.includes('api') ? {} : { onlyReads: true as const }),
  }
}

/** Neither revoked nor expired. */
export function isUsable(credential: Pick<ApiCredentialRow, 'is_revoked' | 'expires_at'>, now: number): boolean {
  return credential.is_revoked === 0 && (credential.expires_at === null || credential.expires_at > now)
}
