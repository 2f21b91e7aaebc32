import type { ServerResponse } from 'node:http'
import {
  type ApiConnector,
  type ApiConnectorTestResult,
  type ApiCredential,
  createApiConnector,
  deleteApiConnector,
  getApiConnector,
  listApiConnectors,
  testApiConnector,
  updateApiConnector,
} from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Peer, type PeerRequest, startPeer } from '../../services/api-connectors/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
/** A part of every secret in these tests, to search for in responses. */
const canary = 'canary-7Qx'
const path = '/v2/api-connectors'

const request = { method: 'GET', url: '', headers: [], pathParams: [], queryParams: [], body: '' }
const dynamic = (key: string, more: object = {}) => ({ key, mode: 'dynamic', ...more })
const fixed = (key: string, value: string | null) => ({ key, mode: 'static', value })
const https = { ...request, url: 'https://api.example.com/v1/orders' }

describeStores('API connectors', (openStore) => {
  let peer: Peer
  const server = useServer(openStore, (platform) => buildTestServices(platform).routes)
  beforeAll(async () => {
    peer = await startPeer()
  })
  afterAll(async () => peer.close())
  beforeEach(() => {
    peer.answer = null
    peer.received.length = 0
  })
  const { send } = requestsOf(server, 'admin')
  const make = async (params: object, more: object = {}): Promise<ApiConnector> => {
    const body = { name: 'Orders', params: { ...request, url: `${peer.url}/echo`, ...params }, ...more }
    const answer = await send('POST', path, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as ApiConnector
  }
  const credential = async (input: object, allowlist = ['127.0.0.*']): Promise<string> => {
    const answer = await send('POST', '/v2/api-credentials', { name: 'Key', allowlist, credential: input })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as ApiCredential).apiCredentialId
  }
  const call = ({ apiConnectorId }: ApiConnector, values?: object) =>
    send('POST', `${path}/${apiConnectorId}/test`, values)
  const called = async (connector: ApiConnector, values?: object): Promise<ApiConnectorTestResult> => {
    const answer = await call(connector, values)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain(canary)
    return answer.body as ApiConnectorTestResult
  }
  const callOf = async (params: object, more: object = {}, values?: object) => called(await make(params, more), values)
  const last = (): PeerRequest => {
    const received = peer.received.at(-1)
    if (!received) throw new Error('Nothing was called.')
    return received
  }
  const events = async () =>
    JSON.stringify(await server().platform.store.db.selectFrom('audit_events').selectAll().execute())

  describe('the resource', () => {
    test('absent fields have defaults, and the placeholders of the body are listed', async () => {
      const params = {
        ...https,
        method: 'POST',
        body: '{"id": {{id}}, "name": "{{ name }} of {{id}}", "list": [{{list}}]}',
      }
      const made = await make(params)
      expect(made).toMatchObject({
        name: 'Orders',
        authId: null,
        config: {
          timeout: { requestSec: 30 },
          retry: { maxRetries: 0, retryableStatusCodes: [429, 502, 503, 504] },
          redirects: { maxRedirects: 5 },
          rateLimit: { maxRequestsPerWindow: 60 },
        },
      })
      const hole = { mode: 'dynamic', value: null, shape: null }
      expect(made.params).toEqual({
        ...params,
        bodyParams: [
          { key: 'id', type: null, ...hole },
          { key: 'name', type: 'string', ...hole },
          { key: 'list', type: null, ...hole },
        ],
      })
      expect((await send('GET', `${path}/${made.apiConnectorId}`)).body).toEqual(made)
    })

    test('absent fields keep their values; a response may be sent back', async () => {
      const headers = [{ ...dynamic('X-A'), type: 'string', shape: { type: ['string', 'string'] }, value: 'a' }]
      const made = await make(
        { ...https, headers },
        { description: 'For orders', config: { timeout: { requestSec: 5 } } },
      )
      const at = `${path}/${made.apiConnectorId}`
      const renamed = await send('PATCH', at, { name: 'Renamed', config: { redirects: { maxRedirects: 0 } } })
      expect(renamed.body).toMatchObject({
        name: 'Renamed',
        description: 'For orders',
        params: made.params,
        config: { ...made.config, timeout: { requestSec: 5 }, redirects: { maxRedirects: 0 } },
      })
      const replaced = await send('PATCH', at, { description: null, params: { ...https, method: 'HEAD' } })
      expect(replaced.body).toMatchObject({ params: { method: 'HEAD', headers: [] } })
      expect(replaced.body).not.toHaveProperty('description')
      expect((await send('PATCH', at)).status).toBe(200)
      const { bodyParams: _, ...params } = made.params
      expect((await send('PATCH', at, { params })).body).toMatchObject({ params: made.params })
    })

    test('a credential can be used for its hosts, is removed by null, and is kept after it was archived', async () => {
      const authId = await credential({ authMethod: 'bearer', bearer: { token: canary } }, ['*.example.com'])
      const made = await make(https, { authId })
      const at = `${path}/${made.apiConnectorId}`
      const elsewhere = { params: { ...https, url: 'https://example.org/' } }
      const problem = { code: 'invalid_request', details: { problems: [{ path: 'params.url' }] } }
      expect(await send('PATCH', at, elsewhere)).toMatchObject({ status: 400, body: problem })
      expect((await send('DELETE', `/v2/api-credentials/${authId}`)).status).toBe(200)
      const other = { params: { ...https, url: 'https://b.example.com/' } }
      expect(await send('PATCH', at, other)).toMatchObject({ status: 200, body: { authId } })
      expect(await send('PATCH', at, elsewhere)).toMatchObject({ status: 400, body: problem })
      const rebound = await send('POST', path, { name: 'Second', params: https, authId })
      expect(rebound).toMatchObject({ status: 400, body: { details: { problems: [{ path: 'authId' }] } } })
      expect(await send('PATCH', at, { authId: null, ...elsewhere })).toMatchObject({
        status: 200,
        body: { authId: null },
      })
      expect(await send('PATCH', at, { authId })).toMatchObject({
        status: 400,
        body: { details: { problems: [{ path: 'authId' }] } },
      })
    })

    test('an archived one is in no list and cannot be read, changed, called or archived again', async () => {
      const { apiConnectorId: id } = await make(https, { name: 'Old' })
      expect(await send('DELETE', `${path}/${id}`)).toMatchObject({ status: 200, body: {} })
      for (const method of ['GET', 'PATCH', 'DELETE']) expect((await send(method, `${path}/${id}`)).status).toBe(404)
      expect((await send('POST', `${path}/${id}/test`)).status).toBe(404)
      expect(JSON.stringify((await send('GET', path)).body)).not.toContain(id)
    })

    test('the list is in the requested order, and not found for members who do not manage them', async () => {
      for (const [name, description] of [
        ['Beta list', 'a'],
        ['Alpha list', 'b'],
      ]) {
        await make(https, { name, description })
      }
      const listed = async (query: Record<string, string>, as: Role = 'admin') => {
        const { body } = await server().request({ method: 'GET', path, as, query: { name: 'LIST', ...query } })
        return (body as { entries: { name: string }[] }).entries.map(({ name }) => name)
      }
      expect(await listed({})).toEqual(['Alpha list', 'Beta list'])
      expect(await listed({ orderBy: 'description' })).toEqual(['Beta list', 'Alpha list'])
      expect(await listed({ pageSize: '1' })).toEqual(['Alpha list'])
      expect(await listed({}, 'builder')).toEqual([])
      expect(await listed({}, 'outsider')).toEqual([])
    })

    test('events contain no value of a parameter that is named like a secret', async () => {
      const params = { ...https, headers: [fixed('Authorization', canary), fixed('X-Plain', 'shown')] }
      await make({ ...params, queryParams: [fixed('api_key', canary)] })
      expect(await events()).not.toContain(canary)
      expect(await events()).toContain('shown')
    })
  })

  describe('the rights', () => {
    const refusal = (name: string, change: object, problem: string) => ({
      name,
      as: 'admin' as const,
      body: { name: 'Orders', params: { ...https, ...change } },
      status: 400,
      answer: { code: 'invalid_request', details: { problems: [{ path: problem }] }, hint: expect.any(String) },
    })
    scenarios(
      `POST ${path}`,
      server,
      [
        { name: 'nobody', as: null, body: { name: 'X', params: https }, status: 401 },
        {
          name: 'a builder',
          as: 'builder',
          body: { name: 'X', params: https },
          status: 403,
          answer: { code: 'forbidden' },
        },
        refusal('another scheme', { url: 'file:///etc/passwd' }, 'params.url'),
        refusal('no whole address', { url: '/v1/orders' }, 'params.url'),
        refusal('a user in the address', { url: 'https://u:p@api.example.com' }, 'params.url'),
        refusal('a fragment', { url: 'https://api.example.com/#a' }, 'params.url'),
        refusal('a backslash', { url: 'https://api.example.com\\@other.example.com' }, 'params.url'),
        refusal('a host that callers choose', { url: 'https://{host}.example.com' }, 'params.url'),
        refusal('a path that leads up', { url: 'https://api.example.com/a/%2e%2E/b' }, 'params.url'),
        refusal('a placeholder without a parameter', { url: 'https://api.example.com/{id}' }, 'params.pathParams'),
        refusal('a parameter without a placeholder', { pathParams: [dynamic('id')] }, 'params.pathParams[0].key'),
        refusal(
          'a fixed path parameter without a value',
          { url: 'https://api.example.com/{id}', pathParams: [fixed('id', null)] },
          'params.pathParams[0].value',
        ),
        refusal('a header of the connection', { headers: [fixed('Host', 'a')] }, 'params.headers[0].key'),
        refusal('a header in two lines', { headers: [fixed('X-A', 'a\r\nX-B: b')] }, 'params.headers[0].value'),
        refusal('a header twice', { headers: [fixed('X-A', 'a'), fixed('x-a', 'b')] }, 'params.headers[1].key'),
        refusal('a header that is none', { headers: [fixed('X A', 'a')] }, 'params.headers[0].key'),
        refusal('another method', { method: 'TRACE' }, 'params.method'),
        {
          name: 'an unknown credential',
          as: 'admin',
          body: { name: 'X', params: https, authId: unknownId },
          status: 400,
          answer: { code: 'invalid_request', details: { problems: [{ path: 'authId' }] } },
        },
      ],
      { operation: createApiConnector },
    )
    scenarios(
      `GET ${path}`,
      server,
      [
        { name: 'nobody', as: null, status: 401 },
        { name: 'a viewer', as: 'viewer', status: 200, answer: { entries: [], total: 0 } },
        {
          name: 'an unknown order',
          as: 'admin',
          query: { orderBy: 'name up' },
          status: 400,
          answer: { code: 'invalid_request', details: { problems: [{ path: 'orderBy' }] } },
        },
      ],
      { operation: listApiConnectors },
    )
    scenarios(
      `GET ${path}/${unknownId}`,
      server,
      [
        { name: 'nobody', as: null, status: 401 },
        { name: 'an unknown one', as: 'admin', status: 404, answer: { code: 'not_found' } },
      ],
      { operation: getApiConnector },
    )
    for (const operation of [updateApiConnector, deleteApiConnector]) {
      scenarios(
        `${operation.method} ${path}/${unknownId}`,
        server,
        [
          { name: 'nobody', as: null, status: 401 },
          { name: 'a builder', as: 'builder', status: 403, answer: { code: 'forbidden' } },
          { name: 'an unknown one', as: 'admin', status: 404, answer: { code: 'not_found' } },
        ],
        { operation },
      )
    }
    scenarios(
      `POST ${path}/${unknownId}/test`,
      server,
      [
        { name: 'nobody', as: null, status: 401 },
        { name: 'a builder', as: 'builder', status: 403, answer: { code: 'forbidden' } },
        { name: 'an unknown one', as: 'admin', status: 404, answer: { code: 'not_found' } },
      ],
      {
        operation: testApiConnector,
        untested: { call_failed: 'tested below, by server', call_limit_reached: 'tested below' },
      },
    )

    test('one is not found for a builder and for another organization', async () => {
      const { apiConnectorId: id } = await make(https)
      for (const as of ['builder', 'outsider'] as const) {
        expect((await send('GET', `${path}/${id}`, undefined, as)).status).toBe(404)
      }
      expect((await send('POST', `${path}/${id}/test`, {}, 'outsider')).status).toBe(404)
    })
  })

  describe('a test call', () => {
    test('sends constants and values of the caller, each encoded for its place', async () => {
      const result = await callOf(
        {
          method: 'PUT',
          url: `${peer.url}/a/{id}/{{kind}}?v={id}`,
          headers: [fixed('X-Fixed', 'f'), dynamic('X-Given'), dynamic('X-Usual', { value: 'usual' })],
          pathParams: [dynamic('id'), fixed('kind', 'k/1')],
          queryParams: [fixed('q', 'a b'), dynamic('list', { type: 'array' }), dynamic('none', { type: null })],
          body: '{"name": "{{name}}", "value": {{value}}}',
        },
        {},
        {
          headers: { 'X-Given': 7 },
          pathParams: { id: 'x/../y?' },
          queryParams: { list: ['1&2', 3], none: null },
          bodyParams: { name: 'say "hi"\n', value: { a: [1, null] } },
        },
      )
      expect(result).toMatchObject({ status: 200, bodyEncoding: 'utf8', isTruncated: false, requestCount: 1 })
      const { method, url, headers, body } = last()
      expect([method, url]).toEqual(['PUT', '/a/x%2F..%2Fy%3F/k%2F1?v=x%2F..%2Fy%3F&q=a%20b&list=1%262&list=3'])
      expect(headers).toMatchObject({
        'x-fixed': 'f',
        'x-given': '7',
        'x-usual': 'usual',
        'content-type': 'application/json',
      })
      expect(JSON.parse(body)).toEqual({ name: 'say "hi"\n', value: { a: [1, null] } })
      expect(result.url).toBe(`${peer.url}${url}`)
      expect(JSON.parse(result.body)).toMatchObject({ method, url })
    })

    test('a form is form-encoded, and other bodies contain values unchanged', async () => {
      const form = [fixed('Content-Type', 'application/x-www-form-urlencoded')]
      await callOf({ method: 'POST', headers: form, body: 'a={{a}}&b=1' }, {}, { bodyParams: { a: 'x&y=z' } })
      expect(last().body).toBe('a=x%26y%3Dz&b=1')
      await callOf({ method: 'POST', body: '<a>{{a}}</a>' }, {}, { bodyParams: { a: 'x' } })
      expect(last()).toMatchObject({ body: '<a>x</a>', headers: { 'content-type': 'text/plain; charset=utf-8' } })
    })

    test.each([
      ['a missing value', {}, 'pathParams.id'],
      ['a value of another type', { pathParams: { id: 1 } }, 'pathParams.id'],
      ['a value that leads elsewhere', { pathParams: { id: '..' } }, 'pathParams'],
      ['an empty value', { pathParams: { id: '' } }, 'pathParams.id'],
      ['a value that nothing asks for', { pathParams: { id: 'a' }, queryParams: { q: 1 } }, 'queryParams.q'],
      ['a placeholder that there is not', { pathParams: { id: 'a' }, bodyParams: { b: 1 } }, 'bodyParams.b'],
      ['a header that cannot be', { pathParams: { id: 'a' }, headers: { 'X-A': 'a\nb' } }, 'headers.X-A'],
    ])('%s is reported, and no call is made', async (_, values, problem) => {
      const made = await make({
        url: `${peer.url}/{id}`,
        pathParams: [dynamic('id', { type: 'string' })],
        headers: [dynamic('X-A', { value: 'a' })],
        body: 'fixed',
      })
      const answer = await call(made, values)
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      const { details } = answer.body as { details: { problems: { path: string }[] } }
      expect(details.problems.map(({ path }) => path)).toContain(problem)
      expect(peer.received).toEqual([])
    })

    test('the response of the other server is returned whatever it is, without cookies', async () => {
      peer.answer = (_, response) =>
        response.writeHead(418, { 'x-a': ['1', '2'], 'set-cookie': 'session=1', 'www-authenticate': 'Basic' }).end('no')
      const result = await callOf({})
      expect(result).toMatchObject({ status: 418, body: 'no' })
      const names = result.headers.map(({ name }) => name)
      expect(names.filter((name) => name === 'x-a')).toHaveLength(2)
      expect(names).not.toContain('set-cookie')
      expect(names).not.toContain('www-authenticate')
    })

    test('only the first megabyte of a long body is returned, and binary bodies as base64', async () => {
      peer.answer = (_, response) => response.end('ä'.repeat(1_000_000))
      const long = await callOf({})
      expect(long).toMatchObject({ isTruncated: true, bodyEncoding: 'utf8' })
      expect(Buffer.byteLength(long.body)).toBe(1_048_576)
      peer.answer = (_, response) => response.end(Buffer.from([0xff, 0xfe, 0]))
      expect(await callOf({})).toMatchObject({ isTruncated: false, bodyEncoding: 'base64', body: '//4A' })
    })

    test('a transient status is retried, up to the configured number', async () => {
      peer.answer = (_, response) => response.writeHead(503, { 'retry-after': '0' }).end()
      const config = { retry: { maxRetries: 2, retryableStatusCodes: [503] } }
      expect(await callOf({}, { config })).toMatchObject({ status: 503, requestCount: 3 })
      peer.received.length = 0
      expect(await callOf({})).toMatchObject({ status: 503, requestCount: 1 })
      peer.answer = (_, response) =>
        response.writeHead(peer.received.length < 6 ? 503 : 200, { 'retry-after': '0' }).end()
      peer.received.length = 4
      expect(await callOf({}, { config })).toMatchObject({ status: 200, requestCount: 2 })
    })

    test('redirects are followed to the same server only, up to the configured number', async () => {
      const to = (location: string, status = 302) => {
        peer.answer = ({ url }, response) =>
          url === '/echo' ? response.writeHead(status, { location }).end() : response.end(url)
      }
      to('/next')
      expect(await callOf({ method: 'POST', body: '{}' })).toMatchObject({
        status: 200,
        body: '/next',
        requestCount: 2,
      })
      expect(last()).toMatchObject({ method: 'GET', body: '' })
      to('/next', 307)
      await callOf({ method: 'POST', body: '{}' })
      expect(last()).toMatchObject({ method: 'POST', body: '{}' })
      expect(await callOf({}, { config: { redirects: { maxRedirects: 0 } } })).toMatchObject({ status: 307 })
      to('/echo')
      expect(await callOf({}, { config: { redirects: { maxRedirects: 3 } } })).toMatchObject({
        status: 302,
        requestCount: 4,
      })
      for (const elsewhere of [
        'http://169.254.169.254/',
        'http://localhost:1/',
        'file:///etc/passwd',
        'http://u:p@127.0.0.1/',
      ]) {
        to(elsewhere)
        expect(await callOf({})).toMatchObject({ status: 302, requestCount: 1 })
      }
    })

    test.each([
      ['inside the network', 'https://169.254.169.254/latest', 'inside the network'],
      ['without encryption', 'http://example.com/', 'without encryption'],
      ['where nobody listens', 'http://127.0.0.1:1/', 'ECONNREFUSED'],
    ])('a server %s is not called', async (_, url, reason) => {
      const answer = await call(await make({ url }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'call_failed', hint: expect.any(String) } })
      expect(answer.text).toContain(reason)
    })

    test.each([
      ['does not answer', () => {}],
      ['stops within its answer', (_: PeerRequest, response: ServerResponse) => void response.write('beginning')],
    ])('a call to a server that %s fails', async (_, answers) => {
      peer.answer = answers
      const answer = await call(await make({}, { config: { timeout: { requestSec: 1 } } }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'call_failed' } })
      expect(answer.text).toContain('did not answer within 1 seconds')
    })

    test('calls above the configured number in a minute are refused', async () => {
      const made = await make({}, { config: { rateLimit: { maxRequestsPerWindow: 2 } } })
      await called(made)
      server().platform.clock.advance(30_000)
      await called(made)
      const refused = await call(made)
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 'call_limit_reached' },
        headers: { 'retry-after': '30' },
      })
      expect(peer.received).toHaveLength(2)
      server().platform.clock.advance(30_000)
      await called(made)
    })

    test('each call has an event with the host and the status, also when it failed', async () => {
      await callOf({ url: `${peer.url}/private-path` })
      await call(await make({ url: 'http://127.0.0.1:1/' }))
      const { db } = server().platform.store
      const rows = await db
        .selectFrom('audit_events')
        .selectAll()
        .where('action', '=', 'API_CONNECTOR_CALLED')
        .execute()
      const details = rows.map((row) => JSON.parse(row.details) as Record<string, unknown>)
      expect(details).toContainEqual(expect.objectContaining({ method: 'GET', host: peer.url.slice(7), status: 200 }))
      expect(details).toContainEqual(expect.objectContaining({ host: '127.0.0.1:1', failure: expect.any(String) }))
      expect(JSON.stringify(details)).not.toContain('private-path')
    })

    test('a dry run is refused, because a call cannot be rolled back', async () => {
      const made = await make({})
      expect(await call(made, { dryRun: true })).toMatchObject({ status: 400, body: { code: 'dry_run_not_supported' } })
      expect(peer.received).toEqual([])
    })
  })

  describe('a call with a credential', () => {
    const secret = `${canary}/"ä"+ s`
    const ascii = `${canary}/+=s`

    test.each([
      [
        'basic',
        { authMethod: 'basic', basic: { username: 'u', password: secret } },
        `Basic ${Buffer.from(`u:${secret}`).toString('base64')}`,
      ],
      ['bearer', { authMethod: 'bearer', bearer: { token: ascii } }, `Bearer ${ascii}`],
    ])('%s signs in with a header', async (_, input, header) => {
      const headers = [fixed('Authorization', 'Bearer other')]
      const result = await callOf({ headers }, { authId: await credential(input) })
      expect(last().headers.authorization).toBe(header)
      expect(result.body).toContain('[secret]')
    })

    test('an API key is sent in a header or the query', async () => {
      const key = { key: 'X-Api-Key', value: ascii, isQueryParam: false }
      await callOf({}, { authId: await credential({ authMethod: 'apiKey', apiKey: key }) })
      expect(last().headers['x-api-key']).toBe(ascii)
      const inQuery = { key: 'api key', value: secret, isQueryParam: true }
      const authId = await credential({ authMethod: 'apiKey', apiKey: inQuery })
      const result = await callOf({ queryParams: [fixed('a', '1')] }, { authId })
      expect(new URL(last().url, peer.url).searchParams.get('api key')).toBe(secret)
      expect(result.url).toBe(`${peer.url}/echo?a=1&api%20key=[secret]`)
    })

    test('a secret in a response is hidden in every usual encoding, also at the end of a truncated body', async () => {
      const authId = await credential({ authMethod: 'bearer', bearer: { token: ascii } })
      const forms = [ascii, encodeURIComponent(ascii), Buffer.from(ascii).toString('base64'), JSON.stringify(ascii)]
      peer.answer = (_, response) =>
        response
          .writeHead(200, { 'x-echo': `of ${ascii}` })
          .end(Buffer.concat([Buffer.from([0xff]), Buffer.from(forms.join(' '))]))
      const { headers, body } = await callOf({}, { authId })
      expect(headers).toContainEqual({ name: 'x-echo', value: 'of [secret]' })
      const bytes = Buffer.from(body, 'base64').toString('latin1')
      expect(bytes).not.toContain('canary')
      for (let before = 1_048_576 - 20; before < 1_048_576 + 40; before += 7) {
        peer.answer = (_, response) => response.end('x'.repeat(before) + ascii + 'y'.repeat(100))
        expect((await callOf({}, { authId })).body).not.toMatch(/can/)
      }
    })

    test('its hosts are checked again at each call', async () => {
      const authId = await credential({ authMethod: 'bearer', bearer: { token: canary } })
      const made = await make({}, { authId })
      await called(made)
      peer.received.length = 0
      await send('PATCH', `/v2/api-credentials/${authId}`, { allowlist: ['*.example.com'] })
      const refused = await call(made)
      expect(refused).toMatchObject({ status: 400, body: { code: 'call_failed' } })
      expect(refused.text).toContain('is not for the host 127.0.0.1')
      expect(peer.received).toEqual([])
    })

    test('an archived one continues to work', async () => {
      const authId = await credential({ authMethod: 'bearer', bearer: { token: canary } })
      const made = await make({}, { authId })
      await send('DELETE', `/v2/api-credentials/${authId}`)
      await called(made)
      expect(last().headers.authorization).toBe(`Bearer ${canary}`)
    })

    const oAuth = (accessTokenAuthMethod: string) => ({
      authMethod: 'oAuthClientCredentials',
      oAuthClientCredentials: {
        clientId: 'client:1',
        clientSecret: secret,
        accessTokenUrl: `${peer.url}/token`,
        scopes: ['read', 'write'],
        accessTokenAuthMethod,
      },
    })

    test.each(['httpBasic', 'requestBody'])('a token is fetched with the client secret (%s)', async (method) => {
      const token = `${canary}-fetched`
      peer.answer = ({ url, headers }, response) =>
        response.end(
          url === '/token' ? JSON.stringify({ access_token: token, token_type: 'bearer' }) : headers.authorization,
        )
      const result = await callOf({}, { authId: await credential(oAuth(method)) })
      expect(result).toMatchObject({ status: 200, body: 'Bearer [secret]', requestCount: 1 })
      const [asked] = peer.received
      const form = new URLSearchParams(asked?.body)
      expect([asked?.method, form.get('grant_type'), form.get('scope')]).toEqual([
        'POST',
        'client_credentials',
        'read write',
      ])
      if (method === 'requestBody') {
        expect([form.get('client_id'), form.get('client_secret')]).toEqual(['client:1', secret])
      } else {
        const [id = '', sent = ''] = Buffer.from(String(asked?.headers.authorization).slice(6), 'base64')
          .toString()
          .split(':')
        const read = (text: string) => new URLSearchParams(`a=${text}`).get('a')
        expect([read(id), read(sent)]).toEqual(['client:1', secret])
      }
    })

    test.each([
      ['refuses', 401, '{"error":"invalid_client"}', 'status 401'],
      ['answers no JSON', 200, 'hello', 'not a JSON object'],
      ['answers no token', 200, '{}', 'no access_token'],
    ])('a token endpoint that %s fails the call', async (_, status, body, reason) => {
      peer.answer = (_request, response) => response.writeHead(status).end(`${body}`)
      const answer = await call(await make({}, { authId: await credential(oAuth('requestBody')) }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'call_failed' } })
      expect(answer.text).toContain(reason)
      expect(answer.text).not.toContain(canary)
      expect(peer.received).toHaveLength(1)
    })

    test('a token endpoint at an internal address is refused', async () => {
      const { oAuthClientCredentials } = oAuth('httpBasic')
      const input = {
        ...oAuth('httpBasic'),
        oAuthClientCredentials: { ...oAuthClientCredentials, accessTokenUrl: 'https://10.0.0.1/' },
      }
      const answer = await call(await make({}, { authId: await credential(input) }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'call_failed' } })
      expect(answer.text).toContain('inside the network')
      expect(peer.received).toEqual([])
    })

    const aws = { accessKeyId: 'AKID', secretAccessKey: secret, region: 'eu-west-1', service: 'sqs' }

    test('AWS: requests are signed with the key, or with the temporary one', async () => {
      const own = await credential({ authMethod: 'awsSigV4', awsSigV4: { ...aws, sessionToken: `${canary}-session` } })
      const result = await callOf({ method: 'POST', body: '{}' }, { authId: own })
      expect(last().headers['x-amz-security-token']).toBe(`${canary}-session`)
      expect(last().headers.authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=AKID\/20260615\/eu-west-1\/sqs\/aws4_request, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
      )
      expect(result.body).toContain('[secret]')
      const temporary = {
        ...aws,
        temporaryCredentialsUrl: `${peer.url}/key`,
        temporaryCredentialsResponseMapping: {
          accessKeyField: 'r.id',
          secretKeyField: 'r.secret',
          sessionTokenField: 'r.token',
        },
        temporaryCredentialsRequestParams: [
          { key: 'a', value: 'b c', sendIn: 'queryParam' },
          { key: 'd', value: 'e', sendIn: 'body' },
          { key: 'X-F', value: 'g', sendIn: 'header' },
        ],
      }
      peer.answer = ({ url }, response) =>
        response.end(
          url.startsWith('/key')
            ? JSON.stringify({ r: { id: 'TEMP', secret: `${canary}-1`, token: `${canary}-2` } })
            : 'ok',
        )
      await callOf({}, { authId: await credential({ authMethod: 'awsSigV4', awsSigV4: temporary }) })
      const [asked, signed] = peer.received.slice(-2)
      expect(asked).toMatchObject({ method: 'POST', url: '/key?a=b%20c', body: 'd=e', headers: { 'x-f': 'g' } })
      expect(asked?.headers.authorization).toContain('Credential=AKID/20260615/eu-west-1/sts/')
      expect(signed?.headers.authorization).toContain('Credential=TEMP/')
      expect(signed?.headers['x-amz-security-token']).toBe(`${canary}-2`)
    })

    test('AWS: a host that names no service requires one in the credential', async () => {
      const { service: _, ...without } = aws
      const answer = await call(
        await make({}, { authId: await credential({ authMethod: 'awsSigV4', awsSigV4: without }) }),
      )
      expect(answer).toMatchObject({ status: 400, body: { code: 'call_failed' } })
      expect(answer.text).toContain('Set region and service')
    })

    test('no secret is in an event or in the log', async () => {
      expect(await events()).not.toContain(canary)
      expect(server().log.join('\n')).not.toContain(canary)
    })
  })
})
