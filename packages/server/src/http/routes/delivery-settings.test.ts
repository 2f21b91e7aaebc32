import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import {
  deleteSlackSetting,
  getSlackSetting,
  getWebhookSecret,
  rotateWebhookSecret,
  type Schedule,
  type ScheduleRun,
  type Send,
  updateSlackSetting,
  type WebhookSecret,
} from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSlack } from '../../services/schedules/destinations/slack/testing.ts'
import { describeStores } from '../../store/testing.ts'
import {
  buildTestPlatform,
  type Role,
  scenarios,
  startTestServer,
  type TestPlatform,
  type TestServer,
} from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const csv = { formatOptions: { type: 'CSV' }, source: { type: 'element', elementId: 'orders' } }
const dayMs = 86_400_000

/** A receiver of webhooks that records headers and bytes. */
async function startReceiver() {
  const received: { signature: string; delivery: string; body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { 'octavo-signature': signature, 'octavo-delivery': delivery } = request.headers
    received.push({ signature: String(signature), delivery: String(delivery), body: Buffer.concat(chunks) })
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`
  return { received, url, close: () => new Promise((done) => server.close(done)) }
}

describeStores('destinations of an organization', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices
  let slack: Awaited<ReturnType<typeof startSlack>>
  let hook: Awaited<ReturnType<typeof startReceiver>>
  let workbookId = ''

  beforeAll(async () => {
    platform = await buildTestPlatform(openStore)
    slack = await startSlack()
    hook = await startReceiver()
    documents = buildTestServices(platform, { slackUrl: slack.url })
    server = await startTestServer(platform, documents.routes)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId)
    const created = await documents.specs.create(await documents.viewer('builder'), 'workbook', spec)
    workbookId = created.record.inode.id
    await documents.share(workbookId, 'analyst', 'view')
  })
  beforeEach(() => {
    slack.posts.length = 0
    slack.faults.length = 0
    slack.calls.length = 0
    hook.received.length = 0
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await slack.close()
    await hook.close()
    await platform.close()
  })

  const ask = (as: Role, method: string, path: string, body?: object) =>
    server.request({ method, path, as, ...(body ? { body } : {}) })
  const setToken = (token: string, as: Role = 'admin') => ask(as, 'PUT', updateSlackSetting.path, { token })

  async function sent(targets: object[], attachments: object[] = [csv], as: Role = 'builder'): Promise<Send> {
    const config = { title: 'Orders <all>', messageBody: 'Look, <@U01>: *new*', includeLink: false }
    const path = `/v2/workbooks/${workbookId}/send`
    const answer = await ask(as, 'POST', path, { targets, attachments, config })
    expect(answer.status, answer.text).toBe(200)
    for (let tries = 0; ; tries += 1) {
      await documents.worker.runDue()
      const { body } = await ask(as, 'GET', `/v2/workbooks/${workbookId}/sends?limit=1`)
      const [last] = (body as { entries: Send[] }).entries
      if (!last) throw new Error('It is not in the list.')
      if ((last.state !== 'waiting' && last.state !== 'running') || tries > 8) return last
      platform.clock.advance(3_600_000 / 12)
    }
  }
  const toSlack = (slackConversationId = 'C01') => [{ type: 'slackChannel', slackConversationId }]

  test('a bot is stored once Slack accepts its token, is shown without it, and is removed', async () => {
    const path = getSlackSetting.path
    const none = { isConnected: false, workspace: null, bot: null, connectedAt: null }
    expect((await ask('admin', 'GET', path)).body).toEqual(none)
    const wrong = await setToken('xoxb-wrong')
    expect([wrong.status, wrong.body]).toMatchObject([400, { code: 'invalid_request' }])
    expect(wrong.text).toContain('The token of the bot is not valid.')
    expect((await ask('admin', 'GET', path)).body).toEqual(none)
    const { status, text, body } = await setToken('xoxb-good')
    expect([status, body]).toMatchObject([200, { isConnected: true, workspace: 'Acme', bot: 'reports' }])
    expect(text).not.toContain('xoxb')
    expect((await ask('admin', 'GET', path)).body).toEqual(body)
    const row = await platform.store.db.selectFrom('organizations').select('settings').execute()
    expect(JSON.stringify(row)).not.toContain('xoxb-good')
    const events = await platform.store.db.selectFrom('audit_events').selectAll().execute()
    expect(JSON.stringify(events)).not.toContain('xoxb-good')
    expect(events.some((event) => JSON.stringify(event).includes('SLACK_BOT_SET'))).toBe(true)
    expect((await ask('admin', 'DELETE', deleteSlackSetting.path)).status).toBe(200)
    expect((await ask('admin', 'GET', path)).body).toEqual(none)
  })

  for (const operation of [
    getSlackSetting,
    updateSlackSetting,
    deleteSlackSetting,
    getWebhookSecret,
    rotateWebhookSecret,
  ]) {
    const given = operation === updateSlackSetting ? { body: { token: 'xoxb-good' } } : {}
    scenarios(
      `${operation.method} ${operation.path}`,
      () => server,
      [
        { name: 'for members who manage destinations', as: 'builder', ...given, status: 200 },
        { name: 'not for others', as: 'analyst', ...given, status: 403, answer: { code: 'forbidden' } },
      ],
      { operation },
    )
  }

  test('files are sent to a channel as one message, in which only the text of its author may contain markup', async () => {
    await setToken('xoxb-good')
    const json = { formatOptions: { type: 'JSON' }, source: { type: 'element', elementId: 'orders' } }
    expect(await sent(toSlack(), [csv, json])).toMatchObject({ state: 'success', reason: null })
    const [post, ...further] = slack.posts
    expect(further).toEqual([])
    expect(post?.channel).toBe('C01')
    expect(post?.text).toContain('*Orders &lt;all&gt;*\nLook, <@U01>: *new*\n')
    expect(post?.files.map(({ title }) => title.replace(/^.* - /, ''))).toEqual(['Orders.csv', 'Orders.json'])
    expect(post?.files[0]?.content.split('\n').length).toBeGreaterThan(3)
  })

  test('a member gets a direct message, also without files', async () => {
    await setToken('xoxb-good')
    const nothing = { formatOptions: { type: 'NONE' }, source: { type: 'all' } }
    expect(await sent(toSlack('U01'), [nothing])).toMatchObject({ state: 'success' })
    expect(slack.posts).toMatchObject([{ channel: 'D01', files: [] }])
  })

  test.each([
    ['a limit of requests', { method: 'files.getUploadURLExternal', status: 429, retryAfter: 0 }, 'success', ''],
    ['a server that is away for a moment', { method: 'files.completeUploadExternal', status: 503 }, 'success', ''],
    ['a half upload', { method: 'upload', status: 500 }, 'success', ''],
    ['an error of theirs', { method: 'files.completeUploadExternal', error: 'internal_error' }, 'success', ''],
    ['a revoked token', { method: 'files.getUploadURLExternal', error: 'token_revoked' }, 'error', 'was revoked'],
    [
      'a channel without the bot',
      { method: 'files.completeUploadExternal', error: 'not_in_channel' },
      'error',
      'Invite it',
    ],
    [
      'an archived channel',
      { method: 'files.completeUploadExternal', error: 'is_archived' },
      'error',
      'in the archive',
    ],
    ['a missing scope', { method: 'files.getUploadURLExternal', error: 'missing_scope' }, 'error', 'files:write'],
    ['an unknown error', { method: 'files.completeUploadExternal', error: 'odd' }, 'error', '(odd)'],
  ])('after %s', async (_, fault, state, reason) => {
    await setToken('xoxb-good')
    slack.faults.push(fault)
    const last = await sent(toSlack())
    expect(last.state, String(last.reason)).toBe(state)
    expect(String(last.reason)).toContain(state === 'success' ? 'null' : reason)
    expect(slack.posts.length).toBe(state === 'success' ? 1 : 0)
  })

  test('an unknown conversation fails by name, and an invalid id is refused', async () => {
    await setToken('xoxb-good')
    expect(await sent(toSlack('C404'))).toMatchObject({
      state: 'error',
      reason: expect.stringContaining('channel_not_found'),
    })
    const body = { targets: toSlack('#general'), attachments: [csv], config: { title: '', messageBody: '' } }
    const refused = await ask('builder', 'POST', `/v2/workbooks/${workbookId}/send`, body)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('targets[0].slackConversationId')
  })

  test('a schedule without a bot is stored with a warning, and its run fails with the reason', async () => {
    await ask('admin', 'DELETE', deleteSlackSetting.path)
    const path = `/v2/workbooks/${workbookId}/schedules`
    const created = await ask('builder', 'POST', path, {
      target: [{ slackConversationId: 'C01' }],
      schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
      configV2: {
        title: 'T',
        messageBody: '',
        exportAttachments: [
          { formatOptions: { type: 'PDF' }, workbookExportSource: { type: 'all' } },
          { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } },
        ],
      },
    })
    expect(created.status, created.text).toBe(200)
    const schedule = created.body as Schedule
    expect(schedule.warnings).toEqual([
      { path: 'target[0].slackConversationId', message: expect.stringContaining('no bot in Slack') },
    ])
    const formats = schedule.configV2.notificationAttachments.map(({ formatOptions }) => formatOptions)
    expect(formats).toEqual([{ type: 'PDF', layout: 'portrait' }, { type: 'CSV' }])
    const one = `${path}/${schedule.scheduledNotificationId}`
    const csvOnly = { exportAttachments: [{ formatOptions: { type: 'NONE' }, workbookExportSource: { type: 'all' } }] }
    expect((await ask('builder', 'PATCH', one, { configV2: csvOnly })).status).toBe(200)
    expect((await ask('builder', 'POST', `${one}/runs`)).status).toBe(200)
    await documents.worker.runDue()
    const runs = (await ask('builder', 'GET', `${one}/runs`)).body as { entries: ScheduleRun[] }
    expect(runs.entries[0]).toMatchObject({ state: 'error', reason: expect.stringContaining('no bot in Slack') })
    await setToken('xoxb-good')
    expect(((await ask('builder', 'GET', one)).body as Schedule).warnings).toBeUndefined()
    await ask('builder', 'DELETE', one)
  })

  test('a member without the permission cannot export to Slack', async () => {
    const types = await ask('admin', 'GET', '/v2/accountTypes')
    expect(types.status).toBe(200)
    const body = { targets: toSlack(), attachments: [csv], config: { title: 'T', messageBody: '' } }
    expect((await ask('viewer', 'POST', `/v2/workbooks/${workbookId}/send`, body)).status).toBe(404)
    await documents.share(workbookId, 'viewer', 'view')
    expect((await ask('viewer', 'POST', `/v2/workbooks/${workbookId}/send`, body)).status).toBe(403)
  })

  test('webhooks are signed, and for a day after a change of the secret with both secrets', async () => {
    const secretNow = async () => (await ask('admin', 'GET', getWebhookSecret.path)).body as WebhookSecret
    const signaturesOf = async () => {
      hook.received.length = 0
      expect(await sent([{ type: 'webhook', webhookUrl: hook.url }])).toMatchObject({ state: 'success' })
      const [{ signature, delivery, body } = { signature: '', delivery: '', body: Buffer.alloc(0) }] = hook.received
      expect(delivery).toMatch(/^[0-9a-f-]{36}\.hook/)
      const [time = '', ...given] = signature.split(',')
      const seconds = time.replace('t=', '')
      expect(Math.abs(Number(seconds) - platform.clock.now() / 1000)).toBeLessThan(60)
      const made = (secret: string) =>
        `v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`
      return { given, made }
    }
    platform.clock.advance(dayMs + 1)
    const first = await secretNow()
    expect(await secretNow()).toEqual(first)
    const before = await signaturesOf()
    expect(before.given).toEqual([before.made(first.secret)])

    const second = (await ask('admin', 'POST', rotateWebhookSecret.path)).body as WebhookSecret
    expect(second.secret).not.toBe(first.secret)
    expect(second.previousValidUntil).not.toBeNull()
    const meanwhile = await signaturesOf()
    expect(meanwhile.given).toEqual([meanwhile.made(second.secret), meanwhile.made(first.secret)])

    platform.clock.advance(dayMs + 1)
    expect(await secretNow()).toMatchObject({ secret: second.secret, previousValidUntil: null })
    const after = await signaturesOf()
    expect(after.given).toEqual([after.made(second.secret)])
  })
})
