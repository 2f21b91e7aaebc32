import { connect } from 'node:net'
import { lines, operation } from '@octavo/core/contract'
import { Type } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeEmbedded } from '../store/testing.ts'
import { answer, handle, type Route, streamLines } from './handle.ts'
import { buildTestPlatform, startTestServer, type TestServer } from './testing.ts'

const base = { summary: 'For tests', tag: 'test' } as const
const Inner = Type.Object({ colour: Type.Optional(Type.String()), size: Type.Optional(Type.Integer()) })
const paint = operation({
  ...base,
  id: 'testPaint',
  method: 'POST',
  path: '/v2/paints',
  auth: 'none',
  body: Type.Object({
    name: Type.String(),
    layers: Type.Optional(Type.Array(Inner)),
    byRoom: Type.Optional(Type.Record(Type.String(), Inner)),
  }),
  answers: { 200: Type.Object({ name: Type.String() }, { additionalProperties: true }) },
})
const read = operation({
  ...base,
  id: 'testRead',
  method: 'GET',
  path: '/v2/paints/{paintId}',
  auth: 'none',
  answers: { 200: Type.Object({ name: Type.String() }) },
})
const wash = operation({
  ...base,
  id: 'testWash',
  method: 'POST',
  path: '/v2/paints/{paintId}/wash',
  auth: 'none',
  answers: { 200: Type.Object({}) },
})
const watch = operation({
  ...base,
  id: 'testWatch',
  method: 'GET',
  path: '/v2/watch',
  auth: 'none',
  answers: { 200: lines(Type.Object({ event: Type.String() }, { additionalProperties: true }), 'Lines.') },
})

/** Makes the streaming operation produce its second line. */
let release = () => {}
let released = Promise.resolve()

async function* twoLines() {
  yield { event: 'first', filler: 'x'.repeat(2_000) }
  await released
  yield { event: 'end' }
}

const routes: Route[] = [
  handle(paint, ({ body }) => body),
  handle(read, ({ params }) => answer(200, { name: params.paintId }, { etag: '"7"' })),
  handle(wash, () => ({})),
  handle(watch, () => streamLines(watch, twoLines())),
]

describeEmbedded('requests as bytes', (openStore) => {
  let server: TestServer
  let url = ''
  let port = 0
  beforeAll(async () => {
    server = await startTestServer(await buildTestPlatform(openStore), routes, { requestTimeoutMs: 400 })
    ;({ url, port } = await server.http.listen({ host: '127.0.0.1', port: 0 }))
    return () => server.http.stop({ graceMs: 0 })
  })

  /** Everything that the server sends in response to these bytes, until it closes the connection or `until` matches. */
  const exchange = (bytes: string | Buffer, until?: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      let got = ''
      const done = () => {
        socket.destroy()
        resolve(got)
      }
      socket.setEncoding('utf8')
      socket.on('data', (data) => {
        got += data
        if (until?.test(got)) done()
      })
      socket.on('end', done)
      socket.on('error', reject)
    })
  const bodyOf = (text: string) => JSON.parse(text.split('\r\n\r\n')[1] ?? '')
  const host = 'host: localhost\r\n'

  test.each<[string, string, number, string]>([
    [
      'a path that is not percent-encoded text',
      `GET /v2/paints/%ff%fe HTTP/1.1\r\n${host}connection: close\r\n\r\n`,
      400,
      'invalid_request',
    ],
    ['half an escape', `GET /v2/paints/% HTTP/1.1\r\n${host}connection: close\r\n\r\n`, 400, 'invalid_request'],
    [
      'a header with a control character',
      `GET /v2/paints/1 HTTP/1.1\r\n${host}x-a: \u0001\r\n\r\n`,
      400,
      'invalid_request',
    ],
    ['a header without a name', `GET /v2/paints/1 HTTP/1.1\r\n${host}: x\r\n\r\n`, 400, 'invalid_request'],
    ['no host', 'GET /v2/paints/1 HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'invalid_request'],
    [
      'headers without end',
      `GET /v2/paints/1 HTTP/1.1\r\n${host}x-a: ${'a'.repeat(40_000)}\r\n\r\n`,
      431,
      'invalid_request',
    ],
    [
      'two lengths',
      `POST /v2/paints HTTP/1.1\r\n${host}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
      400,
      'invalid_request',
    ],
    [
      'a length and chunks',
      `POST /v2/paints HTTP/1.1\r\n${host}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
      400,
      'invalid_request',
    ],
    [
      'a chunk that is none',
      `POST /v2/paints HTTP/1.1\r\n${host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      400,
      'invalid_request',
    ],
    [
      'a method that nobody knows',
      `BREW /v2/paints HTTP/1.1\r\n${host}connection: close\r\n\r\n`,
      400,
      'invalid_request',
    ],
    [
      'half a body',
      `POST /v2/paints HTTP/1.1\r\n${host}content-type: application/json\r\nconnection: close\r\ncontent-length: 8\r\n\r\n{"name":`,
      400,
      'invalid_request',
    ],
  ])('%s has our error response', async (_title, bytes, status, code) => {
    const text = await exchange(bytes)
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(bodyOf(text)).toMatchObject({ code, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  test.each([
    [
      'a body',
      'POST /v2/paints HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"name":',
    ],
    ['headers', 'POST /v2/paints HTTP/1.1\r\nhost: x\r\ncontent-ty'],
  ])('%s that never arrives ends its connection only', async (_title, bytes) => {
    const text = await exchange(bytes)
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(bodyOf(text)).toMatchObject({ code: 'invalid_request' })
    expect((await fetch(`${url}/v2/paints/1`)).status).toBe(200)
  })

  test('an invalid content type is accepted by operations without a body, and refused by others', async () => {
    // A raw request, because fetch would correct the header.
    const ask = (path: string) =>
      exchange(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: \r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`)
    expect(await ask('/v2/paints/1/wash')).toMatch(/^HTTP\/1.1 200 /)
    expect(await ask('/v2/paints')).toMatch(/^HTTP\/1.1 415 [\s\S]*unsupported_media_type/)
  })
  test('a client that disconnects while it sends its body has no effect', async () => {
    const before = server.log.length
    const socket = connect(port, '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    const head = 'POST /v2/paints HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n'
    await new Promise((resolve) => socket.write(`${head}{"name":`, resolve))
    socket.resetAndDestroy()
    expect((await fetch(`${url}/v2/paints/1`)).status).toBe(200)
    expect(server.log.slice(before).filter((line) => line.includes('"error"'))).toEqual([])
  })

  describe('HEAD and OPTIONS', () => {
    test('HEAD has the headers of GET and no body', async () => {
      const [get, head] = await Promise.all([
        fetch(`${url}/v2/paints/1`),
        fetch(`${url}/v2/paints/1`, { method: 'HEAD' }),
      ])
      expect([head.status, await head.text()]).toEqual([200, ''])
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
        expect(head.headers.get(name), name).toBe(get.headers.get(name))
      }
    })
    test('HEAD of a failure has its status and no body', async () => {
      const head = await fetch(`${url}/v2/nothing`, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([404, ''])
    })
    test('HEAD of a path with only POST is 405', async () => {
      const head = await fetch(`${url}/v2/paints`, { method: 'HEAD' })
      expect([head.status, head.headers.get('allow')]).toEqual([405, 'POST'])
    })
    test('OPTIONS lists the methods and headers that other origins may use', async () => {
      const options = await fetch(`${url}/v2/paints`, { method: 'OPTIONS', headers: { origin: 'https://app.example' } })
      expect([options.status, await options.text()]).toEqual([204, ''])
      const allowed = options.headers.get('access-control-allow-headers') ?? ''
      for (const name of ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match']) {
        expect(allowed).toContain(name)
      }
    })
    test('other origins can read the headers of a response', async () => {
      const got = await fetch(`${url}/v2/paints/1`, { headers: { origin: 'https://app.example' } })
      const exposed = got.headers.get('access-control-expose-headers') ?? ''
      for (const name of ['etag', 'x-request-id', 'retry-after', 'warning', 'content-disposition']) {
        expect(exposed).toContain(name)
      }
    })
  })

  describe('If-None-Match', () => {
    test.each([
      ['"7"', 304],
      ['W/"7"', 304],
      ['"6", "7"', 304],
      ['*', 304],
      ['"6"', 200],
      ['7', 200],
    ])('%s returns %i', async (tag, status) => {
      const got = await fetch(`${url}/v2/paints/1`, { headers: { 'if-none-match': tag } })
      expect([got.status, (await got.text()) === '']).toEqual([status, status === 304])
      expect(got.headers.get('etag')).toBe('"7"')
    })
  })

  describe('names that look like misspellings are refused wherever they stand', () => {
    const post = async (body: object) => {
      const got = await fetch(`${url}/v2/paints`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return {
        status: got.status,
        warning: got.headers.get('warning'),
        body: (await got.json()) as { details?: unknown },
      }
    }
    test.each([
      ['at the top', { name: 'a', layer: [] }, 'layer', 'layers'],
      ['in a list', { name: 'a', layers: [{}, { color: 'red' }] }, 'layers[1].color', 'colour'],
      ['in the place of one that is required', { naem: 'a', extra: 1 }, 'naem', 'name'],
      ['in a map', { name: 'a', byRoom: { hall: { sise: 3 } } }, 'byRoom.hall.sise', 'size'],
    ])('%s', async (_title, body, path, nearest) => {
      const refused = await post(body)
      expect(refused).toMatchObject({ status: 400, body: { code: 'unknown_parameter' } })
      expect(refused.body.details).toEqual({ name: path, nearest })
    })
    test('a name that resembles no other is accepted with a warning', async () => {
      const kept = await post({ name: 'a', layers: [{ madeByRobots: true }] })
      expect(kept).toMatchObject({ status: 200, body: { name: 'a', layers: [{ madeByRobots: true }] } })
      expect(kept.warning).toContain('layers[0].madeByRobots')
    })
    test('the names of a map are data', async () => {
      expect(await post({ name: 'a', byRoom: { colours: {}, nam: {} } })).toMatchObject({ status: 200, warning: null })
    })
  })

  test.each(['gzip', 'identity'])('a line is sent as soon as it exists (%s)', async (encoding) => {
    released = new Promise((resolve) => {
      release = resolve
    })
    const got = await fetch(`${url}/v2/watch`, { headers: { 'accept-encoding': encoding } })
    expect(got.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
    const reader = got.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('\n')) text += (await reader?.read())?.value ?? ''
    expect(JSON.parse(text)).toMatchObject({ event: 'first' })
    release()
    expect((await reader?.read())?.value).toBe('{"event":"end"}\n')
    expect((await reader?.read())?.done).toBe(true)
  })

  test('lines that are all ready are sent together, with their length', async () => {
    released = Promise.resolve()
    const got = await fetch(`${url}/v2/watch`, { headers: { 'accept-encoding': 'identity' } })
    const text = await got.text()
    expect(got.headers.get('content-length')).toBe(String(text.length))
    expect(text.trim().split('\n')).toHaveLength(2)
  })
})
