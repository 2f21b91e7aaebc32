import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, type Element, openEditorPlatform } from './every-field.ts'

describe.skipIf(!hasChromium)(`dialogs in which a source is chosen${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(async () => {
    await platform?.close()
  })

  const stores = (id: string, name: string): Element => ({
    id,
    kind: 'table',
    name,
    source: { kind: 'warehouse-table', connectionId: platform.connectionId, path: ['RETAIL', 'PUBLIC', 'STORES'] },
    columns: ['REGION', 'STATE'].map((column) => ({ id: `${id}-${column}`, formula: `[STORES/${column}]` })),
  })
  const reader = (): Element => ({
    id: 'reader',
    kind: 'table',
    name: 'Reader',
    source: { kind: 'table', elementId: 'stores' },
    columns: [{ id: 'state', formula: '[Stores/State]' }],
  })
  const picker = (page: Page) => page.getByRole('dialog', { name: 'Choose a source' })

  it.each([
    ['Join', 'Join sources', /JoinDialog/],
    ['Union', 'Union of sources', /UnionDialog/],
    ['Transpose', 'Transpose a source', /TransposeDialog/],
  ])('letters typed while %s takes the place of the list are its search', async (way, title, code) => {
    const { page } = await platform.edit()
    const typed = 'order items and more letters than fit into the moment'
    for (const waitMs of [700, 0]) {
      // The first time its code is loaded, which takes a while; later it is there.
      if (waitMs > 0)
        await page.route(code, async (route) => {
          await new Promise((next) => setTimeout(next, waitMs))
          await route.continue()
        })
      await page.getByRole('button', { name: 'Table', exact: true }).click()
      await picker(page).getByRole('button', { name: 'Orders Retail', exact: true }).waitFor()
      await picker(page).getByRole('searchbox').fill('sto')
      await picker(page).getByRole('button', { name: way, exact: true }).click()
      await page.keyboard.type(typed, { delay: 25 })
      const dialog = page.getByRole('dialog', { name: title })
      await expect.poll(() => dialog.getByRole('searchbox').inputValue()).toBe(typed)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    expect(platform.door.complaints).toEqual([])
    await page.context().close()
  })

  it('letters typed while custom SQL takes the place of the list are its statement', async () => {
    const { page } = await platform.edit()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await picker(page).getByRole('button', { name: 'Orders Retail', exact: true }).waitFor()
    await picker(page).getByRole('button', { name: 'SQL', exact: true }).click()
    await page.keyboard.type('SELECT 1 AS one', { delay: 25 })
    await expect
      .poll(() => page.getByRole('textbox', { name: 'SQL statement' }).innerText())
      .toContain('SELECT 1 AS one')
    await page.context().close()
  })

  /** The left edges of the title of a dialog and of the leftmost text of a part of it. */
  const edges = async (dialog: Locator, part: Locator) => {
    const left = (at: Locator) =>
      at.evaluate((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const range = document.createRange()
        let found = Number.POSITIVE_INFINITY
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          range.selectNodeContents(text)
          const { x, width, height } = range.getBoundingClientRect()
          if (width > 1 && height > 1) found = Math.min(found, x)
        }
        return Math.round(found)
      })
    return [await left(dialog.getByRole('heading').first()), await left(part)]
  }

  it('have their text below their title', async () => {
    const { page } = await platform.edit([stores('stores', 'Stores'), stores('other', 'Other'), reader()])
    const menu = async (id: string, name: RegExp | string) => {
      await page.locator(`[data-element=${id}]`).click({ button: 'right', position: { x: 100, y: 16 } })
      await page.getByRole('menuitem', { name }).click()
    }
    await menu('reader', 'Change source…')
    const change = page.getByRole('dialog', { name: 'Change the source of Reader' })
    await change.getByRole('button', { name: 'Other Page 1', exact: true }).click()
    await change.getByText(/found by name/).waitFor()
    const [title, text] = await edges(change, change.locator('p').first())
    expect(text).toBe(title)
    await page.keyboard.press('Escape')
    await change.waitFor({ state: 'detached' })

    await page
      .getByRole('button', { name: /Fields/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Lineage' }).click()
    const lineage = page.getByRole('dialog', { name: 'Lineage' })
    const bar = lineage.getByRole('radiogroup').or(lineage.getByRole('group')).first()
    await bar.waitFor()
    const [ofLineage = 0] = await edges(lineage, bar)
    expect(Math.abs(((await bar.boundingBox())?.x ?? 0) - ofLineage)).toBeLessThanOrEqual(1)
    await page.context().close()
  })
})
