import { decideOwnSignIn, type Viewer } from '@octavo/core/access'
import type { AuditVerb, ConnectionSignIn, FinishedSignIn } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type Access, requireAllowed } from '../../access/index.ts'
import { type AuditEvent, eventOf } from '../../audit/index.ts'
import { type Sessions, timeoutMsOf } from '../../connectors/index.ts'
import { hashToken, newToken } from '../../secrets/index.ts'
import {
  deleteConnectionSignIn,
  findConnectionSignIn,
  insertSignInAttempt,
  putConnectionSignIn,
  type SignInKey,
  takeSignInAttempt,
} from '../../store/connection-sign-ins.ts'
import { type ConnectionRow, findConnection } from '../../store/connections.ts'
import { isUuid, newUuid } from '../../store/index.ts'
import { timestamp } from '../answers/timestamp.ts'
import { serviceOf } from '../service/service.ts'
import {
  type Attempt,
  authorizationUrl,
  type Identity,
  type OAuthClient,
  type ProviderTokens,
  redeemCode,
} from './oauth-provider.ts'
import { clientDigest, oauthSettingsOf } from './oauth-settings.ts'
import { clientOf, encryptedTokens, isUsable, subjectOf, tokensOf } from './reader-sign-ins.ts'
import type { SignInParts } from './sign-in-parts.ts'

export type ConnectionSignIns = ReturnType<typeof createConnectionSignIns>

/** Lets members sign in at the data platforms of connections with OAuth. */
export function createConnectionSignIns(parts: Parts) {
  return serviceOf(parts, { get, start, finish, remove })
}

interface Parts extends SignInParts {
  access: Access
  sessions: Sessions
}

const attemptMs = 10 * 60_000
/** The page of the app to which providers send the browser back. */
const callbackPath = '/connect-account'

type KeptAttempt = Omit<Attempt, 'state'> & { returnTo: string }

const attemptContext = (stateHash: string): string => `connection_sign_in_attempts:${stateHash}`

async function get(parts: Parts, viewer: Viewer, id: string): Promise<ConnectionSignIn> {
  requireAllowed(decideOwnSignIn(viewer))
  return stateOf(parts, viewer, await connectionOf(parts, viewer, id))
}

/** Throws `not_supported` for a connection with one account for everybody, and `call_failed` when the provider does not respond. */
async function start(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { returnTo = '/', baseUrl }: { returnTo?: string | undefined; baseUrl: string },
): Promise<{ authorizationUrl: string }> {
  requireAllowed(decideOwnSignIn(viewer))
  const { store, secrets, clock } = parts
  const row = await connectionOf(parts, viewer, id)
  const client = clientFor(parts, row)
  const attempt: Attempt = {
    state: newToken().reveal(),
    nonce: newToken().reveal(),
    verifier: newToken().reveal(),
    redirectUri: `${baseUrl}${callbackPath}`,
  }
  const url = await authorizationUrl(parts, client, attempt)
  const { state, ...kept } = attempt
  const state_hash = hashToken(state)
  const details: KeptAttempt = { ...kept, returnTo }
  const now = clock.now()
  await store.write(event(viewer, row, 'SIGN_IN_STARTED'), (tx) =>
    insertSignInAttempt(
      tx,
      {
        ...keyOf(viewer, row),
        state_hash,
        details_encrypted: secrets.encrypt(JSON.stringify(details), attemptContext(state_hash)),
        expires_at: now + attemptMs,
      },
      now,
    ),
  )
  return { authorizationUrl: url }
}

/**
 * Throws `invalid_request` for a state that the member did not start, `call_failed` when the provider refuses, and the errors of a
 * connection test when the platform refuses.
 */
async function finish(
  parts: Parts,
  viewer: Viewer,
  sent: { state: string; code?: string; iss?: string; error?: string },
  signal: AbortSignal,
): Promise<FinishedSignIn> {
  requireAllowed(decideOwnSignIn(viewer))
  const { row, attempt, returnTo } = await takeAttempt(parts, viewer, sent.state)
  if (sent.code === undefined) {
    const reason = `The provider did not sign you in (${sent.error ?? 'it gives no reason'}).`
    throw new AppError('call_failed', { reason, hint: 'Try again, or ask the administrator of the provider.' })
  }
  const client = clientFor(parts, row)
  const signedIn = await redeemCode(parts, client, attempt, { code: sent.code, iss: sent.iss })
  await requireAccepted(parts, viewer, row, signedIn, signal)
  await keep(parts, viewer, row, { client, ...signedIn })
  return { ...(await stateOf(parts, viewer, row)), returnTo }
}

/** Does nothing when there is no sign-in. */
async function remove(parts: Pick<Parts, 'store' | 'access'>, viewer: Viewer, id: string): Promise<void> {
  const { store } = parts
  requireAllowed(decideOwnSignIn(viewer))
  const row = await connectionOf(parts, viewer, id)
  await store.write<boolean>(
    (wasThere) => (wasThere ? event(viewer, row, 'SIGNED_OUT') : []),
    (tx) => deleteConnectionSignIn(tx, keyOf(viewer, row)),
  )
}

/**
 * Every member may see that a connection with member sign-ins exists, because documents read it for members without rights on it. Any other
 * connection is visible to members who may use it.
 */
async function connectionOf(
  { store, access }: Pick<Parts, 'store' | 'access'>,
  viewer: Viewer,
  id: string,
): Promise<ConnectionRow> {
  const row = isUuid(id) ? await findConnection(store.db, viewer.organizationId, id.toLowerCase()) : undefined
  const isOpen = row?.is_archived === 0 && oauthSettingsOf(JSON.parse(row.settings)) !== null
  if (!isOpen && isUuid(id)) await access.requireConnection(viewer, id.toLowerCase(), 'view')
  if (!row || row.is_archived === 1) throw new AppError('not_found', { kind: 'connection', id })
  return row
}

const keyOf = ({ organizationId, memberId }: Viewer, { id }: ConnectionRow): SignInKey => ({
  organization_id: organizationId,
  connection_id: id,
  member_id: memberId,
})

function clientFor(parts: Parts, row: ConnectionRow): OAuthClient {
  const client = clientOf(parts, row)
  if (client) return client
  throw new AppError('not_supported', {
    what: `Everybody reads "${row.name}" with the account of the connection.`,
    hint: 'There is nothing to sign in at.',
  })
}

/** A state works once, and only for the member who started the sign-in, so that no one is signed in with another person's account. */
async function takeAttempt(
  parts: Parts,
  viewer: Viewer,
  state: string,
): Promise<{ row: ConnectionRow; attempt: Attempt; returnTo: string }> {
  const { store, secrets, clock } = parts
  const { organizationId, memberId } = viewer
  const stateHash = hashToken(state)
  const taken = await store.maintain('end of an attempt to sign in', (tx) =>
    takeSignInAttempt(tx, { organizationId, memberId, stateHash }),
  )
  if (!taken || taken.expires_at <= clock.now()) {
    const reason = 'This attempt to sign in is over, or is not yours.'
    throw new AppError('invalid_request', { reason, hint: 'Begin again in the browser in which you are signed in.' })
  }
  const row = await connectionOf(parts, viewer, taken.connection_id)
  const text = secrets.decrypt(taken.details_encrypted, attemptContext(stateHash)).reveal()
  const { returnTo, ...kept } = JSON.parse(text) as KeptAttempt
  return { row, attempt: { state, ...kept }, returnTo }
}

/** Test the platform now, so that a refusal appears here and not later in a table. */
async function requireAccepted(
  { sessions }: Parts,
  viewer: Viewer,
  row: ConnectionRow,
  { tokens, identity }: { tokens: ProviderTokens; identity: Identity },
  signal: AbortSignal,
): Promise<void> {
  const signIn = { user: identity.userName, token: tokens.access, subject: subjectOf(identity) }
  const connectMs = timeoutMsOf(row, 'default')
  const { session } = await sessions.openSignedIn(viewer, row.id, connectMs, signIn)
  try {
    const role = await session.role?.(signal)
    if (row.allows_privileged_role === 0 && role && role.privileges.length > 0) {
      throw new AppError('privileged_role', { privileges: role.privileges })
    }
  } finally {
    void session.close().catch(() => {})
  }
}

async function keep(
  parts: Parts,
  viewer: Viewer,
  row: ConnectionRow,
  { client, tokens, identity }: { client: OAuthClient; tokens: ProviderTokens; identity: Identity },
): Promise<void> {
  const { store, clock } = parts
  const key = keyOf(viewer, row)
  const { issuer, subject, userName } = identity
  await store.write(event(viewer, row, 'SIGNED_IN', { user: userName }), (tx) =>
    putConnectionSignIn(tx, {
      ...key,
      id: newUuid(),
      client: clientDigest(client.settings),
      issuer,
      subject,
      user_name: userName,
      tokens_encrypted: encryptedTokens(parts, key, tokens),
      expires_at: tokens.expiresAt,
      is_ended: 0,
      claimed_until: 0,
      signed_in_at: clock.now(),
    }),
  )
}

async function stateOf(parts: Parts, viewer: Viewer, row: ConnectionRow): Promise<ConnectionSignIn> {
  const { store, clock } = parts
  const base = { connectionId: row.id, connectionName: row.name, isNeeded: clientOf(parts, row) !== null }
  const signIn = await findConnectionSignIn(store.db, keyOf(viewer, row))
  const isRenewed = signIn !== undefined && tokensOf(parts, signIn).refresh !== null
  const ends = isRenewed ? null : (signIn?.expires_at ?? null)
  const isOver = ends !== null && ends <= clock.now()
  if (!signIn || !isUsable(signIn, row) || isOver) {
    return { ...base, isSignedIn: false, user: null, signedInAt: null, expiresAt: null }
  }
  return {
    ...base,
    isSignedIn: true,
    user: signIn.user_name,
    signedInAt: timestamp(signIn.signed_in_at),
    expiresAt: ends === null ? null : timestamp(ends),
  }
}

function event(
  viewer: Viewer,
  { id }: ConnectionRow,
  verb: AuditVerb<'CONNECTION'>,
  details?: Record<string, unknown>,
): AuditEvent {
  return eventOf(viewer, {
    category: 'CONNECTION',
    action: `CONNECTION_${verb}`,
    object: { kind: 'connection', id },
    ...(details === undefined ? {} : { details }),
  })
}
