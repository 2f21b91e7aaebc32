import { createHash } from 'node:crypto'
import { AppError } from '@octavo/core/errors'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../../config/index.ts'
import { DestinationRefused, type Destinations, type RequestHttp } from '../../outbound/index.ts'
import { addressProblemOf, type OAuthSettings } from './oauth-settings.ts'

/** Sends requests to the provider of a connection: OpenID Connect Core 1.0, RFC 6749, RFC 7636. */
export interface ProviderParts {
  clock: Clock
  destinations: Pick<Destinations, 'isNamed'>
  requestHttp: RequestHttp
}

export interface OAuthClient {
  settings: OAuthSettings
  /** Null for a public client. */
  secret: string | null
}

/** Values of one sign-in attempt; the provider's response is checked against them. */
export interface Attempt {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

export interface ProviderTokens {
  access: string
  refresh: string | null
  /** Expiry of the access token; null when the provider does not state it. */
  expiresAt: number | null
}

export interface Identity {
  issuer: string
  subject: string
  /** Name of the member's account on the data platform. */
  userName: string
}

type Metadata = Static<typeof Metadata>
const Metadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  jwks_uri: Type.String(),
  userinfo_endpoint: Type.Optional(Type.String()),
  token_endpoint_auth_methods_supported: Type.Optional(Type.Array(Type.String())),
  id_token_signing_alg_values_supported: Type.Optional(Type.Array(Type.String())),
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
})

const Answer = Type.Object({
  access_token: Type.String({ minLength: 1, pattern: '^[\\x21-\\x7e]+$' }),
  refresh_token: Type.Optional(Type.String({ minLength: 1 })),
  expires_in: Type.Optional(Type.Number({ minimum: 0 })),
  id_token: Type.Optional(Type.String()),
})

const mostBytes = 1_000_000
const patienceMs = 15_000
const clockSkewSeconds = 300

/** The provider permanently refused a refresh token: the member has to sign in again. */
export class RenewalRefused extends Error {}

/** The URL where the browser signs in. Throws `call_failed`. */
export async function authorizationUrl(parts: ProviderParts, client: OAuthClient, attempt: Attempt): Promise<string> {
  const { settings } = client
  const metadata = await metadataOf(parts, settings)
  const url = new URL(metadata.authorization_endpoint)
  const wanted = {
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: attempt.redirectUri,
    scope: settings.scopes.join(' '),
    state: attempt.state,
    nonce: attempt.nonce,
    ...(settings.usesPkce ? { code_challenge: challengeOf(attempt.verifier), code_challenge_method: 'S256' } : {}),
    ...(settings.audience === '' ? {} : { audience: settings.audience }),
    // Without it many providers return no refresh token.
    ...(settings.scopes.includes('offline_access') ? { prompt: 'consent' } : {}),
  }
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value)
  return url.href
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Exchanges the code. Throws `call_failed` when the provider refuses or its response is invalid. */
export async function redeemCode(
  parts: ProviderParts,
  client: OAuthClient,
  attempt: Attempt,
  { code, iss }: { code: string; iss: string | undefined },
): Promise<{ tokens: ProviderTokens; identity: Identity }> {
  const metadata = await metadataOf(parts, client.settings)
  const hasIssuer = metadata.authorization_response_iss_parameter_supported === true || iss !== undefined
  if (hasIssuer && iss !== metadata.issuer) throw failed('The answer comes from another provider.')
  const answer = await askForTokens(parts, client, metadata, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: attempt.redirectUri,
    ...(client.settings.usesPkce ? { code_verifier: attempt.verifier } : {}),
  })
  if (!('access_token' in answer)) throw failed(`The provider refused the code (${answer.error}).`)
  if (answer.id_token === undefined) throw failed('The provider sent no ID token.')
  const claims = await checkedClaims(parts, client, metadata, { idToken: answer.id_token, nonce: attempt.nonce })
  const userName = await userNameOf(parts, client.settings, metadata, { claims, accessToken: answer.access_token })
  return {
    tokens: tokensOf(parts, answer, null),
    identity: { issuer: metadata.issuer, subject: claims.sub, userName },
  }
}

/** Exchanges a refresh token for new tokens. Throws `call_failed` when there is no response, and RenewalRefused. */
export async function renewTokens(parts: ProviderParts, client: OAuthClient, refresh: string): Promise<ProviderTokens> {
  const metadata = await metadataOf(parts, client.settings)
  const answer = await askForTokens(parts, client, metadata, { grant_type: 'refresh_token', refresh_token: refresh })
  if ('access_token' in answer) return tokensOf(parts, answer, refresh)
  throw new RenewalRefused(answer.error)
}

function tokensOf({ clock }: ProviderParts, answer: Static<typeof Answer>, before: string | null): ProviderTokens {
  return {
    access: answer.access_token,
    refresh: answer.refresh_token ?? before,
    expiresAt: answer.expires_in === undefined ? null : clock.now() + Math.floor(answer.expires_in) * 1000,
  }
}

async function metadataOf(parts: ProviderParts, { metadataUrl }: OAuthSettings): Promise<Metadata> {
  const { fields } = await ask(parts, metadataUrl, { method: 'GET' })
  if (!Value.Check(Metadata, fields)) throw failed('The metadata of the provider lack an endpoint.')
  return fields
}

/** The token response, or the error code of a refusal (RFC 6749, 5.2). */
async function askForTokens(
  parts: ProviderParts,
  { settings, secret }: OAuthClient,
  metadata: Metadata,
  wanted: Record<string, string>,
): Promise<Static<typeof Answer> | { error: string }> {
  const form = new URLSearchParams(wanted)
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (secret !== null && methods.includes('client_secret_basic')) {
    // Both are encoded as form values before they are joined (RFC 6749, 2.3.1).
    const [id, word] = [settings.clientId, secret].map((text) => new URLSearchParams({ a: text }).toString().slice(2))
    headers.authorization = `Basic ${Buffer.from(`${id}:${word}`).toString('base64')}`
  } else {
    form.set('client_id', settings.clientId)
    if (secret !== null) form.set('client_secret', secret)
  }
  const body = Buffer.from(form.toString())
  const { status, fields } = await ask(parts, metadata.token_endpoint, { method: 'POST', headers, body })
  if (status === 200 && Value.Check(Answer, fields)) return fields
  if (status < 400 || status > 499) throw failed(`The provider answered with the status ${status}.`)
  const error = 'error' in fields && typeof fields.error === 'string' ? fields.error.slice(0, 80) : `status ${status}`
  // Any other refusal is caused by this server's configuration, not by the member.
  if (error === 'invalid_grant') return { error }
  throw failed(`The provider refused this server (${error}).`, 'Check the client id and the secret of the connection.')
}

/** OpenID Connect Core 1.0, 3.1.3.7. */
async function checkedClaims(
  parts: ProviderParts,
  { settings }: OAuthClient,
  metadata: Metadata,
  { idToken, nonce }: { idToken: string; nonce: string },
): Promise<JWTPayload & { sub: string }> {
  const { fields } = await ask(parts, metadata.jwks_uri, { method: 'GET' })
  const algorithms = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) =>
    /^(RS|PS|ES)\d+$|^(EdDSA|Ed25519)$/.test(name),
  )
  try {
    const keys = createLocalJWKSet(fields as unknown as JSONWebKeySet)
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: metadata.issuer,
      audience: settings.clientId,
      algorithms,
      clockTolerance: clockSkewSeconds,
      currentDate: new Date(parts.clock.now()),
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    if (payload.nonce !== nonce) throw failed('The ID token belongs to another attempt.')
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== settings.clientId) {
      throw failed('The ID token is for another client.')
    }
    return { ...payload, sub: String(payload.sub) }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw failed(`The ID token is not valid: ${error.message}.`)
    throw error
  }
}

/** Name of the member's account on the platform; claims missing from the ID token are requested (OpenID Connect Core 1.0, 5.3). */
async function userNameOf(
  parts: ProviderParts,
  { userClaim }: OAuthSettings,
  { userinfo_endpoint: endpoint }: Metadata,
  { claims, accessToken }: { claims: JWTPayload; accessToken: string },
): Promise<string> {
  const own = claims[userClaim]
  if (isUserName(own)) return own
  if (endpoint !== undefined) {
    const { status, fields } = await ask(parts, endpoint, {
      method: 'GET',
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const asked = (fields as Record<string, unknown>)[userClaim]
    const isSame = (fields as Record<string, unknown>).sub === claims.sub
    if (status === 200 && isSame && isUserName(asked)) return asked
  }
  throw failed(
    `The provider does not say who you are on the data platform: the claim "${userClaim}" is missing.`,
    'Set `userClaim` of the connection to a claim that names the account, and ask for its scope.',
  )
}

/** The account name that the provider returns for this token; null when there is none. Throws `call_failed`. */
export async function userInfoOf(parts: ProviderParts, settings: OAuthSettings, token: string): Promise<string | null> {
  const { userinfo_endpoint: endpoint } = await metadataOf(parts, settings)
  if (endpoint === undefined) return null
  const headers = { authorization: `Bearer ${token}` }
  const { status, fields } = await ask(parts, endpoint, { method: 'GET', headers })
  const name = (fields as Record<string, unknown>)[settings.userClaim]
  return status === 200 && isUserName(name) ? name : null
}

/** PostgreSQL truncates names after 63 bytes, so a longer one could match another account. */
export function isUserName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= 63 && !/\p{Cc}/u.test(value)
}

async function ask(
  { requestHttp, destinations }: ProviderParts,
  url: string,
  request: { method: string; headers?: Record<string, string>; body?: Buffer },
): Promise<{ status: number; fields: object }> {
  if (addressProblemOf(url, destinations.isNamed) !== null)
    throw failed('An endpoint of the provider is not an https address.')
  const { method, headers = {}, body } = request
  try {
    const response = await requestHttp({
      method,
      url,
      headers: { accept: 'application/json', ...headers },
      body: body === undefined ? null : once(body),
      signal: AbortSignal.timeout(patienceMs),
      mostBytes,
    })
    return { status: response.status, fields: objectOf(response.bytes) }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof DestinationRefused) throw failed(error.message)
    throw failed('The provider does not answer.', 'Try again soon.', error)
  }
}

/** An empty object for anything else: the checks of the fields report what is missing. */
function objectOf(bytes: Buffer): object {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

async function* once(body: Buffer): AsyncGenerator<Uint8Array> {
  yield body
}

function failed(reason: string, hint = 'Check how the connection signs in.', cause?: unknown): AppError {
  return new AppError('call_failed', { reason, hint }, ...(cause === undefined ? [] : [{ cause }]))
}
