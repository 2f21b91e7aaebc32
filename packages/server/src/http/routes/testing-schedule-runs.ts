import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import type { Schedule, ScheduleRun } from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { Secret } from '../../config/index.ts'
import { createMailSender, type SendMail } from '../../outbound/index.ts'
import { type ReceivedMail, startMailServer, type TestMailServer } from '../../outbound/testing.ts'
import { createQueue, createWorker } from '../../queue/index.ts'
import { scheduleJobs } from '../../services/schedules/jobs.ts'
import { createScheduleDue } from '../../services/schedules/schedule-due.ts'
import { createScheduleEnds } from '../../services/schedules/schedule-ends.ts'
import type { Store, StoreOptions } from '../../store/index.ts'
import { insertPicture } from '../../store/pictures.ts'
import type { OpenStore } from '../../store/testing.ts'
import { buildTestPlatform, type Role, startTestServer, type TestPlatform, type TestServer } from '../testing.ts'
import { buildTestServices, crossedOrders, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

export const hourMs = 3_600_000
/** The file that schedules send unless a test says otherwise. */
export const csv = { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['orders'] } }

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
export async function startSilentServer() {
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

export const headerOf = (mail: ReceivedMail | undefined, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(mail?.raw.replace(/\r\n[ \t]+/g, ' ') ?? '')?.[1]?.trim() ?? ''

/** The attached files of a mail, by name. */
export function filesIn(mail: ReceivedMail | undefined): Map<string, Buffer> {
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
export function unzipped(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    const [packed, nameBytes, start] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes)
    files.set(name, inflateRawSync(zip.subarray(from, from + packed)).toString())
  }
  return files
}

/** A pivot table with a calculated total. */
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

/** A KPI that compares with the month before. */
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

/** The small workbook, with who reads a row, and with two hidden pages. */
function bookOf(connectionId: string, folderId: string) {
  const spec = smallWorkbook(connectionId, folderId) as {
    pages: { elements: { id: string; columns?: object[] }[] }[]
  }
  const orders = spec.pages[0]?.elements.find(({ id }) => id === 'orders')
  orders?.columns?.push({ id: 'o-who', formula: 'CurrentUserEmail()', name: 'Who' })
  const hidden = { id: 'hidden', name: 'Hidden', visibility: 'hidden', elements: [lined, crossedOrders, trend] }
  const torn = {
    id: 'torn',
    name: 'Torn',
    visibility: 'hidden',
    elements: [{ id: 'image', kind: 'image', source: { kind: 'upload', key: 'far-away' }, alt: 'A picture' }],
  }
  return { ...spec, pages: [...spec.pages, hidden, torn] }
}

/** Creates the workbook of the tests, which the analyst may view. */
async function createBook(platform: TestPlatform, documents: TestServices): Promise<string> {
  const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
  const spec = bookOf(connectionId, platform.people.builder.homeFolderId)
  const created = await documents.specs.create(await documents.viewer('builder'), 'workbook', spec)
  const workbookId = created.record.inode.id
  await documents.share(workbookId, 'analyst', 'view')
  await platform.store.maintain('test', (tx) =>
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
  return workbookId
}

/** A worker and the search for due schedules, as another process on the same store has them. */
function processesOf({ clock }: TestPlatform, documents: TestServices) {
  const workerOn = (store: Store) =>
    createWorker({
      store,
      clock,
      concurrency: 2,
      handlers: scheduleJobs({
        runs: documents.scheduleRuns,
        outbox: documents.scheduleOutbox,
        notices: documents.scheduleNotices,
      }),
    })
  const dueOn = (store: Store) => {
    const queue = createQueue({ store, clock })
    const ends = createScheduleEnds({ store, clock, queue, mails: { isSet: async () => true } })
    return createScheduleDue({
      store,
      clock,
      queue,
      ends,
      outbox: documents.scheduleOutbox,
      reportBug: (error) => {
        throw error
      },
    })
  }
  return { workerOn, dueOn }
}

/** A started server with a workbook, a mail server and a webhook receiver. */
async function startRuns(openStore: OpenStore) {
  const place = await openStore.place()
  const onPlace = (options: Partial<StoreOptions> = {}) => openStore({ ...place, ...options })
  const platform = await buildTestPlatform(Object.assign(onPlace, { place: openStore.place }))
  const { store } = platform
  const other = store.engine === 'postgres' ? await openStore({ ...place, clock: platform.clock }) : store
  const mailServer: TestMailServer = await startMailServer({ refuse: 'gone@example.com' })
  const hook = await startReceiver()
  const smtpUrl = new Secret(`smtp://127.0.0.1:${mailServer.port}`)
  const smtp = createMailSender({ smtpUrl, from: 'o@example.com' })
  if (!smtp) throw new Error('There is a mail server.')
  /** `deliver` sends a mail; tests may replace it. */
  const sending: { deliver: SendMail } = { deliver: smtp }
  const documents = buildTestServices(platform, { sendMail: (mail) => sending.deliver(mail) })
  const server: TestServer = await startTestServer(platform, documents.routes)
  const workbookId = await createBook(platform, documents)
  const processes = processesOf(platform, documents)
  const stop = async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await mailServer.close()
    await hook.close()
    await platform.close()
  }
  return {
    ...processes,
    platform,
    store,
    other,
    mails: mailServer.mails,
    hook,
    smtp,
    sending,
    documents,
    server,
    workbookId,
    stop,
  }
}

/** Starts a server for the tests of a suite; returns what they use of it, and requests about schedules of its workbook. */
export function useScheduleRuns(openStore: OpenStore) {
  let setup: Awaited<ReturnType<typeof startRuns>>
  beforeAll(async () => {
    setup = await startRuns(openStore)
  })
  beforeEach(async () => {
    setup.sending.deliver = setup.smtp
    // Removes schedules that a failed test has left.
    await setup.store.maintain('test', (tx) =>
      tx.updateTable('schedules').set({ ended_at: 1, next_due_at: null }).execute(),
    )
    await setup.documents.worker.runDue()
    setup.mails.length = 0
    setup.hook.received.length = 0
    setup.hook.answers.length = 0
  })
  afterAll(() => setup.stop())
  return { setup: () => setup, ...requestsAbout(() => setup) }
}

function requestsAbout(setup: () => Awaited<ReturnType<typeof startRuns>>) {
  const ask = (as: Role, method: string, path: string, body?: object) =>
    setup().server.request({ method, path, as, ...(body ? { body } : {}) })
  const path = () => `/v2/workbooks/${setup().workbookId}/schedules`
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
  const toNextHour = () => {
    const { clock } = setup().platform
    return clock.advance(hourMs - (clock.now() % hourMs) + 1000)
  }
  const work = async () => {
    await setup().documents.scheduleDue.tick()
    await setup().documents.worker.runDue()
  }
  return { ask, path, schedule, remove, runsOf, shown, toNextHour, work }
}
