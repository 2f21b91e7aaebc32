import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { picture } from './pictures.ts'

/** The dialog for a PDF, from its options to the bytes that arrive. */
describe.skipIf(!hasChromium)(`exporting a PDF${skipReason}`, () => {
  let platform: EditorPlatform
  let page: Page

  beforeAll(async () => {
    platform = await openEditorPlatform()
    const text = { id: 'hello', kind: 'text', body: 'Hello' }
    ;({ page } = await platform.edit([text]))
    await page.goto(page.url().replace(/\/edit.*$/, ''))
    await page.getByText('Hello').waitFor()
  })
  afterAll(() => platform?.close())

  async function exported(choose: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: /PDF/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Export .* as PDF$/ })
    await dialog.waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await choose(dialog)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    const bytes = await readFile(await download.path())
    return { name: download.suggestedFilename(), bytes, boxes: boxesOf(bytes) }
  }

  it('exports the open page, on the chosen paper size', async () => {
    const { name, bytes, boxes } = await exported(async (dialog) => {
      await dialog.getByText('Landscape', { exact: true }).click()
      await dialog.getByRole('combobox', { name: 'Paper size' }).click()
      await page.getByRole('option', { name: 'A4', exact: true }).click()
      const sheet = dialog.getByRole('img', { name: 'First sheet of Page 1' })
      const proportion = () =>
        sheet.evaluate((node) => (node instanceof HTMLImageElement ? node.naturalWidth / node.naturalHeight : 0))
      await expect.poll(proportion, { timeout: 60_000 }).toBeCloseTo(842 / 595, 1)
      // The frame shows the whole sheet.
      const height = () => sheet.evaluate((node) => node.getBoundingClientRect().height)
      expect(await height()).toBeLessThanOrEqual(288)
      await picture(page, 'pdf-preview')
    })
    expect(name).toBe('Fields - Page 1.pdf')
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    expect(boxes).toHaveLength(1)
    const [[width = 0, height = 0] = []] = boxes
    expect([Math.round(width), Math.round(height)]).toEqual([842, 595])
  })

  it('exports all pages of the workbook', async () => {
    const { name, bytes, boxes } = await exported((dialog) =>
      dialog.getByText('Whole workbook', { exact: true }).click(),
    )
    expect(name).toBe('Fields.pdf')
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    expect(boxes.length).toBeGreaterThanOrEqual(2)
  })

  it('exports a picture of the page without a dialog', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'PNG of this page' }).click(),
    ])
    const bytes = await readFile(await download.path())
    expect(download.suggestedFilename()).toBe('Fields - Page 1.png')
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect(bytes.readUInt32BE(16)).toBe(2880)
  })

  it('lists the exports of the tab, saves one again, and cancels one that is in progress', async () => {
    const tray = page.getByRole('dialog', { name: 'Exports' })
    await page.getByRole('button', { name: 'Exports', exact: true }).click()
    await tray.getByRole('listitem').first().getByText('Ready').waitFor()
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      tray.getByRole('button', { name: 'Save again: Page 1.png' }).click(),
    ])
    expect((await readFile(await again.path())).subarray(1, 4).toString('latin1')).toBe('PNG')
    expect(await seriousFaults(page)).toEqual([])
    await tray.getByRole('button', { name: 'Clear list' }).click()
    await tray.waitFor({ state: 'detached' })

    // The server keeps responding that the file is not available yet.
    const headers = { 'x-octavo-step': 'drawing', 'x-octavo-done': '1', 'x-octavo-total': '4' }
    await page.route('**/v2/query/*/download', (route) => route.fulfill({ status: 204, headers }))
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'PNG of this page' }).click()
    await page.getByRole('button', { name: '1 export', exact: true }).click()
    await tray.getByText('Drawing the pages: 1 of 4').waitFor()
    await picture(page, 'exports-tray')
    const dropped = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await tray.getByRole('button', { name: 'Cancel Page 1.png' }).click()
    expect((await dropped).status()).toBe(200)
    await tray.getByText('Cancelled').waitFor()
    await page.unroute('**/v2/query/*/download')
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})

/** Width and height of each page of a PDF whose page objects are not compressed. */
function boxesOf(bytes: Buffer): number[][] {
  const text = bytes.toString('latin1')
  return [...text.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(([, ...sides]) => sides.map(Number))
}
