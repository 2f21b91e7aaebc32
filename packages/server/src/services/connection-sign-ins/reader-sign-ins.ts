import { setTimeout as pause } from 'node:timers/promises'
import { AppError, isAppError } from '@octavo/core/errors'
import { type ReaderSignIn, type SessionViewer, secretSettings, serviceAccount } from '../../connectors/index.ts'
import {
  type ConnectionSignInRow,
  claimConnectionSignIn,
  findConnectionSignIn,
  updateConnectionSignIn,
} from '../../store/connection-sign-ins.ts'
import type { ConnectionRow } from '../../store/connections.ts'
import { createEmbedSignIns } from './embed-sign-ins.ts'
import { type Identity, type OAuthClient, type ProviderTokens, RenewalRefused, renewTokens } from './oauth-provider.ts'
import { clientDigest, oauthSettingsOf } from './oauth-settings.ts'
import type { SignInParts } from './sign-in-parts.ts'

/** Renew this long before expiry, before the platform could refuse the token. */
const renewedBeforeMs = 60_000
/** Longer than a provider may take to respond. */
const claimMs = 40_000
const lookAgainMs = 250

/** Sign-ins for reading connections with `useOauth`; an expired sign-in is renewed. */
export function createReaderSignIns(parts: SignInParts) {
  const renewing = new Map<string, Promise<ReaderSignIn>>()
  const embedded = createEmbedSignIns(parts)

  /**
   * The host decides which token its users read with. A sign-in of the member is not used, because the host's secret alone is enough to act
   * as that member.
   */
  async function handedOver({ organizationId, via }: SessionViewer, row: ConnectionRow): Promise<ReaderSignIn> {
    const session = via.kind === 'embedSession' ? via.oauthSession : undefined
    const signIn = session === undefined ? null : await embedded(organizationId, session, row).catch(asUnavailable(row))
    if (signIn !== null) return signIn
    throw unavailable(row, 'The host of this embed has handed over no token for it that can be used.')
  }

  return async (viewer: SessionViewer, row: ConnectionRow): Promise<ReaderSignIn | typeof serviceAccount> => {
    const { via } = viewer
    // Readers of a public embed have no account.
    if (via.kind === 'embed') return serviceAccount
    if (via.kind === 'embedSession') return handedOver(viewer, row)
    if (via.kind === 'viewAs' || (via.kind === 'token' && via.actorId !== undefined)) {
      throw unavailable(row, 'It is read with the sign-in of each person, which nobody else may use for them.')
    }
    const { organizationId, memberId } = viewer
    const key = { organization_id: organizationId, connection_id: row.id, member_id: memberId }
    const signIn = await findConnectionSignIn(parts.store.db, key)
    if (!signIn || !isUsable(signIn, row)) throw notSignedIn(row)
    if (!isOver(parts, signIn)) return readerOf(parts, signIn)
    const name = JSON.stringify(key)
    const known = renewing.get(name)
    if (known) return known
    const renewal = renewed(parts, row, signIn).finally(() => renewing.delete(name))
    renewing.set(name, renewal)
    return renewal
  }
}

/** Whether the provider has not ended the sign-in and is still the provider of the connection. */
export function isUsable(signIn: ConnectionSignInRow, row: ConnectionRow): boolean {
  const settings = oauthSettingsOf(JSON.parse(row.settings))
  return settings !== null && signIn.is_ended === 0 && signIn.client === clientDigest(settings)
}

const isOver = ({ clock }: SignInParts, { expires_at }: ConnectionSignInRow): boolean =>
  expires_at !== null && expires_at - renewedBeforeMs <= clock.now()

/** The client of a connection whose settings say that members sign in themselves. */
export function clientOf({ secrets }: Pick<SignInParts, 'secrets'>, row: ConnectionRow): OAuthClient | null {
  const settings = oauthSettingsOf(JSON.parse(row.settings))
  if (settings === null) return null
  const { clientSecret } = secretSettings(secrets, row)
  return { settings, secret: typeof clientSecret === 'string' && clientSecret !== '' ? clientSecret : null }
}

export const signInContext = (connectionId: string, memberId: string): string =>
  `connection_sign_ins:${connectionId}:${memberId}`

type KeptTokens = Pick<ProviderTokens, 'access' | 'refresh'>

export function encryptedTokens(
  { secrets }: Pick<SignInParts, 'secrets'>,
  { connection_id, member_id }: Pick<ConnectionSignInRow, 'connection_id' | 'member_id'>,
  { access, refresh }: KeptTokens,
): string {
  return secrets.encrypt(JSON.stringify({ access, refresh }), signInContext(connection_id, member_id))
}

export function tokensOf({ secrets }: Pick<SignInParts, 'secrets'>, row: ConnectionSignInRow): KeptTokens {
  return JSON.parse(secrets.decrypt(row.tokens_encrypted, signInContext(row.connection_id, row.member_id)).reveal())
}

/** Identity that the platform sees. Equal identities have equal subjects, so the subject can be part of a cache key. */
export const subjectOf = ({ issuer, subject, userName }: Identity): string =>
  `sign-in ${JSON.stringify([issuer, subject, userName])}`

function readerOf(parts: Pick<SignInParts, 'secrets'>, row: ConnectionSignInRow): ReaderSignIn {
  const { issuer, subject, user_name: userName } = row
  return { user: userName, token: tokensOf(parts, row).access, subject: subjectOf({ issuer, subject, userName }) }
}

/** A refresh token may work only once: one process uses it, the others wait for the result. */
async function renewed(parts: SignInParts, row: ConnectionRow, before: ConnectionSignInRow): Promise<ReaderSignIn> {
  const { store, clock } = parts
  const deadline = performance.now() + claimMs
  let signIn: ConnectionSignInRow | undefined = before
  while (signIn && isUsable(signIn, row) && performance.now() < deadline) {
    if (!isOver(parts, signIn)) return readerOf(parts, signIn)
    const current: ConnectionSignInRow = signIn
    const now = clock.now()
    const isOurs = await store.maintain('claim of a sign-in', (tx) =>
      claimConnectionSignIn(tx, current, { now, until: now + claimMs }),
    )
    if (isOurs) return renew(parts, row, current)
    await pause(lookAgainMs)
    signIn = await findConnectionSignIn(store.db, current)
  }
  throw notSignedIn(row)
}

async function renew(parts: SignInParts, row: ConnectionRow, signIn: ConnectionSignInRow): Promise<ReaderSignIn> {
  const { store } = parts
  const client = clientOf(parts, row)
  const { refresh } = tokensOf(parts, signIn)
  const change = (values: Parameters<typeof updateConnectionSignIn>[2]) =>
    store.maintain('renewal of a sign-in', (tx) => updateConnectionSignIn(tx, signIn, values))
  if (client === null || refresh === null) {
    await change({ is_ended: 1 })
    throw notSignedIn(row)
  }
  try {
    const tokens = await renewTokens(parts, client, refresh)
    const tokens_encrypted = encryptedTokens(parts, signIn, tokens)
    await change({ tokens_encrypted, expires_at: tokens.expiresAt, claimed_until: 0 })
    return readerOf(parts, { ...signIn, tokens_encrypted })
  } catch (error) {
    if (error instanceof RenewalRefused) {
      await change({ is_ended: 1 })
      throw notSignedIn(row)
    }
    await change({ claimed_until: 0 })
    if (!isAppError(error, 'call_failed')) throw error
    throw unavailable(row, error.details.reason, { isPassing: true })
  }
}

/** A provider that does not respond may be back soon, so the sign-in is kept. */
const asUnavailable =
  (row: ConnectionRow) =>
  (error: unknown): never => {
    if (!isAppError(error, 'call_failed')) throw error
    throw unavailable(row, error.details.reason, { isPassing: true })
  }

function notSignedIn(row: ConnectionRow): AppError {
  const reason = `You are not signed in at "${row.name}", which everybody reads with their own account.`
  return unavailable(row, reason, { signIn: row.id, step: 'signIn' })
}

function unavailable(
  { id }: ConnectionRow,
  reason: string,
  more: { signIn?: string; step?: 'signIn'; isPassing?: true } = {},
): AppError {
  return new AppError('source_unavailable', { source: `connection "${id}"`, reason, ...more })
}
