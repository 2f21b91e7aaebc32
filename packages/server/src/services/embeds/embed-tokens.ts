import { AppError } from '@octavo/core/errors'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Secret } from '../../config/index.ts'
import type { EmbedSettings } from '../organization/settings/organization-settings.ts'
import { holdsZeroByte } from '../sign-in/token-texts.ts'
import { embedSessionIsOver } from '../sign-in/tokens.ts'

/** Claims of a signed token about the reader of the embed. */
export interface EmbedClaims {
  email: string
  /** The token's id, which can be used only once. */
  id: string
  expiresAt: number
  accountType: string | undefined
  teams: readonly string[] | undefined
  attributes: Readonly<Record<string, string>> | undefined
  firstName: string | undefined
  lastName: string | undefined
  /** Access tokens of data platforms, encrypted by the host. */
  oauth: { all: string | null; byConnection: Readonly<Record<string, string>> }
  /** The connection to read from, whichever the document names. */
  evalConnectionId: string | undefined
}

/** The parts of a credential that a token is checked against. */
export interface Signer {
  clientId: string
  secret: Secret
  settings: EmbedSettings
  /** Accepted values of `aud` when the organization sets none. */
  audiences: readonly string[]
}

interface Check<S extends Signer> {
  now: number
  /** Null when the client id is unknown or its credential may not sign. */
  signerOf: (clientId: string) => Promise<S | null>
}

const clockSkewMs = 60_000

/** The most characters of claims, in tokens and in signed addresses. */
export const claimCharacters = { name: 128, connectionId: 64, attribute: 10_000, oauthToken: 20_000 } as const
export const mostTeams = 1000

const words = (most: number) => Type.String({ minLength: 1, maxLength: most })
const encrypted = words(claimCharacters.oauthToken)
const Claims = Type.Object({
  sub: words(320),
  jti: words(255),
  iat: Type.Number(),
  exp: Type.Number(),
  iss: Type.Optional(Type.String()),
  ver: Type.Optional(Type.Union([Type.Literal('1.0'), Type.Literal('1.1')])),
  aud: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  account_type: Type.Optional(words(claimCharacters.name)),
  teams: Type.Optional(Type.Array(words(255), { maxItems: mostTeams })),
  user_attributes: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: claimCharacters.attribute }))),
  first_name: Type.Optional(words(claimCharacters.name)),
  last_name: Type.Optional(words(claimCharacters.name)),
  eval_connection_id: Type.Optional(words(claimCharacters.connectionId)),
  oauth_token: Type.Optional(encrypted),
  connection_oauth_tokens: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), encrypted, { maxProperties: 20 })),
})
type Claims = Static<typeof Claims>

/**
 * Validates a JWT (RFC 7519) signed with HS256 and the secret of the credential in its kid. Throws `unauthorized` with the messages that
 * hosts of embeds know and a hint that names the claim.
 */
export async function readEmbedToken<S extends Signer>(
  token: string,
  { now, signerOf }: Check<S>,
): Promise<{ claims: EmbedClaims; signer: S }> {
  const kid = keyIdOf(token)
  const signer = await signerOf(kid)
  // Unknown client ids take the same work.
  const payload = await verified(token, signer?.secret.reveal() ?? 'a secret that nobody has been given', now)
  if (signer === null) throw refused('The token is signed by no credential with the scope embed.')
  const claims = checkedClaims(payload)
  requireTimes(claims, signer.settings, now)
  if (claims.iss !== undefined && claims.iss !== signer.clientId) {
    throw refused('iss is not the client id that kid names.')
  }
  requireAudience(claims, signer)
  requireOauthVersion(claims)
  return { claims: claimsOf(claims), signer }
}

function keyIdOf(token: string): string {
  try {
    const { kid } = decodeProtectedHeader(token)
    if (typeof kid === 'string' && kid !== '' && !holdsZeroByte(kid)) return kid
  } catch {
    throw refused('The token is not a JWT.')
  }
  throw refused('The header of the token has no kid: the client id whose secret signs it.')
}

async function verified(token: string, secret: string, now: number): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      currentDate: new Date(now),
      clockTolerance: clockSkewMs / 1000,
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw embedSessionIsOver()
    if (error instanceof errors.JWTClaimValidationFailed) throw refused(`The claim ${error.claim} is not valid.`)
    if (error instanceof errors.JOSEAlgNotAllowed) throw refused('The token must be signed with HS256.')
    if (error instanceof errors.JOSEError) throw refused('The token is signed by no credential with the scope embed.')
    throw error
  }
}

function checkedClaims(payload: JWTPayload): Claims {
  if (holdsZeroByte(payload)) throw refused('The claims hold a zero byte.')
  if (payload.tenant !== undefined) throw refused('The tenant is unknown.')
  if (Value.Check(Claims, payload)) {
    if (isEmail(payload.sub)) return payload
    throw refused('sub is the email address of whoever looks.', `${noAccess} Invalid sub field in payload.`)
  }
  const [problem] = Value.Errors(Claims, payload)
  const name = problem?.instancePath.split('/')[1] ?? missingOf(payload)
  if (name === 'sub') {
    throw refused('sub is the email address of whoever looks.', `${noAccess} Invalid sub field in payload.`)
  }
  throw refused(`The claim ${name} is missing or not what it has to be.`)
}

const missingOf = (payload: JWTPayload) =>
  ['sub', 'jti', 'iat', 'exp'].find((name) => payload[name] === undefined) ?? 'set'

/** A mailbox at a domain of letters, digits and hyphens (RFC 1035), without white space. */
export function isEmail(text: string): boolean {
  const [, domain] = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@([^\s@]{1,255})$/u.exec(text) ?? []
  return domain?.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label)) ?? false
}

function requireTimes({ iat, exp }: Claims, { embedTokenSeconds }: EmbedSettings, now: number): void {
  if (exp * 1000 <= now) throw embedSessionIsOver()
  if (iat * 1000 > now + clockSkewMs) throw refused('iat lies in the future.')
  if (exp - iat > embedTokenSeconds) {
    throw refused(`exp lies more than ${embedTokenSeconds} seconds after iat, which the organization does not allow.`)
  }
}

/** In ver 1.0 the audience is optional unless the organization requires one. */
function requireAudience({ aud, ver = '1.0' }: Claims, { audiences, settings }: Signer): void {
  if (ver === '1.0' && !settings.embedAudienceRequired) return
  const accepted = settings.embedAudiences ?? audiences
  if (aud !== undefined && [aud].flat().some((name) => accepted.includes(name))) return
  throw refused(`aud has to be ${accepted.join(' or ')}.`)
}

/** Tokens of data platforms require ver 1.1. */
function requireOauthVersion({ ver = '1.0', oauth_token, connection_oauth_tokens }: Claims): void {
  if (ver === '1.1' || (oauth_token === undefined && connection_oauth_tokens === undefined)) return
  throw refused('oauth_token and connection_oauth_tokens need ver 1.1.')
}

function claimsOf(claims: Claims): EmbedClaims {
  return {
    email: claims.sub,
    id: claims.jti,
    expiresAt: claims.exp * 1000,
    accountType: claims.account_type,
    teams: claims.teams,
    attributes: claims.user_attributes,
    firstName: claims.first_name,
    lastName: claims.last_name,
    oauth: { all: claims.oauth_token ?? null, byConnection: claims.connection_oauth_tokens ?? {} },
    evalConnectionId: claims.eval_connection_id,
  }
}

/** The start of most refusals; hosts of embeds search for this text. */
export const noAccess = "You don't have permission to access this page."

/** `embedCode`: the code sent to hosts for refusals that are not caused by their request. */
export const refused = (hint: string, reason: string = noAccess, embedCode?: string): AppError =>
  new AppError('unauthorized', { reason, hint, ...(embedCode === undefined ? {} : { embedCode }) })
