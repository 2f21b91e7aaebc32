import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { countedHand } from './counted-hand.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'

interface Element {
  id: string
  kind: string
  source?: unknown
  columns?: { id: string; formula: string; name?: string }[]
}
interface Draft {
  document: { elements: Record<string, Element> }
}

describe.skipIf(!hasChromium)(`joins that are made in the editor${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn
  let connectionId = ''

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    const connections = await call<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    connectionId = connections.entries[0]?.connectionId ?? ''
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const sourceOf = (name: string) => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] })
  const orders = () => ({
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: sourceOf('ORDERS'),
    columns: ['ORDER_ID', 'CHANNEL', 'AMOUNT'].map((name) => ({ id: name, formula: `[ORDERS/${name}]` })),
  })
  async function edit(elements: unknown[]) {
    const body = { name: 'Joins', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1 }
    const pages = [{ id: 'p1', name: 'Page 1', elements }]
    const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', { ...body, pages })
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    const page = await door.open(`${new URL(url, octavo.address).pathname}/edit`, ada.state)
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    return { page, id: workbookId, hand: countedHand(page) }
  }
  const documentOf = async (id: string) => (await call<Draft>('GET', `/v2/workbooks/${id}/draft`)).document
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  const orderItems = (page: Page) => page.getByRole('button', { name: 'Order Items Retail', exact: true })
  async function undoAll(page: Page, id: string, first: string) {
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    while (await undo.isEnabled()) await undo.click()
    await expect.poll(async () => JSON.stringify(await documentOf(id))).toBe(first)
  }

  it('warns that orders multiply, becomes a lookup in one step, and is removed again with its column', async () => {
    const { page, id, hand } = await edit([orders()])
    const first = JSON.stringify(await documentOf(id))
    const menu = { button: 'right', position: { x: 100, y: 16 } } as const
    await hand.click(page.locator('[data-element=orders]'), menu)
    await hand.click(page.getByRole('menuitem', { name: 'Join…', exact: true }))
    const join = dialog(page, 'Join sources')
    await orderItems(page).waitFor()
    await hand.type('order items')
    await hand.press('Enter')
    await join.getByText(/Each row of ORDERS becomes [\d.]+ rows on average/).waitFor()
    await join.getByText(/keys have several rows in Order Items\./).waitFor()
    await join.getByText(/rows of ORDERS have a match in Order Items/).waitFor()
    expect(await join.getByRole('checkbox', { name: 'Order Id' }).isChecked()).toBe(false)
    expect(await faultsInBothThemes(page)).toEqual([])
    await hand.click(join.getByRole('button', { name: 'Use Lookup instead' }))
    await join.getByText(/rows stay/).waitFor()
    await hand.click(join.getByRole('checkbox', { name: 'Quantity' }))
    await hand.click(join.getByRole('button', { name: 'Done', exact: true }))
    expect(hand.presses()).toBeLessThanOrEqual(6)

    const made = async () => (await documentOf(id)).elements.orders
    await expect.poll(made).toMatchObject({
      source: {
        kind: 'join',
        name: 'ORDERS',
        primarySource: sourceOf('ORDERS'),
        joins: [
          {
            left: sourceOf('ORDERS'),
            right: { kind: 'data-model', dataModelId: expect.any(String), elementId: expect.any(String) },
            name: 'Order Items',
            joinType: 'lookup',
            columns: [{ left: '[Order Id]', right: '[Order Id]' }],
          },
        ],
      },
      columns: [...orders().columns, { id: expect.any(String), formula: '[Order Items/Quantity]' }],
    })
    await page.getByRole('grid', { name: 'Orders' }).getByRole('button', { name: 'Quantity', exact: true }).waitFor()
    const joined = JSON.stringify(await documentOf(id))

    await page.locator('[data-element=orders]').click(menu)
    await page.getByRole('menuitem', { name: 'Edit join…' }).click()
    const change = dialog(page, 'Edit join')
    await change.getByRole('button', { name: 'Take Order Items out' }).click()
    await change.getByRole('button', { name: 'Done', exact: true }).click()
    await change.getByText('These columns go with what is taken out: Quantity').waitFor()
    await change.getByRole('button', { name: 'Done anyway' }).click()
    await expect.poll(made).toMatchObject({ source: sourceOf('ORDERS'), columns: orders().columns })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(async () => JSON.stringify(await documentOf(id))).toBe(joined)
    await undoAll(page, id, first)
    await page.context().close()
  })

  it('is one new table from the source picker, with several keys and both sides', async () => {
    const { page, id } = await edit([orders()])
    const first = JSON.stringify(await documentOf(id))
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Join', exact: true }).click()
    const join = dialog(page, 'Join sources')
    await orderItems(page).waitFor()
    await page.keyboard.type('order items')
    await page.keyboard.press('Enter')
    await join.getByText('Choose the source to join to Order Items').waitFor()
    await join.getByRole('searchbox').fill('Orders Page 1')
    // One click takes a source, as Enter does.
    await join.getByRole('button', { name: 'Orders Page 1', exact: true }).click()
    await join.getByText(/rows stay/).waitFor()
    await join.getByRole('combobox', { name: 'Join type' }).click()
    await page.getByRole('option', { name: /^Inner/ }).click()
    await join.getByRole('region', { name: 'Preview of the output' }).getByRole('table').waitFor()
    await join.getByRole('button', { name: 'Add a key' }).click()
    await join.getByRole('button', { name: 'Remove key 2' }).click()
    expect(await seriousFaults(page)).toEqual([])
    await join.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByRole('heading', { name: 'Order Items and Orders', exact: true }).first().waitFor()
    await expect
      .poll(async () => Object.values((await documentOf(id)).elements).find((each) => each.id !== 'orders'))
      .toMatchObject({
        kind: 'table',
        name: 'Order Items and Orders',
        source: {
          kind: 'join',
          joins: [{ right: { kind: 'table', elementId: 'orders' }, joinType: 'inner' }],
        },
        columns: expect.arrayContaining([expect.objectContaining({ formula: '[Orders/Channel]' })]),
      })
    await undoAll(page, id, first)
    expect(door.complaints).toEqual([])
    await page.context().close()
  })

  it.runIf(process.env.PICTURES)('looks', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await edit([orders()])
      await page.emulateMedia({ colorScheme: scheme })
      const picture = (name: string) => page.screenshot({ path: `${process.env.PICTURES}/join-${name}-${scheme}.png` })
      await page.setViewportSize({ width: scheme === 'light' ? 1440 : 1100, height: 900 })
      await page.locator('[data-element=orders]').click({ button: 'right', position: { x: 100, y: 16 } })
      await page.getByRole('menuitem', { name: 'Join…', exact: true }).click()
      await orderItems(page).waitFor()
      await page.keyboard.type('order')
      await picture('choose')
      await page.getByRole('searchbox').fill('order items')
      await page.keyboard.press('Enter')
      await page.getByText(/Each row of ORDERS becomes/).waitFor()
      await page.getByRole('table').last().waitFor()
      await picture('told')
      await page.getByRole('button', { name: 'Use Lookup instead' }).click()
      await page.getByRole('button', { name: 'Add a key' }).click()
      await page.getByText(/Choose a column on each side/).waitFor()
      await picture('lookup')
      await page.context().close()
    }
  })
})
