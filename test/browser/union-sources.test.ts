import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { countedHand } from './counted-hand.ts'
import { type EditorPlatform, type Element, openEditorPlatform } from './every-field.ts'

describe.skipIf(!hasChromium)(`unions that are made in the editor${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(async () => {
    await platform?.close()
  })

  const table = (id: string, name: string, path: string, columns: readonly string[]): Element => ({
    id,
    kind: 'table',
    name,
    source: { kind: 'warehouse-table', connectionId: platform.connectionId, path: ['RETAIL', 'PUBLIC', path] },
    columns: columns.map((column) => ({ id: `${id}-${column}`, formula: `[${path}/${column}]` })),
  })
  const orders = () => table('orders', 'Orders', 'ORDERS', ['ORDER_ID', 'CHANNEL', 'AMOUNT'])
  const lines = () => table('lines', 'Lines', 'ORDER_ITEMS', ['ORDER_ID', 'UNIT_PRICE'])
  const menuPlace = { button: 'right', position: { x: 100, y: 16 } } as const
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  const cell = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

  async function undoAll(page: Page, text: () => Promise<string>, first: string) {
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    while (await undo.isEnabled()) await undo.click()
    await expect.poll(text).toBe(first)
  }

  it('follows a join in few actions: a warning of more rows, a lookup, then a union of two tables of the page', async () => {
    const { page, draft } = await platform.edit([orders(), lines()])
    const first = await draft.text()
    const hand = countedHand(page)
    await hand.click(page.locator('[data-element=orders]'), menuPlace)
    await hand.click(page.getByRole('menuitem', { name: 'Join…', exact: true }))
    const join = dialog(page, 'Join sources')
    await page.getByRole('button', { name: 'Order Items Retail', exact: true }).waitFor()
    await hand.type('order items')
    await hand.press('Enter')
    await join.getByText(/Each row of ORDERS becomes [\d.]+ rows on average/).waitFor()
    await hand.click(join.getByRole('button', { name: 'Use Lookup instead' }))
    await hand.click(join.getByRole('checkbox', { name: 'Quantity' }))
    await hand.click(join.getByRole('button', { name: 'Done', exact: true }))
    await join.waitFor({ state: 'detached' })

    await hand.click(page.getByRole('button', { name: 'Table', exact: true }))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Union', exact: true }))
    const union = dialog(page, 'Union of sources')
    await union.getByRole('button', { name: 'Lines Page 1', exact: true }).waitFor()
    await hand.type('orders page 1')
    await hand.press('Enter')
    await union.getByText('Choose the source whose rows are appended to Orders').waitFor()
    await hand.type('lines page 1')
    await hand.press('Enter')
    await hand.click(cell(page, 'Lines for Amount'))
    await hand.click(page.getByRole('option', { name: /^Unit Price/ }))
    await union.getByRole('region', { name: 'Preview of the output' }).getByRole('table').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await hand.click(union.getByRole('button', { name: 'Done', exact: true }))
    expect(hand.presses()).toBeLessThanOrEqual(15)

    const made = async () => Object.values(await draft.elements()).find(({ name }) => name === 'Orders and Lines')
    await expect.poll(made).toMatchObject({
      kind: 'table',
      source: {
        kind: 'union',
        name: 'Union',
        sources: [
          { kind: 'table', elementId: 'orders' },
          { kind: 'table', elementId: 'lines' },
        ],
        matches: [
          { outputColumnName: 'Order Id', sourceColumns: ['[Order Id]', '[Order Id]'] },
          { outputColumnName: 'Channel', sourceColumns: ['[Channel]', null] },
          { outputColumnName: 'Amount', sourceColumns: ['[Amount]', '[Unit Price]'] },
          { outputColumnName: 'Quantity', sourceColumns: ['[Quantity]', null] },
        ],
      },
      columns: ['Order Id', 'Channel', 'Amount', 'Quantity'].map((name) => ({ formula: `[Union/${name}]` })),
    })
    const grid = page.getByRole('grid', { name: 'Orders and Lines' })
    await grid.getByRole('button', { name: 'Channel', exact: true }).waitFor()
    await undoAll(page, draft.text, first)
    expect(platform.door.complaints).toEqual([])
    await page.context().close()
  })

  it('is made of an element in its place, changed again, and is the same as code', async () => {
    const { page, draft, workbookId } = await platform.edit([orders(), lines()])
    const first = await draft.text()
    await page.locator('[data-element=orders]').click(menuPlace)
    await page.getByRole('menuitem', { name: 'Union…', exact: true }).click()
    const union = dialog(page, 'Union of sources')
    await union.getByText('Choose the source whose rows are appended to ORDERS').waitFor()
    await union.getByRole('searchbox').fill('lines page 1')
    await page.keyboard.press('Enter')
    await cell(page, 'Lines for Channel').click()
    await page.getByRole('option', { name: /^Unit Price/ }).click()
    await union.getByText('Types differ: text, number. Choose columns of one type.').waitFor()
    expect(await union.getByRole('button', { name: 'Done', exact: true }).isDisabled()).toBe(true)
    expect(await seriousFaults(page)).toEqual([])
    await cell(page, 'Lines for Channel').click()
    await page.getByRole('option', { name: /^None/ }).click()
    await union.getByRole('checkbox', { name: 'Unit Price', exact: true }).check()
    await union.getByRole('button', { name: 'Done', exact: true }).click()

    const made = async () => (await draft.elements()).orders
    await expect.poll(made).toMatchObject({
      source: {
        kind: 'union',
        name: 'ORDERS',
        sources: [{ kind: 'warehouse-table' }, { kind: 'table', elementId: 'lines' }],
        matches: expect.arrayContaining([
          { outputColumnName: 'ORDER_ID', sourceColumns: ['[Order Id]', '[Order Id]'] },
          { outputColumnName: 'Unit Price', sourceColumns: [null, '[Unit Price]'] },
        ]),
      },
      columns: [...(orders().columns as unknown[]), { formula: '[ORDERS/Unit Price]' }],
    })
    const grid = page.getByRole('grid', { name: 'Orders' })
    await grid.getByRole('button', { name: 'Unit Price', exact: true }).waitFor()
    const united = await draft.text()

    await page.locator('[data-element=orders]').click(menuPlace)
    await page.getByRole('menuitem', { name: 'Edit union…' }).click()
    const change = dialog(page, 'Edit union')
    await change.getByRole('checkbox', { name: 'Unit Price', exact: true }).uncheck()
    await change.getByRole('button', { name: 'Done', exact: true }).click()
    await change.getByText('These columns go with what is taken out: Unit Price').waitFor()
    await change.getByRole('button', { name: 'Done anyway' }).click()
    await expect.poll(async () => (await made())?.columns.length).toBe(3)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(draft.text).toBe(united)
    expect(await platform.publishAndCopy(page, workbookId)).toContain('"outputColumnName":"Unit Price"')
    await undoAll(page, draft.text, first)
    expect(platform.door.complaints).toEqual([])
    await page.context().close()
  })

  it.runIf(process.env.PICTURES)('looks', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await platform.edit([orders(), lines()])
      await page.emulateMedia({ colorScheme: scheme })
      const picture = (name: string) => page.screenshot({ path: `${process.env.PICTURES}/union-${name}-${scheme}.png` })
      await page.setViewportSize({ width: scheme === 'light' ? 1440 : 1100, height: 900 })
      await page.locator('[data-element=orders]').click(menuPlace)
      await picture('menu')
      await page.getByRole('menuitem', { name: 'Union…', exact: true }).click()
      await page.getByText('Choose the source whose rows are appended to ORDERS').waitFor()
      await page.getByRole('searchbox').fill('lines page 1')
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Preview of the output' }).getByRole('table').waitFor()
      await picture('matched')
      await cell(page, 'Lines for Channel').click()
      await page.getByRole('option', { name: /^Unit Price/ }).click()
      await page.getByText(/Types differ/).waitFor()
      await picture('differ')
      await page.context().close()
    }
  })
})
