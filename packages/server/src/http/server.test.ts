import { gunzipSync } from 'node:zlib'
import { bodyLimits } from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { describeEmbedded } from '../store/testing.ts'
import { assertComplete, handle } from './handle.ts'
import { scenarios, startTestServer, useServer } from './testing.ts'
import { big, fail, file, list, testRoutes } from './testing-routes.ts'

describeEmbedded('the framework', (openStore) => {
  const serverOf = useServer(openStore, testRoutes)
  const path = '/v2/things/t%2F1/echo'

  scenarios('POST /v2/things/{thingId}/echo', serverOf, [
    {
      name: 'parts arrive validated and coerced',
      as: 'viewer',
      path,
      query: { count: 3, deep: true },
      body: { name: 'ab' },
      status: 201,
      answer: { thingId: 't/1', count: 3, name: 'ab' },
      check: ({ headers }) => expect(headers).not.toHaveProperty('warning'),
    },
    {
      name: 'all problems of the body are reported at once',
      as: 'viewer',
      path,
      body: { name: 'a', colour: 'green' },
      status: 400,
      answer: {
        code: 'invalid_request',
        message: 'The field "name" must not have fewer than 2 characters and 1 more problems.',
        details: { problems: [{ path: 'name' }, { path: 'colour', message: 'must be one of "red", "blue"' }] },
      },
    },
    {
      name: 'a query of the wrong type is named',
      as: 'viewer',
      path,
      query: { count: 'many' },
      body: { name: 'ab' },
      status: 400,
      answer: { code: 'invalid_request', message: 'The query parameter "count" must be integer.' },
    },
    {
      name: 'a misspelt parameter is reported with the similar name',
      as: 'viewer',
      path,
      query: { cuont: 1 },
      body: { name: 'ab' },
      status: 400,
      answer: { code: 'unknown_parameter', details: { name: 'cuont', nearest: 'count' } },
    },
    {
      name: 'a misspelt field likewise',
      as: 'viewer',
      path,
      body: { name: 'ab', color: 'red' },
      status: 400,
      answer: { code: 'unknown_parameter', details: { name: 'color', nearest: 'colour' } },
    },
    {
      name: 'other unknown names are accepted with a warning',
      as: 'viewer',
      path,
      query: { 'utm"\u00e4': 1 },
      body: { name: 'ab', extra: 1 },
      status: 201,
      check: ({ headers }) =>
        expect(headers.warning).toBe('299 octavo "unknown query parameter utm??", 299 octavo "unknown field extra"'),
    },
    {
      name: 'broken JSON',
      as: 'viewer',
      path,
      raw: '{"name":',
      headers: { 'content-type': 'application/json' },
      status: 400,
      answer: { code: 'invalid_request' },
    },
    {
      name: 'bytes that are not text',
      as: 'viewer',
      path,
      raw: Buffer.from([0xff, 0xfe]),
      headers: { 'content-type': 'application/json' },
      status: 400,
      answer: { code: 'invalid_request', message: 'The body is not UTF-8 text.' },
    },
    {
      name: 'a field named __proto__',
      as: 'viewer',
      path,
      raw: '{"name":"ab","__proto__":{"x":1}}',
      headers: { 'content-type': 'application/json' },
      status: 400,
      answer: { code: 'invalid_request' },
    },
    {
      name: 'a field named __proto__, written with escapes',
      as: 'viewer',
      path,
      raw: '{"name":"ab","\\u005f_proto__":{"x":1}}',
      headers: { 'content-type': 'application/json' },
      status: 400,
      answer: { code: 'invalid_request' },
    },
    {
      name: 'a body that is nested too deeply',
      as: 'viewer',
      path,
      raw: '['.repeat(1_000),
      headers: { 'content-type': 'application/json' },
      status: 400,
      answer: { code: 'invalid_request', message: 'The body is nested deeper than 100 levels.' },
    },
    {
      name: 'no body',
      as: 'viewer',
      path,
      status: 400,
      answer: { details: { problems: [{ path: 'name', message: 'is required' }] } },
    },
    {
      name: 'another media type',
      as: 'viewer',
      path,
      form: { name: 'ab' },
      status: 415,
      answer: { code: 'unsupported_media_type', hint: 'Send application/json.' },
    },
    {
      name: 'a body over the limit',
      as: 'viewer',
      path,
      body: { name: 'x'.repeat(bodyLimits.plain.bytes) },
      status: 413,
      answer: { code: 'body_too_large', details: { limitBytes: bodyLimits.plain.bytes } },
      check: ({ headers }) => expect(headers.connection).toBe('close'),
    },
    {
      name: 'a body with more fields than one object may have',
      as: 'viewer',
      path,
      raw: JSON.stringify(Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`f${index}`, 1]))),
      headers: { 'content-type': 'application/json' },
      status: 400,
      answer: { message: 'The body has more than 5000 fields in one object.' },
    },
    {
      name: 'a body with more values than an operation of its kind reads',
      as: 'viewer',
      path,
      body: { name: Array.from({ length: 50_001 }, () => 1) },
      status: 400,
      answer: { message: 'The body holds more than 50000 values.' },
    },
    { name: 'a missing body', as: 'viewer', path, status: 400, answer: { code: 'invalid_request' } },
    {
      name: 'a caller without a token is refused before the body is read, and the connection ends',
      path,
      body: { name: 'x'.repeat(bodyLimits.open.bytes) },
      status: 401,
      check: ({ headers }) => expect(headers.connection).toBe('close'),
    },
  ])

  scenarios('GET /v2/things', serverOf, [
    {
      name: 'a first page',
      as: 'viewer',
      query: { limit: 3 },
      status: 200,
      answer: { entries: ['a', 'b', 'c'], hasMore: true, total: 10 },
    },
    { name: 'a limit below 1', as: 'viewer', query: { limit: 0 }, status: 400, answer: { code: 'invalid_request' } },
    {
      name: 'a limit above 1000',
      as: 'viewer',
      query: { limit: 1001 },
      status: 400,
      answer: { code: 'invalid_request' },
    },
    { name: 'a forged cursor', as: 'viewer', query: { page: 'abc' }, status: 400, answer: { code: 'invalid_cursor' } },
  ])

  test('a cursor is bound to the filters and to the caller', async () => {
    const server = serverOf()
    const first = await server.request({ method: 'GET', path: list.path, as: 'viewer', query: { limit: 3, kind: 'x' } })
    const { nextPage: page } = first.body as { nextPage: string }
    const read = (as: 'viewer' | 'builder', kind: string) =>
      server.request({ method: 'GET', path: list.path, as, query: { limit: 5, kind, page } })
    expect((await read('viewer', 'x')).body).toMatchObject({ entries: ['d', 'e', 'f', 'g', 'h'] })
    expect((await read('viewer', 'y')).body).toMatchObject({ code: 'invalid_cursor' })
    expect((await read('builder', 'x')).body).toMatchObject({ code: 'invalid_cursor' })
  })

  scenarios('GET /v2/build', serverOf, [
    { name: 'a member whose account type has the permission may', as: 'builder', status: 204 },
    { name: 'an administrator may', as: 'admin', status: 204 },
    {
      name: 'other members may not',
      as: 'viewer',
      status: 403,
      answer: { code: 'forbidden', message: 'Your account type does not include "edit-workbooks".' },
    },
  ])

  test('unknown addresses and wrong methods have the usual error response', async () => {
    const server = serverOf()
    const unknown = await server.request({ method: 'GET', path: '/v2/nothing' })
    expect(unknown).toMatchObject({
      status: 404,
      body: { code: 'unknown_operation', requestId: unknown.headers['x-request-id'] },
    })
    const wrong = await server.request({ method: 'DELETE', path: '/v2/things' })
    expect(wrong).toMatchObject({ status: 405, headers: { allow: 'GET' }, body: { code: 'method_not_allowed' } })
    expect(await server.request({ method: 'GET', path: '/v2/%ff' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  })

  test('HEAD returns the headers of GET', async () => {
    expect(await serverOf().request({ method: 'HEAD', path: file.path })).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '8' },
    })
  })

  test('a bug is reported as internal, and only the log has details', async () => {
    const server = serverOf()
    const { status, body, text, headers } = await server.request({ method: 'GET', path: '/v2/fail/bug' })
    expect({ status, body }).toMatchObject({ status: 500, body: { code: 'internal' } })
    expect(text).not.toContain('secret detail')
    const line = server.log.find((entry) => entry.includes('secret detail'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      level: 'error',
      requestId: headers['x-request-id'],
      operation: fail.id,
    })
  })

  test('services see the id of the current request', async () => {
    const { body, headers } = await serverOf().request({ method: 'GET', path: '/v2/fail/request' })
    expect(body).toEqual({ id: headers['x-request-id'] })
  })

  test('a request id from a client is ignored', async () => {
    const { headers } = await serverOf().request({
      method: 'GET',
      path: '/v2/big',
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    expect(headers['x-request-id']).not.toBe('mine')
  })

  test('no secret reaches the log', async () => {
    const server = serverOf()
    const token = await server.tokenOf('viewer')
    const secret = 'canary-4711-secret'
    await server.request({ method: 'GET', path: '/v2/whoami', as: 'viewer', query: { access_token: secret } })
    await server.request({
      method: 'GET',
      path: '/v2/whoami',
      headers: { authorization: `Bearer ${secret}`, cookie: `octavo_session=${secret}` },
    })
    await server.request({
      method: 'POST',
      path: '/auth/sign-in',
      body: { email: 'viewer@example.com', password: secret },
    })
    await server.request({
      method: 'POST',
      path: '/v2/auth/token',
      form: { grant_type: 'client_credentials', client_id: 'client-of-viewer', client_secret: secret },
    })
    await server.request({
      method: 'POST',
      path: '/v2/auth/token',
      form: {
        grant_type: 'refresh_token',
        refresh_token: secret,
        client_id: 'client-of-viewer',
        client_secret: 'secret-of-viewer-0123456789abcdef',
      },
    })
    const log = server.log.join('')
    expect(log).toContain('"operation":"whoAmI"')
    for (const hidden of [secret, token, 'secret-of-viewer']) expect(log).not.toContain(hidden)
  })

  test('every answer carries the headers that protect pages', async () => {
    const { headers } = await serverOf().request({ method: 'GET', path: '/v2/big' })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe-eval')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  test('a required body is required even when all of its fields are optional', async () => {
    const { status, body } = await serverOf().request({ method: 'POST', path: '/v2/suggestions', as: 'viewer' })
    expect({ status, body }).toMatchObject({ status: 400, body: { message: 'The body is required.' } })
    const accepted = await serverOf().request({ method: 'POST', path: '/v2/suggestions', as: 'viewer', body: {} })
    expect(accepted.status).toBe(200)
  })

  test('strict transport security is sent to clients that use https through a trusted proxy, and not for a forged header', async () => {
    const server = await startTestServer(serverOf().platform, testRoutes(), {
      config: { trustedProxies: ['10.0.0.1'] },
    })
    const hsts = async (from: string) => {
      const headers = { 'x-forwarded-proto': 'https' }
      const answer = await server.request({ method: 'GET', path: '/healthz', from, headers })
      return answer.headers['strict-transport-security']
    }
    expect(await hsts('10.0.0.1')).toMatch(/^max-age=\d{8}/)
    expect(await hsts('10.0.0.2')).toBe(undefined)
    await server.http.stop()
  })

  describe('other origins', () => {
    const origin = { origin: 'https://app.example' }
    test('may call the API with a token', async () => {
      const preflight = await serverOf().request({
        method: 'OPTIONS',
        path: '/v2/things',
        headers: { ...origin, 'access-control-request-method': 'GET' },
      })
      expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': '*' } })
      expect(preflight.headers['access-control-allow-headers']).toContain('authorization')
      const got = await serverOf().request({ method: 'GET', path: '/v2/things', as: 'viewer', headers: origin })
      expect(got.headers['access-control-allow-origin']).toBe('*')
      const refused = await serverOf().request({ method: 'GET', path: '/v2/things', headers: origin })
      expect(refused).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': '*' } })
    })
    test('never with cookies, and never the pages of the server itself', async () => {
      const all = [
        await serverOf().request({ method: 'OPTIONS', path: '/auth/sign-in', headers: origin }),
        await serverOf().request({ method: 'GET', path: '/auth/session', headers: origin }),
        await serverOf().request({
          method: 'GET',
          path: '/v2/things',
          headers: { ...origin, cookie: 'octavo_session=x' },
        }),
      ]
      for (const { headers } of all) {
        expect(headers).not.toHaveProperty('access-control-allow-origin')
        expect(headers).not.toHaveProperty('access-control-allow-credentials')
      }
    })
  })

  test('large JSON is compressed for clients that accept it', async () => {
    const asked = await serverOf().request({
      method: 'GET',
      path: big.path,
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect(asked.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(JSON.parse(gunzipSync(asked.bytes).toString())).toEqual({ text: 'abc '.repeat(10_000) })
    for (const encoding of ['identity', 'gzip;q=0', 'deflate']) {
      const plain = await serverOf().request({
        method: 'GET',
        path: big.path,
        headers: { 'accept-encoding': encoding },
      })
      expect(plain.headers).not.toHaveProperty('content-encoding')
    }
  })

  test('a download has its name, exact for new clients and plain for old ones', async () => {
    const { headers, text } = await serverOf().request({ method: 'GET', path: file.path })
    expect(text).toBe('a,b\n1,2\n')
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Gr__e _x_.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22x%22.csv`,
    )
  })

  test('health: alive, ready, and figures for this machine', async () => {
    const server = serverOf()
    expect(await server.request({ method: 'GET', path: '/healthz' })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
    expect(await server.request({ method: 'GET', path: '/readyz' })).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    })
    const { text, status } = await server.request({ method: 'GET', path: '/metrics' })
    expect(status).toBe(200)
    expect(text).toContain('octavo_http_request_seconds_count{operation="healthz",status="200"}')
    expect(text).toContain('process_resident_memory_bytes')
  })
})

test('every answer of the harness is checked against the published contract', async () => {
  const { octavoPublishedCheck } = globalThis as {
    octavoPublishedCheck?: (operationId: string, status: number, body: unknown) => Promise<void>
  }
  await expect(octavoPublishedCheck?.('whoAmI', 200, { userId: 'u' })).rejects.toThrow('organizationId')
})

describe('assertComplete', () => {
  test('names operations without a route, and routes without an operation', () => {
    expect(() => assertComplete([handle(big, () => ({ text: '' }))], [big, file])).toThrow('without a route: testFile')
    expect(() => assertComplete([handle(big, () => ({ text: '' }))], [])).toThrow('does not list: testBig')
  })
})
