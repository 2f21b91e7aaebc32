import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureWebBuilt } from '../../scripts/lib/setup.mjs'
import { faultsInBothThemes } from './accessibility.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type CountedHand, countedHand } from './counted-hand.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './house.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'

interface Spec {
  pages: { elements: ({ id: string; name: string; columns: { name: string; formula: string }[] } & object)[] }[]
}

describe.skipIf(!hasChromium)(`data models in the editor${skipReason}`, () => {
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
    const { entries } = await call<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    const usage = [{ grantee: { memberId: ada.memberId }, permission: 'usage' }]
    const connection = `/v2/connections/${entries[0]?.connectionId}`
    await call('POST', `${connection}/grants`, { grants: usage })
    await call('POST', `${connection}/sync`, { path: [] })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()
  const head = (page: Page, name: string) =>
    page.locator('[role=grid]').first().getByRole('button', { name, exact: true })
  const tables = (page: Page) => page.getByRole('navigation', { name: 'Tables and controls' })

  /** A new data model over a table, made in home and open in its editor. */
  async function make(search: string, table: string): Promise<{ page: Page; hand: CountedHand; id: string }> {
    const page = await door.open('/', ada.state)
    page.setDefaultTimeout(10_000)
    const hand = countedHand(page)
    await hand.click(page.getByRole('button', { name: 'New', exact: true }))
    await hand.click(page.getByRole('menuitem', { name: 'Data model' }))
    const dialog = page.getByRole('dialog', { name: 'New data model' })
    const source = dialog.getByLabel('Source', { exact: true })
    await expect.poll(() => source.evaluate((field) => field === document.activeElement)).toBe(true)
    await hand.type(search)
    await dialog.getByRole('button', { name: new RegExp(`^${table}`), pressed: true }).waitFor()
    await hand.press('Enter')
    await page.waitForURL('**/data-model/*/edit')
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    const urlId = /([0-9a-f-]{36}|[^-/]+)\/edit$/.exec(new URL(page.url()).pathname)?.[1] ?? ''
    const { dataModelId } = await call<{ dataModelId: string }>('GET', `/v2/dataModels/${urlId}`)
    return { page, hand, id: dataModelId }
  }

  async function addTable(page: Page, hand: CountedHand, table: string) {
    await hand.click(page.getByRole('button', { name: 'Add table' }).first())
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').waitFor()
    await hand.type(table)
    await dialog.getByRole('button', { name: 'Add', exact: true }).and(page.locator(':enabled')).waitFor()
    await hand.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await saved(page)
  }

  /** Kept where a person asks for the pictures. */
  async function picture(page: Page, name: string) {
    if (!process.env.PICTURES) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.PICTURES}/model-${name}-${colorScheme}.png` })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }

  const specOf = (id: string) => call<Spec>('GET', `/v2/dataModels/${id}/spec`)

  it('is made of two tables, with a column by formula, an undo, and is published as it was made', async () => {
    const { page, hand, id } = await make('public products', 'PRODUCTS')
    await addTable(page, hand, 'public order_items')
    expect(hand.presses()).toBeLessThanOrEqual(5)
    await tables(page).getByRole('button', { name: 'Order Items' }).waitFor()
    await head(page, 'Quantity').click()
    await page.keyboard.press('+')
    const field = page.getByRole('textbox', { name: /^Formula of / })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('[Quantity] * [Unit Price]')
    await page.keyboard.press('Enter')
    await head(page, 'Calc').click()
    await page.keyboard.press('Shift+R')
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.keyboard.type('Revenue')
    await page.keyboard.press('Enter')
    await head(page, 'Revenue').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await head(page, 'Calc').waitFor()
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await head(page, 'Revenue').waitFor()
    await saved(page)
    expect((await specOf(id)).pages[0]?.elements).toHaveLength(1)
    await picture(page, 'table')
    expect(await faultsInBothThemes(page)).toEqual([])

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('“Products” is published').waitFor()
    const [products, items] = (await specOf(id)).pages[0]?.elements ?? []
    expect([products?.name, items?.name]).toEqual(['Products', 'Order Items'])
    const names = items?.columns.map(({ name, formula }) => name ?? formula)
    expect(names).toContain('Revenue')
    expect(items?.columns.find(({ name }) => name === 'Revenue')?.formula).toBe('[Quantity] * [Unit Price]')
    const { document } = await call<{ document: unknown }>('GET', `/v2/dataModels/${id}/draft`)
    await page.reload()
    await head(page, 'Product Id').waitFor()
    expect((await call<{ document: unknown }>('GET', `/v2/dataModels/${id}/draft`)).document).toEqual(document)

    // Its readers have it, and a workbook reads the new column.
    await page.getByRole('button', { name: 'More about publishing' }).click()
    await page.getByRole('menuitem', { name: /published/i }).click()
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
    await page.getByRole('navigation').getByRole('button', { name: 'Order Items' }).click()
    await page.getByRole('row', { name: 'Revenue' }).waitFor()
    const table = {
      id: 't',
      kind: 'table',
      source: { kind: 'data-model', dataModelId: id, elementId: items?.id },
      columns: [{ id: 'c', formula: '[Order Items/Revenue]' }],
    }
    const pages = [{ id: 'p', name: 'Page', elements: [table] }]
    const body = { name: 'Reader', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1, pages }
    const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', body)
    const { entries } = await call<{ entries: { label: string; type: { type: string } }[] }>(
      'GET',
      `/v2/workbooks/${workbookId}/elements/t/columns`,
    )
    expect(entries).toMatchObject([{ label: 'Revenue', type: { type: 'number' } }])
    await page.context().close()
  })

  it('no page complained', () => {
    expect(door.complaints).toEqual([])
  })
})
