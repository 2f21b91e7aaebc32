import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'
import { signInOnce } from './sign-in.ts'

describe.skipIf(!hasChromium)(`web queries in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let page: Page
  let address = ''

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    page = await createDoor(browser, octavo).open('/', await signInOnce(browser, octavo.address))
    await page.getByRole('main').getByRole('link', { name: 'Retail overview', exact: true }).first().click()
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const dialog = () => page.getByRole('dialog', { name: 'Web query of Revenue by category' })
  async function openDialog() {
    const tile = page.getByRole('region', { name: 'Revenue by category' })
    await tile.locator('canvas, svg').first().waitFor()
    await tile.hover()
    await tile.getByRole('button', { name: /Revenue by category/ }).click()
    await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Web query…' }).click()
    await dialog().waitFor()
  }

  it('creates an address that returns the rows, and shows it once', async () => {
    await openDialog()
    expect(await faultsInBothThemes(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Create address' }).click()
    address = await dialog().getByLabel('Address of the web query').inputValue()
    const answer = await fetch(address)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.join()).toContain('Furniture')
    await picture(page, 'web-query-made')
    await dialog().getByRole('button', { name: 'Close' }).last().click()
  })

  it('lists it with its last read, and revokes it', async () => {
    await openDialog()
    expect(await dialog().getByLabel('Address of the web query').count()).toBe(0)
    await dialog()
      .getByText(/last read/)
      .waitFor()
    await picture(page, 'web-query-list')
    expect(await faultsInBothThemes(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Revoke the web query of Revenue by category' }).click()
    await dialog().getByRole('listitem').waitFor({ state: 'detached' })
    expect((await fetch(address)).status).toBe(404)
  })
})
