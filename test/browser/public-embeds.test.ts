import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { apiOf } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { startHost } from './host-site.ts'
import { admin, type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'

describe.skipIf(!hasChromium)(`public embeds in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let host: Awaited<ReturnType<typeof startHost>>
  let api: Awaited<ReturnType<typeof apiOf>>
  let workbookId = ''
  const urls: Record<string, string> = {}
  const complaints: string[] = []

  beforeAll(async () => {
    ;[octavo, browser, host] = await Promise.all([startOctavo(), launchChromium(), startHost()])
    api = await apiOf(octavo)
    const { entries } = await api<{ entries: { name: string; workbookId: string }[] }>('GET', '/v2/workbooks?limit=100')
    workbookId = entries.find(({ name }) => name === 'Retail overview')?.workbookId ?? ''
    for (const [kind, sourceId] of [
      ['workbook', undefined],
      ['page', 'overview'],
      ['element', 'by-category'],
    ] as const) {
      const body = { embedType: 'public', sourceType: kind, ...(sourceId === undefined ? {} : { sourceId }) }
      urls[kind] = (await api('POST', `/v2/workbooks/${workbookId}/embeds`, body)).embedUrl ?? ''
    }
    await api('PATCH', '/v2/organizations/settings', { embedOrigins: [host.origin] })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
    host?.server.close()
  })

  /** The host page with an address in its frame, for a viewer who never signed in. */
  async function show(url: string, options: BrowserContextOptions = {}): Promise<{ page: Page; frame: FrameLocator }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${host.origin}/?shows=${encodeURIComponent(url)}`)
    return { page, frame: page.frameLocator('iframe') }
  }
  const innerPage = (page: Page) => page.frames().find((each) => each.url().includes('/embed/'))

  it('a whole workbook has its tabs, and nothing of the app around it', async () => {
    const { page, frame } = await show(urls.workbook ?? '')
    const tabs = frame.getByRole('navigation', { name: 'Pages' })
    await frame.getByRole('region', { name: 'Revenue by category' }).locator('canvas, svg').first().waitFor()
    await tabs.getByRole('button', { name: 'Sales lines' }).click()
    await frame.getByRole('region', { name: 'Sales lines' }).getByRole('row').nth(3).waitFor()
    expect(await frame.getByRole('link', { name: /home/i }).count()).toBe(0)
    expect(await frame.getByRole('button', { name: /^(Share|Edit|Export)/ }).count()).toBe(0)
    expect(await page.context().cookies()).toEqual([])
    await page.context().close()
  })

  it('a page accepts values of its controls from readers and from its address, and draws the rows for them', async () => {
    const { page, frame } = await show(`${urls.page}?Region=West`)
    const orders = frame.getByRole('region', { name: 'Orders', exact: true })
    await orders.getByText('56,732').waitFor()
    expect(await frame.getByRole('navigation').count()).toBe(0)
    await frame.getByRole('button', { name: 'Region: West' }).click()
    await frame.getByRole('option', { name: 'East', exact: true }).click()
    await orders.getByText(/^10\d,\d{3}$/).waitFor()
    expect(innerPage(page)?.url()).toContain('East')
    await page.context().close()
  })

  it('shows the texts of a locale that its address names, and of a variant before the others', async () => {
    const german = {
      Revenue: 'Umsatz',
      'Revenue by category': 'Umsatz nach Warengruppe',
      Region: 'Gebiet',
      Overview: 'Überblick',
      'Region revenue': 'Umsatz des Gebiets',
    }
    const path = `/v2/workbooks/${workbookId}/translations`
    await api('POST', path, { lng: 'de', translations: german })
    await api('POST', path, { lng: 'de', lng_variant: 'kurz', translations: { Revenue: 'Ums.' } })
    const { page, frame } = await show(`${urls.workbook}?:lng=de&Region=West`)
    await frame.getByRole('region', { name: 'Umsatz nach Warengruppe' }).locator('canvas, svg').first().waitFor()
    await frame.getByRole('region', { name: 'Umsatz', exact: true }).waitFor()
    await frame.getByRole('navigation', { name: 'Seiten' }).getByRole('button', { name: 'Überblick' }).waitFor()
    await frame.getByRole('button', { name: 'Gebiet: West' }).waitFor()
    await frame.getByRole('columnheader', { name: 'Umsatz des Gebiets' }).first().waitFor()
    // Texts without a translation are unchanged; numbers are formatted as in Germany.
    await frame.getByRole('region', { name: 'Orders', exact: true }).getByText('56.732').waitFor()
    await picture(page, 'embed-german')
    await page.context().close()
    const short = await show(`${urls.workbook}?:lng=de&:lng_variant=kurz`)
    await short.frame.getByRole('region', { name: 'Ums.', exact: true }).waitFor()
    await short.frame.getByRole('region', { name: 'Umsatz nach Warengruppe' }).waitFor()
    await short.page.context().close()
  })

  it('an element is shown alone, with a menu that exports only pictures and shows no SQL', async () => {
    const { page, frame } = await show(urls.element ?? '')
    const tile = frame.getByRole('region', { name: 'Revenue by category' })
    await tile.locator('canvas, svg').first().waitFor()
    expect(await frame.getByRole('region').count()).toBe(1)
    await tile.hover()
    await tile.getByRole('button', { name: /Revenue by category/ }).click()
    await frame
      .getByRole('menuitem', { name: 'Refresh data' })
      .or(frame.getByRole('menuitem').first())
      .first()
      .waitFor()
    expect((await frame.getByRole('menuitem').allTextContents()).join(' ')).not.toMatch(/SQL|CSV|Export|PDF/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      frame.getByRole('menuitem', { name: 'Save as PNG' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Revenue by category.png')
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
    await page.context().close()
  })

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const)('opens without faults of accessibility, %s at %i', async (colorScheme, width) => {
    for (const kind of ['workbook', 'page', 'element']) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
      const page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(urls[kind] ?? '')
      await page.getByRole('region', { name: 'Revenue by category' }).locator('canvas, svg').first().waitFor()
      expect(await seriousFaults(page), kind).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), kind).toBe(true)
      await context.close()
    }
  })

  it('a frame of another origin shows which setting allows it', async () => {
    await api('PATCH', '/v2/organizations/settings', { embedOrigins: ['https://elsewhere.example'] })
    const { page, frame } = await show(urls.page ?? '')
    await expect
      .poll(async () => {
        // A changed setting takes effect within seconds.
        await page.reload()
        return frame.locator('body').innerText()
      })
      .toContain('embedOrigins')
    expect(await frame.locator('script').count()).toBe(0)
    await page.context().close()
    await api('PATCH', '/v2/organizations/settings', { embedOrigins: [host.origin] })
  })

  it('an administrator creates, copies and deletes embeds in the editor', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(octavo.address)
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    const { url = '' } = await api('GET', `/v2/workbooks/${workbookId}`)
    await page.goto(`${octavo.address}${new URL(url).pathname}/edit`)
    await page
      .getByRole('button', { name: /Retail overview/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Embedding…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Public embeds of Retail overview' })
    await dialog.getByLabel('What to show').click()
    await page.getByRole('option', { name: 'Regions and their stores' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    const made = dialog.getByLabel('Address of Regions and their stores')
    await made.waitFor()
    const listed = async () =>
      (
        await api<{ entries: { embedUrl: string; sourceId: string | null }[] }>(
          'GET',
          `/v2/workbooks/${workbookId}/embeds`,
        )
      ).entries
    const found = (await listed()).find(({ sourceId }) => sourceId === 'regions')
    expect(await made.inputValue()).toBe(found?.embedUrl)
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete the embed of Regions and their stores' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await made.waitFor({ state: 'detached' })
    expect((await listed()).some(({ sourceId }) => sourceId === 'regions')).toBe(false)
    await context.close()
  })

  it('shows that embeds are switched off, and that a deleted one does not exist', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await api('PATCH', '/v2/organizations/settings/publicEmbeds', { enabled: false })
    await page.goto(urls.element ?? '')
    await page.getByRole('alert').filter({ hasText: 'switched off' }).waitFor()
    await api('PATCH', '/v2/organizations/settings/publicEmbeds', { enabled: true })
    const embedId = new URL(urls.element ?? '').pathname.split('/').at(-1)
    await api('DELETE', `/v2/workbooks/${workbookId}/embeds/${embedId}`)
    await page.reload()
    await page.getByRole('alert').filter({ hasText: 'Embed not found' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await context.close()
    expect(complaints).toEqual([])
  })
})
