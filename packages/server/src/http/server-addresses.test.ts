import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedStore } from '../store/testing.ts'
import { authPortOf } from './server-addresses.ts'
import { buildTestPlatform, startTestServer, type TestPlatform } from './testing.ts'
import { testRoutes } from './testing-routes.ts'

describe('the token endpoint at a separate address', () => {
  let platform: TestPlatform
  const stops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    platform = await buildTestPlatform(embeddedStore())
    return () => platform.close()
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  async function startWith(config: { publicUrl?: string | null; authUrl: string | null }) {
    const server = await startTestServer(platform, testRoutes(), { config })
    stops.push(() => server.http.stop({ graceMs: 0 }))
    const { clientId, clientSecret } = platform.people.viewer
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const token = async (host: string) =>
      server.http.inject({
        method: 'POST',
        url: '/v2/auth/token',
        headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      })
    const whoami = async (host: string, bearer?: string) =>
      server.http.inject({
        method: 'GET',
        url: '/v2/whoami',
        headers: { host, ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) },
      })
    return { server, token, whoami }
  }

  test('another host name: tokens come from it, everything else from the API, errors name the right one', async () => {
    const { token, whoami } = await startWith({
      publicUrl: 'https://octavo.example.com',
      authUrl: 'https://auth.example.com',
    })
    const granted = await token('AUTH.example.com')
    expect(granted.statusCode, granted.body).toBe(200)
    const bearer = String(granted.json().access_token)
    for (const host of ['octavo.example.com', '10.0.0.7:4400', 'auth.example.com:8443']) {
      const refused = await token(host)
      expect(refused.statusCode).toBe(401)
      expect(refused.json()).toMatchObject({
        code: 'unauthorized',
        hint: expect.stringContaining('https://auth.example.com/v2/auth/token'),
      })
      expect((await whoami(host, bearer)).statusCode).toBe(200)
    }
    const misdirected = await whoami('auth.example.com', bearer)
    expect(misdirected.statusCode).toBe(401)
    expect(misdirected.json().hint).toContain('https://octavo.example.com')
  })

  test.each([
    ['no setting', { publicUrl: 'https://octavo.example.com', authUrl: null }],
    ['the address of the API', { publicUrl: 'https://octavo.example.com', authUrl: 'https://octavo.example.com' }],
  ])('%s: tokens are issued at every address', async (_title, config) => {
    const { token } = await startWith(config)
    for (const host of ['octavo.example.com', 'localhost:4400']) expect((await token(host)).statusCode).toBe(200)
  })

  test('another port: the server listens there, and the error names the address that it listens on', async () => {
    const spare = await startWith({ authUrl: null })
    const { port: authPort } = await spare.server.http.listen({ host: '127.0.0.1', port: 0 })
    await spare.server.http.stop({ graceMs: 0 })
    const authUrl = `http://127.0.0.1:${authPort}`
    const { server } = await startWith({ authUrl })
    const { url } = await server.http.listen({ host: '127.0.0.1', port: 0, authPort })
    const { clientId, clientSecret } = platform.people.viewer
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const granted = await fetch(`${authUrl}/v2/auth/token`, { method: 'POST', body })
    expect(granted.status).toBe(200)
    const { access_token } = (await granted.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await fetch(`${url}/v2/whoami`, { headers })).status).toBe(200)
    expect(await (await fetch(`${authUrl}/v2/whoami`, { headers })).json()).toMatchObject({
      code: 'unauthorized',
      hint: expect.stringContaining(url),
    })
    const other = await startWith({ authUrl })
    await expect(other.server.http.listen({ host: '127.0.0.1', port: 0, authPort })).rejects.toMatchObject({
      message: `The port ${authPort} of 127.0.0.1 is in use by another program.`,
    })
  })

  test.each([
    ['http://auth.example.com:8081', [], 8081],
    ['http://127.0.0.1:4400', [], null],
    ['https://auth.example.com:8443', [], null],
    ['http://auth.example.com', [], null],
    ['http://auth.example.com:8081', ['10.0.0.1'], null],
    [null, [], null],
  ])('%s behind proxies %j listens on %s too', (authUrl, trustedProxies, expected) => {
    expect(authPortOf({ authUrl, port: 4400, trustedProxies })).toBe(expected)
  })
})
