import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { binary, empty, lines, operation, pageQuery, Words } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sliceOfList } from '../services/slice.ts'
import { currentRequestId } from '../store/index.ts'
import { describeStores } from '../store/testing.ts'
import { createDocsPage } from './docs-page.ts'
import { answer, assertComplete, download, handle, noContent, type Route, streamLines } from './handle.ts'
import { buildHouse, type House, scenarios, startTestServer, type TestServer, useServer } from './testing.ts'
import { createWebFiles } from './web-files.ts'

const base = { summary: 'For tests', tag: 'test' } as const
const echo = operation({
  ...base,
  id: 'testEcho',
  method: 'POST',
  path: '/v2/things/{thingId}/echo',
  query: Type.Object({ count: Type.Optional(Type.Integer()), deep: Type.Optional(Type.Boolean()) }),
  body: Type.Object({ name: Type.String({ minLength: 2 }), colour: Type.Optional(Words(['red', 'blue'])) }),
  answers: { 201: Type.Object({ thingId: Type.String(), count: Type.Number(), name: Type.String() }) },
})
const list = operation({
  ...base,
  id: 'testList',
  method: 'GET',
  path: '/v2/things',
  query: Type.Object({ ...pageQuery, kind: Type.Optional(Type.String()) }),
  answers: {
    200: Type.Object(
      { entries: Type.Array(Type.String()), nextPage: Type.Union([Type.String(), Type.Null()]) },
      { additionalProperties: true },
    ),
  },
})
const build = operation({
  ...base,
  id: 'testBuild',
  method: 'GET',
  path: '/v2/build',
  requires: 'edit-workbooks',
  answers: { 204: empty('Nothing.') },
})
const fail = operation({
  ...base,
  id: 'testFail',
  method: 'GET',
  path: '/v2/fail/{how}',
  auth: 'none',
  answers: { 200: Type.Object({}) },
  errors: ['query_failed'],
})
const file = operation({
  ...base,
  id: 'testFile',
  method: 'GET',
  path: '/v2/file',
  auth: 'none',
  answers: { 200: binary(['text/csv'], 'A file.') },
})
const stream = operation({
  ...base,
  id: 'testStream',
  method: 'GET',
  path: '/v2/stream/{how}',
  auth: 'none',
  answers: { 200: lines(Type.Object({ event: Type.String() }, { additionalProperties: true }), 'Numbers.') },
  errors: ['query_failed'],
})
const big = operation({
  ...base,
  id: 'testBig',
  method: 'GET',
  path: '/v2/big',
  auth: 'none',
  answers: { 200: Type.Object({ text: Type.String() }) },
})

const made = { lines: 0, isAborted: false, hasReturned: false }
const letters = [...'abcdefghij']

function testRoutes(): Route[] {
  return [
    handle(echo, ({ params, query, body }) => answer(201, { ...params, count: query.count ?? 0, name: body.name })),
    handle(list, ({ paged }) => paged((window) => sliceOfList(letters, window))),
    handle(build, () => noContent()),
    handle(fail, ({ params }) => {
      if (params.how === 'bug') throw new Error('secret detail of a bug')
      if (params.how === 'request') return { id: currentRequestId() }
      throw new AppError('query_failed', { reason: 'no such column' })
    }),
    handle(file, () =>
      download({
        content: Buffer.from('a,b\n1,2\n'),
        mediaType: 'text/csv; charset=utf-8',
        fileName: 'Größe "x".csv',
        sizeBytes: 8,
      }),
    ),
    handle(stream, ({ params, request }) => streamLines(stream, numbers(params.how, request.signal))),
    handle(big, () => ({ text: 'abc '.repeat(10_000) })),
  ]
}

async function* numbers(how: string, signal: AbortSignal) {
  signal.addEventListener('abort', () => {
    made.isAborted = true
  })
  try {
    if (how === 'early') throw new AppError('query_failed', { reason: 'at once' })
    for (let index = 0; how === 'endless' || index < 3; index += 1) {
      if (how === 'late' && index === 2) throw new AppError('query_failed', { reason: 'in the middle' })
      made.lines += 1
      yield { event: 'number', index, filler: how === 'endless' ? 'x'.repeat(10_000) : '' }
      if (signal.aborted) return
    }
    yield { event: 'end' }
  } finally {
    made.hasReturned = true
  }
}

describeStores('the framework', (openStore) => {
  const serverOf = useServer(openStore, testRoutes, { bodyLimitBytes: 2_000 })
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
      name: 'all problems of the body are told at once',
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
      name: 'a misspelt parameter is named with what was meant',
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
      name: 'bytes that are no text',
      as: 'viewer',
      path,
      raw: Buffer.from([0xff, 0xfe]),
      headers: { 'content-type': 'application/json' },
      status: 400,
      answer: { code: 'invalid_request', message: 'The body is not UTF-8 text.' },
    },
    {
      name: 'a prototype in disguise',
      as: 'viewer',
      path,
      raw: '{"name":"ab","__proto__":{"x":1}}',
      headers: { 'content-type': 'application/json' },
      status: 400,
      answer: { code: 'invalid_request' },
    },
    {
      name: 'a prototype in disguise, written with escapes',
      as: 'viewer',
      path,
      raw: '{"name":"ab","\\u005f_proto__":{"x":1}}',
      headers: { 'content-type': 'application/json' },
      status: 400,
      answer: { code: 'invalid_request' },
    },
    {
      name: 'a bottomless body',
      as: 'viewer',
      path,
      raw: '['.repeat(1_000),
      headers: { 'content-type': 'application/json' },
      status: 400,
      answer: { code: 'invalid_request', message: 'The body is nested deeper than 200 levels.' },
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
      body: { name: 'x'.repeat(3_000) },
      status: 413,
      answer: { code: 'body_too_large', details: { limitBytes: 2_000 } },
    },
    { name: 'who may not ask is told before the body is read', path, body: { name: 'x'.repeat(3_000) }, status: 401 },
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

  test('a cursor is bound to the filters and to who asks', async () => {
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
    { name: 'whose account type has the permission may', as: 'builder', status: 204 },
    { name: 'an administrator may', as: 'admin', status: 204 },
    {
      name: 'others may not',
      as: 'viewer',
      status: 403,
      answer: { code: 'forbidden', message: 'Your account type does not include "edit-workbooks".' },
    },
  ])

  test('unknown addresses and wrong methods answer in the same shape', async () => {
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

  test('HEAD answers the headers of GET', async () => {
    expect(await serverOf().request({ method: 'HEAD', path: file.path })).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '8' },
    })
  })

  test('a bug answers internal, and only the log knows more', async () => {
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

  test('services see the request id of the request they serve', async () => {
    const { body, headers } = await serverOf().request({ method: 'GET', path: '/v2/fail/request' })
    expect(body).toEqual({ id: headers['x-request-id'] })
  })

  test('a request id that a client sends is not taken over', async () => {
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

  test('large JSON goes compressed to whoever takes it', async () => {
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

describeStores('settings of the edge', (openStore) => {
  let house: House
  beforeAll(async () => {
    house = await buildHouse(openStore)
    return () => house.close()
  })
  const started: TestServer[] = []
  const start = async (options: Parameters<typeof startTestServer>[2]) => {
    const server = await startTestServer(house, testRoutes(), options)
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
  test('OCTAVO_CORS=off says nothing to other origins', async () => {
    const server = await start({ config: { cors: false } })
    const { headers } = await server.request({ method: 'GET', path: '/v2/whoami', as: 'viewer' })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
  test('OCTAVO_METRICS decides who may read the figures', async () => {
    const off = await start({ config: { metrics: 'off' } })
    expect((await off.request({ method: 'GET', path: '/metrics' })).status).toBe(404)
    const far = { 'x-forwarded-for': '203.0.113.9' }
    const local = await start({ config: { trustedProxies: ['127.0.0.1'] } })
    expect((await local.request({ method: 'GET', path: '/metrics', headers: far })).status).toBe(403)
    const open = await start({ config: { metrics: 'public', trustedProxies: ['127.0.0.1'] } })
    expect((await open.request({ method: 'GET', path: '/metrics', headers: far })).status).toBe(200)
  })
  test('who comes through a proxy that is not trusted is not this machine', async () => {
    const server = await start({})
    const headers = { 'x-forwarded-for': '127.0.0.1' }
    expect((await server.request({ method: 'GET', path: '/metrics', headers })).status).toBe(403)
    expect((await server.request({ method: 'GET', path: '/metrics' })).status).toBe(200)
  })
  test('what is not ready says so', async () => {
    const server = await start({ isReady: () => Promise.reject(new Error('store is gone')) })
    const { status, body, text } = await server.request({ method: 'GET', path: '/readyz' })
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    expect(text).not.toContain('store is gone')
  })
})

describeStores('on the wire', (openStore, engine) => {
  let server: TestServer
  let url = ''
  let port = 0
  beforeAll(async () => {
    server = await startTestServer(await buildHouse(openStore), testRoutes())
    ;({ url, port } = await server.http.listen({ host: '127.0.0.1', port: 0 }))
    return () => server.http.stop({ graceMs: 0 })
  })

  test('a stream ends with its last line', async () => {
    const response = await fetch(`${url}/v2/stream/whole`)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const got = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event)
    expect(got).toEqual(['number', 'number', 'number', 'end'])
  })
  test('an error before the first line has its status, a later one is a line without an end', async () => {
    const early = await fetch(`${url}/v2/stream/early`)
    expect([early.status, await early.json()]).toMatchObject([400, { code: 'query_failed' }])
    const late = (await (await fetch(`${url}/v2/stream/late`)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(late.map(({ event }) => event)).toEqual(['number', 'number', 'error'])
    expect(late.at(-1)).toMatchObject({ code: 'query_failed', requestId: expect.any(String) })
  })
  test('a client that does not read is not flooded, and one that leaves stops the work', async () => {
    Object.assign(made, { lines: 0, isAborted: false, hasReturned: false })
    const controller = new AbortController()
    // Compressed, equal lines would take hardly any room.
    const headers = { 'accept-encoding': 'identity' }
    const response = await fetch(`${url}/v2/stream/endless`, { headers, signal: controller.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    let before = -1
    // Back-pressure has come when the source stands still.
    await expect
      .poll(
        () => {
          const still = made.lines === before
          before = made.lines
          return still
        },
        { interval: 100, timeout: 10_000 },
      )
      .toBe(true)
    expect(made.lines).toBeLessThan(5_000)
    controller.abort()
    await expect.poll(() => made.isAborted && made.hasReturned, { timeout: 10_000 }).toBe(true)
  })
  test('bytes that are not HTTP get an answer in our shape', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
      let got = ''
      socket.on('data', (data) => {
        got += data
      })
      socket.on('end', () => resolve(got))
      socket.on('error', reject)
    })
    expect(text).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'invalid_request',
      requestId: expect.any(String),
    })
  })
  test(`stopping lets running requests end (${engine})`, async () => {
    let release = () => {}
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    let hasStarted = () => {}
    const isRunning = new Promise<void>((resolve) => {
      hasStarted = resolve
    })
    const slow = handle(big, async () => {
      hasStarted()
      await wait
      return { text: 'done' }
    })
    const other = await startTestServer(server.house, [slow])
    const at = await other.http.listen({ host: '127.0.0.1', port: 0 })
    const running = fetch(`${at.url}/v2/big`).then((response) => response.json())
    await isRunning
    const stopped = other.http.stop()
    await expect(fetch(`${at.url}/healthz`)).rejects.toThrow()
    release()
    expect(await running).toEqual({ text: 'done' })
    await stopped
  })
  test('stopping cuts what does not end in time', async () => {
    const other = await startTestServer(server.house, testRoutes())
    const at = await other.http.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(`${at.url}/v2/stream/endless`)
    Object.assign(made, { isAborted: false, hasReturned: false })
    await other.http.stop({ graceMs: 10 })
    await expect(response.text()).rejects.toThrow()
    await expect.poll(() => made.isAborted && made.hasReturned).toBe(true)
  })
  test('a taken port is an error of the start', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const address = taken.address()
    const other = await startTestServer(server.house)
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await expect(other.http.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({ name: 'StartupError' })
    taken.close()
  })
})

test('every answer of the harness is checked against the published contract', async () => {
  const { octavoPublishedCheck } = globalThis as {
    octavoPublishedCheck?: (operationId: string, status: number, body: unknown) => Promise<void>
  }
  await expect(octavoPublishedCheck?.('whoAmI', 200, { userId: 'u' })).rejects.toThrow('organizationId')
})

describe('assertComplete', () => {
  test('names operations without a route, and routes that nobody lists', () => {
    expect(() => assertComplete([handle(big, () => ({ text: '' }))], [big, file])).toThrow('without a route: testFile')
    expect(() => assertComplete([handle(big, () => ({ text: '' }))], [])).toThrow('does not list: testBig')
  })
})

describeStores('pages', (openStore, engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-web-'))
  const unbuilt = join(folder, 'nowhere')
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>app</title>')
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), `console.log(1);${'x'.repeat(5_000)}`)
  writeFileSync(join(folder, '..', `outside-${engine}.txt`), 'outside')
  symlinkSync('/etc/passwd', join(folder, 'link.txt'))
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
    rmSync(join(folder, '..', `outside-${engine}.txt`), { force: true })
  })
  const serverOf = useServer(openStore, testRoutes, { pages: [createDocsPage(), createWebFiles(folder)] })
  const html = { accept: 'text/html,*/*' }
  const get = (path: string, headers: Record<string, string> = html) =>
    serverOf().request({ method: 'GET', path, headers })

  test.each(['/', '/sign-in', '/main/workbook/sales-57a96EMo3GVJG73179MV2l'])('%s is the app', async (path) => {
    expect(await get(path)).toMatchObject({
      status: 200,
      text: '<!doctype html><title>app</title>',
      headers: { 'cache-control': 'no-cache' },
    })
  })
  test('an asset never changes and goes compressed', async () => {
    const { headers, bytes } = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip' })
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect(gunzipSync(bytes).toString()).toContain('console.log(1)')
    const again = await get('/assets/main-abc123.js', { 'if-none-match': String(headers.etag) })
    expect(again.status).toBe(304)
  })
  test.each([
    `/../outside-${engine}.txt`,
    `/%2e%2e/outside-${engine}.txt`,
    `/assets/..%2f..%2foutside-${engine}.txt`,
    '/link.txt',
    '/assets/missing.js',
    '/v2/nothing',
    '/auth/nothing',
    '/index.html%00.js',
  ])('%s is nothing', async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, body: { code: 'unknown_operation' } })
  })
  test.each(['/assets/../../etc/passwd', '//etc/passwd'])(
    '%s is an address of the app, never the file',
    async (path) => {
      expect((await get(path)).text).toBe('<!doctype html><title>app</title>')
    },
  )
  test('programs get no page for an unknown address', async () => {
    expect(await get('/something', { accept: 'application/json' })).toMatchObject({ status: 404 })
  })
  test('the reference loads only files of this server', async () => {
    const page = await get('/docs')
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '')
    expect(sources).toEqual(['/favicon.svg', '/docs/reference.js', '/docs/start.js'])
    for (const source of [...sources, '/favicon.ico']) expect((await get(source)).status).toBe(200)
    expect(page.text).not.toMatch(/<script>|<script type/)
  })
  test('without a build there is a page that says what to do', async () => {
    const server = await startTestServer(serverOf().house, [], { pages: [createWebFiles(unbuilt)] })
    const answer = await server.request({ method: 'GET', path: '/', headers: html })
    expect(answer).toMatchObject({ status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(answer.text).toContain('npm start')
    await server.http.stop()
  })
})
