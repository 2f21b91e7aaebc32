import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type CountedHand, countedHand } from './counted-hand.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { picture } from './pictures.ts'
import { saved } from './saved.ts'

const source = { kind: 'table', elementId: 'sales' }
const bars = {
  id: 'bars',
  kind: 'bar-chart',
  name: 'Bars',
  source,
  columns: [
    { id: 'y', formula: 'DateTrunc("year", [Sales/Order Date])', name: 'Year' },
    { id: 'v', formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
  ],
  xAxis: { columnId: 'y' },
  yAxis: { columnIds: ['v'] },
}
const tableOf = (id: string, name: string) => ({
  id,
  kind: 'table',
  name,
  source,
  columns: [
    { id: `${id}-y`, formula: 'DateTrunc("year", [Sales/Order Date])', name: 'Year' },
    { id: `${id}-c`, formula: '[Sales/Channel]' },
  ],
})

/** Drilling down from a mark of a chart by another column, and back up. */
describe.skipIf(!hasChromium)(`drilling${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const chart = (page: Page) => page.getByRole('img', { name: 'Bars', exact: true })
  const path = (page: Page) => page.getByRole('navigation', { name: 'Drilled through' })
  const rowsOf = (page: Page, id: string) => page.locator(`[data-element=${id}]`).getByText(/^[\d,]+ rows?$/)

  async function drawn(page: Page) {
    await chart(page).locator('canvas').waitFor()
    await page.locator('section[aria-label=Bars][aria-busy=false]').waitFor()
  }

  /** The texts of the marks in order, as announced for the arrow keys. */
  async function marks(page: Page): Promise<string[]> {
    await drawn(page)
    const announcement = page.locator('section[aria-label=Bars] p[aria-live=polite]')
    await chart(page).focus()
    await page.keyboard.press('Home')
    const texts: string[] = []
    for (
      let text = await announcement.textContent();
      text && text !== texts.at(-1);
      text = await announcement.textContent()
    ) {
      texts.push(text)
      await page.keyboard.press('ArrowRight')
    }
    return texts
  }
  /** The same after they have changed: an edit is queried after it is saved. */
  async function otherMarks(page: Page, before: string | undefined): Promise<string[]> {
    await expect.poll(async () => (await marks(page))[0] ?? before).not.toBe(before)
    return marks(page)
  }
  const revenueOf = (text: string) => Number(/Revenue\D*([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))

  /** Opens the menu of the first mark with the keyboard. */
  async function openMenu(page: Page) {
    await drawn(page)
    await chart(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+F10')
  }
  /** Opens the menu of the first mark by a right-click, which counts as one press. */
  async function openMenuByPointer(page: Page, hand: CountedHand) {
    await drawn(page)
    const count = (await marks(page)).length
    await page.keyboard.press('Escape')
    const box = await chart(page).locator('canvas').boundingBox()
    if (!box) throw new Error('The chart has no place on the page.')
    // The axis with its labels takes about 60 pixels at the left.
    const position = { x: 60 + (box.width - 70) / (2 * count), y: box.height * 0.75 }
    await chart(page).hover({ position })
    await page.locator('[data-chart-tooltip]').waitFor()
    await hand.click(chart(page), { position, button: 'right' })
  }

  it('goes from years to months to stores and back, with the rows of the mark', async () => {
    const { page, draft, panel } = await platform.edit([bars, tableOf('first', 'First'), tableOf('second', 'Second')])
    const hand = countedHand(page)
    await drawn(page)
    const [year = ''] = await marks(page)
    expect(year).toMatch(/^\d{4}/)
    const all = await rowsOf(page, 'first').textContent()

    await hand.click(page.locator('[data-element=bars]'), { position: { x: 40, y: 16 } })
    await hand.click(panel.getByRole('tab', { name: 'Actions', exact: true }))
    await hand.click(panel.getByRole('button', { name: 'Filter others…' }))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Done' }))
    await saved(page)
    await hand.press('g', 'p')
    await drawn(page)
    const box = await chart(page).locator('canvas').boundingBox()
    if (!box) throw new Error('The chart has no place on the page.')
    await hand.click(chart(page), { position: { x: box.width * 0.25, y: box.height * 0.75 } })
    await expect.poll(() => rowsOf(page, 'first').textContent()).not.toBe(all)
    expect(await rowsOf(page, 'second').textContent()).toBe(await rowsOf(page, 'first').textContent())
    await hand.press('Escape')

    await openMenuByPointer(page, hand)
    await page.getByRole('menuitem', { name: 'Drill down', exact: true }).hover()
    await page.getByRole('menuitem', { name: 'Month of Order Date', exact: true }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'drill-menu')
    await hand.click(page.getByRole('menuitem', { name: 'Month of Order Date', exact: true }))
    await saved(page)
    await path(page).getByText('Year: ').waitFor()
    const months = await otherMarks(page, year)
    expect(months.length).toBeGreaterThan(1)
    const sum = months.reduce((total, text) => total + revenueOf(text), 0)
    expect(sum, `${year} and ${months.join(' | ')}`).toBeCloseTo(revenueOf(year), 0)

    await openMenuByPointer(page, hand)
    await page.getByRole('menuitem', { name: 'Drill down', exact: true }).hover()
    await page.getByRole('menuitem', { name: 'Store', exact: true }).waitFor()
    await hand.click(page.getByRole('menuitem', { name: 'Store', exact: true }))
    await saved(page)
    await path(page).getByText('Month of Order Date: ').waitFor()
    const stores = await otherMarks(page, months[0])
    expect(stores.reduce((total, text) => total + revenueOf(text), 0)).toBeCloseTo(revenueOf(months[0] ?? ''), 0)
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'drill-path')

    await openMenuByPointer(page, hand)
    await hand.click(page.getByRole('menuitem', { name: /^Keep only “/ }))
    await saved(page)
    await expect.poll(async () => (await marks(page)).length).toBe(1)
    await hand.click(path(page).getByRole('button', { name: 'All by Year' }))
    await path(page).waitFor({ state: 'detached' })
    await saved(page)
    expect((await draft.elements()).bars).toMatchObject({ xAxis: { columnId: 'y' } })
    expect(hand.presses()).toBeLessThanOrEqual(17)
    await page.context().close()
  })

  it('is possible for readers who explore, in a view of their own that the address contains', async () => {
    const { page, workbookId } = await platform.edit([bars])
    const reader = await platform.reader(workbookId)
    await drawn(reader)
    await chart(reader).focus()
    await reader.keyboard.press('ArrowRight')
    await reader.keyboard.press('Shift+F10')
    expect(await reader.getByRole('menuitem', { name: 'Drill down', exact: true }).count()).toBe(0)
    await reader.context().close()

    await page.goto(page.url().replace(/\/edit.*$/, ''))
    const [year] = await marks(page)
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Drill down', exact: true }).hover()
    await page.getByRole('menuitem', { name: 'Region', exact: true }).click()
    await path(page).getByText('Year: ').waitFor()
    const regions = await otherMarks(page, year)
    expect(regions.join()).toContain('West')
    expect(await page.getByRole('list', { name: 'Your filters' }).count()).toBe(0)
    expect(await seriousFaults(page)).toEqual([])
    await page.reload()
    expect(await marks(page)).toEqual(regions)
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Drill up', exact: true }).click()
    await path(page).waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('offers the columns that the editors have listed', async () => {
    const { page, draft } = await platform.edit([bars])
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Drill down', exact: true }).hover()
    await page.getByRole('menuitem', { name: 'Edit list…', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Columns to drill by' })
    await dialog.getByRole('checkbox', { name: 'All columns' }).uncheck()
    for (const name of ['Region', 'Store']) await dialog.getByRole('checkbox', { name, exact: true }).check()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'drill-list')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await saved(page)
    expect((await draft.elements()).bars).toMatchObject({
      x: { drillColumns: expect.arrayContaining(['Region', 'Store']) },
    })
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Drill down', exact: true }).hover()
    const submenu = page.getByRole('menu').last()
    await submenu.getByRole('menuitem', { name: 'Store', exact: true }).waitFor()
    expect((await submenu.getByRole('menuitem').allTextContents()).sort()).toEqual(['Edit list…', 'Region', 'Store'])
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
