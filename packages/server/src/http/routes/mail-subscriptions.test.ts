import {
  getMailSubscription,
  resubscribeMail,
  type ScheduleDetails,
  type ScheduleRun,
  unsubscribeMail,
} from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail } from '../../outbound/index.ts'
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

const { path } = getMailSubscription
const [ann, bob] = ['ann@example.com', 'Bob@example.com']

describeStores('links that end the mails of a schedule', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices
  let schedules = ''
  const mails: Omit<Mail, 'files'>[] = []
  let refused: string | null = null

  beforeAll(async () => {
    platform = await buildTestPlatform(openStore)
    documents = buildTestServices(platform, {
      sendMail: async ({ files = [], ...mail }) => {
        for (const { content } of files) content.destroy()
        if (refused !== null && mail.onlyTo === refused) throw new Error('connection reset')
        mails.push(mail)
        return { refused: [] }
      },
    })
    server = await startTestServer(platform, documents.routes)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId)
    const { record } = await documents.specs.create(await documents.viewer('builder'), 'workbook', spec)
    schedules = `/v2/workbooks/${record.inode.id}/schedules`
  })
  beforeEach(() => {
    mails.length = 0
    refused = null
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await platform.close()
  })

  const ask = (method: string, at: string, body?: object, as: Role = 'builder') =>
    server.request({ method, path: at, as, ...(body ? { body } : {}) })

  async function scheduled(target: object[]): Promise<string> {
    const csv = { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } }
    const configV2 = { title: 'Orders', messageBody: '', exportAttachments: [csv] }
    const schedule = { cronSpec: '0 9 * * *', timezone: 'UTC' }
    const made = await ask('POST', schedules, { target, schedule, configV2 })
    expect(made.status, made.text).toBe(200)
    return (made.body as { scheduledNotificationId: string }).scheduledNotificationId
  }
  async function ran(id: string): Promise<ScheduleRun | undefined> {
    expect((await ask('POST', `${schedules}/${id}/runs`)).status).toBe(200)
    for (let tries = 0; ; tries += 1) {
      await documents.worker.runDue()
      const { body } = await ask('GET', `${schedules}/${id}/runs`)
      const [last] = (body as { entries: ScheduleRun[] }).entries
      platform.clock.advance(5_000)
      if ((last?.state !== 'waiting' && last?.state !== 'running') || tries > 8) return last
    }
  }
  const tokenIn = ({ text }: { text: string }) => /\/unsubscribe#(\S+)/.exec(text)?.[1] ?? ''
  const end = (token: string) => ask('POST', `${unsubscribeMail.path}?token=${token}`, {})
  const details = async (id: string) => (await ask('GET', `${schedules}/${id}`)).body as ScheduleDetails

  test('each recipient has a copy with their own link; one who unsubscribes gets no more, until they subscribe again', async () => {
    const id = await scheduled([{ email: ann }, { ccEmail: bob }])
    expect(await ran(id)).toMatchObject({ state: 'success', reason: null })
    expect(mails.map(({ onlyTo, to, cc }) => [onlyTo, to, cc])).toEqual([
      [ann, [ann], [bob]],
      [bob, [ann], [bob]],
    ])
    expect(new Set(mails.map(({ deliveryId }) => deliveryId)).size).toBe(2)
    const [, mail] = mails
    const token = mail ? tokenIn(mail) : ''
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(/^<http.*\/v2\/mail-subscriptions\/unsubscribe\?token=[\w.-]+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(mail?.headers?.['List-Unsubscribe']).toContain(token)
    expect((await ask('GET', `${path}?token=${token}`)).body).toEqual({ isSubscribed: true })
    expect((await end(token)).body).toEqual({ isSubscribed: false })
    expect((await end(token)).body).toEqual({ isSubscribed: false })
    expect((await details(id)).unsubscribed).toMatchObject([{ email: bob }])
    mails.length = 0
    expect(await ran(id)).toMatchObject({ state: 'success', reason: 'They have unsubscribed.' })
    // Only one recipient is left, so there is one mail.
    expect(mails.map(({ to, cc, onlyTo }) => [to, cc, onlyTo])).toEqual([[[ann], [], undefined]])
    expect((await ask('POST', `${resubscribeMail.path}?token=${token}`)).body).toEqual({ isSubscribed: true })
    expect((await details(id)).unsubscribed).toEqual([])
    mails.length = 0
    await ran(id)
    expect(mails).toHaveLength(2)
    const events = await platform.store.db.selectFrom('audit_events').select('action').execute()
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['SCHEDULE_UNSUBSCRIBED', 'SCHEDULE_RESUBSCRIBED']),
    )
  })

  test('without any recipient left the run is skipped with the reason', async () => {
    const id = await scheduled([{ email: ann }])
    await ran(id)
    const [mail] = mails
    await end(mail ? tokenIn(mail) : '')
    expect(await ran(id)).toMatchObject({ state: 'skipped', reason: 'They have unsubscribed.' })
    expect(mails).toHaveLength(1)
  })

  test('an attempt that is interrupted between two copies sends no copy twice', async () => {
    const id = await scheduled([{ email: ann }, { email: bob }])
    refused = bob
    expect((await ask('POST', `${schedules}/${id}/runs`)).status).toBe(200)
    await documents.worker.runDue()
    await documents.worker.runDue()
    expect(mails.map(({ onlyTo }) => onlyTo)).toEqual([ann])
    refused = null
    platform.clock.advance(60_000)
    await documents.worker.runDue()
    expect(mails.map(({ onlyTo }) => onlyTo)).toEqual([ann, bob])
  })

  test('a forged link, one of another schedule, and one of a deleted schedule get the same response', async () => {
    const id = await scheduled([{ email: ann }])
    await ran(id)
    const [mail] = mails
    const token = mail ? tokenIn(mail) : ''
    const [facts = '', mac = ''] = token.split('.')
    const other = Buffer.from(Buffer.from(facts, 'base64url').toString().replace(ann, bob)).toString('base64url')
    expect((await ask('DELETE', `${schedules}/${id}`)).status).toBe(200)
    const answers = []
    for (const each of [token, `${other}.${mac}`, 'nothing', '.']) {
      const { status, body } = await ask('GET', `${path}?token=${each}`)
      const { requestId: _, ...reported } = body as { requestId: string }
      answers.push([status, reported])
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]?.[0]).toBe(404)
  })

  test('a mail program unsubscribes by its form, without signing in', async () => {
    const id = await scheduled([{ email: ann }])
    await ran(id)
    const [mail] = mails
    const [, address = ''] = /<http:\/\/[^/]+(\/[^>]+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '') ?? []
    const form = { 'List-Unsubscribe': 'One-Click' }
    const answer = await server.request({ method: 'POST', path: address, form })
    expect([answer.status, answer.body]).toEqual([200, { isSubscribed: false }])
    expect((await details(id)).unsubscribed).toMatchObject([{ email: ann }])
  })

  for (const operation of [getMailSubscription, unsubscribeMail, resubscribeMail]) {
    scenarios(
      `${operation.method} ${operation.path}`,
      () => server,
      [
        {
          name: 'a forged link',
          query: { token: 'forged.link' },
          ...(operation === unsubscribeMail ? { body: {} } : {}),
          status: 404,
          answer: { code: 'not_found' },
        },
      ],
      { operation },
    )
  }
})
