import { createHmac } from 'node:crypto'
import {
  createWorkbookWebhook,
  deleteWorkbookWebhook,
  getWebhookSchema,
  listWorkbookWebhooks,
  type WorkbookWebhook,
  webhooks,
} from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail } from '../../outbound/index.ts'
import { type Peer, startPeer } from '../../services/api-connectors/testing.ts'
import { sequenceJobs } from '../../services/sequences/jobs.ts'
import { deleteSequenceCalls } from '../../store/sequence-calls.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const sent = (inputName: string) => ({ type: 'agent-input', inputName })
const constant = (type: string, value: unknown) => ({ type: 'constant', value: { type, value } })

describeStores('webhooks that start sequences', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  let content: (steps: object[], more?: object) => Record<string, unknown>
  const insert = {
    effect: 'insert-rows',
    table: 'notes',
    values: { text: sent('note'), score: sent('score'), kinds: sent('kinds'), done: constant('boolean', true) },
  }
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    content = (steps, more = {}) => {
      const sequence = (id: string, effects: object[], fields: object = {}) => ({
        id,
        trigger: 'on-click',
        effects,
        ...fields,
      })
      const actions = [
        sequence('note', steps, { name: 'Take a note', ...more }),
        sequence('close', [{ effect: 'close-overlay' }]),
        sequence('picked', [
          {
            effect: 'delete-rows',
            table: 'notes',
            whichRows: { type: 'formula', formula: '[Score] = [Selection/Score]' },
          },
        ]),
      ]
      const columns = [
        { id: 'ID' },
        { id: 'text', type: 'text', name: 'Note' },
        { id: 'score', type: 'number', name: 'Score', range: { min: 0, max: 10 } },
        { id: 'kinds', type: 'multi-select', name: 'Kinds' },
        { id: 'done', type: 'checkbox', name: 'Done' },
      ]
      const source = { kind: 'empty', connectionId }
      const table = { id: 'notes', kind: 'input-table', name: 'Notes', source, inputMode: 'explore', columns }
      const button = { id: 'go', kind: 'button', text: 'Go', actions }
      const pages = [{ id: 'page', name: 'Page', elements: [table, button] }]
      return { name: 'Notes', folderId: platform.people.builder.homeFolderId, schemaVersion: 1, pages }
    }
    const builder = await documents.viewer('builder')
    workbookId = (await documents.specs.create(builder, 'workbook', content([insert]))).record.inode.id
    await documents.share(workbookId, 'analyst', 'explore')
    await documents.share(workbookId, 'viewer', 'view')
    return documents.routes
  })
  const own = (id = workbookId) => `/v2/workbooks/${id}/webhooks`
  const hook = (sequenceId = 'note', id = workbookId) => `/v2/webhooks/${id}/${sequenceId}`
  const right = { note: 'hello', score: 3, kinds: ['a', 'b'] }
  const publish = async (steps: object[], more?: object) => {
    const request = {
      method: 'PUT',
      path: `/v2/workbooks/${workbookId}/spec`,
      as: 'builder',
      body: content(steps, more),
    } as const
    const answer = await server().request(request)
    expect(answer.status, answer.text).toBe(200)
  }
  /** Recreates the webhook: an existing one is deleted first. */
  const make = async (as: Role = 'builder') => {
    await server().request({ method: 'DELETE', path: `${own()}/note`, as })
    const answer = await server().request({ method: 'POST', path: own(), as, body: { sequenceId: 'note' } })
    expect(answer.status, answer.text).toBe(201)
    return answer.body as { url: string; secret: string }
  }
  const seconds = () => Math.floor(server().platform.clock.now() / 1000)
  const signed = (secret: string, body: string, at = seconds(), signedBody = body) =>
    server().request({
      method: 'POST',
      path: hook(),
      raw: body,
      headers: {
        'content-type': 'application/json',
        'octavo-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${signedBody}`).digest('hex')}`,
      },
    })
  const rows = async () =>
    (
      await server()
        .platform.store.db.selectFrom('input_rows')
        .select(['cells', 'created_by'])
        .where('document_id', '=', workbookId)
        .orderBy('place')
        .execute()
    ).map(({ cells, created_by }) => ({ ...(JSON.parse(cells) as object), by: created_by }))
  const list = async () =>
    ((await server().request({ method: 'GET', path: own(), as: 'builder' })).body as { entries: WorkbookWebhook[] })
      .entries

  test('a token starts the sequence with the rights of its caller, a signature with those of the owner', async () => {
    const { secret, url } = await make()
    expect(new URL(url).pathname).toBe(hook())
    const schema = await server().request({ method: 'GET', path: `${hook()}/schema`, as: 'viewer' })
    expect(schema.body).toEqual({
      variables: { note: { type: 'text' }, score: { type: 'number' }, kinds: { type: 'text-list' } },
    })
    const byToken = await server().request({ method: 'POST', path: hook(), as: 'analyst', body: right })
    expect(byToken.status, byToken.text).toBe(202)
    // Two runs of one sequence have no defined order.
    await documents.worker.runDue()
    const bySignature = await signed(secret, JSON.stringify({ ...right, note: 'signed', kinds: null }))
    expect(bySignature.status, bySignature.text).toBe(202)
    await documents.worker.runDue()
    const { people } = server().platform
    expect(await rows()).toEqual([
      { text: 'hello', score: 3, kinds: ['a', 'b'], done: true, by: people.analyst.memberId },
      { text: 'signed', score: 3, kinds: [], done: true, by: people.builder.memberId },
    ])
    const [entry] = await list()
    const { traceId } = bySignature.body as { traceId: string }
    expect(entry).toMatchObject({
      sequenceId: 'note',
      name: 'Take a note',
      ownerId: people.builder.memberId,
      lastRun: { traceId, state: 'succeeded', problem: null },
    })
    const { store } = server().platform
    const events = await store.db.selectFrom('audit_events').selectAll().where('action', 'like', 'SEQUENCE%').execute()
    expect(events.map(({ actor_id }) => actor_id)).toEqual([people.analyst.memberId, people.builder.memberId])
    expect(JSON.stringify(await store.db.selectFrom('webhooks').selectAll().execute())).not.toContain(secret)
    expect(server().log.join()).not.toContain(secret)
  })

  test('a run ends with the first step that fails, with the reason', async () => {
    await make()
    const before = (await rows()).length
    const wrong = { ...right, score: 99 }
    expect((await server().request({ method: 'POST', path: hook(), as: 'builder', body: wrong })).status).toBe(202)
    // A member who may only view cannot enter rows, and neither can a sequence that they start.
    expect((await server().request({ method: 'POST', path: hook(), as: 'viewer', body: right })).status).toBe(202)
    await documents.worker.runDue()
    expect(await rows()).toHaveLength(before)
    const [entry] = await list()
    expect(entry?.lastRun).toMatchObject({
      state: 'failed',
      code: 'forbidden',
      details: { because: expect.anything() },
    })
    expect(entry?.lastRun?.problem).not.toBe('')
  })

  test('a retried run writes what is missing, and nothing twice', async () => {
    const step = (text: string, score: number) => ({
      effect: 'insert-rows',
      table: 'notes',
      values: { text: constant('text', text), score: constant('number', score) },
    })
    await publish([step('first', 1), step('second', 2)])
    const before = (await rows()).length
    const run = sequenceJobs(documents)['sequence.run']
    const { organizationId, people } = server().platform
    const payload = { workbookId, sequenceId: 'note', memberId: people.builder.memberId, values: {} }
    const job = {
      ...{ organizationId, id: unknownId, kind: 'sequence.run' as const, payload, actorId: 'system' },
      ...{ attempt: 1, deadlineAt: Number.MAX_SAFE_INTEGER, signal: new AbortController().signal },
    }
    expect(await run(job)).toEqual({ steps: 2 })
    expect(await run({ ...job, attempt: 2 })).toEqual({ steps: 2 })
    expect((await rows()).slice(before).map((row) => (row as { text?: string }).text)).toEqual(['first', 'second'])
    await publish([insert])
  })

  test('a run takes branches, computes formulas with the rights of the member, and runs the steps for a failure', async () => {
    const formula = (text: string) => ({ type: 'formula', formula: text })
    const add = (text: object, table = 'notes') => ({ effect: 'insert-rows', table, values: { text } })
    const branch = (condition: string, text: string) => ({
      condition: formula(condition),
      effects: [add(formula(text))],
    })
    const fork = {
      effect: 'if-else',
      branches: [branch('1 > 2', '"no"'), branch('StartsWith(CurrentUserEmail(), "builder")', 'Lower("BRANCH")')],
      else: [add(constant('text', 'else'))],
    }
    const tooMuch = { effect: 'insert-rows', table: 'notes', values: { score: formula('9 * 11') } }
    const onFailure = [add(formula('"failed at " & Text([Error/Step]) & ": " & [Error/Code]'))]
    const run = async (steps: object[], more: object, attempt: string) => {
      await publish(steps, more)
      const before = (await rows()).length
      const { organizationId, people } = server().platform
      const payload = { workbookId, sequenceId: 'note', memberId: people.builder.memberId, values: {} }
      const id = `8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a${attempt}`
      const signal = new AbortController().signal
      const end = await documents.sequenceRuns
        .run({ organizationId, traceId: id, payload, signal })
        .catch((error: Error) => error.message)
      return { end, texts: (await rows()).slice(before).map((row) => (row as { text?: string }).text) }
    }
    expect(await run([fork, add(constant('text', 'end'))], {}, '11')).toEqual({
      end: { steps: 2 },
      texts: ['branch', 'end'],
    })
    const failed = await run([fork, tooMuch, add(constant('text', 'end'))], { onFailure }, '12')
    expect(failed).toMatchObject({ texts: ['branch', 'failed at 5: invalid_request'] })
    const waiting = { trigger: { on: 'on-click', condition: formula('1 > 2') } }
    expect(await run([add(constant('text', 'never'))], waiting, '13')).toEqual({ end: { steps: 0 }, texts: [] })
    await publish([insert])
  })

  test('a signature works once, for its body, for five minutes, and only with the secret of the webhook', async () => {
    const { secret } = await make()
    const body = JSON.stringify(right)
    const refused = async (answer: ReturnType<typeof signed>) => expect((await answer).status).toBe(401)
    expect((await signed(secret, body)).status).toBe(202)
    await refused(signed(secret, body))
    await refused(signed(secret, body, seconds() - 301))
    await refused(signed(secret, body, seconds() + 301))
    await refused(signed(secret, body, seconds() - 1, `${body} `))
    await refused(signed('another', body, seconds() - 1))
    for (const header of ['', 't=1', `v1=${'a'.repeat(64)}`, `t=${seconds()},v1=${'A'.repeat(64)}`, 'x'.repeat(5000)]) {
      const headers = { 'content-type': 'application/json', 'octavo-signature': header }
      await refused(server().request({ method: 'POST', path: hook(), raw: body, headers }))
    }
    const { secret: next } = await make()
    await refused(signed(secret, body, seconds() - 2))
    expect((await signed(next, body, seconds() - 2)).status).toBe(202)
    await server().request({ method: 'DELETE', path: `${own()}/note`, as: 'builder' })
    await refused(signed(next, body, seconds() - 3))
    await documents.worker.runDue()
  })

  test.each([
    ['a key that is missing', { note: 'x', score: 1 }],
    ['a key that nobody asked for', { ...right, more: 1 }],
    ['a text for a number', { ...right, score: '3' }],
    ['a list with a number', { ...right, kinds: [1] }],
    ['a long text', { ...right, note: 'x'.repeat(10_001) }],
  ])('the body is refused for %s', async (_name, body) => {
    await make()
    const answer = await server().request({ method: 'POST', path: hook(), as: 'builder', body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request' })
  })

  test('a body of more than 16 kB is not read', async () => {
    await make()
    const body = { ...right, note: 'x'.repeat(17_000) }
    const answer = await server().request({ method: 'POST', path: hook(), as: 'builder', body })
    expect(answer.status).toBe(413)
  })

  test('a sequence that is turned off or deleted cannot be started', async () => {
    await make()
    const start = () => server().request({ method: 'POST', path: hook(), as: 'builder', body: right })
    await publish([insert], { state: 'disabled' })
    expect((await start()).status).toBe(409)
    await publish([insert], { id: 'other' })
    expect((await start()).status).toBe(409)
    expect((await server().request({ method: 'GET', path: `${hook()}/schema`, as: 'builder' })).status).toBe(409)
    expect((await list())[0]).toMatchObject({ sequenceId: 'note', name: null })
    await publish([insert])
  })

  test('it can be started 60 times a minute', async () => {
    await make()
    const statuses = new Set<number>()
    for (let time = 0; time < 61; time++) {
      // The body is invalid, so nothing runs, but the request counts.
      statuses.add((await server().request({ method: 'POST', path: hook(), as: 'builder', body: {} })).status)
    }
    expect([...statuses]).toEqual([400, 429])
  })

  scenarios(
    'POST /v2/webhooks/{workbookId}/{sequenceId}',
    server,
    [
      { name: 'neither token nor signature', as: null, path: () => hook(), body: right, status: 401 },
      { name: 'a member who may not see the workbook', as: 'stranger', path: () => hook(), body: right, status: 404 },
      { name: 'no such webhook', as: 'builder', path: () => hook('nothing'), body: right, status: 404 },
      {
        name: 'no such workbook, with a token',
        as: 'builder',
        path: hook('note', unknownId),
        body: right,
        status: 404,
      },
    ],
    {
      operation: webhooks,
      untested: {
        conflict: 'tested above',
        forbidden: 'the tests of exchanged tokens have the rule',
      },
    },
  )
  scenarios(
    'GET /v2/webhooks/{workbookId}/{sequenceId}/schema',
    server,
    [{ name: 'no such webhook', as: 'builder', path: () => `${hook('nothing')}/schema`, status: 404 }],
    { operation: getWebhookSchema, untested: { conflict: 'tested above' } },
  )
  scenarios(
    'GET /v2/workbooks/{workbookId}/webhooks',
    server,
    [
      { name: 'a member who may not edit', as: 'analyst', path: () => own(), status: 403 },
      { name: 'a member who may not see the workbook', as: 'stranger', path: () => own(), status: 404 },
    ],
    { operation: listWorkbookWebhooks },
  )
  const body = { sequenceId: 'note' }
  scenarios(
    'POST /v2/workbooks/{workbookId}/webhooks',
    server,
    [
      { name: 'a member who may not edit', as: 'analyst', path: () => own(), body, status: 403 },
      { name: 'a member who may not see the workbook', as: 'stranger', path: () => own(), body, status: 404 },
      { name: 'no such sequence', as: 'builder', path: () => own(), body: { sequenceId: 'nothing' }, status: 404 },
      {
        name: 'a sequence that acts on the page',
        as: 'builder',
        path: () => own(),
        body: { sequenceId: 'close' },
        status: 409,
      },
      {
        name: 'a sequence that reads the selection',
        as: 'builder',
        path: () => own(),
        body: { sequenceId: 'picked' },
        status: 409,
      },
    ],
    { operation: createWorkbookWebhook },
  )
  scenarios(
    'DELETE /v2/workbooks/{workbookId}/webhooks/{sequenceId}',
    server,
    [
      { name: 'a member who may not edit', as: 'analyst', path: () => `${own()}/note`, status: 403 },
      { name: 'an unknown one', as: 'builder', path: () => `${own()}/nothing`, status: 404 },
    ],
    { operation: deleteWorkbookWebhook },
  )
})

describeStores('webhooks whose sequences call other systems and send', (openStore) => {
  const mails: Mail[] = []
  let peer: Peer
  let documents: TestServices
  let connectorId = ''
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform, {
      sendMail: async (mail) => {
        mails.push(mail)
        return { refused: [] }
      },
    })
    return documents.routes
  })
  const { done } = requestsOf(server, 'admin')
  const formula = (text: string) => ({ type: 'formula', formula: text })
  const callOf = (order: object, name?: string) => ({
    effect: 'call-api',
    apiConnectorId: connectorId,
    pathParams: { order },
    ...(name === undefined ? {} : { name }),
  })
  const toReader = { type: 'address', address: 'reader@example.com' }
  const mailOf = (more: object = {}) => ({
    effect: 'notify-and-export',
    destination: 'email',
    recipients: [toReader],
    ...more,
  })
  const bookOf = (effects: object[]) => {
    const actions = [{ id: 'act', trigger: 'on-click', effects }]
    const elements = [{ id: 'go', kind: 'button', text: 'Go', actions }]
    const { homeFolderId: folderId } = server().platform.people.admin
    return { name: 'Calls', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] }
  }
  const own = () => `/v2/workbooks/${workbookId}/webhooks`
  const publish = async (effects: object[]) => {
    await done('PUT', `/v2/workbooks/${workbookId}/spec`, bookOf(effects))
  }
  /** Starts the published sequence by token and runs it to its end. */
  const start = async (body: object, as: Role = 'analyst') => {
    const { traceId } = await done('POST', `/v2/webhooks/${workbookId}/act`, body, as)
    await documents.worker.runDue()
    const { entries } = await done('GET', own())
    const [entry] = entries as WorkbookWebhook[]
    expect(entry?.lastRun?.traceId).toBe(traceId)
    return { traceId: String(traceId), run: entry?.lastRun }
  }
  /** Another attempt of a run, as after the death of its process. */
  const attempt = (traceId: string, values: Record<string, unknown> = {}, signal = new AbortController().signal) => {
    const { organizationId, people } = server().platform
    const payload = { workbookId, sequenceId: 'act', memberId: people.analyst.memberId, values }
    return documents.sequenceRuns.run({ organizationId, traceId, payload, signal })
  }

  beforeAll(async () => {
    peer = await startPeer()
    const url = `${peer.url}/orders/{order}`
    const pathParams = [{ key: 'order', mode: 'dynamic', value: null, type: 'string' }]
    const params = { method: 'POST', url, headers: [], pathParams, queryParams: [], body: '' }
    connectorId = String((await done('POST', '/v2/api-connectors', { name: 'Orders', params })).apiConnectorId)
    workbookId = String((await done('POST', '/v2/workbooks/spec', bookOf([callOf(sent('order'))]))).workbookId)
    for (const role of ['analyst', 'viewer'] as const) await documents.share(workbookId, role, 'view')
    await done('POST', own(), { sequenceId: 'act' })
  })
  afterAll(async () => peer.close())
  beforeEach(() => {
    mails.length = 0
    peer.received.length = 0
    peer.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"no ${peer.received.length}"`)
    }
  })
  const called = () => peer.received.map(({ url }) => decodeURIComponent(url))

  test('the response of a call is known to later steps, and no attempt repeats the call', async () => {
    await publish([callOf(sent('order'), 'Answer'), callOf(formula('"got " & [Answer]'))])
    expect(await done('GET', `/v2/webhooks/${workbookId}/act/schema`)).toEqual({
      variables: { order: { type: 'text' } },
    })
    const { traceId, run } = await start({ order: 'a b' })
    expect(run).toMatchObject({ state: 'succeeded', problem: null })
    expect(called()).toEqual(['/orders/a b', '/orders/got no 1'])
    expect(await attempt(traceId, { order: ['a b'] })).toEqual({ steps: 2 })
    expect(called()).toHaveLength(2)
    const { store, clock } = server().platform
    const kept = async (at: number) => {
      await store.maintain('remove answers of calls', (tx) => deleteSequenceCalls(tx, at))
      return (await store.db.selectFrom('sequence_calls').select('outcome').orderBy('step').execute()).length
    }
    expect([await kept(clock.now()), await kept(clock.now() + 2 * 3_600_000)]).toEqual([2, 0])
    const events = await store.db
      .selectFrom('audit_events')
      .select(['actor_id', 'details'])
      .where('action', '=', 'API_CONNECTOR_CALLED')
      .execute()
    expect(events.map(({ actor_id }) => actor_id)).toEqual(Array(2).fill(server().platform.people.analyst.memberId))
    expect(JSON.parse(events[0]?.details ?? '')).toMatchObject({ workbookId, sequenceId: 'act', status: 200 })
  })

  test('a call that the other server refused fails the run, in each attempt for the same reason', async () => {
    await publish([callOf(sent('order'))])
    peer.answer = (_, response) => response.writeHead(409).end('Sold out')
    const { traceId, run } = await start({ order: '1' })
    expect(run).toMatchObject({ state: 'failed', problem: expect.stringContaining('status 409: Sold out') })
    await expect(attempt(traceId, { order: ['1'] })).rejects.toThrow('status 409: Sold out')
    expect(called()).toHaveLength(1)
  })

  test('a call that was interrupted is not repeated, and the run says so', async () => {
    await publish([callOf(constant('text', 'cut'))])
    const ends = new AbortController()
    peer.answer = () => ends.abort()
    await expect(attempt(unknownId, {}, ends.signal)).rejects.toThrow()
    await expect(attempt(unknownId)).rejects.toThrow('is not made again')
    expect(called()).toEqual(['/orders/cut'])
  })

  test('a message is sent once, also to recipients in the request, with a link', async () => {
    const named = { type: 'dynamic', value: sent('who') }
    await publish([mailOf({ recipients: [toReader, named], subject: 'Sold' })])
    const { traceId, run } = await start({ who: 'a@example.com, b@example.com' })
    expect(run).toMatchObject({ state: 'succeeded' })
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to: ['reader@example.com', 'a@example.com', 'b@example.com'], subject: 'Sold' })
    expect(mails[0]?.text).toContain('/workbook/Calls-')
    expect(await attempt(traceId, { who: ['a@example.com, b@example.com'] })).toEqual({ steps: 1 })
    await documents.worker.runDue()
    expect(mails).toHaveLength(1)
  })

  test('a member who may not call or send from the workbook cannot do it by a webhook', async () => {
    await publish([callOf(constant('text', '1'))])
    expect((await start({}, 'viewer')).run).toMatchObject({ state: 'failed' })
    await publish([mailOf()])
    expect((await start({}, 'viewer')).run).toMatchObject({ state: 'failed' })
    expect([called(), mails]).toEqual([[], []])
  })

  test('calls and messages of a member count towards the rate limit of sends', async () => {
    const limit = (send: number | null) => done('PATCH', '/v2/organizations/settings', { requestsPerMinute: { send } })
    await publish([mailOf(), callOf(constant('text', '1'))])
    await limit(1)
    const { run } = await start({})
    expect(run).toMatchObject({ state: 'failed', problem: expect.stringContaining('1 send requests a minute') })
    expect(called()).toEqual([])
    await limit(null)
  })

  test('a download and a value of the selection are refused by name', async () => {
    await done('DELETE', `${own()}/act`)
    const refused = async (effect: object, words: string) => {
      await publish([effect])
      const answer = await server().request({ method: 'POST', path: own(), as: 'admin', body: { sequenceId: 'act' } })
      expect(answer).toMatchObject({ status: 409, text: expect.stringContaining(words) })
    }
    const attachment = { target: { type: 'page', page: 'p' }, format: 'pdf' }
    await refused({ effect: 'notify-and-export', destination: 'download', attachment }, 'download')
    await refused(callOf({ type: 'column', column: 'c' }), 'which a webhook does not have')
    await refused(
      mailOf({ recipients: [{ type: 'dynamic', value: { type: 'column', column: 'c' } }] }),
      'which a webhook does not have',
    )
  })
})
