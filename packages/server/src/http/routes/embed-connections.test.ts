import { createHmac } from 'node:crypto'
import { text as textOf } from 'node:stream/consumers'
import type { ScheduleDelivery, ScheduleRun } from '@octavo/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The tables of `smallRetail` with other values. */
const otherRetail = smallRetail.map((statement) => statement.replaceAll("'completed'", "'elsewhere'"))

describeStores('an embed that reads another connection', (useStore) => {
  let own = ''
  let other = ''
  let signedIn = ''
  let documents: TestServices
  const mails: { to: string; file: string }[] = []
  const server = useServer(useStore, async (platform) => {
    documents = buildTestServices(platform, {
      sendMail: async ({ to, files = [] }) => {
        for (const { content } of files) mails.push({ to: String(to), file: await textOf(content) })
        return { refused: [] }
      },
    })
    own = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const settings = { published: { useOauth: true } }
    signedIn = await documents.addConnection(otherRetail, { usableBy: ['admin'], isApart: true, settings })
    other = await documents.addConnection(otherRetail, { usableBy: ['admin'], isApart: true })
    return documents.routes
  })
  let workbookId = ''
  let modelled = ''
  let credential = { clientId: '', clientSecret: '' }
  let ofBuilder = credential
  let serial = 0

  const api = async <T = Record<string, unknown>>(method: string, path: string, body?: unknown, as = 'admin') => {
    const answer = await server().request({ method, path, as: as as 'admin', ...(body === undefined ? {} : { body }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as T
  }

  function signed(claims: Record<string, unknown>, by = credential) {
    serial += 1
    const now = Math.floor(server().platform.clock.now() / 1000)
    const payload = { sub: 'ada@host.example', jti: `on-${serial}`, iat: now, exp: now + 600, ...claims }
    const text = `${encoded({ alg: 'HS256', kid: by.clientId })}.${encoded(payload)}`
    return `${text}.${createHmac('sha256', by.clientSecret).update(text).digest('base64url')}`
  }

  function signedUrl(parameters: Record<string, string>, embedId: string) {
    serial += 1
    const now = Math.floor(server().platform.clock.now() / 1000)
    const all = {
      ':nonce': `on-${serial}`,
      ':client_id': credential.clientId,
      ':mode': 'userbacked',
      ':email': 'ada@host.example',
      ':external_user_id': 'ada',
      ':external_user_team': 'Readers',
      ':session_length': '600',
      ':time': String(now),
      ...parameters,
    }
    const query = Object.entries(all).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    const text = `https://octavo.example/embed/${embedId}?${query.join('&')}`
    return `${text}&:signature=${createHmac('sha256', credential.clientSecret).update(text).digest('hex')}`
  }

  const start = (token: string) => server().request({ method: 'POST', path: '/auth/embed', body: { token } })
  async function sessionOf(token: string): Promise<string> {
    const answer = await start(token)
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { sessionToken: string }).sessionToken
  }
  const send = (token: string, method: string, path: string, body?: unknown) =>
    server().request({
      method,
      path,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    })

  /** Every text in the rows of the first page. */
  async function textsShown(token: string, id = workbookId): Promise<string[]> {
    const answer = await send(token, 'POST', `/v2/workbooks/${id}/pages/page-1/data`, {})
    expect(answer.status, answer.text).toBe(200)
    const lines = answer.lines as { event: string; columns?: unknown[][] }[]
    const cells = lines.flatMap(({ event, columns }) => (event === 'batch' ? (columns ?? []).flat() : []))
    return cells.filter((cell) => typeof cell === 'string')
  }

  const share = (id: string, memberId: string) =>
    api('POST', `/v2/workbooks/${id}/grants`, { grants: [{ grantee: { memberId }, permission: 'view' }] })

  beforeAll(async () => {
    const { people, store } = server().platform
    credential = await api('POST', '/v2/credentials', {
      ownerId: people.admin.memberId,
      name: 'Host',
      scopes: ['embed'],
    })
    ofBuilder = await api('POST', '/v2/credentials', {
      ownerId: people.builder.memberId,
      name: 'Own',
      scopes: ['embed'],
    })
    await api('POST', '/v2/teams', { name: 'Readers', members: [] })
    const { home_folder_id: folderId } = await store.db
      .selectFrom('members')
      .select('home_folder_id')
      .where('id', '=', people.builder.memberId)
      .executeTakeFirstOrThrow()
    const orders = { kind: 'warehouse-table', connectionId: own, path: ['RETAIL', 'PUBLIC', 'ORDERS'] }
    const columns = [
      { id: 'c', formula: '[ORDERS/Status]', name: 'Status' },
      { id: 'w', formula: 'CurrentUserEmail()', name: 'Who' },
    ]
    const table = (source: unknown, given: unknown = columns) => ({
      id: 'orders',
      kind: 'table',
      name: 'Orders',
      source,
      columns: given,
    })
    const workbook = (elements: unknown[]) => ({
      ...smallWorkbook(own, folderId),
      layout: undefined,
      pages: [{ id: 'page-1', name: 'Page', elements }],
    })
    const example = smallWorkbook(own, folderId) as { pages: { elements: { source?: unknown; kind: string }[] }[] }
    const source = example.pages[0]?.elements.find(({ kind }) => kind === 'table')?.source ?? orders
    const statement = { kind: 'sql', connectionId: own, statement: "SELECT 'SQL ' || STATUS AS S FROM PUBLIC.ORDERS" }
    const texts = {
      ...table(statement, [{ id: 's', formula: '[Custom SQL/S]', name: 'S' }]),
      id: 'texts',
      name: 'Texts',
    }
    const made = await api<{ workbookId: string }>(
      'POST',
      '/v2/workbooks/spec',
      workbook([table(source), texts]),
      'builder',
    )
    workbookId = made.workbookId
    const model = await api<{ dataModelId: string }>(
      'POST',
      '/v2/dataModels/spec',
      { name: 'Model', folderId, schemaVersion: 1, pages: [{ id: 'm', name: 'Model', elements: [table(source)] }] },
      'builder',
    )
    const over = { kind: 'data-model', dataModelId: model.dataModelId, elementId: 'orders' }
    const ofModel = await api<{ workbookId: string }>(
      'POST',
      '/v2/workbooks/spec',
      workbook([table(over, [{ id: 'c', formula: '[Orders/Status]', name: 'Status' }])]),
      'builder',
    )
    modelled = ofModel.workbookId
    const first = await start(signed({}))
    const { memberId } = (first.body as { session: { member: { memberId: string } } }).session.member
    await share(workbookId, memberId)
    await share(modelled, memberId)
  })

  test('tables, statements and data models are read from the connection of the token', async () => {
    const plain = await sessionOf(signed({}))
    const moved = await sessionOf(signed({ eval_connection_id: other }))
    for (const id of [workbookId, modelled]) {
      // Alternately, so that cached rows of one connection would appear on the other.
      expect(await textsShown(plain, id)).toContain('completed')
      expect(await textsShown(moved, id)).toContain('elsewhere')
      expect(await textsShown(plain, id)).not.toContain('elsewhere')
      expect(await textsShown(moved, id)).not.toContain('completed')
    }
    expect(await textsShown(moved)).toContain('SQL elsewhere')
  })

  test('an address signed in the older way can name it too', async () => {
    const made = await api<{ embedId: string }>('POST', `/v2/workbooks/${workbookId}/embeds`, {
      embedType: 'public',
      sourceType: 'workbook',
    })
    const token = await sessionOf(signedUrl({ ':eval_connection_id': other }, made.embedId))
    expect(await textsShown(token)).toContain('elsewhere')
    // A token for a data platform has to be encrypted here too.
    expect(await start(signedUrl({ ':oauth_token': 'a.b.c.d' }, made.embedId))).toMatchObject({
      status: 401,
      body: { hint: expect.stringContaining('oauth_token is not encrypted') },
    })
  })

  test('files exported in the session are read from it too', async () => {
    for (const [claims, shown, absent] of [
      [{}, 'completed', 'elsewhere'],
      [{ eval_connection_id: other }, 'elsewhere', 'completed'],
    ] as const) {
      const token = await sessionOf(signed(claims))
      const asked = { elementId: 'orders', format: { type: 'csv' } }
      const started = await send(token, 'POST', `/v2/workbooks/${workbookId}/export`, asked)
      expect(started.status, started.text).toBe(200)
      await documents.worker.runDue()
      const { queryId } = started.body as { queryId: string }
      const file = await send(token, 'GET', `/v2/query/${queryId}/download`)
      expect(file.status, file.text).toBe(200)
      expect(file.text).toContain(shown)
      expect(file.text).not.toContain(absent)
    }
  })

  test('what is sent in the session has its rows, for each recipient as that recipient', async () => {
    const { analyst, builder } = server().platform.people
    await share(workbookId, analyst.memberId)
    // Users of a host know no other members, so they write addresses.
    const source = { type: 'element', elementId: 'orders' }
    for (const [claims, shown, absent] of [
      [{}, 'completed', 'elsewhere'],
      [{ eval_connection_id: other }, 'elsewhere', 'completed'],
    ] as const) {
      mails.length = 0
      const token = await sessionOf(signed(claims))
      const answer = await send(token, 'POST', `/v2/workbooks/${workbookId}/send`, {
        targets: [analyst, builder].map(({ email }) => ({ type: 'email', email })),
        config: { title: 'Orders', messageBody: '', runAsRecipient: true },
        attachments: [{ formatOptions: { type: 'CSV' }, source }],
      })
      expect(answer.status, answer.text).toBe(200)
      await documents.worker.runDue()
      expect(mails.map(({ to }) => to).sort()).toEqual([analyst.email, builder.email].sort())
      for (const { to, file } of mails) {
        const [header, ...rows] = file.trim().split(/\r?\n/)
        expect(header).toBe('Status,Who')
        expect(rows.length).toBeGreaterThan(1)
        expect(
          rows.every((row) => row.endsWith(`,${to}`)),
          file,
        ).toBe(true)
        expect(file).toContain(shown)
        expect(file).not.toContain(absent)
      }
    }
  })

  describe('a schedule', () => {
    const source = { type: 'element', elementIds: ['orders'] }
    const configV2 = {
      title: 'Orders',
      messageBody: '',
      exportAttachments: [{ formatOptions: { type: 'CSV' }, workbookExportSource: source }],
    }
    const path = () => `/v2/workbooks/${workbookId}/schedules`
    async function added(token: string) {
      const target = [{ email: 'reader@example.com' }]
      const schedule = { cronSpec: '0 9 * * *', timezone: 'UTC' }
      const answer = await send(token, 'POST', path(), { target, schedule, configV2 })
      expect(answer.status, answer.text).toBe(200)
      return answer.body as { scheduledNotificationId: string; configV2: { embedOpts?: unknown } }
    }
    /** The file of the schedule's next run, or why the run failed. */
    async function runOf(id: string): Promise<string> {
      await api('POST', `${path()}/${id}/runs`)
      await documents.worker.runDue()
      const runs = `${path()}/${id}/runs`
      const [run] = (await api<{ entries: ScheduleRun[] }>('GET', runs)).entries
      if (run?.state !== 'success') return `${run?.state}: ${run?.reason}`
      const sent = await api<{ entries: ScheduleDelivery[] }>('GET', `${runs}/${run.deliveryId}/deliveries`)
      const fileId = sent.entries[0]?.files[0]?.fileId
      const file = `${runs}/${run.deliveryId}/files/${fileId}`
      return (await server().request({ method: 'GET', path: file, as: 'admin' })).text
    }

    test('continues to read from the connection of the session that created it', async () => {
      const plain = await added(await sessionOf(signed({})))
      const moved = await added(await sessionOf(signed({ eval_connection_id: other })))
      expect(plain.configV2.embedOpts).toBeUndefined()
      expect(moved.configV2.embedOpts).toEqual({ evalConnectionId: other })
      const ofPlain = await runOf(plain.scheduledNotificationId)
      expect(ofPlain).toContain('completed')
      expect(ofPlain).not.toContain('elsewhere')
      const ofMoved = await runOf(moved.scheduledNotificationId)
      expect(ofMoved).toContain('elsewhere')
      expect(ofMoved).not.toContain('completed')
    })

    test('keeps the connection when it is changed in the app, and uses that of a session that changes it', async () => {
      const { scheduledNotificationId: id } = await added(await sessionOf(signed({ eval_connection_id: other })))
      const change = { configV2: { ...configV2, title: 'Changed' } }
      const inApp = await api<{ configV2: object }>('PATCH', `${path()}/${id}`, change)
      expect(inApp.configV2).toMatchObject({ title: 'Changed', embedOpts: { evalConnectionId: other } })
      expect(await runOf(id)).toContain('elsewhere')
      const inSession = await send(await sessionOf(signed({})), 'PATCH', `${path()}/${id}`, change)
      expect(inSession.status, inSession.text).toBe(200)
      expect((inSession.body as { configV2: object }).configV2).not.toHaveProperty('embedOpts')
    })

    test('fails with the reason once the owner of the credential may not use the connection', async () => {
      const { scheduledNotificationId: id } = await added(await sessionOf(signed({ eval_connection_id: other })))
      const { store, people } = server().platform
      const { config } = await store.db
        .selectFrom('schedules')
        .select('config')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const embedConnection = { evalConnectionId: other, namedBy: people.builder.memberId }
      const signedByBuilder = JSON.stringify({ ...JSON.parse(config), embedConnection })
      await store.maintain('a host with fewer rights', (tx) =>
        tx.updateTable('schedules').set({ config: signedByBuilder }).where('id', '=', id).execute(),
      )
      expect(await runOf(id)).toMatch(/^error: .*may not use the connection of eval_connection_id any more/)
    })
  })

  test('no web query can be created in such a session', async () => {
    const token = await sessionOf(signed({ eval_connection_id: other }))
    const asked = { elementId: 'orders', format: 'csv' }
    expect(await send(token, 'POST', `/v2/workbooks/${workbookId}/web-queries`, asked)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: expect.stringContaining('eval_connection_id') },
    })
  })

  test('no rows can be written in such a session', async () => {
    const token = await sessionOf(signed({ eval_connection_id: other }))
    const rows = await send(token, 'POST', `/v2/workbooks/${workbookId}/elements/orders/rows`, {
      insert: [{ c: 'x' }],
    })
    expect(rows).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: expect.stringContaining('eval_connection_id') },
    })
  })

  describe('does not begin', () => {
    test.each<[string, () => [string, typeof credential], string | undefined]>([
      ['with no id', () => ['somewhere', credential], 'ESTALE'],
      ['with an unknown connection', () => [newUuid(), credential], 'ESTALE'],
      ['with a connection that whoever signs may not use', () => [other, ofBuilder], 'ESTALE'],
      ['with a connection whose readers sign in themselves', () => [signedIn, credential], undefined],
    ])('%s', async (_name, given, embedCode) => {
      const [id, by] = given()
      const { email } = server().platform.people.builder
      const claims = { eval_connection_id: id, ...(by === ofBuilder ? { sub: email } : {}) }
      const answer = await start(signed(claims, by))
      expect(answer).toMatchObject({
        status: 401,
        body: { code: 'unauthorized', hint: expect.stringContaining('eval_connection_id') },
      })
      expect((answer.body as { details: { embedCode?: string } }).details.embedCode).toBe(embedCode)
    })
  })
})
