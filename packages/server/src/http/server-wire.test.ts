import { createServer } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { describeEmbedded } from '../store/testing.ts'
import { handle } from './handle.ts'
import { buildTestPlatform, startTestServer, type TestServer } from './testing.ts'
import { big, made, testRoutes } from './testing-routes.ts'

describeEmbedded('on the wire', (openStore, engine) => {
  let server: TestServer
  let url = ''
  let port = 0
  beforeAll(async () => {
    server = await startTestServer(await buildTestPlatform(openStore), testRoutes())
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
  test('an error before the first line has its status; a later one is a line, without an end', async () => {
    const early = await fetch(`${url}/v2/stream/early`)
    expect([early.status, await early.json()]).toMatchObject([400, { code: 'query_failed' }])
    const late = (await (await fetch(`${url}/v2/stream/late`)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(late.map(({ event }) => event)).toEqual(['number', 'number', 'error'])
    expect(late.at(-1)).toMatchObject({ code: 'query_failed', requestId: expect.any(String) })
  })
  test('a slow client slows the source down, and a client that disconnects stops the work', async () => {
    Object.assign(made, { lines: 0, isAborted: false, hasReturned: false })
    const controller = new AbortController()
    // Compression would make equal lines too small to fill the buffers.
    const headers = { 'accept-encoding': 'identity' }
    const response = await fetch(`${url}/v2/stream/endless`, { headers, signal: controller.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    let before = -1
    // With back-pressure the source stops producing.
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
  test('bytes that are not HTTP get our error response', async () => {
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
    const other = await startTestServer(server.platform, [slow])
    const at = await other.http.listen({ host: '127.0.0.1', port: 0 })
    const running = fetch(`${at.url}/v2/big`).then((response) => response.json())
    await isRunning
    const stopped = other.http.stop()
    await expect(fetch(`${at.url}/healthz`)).rejects.toThrow()
    release()
    expect(await running).toEqual({ text: 'done' })
    await stopped
  })
  test('stopping aborts requests that do not end in time', async () => {
    const other = await startTestServer(server.platform, testRoutes())
    const at = await other.http.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(`${at.url}/v2/stream/endless`)
    Object.assign(made, { isAborted: false, hasReturned: false })
    await other.http.stop({ graceMs: 10 })
    await expect(response.text()).rejects.toThrow()
    await expect.poll(() => made.isAborted && made.hasReturned).toBe(true)
  })
  test('a port in use is an error at the start', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const address = taken.address()
    const other = await startTestServer(server.platform)
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await expect(other.http.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({ name: 'StartupError' })
    taken.close()
  })
})
