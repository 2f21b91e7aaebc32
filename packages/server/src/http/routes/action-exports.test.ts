import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { listStorageSettings, type Send, sendActionExport, updateSlackSetting } from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail } from '../../outbound/index.ts'
import { startSlack } from '../../services/schedules/destinations/slack/testing.ts'
import { startS3rver, testBucket, testKey } from '../../services/schedules/destinations/storage/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const orders = { target: { type: 'element', element: 'orders' }, format: 'csv' }
const toReader = { type: 'address', address: 'reader@example.com' }
const constant = { type: 'constant', value: { type: 'text', value: 'x' } }
const mail = { effect: 'notify-and-export', destination: 'email', recipients: [toReader] }

interface SentMail {
  to: string[]
  subject: string
  text: string
  files: Map<string, string>
}

describeStores('messages and files that actions send', (openStore) => {
  const mails: SentMail[] = []
  const hooked: string[] = []
  let hook: Server
  let hookUrl = ''
  let slack: Awaited<ReturnType<typeof startSlack>>
  let s3: Awaited<ReturnType<typeof startS3rver>>
  let documents: TestServices
  let connectionId = ''
  let folderId = ''
  let workbookId = ''

  async function keep({ to, subject, text, files = [] }: Mail) {
    const read = await Promise.all(
      files.map(async ({ name, content }) => [name, (await buffer(content)).toString()] as const),
    )
    mails.push({ to: [to].flat(), subject, text, files: new Map(read) })
    return { refused: [] }
  }
  beforeAll(async () => {
    ;[slack, s3] = await Promise.all([startSlack(), startS3rver()])
    hook = createServer((request, response) => {
      void buffer(request).then((bytes) => {
        hooked.push(bytes.toString())
        response.writeHead(200).end()
      })
    })
    await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done))
    const address = hook.address()
    hookUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`
  })
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform, { sendMail: keep, slackUrl: slack.url })
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder', 'analyst'] })
    folderId = platform.people.builder.homeFolderId
    const builder = await documents.viewer('builder')
    workbookId = (await documents.specs.create(builder, 'workbook', bookOf([mail]))).record.inode.id
    for (const role of ['analyst', 'viewer'] as const) await documents.share(workbookId, role, 'view')
    return documents.routes
  })
  beforeEach(() => {
    mails.length = 0
    hooked.length = 0
  })
  afterAll(async () => {
    await new Promise((done) => hook.close(done))
    await Promise.all([slack.close(), s3.close()])
  })

  const bookOf = (effects: object[], hostId = 'go') => {
    const spec = smallWorkbook(connectionId, folderId) as { pages: { elements: { id: string }[] }[] }
    const actions = [{ id: 'act', trigger: hostId === 'go' ? 'on-click' : 'on-select', effects }]
    const host = (element: { id: string }) => (element.id === hostId ? { ...element, actions } : element)
    const text = { kind: 'control', controlType: 'text', mode: 'equals', id: 'who', controlId: 'Who', name: 'Who' }
    const acting = { id: 'acting', name: 'Acting', elements: [{ id: 'go', kind: 'button', text: 'Go' }, text] }
    const pages = [...spec.pages, acting].map((page) => ({ ...page, elements: page.elements.map(host) }))
    return { ...spec, pages }
  }
  const write = async (effects: object[], hostId?: string) => {
    const path = `/v2/workbooks/${workbookId}/spec`
    const answer = await server().request({ method: 'PUT', path, as: 'builder', body: bookOf(effects, hostId) })
    expect(answer.status, answer.text).toBe(200)
  }
  const path = () => `/v2/workbooks/${workbookId}/sequences/act/exports`
  const start = async (body: object = {}, as: Role = 'analyst') => {
    const answer = await server().request({ method: 'POST', path: path(), as, body: { step: 0, ...body } })
    if (answer.status === 200) await documents.worker.runDue()
    return answer
  }
  const lastSend = async () => {
    const { body } = await server().request({ method: 'GET', path: `/v2/workbooks/${workbookId}/sends`, as: 'analyst' })
    return (body as { entries: Send[] }).entries[0]
  }
  const person = (role: 'analyst' | 'builder' | 'viewer') => server().platform.people[role]

  test('are sent by mail, with the texts of the step, a file and a link to its subject', async () => {
    await write([
      {
        ...mail,
        recipients: [toReader, { type: 'member', memberId: person('viewer').memberId }],
        subject: 'Orders of {{[Who]}}',
        message: 'Good morning',
        attachment: orders,
        linkTo: { type: 'element', element: 'orders' },
      },
    ])
    const answer = await start({ parameters: { Who: 'East' } })
    expect(answer, answer.text).toMatchObject({ status: 200, body: {} })
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to: ['reader@example.com', person('viewer').email], subject: 'Orders of East' })
    expect(mails[0]?.text).toContain('Good morning')
    expect(mails[0]?.text).toMatch(/\/workbook\/Store-sales-\S+\?:nodeId=orders/)
    expect([...(mails[0]?.files.keys() ?? [])]).toEqual(['Store sales - Orders.csv'])
    expect(await lastSend()).toMatchObject({ state: 'success', sentAs: person('analyst').memberId })
  })

  test('can contain the selection, results of earlier steps and the error, besides rows of tables', async () => {
    const set = { effect: 'set-control-value', control: 'Who', value: constant, name: 'Booked' }
    const step = {
      ...mail,
      includeLink: false,
      subject: '{{[Selection/Status]}}, {{Count([Orders/Status])}} for {{[Who]}}',
      message: '{{[Booked] | ,.2f}}, {{[Selection/Status] & Text(Count([Orders/Status]))}}; {{[Error/Message]}}',
    }
    await write([set, step], 'orders')
    const state = {
      selection: { 'o-status': ['shipped', 'returned'] },
      results: { Booked: 1234.5 },
      error: { message: 'gone {{Sum([Orders/Order Id])}}', code: 'tableGone', step: 1 },
    }
    const answer = await start({ step: 1, state, parameters: { Who: 'East' } })
    expect(answer, answer.text).toMatchObject({ status: 200 })
    expect(mails[0]?.subject).toBe('shipped, returned, 4 for East')
    // The error is inserted as text, even when it looks like a formula.
    const text = mails[0]?.text.replaceAll('\u2060', '')
    expect(text).toContain('1,234.50, shipped4, returned4; gone {{Sum([Orders/Order Id])}}')
  })

  test('are not sent with a formula that has no value', async () => {
    await write([{ ...mail, subject: '{{[Selection/Nothing]}}' }], 'orders')
    const answer = await start({ state: { selection: { 'o-status': ['shipped'] } } })
    expect(answer, answer.text).toMatchObject({ status: 409, text: expect.stringContaining('no value') })
    expect(mails).toEqual([])
  })

  test('send nothing in a dry run', async () => {
    await write([{ ...mail, recipients: [toReader] }])
    const before = await lastSend()
    const body = { step: 0 }
    const dry = await server().request({ method: 'POST', path: `${path()}?dryRun=true`, as: 'analyst', body })
    expect(dry, dry.text).toMatchObject({ status: 200, body: { changes: expect.any(Array) } })
    await documents.worker.runDue()
    expect(mails).toEqual([])
    expect(await lastSend()).toEqual(before)
  })

  test('are sent to addresses of a control, and never to addresses that the request adds', async () => {
    const dynamic = { type: 'dynamic', value: { type: 'control', control: 'Who' } }
    await write([{ ...mail, recipients: [toReader, dynamic], includeLink: false }])
    await start({ recipients: [['stranger@example.com'], ['a@example.com, b@example.com', 'a@example.com']] })
    expect(mails[0]?.to).toEqual(['reader@example.com', 'a@example.com', 'b@example.com'])
    expect(mails[0]?.text).not.toContain('/workbook/')
    expect(mails[0]?.files.size).toBe(0)
    await write([{ ...mail, recipients: [dynamic] }])
    expect(await start({ recipients: [[null, '']] })).toMatchObject({ status: 409 })
    await write([
      { ...mail, recipients: [{ type: 'dynamic', value: { type: 'formula', formula: '"x@example.com"' } }] },
    ])
    mails.length = 0
    expect(await start({ recipients: [['stranger@example.com']] })).toMatchObject({ status: 200 })
    expect(mails[0]?.to).toEqual(['x@example.com'])
  })

  test('are sent to webhooks, and with the data of each recipient', async () => {
    await write([
      { ...mail, destination: 'webhook', recipients: [{ type: 'address', address: hookUrl }], attachment: orders },
      {
        ...mail,
        recipients: ['analyst', 'viewer'].map((role) => ({
          type: 'member',
          memberId: person(role as 'analyst').memberId,
        })),
        attachment: orders,
        runAsRecipient: true,
      },
    ])
    expect(await start({}, 'builder')).toMatchObject({ status: 200 })
    expect(hooked).toEqual([expect.stringContaining('Store sales - Orders.csv')])
    expect(await start({ step: 1 }, 'builder')).toMatchObject({ status: 200 })
    expect(mails.map(({ to }) => to).toSorted()).toEqual([[person('analyst').email], [person('viewer').email]])
  })

  /** The file of a download of the element, by the same member. */
  const downloaded = async (elementId: string) => {
    const body = { elementId, format: { type: 'csv' } }
    const asked = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${workbookId}/export`,
      as: 'builder',
      body,
    })
    await documents.worker.runDue()
    const { queryId } = asked.body as { queryId: string }
    return (await server().request({ method: 'GET', path: `/v2/query/${queryId}/download`, as: 'builder' })).bytes
  }

  test('are posted in Slack with the file of the element, and as text alone', async () => {
    const token = { token: 'xoxb-good' }
    const set = await server().request({ method: 'PUT', path: updateSlackSetting.path, as: 'admin', body: token })
    expect(set.status, set.text).toBe(200)
    const toSlack = { ...mail, destination: 'slack', recipients: [{ type: 'address', address: 'C01' }] }
    await write([
      { ...toSlack, subject: 'Orders of {{[Who]}}', message: 'Good <morning>', attachment: orders },
      { ...toSlack, recipients: [{ type: 'address', address: 'U01' }], message: 'Done', includeLink: false },
    ])
    const first = await start({ parameters: { Who: 'East' } }, 'builder')
    expect(first, first.text).toMatchObject({ status: 200 })
    expect(slack.posts).toMatchObject([{ channel: 'C01', files: [{ title: 'Store sales - Orders.csv' }] }])
    expect(slack.posts[0]?.text).toContain('Orders of East')
    expect(slack.posts[0]?.text).toMatch(/\/workbook\/Store-sales-/)
    expect(slack.posts[0]?.files[0]?.content).toBe((await downloaded('orders')).toString())
    expect(await start({ step: 1 }, 'builder')).toMatchObject({ status: 200 })
    expect(slack.posts[1]).toMatchObject({ channel: 'D01', text: expect.stringContaining('Done'), files: [] })
  })

  test('are written to a cloud storage, with exactly the bytes of a download', async () => {
    const storage = {
      bucket: testBucket,
      prefix: '/reports/',
      region: 'us-east-1',
      endpoint: s3.url,
      isPathStyle: true,
    }
    const path = `${listStorageSettings.path}/s3`
    const set = await server().request({ method: 'PUT', path, as: 'admin', body: { ...storage, ...testKey } })
    expect(set.status, set.text).toBe(200)
    const toStorage = { ...mail, destination: 'cloud-storage', authorization: 's3', attachment: orders }
    const file = (address: string) => ({ ...toStorage, recipients: [{ type: 'address', address }] })
    await write([file('s3://exports/reports/orders.csv'), file('s3://exports/other/orders.csv')])
    const answer = await start({}, 'builder')
    expect(answer, answer.text).toMatchObject({ status: 200 })
    const client = new S3Client({ endpoint: s3.url, region: 'us-east-1', forcePathStyle: true, credentials: testKey })
    const object = await client.send(new GetObjectCommand({ Bucket: testBucket, Key: 'reports/orders.csv' }))
    client.destroy()
    const written = Buffer.from((await object.Body?.transformToByteArray()) ?? [])
    expect(written.toString()).toContain('shipped')
    expect(written.equals(await downloaded('orders'))).toBe(true)
    const outside = await start({ step: 1 }, 'builder')
    expect(outside).toMatchObject({ status: 400, text: expect.stringContaining('s3://exports/reports/') })
  })

  test('require the permission of their destination, and follow the rules of the organization', async () => {
    await write([mail, { ...mail, destination: 'webhook', recipients: [{ type: 'address', address: hookUrl }] }])
    expect(await start({}, 'viewer')).toMatchObject({ status: 403 })
    expect(await start({ step: 1 })).toMatchObject({ status: 403 })
    expect(await start({ draft: true })).toMatchObject({ status: 403 })
    const rules = '/v2/organizations/settings/exports'
    const change = (allowedDomains: string[] | null) =>
      server().request({ method: 'PATCH', path: rules, as: 'admin', body: { allowedDomains } })
    expect((await change(['example.org'])).status).toBe(200)
    const refused = await start()
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('example.org') })
    expect((await change(null)).status).toBe(200)
    expect((await start()).status).toBe(200)
    expect(mails).toHaveLength(1)
  })

  test.each<[string, object, number, string]>([
    ['a download', { destination: 'download', attachment: orders }, 409, 'browser'],
    ['a message to nobody', { recipients: [] }, 409, 'recipient'],
    [
      'a message to a team in Slack',
      { destination: 'slack', recipients: [{ type: 'team', teamId: unknownId }] },
      409,
      'mails only',
    ],
    ['an address that is none', { recipients: [{ type: 'address', address: 'nobody' }] }, 400, 'no'],
    [
      'a file in a storage that there is not',
      { destination: 'cloud-storage', recipients: [{ type: 'address', address: 's3://b/a.csv' }], attachment: orders },
      400,
      'authorization',
    ],
    [
      'a file in a storage of another kind',
      { destination: 'cloud-storage', recipients: [{ type: 'address', address: 'gcs://b/a.csv' }], attachment: orders },
      400,
      'not_supported',
    ],
    ['rows of the whole workbook', { attachment: { target: { type: 'workbook' }, format: 'json' } }, 400, 'json'],
  ])('%s', async (_title, change, status, words) => {
    await write([{ ...mail, ...change }])
    const answer = await start({}, 'builder')
    expect(answer, answer.text).toMatchObject({ status, text: expect.stringContaining(words) })
  })

  test('are refused in documents for unsupported destinations, by name', async () => {
    const body = bookOf([{ ...mail, destination: 'google-drive' }])
    const answer = await server().request({ method: 'POST', path: '/v2/workbooks/spec', as: 'builder', body })
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('google-drive') })
  })

  test('are written anew', () => write([mail]))

  const operation = {
    operation: sendActionExport,
    untested: { engine_unavailable: 'the connector tests end the engine', not_supported: 'above' },
  }
  scenarios(
    'POST /v2/workbooks/{workbookId}/sequences/{sequenceId}/exports',
    server,
    [
      { name: 'of a visible workbook', as: 'builder', path, body: { step: 0 }, status: 200 },
      { name: 'by a member who may not send mails', as: 'viewer', path, body: { step: 0 }, status: 403 },
      { name: 'a step that does not exist', as: 'builder', path, body: { step: 9 }, status: 409 },
      {
        name: 'an unknown workbook',
        as: 'builder',
        path: `/v2/workbooks/${unknownId}/sequences/act/exports`,
        body: { step: 0 },
        status: 404,
      },
    ],
    operation,
  )
})
