import { createHmac } from 'node:crypto'

/** In JSON, this text is replaced by lists in lists, too deep for `JSON.stringify`. */
const nested = 'thousands of lists'
const lists = `${'['.repeat(4_500)}${']'.repeat(4_500)}`
const encoded = (value: unknown) =>
  Buffer.from(JSON.stringify(value).replace(`"${nested}"`, lists)).toString('base64url')
const digests: Readonly<Record<string, string>> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }

/** Signs a JWT with any header and claims, also invalid ones. */
export function jwt(secret: string, header: Record<string, unknown>, claims: unknown): string {
  const text = `${encoded({ alg: 'HS256', ...header })}.${encoded(claims)}`
  const digest = digests[String(header.alg ?? 'HS256')]
  return `${text}.${digest ? createHmac(digest, secret).update(text).digest('base64url') : ''}`
}

export const noAccess = "You don't have permission to access this page."
const wrongSub = `${noAccess} Invalid sub field in payload.`
export const expired = 'Session expired. Reload the page.'

export interface Pair {
  clientId: string
  clientSecret: string
}
/** A hostile token: the claims of a valid token overridden by `change`. */
export interface Hostile {
  change?: Record<string, unknown>
  header?: Record<string, unknown>
  /** The credential that signs; by default an administrator's credential for embedding. */
  by?: 'api' | 'own' | 'revoked' | 'late' | 'of a deactivated member'
  secret?: string
  /** Replaces the signed token. */
  token?: (good: string) => string
}

export const week = 7 * 86_400
/** Each token is refused with this message; the hint is for the person who signs. */
export const hostile: [name: string, token: Hostile, message: string, hint?: RegExp][] = [
  // signature and key
  ['the algorithm none', { header: { alg: 'none' } }, noAccess, /HS256/],
  ['the algorithm none in other letters', { header: { alg: 'NoNe' } }, noAccess],
  ['HS384 with the right secret', { header: { alg: 'HS384' } }, noAccess, /HS256/],
  ['HS512 with the right secret', { header: { alg: 'HS512' } }, noAccess, /HS256/],
  ['a claimed RS256 under the secret', { header: { alg: 'RS256' } }, noAccess],
  ['another secret', { secret: 'a secret of somebody else, long enough' }, noAccess],
  ['an empty secret', { secret: '' }, noAccess],
  ['the client id as secret', { secret: 'clientId' }, noAccess],
  ['no signature', { token: (good) => good.replace(/[^.]+$/, '') }, noAccess],
  ['a signature of other claims', { token: (good) => otherClaims(good) }, noAccess],
  ['no kid', { header: { kid: undefined } }, noAccess, /kid/],
  ['an empty kid', { header: { kid: '' } }, noAccess, /kid/],
  ['a kid that is a number', { header: { kid: 7 } }, noAccess, /kid/],
  ['an unknown kid', { header: { kid: 'nobody' } }, noAccess],
  ['a kid that is a path', { header: { kid: '../../store/octavo.db' } }, noAccess],
  ['a kid that is SQL', { header: { kid: "' or 1=1 --" } }, noAccess],
  ['a kid with a zero byte', { header: { kid: 'a\0b' } }, noAccess],
  ['a key that the token brings itself', { header: { jwk: { kty: 'oct', k: 'AAAA' } }, secret: 'x' }, noAccess],
  ['a critical extension that nobody knows', { header: { crit: ['exp2'], exp2: 1 } }, noAccess],
  ['a credential of the API alone', { by: 'api' }, noAccess],
  ['a revoked credential', { by: 'revoked' }, noAccess],
  ['a credential that has expired', { by: 'late' }, noAccess],
  ['a credential of a member who was deactivated', { by: 'of a deactivated member' }, noAccess],
  ['a member who is no administrator, signing for another', { by: 'own' }, noAccess, /only for themselves/],
  // form
  ['no JWT', { token: () => 'hello' }, noAccess],
  ['two dots alone', { token: () => '..' }, noAccess],
  ['a JWT in a JWT', { token: (good) => `${encoded({ alg: 'HS256', cty: 'JWT' })}.${encoded(good)}.x` }, noAccess],
  ['five parts, as if encrypted', { token: (good) => `${good}.a.b` }, noAccess],
  ['a zero byte in sub', { change: { sub: 'a\0da@host.example' } }, noAccess, /zero byte/],
  ['a zero byte in a team', { change: { teams: ['a\0b'] } }, noAccess, /zero byte/],
  ['a zero byte in the name of an attribute', { change: { user_attributes: { 'a\0b': '' } } }, noAccess, /zero byte/],
  // times
  ['exp in the past', { change: { exp: -1 } }, expired],
  ['no exp', { change: { exp: undefined } }, noAccess, /exp/],
  ['an exp that is a text', { change: { exp: '9999999999' } }, noAccess, /exp/],
  ['no iat', { change: { iat: undefined } }, noAccess, /iat/],
  ['an iat in an hour', { change: { iat: 3_600 } }, noAccess],
  ['not before tomorrow', { change: { nbf: 86_400 } }, noAccess, /nbf/],
  ['a life of more than 30 days', { change: { exp: 30 * 86_400 + 1 } }, noAccess, /2592000 seconds/],
  // subject and audience
  ['no sub', { change: { sub: undefined } }, wrongSub],
  ['a sub that is a number', { change: { sub: 7 } }, wrongSub],
  ['a sub that is no address', { change: { sub: 'ada' } }, wrongSub],
  ['a sub with white space', { change: { sub: 'a da@host.example' } }, wrongSub],
  ['a sub with a line break', { change: { sub: 'ada@host.example\nbcc: x@y.example' } }, wrongSub],
  ['a sub with a wrong domain', { change: { sub: 'ada@-host.example' } }, wrongSub],
  ['no jti', { change: { jti: undefined } }, noAccess, /jti/],
  ['an over-long jti', { change: { jti: 'x'.repeat(256) } }, noAccess, /jti/],
  ['another issuer', { change: { iss: 'somebody' } }, noAccess, /iss/],
  ['an unknown ver', { change: { ver: '2.0' } }, noAccess, /ver/],
  ['ver 1.1 without aud', { change: { ver: '1.1' } }, noAccess, /aud/],
  ['ver 1.1 for somebody else', { change: { ver: '1.1', aud: 'https://elsewhere.example' } }, noAccess, /aud/],
  ['a tenant', { change: { tenant: 'acme' } }, noAccess, /tenant/],
  ['an unknown account type', { change: { account_type: 'Emperor' } }, noAccess, /Emperor/],
  ['the account type Admin', { change: { account_type: 'Admin' } }, noAccess, /Admin/],
  ['an unknown team', { change: { teams: ['Nobodies'] } }, noAccess, /Nobodies/],
  ['teams that are no list', { change: { teams: 'Sales' } }, noAccess, /teams/],
  ['an unknown user attribute', { change: { user_attributes: { planet: 'Mars' } } }, noAccess, /planet/],
  [
    'a user attribute that is no text',
    { change: { user_attributes: { region: { a: 1 } } } },
    noAccess,
    /user_attributes/,
  ],
  ['a team that was deleted', { change: { teams: ['Sales', 'Former'] } }, noAccess, /Former/],
  ['a team of another organization', { change: { teams: ['Elsewhere'] } }, noAccess, /Elsewhere/],
  ['over-long teams', { change: { teams: ['x'.repeat(256)] } }, noAccess, /teams/],
  ['teams by number', { change: { teams: [7] } }, noAccess, /teams/],
  ['a jti that is a number', { change: { jti: 7 } }, noAccess, /jti/],
  ['an empty jti', { change: { jti: '' } }, noAccess, /jti/],
  ['an iat that is a text', { change: { iat: 'now' } }, noAccess, /iat/],
  ['an endless life', { change: { iat: -1e15, exp: 1e15 } }, noAccess],
  ['an audience that is a number', { change: { ver: '1.1', aud: 7 } }, noAccess, /aud/],
  ['an over-long first name', { change: { first_name: 'x'.repeat(129), last_name: 'y' } }, noAccess, /first_name/],
  [
    'an over-long user attribute',
    { change: { user_attributes: { region: 'x'.repeat(10_001) } } },
    noAccess,
    /user_attributes/,
  ],
  ['a user attribute of the prototype', { change: { user_attributes: JSON.parse('{"__proto__":"x"}') } }, noAccess],
  ['user attributes that are a list', { change: { user_attributes: ['West'] } }, noAccess, /user_attributes/],
  ['an account type by number', { change: { account_type: 3 } }, noAccess, /account_type/],
  [
    'an unknown connection',
    { change: { eval_connection_id: '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b' } },
    noAccess,
    /eval_connection_id/,
  ],
  ['a connection that is no id', { change: { eval_connection_id: "' or 1=1" } }, noAccess, /eval_connection_id/],
  ['an OAuth token without ver 1.1', { change: { oauth_token: 'a.b.c.d' } }, noAccess, /ver 1\.1/],
  [
    'an OAuth token that is not encrypted',
    { change: { ver: '1.1', aud: 'sigmacomputing', oauth_token: 'plain' } },
    noAccess,
    /oauth_token/,
  ],
  ['claims nested thousands of levels deep', { change: { user_attributes: nested } }, noAccess],
  [
    'claims over a member who signs in alone',
    { change: { sub: 'viewer@example.com', teams: ['Sales'] } },
    `${noAccess} Cannot update account type for internal users.`,
  ],
]

function otherClaims(good: string): string {
  const [head, , signature] = good.split('.')
  return `${head}.${encoded({ sub: 'admin@example.com', jti: 'other', iat: 1, exp: 9_999_999_999 })}.${signature}`
}
