import { AppError } from '@octavo/core/errors'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Secret } from '../../config/index.ts'
import { holdsZeroByte } from './token-texts.ts'

/** A subject token is for one exchange, so its lifetime is limited; without `exp` its `iat` counts. */
const longestLifeMs = 3_600_000
const clockSkewMs = 60_000

export interface SubjectToken {
  email: string | null
  tenant: string | null
  /** Its own single-use id; null for a token without one. */
  id: string | null
  expiresAt: number
}

interface Check {
  now: number
  /** Accepted values of `aud`, for a token that has an audience. */
  audiences: readonly string[]
  secretOf: (clientId: string) => Promise<Secret | null>
}

/**
 * Validates a self-signed JWT (RFC 7519) with HS256: `kid` is a client id, whose secret is the key. Throws `unauthorized` for every
 * problem, without revealing whether the client id exists.
 */
export async function readSubjectToken(token: string, { now, audiences, secretOf }: Check): Promise<SubjectToken> {
  const kid = keyIdOf(token)
  const secret = kid === null ? null : await secretOf(kid)
  // Unknown client ids take the same work.
  const claims = await verified(token, secret?.reveal() ?? 'a secret that nobody has been given', now)
  if (secret === null) throw refused('The subject token is not signed by a client id of yours.')
  if (holdsZeroByte(claims)) throw refused('The claims of the subject token hold a zero byte.')
  const issuedAt = claims.iat === undefined ? null : claims.iat * 1000
  const expiresAt = claims.exp === undefined ? (issuedAt ?? 0) + longestLifeMs : claims.exp * 1000
  if (claims.exp === undefined && issuedAt === null) throw refused('The subject token has neither exp nor iat.')
  if (expiresAt <= now - clockSkewMs) throw refused('The subject token has expired.')
  if (expiresAt > now + longestLifeMs + clockSkewMs) throw refused('The subject token is valid for more than an hour.')
  if ((issuedAt ?? 0) > now + clockSkewMs) throw refused('The subject token is not valid yet.')
  if (claims.aud !== undefined && ![claims.aud].flat().some((audience) => audiences.includes(audience))) {
    throw refused(`The subject token has the wrong audience: aud may be ${audiences.join(' or ')}.`)
  }
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return { email: text(claims.sub), tenant: text(claims.tenant), id: text(claims.jti), expiresAt }
}

/** The key id from the header, or from the claim where some clients put it. */
function keyIdOf(token: string): string | null {
  try {
    const kid = decodeProtectedHeader(token).kid ?? decodeJwt(token).kid
    return typeof kid === 'string' && !holdsZeroByte(kid) ? kid : null
  } catch {
    throw refused('The subject token is not a JWT.')
  }
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
    if (error instanceof errors.JWTExpired) throw refused('The subject token has expired.')
    if (error instanceof errors.JWTClaimValidationFailed)
      throw refused(`The subject token is not valid: ${error.message}.`)
    if (error instanceof errors.JOSEAlgNotAllowed) throw refused('The subject token must be signed with HS256.')
    if (error instanceof errors.JOSEError) throw refused('The subject token is not signed by a client id of yours.')
    throw error
  }
}

function refused(reason: string): AppError {
  return new AppError('unauthorized', {
    reason,
    hint: 'Sign a new JWT with HS256 and the secret of your own client id, which is its kid.',
  })
}
