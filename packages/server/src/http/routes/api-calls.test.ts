import { type ApiConnector, callWorkbookApi, listActionConnectors } from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Peer, startPeer } from '../../services/api-connectors/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const constant = (type: string, value: unknown) => ({ type: 'constant', value: { type, value } })
const control = (controlId: string) => ({ type: 'control', control: controlId })
const dynamic = (key: string, type: string | null = null) => ({ key, mode: 'dynamic', value: null, type })

describeStores('API connectors that actions call', (openStore) => {
  let peer: Peer
  let documents: TestServices
  let connectorId = ''
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    return documents.routes
  })
  const { send, done } = requestsOf(server, 'admin')
  const effectOf = (values: object = {}, apiConnectorId = connectorId) => ({
    effect: 'call-api',
    apiConnectorId,
    ...values,
  })
  const bookOf = (effects: object[], more: object = {}) => {
    const actions = [{ id: 'act', trigger: 'on-click', effects, ...more }]
    const amount = { kind: 'control', controlType: 'number', mode: '=', name: 'Amount' }
    const states = { kind: 'manual', valueType: 'text', values: ['open', 'paid'] }
    const state = { kind: 'control', controlType: 'list', selectionMode: 'multiple', name: 'State', source: states }
    const elements = [
      { id: 'go', kind: 'button', text: 'Go', actions },
      { id: 'amount', controlId: 'Amount', ...amount },
      { id: 'state', controlId: 'State', ...state },
    ]
    const { homeFolderId: folderId } = server().platform.people.admin
    return { name: 'Book', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] }
  }
  const write = (effects: object[], more?: object) =>
    done('PUT', `/v2/workbooks/${workbookId}/spec`, bookOf(effects, more))
  const call = (body: object, as: Role = 'analyst') =>
    send('POST', `/v2/workbooks/${workbookId}/sequences/act/apiCalls`, body, as)

  beforeAll(async () => {
    peer = await startPeer()
    const credential = { authMethod: 'bearer', bearer: { token: 'canary-7Qx' } }
    const key = { name: 'Key', allowlist: ['127.0.0.*'], credential }
    const authId = (await done('POST', '/v2/api-credentials', key)).apiCredentialId
    const params = {
      method: 'POST',
      url: `${peer.url}/orders/{order}`,
      headers: [
        { key: 'X-Fixed', mode: 'static', value: 'not for authors' },
        { ...dynamic('X-Who'), value: 'nobody' },
      ],
      pathParams: [dynamic('order', 'string')],
      queryParams: [dynamic('amount', 'number')],
      body: '{"states": {{states}}, "note": "{{note}}"}',
    }
    const made = await done('POST', '/v2/api-connectors', { name: 'Orders', description: 'Of a shop', params, authId })
    connectorId = (made as unknown as ApiConnector).apiConnectorId
    const effects = [
      { effect: 'close-overlay' },
      effectOf({
        pathParams: { order: constant('text', 'a/b') },
        queryParams: { amount: control('Amount') },
        bodyParams: { states: control('State'), note: { type: 'column', column: 'c' } },
      }),
    ]
    workbookId = String((await done('POST', '/v2/workbooks/spec', bookOf(effects))).workbookId)
    for (const role of ['analyst', 'viewer'] as const) await documents.share(workbookId, role, 'view')
    await documents.share(workbookId, 'builder', 'edit')
  })
  afterAll(async () => peer.close())
  beforeEach(() => {
    peer.answer = null
    peer.received.length = 0
  })
  const sent = { queryParams: { amount: ['12.5'] }, bodyParams: { states: ['open'], note: ['say "x"'] } }

  test('are made by this server with values of the document and of the page', async () => {
    const answer = await call({ step: 1, ...sent, pathParams: { order: ['what a reader sends instead'] } })
    expect(answer, answer.text).toMatchObject({ status: 200, body: { status: 200 } })
    const [received] = peer.received
    expect(received).toMatchObject({ method: 'POST', url: '/orders/a%2Fb?amount=12.5' })
    expect(received?.headers).toMatchObject({ 'x-who': 'nobody', authorization: 'Bearer canary-7Qx' })
    expect(JSON.parse(received?.body ?? '')).toEqual({ states: ['open'], note: 'say "x"' })
    const { body } = answer.body as { body: { url: string } }
    expect(body.url).toBe('/orders/a%2Fb?amount=12.5')
    expect(answer.text).not.toContain('canary')
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'API_CONNECTOR_CALLED')
      .execute()
    const called = events.map(({ details }) => JSON.parse(details))
    expect(called.at(-1)).toMatchObject({ workbookId, sequenceId: 'act', method: 'POST', status: 200 })
    expect(JSON.stringify(called)).not.toContain('12.5')
  })

  test.each<[string, string, string | Buffer, unknown]>([
    ['JSON', 'application/json', '{"a": [1, null]}', { a: [1, null] }],
    ['a text', 'text/plain', 'done', 'done'],
    ['nothing', 'text/plain', '', null],
    ['bytes', 'application/octet-stream', Buffer.from([0xff, 0xfe, 0x00]), null],
  ])('return %s', async (_title, type, content, expected) => {
    peer.answer = (_, response) => response.writeHead(201, { 'content-type': type }).end(content)
    expect(await call({ step: 1, ...sent })).toMatchObject({ status: 200, body: { status: 201, body: expected } })
  })

  test('fail when the other server refuses, with its response', async () => {
    peer.answer = (_, response) => response.writeHead(409).end('Sold   out; your token canary-7Qx')
    const answer = await call({ step: 1, ...sent })
    expect(answer).toMatchObject({ status: 400, body: { code: 'call_failed' } })
    expect(answer.text).toContain('responded with the status 409: Sold out')
    expect(answer.body).toMatchObject({
      details: { because: { rule: 'api_answer', status: 409, excerpt: expect.stringContaining('Sold out') } },
    })
    expect(answer.text).not.toContain('canary')
  })

  test('name the values that are missing or unknown', async () => {
    const missing = await call({ step: 1, queryParams: { amount: ['many'] } })
    expect(missing).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(missing.text).toContain('queryParams.amount')
    expect(missing.text).toContain('bodyParams.states')
    expect(peer.received).toHaveLength(0)
  })

  test('require the permission to trigger them, and a step with an existing connector', async () => {
    expect(await call({ step: 1, ...sent }, 'viewer')).toMatchObject({ status: 403 })
    expect(await call({ step: 0 })).toMatchObject({ status: 409 })
    expect(await call({ step: 7 })).toMatchObject({ status: 409 })
    expect(await call({ step: 1, ...sent, draft: true })).toMatchObject({ status: 403 })
    expect(await call({ step: 1, ...sent, draft: true }, 'builder')).toMatchObject({ status: 200 })
    const values = { pathParams: { order: constant('text', '1') }, queryParams: { amount: constant('number', 1) } }
    const bodyParams = { states: constant('text-list', ['paid']), note: constant('text', null) }
    await write([effectOf({ ...values, bodyParams })], { state: 'disabled' })
    expect(await call({ step: 0 })).toMatchObject({ status: 409 })
    await write([effectOf({ ...values, bodyParams })])
    peer.received.length = 0
    expect(await call({ step: 0, bodyParams: { states: ['open'] } })).toMatchObject({ status: 200 })
    expect(JSON.parse(peer.received[0]?.body ?? '')).toEqual({ states: ['paid'], note: '' })
    const amount = { type: 'formula', formula: '[Amount] * 2' }
    await write([effectOf({ ...values, bodyParams, queryParams: { amount } })])
    const state = { controls: { Amount: '6' } }
    expect(await call({ step: 0, queryParams: { amount: [999] }, state })).toMatchObject({ status: 200 })
    expect(peer.received.at(-1)?.url).toBe('/orders/1?amount=12')
    const broken = { type: 'formula', formula: '[Nothing] * 2' }
    await write([effectOf({ ...values, bodyParams, queryParams: { amount: broken } })])
    expect(await call({ step: 0, state })).toMatchObject({ status: 409, text: expect.stringContaining('Nothing') })
    await write([effectOf({}, '')])
    expect(await call({ step: 0 })).toMatchObject({ status: 409 })
  })

  test('are added to documents by members who may create such actions, with existing connectors only', async () => {
    const { homeFolderId } = server().platform.people.builder
    const byBuilder = await send(
      'POST',
      '/v2/workbooks/spec',
      { ...bookOf([effectOf()]), folderId: homeFolderId },
      'builder',
    )
    expect(byBuilder).toMatchObject({ status: 400, text: expect.stringContaining('create-api-actions') })
    const unknown = await send('POST', '/v2/workbooks/spec', bookOf([effectOf({}, unknownId)]))
    expect(unknown).toMatchObject({ status: 400, text: expect.stringContaining('No API connector') })
    // Editors of the document may change another part of it.
    await write([effectOf()])
    const edited = { ...bookOf([effectOf()]), name: 'Renamed' }
    expect((await send('PUT', `/v2/workbooks/${workbookId}/spec`, edited, 'builder')).status).toBe(200)
  })

  test('are listed for members who write actions, without their static values', async () => {
    const listed = await send('GET', '/v2/action-connectors?name=ord')
    expect(listed.body).toMatchObject({
      total: 1,
      entries: [
        {
          apiConnectorId: connectorId,
          name: 'Orders',
          description: 'Of a shop',
          method: 'POST',
          host: '127.0.0.1',
          parameters: [
            { place: 'headers', key: 'X-Who', type: null, isRequired: false },
            { place: 'pathParams', key: 'order', type: 'string', isRequired: true },
            { place: 'queryParams', key: 'amount', type: 'number', isRequired: true },
            { place: 'bodyParams', key: 'states', type: null, isRequired: true },
            { place: 'bodyParams', key: 'note', type: 'string', isRequired: true },
          ],
        },
      ],
    })
    expect(listed.text).not.toContain('not for authors')
    expect((await send('GET', '/v2/action-connectors?name=zzz')).body).toMatchObject({ total: 0, entries: [] })
  })

  test('are limited in a minute, and refused once the connector is archived', async () => {
    const request = { method: 'GET', url: `${peer.url}/x`, headers: [], pathParams: [], queryParams: [], body: '' }
    const config = { rateLimit: { maxRequestsPerWindow: 1 } }
    const made = await done('POST', '/v2/api-connectors', { name: 'Rare', params: request, config })
    await write([effectOf({}, String(made.apiConnectorId))])
    expect(await call({ step: 0 })).toMatchObject({ status: 200 })
    expect(await call({ step: 0 })).toMatchObject({ status: 429, body: { code: 'call_limit_reached' } })
    await done('DELETE', `/v2/api-connectors/${made.apiConnectorId}`)
    const gone = await call({ step: 0 })
    expect(gone).toMatchObject({ status: 409, text: expect.stringContaining('does not exist any more') })
  })

  scenarios(
    'GET /v2/action-connectors',
    server,
    [
      { name: 'for members who may create such actions', as: 'admin', path: '/v2/action-connectors', status: 200 },
      { name: 'for nobody else', as: 'builder', path: '/v2/action-connectors', status: 403 },
      {
        name: 'a sort order that does not exist',
        as: 'admin',
        path: '/v2/action-connectors?orderBy=size',
        status: 400,
        answer: { code: 'invalid_request' },
      },
    ],
    { operation: listActionConnectors },
  )

  scenarios(
    'POST /v2/workbooks/{workbookId}/sequences/{sequenceId}/apiCalls',
    server,
    [
      {
        name: 'unknown workbook',
        as: 'builder',
        path: `/v2/workbooks/${unknownId}/sequences/act/apiCalls`,
        body: { step: 0 },
        status: 404,
      },
      {
        name: 'unknown sequence',
        as: 'analyst',
        path: () => `/v2/workbooks/${workbookId}/sequences/other/apiCalls`,
        body: { step: 0 },
        status: 404,
      },
      {
        name: 'an account type that may not',
        as: 'viewer',
        path: () => `/v2/workbooks/${workbookId}/sequences/act/apiCalls`,
        body: { step: 0 },
        status: 403,
      },
      {
        name: 'a step that does not exist',
        as: 'analyst',
        path: () => `/v2/workbooks/${workbookId}/sequences/act/apiCalls`,
        body: { step: 99 },
        status: 409,
      },
    ],
    { operation: callWorkbookApi, untested: { call_failed: 'above, by server', call_limit_reached: 'above' } },
  )
})
