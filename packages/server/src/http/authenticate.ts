import type { Viewer } from '@octavo/core/access'
import type { OperationDefinition } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { AllowedAddresses } from '../services/sign-in/allowed-addresses.ts'
import type { SignIn } from '../services/sign-in/sign-in.ts'
import type { Tokens } from '../services/sign-in/tokens.ts'
import { csrfHeader, readSessionCookie } from './session-cookie.ts'

export interface Credentials {
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  isHttps: boolean
  /** Origins of this server's pages, for example `https://octavo.example.com`. */
  ownOrigins: readonly string[]
  /** Address of the client, as reported by trusted proxies. */
  address: string
}

/** Identifies the caller; the same Viewer for a token and a web session. Undefined for public operations. */
export type Authenticate = (operation: OperationDefinition, from: Credentials) => Promise<Viewer | undefined>

export function createAuthenticate({
  tokens,
  signIn,
  allowedAddresses,
}: {
  tokens: Tokens
  signIn: SignIn
  allowedAddresses: AllowedAddresses
}): Authenticate {
  return async (operation, from) => {
    const auth = operation.auth ?? 'viewer'
    if (auth === 'none' || auth === 'client') {
      if (auth === 'none' && operation.method !== 'GET') assertOwnPage(from)
      return undefined
    }
    if (auth === 'signed' && isUnnamed(from)) {
      assertOwnPage(from)
      return undefined
    }
    const viewer = await identify(auth === 'session' ? 'session' : 'viewer', from)
    await allowedAddresses.requireFor(viewer, from.address)
    return viewer
  }

  async function identify(auth: 'viewer' | 'session', from: Credentials): Promise<Viewer> {
    const authorization = headerOf(from, 'authorization')
    if (authorization !== undefined && auth === 'viewer') {
      const [, token] = /^bearer +([\w.~+/=-]+) *$/i.exec(authorization) ?? []
      if (token === undefined) {
        throw new AppError('unauthorized', {
          reason: 'The header "Authorization" is not of the form "Bearer <token>".',
        })
      }
      return tokens.authenticate(token)
    }
    const cookie = readSessionCookie(headerOf(from, 'cookie'), from.isHttps)
    if (cookie === null) throw new AppError('unauthorized', absence[auth])
    const session = await signIn.find(cookie)
    if (session === null) {
      throw new AppError('unauthorized', { reason: 'The session has ended.', hint: 'Sign in again.' })
    }
    if (from.method !== 'GET' && from.method !== 'HEAD') {
      assertOwnPage(from)
      if (!session.isCsrfToken(headerOf(from, csrfHeader) ?? '')) throw new AppError('csrf_failed', {})
    }
    return session.viewer
  }
}

/** Whether the request has no credentials; its handler checks whether it is signed. */
const isUnnamed = (from: Credentials): boolean =>
  headerOf(from, 'authorization') === undefined && readSessionCookie(headerOf(from, 'cookie'), from.isHttps) === null

const absence = {
  viewer: { reason: 'The request carries no access token.' },
  session: { reason: 'Nobody is signed in.', hint: 'Sign in with POST /auth/sign-in.' },
}

/** Refuses requests from other sites' pages; programs send neither header. */
function assertOwnPage(from: Credentials): void {
  const origin = headerOf(from, 'origin')
  const site = headerOf(from, 'sec-fetch-site')
  const isForeign =
    (origin !== undefined && !from.ownOrigins.includes(origin)) || (site !== undefined && site !== 'same-origin')
  if (isForeign) throw new AppError('csrf_failed', {})
}

function headerOf(from: Pick<Credentials, 'headers'>, name: string): string | undefined {
  const value = from.headers[name]
  return Array.isArray(value) ? value[0] : value
}
