import {
  deleteMailServer,
  getMailServer,
  type MailServerSetting,
  type Send,
  testMailServer,
  updateMailServer,
} from '@octavo/core/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startMailServer } from '../../outbound/testing.ts'
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

const { path } = getMailServer
const csv = { formatOptions: { type: 'CSV' }, source: { type: 'element', elementId: 'orders' } }

const own = await startMailServer({ refuse: 'nobody@example.com' })
afterAll(() => own.close())

const wanted = (change: object = {}) => ({
  host: '127.0.0.1',
  port: own.port,
  security: 'none',
  user: 'acme',
  password: 'hush-hush',
  from: 'Acme <reports@acme.example>',
  ...change,
})

describeStores('the mail server of an organization', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices
  let workbookId = ''
  const byOperator: string[] = []

  beforeAll(async () => {
    platform = await buildTestPlatform(openStore)
    documents = buildTestServices(platform, {
      sendMail: async ({ to, files = [] }) => {
        byOperator.push(String(to))
        for (const { content } of files) content.destroy()
        return { refused: [] }
      },
    })
    server = await startTestServer(platform, documents.routes)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId)
    workbookId = (await documents.specs.create(await documents.viewer('builder'), 'workbook', spec)).record.inode.id
  })
  afterEach(async () => {
    await ask('admin', 'DELETE', path)
    own.mails.length = 0
    byOperator.length = 0
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await platform.close()
  })

  const ask = (as: Role, method: string, at: string, body?: object) =>
    server.request({ method, path: at, as, ...(body ? { body } : {}) })
  async function sent(email: string): Promise<Send | undefined> {
    const config = { title: 'Orders', messageBody: '', includeLink: false }
    const body = { targets: [{ type: 'email', email }], attachments: [csv], config }
    expect((await ask('builder', 'POST', `/v2/workbooks/${workbookId}/send`, body)).status).toBe(200)
    await documents.worker.runDue()
    await documents.worker.runDue()
    const answer = await ask('builder', 'GET', `/v2/workbooks/${workbookId}/sends?limit=1`)
    return (answer.body as { entries: Send[] }).entries[0]
  }

  test('sends every mail of the organization, and its password is never returned', async () => {
    expect((await ask('admin', 'GET', path)).body).toEqual({ server: null, sendsMail: true })
    const set = await ask('admin', 'PUT', path, wanted())
    expect(set.status, set.text).toBe(200)
    expect((set.body as MailServerSetting).server).toMatchObject({ user: 'acme', hasPassword: true, port: own.port })
    expect(await sent('reader@example.com')).toMatchObject({ state: 'success' })
    const invited = { email: 'new@example.com', firstName: 'New', lastName: 'One', memberType: 'View' }
    expect((await ask('admin', 'POST', '/v2/members?sendInvite=true', invited)).status).toBe(200)
    await documents.worker.runDue()
    expect(own.mails.map(({ to }) => to)).toEqual([['reader@example.com'], ['new@example.com']])
    expect(own.mails[0]).toMatchObject({ from: 'reports@acme.example', login: { user: 'acme', password: 'hush-hush' } })
    expect(byOperator).toEqual([])
    const read = await ask('admin', 'GET', path)
    const rows = await platform.store.db.selectFrom('organizations').select('settings').execute()
    const events = await platform.store.db.selectFrom('audit_events').selectAll().execute()
    expect(read.text + set.text + JSON.stringify(rows) + JSON.stringify(events)).not.toContain('hush-hush')
    expect(JSON.stringify(events)).toContain('MAIL_SERVER_SET')
    await ask('admin', 'DELETE', path)
    expect(await sent('reader@example.com')).toMatchObject({ state: 'success' })
    expect(byOperator).toEqual(['reader@example.com'])
  })

  test('keeps its password for the same user at the same host only', async () => {
    await ask('admin', 'PUT', path, wanted())
    const { password: _, ...same } = wanted({ from: 'other@acme.example' })
    expect((await ask('admin', 'PUT', path, same)).status).toBe(200)
    expect((await ask('admin', 'POST', testMailServer.path, same)).status).toBe(200)
    expect(own.mails).toMatchObject([{ from: 'other@acme.example', login: { password: 'hush-hush' } }])
    for (const change of [{ host: 'smtp.example.com' }, { user: 'mallory' }]) {
      const answer = await ask('admin', 'POST', testMailServer.path, { ...same, ...change })
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('password')])
    }
    expect(own.mails).toHaveLength(1)
  })

  test.each([
    ['an address inside the network of the server', { host: '10.0.0.7' }, 'inside the network'],
    ['a sender with a second line', { from: 'a@example.com\r\nBcc: b@example.com' }, 'from'],
    ['a server that is not there', { port: 1 }, '127.0.0.1 cannot be reached'],
    ['a server without STARTTLS where it is asked for', { security: 'starttls' }, '127.0.0.1'],
    ['a host with a path', { host: 'smtp.example.com/x' }, 'host'],
  ])('a test refuses %s', async (_, change, reason) => {
    const answer = await ask('admin', 'POST', testMailServer.path, wanted(change))
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(reason)])
    expect(own.mails).toEqual([])
  })

  test('its refusal is returned with its own message', async () => {
    await ask('admin', 'PUT', path, wanted())
    const last = await sent('nobody@example.com')
    expect(last).toMatchObject({ state: 'error', reason: expect.stringContaining('550 nobody here') })
  })

  for (const operation of [getMailServer, updateMailServer, testMailServer, deleteMailServer]) {
    const given = 'body' in operation ? { body: wanted() } : {}
    scenarios(
      `${operation.method} ${operation.path}`,
      () => server,
      [
        { name: 'for administrators', as: 'admin', ...given, status: 200 },
        {
          name: 'not for members who manage destinations, because links for passwords are sent through it',
          as: 'builder',
          ...given,
          status: 403,
          answer: { code: 'forbidden' },
        },
      ],
      { operation },
    )
  }
})
