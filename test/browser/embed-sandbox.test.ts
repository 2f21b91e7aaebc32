import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type EmbedPlatform, openEmbedPlatform } from './embed-platform.ts'
import { admin } from './octavo.ts'
import { inTheme, picture } from './pictures.ts'

/** The page that creates embed addresses. */
describe.skipIf(!hasChromium)(`the embed sandbox${skipReason}`, () => {
  let platform: EmbedPlatform

  beforeAll(async () => {
    platform = await openEmbedPlatform()
  })
  afterAll(() => platform?.close())

  it('creates addresses that work once', async () => {
    const context = await platform.browser.newContext({ viewport: { width: 1280, height: 1500 } })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    await page.goto(platform.octavo.address)
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goto(`${platform.octavo.address}/administration/embed-sandbox`)
    await page.getByLabel('Workbook', { exact: true }).fill(platform.url)
    await page.getByLabel('Part of the workbook').fill('/page/p1')
    await page.getByLabel('Email of the user').fill('sam@customer.example')
    await page.getByLabel('Teams').fill('Customers')
    await page.getByLabel('Client id').fill(platform.pair.clientId)
    await page.getByLabel('Client secret').fill(platform.pair.clientSecret)
    await page.getByLabel('Further parameters').fill('Area=West')
    await page.getByLabel('Menu', { exact: true }).click()
    await page.getByRole('option', { name: 'At the top' }).click()
    await page.getByRole('button', { name: 'Make an address' }).click()
    const made = page.getByRole('textbox', { name: 'Address of the embed' })
    const first = await made.inputValue()
    expect(first).not.toContain(platform.pair.clientSecret)
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      await picture(page, `embed-sandbox-${theme}`)
    }
    expect(await faultsInBothThemes(page)).toEqual([])
    const shown = await platform.show(first)
    await shown.frame.getByRole('region', { name: 'Regions', exact: true }).getByText('West').waitFor()
    await shown.frame.getByRole('button', { name: 'Workbook menu' }).waitFor()
    expect(await shown.frame.getByRole('region', { name: 'Regions', exact: true }).getByText('East').count()).toBe(0)
    await shown.close()
    const again = await platform.show(first)
    await again.frame.getByRole('alert').getByText("You don't have permission").waitFor()
    await again.close()
    await page.getByRole('button', { name: 'Make an address' }).click()
    await expect.poll(() => made.inputValue()).not.toBe(first)
    await context.close()
  })
})
