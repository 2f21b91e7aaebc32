import type { PageDataEvent, WorkbookPage, WorkbookWithContents } from '@octavo/core/contract'
import { listWorkbooks, readPageData } from '@octavo/core/contract'
import fc from 'fast-check'
import type { Static } from 'typebox'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  ApiFailure,
  type Client,
  createClient,
  type FileAnswer,
  IncompleteStream,
  readLines,
  Unreachable,
} from './index.ts'

interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}
type Answerer = (sent: Sent, count: number) => Response | Promise<Response>

/** Replaces the server: outbound HTTP is the only thing that these tests fake. */
function wire(answerer: Answerer) {
  const sent: Sent[] = []
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    sent.push({ method: init.method ?? 'GET', url: String(url), headers, body: String(init.body ?? '') })
    return answerer(sent.at(-1) as Sent, sent.length)
  }
  return { sent, fetch }
}
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const unauthorized = () => json({ requestId: 'r', code: 'unauthorized', message: 'expired' }, 401)
const token = (name: string) => ({
  access_token: name,
  refresh_token: `r-${name}`,
  token_type: 'bearer',
  expires_in: 3600,
})
const me = { userId: 'u', organizationId: 'o' }

describe('types', () => {
  test('requests and responses have the types of the contract', () => {
    expectTypeOf<Client['getWorkbook']>().parameter(0).toHaveProperty('params')
    expectTypeOf<Awaited<ReturnType<Client['getWorkbook']>>>().toEqualTypeOf<WorkbookWithContents>()
    expectTypeOf<Awaited<ReturnType<Client['listWorkbooks']>>>().toEqualTypeOf<Static<typeof WorkbookPage>>()
    expectTypeOf<Awaited<ReturnType<Client['readPageData']>>>().toEqualTypeOf<
      AsyncGenerator<PageDataEvent, void, undefined>
    >()
    expectTypeOf<Awaited<ReturnType<Client['downloadQuery']>>>().toEqualTypeOf<FileAnswer | null>()
    const client = createClient({ baseUrl: '', token: 't', fetch: async () => json({}) })
    // @ts-expect-error the parameter is required
    void (() => client.getWorkbook({}))
    // @ts-expect-error there is no such parameter
    void (() => client.listWorkbooks({ query: { limits: 1 } }))
    void (() => client.listWorkbooks())
    void (() => client.call(listWorkbooks, { query: { limit: 3 } }))
    void (() => client.call(readPageData, { params: { workbookId: 'w', pageId: 'p' }, body: { controls: { a: '1' } } }))
  })
})

describe('requests', () => {
  test('parameters are encoded, empty ones are omitted, lists are repeated', async () => {
    const { sent, fetch } = wire(() => json({ entries: [] }))
    const client = createClient({ baseUrl: 'https://octavo.test/', token: 't', fetch })
    await client.getWorkbook({ params: { workbookId: 'a/b c' }, query: { includeTaggedSourceUrlId: undefined } })
    await client.filesList({ query: { typeFilters: ['workbook', 'folder'], name: 'ä&b' } })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://octavo.test/v2/workbooks/a%2Fb%20c',
      'https://octavo.test/v2/files?typeFilters=workbook&typeFilters=folder&name=%C3%A4%26b',
    ])
    expect(sent[0]?.headers.authorization).toBe('Bearer t')
  })
  test('a missing parameter is an error before anything is sent', async () => {
    const { sent, fetch } = wire(() => json({}))
    const client = createClient({ baseUrl: '', token: 't', fetch })
    await expect(client.getWorkbook({ params: { workbookId: '' } })).rejects.toThrow('"workbookId"')
    expect(sent).toEqual([])
  })
  test('a failure has the fields of the error body', async () => {
    const body = { requestId: 'r1', code: 'not_found', message: 'No workbook.', hint: 'Check.', details: { id: 'x' } }
    const { fetch } = wire(() => json(body, 404))
    const client = createClient({ baseUrl: '', token: 't', fetch })
    const failure = await client.whoAmI().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiFailure)
    expect(failure).toMatchObject({ ...body, status: 404 })
  })
  test('the response of a proxy is unreadable, and a broken connection is unreachable', async () => {
    const proxy = wire(() => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '7' } }))
    await expect(createClient({ baseUrl: '', token: 't', fetch: proxy.fetch }).whoAmI()).rejects.toMatchObject({
      status: 502,
      code: 'unreadable',
      retryAfterSeconds: 7,
    })
    const broken = wire(() => {
      throw new TypeError('fetch failed')
    })
    await expect(createClient({ baseUrl: '', token: 't', fetch: broken.fetch }).whoAmI()).rejects.toThrow(Unreachable)
  })
})

describe('tokens', () => {
  const credentials = { baseUrl: '', clientId: 'c', clientSecret: 's' }

  test('the first request gets a token, which all requests use', async () => {
    const { sent, fetch } = wire(({ url }) => json(url.endsWith('/token') ? token('t1') : me))
    const client = createClient({ ...credentials, fetch })
    await Promise.all([client.whoAmI(), client.whoAmI(), client.whoAmI()])
    expect(sent.filter(({ url }) => url.endsWith('/token'))).toHaveLength(1)
    expect(sent.at(-1)?.headers.authorization).toBe('Bearer t1')
  })
  test('an expired token is renewed once for all requests that failed with it', async () => {
    let valid = 't1'
    const { sent, fetch } = wire(({ url, headers, body }) => {
      if (url.endsWith('/token')) {
        if (body.includes('refresh_token=')) valid = 't2'
        return json(token(valid))
      }
      return headers.authorization === `Bearer ${valid}` ? json(me) : unauthorized()
    })
    const client = createClient({ ...credentials, fetch })
    await client.whoAmI()
    valid = 'none'
    await Promise.all([client.whoAmI(), client.whoAmI()])
    expect(sent.filter(({ body }) => body.includes('grant_type=refresh_token'))).toHaveLength(1)
    expect(sent.filter(({ body }) => body.includes('refresh_token=r-t1'))).toHaveLength(1)
  })
  test('when the refresh token is refused the secret is used again', async () => {
    const { sent, fetch } = wire(({ url, headers, body }) => {
      if (!url.endsWith('/token')) return headers.authorization === 'Bearer t2' ? json(me) : unauthorized()
      if (body.includes('grant_type=refresh_token')) return unauthorized()
      return json(token(sent.length === 1 ? 't1' : 't2'))
    })
    const client = createClient({ ...credentials, fetch })
    expect(await client.whoAmI()).toEqual(me)
  })
  test('a second refusal is reported, and a wrong secret is not retried forever', async () => {
    const refused = wire(({ url }) => (url.endsWith('/token') ? json(token('t')) : unauthorized()))
    await expect(createClient({ ...credentials, fetch: refused.fetch }).whoAmI()).rejects.toMatchObject({ status: 401 })
    expect(refused.sent.filter(({ url }) => url.endsWith('/whoami'))).toHaveLength(2)
    const wrong = wire(() => unauthorized())
    await expect(createClient({ ...credentials, fetch: wrong.fetch }).whoAmI()).rejects.toMatchObject({ status: 401 })
    expect(wrong.sent).toHaveLength(1)
  })
})

describe('sessions', () => {
  const session = { csrfToken: 'x1', member: {}, organization: {} }
  test('reads send no token; writes send a token, which is requested once', async () => {
    const { sent, fetch } = wire(({ url }) => json(url === '/auth/session' ? session : {}))
    const client = createClient({ baseUrl: '', session: true, fetch })
    await client.whoAmI()
    await client.createWorkbook({ body: { name: 'n', folderId: 'f' } })
    await client.createWorkbook({ body: { name: 'n', folderId: 'f' } })
    expect(sent.map(({ url, headers }) => [url, headers['x-octavo-csrf']])).toEqual([
      ['/v2/whoami', undefined],
      ['/auth/session', undefined],
      ['/v2/workbooks', 'x1'],
      ['/v2/workbooks', 'x1'],
    ])
  })
  test('an invalid token is requested again, once', async () => {
    let valid = 'x2'
    const { sent, fetch } = wire(({ url, headers }) => {
      if (url === '/auth/session') return json({ ...session, csrfToken: valid })
      if (url === '/auth/sign-in') return json(session)
      return headers['x-octavo-csrf'] === valid
        ? json({})
        : json({ requestId: 'r', code: 'csrf_failed', message: 'm' }, 403)
    })
    const client = createClient({ baseUrl: '', session: true, fetch })
    await client.signIn({ email: 'e', password: 'p' })
    await client.createWorkbook({ body: { name: 'n', folderId: 'f' } })
    expect(sent.map(({ url }) => url)).toEqual(['/auth/sign-in', '/v2/workbooks', '/auth/session', '/v2/workbooks'])
    valid = 'never'
  })
  test('without a session the result is null, not an error', async () => {
    const { fetch } = wire(() => unauthorized())
    expect(await createClient({ baseUrl: '', session: true, fetch }).session()).toBeNull()
  })
})

describe('streams', () => {
  const streamOf = (chunks: readonly Uint8Array[]) => {
    let index = 0
    let isCancelled = false
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks[index++]
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
      cancel() {
        isCancelled = true
      },
    })
    return { response: new Response(stream), isCancelled: () => isCancelled }
  }
  const bytes = (text: string) => new TextEncoder().encode(text)
  const read = async (response: Response) => {
    const got: unknown[] = []
    for await (const line of readLines(response)) got.push(line)
    return got
  }

  test('lines do not depend on how the bytes are split', async () => {
    const lines = [{ event: 'start', name: 'Größe 🎈' }, { event: 'batch', text: 'a\nb' }, { event: 'end' }]
    const all = bytes(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(all.length), { maxLength: 8 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), all.length]
        const chunks = places.slice(1).map((end, index) => all.subarray(places[index], end))
        expect(await read(streamOf(chunks).response)).toEqual(lines)
      }),
    )
  })
  test.each([
    ['nothing', ''],
    ['no end', '{"event":"start"}\n'],
    ['an end without its line break', '{"event":"start"}\n{"event":"end"}x'],
    ['something after the end', '{"event":"end"}\n{"event":"batch"}\n'],
  ])('%s is incomplete', async (_title, text) => {
    await expect(read(streamOf([bytes(text)]).response)).rejects.toThrow(IncompleteStream)
  })
  test('an error as the last line is thrown, and the error of one element is an ordinary line', async () => {
    const element = '{"event":"error","elementId":"e","code":"query_failed","message":"m"}\n'
    expect(await read(streamOf([bytes(`${element}{"event":"end"}\n`)]).response)).toHaveLength(2)
    const fatal = '{"event":"error","requestId":"r","code":"internal","message":"m"}\n'
    await expect(read(streamOf([bytes(element + fatal)]).response)).rejects.toMatchObject({
      code: 'internal',
      requestId: 'r',
    })
  })
  test('leaving the loop aborts the request', async () => {
    const { response, isCancelled } = streamOf([bytes('{"event":"start"}\n'), bytes('{"event":"batch"}\n')])
    for await (const _line of readLines(response)) break
    expect(isCancelled()).toBe(true)
  })
})

describe('downloadWhenReady', () => {
  test('polls until the file is ready, and returns its name', async () => {
    const { sent, fetch } = wire((_sent, count) =>
      count < 3
        ? new Response(null, { status: 204 })
        : new Response('a,b\n', {
            headers: {
              'content-type': 'text/csv',
              'content-disposition': `attachment; filename="G.csv"; filename*=UTF-8''G%C3%B6.csv`,
            },
          }),
    )
    const client = createClient({ baseUrl: '', token: 't', fetch })
    const file = await client.downloadWhenReady('q', { firstWaitMs: 1 })
    expect([file.fileName, file.mediaType, await file.text()]).toEqual(['Gö.csv', 'text/csv', 'a,b\n'])
    expect(sent.map(({ url }) => url)).toEqual(Array(3).fill('/v2/query/q/download'))
  })
  test('stops when it is aborted', async () => {
    const controller = new AbortController()
    const { fetch } = wire(() => {
      controller.abort()
      return new Response(null, { status: 204 })
    })
    const client = createClient({ baseUrl: '', token: 't', fetch })
    const waiting = client.downloadWhenReady('q', { signal: controller.signal, firstWaitMs: 60_000 })
    await expect(waiting).rejects.toThrow('aborted')
  })
})
