import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { apiOf } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { createGallery } from './gallery.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'
import { signInOnce } from './sign-in.ts'

describe.skipIf(!hasChromium)(`a workbook with everything that is drawn${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let signedIn: Awaited<ReturnType<typeof signInOnce>>
  let gallery: string
  const complaints: string[] = []

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    signedIn = await signInOnce(browser, octavo.address)
    gallery = await createGallery(await apiOf(octavo))
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 1000 },
      storageState: signedIn,
      ...options,
    })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(octavo.address + path)
    return page
  }
  const at = (page: string) => `${gallery}?:nodeId=${page}`
  const count = (page: Page) => page.locator('[data-element=count] output')
  const counted = async (page: Page) => Number((await count(page).textContent())?.replaceAll(',', ''))

  it('draws every chart kind', async () => {
    const page = await open(at('charts'))
    for (const id of ['area', 'combo', 'scatter', 'pie', 'donut', 'bars', 'sunken']) {
      await page.locator(`[data-element=${id}] canvas`).waitFor()
    }
    await page.context().close()
  })

  it('lays pivot tables out with every total, and scrolls them by the keyboard with their headers in view', async () => {
    const page = await open(at('pivots'))
    const tile = page.locator('[data-element=crossed]')
    await tile.getByRole('columnheader', { name: '2024', exact: true }).waitFor()
    expect(await tile.getByRole('rowheader', { name: 'East', exact: true }).count()).toBe(1)
    const store = tile.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Boston Station' }) })
    expect(await store.getByRole('cell').first().textContent()).toMatch(/^\$[\d,]+$/)
    // Totals arrive in separate lines, possibly after the cells.
    const total = page.getByRole('rowheader', { name: 'Total', exact: true })
    const grand = tile.getByRole('row').filter({ has: total }).getByRole('cell').nth(-2)
    const lone = page.locator('[data-element=lone]').getByRole('row').filter({ hasText: 'Everything' })
    const sum = lone.getByRole('cell').first().filter({ hasText: '$' })
    const scroller = tile.getByRole('region', { name: 'Revenue by store and year, pivot table' })
    const scrollTo = (top: number) => scroller.evaluate((element, y) => element.scrollTo({ top: y }), top)
    await scrollTo(1_000_000)
    await grand.filter({ hasText: (await sum.textContent()) ?? 'nothing' }).waitFor()
    await scrollTo(0)

    const header = tile.getByRole('columnheader', { name: 'Region' })
    const before = await header.boundingBox()
    await scroller.focus()
    for (let times = 0; times < 4; times++) await page.keyboard.press('PageDown')
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
    expect(await header.boundingBox()).toEqual(before)
    await page.locator('[data-element=indented]').getByRole('rowheader', { name: 'Orders' }).first().waitFor()
    const kpi = page.locator('[data-element=compared]')
    await kpi.getByText('vs. previous month').waitFor()
    await kpi.getByRole('img', { name: /^Trend from .* to Jun 2026$/ }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.context().close()
  })

  it('draws only the rows of a long pivot table that are in view, with the names of their groups', async () => {
    const page = await open(at('pivots'))
    const tile = page.locator('[data-element=crossed]')
    const table = tile.getByRole('table')
    await tile.getByRole('rowheader', { name: 'Boston Station' }).waitFor()
    await expect.poll(async () => Number(await table.getAttribute('aria-rowcount'))).toBeGreaterThan(100)
    expect(await tile.getByRole('row').count()).toBeLessThan(60)
    const scroller = tile.getByRole('region', { name: /pivot table$/ })
    const height = await scroller.evaluate((element) => element.scrollHeight)
    const widths = () => tile.locator('thead th').evaluateAll((heads) => heads.map((head) => head.clientWidth))
    const before = await widths()
    // The second group begins where the name of the first one ends.
    for (const part of [0.1, 0.45, 0.8]) {
      await scroller.evaluate((element, top) => element.scrollTo({ top }), Math.round(height * part))
      const inView = await scroller.boundingBox()
      const middle = { x: (inView?.x ?? 0) + 40, y: (inView?.y ?? 0) + (inView?.height ?? 0) / 2 }
      const nameOfGroup = () =>
        page.evaluate(({ x, y }) => {
          const head = document.elementFromPoint(x, y)?.closest('th')
          const words = head?.querySelector('[title]')?.getBoundingClientRect()
          const box = head?.closest('section')?.getBoundingClientRect()
          const isSeen = words !== undefined && box !== undefined && words.top >= box.top && words.bottom <= box.bottom
          return { text: head?.textContent, isSeen }
        }, middle)
      await expect.poll(nameOfGroup, { message: String(part) }).toMatchObject({ isSeen: true })
      expect(await tile.getByRole('row').count()).toBeLessThan(60)
      expect(await widths()).toEqual(before)
      expect(await scroller.evaluate((element) => element.scrollHeight)).toBe(height)
    }
    await page.context().close()
  })

  it('places calculated lines correctly, and closes groups of pivot tables with the keyboard', async () => {
    const page = await open(at('pivots'))
    const tile = page.locator('[data-element=lined]')
    const headers = tile.getByRole('rowheader')
    await tile.getByRole('rowheader', { name: 'Boston goal' }).waitFor()
    const names = async () => (await headers.allTextContents()).filter((name) => name !== '')
    const shown = await names()
    expect(shown.indexOf('Boston goal')).toBe(shown.indexOf('Boston Station') + 1)
    expect(shown.indexOf('A store in the East')).toBe(shown.indexOf('East') + 1)
    expect(await tile.getByRole('columnheader').allTextContents()).toContain('Of all years')

    const east = tile.getByRole('button', { name: 'East' })
    expect(await east.getAttribute('aria-expanded')).toBe('true')
    await east.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => east.getAttribute('aria-expanded')).toBe('false')
    expect(await names()).not.toContain('Boston Station')
    expect(await names()).toContain('A store in the East')
    expect(await east.evaluate((button) => document.activeElement === button)).toBe(true)
    await page.keyboard.press('ArrowRight')
    await expect.poll(names).toContain('Boston goal')
    expect(await seriousFaults(page)).toEqual([])
    await page.context().close()
  })

  it('changes the page by each control, keeps the value in the address, and goes back to the saved one', async () => {
    const page = await open(at('controls'))
    await count(page).filter({ hasText: /\d/ }).waitFor()
    const all = await counted(page)
    const field = (id: string) => page.locator(`[data-control="${id}"]`)

    async function narrowsBy(id: string, text: string, act: () => Promise<void>) {
      await act()
      await expect.poll(() => counted(page), { message: id, timeout: 15_000 }).toBeLessThan(all)
      expect(decodeURIComponent(new URL(page.url()).search), id).toContain(`${id}=${text}`)
      await page.keyboard.press('Escape')
      await field(id).first().getByRole('button', { name: /Reset/ }).click()
      await expect.poll(() => counted(page), { message: `${id} reset`, timeout: 15_000 }).toBe(all)
    }

    await narrowsBy('C-number', '3', () => field('C-number').getByRole('textbox').fill('3'))
    await narrowsBy('C-slider', '2', async () => {
      await field('C-slider').getByRole('slider').focus()
      await page.keyboard.press('ArrowLeft')
    })
    await narrowsBy('C-range-slider', 'min:1,max:2000', async () => {
      await field('C-range-slider').getByRole('slider').first().focus()
      await page.keyboard.press('ArrowRight')
    })
    await narrowsBy('C-date', '2026-06-01', async () => {
      await field('C-date').locator('input').fill('2026-06-01')
      await page.keyboard.press('Enter')
    })
    await narrowsBy('C-date-range', 'min:prior-day-89,max:prior-day-0', async () => {
      await page.getByRole('button', { name: 'A date-range: All' }).click()
      await page.getByRole('button', { name: 'Last 90 days' }).click()
      await page.getByRole('button', { name: 'A date-range: Last 90 days' }).waitFor()
    })
    await narrowsBy('C-segmented', 'web', () => field('C-segmented').getByText('web', { exact: true }).click())
    await narrowsBy('C-text', 'desk', () => field('C-text').getByRole('textbox').fill('desk'))
    await narrowsBy('C-top-n', '10', () => field('C-top-n').getByRole('textbox').fill('10'))
    await page.context().close()
  })

  it('shares the value of a control with its synced copy, and shows it in a title', async () => {
    const page = await open(`${at('controls')}&C-list=East&C-number=3`)
    await expect.poll(() => page.getByRole('button', { name: 'A list: East' }).count()).toBe(2)
    await page.getByRole('region', { name: 'Lines above 3' }).waitFor()
    await page.locator('[data-element=copy]').getByRole('button', { name: 'A list: East' }).click()
    await page.getByRole('option', { name: 'West', exact: true }).click()
    await expect.poll(() => page.getByRole('button', { name: 'A list: 2 selected' }).count()).toBe(2)
    await page.context().close()
  })

  it('drills a chart down and up, and filters it by its legend; only the legend is in the address', async () => {
    const page = await open(`${at('controls')}&C-drill=l-store`)
    const field = (id: string) => page.locator(`[data-control="${id}"]`)
    await page.getByRole('region', { name: 'Revenue by Region' }).waitFor()
    await page.getByRole('button', { name: 'Drill down to Store' }).click()
    await page.getByRole('region', { name: 'Revenue by Store' }).waitFor()
    await page.getByRole('button', { name: 'At the innermost level' }).waitFor()
    expect(await field('C-drill').getByRole('radio', { name: 'Store' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Drill up to Region' }).click()
    await page.getByRole('region', { name: 'Revenue by Region' }).waitFor()
    await field('C-legend').getByRole('button', { name: 'web' }).click()
    await expect.poll(() => page.url()).toContain('C-legend=web')
    await page.context().close()
  })

  it('offers the values of a control on another page through its synced copy', async () => {
    const page = await open(at('boxes'))
    await page.getByRole('button', { name: 'A list: All' }).click()
    await page.getByRole('option', { name: 'West', exact: true }).click()
    await page.getByText('The region is West, revenue').waitFor()
    await page.context().close()
  })

  it('keeps true and false of a switch and a checkbox in the address', async () => {
    const page = await open(at('controls'))
    await page.getByRole('switch', { name: 'A switch' }).check()
    await expect.poll(() => page.url()).toContain('C-switch=true')
    const box = page.getByRole('checkbox', { name: 'A checkbox' })
    await box.check()
    await expect.poll(() => page.url()).toContain('C-checkbox=true')
    await box.uncheck()
    await expect.poll(() => page.url()).toContain('C-checkbox=false')
    await page.context().close()
  })

  it('switches tabs by the keyboard and draws only the chosen one', async () => {
    const page = await open(at('boxes'))
    await page.getByText('The region is All, revenue').waitFor()
    await page.getByRole('tab', { name: 'First' }).focus()
    await page.keyboard.press('ArrowLeft')
    expect(await page.getByRole('tab', { name: 'Third' }).getAttribute('aria-selected')).toBe('true')
    await page.locator('[data-element=tab-chart] canvas').waitFor()
    expect(await page.getByText('First tab').count()).toBe(0)
    await page.context().close()
  })

  it('draws four nested boxes, links only to the web, and placeholders for content that it may not load', async () => {
    const page = await open(at('boxes'))
    await page.getByText('Four boxes deep').waitFor()
    const link = page.getByRole('link', { name: 'Read more' })
    expect(await link.getAttribute('href')).toBe('https://example.com/more')
    expect(await link.getAttribute('rel')).toContain('noopener')
    await page.getByRole('button', { name: 'Does nothing' }).waitFor()
    await page.locator('[data-element=picture]').getByText('A book').waitFor()
    await page.locator('[data-element=frame]').getByText('Pages of example.com are not shown').waitFor()
    await page.context().close()
  })

  it('colours cells by rules, links addresses, and draws only the columns in view beside the frozen one', async () => {
    const page = await open(at('tables'))
    const table = page.locator('[data-element=styled] [role=grid]')
    await table.getByRole('gridcell', { name: 'web' }).first().waitFor()
    const background = await table
      .getByRole('gridcell', { name: 'web' })
      .first()
      .evaluate((cell) => getComputedStyle(cell).backgroundColor)
    expect(background).toBe('rgb(253, 243, 225)')
    expect(await table.getByRole('link').first().getAttribute('href')).toMatch(/^https:\/\/example\.com\//)
    const headers = table.getByRole('columnheader')
    expect(await headers.count()).toBeLessThan(40)
    await table.evaluate((element) => element.scrollTo(3000, 0))
    await table.getByRole('columnheader', { name: 'More 30' }).waitFor()
    const frozen = table.getByRole('columnheader', { name: 'Store' })
    const [left, grid] = await Promise.all([frozen.boundingBox(), table.boundingBox()])
    expect(Math.round((left?.x ?? 0) - (grid?.x ?? 0))).toBe(0)
    await page.context().close()
  })

  it('opens three levels, keeps the rows of open groups under the header, and changes a width by the keyboard', async () => {
    const page = await open(at('tables'))
    const table = page.locator('[data-element=nested] [role=treegrid]')
    await table.getByRole('gridcell', { name: 'East' }).dblclick()
    await table.getByRole('gridcell', { name: 'counter' }).dblclick()
    await table.getByRole('columnheader', { name: 'Product' }).waitFor()
    await expect.poll(async () => Number(await table.getAttribute('aria-rowcount'))).toBeGreaterThan(100)
    await table.evaluate((element) => element.scrollTo(0, 600))
    const stuck = table.locator('[aria-hidden] > [role=row]')
    await expect
      .poll(() => stuck.allTextContents())
      .toEqual([expect.stringContaining('East'), expect.stringContaining('counter')])

    const header = table.getByRole('button', { name: 'Sort by Region', exact: true })
    const before = (await header.boundingBox())?.width ?? 0
    await header.focus()
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(async () => (await header.boundingBox())?.width).toBeGreaterThan(before)
    await page.context().close()
  })

  it('has no serious fault of accessibility in the light and the dark theme', async () => {
    const page = await open('/')
    for (const id of ['charts', 'controls', 'tables', 'boxes']) {
      await page.goto(octavo.address + at(id))
      await page.waitForLoadState('networkidle')
      expect(await faultsInBothThemes(page), id).toEqual([])
    }
    await page.context().close()
  })

  it('has no serious fault of accessibility while a menu, a dialog or a panel is open', async () => {
    const page = await open(at('charts'), { colorScheme: 'dark' })
    await page.getByRole('button', { name: 'More for Revenue and orders' }).click()
    await page.getByRole('menuitem', { name: 'Show SQL' }).waitFor()
    expect(await seriousFaults(page), 'menu').toEqual([])
    await page.getByRole('menuitem', { name: 'Show SQL' }).click()
    await page
      .getByRole('dialog')
      .getByText(/SELECT/i)
      .first()
      .waitFor()
    expect(await seriousFaults(page), 'dialog').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Controls', exact: true }).click()
    await page.getByRole('button', { name: 'A date-range: All' }).click()
    await page.getByRole('button', { name: 'Last 90 days' }).waitFor()
    expect(await seriousFaults(page), 'date range').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'A list: All' }).first().click()
    await page.getByRole('option').first().waitFor()
    expect(await seriousFaults(page), 'list').toEqual([])
    await page.context().close()
  })

  it('fits 390 pixels on every page', async () => {
    const page = await open(at('charts'), { viewport: { width: 390, height: 844 } })
    for (const [name, shown] of [
      ['Charts', 'area'],
      ['Controls', 'count'],
      ['Tables', 'styled'],
      ['Boxes', 'tabs'],
    ] as const) {
      await page.getByRole('combobox', { name: 'Pages' }).selectOption({ label: name })
      await page.locator(`[data-element=${shown}]`).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390)
      expect(await page.locator('main').evaluate((main) => main.scrollWidth), name).toBeLessThanOrEqual(390)
    }
    await page.context().close()
  })

  it.each([
    [390, 'tables', 'styled'],
    [390, 'pivots', 'crossed'],
    [1440, 'tables', 'styled'],
  ])('fades, at %i pixels on %s, the edges of %s behind which there is more', async (wide, pageId, id) => {
    const viewport = { width: wide, height: 844 }
    const page = await open(at(pageId), { viewport, hasTouch: wide === 390, reducedMotion: 'reduce' })
    const tile = page.locator(`[data-element=${id}]`)
    const scroller = tile.getByRole('grid').or(tile.getByRole('region', { name: /pivot table$/ }))
    await scroller.filter({ hasText: '$' }).waitFor({ timeout: 60_000 })
    const shown = (side: string) =>
      tile.locator(`[data-fade=${side}]`).evaluate((fade) => Number(getComputedStyle(fade).opacity))
    const scrollTo = (left: number) => scroller.evaluate((element, x) => element.scrollTo({ left: x }), left)
    await expect.poll(() => shown('end')).toBe(1)
    expect(await shown('start')).toBe(0)
    const sizes = await scroller.boundingBox()
    await scrollTo(40)
    await expect.poll(() => shown('start')).toBe(1)
    expect(await shown('end')).toBe(1)
    // A heading at the left is placed beside the frozen columns, not on them.
    const head = tile.getByRole('columnheader').filter({ hasText: /Store|Region/ })
    const kept = await head.first().boundingBox()
    const fade = await tile.locator('[data-fade=start]').boundingBox()
    expect(Math.abs((fade?.x ?? 0) - (kept?.x ?? 0) - (kept?.width ?? 0))).toBeLessThanOrEqual(1)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.locator(`html[data-theme=${theme}]`).waitFor()
      await picture(page, `edge ${id} ${wide} ${theme}`)
    }
    await scrollTo(100_000)
    await expect.poll(() => shown('end')).toBe(0)
    expect(await shown('start')).toBe(1)
    expect(await scroller.boundingBox()).toEqual(sizes)
    await page.context().close()
  })

  it('fades no edge of a table that is completely visible', async () => {
    const page = await open(at('pivots'), { viewport: { width: 1440, height: 1000 } })
    const tile = page.locator('[data-element=lone]')
    await tile.getByRole('rowheader', { name: 'East' }).waitFor()
    expect(
      await tile.getByRole('region', { name: /pivot table$/ }).evaluate((each) => each.scrollWidth <= each.clientWidth),
    ).toBe(true)
    expect(await tile.locator('[data-fade][data-more=false]').count()).toBe(2)
    await page.context().close()
  })

  it('never wrote an error on the console', () => {
    expect(complaints).toEqual([])
  })
})
