/// <reference path="./oidc-provider.d.ts" />
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

export interface TestProvider {
  metadataUrl: string
  clientId: string
  clientSecret: string
  /** Refuses every refresh token from now on. */
  refuseRenewals(): void
  /** How many times tokens were issued. */
  issued(): number
  /** Sets the account that signs in at the next visits. */
  signsInAs(accountId: string): void
  /** Signs an account in like a browser and returns the parameters of the redirect back to the server. */
  signIn(authorizationUrl: string, accountId: string): Promise<Record<string, string>>
  close(): Promise<void>
}

const clientId = 'octavo'
const clientSecret = 'a secret of the client & more'
const scopes = 'openid profile email offline_access'

/**
 * Runs `oidc-provider` on this machine. `onToken` is called with each access token before the response with it is sent, so that a test
 * platform can accept it.
 */
export async function openTestProvider(
  redirectUri: string,
  onToken: (accountId: string, token: string) => Promise<void>,
): Promise<TestProvider> {
  let provider: Provider | undefined
  let account = ''
  let isRefusing = false
  let issued = 0
  const server = createServer(async (request, response) => {
    if (!provider) return response.destroy()
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: account } })
    }
    const grant = new provider.Grant({ clientId: params.client_id, accountId: session?.accountId ?? '' })
    grant.addOIDCScope(scopes)
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }] },
    cookies: { keys: ['only for tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], profile: ['preferred_username'] },
    rotateRefreshToken: true,
    ttl: { Interaction: 600, Session: 600, Grant: 86_400, AccessToken: 3_600, RefreshToken: 86_400, IdToken: 3_600 },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, preferred_username: id }) }),
  })
  provider.use(async (context, next) => {
    if (context.path === '/token' && isRefusing) {
      context.status = 400
      Object.assign(context, { body: { error: 'invalid_grant' } })
      return
    }
    await next()
    const token = context.path === '/token' ? context.body?.access_token : undefined
    if (token === undefined) return
    issued++
    await onToken(context.oidc?.account?.accountId ?? '', token)
  })
  return {
    metadataUrl: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    refuseRenewals: () => {
      isRefusing = true
    },
    issued: () => issued,
    signsInAs: (accountId) => {
      account = accountId
    },
    signIn: (authorizationUrl, accountId) => {
      account = accountId
      return comesBack(authorizationUrl, redirectUri)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Follows redirects with the cookies of the provider until one leads to the server. */
async function comesBack(start: string, redirectUri: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  let url = start
  for (let hops = 0; hops < 20; hops++) {
    const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: header } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url).href
    if (url.startsWith(new URL(redirectUri).href)) return Object.fromEntries(new URL(url).searchParams)
  }
  throw new Error('The provider sends the browser in circles.')
}
