import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createDestinations } from '../../outbound/index.ts'
import { openClient } from './client.ts'

const destinations = createDestinations({ allowed: ['127.0.0.1'] })
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A client of a coordinator that answers each request after the first, which opens the client, as the test says. */
async function clientOf(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  let isOpen = false
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (isOpen) answer(request, response, Buffer.concat(chunks).toString('utf8'))
      else response.end('{"id":"first"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const client = await openClient({ host: '127.0.0.1', port, user: 'reader' }, destinations, {})
  closers.unshift(() => client.close())
  isOpen = true
  return { client, port }
}
const never = () => new AbortController().signal

test('a statement has its session, its role and its length', async () => {
  const seen: Record<string, unknown>[] = []
  const { client, port } = await clientOf(({ method, url, headers }, response, body) => {
    seen.push({ method, url, body, ...headers })
    response.end('{"id":"1"}')
  })
  const text = "SELECT 'größe'"
  expect(await client.as('analyst').begin(text, { query_max_run_time: '5ms' }, never())).toEqual({ id: '1' })
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/v1/statement',
      body: text,
      host: `127.0.0.1:${port}`,
      'x-trino-user': 'reader',
      'x-trino-time-zone': 'UTC',
      'x-trino-role': 'system=ROLE%7Banalyst%7D',
      'x-trino-session': 'query_max_run_time=5ms',
      'content-length': String(Buffer.byteLength(text)),
    },
  ])
})

test('a page is read from the address of the connection, and integers of 16 digits remain exact', async () => {
  const { client } = await clientOf(({ url }, response) =>
    response.end(JSON.stringify({ id: url, data: [['x']] }).replace('"x"', '9007199254740993')),
  )
  expect(await client.next('http://elsewhere.example/v1/statement/executing/7?slug=a', never())).toEqual({
    id: '/v1/statement/executing/7?slug=a',
    data: [['9007199254740993']],
  })
})

test('a request that is aborted ends on both sides, and one that was aborted before is not sent', async () => {
  const closed = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  let count = 0
  const { client } = await clientOf((request) => {
    count += 1
    request.socket.on('close', () => closed.resolve())
    arrived.resolve()
  })
  const controller = new AbortController()
  const page = client.next('http://a/v1/page', controller.signal)
  const refused = expect(page).rejects.toMatchObject({ code: 'ABORT_ERR' })
  await arrived.promise
  controller.abort()
  await Promise.all([refused, closed.promise])
  await expect(client.next('http://a/v1/page', controller.signal)).rejects.toMatchObject({ code: 'ABORT_ERR' })
  expect(count).toBe(1)
})

test('a request that a busy gateway refuses is repeated, except a statement', async () => {
  let count = 0
  const { client } = await clientOf((_, response) => {
    count += 1
    response.statusCode = count === 1 || count === 3 ? 503 : 200
    response.end('{"id":"2"}')
  })
  expect(await client.next('http://a/v1/page', never())).toEqual({ id: '2' })
  expect(count).toBe(2)
  await expect(client.begin('SELECT 1', {}, never())).rejects.toMatchObject({ code: 'source_unavailable' })
  expect(count).toBe(3)
})

test('a connection that breaks in the middle of a page is an error', async () => {
  const { client } = await clientOf((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"id":')
    setImmediate(() => response.destroy())
  })
  await expect(client.next('http://a/v1/page', never())).rejects.toThrow()
})
