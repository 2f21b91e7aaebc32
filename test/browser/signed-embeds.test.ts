import { createHmac } from 'node:crypto'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { apiOf } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { startHost } from './host-site.ts'
import { admin, type RunningOctavo, startOctavo } from './octavo.ts'

describe.skipIf(!hasChromium)(`signed embeds in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let host: Awaited<ReturnType<typeof startHost>>
  let api: Awaited<ReturnType<typeof apiOf>>
  let pair: { clientId: string; clientSecret: string }
  let workbook = ''
  let embedUrl = ''
  let serial = 0
  const complaints: string[] = []

  beforeAll(async () => {
    ;[octavo, browser, host] = await Promise.all([startOctavo(), launchChromium(), startHost()])
    api = await apiOf(octavo)
    const { entries } = await api<{ entries: { name: string; workbookId: string; url: string }[] }>(
      'GET',
      '/v2/workbooks?limit=100',
    )
    const sample = entries.find(({ name }) => name === 'Retail overview')?.workbookId ?? ''
    const { userId } = await api<{ userId: string }>('GET', '/v2/whoami')
    const { homeFolderId } = await api('GET', `/v2/members/${userId}`)
    // The sample is shared with everyone; this copy is for the customers of the host.
    const { workbookId, url = '' } = await api('POST', `/v2/workbooks/${sample}/copy`, {
      destinationFolderId: homeFolderId,
      name: 'For customers',
    })
    workbook = url
    const record = { embedType: 'public', sourceType: 'workbook' }
    ;({ embedUrl = '' } = await api<{ embedUrl?: string }>('POST', `/v2/workbooks/${workbookId}/embeds`, record))
    await api('PATCH', '/v2/organizations/settings', { embedOrigins: [host.origin, sameSite()] })
    pair = await api('POST', '/v2/credentials', { ownerId: userId, name: 'Host', scopes: ['embed'] })
    const { teamId } = await api<{ teamId: string }>('POST', '/v2/teams', { name: 'Customers', members: [] })
    await api('POST', `/v2/workbooks/${workbookId}/grants`, {
      grants: [{ grantee: { teamId }, permission: 'explore' }],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
    host?.server.close()
  })

  /** What a host signs for one of its users, with any JWT library. */
  function sign(claims: Record<string, unknown> = {}): string {
    serial += 1
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const iat = Math.floor(Date.now() / 1000)
    const usual = { sub: 'ada@customer.example', jti: `token-${serial}`, iat, exp: iat + 3_600, teams: ['Customers'] }
    const text = `${part({ alg: 'HS256', kid: pair.clientId })}.${part({ ...usual, ...claims })}`
    return `${text}.${createHmac('sha256', pair.clientSecret).update(text).digest('base64url')}`
  }
  const addressOf = (token: string, more = '') => `${workbook}?:jwt=${token}&:embed=true${more}`

  /** The older way: the whole address of an embed record is signed, as it is sent. */
  function signUrl(more = ''): string {
    serial += 1
    const text =
      `${embedUrl}?:nonce=nonce-${serial}&:client_id=${pair.clientId}&:mode=userbacked&:email=bob@customer.example` +
      `&:external_user_id=4712&:external_user_team=Customers&:session_length=3600&:time=${Math.floor(Date.now() / 1000)}${more}`
    return `${text}&:signature=${createHmac('sha256', pair.clientSecret).update(text).digest('hex')}`
  }

  /** Under a name of the same site, frames can use their storage even in a browser that blocks it for other sites. */
  const sameSite = () => host.origin.replace('localhost', '127.0.0.1')

  async function show(address: string, origin = host.origin): Promise<{ page: Page; frame: FrameLocator }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${origin}/?shows=${encodeURIComponent(address)}`)
    return { page, frame: page.frameLocator('iframe') }
  }
  const innerPage = (page: Page) => page.frames().find((each) => each.url().includes('/workbook/'))

  it('shows the workbook to the user of the host, without a cookie and without the frame of the app', async () => {
    const token = sign()
    const { page, frame } = await show(addressOf(token, '&Region=West'))
    const orders = frame.getByRole('region', { name: 'Orders', exact: true })
    await orders.getByText('56,732').waitFor()
    expect(await frame.getByRole('banner').getByRole('link').count()).toBe(0)
    expect(await frame.getByRole('button', { name: /^(Share|Edit|account)/i }).count()).toBe(0)
    expect(await page.context().cookies()).toEqual([])
    // The token is used up and visible nowhere.
    expect(innerPage(page)?.url()).toContain(':embed=true')
    expect(innerPage(page)?.url()).not.toContain(token)
    await frame.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Sales lines' }).click()
    await frame.getByRole('region', { name: 'Sales lines' }).getByRole('row').nth(3).waitFor()
    await page.context().close()
  })

  it('shows the workbook of a record whose whole address is signed, once', async () => {
    const address = signUrl('&Region=West')
    const { page, frame } = await show(address)
    await frame.getByRole('region', { name: 'Orders', exact: true }).getByText('56,732').waitFor()
    await frame.getByRole('button', { name: 'Workbook menu' }).waitFor()
    const shown = innerPage(page)?.url() ?? ''
    expect(shown).toContain('Region=West')
    expect(shown).not.toMatch(/signature|signed_url|nonce|customer/)
    const again = await show(address)
    await again.frame.getByRole('alert').getByText("You don't have permission to access this page.").waitFor()
    await again.page.context().close()
    const changed = await show(signUrl().replace('bob@', 'eve@'))
    await changed.frame.getByRole('alert').getByText('Invalid embed signature.').waitFor()
    expect(await changed.frame.getByRole('region').count()).toBe(0)
    await changed.page.context().close()
    await page.context().close()
  })

  it('continues when its frame or the host page is reloaded', async () => {
    const { page, frame } = await show(addressOf(sign()), sameSite())
    const orders = frame.getByRole('region', { name: 'Orders', exact: true })
    await orders.getByText(/^\d{3},\d{3}$/).waitFor()
    await innerPage(page)?.evaluate(() => location.reload())
    await orders.getByText(/^\d{3},\d{3}$/).waitFor()
    await page.reload()
    await orders.getByText(/^\d{3},\d{3}$/).waitFor()
    await page.context().close()
  })

  it('refuses the same token in another browser', async () => {
    const address = addressOf(sign())
    const first = await show(address)
    await first.frame.getByRole('region', { name: 'Orders', exact: true }).waitFor()
    const second = await show(address)
    await second.frame.getByRole('alert').getByText("You don't have permission to access this page.").waitFor()
    expect(await second.frame.getByRole('region').count()).toBe(0)
    await first.page.context().close()
    await second.page.context().close()
  })

  it.each([
    ['that is over', { exp: Math.floor(Date.now() / 1000) - 5 }, 'Session expired. Reload the page.'],
    ['of nobody', { sub: 'nobody' }, "You don't have permission to access this page. Invalid sub field in payload."],
  ])('shows why a token %s is refused', async (_what, claims, text) => {
    const { page, frame } = await show(addressOf(sign(claims)))
    await frame.getByRole('alert').getByText(text).waitFor()
    expect(await frame.getByRole('link').count()).toBe(0)
    await page.context().close()
  })

  it('shows a message to users who are in no team of the workbook', async () => {
    const { page, frame } = await show(addressOf(sign({ sub: 'eve@elsewhere.example', teams: [] })))
    await frame.getByText('Workbook not found').waitFor()
    await page.context().close()
  })

  it('exports what is shown as a file', async () => {
    const { page, frame } = await show(addressOf(sign()))
    const tile = frame.getByRole('region', { name: 'Revenue by category' })
    await tile.locator('canvas, svg').first().waitFor()
    await tile.hover()
    await tile.getByRole('button', { name: /Revenue by category/ }).click()
    await frame.getByRole('menuitem', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      frame.getByRole('menuitem', { name: /CSV/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/Revenue by category\.csv$/)
    await page.context().close()
  })

  it('opens without faults of accessibility and without errors', async () => {
    const { page, frame } = await show(addressOf(sign()))
    await frame.getByRole('region', { name: 'Orders', exact: true }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('is set up in the app: the site, and a credential that signs', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    await page.goto(octavo.address)
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goto(`${octavo.address}/administration/organization`)
    const sites = page.getByLabel('Sites that may show embeds')
    await sites.fill(`${host.origin}\nhttps://app.example.com`)
    const form = page.locator('form').filter({ has: sites })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await api<{ embedOrigins: string[] }>('GET', '/v2/organizations/settings')).embedOrigins)
      .toEqual([host.origin, 'https://app.example.com'])
    await sites.fill('app.example.com')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('is not an origin').waitFor()
    await context.close()
  })
})
