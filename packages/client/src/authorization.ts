import type { Token, WebSession } from '@octavo/core/contract'
import { failureOf } from './failures.ts'

/** Adds credentials to requests. */
export interface Authorization {
  headersFor(method: string): Promise<Record<string, string>>
  /** Called after a refused request; returns true when the request should be retried. */
  renew(refusal: { status: number; code: string }, sent: Readonly<Record<string, string>>): Promise<boolean>
  credentials?: 'same-origin'
}

type Send = (url: string, init: RequestInit) => Promise<Response>

/** Uses an existing token. */
export function fixedToken(token: string): Authorization {
  return {
    headersFor: async () => ({ authorization: `Bearer ${token}` }),
    renew: async () => false,
  }
}

/** Requests a token with the first request and renews it when it has expired; concurrent requests share one renewal. */
export function clientCredentials(given: {
  authUrl: string
  clientId: string
  clientSecret: string
  send: Send
}): Authorization {
  const { authUrl, clientId, clientSecret, send } = given
  let current: Promise<Token> | undefined
  let known: Token | undefined

  async function post(form: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret })
    return send(`${authUrl}/v2/auth/token`, { method: 'POST', body })
  }

  async function fetchToken(before: Token | undefined): Promise<Token> {
    if (before !== undefined) {
      const refreshed = await post({ grant_type: 'refresh_token', refresh_token: before.refresh_token })
      if (refreshed.ok) return (await refreshed.json()) as Token
    }
    const granted = await post({ grant_type: 'client_credentials' })
    if (!granted.ok) throw await failureOf(granted)
    return (await granted.json()) as Token
  }

  function start(before?: Token): Promise<Token> {
    const next = fetchToken(before)
    current = next
    next.then(
      (token) => {
        known = token
      },
      () => {
        current = undefined
      },
    )
    return next
  }

  return {
    async headersFor() {
      const { access_token } = await (current ?? start())
      return { authorization: `Bearer ${access_token}` }
    },
    async renew({ status }, { authorization }) {
      if (status !== 401) return false
      // The first request to fail renews the token; the others see that it was removed and wait for the new one.
      if (known !== undefined && authorization === `Bearer ${known.access_token}`) {
        const before = known
        known = undefined
        await start(before)
      }
      return true
    },
  }
}

/** Uses the browser's session: the cookie is sent automatically, and writes include the token that the server returned. */
export function browserSession({ baseUrl, send }: { baseUrl: string; send: Send }): Authorization & {
  remember(session: WebSession): void
  forget(): void
} {
  let csrf: Promise<string> | undefined

  async function ask(): Promise<string> {
    const response = await send(`${baseUrl}/auth/session`, { method: 'GET', credentials: 'same-origin' })
    if (!response.ok) throw await failureOf(response)
    return ((await response.json()) as WebSession).csrfToken
  }

  return {
    credentials: 'same-origin',
    async headersFor(method): Promise<Record<string, string>> {
      if (method === 'GET') return {}
      csrf ??= ask()
      csrf.catch(() => {
        csrf = undefined
      })
      return { 'x-octavo-csrf': await csrf }
    },
    async renew({ code }) {
      if (code !== 'csrf_failed' || csrf === undefined) return false
      csrf = undefined
      return true
    },
    remember(session) {
      csrf = Promise.resolve(session.csrfToken)
    },
    forget() {
      csrf = undefined
    },
  }
}
