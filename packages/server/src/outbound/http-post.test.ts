import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDestinations, createHttpPost, DestinationRefused } from './index.ts'

describe('posts to addresses from users', () => {
  let server: Server
  let port = 0
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    if (address && typeof address === 'object') port = address.port
  })
  afterAll(() => server.close())

  async function* content() {
    yield Buffer.from('one')
    yield Buffer.from('two')
  }
  const post = (url: string, allowed = ['127.0.0.1']) =>
    createHttpPost({ destinations: createDestinations({ allowed }) })({
      url,
      headers: { 'content-length': 6, 'x-more': 'yes' },
      body: content(),
      signal: new AbortController().signal,
    })

  test('the body arrives completely, and the response is returned', async () => {
    const seen: unknown[] = []
    answer = (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        seen.push(request.method, request.headers['x-more'], Buffer.concat(chunks).toString())
        response.writeHead(202).end('taken')
      })
    }
    expect(await post(`http://127.0.0.1:${port}/hook?a=1`)).toEqual({ status: 202, text: 'taken', retryAfter: null })
    expect(seen).toEqual(['POST', 'yes', 'onetwo'])
  })

  test('a redirect is returned as a response and not followed', async () => {
    answer = (_request, response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end()
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: 307, text: '', retryAfter: null })
  })

  test.each([
    ['12', 12],
    ['0', 0],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
    ['-1', null],
  ])('Retry-After: %s means %s seconds', async (header, retryAfter) => {
    answer = (_request, response) => response.writeHead(429, { 'retry-after': header }).end('slow down')
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: 429, text: 'slow down', retryAfter })
  })

  test('internal addresses are refused, by http and by https', async () => {
    for (const scheme of ['http', 'https']) {
      await expect(post(`${scheme}://127.0.0.1:${port}/`, [])).rejects.toBeInstanceOf(DestinationRefused)
      await expect(post(`${scheme}://[::1]:${port}/`, [])).rejects.toBeInstanceOf(DestinationRefused)
    }
  })

  test('a server that disconnects, has no TLS, or does not exist is an error', async () => {
    answer = (request) => request.socket.destroy()
    await expect(post(`http://127.0.0.1:${port}/`)).rejects.toThrow()
    await expect(post(`https://127.0.0.1:${port}/`)).rejects.toThrow()
    await expect(post('http://127.0.0.1:1/')).rejects.toThrow('ECONNREFUSED')
  })

  test('it stops when its signal aborts', async () => {
    const stop = new AbortController()
    answer = () => stop.abort()
    const waiting = createHttpPost({ destinations: createDestinations({ allowed: ['127.0.0.1'] }) })({
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      body: content(),
      signal: stop.signal,
    })
    await expect(waiting).rejects.toThrow()
  })
})
