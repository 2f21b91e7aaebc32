import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'

/** Keyboard navigation in the editor, and back. */
describe.skipIf(!hasChromium)(`keys of the editor${skipReason}`, () => {
  let platform: EditorPlatform
  let page: Page

  beforeAll(async () => {
    platform = await openEditorPlatform()
    const { source } = platform.sales
    const columns = [{ id: 'total', formula: 'Sum([Sales/Revenue])', name: 'Revenue' }]
    const kpi = { id: 'number', kind: 'kpi-chart', name: 'Number', source, columns, value: { columnId: 'total' } }
    page = (await platform.edit([kpi])).page
    await page.getByRole('region', { name: 'Number', exact: true }).click()
  })
  afterAll(() => platform?.close())

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
    await page.getByRole('region', { name: 'Status', exact: true }).waitFor()
    await canvas().focus()
    const visited: string[] = []
    for (const keys of ['F6', 'F6', 'F6', 'Shift+F6', 'Shift+F6', 'Shift+F6', 'Shift+F6']) {
      await page.keyboard.press(keys)
      visited.push(await focused())
    }
    expect(visited).toEqual(['Properties', 'Status', 'header', 'Status', 'Properties', 'Canvas', 'Add'])
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

  it('a table that has the focus ring has no second line around it', async () => {
    const table = page.getByRole('region', { name: 'Sales', exact: true })
    await table.click({ position: { x: 60, y: 8 } })
    const frame = page.locator('[data-frame=sales]')
    const line = () => frame.evaluate((node) => getComputedStyle(node).outlineColor)
    await expect.poll(line).not.toBe('rgba(0, 0, 0, 0)')
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(line).toBe('rgba(0, 0, 0, 0)')
    expect(await frame.getByRole('button').or(frame.locator('.canvas-handle')).count()).toBeGreaterThan(0)
    await canvas().focus()
    await expect.poll(line).not.toBe('rgba(0, 0, 0, 0)')
  })

  it('below 1,280 px the properties cover the canvas while something is selected, or until Escape', async () => {
    const properties = page.getByRole('complementary', { name: 'Properties', exact: true })
    const edge = async () => {
      const box = await canvas().boundingBox()
      return Math.round((box?.x ?? 0) + (box?.width ?? 0))
    }
    await page.setViewportSize({ width: 1100, height: 800 })
    await page.getByRole('region', { name: 'Sales', exact: true }).click({ position: { x: 60, y: 8 } })
    await properties.waitFor()
    await expect.poll(edge).toBe(1100)
    await canvas().focus()
    await page.keyboard.press('Escape')
    await properties.waitFor({ state: 'detached' })
    await page.keyboard.press('Alt+Enter')
    await expect.poll(focused).toBe('Properties')
    await canvas().focus()
    await page.keyboard.press('Escape')
    await properties.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await properties.waitFor()
    await expect.poll(edge).toBeLessThan(1200)
  })

  it("G V, G E and G X go between the published version, the draft and a view of one's own", async () => {
    await canvas().focus()
    await page.keyboard.press('g')
    await page.keyboard.press('v')
    await page.getByRole('link', { name: 'Customize', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await page.getByRole('region', { name: 'Add', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/edit$/)
    await canvas().focus()
    await page.keyboard.press('g')
    await page.keyboard.press('x')
    await page.getByText('Custom view', { exact: true }).waitFor()
    await canvas().focus()
    await page.keyboard.press('g')
    await page.keyboard.press('v')
    await page.getByRole('link', { name: 'Customize', exact: true }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('x')
    await page.getByText('Custom view', { exact: true }).waitFor()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
