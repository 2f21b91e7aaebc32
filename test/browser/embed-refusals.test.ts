import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EmbedPlatform, openEmbedPlatform, type Shown } from './embed-platform.ts'
import { admin } from './octavo.ts'

const noAccess = "You don't have permission to access this page."
const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60

/** Every code and text of an error that a host page knows, as it arrives there; its reader sees the text in the frame. */
describe.skipIf(!hasChromium)(`refusals in host pages${skipReason}`, () => {
  let platform: EmbedPlatform & { close(): Promise<void> }
  let embedUrl = ''
  let shown: Shown | undefined

  beforeAll(async () => {
    platform = await openEmbedPlatform()
    const path = `/v2/workbooks/${platform.workbookId}/embeds`
    ;({ embedUrl = '' } = await platform.api('POST', path, { embedType: 'public', sourceType: 'workbook' }))
  })
  afterEach(() => shown?.close())
  afterAll(() => platform?.close())

  const settings = (change: object) => platform.api('PATCH', '/v2/organizations/settings', change)
  async function expectError(code: string, text: string | RegExp) {
    const error = await shown?.nextMessage('workbook:error')
    expect(error).toMatchObject({ code, message: expect.stringMatching(text) })
    return String(error?.message)
  }
  async function expectNothing(message: string) {
    await shown?.frame.getByRole('alert').getByText(message).waitFor()
    expect(await shown?.frame.getByRole('region', { name: 'Regions' }).count()).toBe(0)
  }

  it.each([
    ['that is over', { exp: minutes(-2) }, 'EINVAL', 'Session expired. Reload the page.'],
    ['of nobody', { sub: 'nobody' }, 'EINVAL', `${noAccess} Invalid sub field in payload.`],
    ['of an unknown team', { teams: ['Nobodies'] }, 'EINVAL', noAccess],
    [
      'that changes a member of the organization',
      { sub: admin.email, teams: undefined, account_type: 'View' },
      'EINVAL',
      `${noAccess} Cannot update account type for internal users.`,
    ],
  ])('names the reason for a token %s', async (_what, claims, code, text) => {
    shown = await platform.open({ claims })
    await expectNothing(await expectError(code, text))
  })

  it('names the reason for people who are not created while the organization forbids it', async () => {
    const { accountType } = await platform.api<{ accountType?: string }>('GET', '/v2/whoami')
    const name = { firstName: 'Ina', lastName: 'Internal', memberType: accountType ?? 'Admin' }
    await platform.api('POST', '/v2/members', { email: 'ina@example.com', ...name })
    await settings({ embedUserCreation: false })
    try {
      shown = await platform.open({ claims: { sub: 'new@customer.example' } })
      await expectNothing(await expectError('EPERM', noAccess))
      await shown.close()
      shown = await platform.open({ claims: { sub: 'ina@example.com', teams: undefined } })
      await expectNothing(await expectError('EPERM', `${noAccess} Automatic updating of users is disabled.`))
    } finally {
      await settings({ embedUserCreation: true })
    }
  })

  let serial = 0
  /** The older way to sign: the whole address of an embed record. */
  function signUrl(change: Record<string, string>, url = embedUrl, secret = platform.pair.clientSecret): string {
    serial += 1
    const usual = {
      ...{ nonce: `nonce-${serial}`, client_id: platform.pair.clientId, mode: 'userbacked' },
      ...{ email: 'bob@customer.example', external_user_id: '4712', external_user_team: 'Customers' },
      ...{ session_length: '3600', time: String(minutes(0)) },
    }
    const parameters = Object.entries({ ...usual, ...change }).map(([key, value]) => `:${key}=${value}`)
    const text = `${url}?${parameters.join('&')}`
    return `${text}&:signature=${createHmac('sha256', secret).update(text).digest('hex')}`
  }
  it.each([
    ['another secret', {}, 'EINVAL', `${noAccess} Invalid embed signature.`],
    ['a life that is over', { session_length: '60', time: String(minutes(-5)) }, 'EINVAL', / embed is expired\.$/],
    ['an unknown mode', { mode: 'wizard' }, 'EINVAL', /^Invalid embed request\.$/],
    ['no address of a person', { email: 'bob' }, 'EINVAL', 'Invalid embed request. ":email" is not valid.'],
    [
      'a life that is too long',
      { session_length: '2592001' },
      'EINVAL',
      'Invalid embed request. ":session_length" exceeds maximum',
    ],
    ['a member who signs in alone', { email: admin.email }, 'EACCES', noAccess],
    [
      'a team that does not exist',
      { external_user_team: 'Nobodies' },
      'EINVAL',
      'The specified teams in ":external_user_team" do not exist. Please check spelling or create new teams in the admin portal.',
    ],
  ])('names the reason for a signed address with %s', async (what, change, code, text) => {
    shown = await platform.show(signUrl(change, embedUrl, what === 'another secret' ? 'not the secret' : undefined))
    await expectNothing(await expectError(code, text))
  })

  it('says that there is no such embed, workbook or page', async () => {
    const gone = embedUrl.replace(/[^/]+$/, '6nfHWKvXmQ5NJ3kQ2vKz1a')
    const missing = "The page you're looking for does not exist"
    for (const [address, text] of [
      [signUrl({}, gone), `${missing}. Embed not found.`],
      [gone, ''],
    ] as const) {
      shown = await platform.show(address)
      await expectError('ENOENT', text)
      await shown.frame.getByText(missing).first().waitFor()
      await shown.close()
    }
    shown = await platform.open({ claims: { sub: 'eve@elsewhere.example', teams: [] } })
    await expectError('ENOENT', '')
    await shown.close()
    shown = await platform.open({ path: '/page/nowhere' })
    await expectError('ESTALE', '')
  })

  it.each([
    ['EEXIST', 409, { code: 'conflict', details: {} }],
    ['EACCES', 403, { code: 'forbidden', details: {} }],
    ['ETIMEDOUT', 400, { code: 'query_over_budget', details: { budget: 'time' } }],
    ['UNKNOWN', 500, { code: 'internal', details: {} }],
    ['NETWORK', 0, {}],
  ])('reports %s while it works, in the words of the server, and its reader goes on', async (code, status, body) => {
    shown = await platform.open({ more: '&:lng=de' })
    await shown.frame.getByRole('region', { name: 'Regions', exact: true }).getByText('East').waitFor()
    await shown.page.route('**/savedViews*', (route) => {
      if (route.request().method() === 'GET') return route.continue()
      return status === 0 ? route.abort() : route.fulfill({ status, json: { message: 'In English.', ...body } })
    })
    await shown.page.route('**/bookmarks*', (route) => {
      if (route.request().method() === 'GET') return route.continue()
      return status === 0 ? route.abort() : route.fulfill({ status, json: { message: 'In English.', ...body } })
    })
    await shown.send({ type: 'workbook:bookmark:create', name: 'Mine', isDefault: false, isShared: false })
    await expectError(code, status === 0 ? '' : 'In English.')
    await shown.frame.getByRole('region', { name: 'Regions', exact: true }).getByText('East').waitFor()
  })

  it('shows its reader the reason in the language of the address', async () => {
    shown = await platform.open({ claims: { exp: minutes(-2) }, more: '&:lng=de' })
    await expectError('EINVAL', 'Session expired. Reload the page.')
    await shown.frame.getByRole('alert').getByText('Die Sitzung ist zu Ende.').waitFor()
  })
})
