import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import type { Schedule, ScheduleDelivery, ScheduleRun } from '@octavo/core/contract'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Secret } from '../../config/index.ts'
import { createMailSender, type SendMail } from '../../outbound/index.ts'
import { type ReceivedMail, startMailServer, type TestMailServer } from '../../outbound/testing.ts'
import { createQueue, createWorker } from '../../queue/index.ts'
import { exportJobs } from '../../services/exports/jobs.ts'
import { scheduleJobs } from '../../services/schedules/jobs.ts'
import { createScheduleDue } from '../../services/schedules/schedule-due.ts'
import { createScheduleEnds } from '../../services/schedules/schedule-ends.ts'
import type { Store, StoreOptions } from '../../store/index.ts'
import { insertPicture } from '../../store/pictures.ts'
import { describeStores } from '../../store/testing.ts'
import {
  addPerson,
  buildTestPlatform,
  type Role,
  startTestServer,
  type TestPlatform,
  type TestServer,
} from '../testing.ts'
import { buildTestServices, crossedOrders, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const hourMs = 3_600_000
const csv = { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } }

/** A webhook receiver that records requests and responds with a chosen status. */
async function startReceiver() {
  const received: { delivery: string; body: string }[] = []
  const answers: number[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const status = answers.shift() ?? 200
      const delivery = String(request.headers['x-octavo-delivery'])
      if (status === 200) received.push({ delivery, body: Buffer.concat(chunks).toString() })
      response.writeHead(status).end(status === 200 ? '' : 'not now')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    received,
    answers,
    url: `http://127.0.0.1:${port}/hook`,
    close: () => new Promise((done) => server.close(done)),
  }
}

/** A server that accepts every request and never responds. */
async function startSilentServer() {
  const sockets = new Set<Socket>()
  let requests = 0
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      requests += 1
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests: () => requests,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((done) => server.close(done))
    },
  }
}

/** A shape in a PDF on which the drawing library crashes its process. */
const farAway =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><g opacity="0.5" transform="translate(36 -14806888)"><circle r="20"/></g></svg>'

const headerOf = (mail: ReceivedMail | undefined, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(mail?.raw.replace(/\r\n[ \t]+/g, ' ') ?? '')?.[1]?.trim() ?? ''

/** The attached files of a mail, by name. */
function filesIn(mail: ReceivedMail | undefined): Map<string, Buffer> {
  const boundary = /boundary="([^"]+)"/.exec(mail?.raw ?? '')?.[1]
  const parts = boundary === undefined ? [] : (mail?.raw.split(`--${boundary}`) ?? [])
  return new Map(
    parts.flatMap((part): [string, Buffer][] => {
      const [head = '', ...rest] = part.split('\r\n\r\n')
      const name = /filename="?([^"\r\n;]+)"?/.exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1]
      if (name === undefined) return []
      const body = rest.join('\r\n\r\n')
      return [
        [name, /base64/i.test(head) ? Buffer.from(body, 'base64') : Buffer.from(body.replace(/\r\n$/, ''), 'latin1')],
      ]
    }),
  )
}

/** The files of an archive, by its directory. */
function unzipped(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    const [packed, nameBytes, start] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes)
    files.set(name, inflateRawSync(zip.subarray(from, from + packed)).toString())
  }
  return files
}

describeStores('runs of scheduled exports', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices
  let mails: TestMailServer
  let hook: Awaited<ReturnType<typeof startReceiver>>
  let store: Store
  let other: Store
  let workbookId = ''
  /** Sends a mail; tests may replace it. */
  let deliver: SendMail
  let smtp: SendMail

  beforeAll(async () => {
    const place = await openStore.place()
    const onPlace = (options: Partial<StoreOptions> = {}) => openStore({ ...place, ...options })
    platform = await buildTestPlatform(Object.assign(onPlace, { place: openStore.place }))
    store = platform.store
    other = store.engine === 'postgres' ? await openStore({ ...place, clock: platform.clock }) : store
    mails = await startMailServer({ refuse: 'gone@example.com' })
    hook = await startReceiver()
    const sender = createMailSender({ smtpUrl: new Secret(`smtp://127.0.0.1:${mails.port}`), from: 'o@example.com' })
    if (!sender) throw new Error('There is a mail server.')
    smtp = sender
    documents = buildTestServices(platform, { sendMail: (mail) => deliver(mail) })
    server = await startTestServer(platform, documents.routes)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId) as {
      pages: { elements: { id: string; columns?: object[] }[] }[]
    }
    const orders = spec.pages[0]?.elements.find(({ id }) => id === 'orders')
    orders?.columns?.push({ id: 'o-who', formula: 'CurrentUserEmail()', name: 'Who' })
    const lined = {
      id: 'lined',
      kind: 'pivot-table',
      name: 'Lined',
      source: { kind: 'table', elementId: 'orders' },
      columns: [
        { id: 'l-status', formula: '[Orders/Status]', name: 'Status' },
        { id: 'l-orders', formula: 'Count()', name: 'Orders' },
      ],
      rowsBy: [{ id: 'l-status' }],
      values: ['l-orders'],
      adhocCalcs: [
        {
          id: 'line',
          inColumn: 'l-status',
          position: 'below',
          calculations: [{ columnId: 'l-orders', formula: '[Orders] + 100' }],
        },
      ],
    }
    const trend = {
      id: 'trend',
      kind: 'kpi-chart',
      name: 'Orders a month',
      source: { kind: 'table', elementId: 'orders' },
      columns: [
        { id: 't-month', formula: 'DateTrunc("month", [Orders/Order Date])', name: 'Month' },
        { id: 't-orders', formula: 'Count()', name: 'Orders' },
      ],
      value: { columnId: 't-orders' },
      timeline: { columnId: 't-month' },
      periodComparison: 'month',
    }
    const hidden = { id: 'hidden', name: 'Hidden', visibility: 'hidden', elements: [lined, crossedOrders, trend] }
    const torn = {
      id: 'torn',
      name: 'Torn',
      visibility: 'hidden',
      elements: [{ id: 'image', kind: 'image', source: { kind: 'upload', key: 'far-away' }, alt: 'A picture' }],
    }
    const pages = [...spec.pages, hidden, torn]
    const created = await documents.specs.create(await documents.viewer('builder'), 'workbook', { ...spec, pages })
    workbookId = created.record.inode.id
    await documents.share(workbookId, 'analyst', 'view')
    await store.maintain('test', (tx) =>
      insertPicture(tx, {
        organization_id: platform.organizationId,
        document_id: workbookId,
        picture_key: 'far-away',
        media_type: 'image/svg+xml',
        size_bytes: farAway.length,
        content: Buffer.from(farAway).toString('base64'),
        created_by: 'system',
        updated_by: 'system',
        created_at: 1,
        updated_at: 1,
      }),
    )
  })
  beforeEach(async () => {
    deliver = smtp
    // Removes schedules that a failed test has left.
    await store.maintain('test', (tx) => tx.updateTable('schedules').set({ ended_at: 1, next_due_at: null }).execute())
    await documents.worker.runDue()
    mails.mails.length = 0
    hook.received.length = 0
    hook.answers.length = 0
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await mails.close()
    await hook.close()
    await platform.close()
  })

  const ask = (as: Role, method: string, path: string, body?: object) =>
    server.request({ method, path, as, ...(body ? { body } : {}) })
  const path = () => `/v2/workbooks/${workbookId}/schedules`

  /** Creates a schedule, by default due at every full hour. */
  async function schedule(
    config: object = {},
    { target = [{ email: 'reader@example.com' }] as object[], cronSpec = '0 * * * *', as = 'builder' as Role } = {},
  ): Promise<string> {
    const answer = await ask(as, 'POST', path(), {
      target,
      schedule: { cronSpec, timezone: 'UTC' },
      configV2: { title: 'Orders', messageBody: 'Good morning', exportAttachments: [csv], ...config },
    })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as Schedule).scheduledNotificationId
  }
  const remove = (id: string) => ask('admin', 'DELETE', `${path()}/${id}`)
  async function runsOf(id: string): Promise<ScheduleRun[]> {
    const answer = await ask('builder', 'GET', `${path()}/${id}/runs?limit=100`)
    return (answer.body as { entries: ScheduleRun[] }).entries
  }
  async function shown(id: string): Promise<Schedule | undefined> {
    const { body } = await ask('builder', 'GET', `${path()}?limit=1000`)
    return (body as { entries: Schedule[] }).entries.find((each) => each.scheduledNotificationId === id)
  }
  /** Advances the clock to a second after the next full hour. */
  const toNextHour = () => platform.clock.advance(hourMs - (platform.clock.now() % hourMs) + 1000)
  const work = async () => {
    await documents.scheduleDue.tick()
    await documents.worker.runDue()
  }
  const workerOn = (on: Store) =>
    createWorker({
      store: on,
      clock: platform.clock,
      concurrency: 2,
      handlers: scheduleJobs({
        runs: documents.scheduleRuns,
        outbox: documents.scheduleOutbox,
        notices: documents.scheduleNotices,
      }),
    })
  const dueOn = (on: Store) => {
    const { clock } = platform
    const queue = createQueue({ store: on, clock })
    const ends = createScheduleEnds({ store: on, clock, queue, mails: { isSet: async () => true } })
    return createScheduleDue({
      store: on,
      clock,
      queue,
      ends,
      outbox: documents.scheduleOutbox,
      reportBug: (error) => {
        throw error
      },
    })
  }

  test('a due time sends the files once, with its delivery id, and the ledger has each step', async () => {
    const id = await schedule(
      { exportName: 'Mornings' },
      { target: [{ email: 'reader@example.com' }, { ccEmail: 'cc@example.com' }, { bccEmail: 'bcc@example.com' }] },
    )
    await work()
    expect(mails.mails).toEqual([])
    expect(await runsOf(id)).toEqual([])
    toNextHour()
    await work()
    await work()
    // A copy for each, because each has a link of their own.
    expect(mails.mails.map(({ to }) => to)).toEqual([['reader@example.com'], ['cc@example.com'], ['bcc@example.com']])
    const [mail] = mails.mails
    for (const { raw } of mails.mails) {
      expect(raw).toMatch(/^to: reader@example\.com\r\n(.*\r\n)*?cc: cc@example\.com\r\n/im)
      expect(raw).not.toMatch(/^bcc:/im)
    }
    expect(mail?.subject).toBe('Orders')
    expect(mail?.raw).toContain('Good morning')
    expect(mail?.raw).toContain('Scheduled export "Mornings"')
    expect(mail?.raw.replace(/=\r\n/g, '')).toMatch(/\/main\/workbook\/Store-sales-/)
    const file = filesIn(mail).get('Store sales - Orders.csv')?.toString()
    expect(file?.split('\r\n')[0]).toBe('Order Id,Order Date,Status,Channel,Who')
    expect(file?.split('\r\n')[1]).toContain('builder@')
    const runs = await runsOf(id)
    expect(runs).toMatchObject([{ state: 'success', reason: null, isManual: false, attempts: 1 }])
    expect(runs[0]?.dueAt).toMatch(/T\d\d:00:00\.000Z$/)
    for (const step of ['startedAt', 'checkedAt', 'filesAt', 'finishedAt'] as const)
      expect(runs[0]?.[step]).not.toBeNull()
    const ids = mails.mails.map((each) => headerOf(each, 'Message-ID'))
    expect(new Set(ids).size).toBe(3)
    for (const each of ids) expect(each).toMatch(new RegExp(`^<${runs[0]?.deliveryId}\\.[0-9a-f]{12}@octavo>$`))
    expect((await shown(id))?.lastRun).toMatchObject({ state: 'success' })
    toNextHour()
    await work()
    expect(mails.mails).toHaveLength(6)
    await remove(id)
    toNextHour()
    await work()
    expect(mails.mails).toHaveLength(6)
  })

  test('processes that handle a due time concurrently send it once', async () => {
    const id = await schedule()
    for (let round = 1; round <= 5; round += 1) {
      toNextHour()
      await Promise.all([dueOn(store), dueOn(other), dueOn(store), dueOn(other)].map((due) => due.tick()))
      await Promise.all([workerOn(store), workerOn(other)].map((worker) => worker.runDue()))
      expect(await runsOf(id)).toHaveLength(round)
      expect(mails.mails).toHaveLength(round)
    }
    await remove(id)
  })

  test('after a process dies between sending and recording, the next one sends again with the same id', async () => {
    const id = await schedule()
    const taken = Promise.withResolvers<void>()
    const dies = Promise.withResolvers<never>()
    deliver = async (mail) => {
      await smtp(mail)
      taken.resolve()
      return dies.promise
    }
    toNextHour()
    await documents.scheduleDue.tick()
    const dead = workerOn(store)
    const dying = dead.runDue()
    await taken.promise
    deliver = smtp
    platform.clock.advance(31_000)
    await dueOn(other).tick()
    await workerOn(other).runDue()
    expect(await runsOf(id)).toMatchObject([{ state: 'success', attempts: 2 }])
    expect(mails.mails).toHaveLength(2)
    expect(new Set(mails.mails.map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(1)
    dies.reject(new Error('dead'))
    await dying
    expect(await runsOf(id)).toMatchObject([{ state: 'success', attempts: 2 }])
    await remove(id)
  })

  test('a delivery that succeeded is not repeated because another one failed', async () => {
    const id = await schedule({}, { target: [{ email: 'reader@example.com' }, { webhookUrl: hook.url }] })
    hook.answers.push(503)
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([
      { state: 'running', reason: expect.stringContaining('answered 503: not now') },
    ])
    platform.clock.advance(2000)
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success', reason: null, attempts: 2 }])
    expect(mails.mails).toHaveLength(1)
    expect(hook.received).toHaveLength(1)
    const [{ delivery, body } = { delivery: '', body: '' }] = hook.received
    expect(delivery).toMatch(new RegExp(`^${(await runsOf(id))[0]?.deliveryId}\\.hook`))
    expect(body).toContain('filename="Store sales - Orders.csv"')
    expect(body).toContain('"exportName":"Store sales"')
    expect(body).toContain('Order Id,Order Date,Status,Channel,Who')
    await remove(id)
  })

  test('webhooks that never respond delay no export and no mail, and end with the deadline of their run', async () => {
    const silent = await startSilentServer()
    const hung: string[] = []
    // More runs than one member may have at once, and more than there are slots.
    for (let count = 0; count < 9; count += 1)
      hung.push(await schedule({}, { target: [{ webhookUrl: `${silent.url}/${count}` }] }))
    const mailed = await schedule({}, { target: [{ email: 'reader@example.com' }] })
    const others = await schedule({}, { target: [{ webhookUrl: hook.url }], as: 'admin' })
    toNextHour()
    await documents.scheduleDue.tick()
    const handlers = {
      ...exportJobs(documents.exportRuns),
      ...scheduleJobs({
        runs: documents.scheduleRuns,
        outbox: documents.scheduleOutbox,
        notices: documents.scheduleNotices,
      }),
    }
    const worker = createWorker({ store, clock: platform.clock, concurrency: 1, handlers, pollMs: 20 })
    await worker.start()
    try {
      await expect.poll(() => silent.requests(), { timeout: 30_000 }).toBe(4)
      const made = await ask('builder', 'POST', `/v2/workbooks/${workbookId}/export`, {
        elementId: 'orders',
        format: { type: 'csv' },
      })
      const { queryId } = made.body as { queryId: string }
      const download = async () => (await ask('builder', 'GET', `/v2/query/${queryId}/download`)).status
      await expect.poll(download, { timeout: 30_000 }).toBe(200)
      await expect.poll(() => mails.mails.length, { timeout: 30_000 }).toBe(1)
      await expect.poll(() => hook.received.length, { timeout: 30_000 }).toBe(1)
      await expect.poll(async () => (await runsOf(mailed))[0]?.state).toBe('success')
      await expect.poll(async () => (await runsOf(others))[0]?.state).toBe('success')
      // The files of all runs are produced in the meantime, and wait to be sent.
      const waiting = async () => {
        const runs = await Promise.all(hung.map(runsOf))
        return runs.filter(([run]) => run?.state === 'running' && run.filesAt !== null).length
      }
      await expect.poll(waiting, { timeout: 30_000 }).toBe(hung.length)
      expect(silent.requests()).toBe(4)
    } finally {
      await worker.stop({ graceMs: 0 })
    }
    const files = async () => {
      const runs = (await Promise.all(hung.map(runsOf))).flat()
      const kept = readdirSync(`${platform.dataDir}/blobs/schedules`)
      return kept.filter((name) => runs.some(({ deliveryId }) => name.startsWith(deliveryId)))
    }
    expect(await files()).toHaveLength(hung.length)
    platform.clock.advance(hourMs)
    await documents.worker.runDue()
    await documents.scheduleDue.tick()
    for (const id of hung) {
      expect((await runsOf(id)).at(-1)).toMatchObject({
        state: 'error',
        reason: 'The job did not end before its deadline.',
      })
    }
    expect(await files()).toEqual([])
    for (const id of [...hung, mailed, others]) await remove(id)
    await silent.close()
  })

  test('of the due times while no process ran, the latest is run and the others are recorded as missed', async () => {
    const id = await schedule({}, { cronSpec: '0 6 * * *' })
    platform.clock.advance(4 * 24 * hourMs)
    await work()
    const runs = await runsOf(id)
    expect(runs.map(({ state }) => state)).toEqual(['success', 'missed', 'missed', 'missed'])
    expect(runs[1]?.reason).toContain('The server was not running at this time.')
    expect(mails.mails).toHaveLength(1)
    await remove(id)
  })

  test.each([
    ['two hours', 2 * hourMs],
    ['ten years', 10 * 365 * 24 * hourMs],
  ])('after the clock was set back by %s nothing runs twice, and runs continue', async (_, ms) => {
    const id = await schedule()
    if (ms > 24 * hourMs) platform.clock.advance(ms)
    for (const _hour of [1, 2, 3]) {
      toNextHour()
      await work()
    }
    const sent = async () => {
      const rows = await store.db
        .selectFrom('schedule_runs')
        .select('due_at')
        .where('schedule_id', '=', id)
        .where('state', '=', 'success')
        .execute()
      return rows.length
    }
    expect([await sent(), mails.mails.length]).toEqual([3, 3])
    platform.clock.advance(-ms)
    await work()
    expect(mails.mails).toHaveLength(3)
    for (let hour = 0; hour < 4; hour += 1) {
      toNextHour()
      await work()
    }
    // Two of the next four hours had passed before the clock was set back.
    const all = ms > 24 * hourMs ? 7 : 5
    expect([await sent(), mails.mails.length]).toEqual([all, all])
    await remove(id)
  })

  const column = (columnId: string, op: string, mode: string, value?: object) => ({
    type: 'column',
    elementId: 'orders',
    columnId,
    op,
    mode,
    ...(value ? { value } : {}),
  })
  const nothing = { controlValues: { 'Status-Pick': { type: 'text-list', value: [{ type: 'text', value: 'nope' }] } } }
  const kpi = (elementId: string, measure: string, op: string, value?: string) => ({
    type: 'column',
    elementId,
    columnId: elementId === 'kpi' ? 'k1' : 't-orders',
    measure,
    mode: 'any',
    op,
    ...(value === undefined ? {} : { value: { type: 'integer', value } }),
  })
  test.each([
    [{ type: 'isNotEmpty', elementId: 'orders' }, {}, true],
    [{ type: 'isEmpty', elementId: 'orders' }, {}, false],
    [{ type: 'isEmpty', elementId: 'orders' }, nothing, true],
    [{ type: 'isNotEmpty', elementId: 'orders' }, nothing, false],
    [column('o-id', 'GreaterThan', 'any', { type: 'integer', value: '3' }), {}, true],
    [column('o-id', 'GreaterThan', 'any', { type: 'integer', value: '4' }), {}, false],
    [column('o-id', 'GreaterThanEq', 'all', { type: 'integer', value: '1' }), {}, true],
    [column('o-id', 'GreaterThan', 'all', { type: 'integer', value: '1' }), {}, false],
    [column('o-id', 'GreaterThan', 'all', { type: 'integer', value: '0' }), nothing, false],
    [column('o-status', 'StartsWith', 'any', { type: 'text', value: 'ret' }), {}, true],
    [column('o-status', 'IsNull', 'any'), {}, false],
    // Calculated totals are not rows of a pivot table.
    [{ ...column('l-orders', 'GreaterThan', 'all', { type: 'integer', value: '0' }), elementId: 'lined' }, {}, true],
    [{ ...column('l-orders', 'IsNull', 'any'), elementId: 'lined' }, {}, false],
    [kpi('kpi', 'value', 'Equals', '4'), {}, true],
    [kpi('kpi', 'value', 'GreaterThan', '4'), {}, false],
    // There were three orders in May and one in June, the month that the KPI shows.
    [kpi('trend', 'value', 'LessThanEq', '1'), {}, true],
    [kpi('trend', 'comparison', 'LessThan', '-66.6'), {}, true],
    [kpi('trend', 'comparison', 'LessThan', '-66.7'), {}, false],
    [kpi('trend', 'comparison', 'IsNull'), {}, false],
    [kpi('trend', 'comparison', 'IsNull'), nothing, true],
    [kpi('trend', 'comparison', 'NotEquals', '0'), nothing, false],
    [column('o-date', 'LessThan', 'any', { type: 'fixed-date', date: '2026-05-02' }), {}, true],
    [column('o-date', 'Equals', 'any', { type: 'fixed-date', date: '2026-05-02T00:00:00Z' }), {}, true],
  ])('the condition %j with %j is met: %j', async (condition, workbookSettings, isMet) => {
    const id = await schedule({ conditionOptions: { type: 'workbook', condition }, workbookSettings })
    toNextHour()
    await work()
    expect(mails.mails).toHaveLength(isMet ? 1 : 0)
    expect(await runsOf(id)).toMatchObject(
      isMet ? [{ state: 'success' }] : [{ state: 'skipped', reason: 'The condition was not met.', filesAt: null }],
    )
    await remove(id)
  })

  test('control values, archives and merged spreadsheets', async () => {
    const status = { type: 'text-list', value: [{ type: 'text', value: 'returned' }] }
    const xlsx = (elementId: string) => ({
      formatOptions: { type: 'XLSX' },
      workbookExportSource: { type: 'element', elementIds: [elementId] },
    })
    const id = await schedule({
      workbookSettings: { controlValues: { 'Status-Pick': status } },
      exportAttachments: [csv, csv, xlsx('orders'), xlsx('bars')],
      attachmentSettings: { zipAttachments: true, mergeAttachments: true },
      includeLink: false,
    })
    expect((await shown(id))?.configV2).toMatchObject({
      dynamicExportSettings: { variables: { 'Status-Pick': { type: 'text-list' } } },
      dashboardSettings: { variableValues: { 'Status-Pick': { type: 'text-list', value: ['returned'] } } },
    })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    const files = filesIn(mails.mails[0])
    expect([...files.keys()]).toEqual(['merged-report.zip'])
    const archive = unzipped(files.get('merged-report.zip') ?? Buffer.alloc(0))
    expect([...archive.keys()]).toEqual([
      'Store sales - Orders.csv',
      'Store sales - Orders (2).csv',
      'Store sales.xlsx',
    ])
    expect(archive.get('Store sales - Orders.csv')?.split('\r\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^3,2026-05-03,returned,web,builder@/),
    ])
    expect(mails.mails[0]?.raw).not.toContain('/workbook/')
    await remove(id)
  })

  test('PDFs are merged in order, and the mail shows the first sheet', { timeout: 300_000 }, async () => {
    const pdf = (elementId: string) => ({
      formatOptions: { type: 'PDF', layout: 'landscape', pageSize: 'a4' },
      workbookExportSource: { type: 'element', elementIds: [elementId] },
    })
    const id = await schedule({
      messageBody: 'Good <morning>',
      // The picture shows the first sheet only, however many there are.
      exportAttachments: [csv, ...['orders', 'bars', 'orders', 'bars', 'orders', 'bars'].map(pdf)],
      attachmentSettings: { mergeAttachments: true },
    })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    const [mail] = mails.mails
    const files = filesIn(mail)
    expect([...files.keys()]).toEqual(['Store sales - Orders.csv', 'Store sales.pdf'])
    const whole = files.get('Store sales.pdf')?.toString('latin1') ?? ''
    expect(whole.startsWith('%PDF-')).toBe(true)
    // One sheet for each element.
    expect(/\/Type\s*\/Pages\b[^>]*\/Count (\d+)/s.exec(whole)?.[1]).toBe('6')
    const raw = mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
    expect(raw).toContain('Good &lt;morning&gt;')
    expect(raw).toContain('<img src="cid:picture@octavo" alt="Store sales.png"')
    const [, picture = ''] =
      /content-id: <picture@octavo>(?:\r\n[^\r\n]+)*\r\n\r\n(.*?)\r\n--/is.exec(mail?.raw ?? '') ?? []
    const png = Buffer.from(picture, 'base64')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    // The requested width, with the proportions of the sheet.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 848])
    const [run] = await runsOf(id)
    const sent = await ask('builder', 'GET', `${path()}/${id}/runs/${run?.deliveryId}/deliveries`)
    const [delivery] = (sent.body as { entries: ScheduleDelivery[] }).entries
    expect(delivery?.files.map(({ name }) => name)).toEqual(['Store sales - Orders.csv', 'Store sales.pdf'])
    await remove(id)
  })

  test('a mail is sent without the picture of a PDF that cannot be drawn, and mentions it', {
    timeout: 300_000,
  }, async () => {
    const id = await schedule({
      exportAttachments: [
        {
          formatOptions: { type: 'PDF', layout: 'portrait' },
          workbookExportSource: { type: 'page', pageIds: ['torn'] },
        },
      ],
    })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success', reason: null }])
    expect(mails.mails).toHaveLength(1)
    const [mail] = mails.mails
    const files = filesIn(mail)
    expect([...files.keys()]).toEqual(['Store sales - Torn.pdf'])
    expect(files.get('Store sales - Torn.pdf')?.toString('latin1', 0, 5)).toBe('%PDF-')
    const raw = mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
    expect(raw).not.toContain('cid:picture@octavo')
    expect(raw).toContain('There is no picture of the first sheet.')
    await remove(id)
  })

  test('spreadsheets merge labels and describe how they were made; other files are unchanged', async () => {
    const of = (type: string) => ({
      formatOptions: { type },
      workbookExportSource: { type: 'element', elementIds: ['crossed'] },
    })
    const id = await schedule({
      exportAttachments: [of('XLSX'), of('CSV')],
      formatting: { pivotHeaderStyle: 'merged', includeMetadata: true },
    })
    expect((await shown(id))?.configV2).toMatchObject({ formatting: { pivotHeaderStyle: 'merged' } })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    const files = filesIn(mails.mails[0])
    const repeated = files.get('Store sales - Crossed.csv')?.toString().trim().split('\r\n').slice(1) ?? []
    const channels = repeated.map((row) => row.split(',')[0] ?? '')
    expect(new Set(channels).size).toBeLessThan(channels.length)
    const { sheets } = await readXlsx(files.get('Store sales - Crossed.xlsx') ?? Buffer.alloc(0))
    expect(sheets.map(({ name }) => name)).toEqual(['Crossed', 'Metadata'])
    const once = channels.map((channel, at) => (channel === channels[at - 1] ? null : channel || null))
    expect(sheets[0]?.rows.slice(1).map(([channel]) => channel)).toEqual(once)
    expect(sheets[0]?.merges?.every(({ startCol, endCol }) => startCol === 0 && endCol === 0)).toBe(true)
    expect(sheets[1]?.rows[1]?.[0]).toBe('Store sales')
    expect(sheets[1]?.rows[1]?.[3]).toContain(`<${platform.people.builder.email}>`)
    await remove(id)
  })

  test('a picture of an element has the size in the schedule', { timeout: 120_000 }, async () => {
    const id = await schedule({
      exportAttachments: [
        {
          formatOptions: { type: 'PNG', pixelWidth: 640, pixelHeight: null },
          workbookExportSource: { type: 'element', elementIds: ['bars'] },
        },
      ],
    })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    const [[name, picture] = ['', Buffer.alloc(0)]] = filesIn(mails.mails[0])
    expect(name).toMatch(/^Store sales - .*\.png$/)
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect(picture.readUInt32BE(16)).toBe(640)
    await remove(id)
  })

  test('a column with an error stops the run with its message, or is named in the message when the schedule allows it', async () => {
    const builder = await documents.viewer('builder')
    const read = await documents.specs.get(builder, 'workbook', workbookId, {}, 'http://localhost')
    const spec = structuredClone(read.spec)
    const { pages } = spec as { pages: { elements: { id: string; columns?: { id: string; formula: string }[] }[] }[] }
    const orders = pages.flatMap(({ elements }) => elements).find(({ id }) => id === 'orders')
    const status = orders?.columns?.find(({ formula }) => formula === '[ORDERS/STATUS]')
    if (!status) throw new Error('The orders have a status.')
    status.formula = '[ORDERS/NOT_THERE]'
    const made = await documents.specs.create(builder, 'workbook', { ...spec, name: 'Broken', folderId: spec.folderId })
    const sound = workbookId
    workbookId = made.record.inode.id
    try {
      const failing = await schedule()
      const lenient = await schedule({ attachmentSettings: { leaveOutFailedColumns: true } })
      expect(await shown(lenient)).toMatchObject({
        configV2: { attachmentSettings: { leaveOutFailedColumns: true } },
      })
      toNextHour()
      await work()
      expect(await runsOf(failing)).toMatchObject([{ state: 'error', reason: expect.stringContaining('"Status"') }])
      expect(await runsOf(lenient)).toMatchObject([{ state: 'success' }])
      const sent = mails.mails.filter(({ subject }) => subject === 'Orders')
      expect(sent).toHaveLength(1)
      expect(sent[0]?.raw.replace(/=\r\n/g, '')).toContain('lacks a column. The column "Status" has an error:')
      const [file] = filesIn(sent[0]).values()
      expect(file?.toString().split('\r\n')[0]).toBe('Order Id,Order Date,Channel,Who')
    } finally {
      await ask('admin', 'DELETE', `/v2/files/${workbookId}`)
      await ask('admin', 'DELETE', `/v2/files/${workbookId}?purge=true`)
      workbookId = sound
    }
  })

  test('the version with its tag is sent', async () => {
    const { body: tag } = await ask('admin', 'POST', '/v2/tags', { name: 'Sent', color: 'cyan' })
    await ask('admin', 'POST', '/v2/workbooks/tag', { workbookId, tag: 'Sent' })
    const tagId = (tag as { versionTagId: string }).versionTagId
    const id = await schedule({ workbookVariant: { tagId } }, { as: 'admin' })
    expect((await shown(id))?.configV2.workbookVariant).toEqual({ tagId })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    await ask('admin', 'DELETE', `/v2/workbooks/${workbookId}/tags/${tagId}`)
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'error', reason: expect.stringContaining('tag') }, {}])
    expect(mails.mails.filter(({ subject }) => subject === 'Orders')).toHaveLength(1)
    await remove(id)
  })

  test('the content of a view is sent, and the link opens the view', async () => {
    const viewsPath = `/v2/workbooks/${workbookId}/customViews`
    const edits = [{ op: 'remove', at: ['elements', { id: 'orders' }, 'columns'], id: 'o-who' }]
    const made = async (status: string) => {
      const { body } = await ask('builder', 'POST', viewsPath, {
        workbookVersion: 1,
        edits,
        controls: { 'Status-Pick': status },
      })
      return (body as { exploreKey: string }).exploreKey
    }
    const exploreKey = await made('shipped')
    const bookmark = (await ask('builder', 'POST', `/v2/workbooks/${workbookId}/bookmarks`, {
      workbookVersion: 1,
      name: 'Shipped',
      isShared: false,
      exploreKey,
    })) as { body: { bookmarkId: string } }
    const { bookmarkId } = bookmark.body
    const saved = await schedule({ title: 'Saved', workbookVariant: { bookmarkId } })
    const custom = await schedule({ title: 'Custom', workbookVariant: { exploreKey: await made('returned') } })
    const { analyst } = platform.people
    const burst = await schedule(
      { title: 'Burst', runAsRecipient: true, workbookVariant: { bookmarkId } },
      { target: [{ email: analyst.email }] },
    )
    expect((await shown(saved))?.configV2.workbookVariant).toEqual({ bookmarkId })
    toNextHour()
    await work()
    const fileOf = (title: string) =>
      filesIn(mails.mails.find(({ subject }) => subject === title))
        .get('Store sales - Orders.csv')
        ?.toString()
        .replace(/^\ufeff/, '')
        .trim()
    expect(fileOf('Saved')).toBe('Order Id,Order Date,Status,Channel\r\n4,2026-06-01,shipped,app')
    expect(fileOf('Custom')).toBe('Order Id,Order Date,Status,Channel\r\n3,2026-05-03,returned,web')
    const mail = mails.mails.find(({ subject }) => subject === 'Saved')?.raw.replace(/=\r\n/g, '')
    expect(mail?.replaceAll('=3D', '=')).toContain(`?:savedView=${bookmarkId}`)
    expect(await runsOf(burst)).toMatchObject([
      { state: 'error', reason: expect.stringContaining(`${analyst.email} may not open the view`) },
    ])

    await ask('builder', 'PATCH', `/v2/workbooks/${workbookId}/bookmarks/${bookmarkId}`, { isShared: true })
    toNextHour()
    await work()
    expect((await runsOf(burst))[0]).toMatchObject({ state: 'success' })
    await ask('builder', 'DELETE', `/v2/workbooks/${workbookId}/bookmarks/${bookmarkId}`)
    toNextHour()
    await work()
    expect((await runsOf(saved))[0]).toMatchObject({ state: 'error', reason: expect.stringContaining('saved view') })
    for (const id of [saved, custom, burst]) await remove(id)
  })

  test('sent files can be downloaded for seven days by the members whose rows they contain; then only checksums remain', async () => {
    const id = await schedule()
    const { analyst } = platform.people
    const ofOther = await schedule({ runAsRecipient: true }, { target: [{ email: analyst.email }] })
    toNextHour()
    await work()
    const at = async (of: string) => `${path()}/${of}/runs/${(await runsOf(of))[0]?.deliveryId}`
    const filesOf = async (of: string) => {
      const { body } = await ask('builder', 'GET', `${await at(of)}/deliveries`)
      return (body as { entries: ScheduleDelivery[] }).entries.flatMap(({ files }) => files)
    }
    const fetched = async (as: Role, of: string) => ask(as, 'GET', `${await at(of)}/files/0`)
    const content = filesIn(mails.mails.find(({ to }) => to.includes('reader@example.com'))).get(
      'Store sales - Orders.csv',
    )
    const sha256 = createHash('sha256')
      .update(content ?? '')
      .digest('hex')
    const sent = { fileId: '0', name: 'Store sales - Orders.csv', sizeBytes: content?.byteLength, sha256 }
    expect(await filesOf(id)).toMatchObject([{ ...sent, isKept: true }])
    const own = await fetched('builder', id)
    expect(own.status, own.text).toBe(200)
    expect(own.text.replace(/^\ufeff/, '')).toBe(content?.toString().replace(/^\ufeff/, ''))
    expect((await fetched('admin', id)).text).toBe(own.text)
    expect((await fetched('builder', ofOther)).status).toBe(403)
    expect((await fetched('admin', ofOther)).text).toContain(analyst.email)
    expect((await ask('builder', 'GET', `${await at(id)}/files/1`)).status).toBe(404)

    platform.clock.advance(7 * 24 * hourMs)
    expect((await fetched('builder', id)).status).toBe(404)
    await ask('builder', 'PATCH', `${path()}/${id}`, { suspensionAction: 'pause' })
    await ask('builder', 'PATCH', `${path()}/${ofOther}`, { suspensionAction: 'pause' })
    const [first] = (await runsOf(id)).slice(-1)
    expect(readdirSync(`${platform.dataDir}/blobs/schedules`)).toContain(`${first?.deliveryId}.0`)
    await work()
    expect(readdirSync(`${platform.dataDir}/blobs/schedules`)).not.toContain(`${first?.deliveryId}.0`)
    expect(await filesOf(id)).toMatchObject([{ ...sent, isKept: false }])
    for (const each of [id, ofOther]) await remove(each)
  })

  test('as the recipient, each member gets their own data; a recipient who is not a member stops the run', async () => {
    const { analyst, builder } = platform.people
    const target = [{ email: analyst.email.toUpperCase() }, { ccEmail: builder.email }]
    const id = await schedule({ runAsRecipient: true }, { target })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    const sent = mails.mails.map(
      (mail) => [mail.to, filesIn(mail).get('Store sales - Orders.csv')?.toString() ?? ''] as const,
    )
    expect(sent).toHaveLength(2)
    for (const [to, file] of sent) expect(file).toContain(to[0]?.toLowerCase())
    await ask('builder', 'PATCH', `${path()}/${id}`, { target: [...target, { email: 'reader@example.com' }] })
    toNextHour()
    await work()
    expect((await runsOf(id))[0]).toMatchObject({
      state: 'error',
      reason: 'No users found in organization for the provided email recipients: reader@example.com.',
    })
    await ask('builder', 'PATCH', `${path()}/${id}`, { target: [{ email: platform.people.stranger.email }] })
    toNextHour()
    await work()
    expect((await runsOf(id))[0]).toMatchObject({ state: 'error', reason: expect.stringContaining('may not see') })
    await remove(id)
  })

  test('teams are their currently active members, without duplicates', async () => {
    const { analyst, viewer } = platform.people
    const team = await ask('admin', 'POST', '/v2/teams', {
      name: 'Sales',
      visibility: 'public',
      members: [analyst.memberId, viewer.memberId],
    })
    const { teamId } = team.body as { teamId: string }
    const id = await schedule({}, { target: [{ email: viewer.email }, { teamId }] })
    toNextHour()
    await work()
    expect(mails.mails.flatMap(({ to }) => to).toSorted()).toEqual([analyst.email, viewer.email].toSorted())
    await remove(id)
  })

  test('a recipient whom the mail server refuses, while it accepts others, is reported', async () => {
    const id = await schedule({}, { target: [{ email: 'gone@example.com' }, { email: 'reader@example.com' }] })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([
      { state: 'success', reason: 'gone@example.com was refused: 550 nobody here' },
    ])
    await remove(id)
  })

  test('ten failures in a row suspend it and notify its owner; resuming it resets the count', async () => {
    const id = await schedule({}, { target: [{ webhookUrl: hook.url }] })
    for (let failure = 1; failure <= 10; failure += 1) {
      expect(await shown(id)).toMatchObject({ isSuspended: false })
      hook.answers.push(410)
      toNextHour()
      await work()
      expect((await runsOf(id))[0]).toMatchObject({ state: 'error', reason: expect.stringContaining('answered 410') })
    }
    expect(await shown(id)).toMatchObject({
      isSuspended: true,
      disabledAt: expect.any(String),
      disabledBy: null,
      nextRuns: [],
    })
    expect(mails.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [[platform.people.builder.email], 'Scheduled export "Store sales" failed'],
      [[platform.people.builder.email], 'Scheduled export "Store sales" failed'],
      [[platform.people.builder.email], 'Scheduled export "Store sales" was suspended'],
    ])
    expect(mails.mails[1]?.text).toContain('If it fails once more')
    expect(mails.mails[2]?.text).toContain('answered 410: not now')
    toNextHour()
    await work()
    expect(await runsOf(id)).toHaveLength(10)
    const resumed = await ask('builder', 'PATCH', `${path()}/${id}`, { suspensionAction: 'resume' })
    expect(resumed.body).toMatchObject({ isSuspended: false, disabledAt: null })
    hook.answers.push(410)
    toNextHour()
    await work()
    expect(await shown(id)).toMatchObject({ isSuspended: false, lastRun: { state: 'error' } })
    await remove(id)
  })

  test('a transient error is retried a few times, then the run fails', async () => {
    const id = await schedule({}, { target: [{ webhookUrl: hook.url }] })
    toNextHour()
    hook.answers.push(500, 500, 500, 500, 500)
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await work()
      platform.clock.advance(5 * 60_000)
    }
    expect(await runsOf(id)).toMatchObject([
      { state: 'error', attempts: 5, reason: expect.not.stringContaining('again') },
    ])
    await remove(id)
  })

  test('a run whose job ended without a result fails, and no run starts while the previous one continues', async () => {
    const id = await schedule()
    toNextHour()
    await documents.scheduleDue.tick()
    toNextHour()
    await documents.scheduleDue.tick()
    expect(await runsOf(id)).toMatchObject([
      { state: 'skipped', reason: 'The run before it had not ended.' },
      { state: 'waiting' },
    ])
    platform.clock.advance(hourMs)
    await documents.worker.runDue()
    await documents.scheduleDue.tick()
    expect((await runsOf(id)).at(-1)).toMatchObject({
      state: 'error',
      reason: 'The job did not end before its deadline.',
    })
    await remove(id)
    await documents.worker.runDue()
  })

  test('it is sent with the current rights of its owner', async () => {
    const join = (name: string) => {
      const { store, secrets, clock, organizationId } = platform
      return addPerson({
        store,
        secrets,
        clock,
        organizationId,
        name,
        accountType: 'Build',
        userKind: 'internal',
        hash: null,
      })
    }
    const owner = await join('owner')
    const grants = { grants: [{ grantee: { memberId: owner.memberId }, permission: 'view' }] }
    expect((await ask('admin', 'POST', `/v2/workbooks/${workbookId}/grants`, grants)).status).toBe(200)
    const { body } = await ask('admin', 'POST', path(), {
      target: [{ email: 'reader@example.com' }],
      schedule: { cronSpec: '0 * * * *', timezone: 'UTC' },
      configV2: { title: 'Orders', messageBody: '', exportAttachments: [csv] },
      ownerId: owner.memberId,
    })
    const id = (body as Schedule).scheduledNotificationId
    expect(await shown(id)).toMatchObject({ ownerId: owner.memberId })
    const runNext = async () => {
      toNextHour()
      await work()
      return (await runsOf(id))[0]
    }
    expect(await runNext()).toMatchObject({ state: 'success' })
    await ask('admin', 'PATCH', `/v2/members/${owner.memberId}`, { memberType: 'View' })
    expect(await runNext()).toMatchObject({ state: 'error', reason: expect.stringContaining('schedule-exports') })
    await ask('admin', 'PATCH', `/v2/members/${owner.memberId}`, { memberType: 'Build' })
    expect(await runNext()).toMatchObject({ state: 'success' })
    await ask('admin', 'DELETE', `/v2/files/${workbookId}`)
    expect(await runNext()).toMatchObject({ state: 'skipped', reason: 'The workbook is in the archive.' })
    await ask('admin', 'PATCH', `/v2/files/${workbookId}`, { restore: true })
    expect(await runNext()).toMatchObject({ state: 'success' })
    await ask('admin', 'PATCH', `/v2/members/${owner.memberId}`, { isArchived: true })
    expect(await runNext()).toMatchObject({ state: 'error', reason: expect.stringContaining('not active') })
    expect(mails.mails.filter(({ subject }) => subject === 'Orders')).toHaveLength(3)
    await remove(id)
  })

  test('a paused schedule can be sent by hand; one that is paused before its run is not sent', async () => {
    const id = await schedule()
    toNextHour()
    await documents.scheduleDue.tick()
    await ask('builder', 'PATCH', `${path()}/${id}`, { suspensionAction: 'pause' })
    await documents.worker.runDue()
    expect(await runsOf(id)).toMatchObject([{ state: 'skipped', reason: expect.stringContaining('paused') }])
    expect((await ask('builder', 'POST', `${path()}/${id}/runs`)).status).toBe(200)
    await documents.worker.runDue()
    expect(await runsOf(id)).toMatchObject([{ state: 'success', isManual: true }, {}])
    expect(mails.mails).toHaveLength(1)
    await remove(id)
  })

  test('no file is left behind, and purging a workbook removes its schedules', async () => {
    const files = () => readdirSync(`${platform.dataDir}/blobs/schedules`)
    // An earlier test has set the clock ten years ahead.
    platform.clock.advance(11 * 365 * 24 * hourMs)
    // Each call removes the files of at most a hundred runs.
    for (let round = 0; round < 10 && files().length > 0; round += 1) await documents.scheduleDue.tick()
    expect(files()).toEqual([])
    await schedule()
    toNextHour()
    await work()
    expect(files()).toHaveLength(1)
    await ask('admin', 'DELETE', `/v2/files/${workbookId}`)
    const purged = await ask('admin', 'DELETE', `/v2/files/${workbookId}?purge=true`)
    expect(purged.status, purged.text).toBe(200)
    expect(await store.db.selectFrom('schedules').select('id').execute()).toEqual([])
    expect(await store.db.selectFrom('schedule_runs').select('id').execute()).toEqual([])
    await documents.scheduleDue.tick()
    expect(files()).toEqual([])
  })
})
