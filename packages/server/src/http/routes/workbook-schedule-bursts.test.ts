import type { Schedule, ScheduleDelivery, ScheduleRun } from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail, SendMail } from '../../outbound/index.ts'
import { createWorker } from '../../queue/index.ts'
import { scheduleJobs } from '../../services/schedules/jobs.ts'
import { describeStores } from '../../store/testing.ts'
import { buildTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const csv = { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } }
const burst = { controlId: 'Status-Pick' }
const dynamicRecipientSettings = { sourceNodeId: 'orders', recipientColumnId: 'o-mails' }
/** A cell with two addresses, one with an invalid address, and one without any. */
const mails =
  'If([Status] = "completed", "a@example.com, b@example.com", If([Status] = "returned", "nobody, A@example.com", Null))'

interface Sent {
  to: readonly string[]
  subject: string
  text: string
  files: Record<string, string>
  deliveryId: string
}

describeStores('bursts of scheduled exports', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices
  let workbookId = ''
  const sent: Sent[] = []
  let before: (mail: Mail) => void | Promise<void> = () => {}

  const sendMail: SendMail = async (mail) => {
    await before(mail)
    const files: Record<string, string> = {}
    for (const { name, content } of mail.files ?? []) {
      const chunks: Buffer[] = []
      for await (const chunk of content) chunks.push(Buffer.from(chunk))
      files[name] = Buffer.concat(chunks).toString()
    }
    const to = [mail.to, mail.cc ?? [], mail.bcc ?? []].flat()
    sent.push({ to, subject: mail.subject, text: mail.text, files, deliveryId: mail.deliveryId ?? '' })
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
    orders?.columns?.push({ id: 'o-mails', formula: mails, name: 'Mails', hidden: true })
    orders?.columns?.push({ id: 'o-who', formula: 'CurrentUserEmail()', name: 'Who' })
    const created = await documents.specs.create(await documents.viewer('builder'), 'workbook', spec)
    workbookId = created.record.inode.id
    await documents.share(workbookId, 'analyst', 'view')
  })
  beforeEach(() => {
    sent.length = 0
    before = () => {}
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await platform.close()
  })

  const ask = (method: string, path: string, body?: object, as: 'builder' | 'analyst' = 'builder') =>
    server.request({ method, path: `/v2/workbooks/${workbookId}/schedules${path}`, as, ...(body ? { body } : {}) })
  const asked = (config: object, target: object[]) => ({
    target,
    schedule: { cronSpec: '0 4 1 1 *', timezone: 'UTC' },
    configV2: {
      title: 'Orders',
      messageBody: 'Hello',
      exportAttachments: [csv],
      burst,
      dynamicRecipientSettings,
      ...config,
    },
  })
  async function schedule(config: object = {}, target: object[] = []): Promise<string> {
    const answer = await ask('POST', '', asked(config, target))
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as Schedule).scheduledNotificationId
  }
  async function sendNow(id: string): Promise<void> {
    expect((await ask('POST', `/${id}/runs`)).status).toBe(200)
    await documents.worker.runDue()
  }
  async function lastRun(id: string): Promise<ScheduleRun> {
    const [run] = ((await ask('GET', `/${id}/runs`)).body as { entries: ScheduleRun[] }).entries
    if (!run) throw new Error('It has run.')
    return run
  }
  /** `value recipient state` of each message, with the reason in the ledger if any. */
  async function ledger(id: string, query = '?limit=1000'): Promise<string[]> {
    const { deliveryId } = await lastRun(id)
    const answer = await ask('GET', `/${id}/runs/${deliveryId}/deliveries${query}`)
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { entries: ScheduleDelivery[] }).entries
      .map(({ value, recipient, state, reason }) => [value, recipient, state, ...(reason ? [reason] : [])].join(' | '))
      .toSorted()
  }
  const toOf = () => sent.map(({ to, files }) => `${to} ${Object.keys(files)}`).toSorted()

  test('each recipient from a column gets the files of their values only, standard recipients get all', async () => {
    const id = await schedule({}, [{ email: 'all@example.com' }])
    await sendNow(id)
    expect(toOf()).toEqual(
      [
        'a@example.com Store sales - Orders - completed.csv',
        'A@example.com Store sales - Orders - returned.csv',
        'all@example.com Store sales - Orders - completed.csv',
        'all@example.com Store sales - Orders - returned.csv',
        'all@example.com Store sales - Orders - shipped.csv',
        'b@example.com Store sales - Orders - completed.csv',
      ].toSorted(),
    )
    for (const { to, files, text } of sent) {
      const [[name = '', content = ''] = []] = Object.entries(files)
      const value = /- (\w+)\.csv$/.exec(name)?.[1] ?? ''
      expect(text, `${to}`).toContain(`Status: ${value}`)
      const statuses = content
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[2])
      expect(new Set(statuses), `${to}`).toEqual(new Set([value]))
    }
    expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(6)
    expect(await lastRun(id)).toMatchObject({
      state: 'success',
      reason: '"nobody" is not one email address. (nobody, returned)',
    })
    expect(await ledger(id)).toEqual([
      'completed | a@example.com | sent',
      'completed | all@example.com | sent',
      'completed | b@example.com | sent',
      'returned | A@example.com | sent',
      'returned | all@example.com | sent',
      'returned | nobody | skipped | "nobody" is not one email address.',
      'shipped | all@example.com | sent',
    ])
    expect(await ledger(id, '?limit=3')).toHaveLength(3)
    const { deliveryId } = await lastRun(id)
    const foreign = await ask('GET', `/${id}/runs/${deliveryId}/deliveries`, undefined, 'analyst')
    expect(foreign.status).toBe(403)
  })

  test('a burst is returned as it was requested, and removed by null', async () => {
    const id = await schedule()
    const shown = async () => ((await ask('GET', `/${id}`)).body as Schedule).configV2
    expect(await shown()).toMatchObject({ burst, dynamicRecipientSettings })
    const target = [{ email: 'all@example.com' }]
    const off = await ask('PATCH', `/${id}`, { target, configV2: { burst: null, dynamicRecipientSettings: null } })
    expect(off.status, off.text).toBe(200)
    expect(Object.keys(await shown())).not.toContain('burst')
    await sendNow(id)
    expect(toOf()).toEqual(['all@example.com Store sales - Orders.csv'])
  })

  test('a condition is checked for each value', async () => {
    const condition = { type: 'column', elementId: 'orders', columnId: 'o-id', op: 'GreaterThan', mode: 'any' }
    const conditionOptions = { type: 'workbook', condition: { ...condition, value: { type: 'integer', value: '2' } } }
    const id = await schedule({ conditionOptions }, [{ email: 'all@example.com' }])
    await sendNow(id)
    expect(sent.flatMap(({ files }) => Object.keys(files)).toSorted()).toEqual([
      'Store sales - Orders - returned.csv',
      'Store sales - Orders - returned.csv',
      'Store sales - Orders - shipped.csv',
    ])
    expect(await ledger(id)).toContain('completed | b@example.com | skipped | The condition was not met.')
    const none = { ...condition, value: { type: 'integer', value: '99' } }
    const silent = await schedule({ conditionOptions: { type: 'workbook', condition: none } }, [])
    sent.length = 0
    await sendNow(silent)
    expect(sent).toEqual([])
    expect(await lastRun(silent)).toMatchObject({
      state: 'skipped',
      reason: expect.stringContaining('The condition was not met. (a@example.com, completed, and 2 more)'),
    })
  })

  test('with the data of each recipient, recipients who are not members are left out by name', async () => {
    const id = await schedule({ runAsRecipient: true }, [{ email: platform.people.analyst.email }])
    await sendNow(id)
    expect(sent).toHaveLength(3)
    for (const { files } of sent) for (const file of Object.values(files)) expect(file).toContain('analyst@')
    expect(await ledger(id)).toContain(
      'completed | a@example.com | skipped | They are not a member, so they have no data of their own.',
    )
  })

  test('interrupted between two messages, the next process sends the rest: none is lost or sent twice', async () => {
    const id = await schedule({}, [{ email: 'all@example.com' }])
    const workerOf = () =>
      createWorker({
        store: platform.store,
        clock: platform.clock,
        concurrency: 1,
        handlers: scheduleJobs({
          runs: documents.scheduleRuns,
          outbox: documents.scheduleOutbox,
          notices: documents.scheduleNotices,
        }),
      })
    expect((await ask('POST', `/${id}/runs`)).status).toBe(200)
    const stuck = Promise.withResolvers<void>()
    const dies = Promise.withResolvers<never>()
    let count = 0
    before = () => {
      count += 1
      if (count <= 3) return
      stuck.resolve()
      return dies.promise
    }
    const dying = workerOf().runDue()
    await stuck.promise
    const noted = async () => (await ledger(id)).filter((line) => line.endsWith('sent')).length
    await expect.poll(noted, { timeout: 30_000 }).toBe(3)
    before = () => {}
    platform.clock.advance(31_000)
    await workerOf().runDue()
    expect(sent).toHaveLength(6)
    expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(6)
    expect((await lastRun(id)).state).toBe('success')
    dies.reject(new Error('dead'))
    await dying
    expect(sent).toHaveLength(6)
  })

  test('a message that fails makes the run fail and is named; the others are sent', async () => {
    const id = await schedule()
    before = ({ to }) => {
      if ([to].flat().includes('b@example.com')) throw new Error('connection reset')
    }
    await sendNow(id)
    for (let attempt = 0; attempt < 8; attempt += 1) {
      platform.clock.advance(3_600_000)
      await documents.scheduleDue.tick()
      await documents.worker.runDue()
    }
    expect(await lastRun(id)).toMatchObject({
      state: 'error',
      reason: expect.stringContaining('(b@example.com, completed)'),
    })
    expect(sent).toHaveLength(2)
  })

  test('subject, text and file names have formulas of the workbook, for each value and reader', async () => {
    const words = {
      title: '{{Count([Orders/Order Id])}} orders are\n{{[Status-Pick]}}',
      messageBody: 'The first: {{Min([Orders/Order Date]) | %d.%m.%Y}}, read by {{CurrentUserEmail()}}',
      exportAttachments: [{ ...csv, fileName: '{{[Status-Pick]}}/{{Count([Orders/Order Id])}}' }],
    }
    const id = await schedule({ ...words, runAsRecipient: true }, [{ email: platform.people.analyst.email }])
    await sendNow(id)
    const reported = sent.map(({ subject, text, files }) => [subject, text.split('\n')[0], Object.keys(files)])
    const reader = platform.people.analyst.email
    expect(reported.toSorted()).toEqual([
      ['1 orders are returned', `The first: 03.05.2026, read by ${reader}`, ['returned 1.csv']],
      ['1 orders are shipped', `The first: 01.06.2026, read by ${reader}`, ['shipped 1.csv']],
      ['2 orders are completed', `The first: 01.05.2026, read by ${reader}`, ['completed 2.csv']],
    ])
  })

  test.each([
    [{ title: '{{Sum([Orders/Nothing])}}' }, 'configV2.title', 'The formula \\"Sum([Orders/Nothing])\\"'],
    [{ messageBody: 'of {{[Nobody]}}' }, 'configV2.messageBody', 'cannot be computed'],
    [{ messageBody: '{{Sum(}}' }, 'configV2.messageBody', 'cannot be computed'],
    [
      { exportAttachments: [{ ...csv, fileName: '{{[Gone/Column]}}' }] },
      'configV2.exportAttachments[0].fileName',
      'It names no control and no table of the workbook.',
    ],
  ])('%j is refused', async (config, path, message) => {
    const answer = await ask('POST', '', asked(config, []))
    expect(answer.status, answer.text).toBe(400)
    expect(answer.text).toContain(message)
    const { problems } = (answer.body as { details: { problems: { path: string }[] } }).details
    expect(problems.map((problem) => problem.path)).toEqual([path])
  })

  test('it is tested before it is added: due times, condition and values, and a message to the caller', async () => {
    const condition = { type: 'column', elementId: 'orders', columnId: 'o-id', op: 'GreaterThan', mode: 'any' }
    const above = (value: string) => ({
      conditionOptions: { type: 'workbook', condition: { ...condition, value: { type: 'integer', value } } },
    })
    const check = async (config: object, target: object[] = []) =>
      (await ask('POST', '/check', asked(config, target))).body
    expect(await check(above('2'))).toEqual({
      nextRuns: Array.from({ length: 5 }, () => expect.stringMatching(/-01-01T04:00:00\.000Z$/)),
      isConditionMet: true,
      burst: { valueCount: 3, recipientCount: 3, metCount: 2 },
    })
    const plain = { burst: null, dynamicRecipientSettings: null }
    const target = [{ email: 'a@example.com' }]
    expect(await check({ ...plain, ...above('99') }, target)).toMatchObject({ isConditionMet: false, burst: null })
    expect(await check(plain, target)).toMatchObject({ isConditionMet: null })
    expect((await ask('POST', '/check', asked({ burst: { controlId: 'Nothing' } }, []))).status).toBe(400)

    const before = ((await ask('GET', '')).body as { entries: object[] }).entries.length
    const config = { ...above('99'), title: 'Of {{[Status-Pick]}}' }
    const answer = await ask('POST', '/test', asked(config, [{ email: 'all@example.com' }]))
    expect(answer.status, answer.text).toBe(200)
    await documents.worker.runDue()
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[[platform.people.builder.email], 'Of completed']])
    expect(((await ask('GET', '')).body as { entries: object[] }).entries).toHaveLength(before)
  })

  test.each([
    ['no such control', { burst: { controlId: 'Nothing' } }, [], 'no control with the id "Nothing"'],
    [
      'another source',
      { dynamicRecipientSettings: { sourceNodeId: 'bars', recipientColumnId: 'o-mails' } },
      [],
      'has its values from the element "orders"',
    ],
    [
      'no such column',
      { dynamicRecipientSettings: { sourceNodeId: 'orders', recipientColumnId: 'x' } },
      [],
      'no column with the id "x"',
    ],
    [
      'a column of dates',
      { dynamicRecipientSettings: { sourceNodeId: 'orders', recipientColumnId: 'o-date' } },
      [],
      'The column of recipients has texts',
    ],
    ['a webhook', {}, [{ webhookUrl: 'https://example.com/hook' }], 'A burst goes by mail.'],
    ['recipients without a burst', { burst: null }, [{ email: 'a@example.com' }], 'belong to a burst'],
    ['nobody', { dynamicRecipientSettings: null }, [], 'Name at least one destination'],
  ])('%s is refused', async (_, config, target, message) => {
    const answer = await ask('POST', '', asked(config, target))
    expect(answer.status, answer.text).toBe(400)
    expect(answer.text.replaceAll('\\"', '"')).toContain(message)
  })
})
