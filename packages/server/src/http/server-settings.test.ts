import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEmbedded } from '../store/testing.ts'
import { buildTestPlatform, startTestServer, type TestPlatform, type TestServer } from './testing.ts'
import { testRoutes } from './testing-routes.ts'

describeEmbedded('settings of the edge', (openStore) => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await buildTestPlatform(openStore)
    return () => platform.close()
  })
  const started: TestServer[] = []
  const start = async (options: Parameters<typeof startTestServer>[2]) => {
    const server = await startTestServer(platform, testRoutes(), options)
    started.push(server)
    return server
  }
  afterAll(async () => {
    for (const { http } of started) await http.stop({ graceMs: 0 })
  })

  test('OCTAVO_STRICT refuses every unknown name', async () => {
    const server = await start({ config: { strict: true } })
    const { status, body } = await server.request({
      method: 'POST',
      path: '/v2/things/x/echo',
      as: 'viewer',
      query: { foo: 1 },
      body: { name: 'ab' },
    })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', details: { problems: [{ path: 'foo' }] } },
    })
    const inBody = await server.request({
      method: 'POST',
      path: '/v2/things/x/echo',
      as: 'viewer',
      body: { name: 'ab', extra: 1 },
    })
    expect(inBody).toMatchObject({ status: 400, body: { details: { problems: [{ path: 'extra' }] } } })
  })
  test('OCTAVO_CORS=off allows nothing to other origins', async () => {
    const server = await start({ config: { cors: false } })
    const { headers } = await server.request({ method: 'GET', path: '/v2/whoami', as: 'viewer' })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
  test('OCTAVO_METRICS decides who may read the metrics', async () => {
    const off = await start({ config: { metrics: 'off' } })
    expect((await off.request({ method: 'GET', path: '/metrics' })).status).toBe(404)
    const far = { 'x-forwarded-for': '203.0.113.9' }
    const local = await start({ config: { trustedProxies: ['127.0.0.1'] } })
    expect((await local.request({ method: 'GET', path: '/metrics', headers: far })).status).toBe(403)
    const open = await start({ config: { metrics: 'public', trustedProxies: ['127.0.0.1'] } })
    expect((await open.request({ method: 'GET', path: '/metrics', headers: far })).status).toBe(200)
  })
  test('a client behind an untrusted proxy is not this machine', async () => {
    const server = await start({})
    const headers = { 'x-forwarded-for': '127.0.0.1' }
    expect((await server.request({ method: 'GET', path: '/metrics', headers })).status).toBe(403)
    expect((await server.request({ method: 'GET', path: '/metrics' })).status).toBe(200)
  })
  test('the readiness check fails with the reason', async () => {
    const server = await start({ isReady: () => Promise.reject(new Error('store is gone')) })
    const { status, body, text } = await server.request({ method: 'GET', path: '/readyz' })
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    expect(text).not.toContain('store is gone')
  })
})
