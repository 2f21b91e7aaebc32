import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type FieldHouse, openFieldHouse } from './every-field.ts'

/** Keys of the editor that lead somewhere, and the way back. */
describe.skipIf(!hasChromium)(`keys of the editor${skipReason}`, () => {
  let house: FieldHouse
  let page: Page

  beforeAll(async () => {
    house = await openFieldHouse()
    const { source } = house.sales
    const columns = [{ id: 'total', formula: 'Sum([Sales/Revenue])', name: 'Revenue' }]
    const kpi = { id: 'number', kind: 'kpi-chart', name: 'Number', source, columns, value: { columnId: 'total' } }
    page = (await house.edit([kpi])).page
    await page.getByRole('region', { name: 'Number', exact: true }).click()
  })
  afterAll(() => house?.close())

  const canvas = () => page.getByRole('region', { name: 'Canvas' })
  const focused = () =>
    page.evaluate(() => {
      const region = document.activeElement?.closest('[data-region]')
      return region?.getAttribute('aria-label') ?? region?.tagName.toLowerCase() ?? ''
    })

  it.each([
    ['Space', 'Number'],
    ['Shift+T', 'Number'],
    ['?', 'Keyboard shortcuts'],
  ])('%s opens a dialog that one Escape closes, and the focus is on the canvas again', async (keys, name) => {
    await canvas().focus()
    await page.keyboard.press(keys)
    const dialog = page.getByRole('dialog', { name })
    await dialog.waitFor()
    await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached', timeout: 3_000 })
    await expect.poll(focused).toBe('Canvas')
  })

  it('F6 and Shift+F6 go through the parts of the screen', async () => {
    await canvas().focus()
    const visited: string[] = []
    for (const keys of ['F6', 'F6', 'F6', 'Shift+F6', 'Shift+F6', 'Shift+F6', 'Shift+F6']) {
      await page.keyboard.press(keys)
      visited.push(await focused())
    }
    expect(visited).toEqual(['Properties', 'header', 'Pages', 'header', 'Properties', 'Canvas', 'Add'])
  })

  it('F shows the filters, Alt+Enter goes into the fields, G 2 shows the second page, Ctrl+Shift+\\ hides the left panel', async () => {
    await canvas().focus()
    await page.keyboard.press('f')
    await page.getByRole('tab', { name: 'Filters', selected: true }).waitFor()
    await page.keyboard.press('Alt+Enter')
    await expect.poll(focused).toBe('Properties')
    await canvas().focus()
    await page.keyboard.press('Control+Shift+|')
    await page.getByRole('region', { name: 'Add', exact: true }).waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('2')
    await page.getByRole('region', { name: 'Sales', exact: true }).waitFor()
  })

  it('left nothing on the console', () => {
    expect(house.door.complaints).toEqual([])
  })
})
