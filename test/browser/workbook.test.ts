import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { apiOf } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { admin, type RunningOctavo, startOctavo } from './octavo.ts'

describe.skipIf(!hasChromium)(`the app in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let signedIn: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>
  let workbook: string
  /** Console errors of any page, including content security policy violations. */
  const complaints: string[] = []

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      storageState: signedIn,
      acceptDownloads: true,
      ...options,
    })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text())
    })
    await page.goto(octavo.address + path)
    return page
  }

  const kpi = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).locator('output')
  const grid = (page: Page) => page.locator('[role=grid], [role=treegrid]')
  const copiedFrom = (page: Page) =>
    grid(page).evaluate((element) => {
      const clipboardData = new DataTransfer()
      element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
      return clipboardData.getData('text/plain')
    })

  it('refuses a wrong password, then signs in and lists the sample workbook', async () => {
    const page = await open('/')
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const link = page.getByRole('link', { name: /Retail overview/ })
    workbook = (await link.getAttribute('href')) ?? ''
    expect(workbook).toMatch(/^\/[\w-]+\/workbook\/Retail-overview-[0-9A-Za-z]+$/)
    signedIn = await page.context().storageState()
    await page.context().close()
  })

  it('finds workbooks by name, and shows when there is none', async () => {
    const page = await open('/')
    await page.getByRole('link', { name: /Retail overview/ }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('no such workbook')
    await page.getByText('No results for').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    const row = page.getByRole('link', { name: /Retail overview/ })
    await row.waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => row.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Retail overview', level: 1 }).waitFor()
    await page.context().close()
  })

  it('leads to the sign-in from any address and back to that address', async () => {
    const page = await open(`${workbook}?Region=West`, { storageState: { cookies: [], origins: [] } })
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Region: West' }).waitFor()
    expect(page.url()).toBe(`${octavo.address}${workbook}?Region=West`)
    await page.context().close()
  })

  it('shows the page of a workbook: numbers, charts and a table', async () => {
    const page = await open(workbook)
    await kpi(page, 'Revenue')
      .filter({ hasText: /^\$[\d.]+M$/ })
      .waitFor()
    await kpi(page, 'Orders')
      .filter({ hasText: /^[\d,]+$/ })
      .waitFor()
    await page.getByRole('img', { name: 'Revenue by month and channel' }).locator('canvas').waitFor()
    await grid(page)
      .getByRole('row', { name: /group West/ })
      .waitFor()
    await page.context().close()
  })

  it('changes the whole page by a control, keeps it in the address and after a reload', async () => {
    const page = await open(workbook)
    const orders = kpi(page, 'Orders')
    await orders.filter({ hasText: /\d/ }).waitFor()
    const before = await orders.textContent()
    await page.getByRole('button', { name: 'Region: All' }).click()
    await page.getByRole('option', { name: 'West', exact: true }).click()
    await expect.poll(() => orders.textContent(), { timeout: 15_000 }).not.toBe(before)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).toContain('?Region=West')
    await expect.poll(() => grid(page).getByRole('row').count()).toBe(2)
    expect(await page.getByRole('alert').count()).toBe(0)
    const filtered = await orders.textContent()

    await page.reload()
    await page.getByRole('button', { name: 'Region: West' }).waitFor()
    await expect.poll(() => orders.textContent()).toBe(filtered)
    await page.getByRole('button', { name: 'Clear Region' }).click()
    await expect.poll(() => orders.textContent(), { timeout: 15_000 }).toBe(before)
    await page.context().close()
  })

  it('opens a group with the keyboard and shows its rows below it', async () => {
    const page = await open(workbook)
    const west = grid(page).getByRole('row', { name: /this group West/ })
    await west.waitFor()
    await west.getByRole('gridcell').first().click()
    await page.keyboard.press('Enter')
    await grid(page).getByRole('columnheader', { name: 'Store revenue' }).waitFor()
    await expect.poll(() => west.getAttribute('aria-expanded')).toBe('true')
    const opened = await grid(page).getAttribute('aria-rowcount')
    await page.keyboard.press('Enter')
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).not.toBe(opened)
    await page.context().close()
  })

  it('sorts through the server, reads on while scrolling, and copies exact values', async () => {
    const page = await open(`${workbook}?:nodeId=details`)
    await grid(page).getByRole('gridcell').first().waitFor()
    const rows = async () => Number(await grid(page).getAttribute('aria-rowcount'))
    const first = await rows()
    await expect
      .poll(
        async () => {
          await grid(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
          return rows()
        },
        { timeout: 15_000 },
      )
      .toBeGreaterThan(first)

    await grid(page).getByRole('button', { name: 'Sort by Revenue' }).click()
    await grid(page).getByRole('columnheader', { name: 'Revenue', exact: false }).first().waitFor()
    await expect
      .poll(() => grid(page).locator('[role=columnheader][aria-sort=ascending]').textContent())
      .toContain('Revenue')
    await grid(page).evaluate((element) => element.scrollTo(0, 0))
    await grid(page).getByRole('gridcell').first().click()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    expect(await copiedFrom(page)).toMatch(/^\d+\t\d{4}-\d\d-\d\d\n\d+\t\d{4}-\d\d-\d\d$/)
    await page.context().close()
  })

  it('copies one cell at a time if the organization requires it', async () => {
    const api = await apiOf(octavo)
    await api('PATCH', '/v2/organizations/settings/bulkCopy', { enabled: false })
    try {
      const page = await open(`${workbook}?:nodeId=details`)
      await grid(page).getByRole('gridcell').first().click()
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Shift+ArrowDown')
      expect(await copiedFrom(page)).toMatch(/^\d{4}-\d\d-\d\d$/)
      await page.context().close()
    } finally {
      await api('PATCH', '/v2/organizations/settings/bulkCopy', { enabled: true })
    }
  })

  it('shows before a schedule is saved that the server sends no mail', async () => {
    const page = await open(workbook)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Schedule exports…' }).click()
    await page.getByRole('button', { name: 'New schedule' }).click()
    const dialog = page.getByRole('dialog', { name: 'New schedule' })
    await dialog.getByText("Email isn't set up on this server").waitFor()
    await dialog.getByRole('combobox', { name: 'Send by' }).click()
    const mail = page.getByRole('option', { name: /^Email/ })
    expect(await mail.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await dialog.getByRole('button', { name: 'Schedule', exact: true }).isDisabled()).toBe(true)
    await dialog.getByLabel('Webhook', { exact: true }).fill('https://hooks.example.com/orders')
    expect(await dialog.getByRole('button', { name: 'Schedule', exact: true }).isDisabled()).toBe(false)
    expect(await seriousFaults(page)).toEqual([])
    await page.context().close()
  })

  it('exports what is shown as a file, and shows the number of rows', async () => {
    const page = await open(workbook)
    await page.getByRole('img', { name: 'Revenue by category' }).waitFor()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Revenue by category' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export Revenue by category' })
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(3)
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 30_000 }),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines[0]).toBe('Category,Revenue')
    expect(lines.slice(1)).toContainEqual(expect.stringMatching(/^Furniture,\d+\.\d+$/))
    await page.getByText(`${lines.length - 1} rows`, { exact: true }).waitFor()
    await page.context().close()
  })

  it('asks whether a grouped table is exported as shown or with all rows, with the counts', async () => {
    const page = await open(workbook)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Regions and their stores' }).click()
    const dialog = page.getByRole('dialog', { name: /^Export / })
    const shown = dialog.getByText(/^As shown: one row for each Region/).locator('xpath=..')
    const groups = Number(/(\d+) rows$/.exec((await shown.textContent()) ?? '')?.[1])
    expect(groups).toBeGreaterThan(1)
    await dialog
      .getByText('All rows')
      .locator('xpath=..')
      .getByText(/\d,\d{3} rows$/)
      .waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByText('Excel workbook').click()
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 30_000 }),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    await page.getByText(`${groups} rows`, { exact: true }).waitFor()
    await page.context().close()
  })

  it('shows the SQL of an element', async () => {
    const page = await open(workbook)
    await page.getByRole('img', { name: 'Revenue by category' }).waitFor()
    await page.getByRole('button', { name: 'More for Revenue by category' }).click()
    await page.getByRole('menuitem', { name: 'Show SQL' }).click()
    await page
      .getByRole('dialog')
      .getByText(/GROUP BY/)
      .waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.context().close()
  })

  it('is dark if chosen, also after a reload', async () => {
    const page = await open('/')
    await page.getByRole('button', { name: /account/ }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await expect.poll(background).toBe('rgb(12, 15, 16)')
    await page.reload()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(await background()).toBe('rgb(12, 15, 16)')
    await page.context().close()
  })

  it('follows a system that turns dark while the app is still loading', async () => {
    const page = await open('/', { colorScheme: 'light' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await page.locator('html[data-theme=light]').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    release()
    await page.locator('html[data-theme=dark]').waitFor()
    await page.context().close()
  })

  it('has one column at 390 pixels and never scrolls sideways', async () => {
    const page = await open(workbook, { viewport: { width: 390, height: 844 } })
    await kpi(page, 'Revenue').filter({ hasText: /\$/ }).waitFor()
    const { wide, lefts } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      lefts: ['trend', 'by-region', 'regions'].map(
        (id) => document.querySelector(`[data-element="${id}"]`)?.getBoundingClientRect().left,
      ),
    }))
    expect(wide).toBeLessThanOrEqual(390)
    expect(new Set(lefts).size).toBe(1)
    await page.context().close()
  })

  it('has its controls behind one button at 390 pixels, so that the first number is in view', async () => {
    const page = await open(workbook, { viewport: { width: 390, height: 844 } })
    await kpi(page, 'Revenue').filter({ hasText: /\$/ }).waitFor()
    const box = await kpi(page, 'Revenue').boundingBox()
    expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(422)
    const button = page.getByRole('button', { name: /^4 controls Region, Channel/ })
    expect(await button.evaluate((node) => node.getBoundingClientRect().height)).toBeGreaterThanOrEqual(44)
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Product contains' }).fill('Lamp')
    await page.getByRole('textbox', { name: 'Product contains' }).press('Enter')
    await page.getByRole('button', { name: /^4 controls .*1 set$/ }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Product contains' }).count()).toBe(0)
    await page.context().close()
  })

  it('signs out, after which the workbook cannot be opened in this browser', async () => {
    const page = await open('/', { storageState: { cookies: [], origins: [] } })
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(octavo.address + workbook)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.context().close()
  })

  it('goes to the sign-in when the session has ended meanwhile, and back to the same page', async () => {
    const page = await open('/', { storageState: { cookies: [], origins: [] } })
    const enter = async () => {
      await page.getByLabel('Email').fill(admin.email)
      await page.getByLabel('Password', { exact: true }).fill(admin.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await enter()
    await page
      .getByRole('link', { name: /Retail overview/ })
      .first()
      .click()
    await kpi(page, 'Orders').filter({ hasText: /\d/ }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Refresh data' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await enter()
    await kpi(page, 'Orders').filter({ hasText: /\d/ }).waitFor()
    expect(page.url()).toBe(octavo.address + workbook)
    await page.context().close()
  })

  it('has no serious fault of accessibility in the light and the dark theme', async () => {
    const page = await open('/')
    for (const path of ['/', workbook, `${workbook}?:nodeId=details`, '/sign-in', '/main/workbook/none']) {
      await page.goto(octavo.address + path)
      await page.waitForLoadState('networkidle')
      expect(await faultsInBothThemes(page), path).toEqual([])
    }
    await page.context().close()
  })

  it('never wrote an error on the console', () => {
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  })
})
