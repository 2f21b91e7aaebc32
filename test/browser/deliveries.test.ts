import { createServer, type Server } from 'node:http'
import type { OrganizationSend } from '@octavo/core/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer, type TestMailServer } from '../../packages/server/src/outbound/testing.ts'
import { seriousFaults } from './accessibility.ts'
import { apiOf, createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { inTheme, picture } from './pictures.ts'
import { signInOnce } from './sign-in.ts'

const hookCount = 60
const people = Array.from({ length: 120 }, (_, index) => `person${String(index).padStart(3, '0')}@example.com`)
const refused = 'nobody@example.com'

describe.skipIf(!hasChromium)(`one delivery in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let mails: TestMailServer
  let hook: Server
  /** Webhooks are answered when it resolves. */
  let release = () => {}
  /** The webhook of the list of exports is answered when it resolves. */
  let releaseTray = () => {}
  let hookPort = 0
  let page: Page
  let deliveryId = ''

  beforeAll(async () => {
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const heldTray = new Promise<void>((resolve) => {
      releaseTray = resolve
    })
    hook = createServer((request, response) => {
      request.resume()
      // The destination of the cancelled delivery never responds.
      if (request.url === '/hangs') return
      const end = request.url === '/tray' ? heldTray : held
      request.on('end', () => void end.then(() => response.end('thank you')))
    })
    await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done))
    const address = hook.address()
    const port = typeof address === 'object' && address ? address.port : 0
    hookPort = port
    mails = await startMailServer({ refuse: refused })
    const env = { OCTAVO_SMTP_URL: `smtp://127.0.0.1:${mails.port}`, OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1' }
    ;[octavo, browser] = await Promise.all([startOctavo(env), launchChromium()])
    const api = await apiOf(octavo)
    const { entries } = await api<{ entries: { workbookId: string; name: string }[] }>('GET', '/v2/workbooks')
    const workbookId = entries.find(({ name }) => name === 'Retail overview')?.workbookId
    const hooks = Array.from({ length: hookCount }, (_, index) => `http://127.0.0.1:${port}/${index}`)
    await api('POST', `/v2/workbooks/${workbookId}/send`, {
      targets: [
        ...[...people, refused].map((email) => ({ type: 'email', email })),
        ...hooks.map((webhookUrl) => ({ type: 'webhook', webhookUrl })),
      ],
      config: { title: 'To everybody', messageBody: '' },
      attachments: [{ formatOptions: { type: 'CSV' }, source: { type: 'element', elementId: 'by-category' } }],
    })
    const sent = await api<{ entries: OrganizationSend[] }>('GET', '/v2/sends?limit=1')
    deliveryId = sent.entries[0]?.deliveryId ?? ''
    const admin = await signInOnce(browser, octavo.address)
    page = await createDoor(browser, octavo).open('/administration/exports?tab=sent', admin)
  })
  afterAll(async () => {
    release()
    releaseTray()
    await browser?.close()
    await octavo?.stop()
    await mails?.close()
    hook.closeAllConnections()
    await new Promise((done) => hook.close(done))
  })

  async function workbookUrlId(): Promise<string> {
    const api = await apiOf(octavo)
    const { entries } = await api<{ entries: { workbookUrlId: string; name: string }[] }>('GET', '/v2/workbooks')
    return entries.find(({ name }) => name === 'Retail overview')?.workbookUrlId ?? ''
  }
  const pictures = async (name: string) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const theme of ['light', 'dark'] as const) {
        await inTheme(page, theme)
        await picture(page, `${name}-${width}-${theme}`)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await inTheme(page, 'light')
  }

  it('is named by its state in the list', async () => {
    await page.getByRole('row').filter({ hasText: 'To everybody' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
  })

  it('opens beside the list, and says how many messages are sent while it sends them', async () => {
    const row = page.getByRole('row').filter({ hasText: 'To everybody' })
    await row.getByRole('button', { name: /: Open delivery$/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Delivery: To everybody' })
    const bar = drawer.getByRole('progressbar')
    await expect
      .poll(() => bar.getAttribute('aria-valuetext'), { timeout: 60_000 })
      .toMatch(/^Sending: \d+ of 61 messages$/)
    expect(new URL(page.url()).searchParams.get('delivery')).toBe(deliveryId)
    expect(await bar.getAttribute('aria-valuemax')).toBe('61')
    await pictures('delivery-sending')
    release()
    await bar.waitFor({ state: 'detached', timeout: 60_000 })
    await drawer.getByText('nobody@example.com was refused: 550 nobody here').first().waitFor()
    expect(await seriousFaults(page)).toEqual([])
  })

  it('pages its messages, and the recipients of one of them', async () => {
    const drawer = page.getByRole('dialog', { name: 'Delivery: To everybody' })
    await drawer.getByText('1–50 of 61', { exact: true }).waitFor()
    await drawer.getByText('Response: 200 thank you').first().waitFor()
    await drawer.getByRole('button', { name: 'Next messages' }).click()
    await drawer.getByText('51–61 of 61', { exact: true }).waitFor()
    await drawer.getByText('1–50 of 121', { exact: true }).waitFor()
    const recipients = drawer.getByRole('listitem').filter({ hasText: /^(person\d+|nobody)@example\.com/ })
    expect(await recipients.count()).toBe(50)
    // Who did not get it is first.
    expect(await recipients.first().textContent()).toMatch(/^nobody@example\.comRefused: 550 nobody here$/)
    await drawer.getByText('nobody@example.com', { exact: true }).scrollIntoViewIfNeeded()
    await pictures('delivery-recipients')
    await drawer.getByRole('button', { name: 'Next recipients' }).click()
    await drawer.getByRole('button', { name: 'Next recipients' }).click()
    await drawer.getByText('101–121 of 121', { exact: true }).waitFor()
    expect(await recipients.count()).toBe(21)
    await drawer.getByRole('button', { name: 'Previous messages' }).click()
    await drawer.getByText('1–50 of 61', { exact: true }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
  })

  it('has a page of its own, from which it is sent again', async () => {
    await page.goto(`${octavo.address}/deliveries/${deliveryId}`)
    await page.getByRole('heading', { name: 'Delivery: To everybody' }).waitFor()
    await page.getByText('1–50 of 61', { exact: true }).waitFor()
    await pictures('delivery-page')
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/deliveries/') && !url.pathname.endsWith(deliveryId))
    await expect.poll(() => mails.mails.length, { timeout: 60_000 }).toBe(2)
  })
  async function sendToHook(path: string) {
    const menu = page.getByRole('button', { name: 'Export', exact: true })
    // The page computes all its elements while the messages of the other tests are sent.
    await menu.waitFor({ timeout: 60_000 })
    await menu.click({ timeout: 60_000 })
    await page.getByRole('menuitem', { name: 'Send now…' }).click()
    const choose = async (label: string, option: string) => {
      await page.getByLabel(label).click()
      await page.getByRole('option', { name: option }).first().click()
      await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
    }
    await choose('What to send', 'Revenue')
    await choose('Format', 'CSV')
    await choose('Send by', 'Webhook')
    await page.getByRole('textbox', { name: 'Webhook' }).fill(`http://127.0.0.1:${hookPort}${path}`)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('list', { name: 'Sent lately' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '1 export', exact: true }).click()
    return page.getByRole('dialog', { name: 'Exports' })
  }

  it('is listed with the exports of the page that started it, while it runs and afterwards', async () => {
    release()
    await page.goto(`${octavo.address}/-/workbook/${await workbookUrlId()}`)
    const tray = await sendToHook('/tray')
    await tray.getByRole('progressbar').waitFor()
    await expect
      .poll(() => tray.getByRole('progressbar').getAttribute('aria-valuetext'), { timeout: 60_000 })
      .toBe('Sending the message')
    await tray.getByText(/^To 127\.0\.0\.1/).waitFor()
    expect(await tray.getByRole('button', { name: /^Cancel Retail overview/ }).count()).toBe(1)
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'tray-sending')
    await inTheme(page, 'dark')
    await picture(page, 'tray-sending-dark')
    await inTheme(page, 'light')
    releaseTray()
    await tray.getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 })
    await picture(page, 'tray-sent')
    await tray.getByRole('link', { name: /^Open delivery: / }).click()
    await page.getByText('Response: 200 thank you').waitFor()
  })

  it('is cancelled there, and says who cancelled it', async () => {
    await page.goto(`${octavo.address}/-/workbook/${await workbookUrlId()}`)
    const tray = await sendToHook('/hangs')
    await expect
      .poll(() => tray.getByRole('progressbar').getAttribute('aria-valuetext'), { timeout: 60_000 })
      .toBe('Sending the message')
    await tray.getByRole('button', { name: /^Cancel / }).click()
    await tray.getByText(/^Cancelled by .+\. Its message was not sent\.$/).waitFor({ timeout: 10_000 })
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'tray-cancelled')
    await tray.getByRole('link', { name: /^Open delivery: / }).click()
    await page.getByText(/It was being sent at that moment, so it may have arrived/).waitFor()
    await pictures('delivery-cancelled')
  })
})
