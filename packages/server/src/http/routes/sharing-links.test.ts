import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MailRefused } from '../../outbound/index.ts'
import { describeStores } from '../../store/testing.ts'
import { useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const link = 'https://host.example/sales?tab=1&region=East'
const nobody = 'nobody@example.com'
const target = [{ email: 'reader@example.com' }]
const schedule = { cronSpec: '0 0 1 1 *', timezone: 'UTC' }
const written = { title: 'Orders', messageBody: 'Good morning', exportAttachments: [] }
const sent = (config: object = {}) => ({
  targets: [{ type: 'email', email: 'reader@example.com' }],
  config: { title: 'Orders', messageBody: 'Good morning', ...config },
  attachments: [],
})

describeStores('the link that the page around an embed names', (openStore) => {
  const mails: { to: readonly string[]; text: string; html: string }[] = []
  let documents: TestServices
  let session = ''
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform, {
      sendMail: async ({ to, text, html }) => {
        if (to.includes(nobody)) throw new MailRefused('550 no such person', false)
        mails.push({ to: [to].flat(), text, html: html ?? '' })
        return { refused: [] }
      },
    })
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId) as { pages: object[] }
    const mail = {
      effect: 'notify-and-export',
      destination: 'email',
      recipients: [{ type: 'address', address: 'reader@example.com' }],
      subject: 'Orders',
      linkTo: { type: 'element', element: 'orders' },
    }
    const go = { id: 'go', kind: 'button', text: 'Go', actions: [{ id: 'act', trigger: 'on-click', effects: [mail] }] }
    const pages = [...spec.pages, { id: 'acting', name: 'Acting', elements: [go] }]
    const builder = await documents.viewer('builder')
    workbookId = (await documents.specs.create(builder, 'workbook', { ...spec, pages })).record.inode.id
    return documents.routes
  })

  const api = async (method: string, path: string, body?: unknown, token = session) => {
    const headers = { authorization: `Bearer ${token}` }
    return server().request({ method, path, headers, ...(body === undefined ? {} : { body }) })
  }
  const asAdmin = (method: string, path: string, body?: unknown) =>
    server().request({ method, path, as: 'admin', ...(body === undefined ? {} : { body }) })
  const path = (rest: string) => `/v2/workbooks/${workbookId}/${rest}`
  async function lastMail() {
    await documents.worker.runDue()
    expect(mails).toHaveLength(1)
    return mails[0] ?? { to: [], text: '', html: '' }
  }

  let credential = { clientId: '', clientSecret: '' }

  /** A session of the embed for a person of the host, or for a member with this address. */
  async function startSession(sub: string) {
    const now = Math.floor(server().platform.clock.now() / 1000)
    const claims = { sub, jti: sub, iat: now, exp: now + 3600 }
    const unsigned = `${encoded({ alg: 'HS256', kid: credential.clientId })}.${encoded(claims)}`
    const mac = createHmac('sha256', credential.clientSecret).update(unsigned).digest('base64url')
    const started = await server().request({
      method: 'POST',
      path: '/auth/embed',
      body: { token: `${unsigned}.${mac}` },
    })
    expect(started.status, started.text).toBe(200)
    return started.body as { sessionToken: string; session: { member: { memberId: string } } }
  }

  beforeAll(async () => {
    const { people } = server().platform
    const made = await asAdmin('POST', '/v2/credentials', {
      ownerId: people.admin.memberId,
      name: 'Host',
      scopes: ['embed'],
    })
    credential = made.body as typeof credential
    const body = await startSession('ada@host.example')
    session = body.sessionToken
    const grants = [{ grantee: { memberId: body.session.member.memberId }, permission: 'view' }]
    expect((await asAdmin('POST', path('grants'), { grants })).status).toBeLessThan(300)
  })
  beforeEach(() => {
    mails.length = 0
  })

  test('is that of a message sent now, escaped, instead of that of the workbook', async () => {
    const answer = await api('POST', path('send'), sent({ sharingLink: link }))
    expect(answer.status, answer.text).toBe(200)
    const { text, html } = await lastMail()
    expect(text).toContain(link)
    expect(html).toContain(`href="${link.replace('&', '&amp;')}"`)
    expect(`${text}${html}`).not.toContain('/workbook/')
  })

  test('is left out with the link, and absent without one of the host', async () => {
    await api('POST', path('send'), sent({ sharingLink: link, includeLink: false }))
    expect((await lastMail()).text).not.toContain('https://')
    mails.length = 0
    await api('POST', path('send'), sent())
    expect((await lastMail()).text).toContain('/workbook/')
  })

  test('is that of the message of an action, which names an element of the workbook', async () => {
    const answer = await api('POST', path('sequences/act/exports'), { step: 0, sharingLink: link })
    expect(answer.status, answer.text).toBe(200)
    expect((await lastMail()).text).toContain(link)
  })

  test('is stored with a schedule, survives a change elsewhere, and is removed with null', async () => {
    const made = await api('POST', path('schedules'), { target, schedule, configV2: { ...written, sharingLink: link } })
    expect(made.status, made.text).toBe(200)
    const { scheduledNotificationId: id, configV2 } = made.body as {
      scheduledNotificationId: string
      configV2: { sharingLink?: string }
    }
    expect(configV2.sharingLink).toBe(link)
    const changed = await asAdmin('PATCH', path(`schedules/${id}`), { configV2: { ...written, title: 'Changed' } })
    expect(changed.body).toMatchObject({ configV2: { title: 'Changed', sharingLink: link } })
    await asAdmin('POST', path(`schedules/${id}/runs`))
    expect((await lastMail()).text).toContain(link)
    const removed = await asAdmin('PATCH', path(`schedules/${id}`), { configV2: { ...written, sharingLink: null } })
    expect(removed.status, removed.text).toBe(200)
    expect((removed.body as { configV2: object }).configV2).not.toHaveProperty('sharingLink')
    mails.length = 0
    server().platform.clock.advance(1_000)
    await asAdmin('POST', path(`schedules/${id}/runs`))
    expect((await lastMail()).text).toContain('/workbook/')
  })

  test.each([
    ['of a failed message links to it', { sharingLink: link }, link],
    ['of a failed message without one has no link', {}, null],
  ])('the notice %s, for a user of the embed', async (_, config, expected) => {
    const targets = [{ type: 'email', email: nobody }]
    const answer = await api('POST', path('send'), { ...sent(config), targets })
    expect(answer.status, answer.text).toBe(200)
    const notice = await lastMail()
    expect(notice.to).toEqual(['ada@host.example'])
    expect(notice.text).toContain('550 no such person')
    const addresses = notice.text.match(/https?:\S+/g)
    expect(addresses).toEqual(expected === null ? null : [expected])
  })

  test.each([
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['ftp://host.example/a'],
    ['//host.example/a'],
    ['https://['],
    [''],
    [`https://host.example/${'x'.repeat(1_000)}`],
    [7],
  ])('is refused as %j', async (sharingLink) => {
    const refused = [
      await api('POST', path('send'), sent({ sharingLink })),
      await api('POST', path('schedules'), { target, schedule, configV2: { ...written, sharingLink } }),
      await api('POST', path('sequences/act/exports'), { step: 0, sharingLink }),
    ]
    for (const { status, text } of refused) {
      expect(status, text).toBe(400)
      expect(text).toContain('sharingLink')
    }
    await documents.worker.runDue()
    expect(mails).toEqual([])
  })

  test('cannot be set outside of embeds', async () => {
    const made = await api('POST', path('schedules'), { target, schedule, configV2: written })
    const { scheduledNotificationId: id } = made.body as { scheduledNotificationId: string }
    const refused = [
      await asAdmin('POST', path('send'), sent({ sharingLink: link })),
      await asAdmin('POST', path('schedules'), { target, schedule, configV2: { ...written, sharingLink: link } }),
      await asAdmin('PATCH', path(`schedules/${id}`), { configV2: { ...written, sharingLink: link } }),
    ]
    for (const { status, text } of refused) {
      expect(status, text).toBe(400)
      expect(text).toContain('Only a session of an embed')
    }
  })

  test('the notice of a failed schedule links to the workbook for a member who created it in an embed', async () => {
    const hourly = { cronSpec: '0 * * * *', timezone: 'UTC' }
    const configV2 = { ...written, sharingLink: link }
    const { email } = server().platform.people.admin
    const { sessionToken } = await startSession(email)
    const asked = { target: [{ email: nobody }], schedule: hourly, configV2 }
    const made = await api('POST', path('schedules'), asked, sessionToken)
    expect(made.status, made.text).toBe(200)
    server().platform.clock.advance(3_600_000)
    await documents.scheduleDue.tick()
    const notice = await lastMail()
    expect(notice.to).toEqual([email])
    expect(notice.text).toMatch(/The workbook: http\S+\/workbook\//)
    expect(notice.text).not.toContain(link)
  })
})
