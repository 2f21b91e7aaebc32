import {
  deleteSchedules,
  getExportRules,
  listSchedules,
  retrySchedules,
  type Schedule,
  type ScheduleRun,
  updateExportRules,
} from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SendMail } from '../../outbound/index.ts'
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

const csv = { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } }
const none = {
  minimumMinutes: null,
  allowedDomains: null,
  sameTeamOnly: false,
  asRecipientOnly: false,
  blindCopy: null,
}

describeStores('rules of an organization for exports, and limits of schedules', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices
  let workbookId = ''
  const sent: { to: string[]; names: string[] }[] = []
  const sendMail: SendMail = async ({ to, cc = [], bcc = [], onlyTo, files = [] }) => {
    for (const { content } of files) content.destroy()
    sent.push({ to: onlyTo === undefined ? [to, cc, bcc].flat() : [onlyTo], names: files.map(({ name }) => name) })
    return { refused: [] }
  }

  beforeAll(async () => {
    platform = await buildTestPlatform(openStore)
    documents = buildTestServices(platform, { sendMail })
    server = await startTestServer(platform, documents.routes)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId) as {
      pages: { elements: { id: string; columns?: object[] }[] }[]
    }
    const orders = spec.pages[0]?.elements.find(({ id }) => id === 'orders')
    const mails = 'If([Status] = "completed", "in@good.example, out@bad.example", Null)'
    orders?.columns?.push({ id: 'o-mails', formula: mails, name: 'Mails', hidden: true })
    const created = await documents.specs.create(await documents.viewer('builder'), 'workbook', spec)
    workbookId = created.record.inode.id
  })
  beforeEach(async () => {
    await platform.store.maintain('test', (tx) =>
      tx.updateTable('schedules').set({ ended_at: 1, next_due_at: null }).execute(),
    )
    await rules(none)
    sent.length = 0
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await platform.close()
  })

  const ask = (as: Role, method: string, path: string, body?: object) =>
    server.request({ method, path, as, ...(body ? { body } : {}) })
  const rules = async (change: object) => {
    const answer = await ask('admin', 'PATCH', updateExportRules.path, change)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const path = (id = '') => `/v2/workbooks/${workbookId}/schedules${id}`
  const post = (config: object = {}, target: object[] = [{ email: 'in@good.example' }], cronSpec = '0 * * * *') =>
    ask('builder', 'POST', path(), {
      target,
      schedule: { cronSpec, timezone: 'UTC' },
      configV2: { title: 'Orders', messageBody: '', exportAttachments: [csv], ...config },
    })
  async function schedule(...asked: Parameters<typeof post>): Promise<string> {
    const answer = await post(...asked)
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as Schedule).scheduledNotificationId
  }
  const runsOf = async (id: string) =>
    ((await ask('builder', 'GET', path(`/${id}/runs?limit=100`))).body as { entries: ScheduleRun[] }).entries
  async function dueHours(count: number): Promise<void> {
    for (let hour = 0; hour < count; hour += 1) {
      platform.clock.advance(3_600_000 - (platform.clock.now() % 3_600_000) + 1000)
      await documents.scheduleDue.tick()
      await documents.worker.runDue()
    }
  }

  scenarios(
    `${updateExportRules.method} ${updateExportRules.path}`,
    () => server,
    [
      {
        name: 'domains',
        as: 'admin',
        body: { allowedDomains: ['@Good.Example'] },
        status: 200,
        answer: { ...none, allowedDomains: ['good.example'] },
      },
      { name: 'no domain', as: 'admin', body: { allowedDomains: ['a b'] }, status: 400 },
      { name: 'no address', as: 'admin', body: { blindCopy: 'nobody' }, status: 400 },
      { name: 'not for others', as: 'builder', body: { blindCopy: null }, status: 403, answer: { code: 'forbidden' } },
    ],
    { operation: updateExportRules },
  )
  scenarios(
    `${getExportRules.method} ${getExportRules.path}`,
    () => server,
    [
      { name: 'for administrators', as: 'admin', status: 200, answer: none },
      { name: 'not for others', as: 'builder', status: 403, answer: { code: 'forbidden' } },
    ],
    { operation: getExportRules },
  )

  scenarios(
    `${listSchedules.method} ${listSchedules.path}`,
    () => server,
    [
      { name: 'for administrators', as: 'admin', status: 200, answer: { entries: [], total: 0 } },
      { name: 'not for others', as: 'builder', status: 403, answer: { code: 'forbidden' } },
      { name: 'of a state', as: 'admin', path: `${listSchedules.path}?state=paused&lastRun=error`, status: 200 },
      { name: 'of no state', as: 'admin', path: `${listSchedules.path}?state=gone`, status: 400 },
    ],
    { operation: listSchedules },
  )
  for (const operation of [retrySchedules, deleteSchedules]) {
    const body = { scheduleIds: ['nothing', 'nothing else'] }
    scenarios(
      `${operation.method} ${operation.path}`,
      () => server,
      [
        { name: 'none of them', as: 'admin', body: { scheduleIds: [] }, status: 400 },
        { name: 'an id that does not exist', as: 'admin', body, status: 404, answer: { code: 'not_found' } },
        { name: 'not for others', as: 'builder', body, status: 403, answer: { code: 'forbidden' } },
      ],
      { operation },
    )
  }

  test('addresses outside the domains are refused, left out of a burst by name, and stop an existing schedule', async () => {
    const before = await schedule({}, [{ email: 'out@bad.example' }])
    await rules({ allowedDomains: ['good.example'] })
    const refused = await post({}, [{ email: 'in@good.example' }, { ccEmail: 'out@bad.example' }])
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('target[1].ccEmail')
    expect(refused.text).toContain('Exports go to good.example only')
    const id = await schedule(
      {
        burst: { controlId: 'Status-Pick' },
        dynamicRecipientSettings: { sourceNodeId: 'orders', recipientColumnId: 'o-mails' },
      },
      [],
    )
    await dueHours(1)
    // The owner gets a mail about the failed export; that mail has no files.
    expect(sent.flatMap(({ to, names }) => (names.length > 0 ? [to] : []))).toEqual([['in@good.example']])
    expect((await runsOf(id))[0]).toMatchObject({
      state: 'success',
      reason: expect.stringContaining(
        'good.example only, as the organization has set it. (out@bad.example, completed)',
      ),
    })
    expect((await runsOf(before))[0]).toMatchObject({
      state: 'error',
      reason: expect.stringContaining('out@bad.example gets nothing, so nothing was sent.'),
    })
  })

  test('rules: members of own teams only, data of the recipient only, and a maximum frequency', async () => {
    const { builder, analyst } = platform.people
    await rules({ sameTeamOnly: true })
    expect((await post({}, [{ email: analyst.email }])).text).toContain('members of the own teams only')
    await schedule({}, [{ email: builder.email }])
    const team = await ask('admin', 'POST', '/v2/teams', {
      name: 'Both',
      members: [builder.memberId, analyst.memberId],
    })
    expect(team.status, team.text).toBe(200)
    await schedule({}, [{ email: analyst.email }])
    await rules({ sameTeamOnly: false, asRecipientOnly: true })
    expect((await post()).text).toContain('only with the data of each recipient')
    await rules({ asRecipientOnly: false, minimumMinutes: 60 })
    expect((await post({}, undefined, '0,30 * * * *')).text).toContain(
      'every 30 minutes; the organization allows every 60',
    )
    const id = await schedule()
    const change = { schedule: { cronSpec: '*/15 * * * *' } }
    expect((await ask('builder', 'PATCH', path(`/${id}`), change)).status).toBe(400)
    await rules({ minimumMinutes: 1440 })
    expect((await ask('builder', 'PATCH', path(`/${id}`), { configV2: { title: 'Kept' } })).status).toBe(200)
    await schedule({}, undefined, '0 9 * * *')
  })

  test('rules apply to sends and tests too, and at each run of an existing schedule', async () => {
    const { builder, admin } = platform.people
    const before = await schedule({}, [{ email: admin.email }])
    await rules({ sameTeamOnly: true })
    const send = async (target: object, config: object = {}) => {
      const answer = await ask('builder', 'POST', `/v2/workbooks/${workbookId}/send`, {
        targets: [target],
        config: { title: 'Orders', messageBody: '', ...config },
        attachments: [{ formatOptions: { type: 'CSV' }, source: { type: 'element', elementId: 'orders' } }],
      })
      const { details = {} } = answer.body as { details?: { problems?: { path: string }[] } }
      return details.problems?.map(({ path }) => path) ?? answer.status
    }
    expect(await send({ type: 'email', email: admin.email })).toEqual(['targets[0].email'])
    expect(await send({ type: 'member', userId: admin.memberId })).toEqual(['targets[0].userId'])
    expect(await send({ type: 'member', userId: builder.memberId })).toBe(200)
    expect((await ask('builder', 'POST', path(`/${before}/runs`))).status).toBe(200)
    await documents.worker.runDue()
    expect((await runsOf(before))[0]).toMatchObject({
      state: 'error',
      reason: expect.stringContaining(`${admin.email} gets nothing, so nothing was sent.`),
    })
    await rules({ sameTeamOnly: false, asRecipientOnly: true })
    const member = { type: 'member', userId: builder.memberId }
    expect(await send(member)).toEqual(['config.runAsRecipient'])
    expect(await send(member, { runAsRecipient: true })).toBe(200)
    sent.length = 0
    // A test is a mail, even if the schedule sends none.
    const hook = {
      target: [{ webhookUrl: 'https://hook.example/orders' }],
      schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
      configV2: { title: 'Orders', messageBody: '', exportAttachments: [csv] },
    }
    const tested = await ask('builder', 'POST', path('/test'), hook)
    expect(tested.status, tested.text).toBe(200)
    await documents.worker.runDue()
    expect(sent.map(({ to }) => to)).toContainEqual([builder.email])
  })

  test('a blind copy of every mail is sent once to the address of the organization', async () => {
    await rules({ blindCopy: 'audit@good.example' })
    await schedule()
    await schedule({}, [{ email: 'Audit@good.example' }])
    await dueHours(1)
    expect(sent.map(({ to }) => to).toSorted()).toEqual([
      ['Audit@good.example'],
      ['audit@good.example'],
      ['in@good.example'],
    ])
  })

  test.each([
    [{ window: 'alltime', volume: 2 }, 30, 2, '2 times in all'],
    [{ window: 'daily', volume: 1 }, 30, 2, 'once a day'],
    [{ window: 'always', volume: null }, 3, 3, ''],
  ] as const)('a limit of %j is applied', async (alertConfig, hours, count, reason) => {
    // Moves the clock to half past midnight.
    platform.clock.advance(86_400_000 - (platform.clock.now() % 86_400_000) + 1_800_000)
    const id = await schedule({ alertConfig })
    await dueHours(hours)
    expect(sent).toHaveLength(count)
    const skipped = (await runsOf(id)).filter(({ state }) => state === 'skipped')
    expect(skipped).toHaveLength(hours - count)
    for (const run of skipped) expect(run.reason).toContain(reason)
    if (alertConfig.window !== 'alltime') return
    expect((await ask('builder', 'POST', path(`/${id}/runs`))).status).toBe(200)
    await documents.worker.runDue()
    expect(sent).toHaveLength(count + 1)
    await ask('builder', 'PATCH', path(`/${id}`), { configV2: { alertConfig: { window: 'alltime', volume: 1 } } })
    await dueHours(2)
    expect(sent).toHaveLength(count + 2)
  })

  test('administrators see all sends, also failed ones, send them again and remove them', async () => {
    const good = await schedule()
    await rules({ allowedDomains: ['good.example'] })
    const failing = await (async () => {
      await rules({ allowedDomains: null })
      const id = await schedule({}, [{ email: 'out@bad.example' }])
      await rules({ allowedDomains: ['good.example'] })
      return id
    })()
    await dueHours(1)
    const idsOf = async (query: string) =>
      ((await ask('admin', 'GET', `/v2/schedules${query}`)).body as { entries: Schedule[] }).entries.map(
        ({ scheduledNotificationId }) => scheduledNotificationId,
      )
    expect(await idsOf('')).toEqual([good, failing])
    expect(await idsOf('?lastRun=error')).toEqual([failing])
    expect(await idsOf('?lastRun=success')).toEqual([good])
    expect(await idsOf(`?ownerId=${platform.people.builder.memberId}&workbookId=${workbookId}`)).toEqual([
      good,
      failing,
    ])
    expect(await idsOf(`?ownerId=${platform.people.admin.memberId}`)).toEqual([])
    expect(await idsOf('?state=suspended')).toEqual([])
    const named = (await ask('admin', 'GET', `/v2/schedules?workbookId=${workbookId}&lastRun=error`)).body
    expect(named).toMatchObject({ total: 1, entries: [{ workbookName: 'Store sales', ownerName: 'builder Test' }] })
    expect((await ask('builder', 'GET', '/v2/schedules')).status).toBe(403)

    await rules({ allowedDomains: null })
    const again = await ask('admin', 'POST', '/v2/schedules/retry', { scheduleIds: [failing, 'nothing'] })
    expect(again.body).toEqual({
      entries: [
        { scheduleId: failing, isDone: true, message: null },
        { scheduleId: 'nothing', isDone: false, message: expect.stringContaining('nothing') },
      ],
    })
    await documents.worker.runDue()
    expect(await idsOf('?lastRun=error')).toEqual([])
    const body = { scheduleIds: [good, failing] }
    expect((await ask('builder', 'POST', '/v2/schedules/delete', body)).status).toBe(403)
    expect((await ask('admin', 'POST', '/v2/schedules/delete', body)).status).toBe(200)
    expect(await idsOf('')).toEqual([])
  })

  test('a limit without a number is refused', async () => {
    const answer = await post({ alertConfig: { window: 'daily' } })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('configV2.alertConfig.volume')
  })

  test('file names can start with the due time', async () => {
    await schedule({ prefixFileNames: true })
    await dueHours(1)
    expect(sent[0]?.names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d-00 Store sales - Orders\.csv$/)])
  })
})
