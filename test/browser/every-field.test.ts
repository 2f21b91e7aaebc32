import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureWebBuilt } from '../../scripts/lib/setup.mjs'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './house.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'

/**
 * Every kind of the palette that needs no data is added in the browser, and every field that its panels show is changed,
 * whatever fields there are. What was built is published, read as code and written as a copy: both are the same.
 */
describe.skipIf(!hasChromium)(`every field of the panels${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn

  beforeAll(async () => {
    ensureWebBuilt()
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const panel = (page: Page) => page.getByRole('complementary', { name: 'Properties' })

  /** Changes every switch, choice, color, number and text of the shown panel; returns how many there were. */
  async function changeAll(page: Page): Promise<number> {
    for (const section of await panel(page).locator('button[aria-expanded=false]:not([aria-haspopup])').all()) {
      await section.click()
    }
    const each = async (found: Locator, change: (field: Locator) => Promise<void>) => {
      const fields = await found.all()
      for (const field of fields) await change(field)
      return fields.length
    }
    const switches = await each(panel(page).getByRole('switch'), (field) => field.click())
    const choices = await each(panel(page).getByRole('radiogroup'), (field) =>
      field.getByRole('radio').last().check({ force: true }),
    )
    const lists = await each(panel(page).locator('[role=combobox][aria-haspopup=listbox]'), async (field) => {
      await field.press('Enter')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.getByRole('option').first().waitFor({ state: 'detached' })
    })
    const colors = await each(
      panel(page).locator('button[aria-haspopup=dialog]:not([role=combobox])'),
      async (field) => {
        await field.click()
        await page.getByRole('dialog').getByRole('button').nth(3).click()
        await page.keyboard.press('Escape')
      },
    )
    const texts = await each(panel(page).getByRole('textbox'), async (field) => {
      await field.fill((await field.getAttribute('inputmode')) === null ? 'https://example.com/x' : '3')
      await field.press('Enter')
    })
    return switches + choices + lists + colors + texts
  }

  it.each(['UI', 'Layout'])(
    'elements of the group %s: built, published, read as code, equal to their copy',
    async (group) => {
      const body = { name: group, folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1 }
      const pages = [{ id: 'p1', name: 'Page 1', elements: [] }]
      const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', { ...body, pages })
      const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
      const page = await door.open(`${new URL(url, octavo.address).pathname}/edit`, ada.state)
      const offered = page.getByRole('region', { name: group, exact: true }).getByRole('button')
      await offered.first().waitFor()
      const names = await offered.allTextContents()
      for (const name of names) {
        await page.getByRole('region', { name: 'Canvas' }).focus()
        // Out of what was added last, and of the container around it.
        for (const _ of [1, 2]) await page.keyboard.press('Escape')
        await offered.getByText(name, { exact: true }).click()
        await panel(page).getByRole('heading', { level: 2 }).filter({ hasNotText: 'Page 1' }).waitFor()
        // The caret of a new text comes with its editor, and would take the keys from the panel.
        if (name === 'Text') await page.locator('[contenteditable=true]:focus').waitFor()
        const tabs = await panel(page).getByRole('tab').allTextContents()
        let fields = tabs.length === 0 ? await changeAll(page) : 0
        for (const tab of tabs.filter((each) => each === 'Properties' || each === 'Format')) {
          await panel(page).getByRole('tab', { name: tab }).click()
          fields += await changeAll(page)
        }
        expect([name, fields > 0]).toEqual([name, true])
      }
      await page.getByText('Saved', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByText(/is published/).waitFor()

      const spec = await call<Record<string, unknown>>('GET', `/v2/workbooks/${workbookId}/spec`)
      const copy = await call('POST', '/v2/workbooks/spec', { ...spec, name: 'Copy', folderId: ada.homeFolderId })
      const again = await call<Record<string, unknown>>('GET', `/v2/workbooks/${copy.workbookId}/spec`)
      expect(contentOf(again)).toEqual(contentOf(spec))
      const kinds = JSON.stringify(spec).match(/"kind":"[a-z-]+"/g) ?? []
      expect(new Set(kinds).size).toBeGreaterThanOrEqual(names.length)
      await page.context().close()
    },
  )

  /** Pages, overlays, layout and settings, with ids by the order in which they come. */
  function contentOf(spec: Record<string, unknown>): unknown {
    const { pages, overlays, panels, layout, themeOverrides, navigation } = spec
    const names = new Map<string, string>()
    const text = JSON.stringify({ pages, overlays, panels, layout, themeOverrides, navigation })
    return JSON.parse(
      text.replaceAll(/\b[0-9A-Za-z]{22}\b/g, (id) => {
        const name = names.get(id) ?? `id ${names.size}`
        names.set(id, name)
        return name
      }),
    )
  }

  it('left nothing on the console', () => {
    expect(door.complaints).toEqual([])
  })
})
