import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { countedHand } from './counted-hand.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { picture } from './pictures.ts'
import { saved } from './saved.ts'

const source = { kind: 'table', elementId: 'sales' }
const revenue = { id: 'v', formula: 'Sum([Sales/Revenue])', name: 'Revenue' }
const bars = {
  id: 'bars',
  kind: 'bar-chart',
  name: 'Bars',
  source,
  columns: [{ id: 'r', formula: '[Sales/Region]', name: 'Area' }, revenue],
  xAxis: { columnId: 'r' },
  yAxis: { columnIds: ['v'] },
}
const tableOf = (id: string, name: string, more: readonly object[]) => ({
  id,
  kind: 'table',
  name,
  source,
  columns: [{ id: `${id}-r`, formula: '[Sales/Region]' }, ...more],
})
const first = tableOf('first', 'First', [{ id: 'first-c', formula: '[Sales/Channel]' }])
const second = tableOf('second', 'Second', [{ id: 'second-v', formula: '[Sales/Revenue]' }])
// It has no region column, so it cannot be filtered by one.
const other = { ...tableOf('other', 'Other', []), columns: [{ id: 'other-c', formula: '[Sales/Channel]' }] }

/** "Filter others": a click on a mark filters tables, for readers of the workbook. */
describe.skipIf(!hasChromium)(`cross filter${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const chart = (page: Page) => page.getByRole('img', { name: 'Bars', exact: true })
  const rowsOf = (page: Page, id: string) => page.locator(`[data-element=${id}]`).getByText(/^[\d,]+ rows?$/)

  /** The position of the first bar, near its base. */
  async function firstBar(page: Page) {
    const canvas = chart(page).locator('canvas')
    await canvas.waitFor()
    await canvas.scrollIntoViewIfNeeded()
    const box = await canvas.boundingBox()
    if (!box) throw new Error('The chart has no place on the page.')
    const [x, y] = [box.x + box.width * 0.15, box.y + box.height * 0.72]
    await page.mouse.move(x - 3, y)
    await page.mouse.move(x, y)
    return { x, y }
  }

  it('is created in three presses and one step of undo, and filters by a click until the next one', async () => {
    const { page, draft, workbookId, panel } = await platform.edit([bars, first, second, other])
    const before = JSON.stringify(await draft.elements())
    const hand = countedHand(page)
    await page.locator('[data-element=bars]').click({ position: { x: 40, y: 16 } })
    await hand.click(panel.getByRole('tab', { name: 'Actions', exact: true }))
    await hand.click(panel.getByRole('button', { name: 'Filter others…' }))
    const dialog = page.getByRole('dialog', { name: 'Filter others by clicking' })
    expect(await dialog.getByRole('checkbox').count()).toBe(2)
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'filter-others')
    await hand.click(dialog.getByRole('button', { name: 'Done' }))
    await saved(page)
    expect(hand.presses()).toBe(3)
    const made = await draft.elements()
    const control = Object.values(made).find(({ kind }) => kind === 'control')
    expect(control).toMatchObject({ controlType: 'list', controlId: 'Area', name: 'Area' })
    expect(control?.filters).toEqual([
      { source: { kind: 'table', elementId: 'first' }, columnId: 'first-r' },
      { source: { kind: 'table', elementId: 'second' }, columnId: 'second-r' },
    ])
    expect(made.bars?.actions).toMatchObject([
      {
        trigger: 'on-select',
        name: 'Filter others by Area',
        effects: [{ effect: 'set-control-value', control: 'Area', value: { type: 'column', column: 'r' } }],
      },
    ])
    const start = panel.getByText('Allow whitespace to trigger actions', { exact: true })
    const [whole, shown] = await start.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
    expect(whole, 'The sentence beside the switch is cut.').toBeLessThanOrEqual(shown ?? 0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await saved(page)
    await expect.poll(async () => JSON.stringify(await draft.elements())).toBe(before)
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await saved(page)
    await picture(page, 'filter-others-actions')

    await platform.publishAndCopy(page, workbookId)
    const reader = await platform.reader(workbookId)
    const all = await rowsOf(reader, 'first').textContent()
    expect(await rowsOf(reader, 'second').textContent()).toBe(all)
    const { x, y } = await firstBar(reader)
    const published = reader.url()
    // The query is sent once, during the click, before the address changes and the page is drawn again.
    await reader.evaluate(() => {
      const { fetch } = globalThis
      const asked: string[] = []
      Object.assign(globalThis, { asked })
      globalThis.fetch = (...given) => {
        if (/\/pages\/.*\/data/.test(String(given[0]))) asked.push(location.href)
        return fetch(...given)
      }
    })
    await reader.mouse.click(x, y)
    await expect.poll(() => rowsOf(reader, 'first').textContent()).not.toBe(all)
    const kept = await rowsOf(reader, 'first').textContent()
    await expect.poll(() => rowsOf(reader, 'second').textContent()).toBe(kept)
    expect(await rowsOf(reader, 'other').textContent()).toBe(all)
    const asked = await reader.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
    expect(asked).toEqual([published])
    const region = new URL(reader.url()).searchParams.get('Area')
    expect(region).toMatch(/^\w+$/)
    expect(await seriousFaults(reader)).toEqual([])
    await picture(reader, 'cross-filter')

    // The address contains the selection: reloading shows the same rows.
    await reader.reload()
    await expect.poll(() => rowsOf(reader, 'first').textContent()).toBe(kept)
    // Selecting the same mark again, here with the keyboard, shows all rows.
    await chart(reader).locator('canvas').waitFor()
    await chart(reader).focus()
    await reader.keyboard.press('ArrowRight')
    await reader.keyboard.press('Enter')
    await expect.poll(() => rowsOf(reader, 'first').textContent()).toBe(all)
    expect(new URL(reader.url()).searchParams.get('Area')).toBeNull()
    await reader.context().close()
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
