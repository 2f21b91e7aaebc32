import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '@octavo/core/errors'
import type { Secret } from '../../config/index.ts'

/** A subject token is signed for one exchange, so it need not live long; without `exp` its `iat` counts. */
const longestLifeMs = 3_600_000
const clockSkewMs = 60_000

/**
 * Reads a self-signed JWT (RFC 7519) with HS256: `kid` is a client id, whose secret is the key. Throws `unauthorized` for
 * whatever is wrong with it, without saying whether the client id exists.
 */
export async function readSubjectToken(
  token: string,
  now: number,
  secretOf: (clientId: string) => Promise<Secret | null>,
): Promise<{ email: string | null; tenant: string | null }> {
  const refused = (reason: string) =>
    new AppError('unauthorized', {
      reason,
      hint: 'Sign a new JWT with HS256 and the secret of your own client id, which stands in kid.',
    })
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  const facts = jsonOf(header)
  const claims = jsonOf(payload)
  if (rest.length > 0 || facts === null || claims === null || signature === '') {
    throw refused('The subject token is not a JWT.')
  }
  if (facts.alg !== 'HS256') throw refused('The subject token must be signed with HS256.')
  const kid = facts.kid ?? claims.kid
  const secret = typeof kid === 'string' ? await secretOf(kid) : null
  // The same work for a client id that is not there.
  const mac = createHmac('sha256', secret?.reveal() ?? 'nobody')
    .update(`${header}.${payload}`)
    .digest()
  const sent = Buffer.from(signature, 'base64url')
  const isRight = sent.length === mac.length && timingSafeEqual(sent, mac)
  if (secret === null || !isRight) throw refused('The subject token is not signed by a client id of yours.')
  const at = (name: string) => (typeof claims[name] === 'number' ? Number(claims[name]) * 1000 : null)
  const issuedAt = at('iat')
  const expiresAt = at('exp') ?? (issuedAt === null ? null : issuedAt + longestLifeMs)
  if (expiresAt === null) throw refused('The subject token says neither exp nor iat.')
  if (expiresAt <= now - clockSkewMs) throw refused('The subject token has expired.')
  if (expiresAt > now + longestLifeMs + clockSkewMs) throw refused('The subject token lives for more than an hour.')
  if ((issuedAt ?? 0) > now + clockSkewMs || (at('nbf') ?? 0) > now + clockSkewMs) {
    throw refused('The subject token is not valid yet.')
  }
  const text = (name: string) => (typeof claims[name] === 'string' ? String(claims[name]) : null)
  return { email: text('sub'), tenant: text('tenant') }
}

function jsonOf(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
