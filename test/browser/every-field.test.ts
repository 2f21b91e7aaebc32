import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform, panelOf } from './every-field.ts'

/**
 * Adds every kind of the palette that needs no data in the browser, and changes every field in its panels, whatever they are. The result is
 * published, read as code and written as a copy, which must be equal.
 */
describe.skipIf(!hasChromium)(`every field of the panels${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  /** Changes every switch, choice, color, number and text of the shown panel; returns their number. */
  async function changeAll(page: Page): Promise<number> {
    for (const section of await panelOf(page).locator('button[aria-expanded=false]:not([aria-haspopup])').all()) {
      await section.click()
    }
    const each = async (found: Locator, change: (field: Locator) => Promise<void>) => {
      const fields = await found.all()
      for (const field of fields) await change(field)
      return fields.length
    }
    const switches = await each(panelOf(page).getByRole('switch'), (field) => field.click())
    const choices = await each(panelOf(page).getByRole('radiogroup'), (field) =>
      field.getByRole('radio').last().check({ force: true }),
    )
    const lists = await each(panelOf(page).locator('[role=combobox][aria-haspopup=listbox]'), async (field) => {
      await field.press('Enter')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.getByRole('option').first().waitFor({ state: 'detached' })
    })
    const colors = await each(
      panelOf(page).locator('button[aria-haspopup=dialog]:not([role=combobox])'),
      async (field) => {
        await field.click()
        await page.getByRole('dialog').getByRole('button').nth(3).click()
        await page.keyboard.press('Escape')
      },
    )
    const texts = await each(panelOf(page).getByRole('textbox'), async (field) => {
      await field.fill((await field.getAttribute('inputmode')) === null ? 'https://example.com/x' : '3')
      await field.press('Enter')
    })
    return switches + choices + lists + colors + texts
  }

  it.each(['UI', 'Layout'])(
    'elements of the group %s: built, published, read as code, equal to their copy',
    async (group) => {
      const { page, workbookId } = await platform.edit()
      const offered = page.getByRole('region', { name: group, exact: true }).getByRole('button')
      await offered.first().waitFor()
      const names = await offered.allTextContents()
      for (const name of names) {
        await page.getByRole('region', { name: 'Canvas' }).focus()
        // Leaves the element that was added last, and the container around it.
        for (const _ of [1, 2]) await page.keyboard.press('Escape')
        await offered.getByText(name, { exact: true }).click()
        await panelOf(page).getByRole('heading', { level: 2 }).filter({ hasNotText: 'Page 1' }).waitFor()
        // A new text's editor takes the focus when it opens, and would receive the keys meant for the panel.
        if (name === 'Text') await page.locator('[contenteditable=true]:focus').waitFor()
        const tabs = await panelOf(page).getByRole('tab').allTextContents()
        let fields = tabs.length === 0 ? await changeAll(page) : 0
        for (const tab of tabs.filter((each) => each === 'Properties' || each === 'Format')) {
          await panelOf(page).getByRole('tab', { name: tab }).click()
          fields += await changeAll(page)
        }
        expect([name, fields > 0]).toEqual([name, true])
      }
      const spec = await platform.publishAndCopy(page, workbookId)
      const kinds = spec.match(/"kind":"[a-z-]+"/g) ?? []
      expect(new Set(kinds).size).toBeGreaterThanOrEqual(names.length)
      await page.context().close()
    },
  )

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
