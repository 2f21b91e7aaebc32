import { postToken, type TokenRequest } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Clock } from '../../config/index.ts'
import type { ClientCredentials, Tokens } from '../../services/sign-in/tokens.ts'
import { answer, handle, type RequestFacts, type Route } from '../handle.ts'
import { createRateLimiter, type RateLimit, rateHeaders } from '../rate-limiter.ts'

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'
const exchangeTypes = {
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  actor_token_type: 'urn:ietf:params:oauth:token-type:access_token',
} as const

/** A steady rate with a burst for programs that start many workers at once: 60 a minute are one a second, and 30 at once. */
export const tokenRateOf = (perMinute: number): RateLimit => ({
  perSecond: perMinute / 60,
  burst: Math.ceil(perMinute / 2),
})

export function authRoutes(deps: { tokens: Tokens; clock: Clock; tokenRate: RateLimit }): Route[] {
  const { tokens, clock, tokenRate } = deps
  const limiter = createRateLimiter(tokenRate, clock)
  return [
    handle(postToken, async ({ body, request }) => {
      if (body.grant_type === exchangeGrant) return exchange(body, request)
      const client = clientOf(request.headers.authorization, body)
      // Includes the address, because anybody may send a known client id.
      count(`${client.clientId} ${request.address}`, request)
      const token =
        body.grant_type === 'refresh_token'
          ? await tokens.refresh(refreshTokenOf(body), client, request.address)
          : await grantBy(body.grant_type, client, request.address)
      return answer(200, token, { 'cache-control': 'no-store', pragma: 'no-cache' })
    }),
  ]

  function count(subject: string, request: RequestFacts): void {
    const left = limiter.count(subject)
    request.setHeaders(rateHeaders(tokenRate, left))
    if (!left.isAllowed) throw new AppError('too_many_attempts', { retryAfterSeconds: left.retryAfterSeconds })
  }

  /** The bearer token of the request is the actor token. */
  async function exchange(body: TokenRequest, request: RequestFacts) {
    const actorToken = /^bearer +([\w.~+/=-]+) *$/i.exec(request.headers.authorization?.toString() ?? '')?.[1]
    if (actorToken === undefined || actorToken !== body.actor_token) {
      throw new AppError('unauthorized', {
        reason: 'The exchange needs actor_token, and the same one as bearer token.',
      })
    }
    for (const [name, wanted] of Object.entries(exchangeTypes)) {
      if (body[name as keyof typeof exchangeTypes] !== wanted) {
        throw new AppError('invalid_request', {
          reason: `The field "${name}" must be ${wanted}.`,
          problems: [{ path: name, message: `must be ${wanted}` }],
        })
      }
    }
    count(`exchange ${request.address}`, request)
    const token = await tokens.exchange(actorToken, body.subject_token ?? '', request.address)
    return answer(200, token, { 'cache-control': 'no-store', pragma: 'no-cache' })
  }

  function grantBy(grantType: string, client: ClientCredentials, address: string) {
    switch (grantType) {
      case 'client_credentials':
        return tokens.grant(client, address)
      default:
        throw new AppError('invalid_request', {
          reason: `The grant type "${grantType.slice(0, 80)}" is not known.`,
          hint: 'Send grant_type=client_credentials or grant_type=refresh_token.',
        })
    }
  }
}

function refreshTokenOf(body: TokenRequest): string {
  if (body.refresh_token) return body.refresh_token
  throw new AppError('invalid_request', {
    reason: 'The field "refresh_token" is required for grant_type=refresh_token.',
    problems: [{ path: 'refresh_token', message: 'is required' }],
  })
}

/** The client id and secret by HTTP Basic or, where that is absent, as form fields. */
function clientOf(authorization: string | string[] | undefined, body: TokenRequest): ClientCredentials {
  const basic = /^basic +([\w+/=-]+) *$/i.exec(typeof authorization === 'string' ? authorization : '')?.[1]
  if (basic !== undefined) {
    const text = Buffer.from(basic, 'base64').toString('utf8')
    const colon = text.indexOf(':')
    if (colon > 0) return { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) }
  } else if (body.client_id && body.client_secret !== undefined) {
    return { clientId: body.client_id, clientSecret: body.client_secret }
  }
  throw new AppError('unauthorized', {
    reason: 'The request carries no client id and secret.',
    hint: 'Send them by HTTP Basic, or as the form fields client_id and client_secret.',
  })
}
