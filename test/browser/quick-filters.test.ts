import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { saved } from './saved.ts'

const source = { kind: 'table', elementId: 'sales' }
const amount = { id: 'v', formula: 'Sum([Sales/Revenue])', name: 'Revenue' }
const bars = {
  id: 'bars',
  kind: 'bar-chart',
  name: 'Bars',
  source,
  columns: [{ id: 'r', formula: '[Sales/Region]' }, { id: 'h', formula: '[Sales/Channel]' }, amount],
  xAxis: { columnId: 'r' },
  yAxis: { columnIds: ['v'] },
  color: { by: 'category', column: 'h' },
}
const pivot = {
  id: 'pivot',
  kind: 'pivot-table',
  name: 'Pivot',
  source,
  columns: [{ id: 'r', formula: '[Sales/Region]' }, { id: 'h', formula: '[Sales/Channel]' }, amount],
  rowsBy: [{ id: 'r' }],
  columnsBy: [{ id: 'h' }],
  values: ['v'],
}
const rows = {
  id: 'rows',
  kind: 'table',
  name: 'Regions',
  source,
  columns: [{ id: 'r', formula: '[Sales/Region]' }, amount],
  groupings: [{ id: 'g', groupBy: ['r'], calculations: ['v'] }],
}

/** Keep only and exclude, for a mark of a chart and a cell, for editors and explorers. */
describe.skipIf(!hasChromium)(`quick filters${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const chart = (page: Page) => page.getByRole('img', { name: 'Bars', exact: true })
  const choose = async (page: Page, ...path: (string | RegExp)[]) => {
    for (const name of path.slice(0, -1)) await page.getByRole('menuitem', { name, exact: true }).hover()
    await page.getByRole('menuitem', { name: path.at(-1) ?? '', exact: true }).click()
  }
  const pivotCells = (page: Page) => page.getByRole('region', { name: /Pivot/ }).locator('td[data-row]')
  const group = (page: Page, name: string) =>
    page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('gridcell')
      .first()

  it('keeps and excludes the values of a mark or a cell, in the draft', async () => {
    const { page, draft } = await platform.edit([bars, pivot, rows])
    const canvas = chart(page).locator('canvas')
    await canvas.waitFor()
    // Inside the first bar, near its base: one region and one channel.
    await canvas.scrollIntoViewIfNeeded()
    const box = await canvas.boundingBox()
    if (!box) throw new Error('The chart has no place on the page.')
    const [x, y] = [box.x + box.width * 0.137, box.y + box.height * 0.72]
    await page.mouse.move(x - 3, y)
    await page.mouse.move(x, y)
    await page.mouse.click(x, y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Keep only', exact: true }).hover()
    const region = page.getByRole('menuitem', { name: /^Region: / })
    const name = (await region.textContent())?.replace('Region: ', '') ?? ''
    await region.click()
    await saved(page)
    expect((await draft.elements()).bars).toMatchObject({
      filters: [{ columnId: 'r', kind: 'list', mode: 'include', values: [name] }],
    })

    await pivotCells(page).first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Exclude', exact: true }).hover()
    expect(await seriousFaults(page)).toEqual([])
    const channel = page.getByRole('menuitem', { name: /^Channel: / })
    const left = (await channel.textContent())?.replace('Channel: ', '') ?? ''
    await channel.click()
    await page.getByRole('columnheader', { name: left, exact: true }).waitFor({ state: 'detached' })
    const head = page.getByRole('rowheader', { name: 'West', exact: true })
    await head.click({ button: 'right' })
    await choose(page, 'Keep only “West”')
    await expect.poll(() => page.getByRole('rowheader').count()).toBeLessThan(3)
    await saved(page)
    expect((await draft.elements()).pivot?.filters).toMatchObject([
      { columnId: 'h', kind: 'list', mode: 'exclude', values: [left] },
      { columnId: 'r', kind: 'list', mode: 'include', values: ['West'] },
    ])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('rowheader', { name: 'East', exact: true }).waitFor()
    await page.context().close()
  })

  it('keeps the category of a legend entry, and shows it alone on a click', async () => {
    const { page, draft } = await platform.edit([bars])
    const canvas = chart(page).locator('canvas')
    await canvas.waitFor()
    const picture = async () => (await canvas.screenshot()).toString('base64')
    const entry = { position: { x: 16, y: 8 } }
    const before = await picture()
    await chart(page).click(entry)
    await chart(page).click(entry)
    await page.mouse.move(0, 0)
    await expect.poll(picture).not.toBe(before)
    await chart(page).click({ ...entry, button: 'right' })
    const keep = page.getByRole('menuitem', { name: /^Keep only “/ })
    const name = /“(.*)”/.exec((await keep.textContent()) ?? '')?.[1]
    expect(await seriousFaults(page)).toEqual([])
    await keep.click()
    await saved(page)
    expect((await draft.elements()).bars).toMatchObject({
      filters: [{ columnId: 'h', kind: 'list', mode: 'include', values: [name] }],
    })
    await page.context().close()
  })

  it('filters for a reader in a view of their own, which has a notice and can be discarded', async () => {
    const { page } = await platform.edit([bars, pivot, rows])
    const address = page.url().replace(/\/edit.*$/, '')
    await page.goto(address)
    await group(page, 'West').click({ button: 'right' })
    await choose(page, 'Keep only')
    await page.getByText('You see a custom view of this workbook.').waitFor()
    const own = page.getByRole('list', { name: 'Your filters' })
    await own.getByText('= West').waitFor()
    await group(page, 'East').waitFor({ state: 'detached' })
    const key = new URL(page.url()).searchParams.get(':customView')
    expect(key).toMatch(/^[0-9A-Za-z]{22}$/)
    expect(await seriousFaults(page)).toEqual([])

    // With the keyboard: the arrow keys select a mark, and its menu opens there.
    await chart(page).locator('canvas').waitFor()
    await chart(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+F10')
    await choose(page, /^Exclude “/)
    await expect.poll(() => own.count()).toBe(2)
    expect(new URL(page.url()).searchParams.get(':customView')).toBe(key)

    await own.filter({ hasText: '= West' }).getByRole('button', { name: 'Remove the filter Region' }).click()
    await group(page, 'East').waitFor()
    await page.getByRole('button', { name: 'Show the published version' }).click()
    await own.first().waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('offers no filter to users who may only view', async () => {
    const { page, workbookId } = await platform.edit([rows])
    const reader = await platform.reader(workbookId)
    await group(reader, 'West').click({ button: 'right' })
    await choose(reader, 'Expand all')
    const row = group(reader, 'West').locator('xpath=ancestor::*[@role="row"]')
    await expect.poll(() => row.getAttribute('aria-expanded')).toBe('true')
    await group(reader, 'West').click({ button: 'right' })
    await reader.getByRole('menuitem', { name: 'Collapse all', exact: true }).waitFor()
    for (const name of ['Keep only', 'Exclude']) {
      expect(await reader.getByRole('menuitem', { name, exact: true }).count(), name).toBe(0)
    }
    await reader.context().close()
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
