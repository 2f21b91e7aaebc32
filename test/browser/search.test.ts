import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'

describe.skipIf(!hasChromium)(`search in contents in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })
  const open = async (path: string) => door.open(path, await signInOnce(browser, octavo.address))

  it('shows where documents contain a word, and goes to the element by keys alone', async () => {
    const page = await open('/search')
    const field = page.getByRole('searchbox', { name: 'Search in all documents' })
    await page.getByText('Search in everything').waitFor()
    await field.pressSequentially('average ord')
    const found = page.getByRole('list', { name: 'Found in Retail overview' })
    await found.waitFor()
    expect(await page.getByRole('list', { name: 'Results' }).getByRole('link').count()).toBeGreaterThan(1)
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/workbook\/.*:nodeId=/)
    await page.goBack()
    await found.waitFor()
    expect(await field.inputValue()).toBe('average ord')
    await field.fill('nothinghasthisword')
    await page.getByText('No results for “nothinghasthisword”').waitFor()
    await page.context().close()
  })

  it('is in the command palette of home, reader and editor', async () => {
    const page = await open('/')
    const palette = page.getByRole('dialog').getByRole('combobox')
    const option = page.getByRole('option')
    const search = async () => {
      // A page that was just opened still loads its keyboard handlers.
      await expect
        .poll(
          async () => {
            await page.keyboard.press('Control+k')
            return palette.isVisible()
          },
          { interval: 500, timeout: 20_000 },
        )
        .toBe(true)
      await palette.fill('average ord')
      return option.filter({ hasText: 'Retail overview' }).first()
    }
    await page.getByRole('heading', { level: 1 }).waitFor()
    const first = await search()
    await first.waitFor()
    await first.click()
    await page.waitForURL(/\/workbook\/.*:nodeId=/)
    await page.locator('[data-element]').first().waitFor()
    await (await search()).waitFor()
    await page.keyboard.press('Escape')
    await page.goto(page.url().replace(/\?.*/, '/edit'))
    await page.locator('[data-canvas]').waitFor()
    await (await search()).waitFor()
    await option.filter({ hasText: 'Search in contents for “average ord”' }).click()
    await page.waitForURL(/\/search\?query=average/)
    await page.getByRole('list', { name: 'Found in Retail overview' }).waitFor()
    expect(door.complaints).toEqual([])
    await page.context().close()
  })
})
