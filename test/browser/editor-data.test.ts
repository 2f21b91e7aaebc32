import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type CountedHand, countedHand } from './counted-hand.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { saved } from './saved.ts'

interface Entry {
  connectionId: string
  name: string
}

describe.skipIf(!hasChromium)(`tables in the editor${skipReason}`, () => {
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
    const connections = await call<{ entries: Entry[] }>('GET', '/v2/connections')
    connectionId = connections.entries[0]?.connectionId ?? ''
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const tableOf = (id: string, name: string, columns: readonly string[]) => ({
    id: id,
    kind: 'table',
    name,
    source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', id] },
    columns: columns.map((column) => ({ id: `${id}-${column}`, formula: `[${id}/${column}]` })),
  })
  const orders = () => tableOf('ORDERS', 'Orders', ['ORDER_ID', 'STORE_ID', 'ORDER_DATE', 'CHANNEL', 'AMOUNT'])
  const items = () => tableOf('ORDER_ITEMS', 'Order items', ['ORDER_ITEM_ID', 'ORDER_ID', 'QUANTITY'])

  /** A workbook of Ada with these elements, open in the editor. */
  async function edit(elements: unknown[]): Promise<{ page: Page; id: string; hand: CountedHand }> {
    const body = { name: 'Tables', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1 }
    const { workbookId } = await call('POST', '/v2/workbooks/spec', {
      ...body,
      pages: [{ id: 'p1', name: 'Page 1', elements }],
    })
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    const page = await door.open(`${new URL(url, octavo.address).pathname}/edit`, ada.state)
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    return { page, id: workbookId ?? '', hand: countedHand(page) }
  }

  interface Draft {
    document: { elements: Record<string, Record<string, unknown>> }
  }
  const draftOf = (id: string) => call<Draft>('GET', `/v2/workbooks/${id}/draft`)
  const grid = (page: Page) => page.locator('[role=grid], [role=treegrid]').first()
  const head = (page: Page, name: string) => grid(page).getByRole('button', { name, exact: true })
  async function selectThreeCells(page: Page) {
    const cell = (row: number, column: number) =>
      grid(page).locator(`[role=row][aria-rowindex="${row}"] [role=gridcell][aria-colindex="${column}"]`)
    await cell(2, 1).click()
    await cell(4, 1).click({ modifiers: ['Shift'] })
    await page.getByText('3 × 1 cells selected').waitFor()
  }
  const openData = (page: Page) => page.getByRole('button', { name: 'Data', exact: true }).click()
  async function columnMenu(page: Page, name: string) {
    const item = page.getByRole('treeitem', { name, exact: true }).first()
    await item.hover()
    await item.getByRole('button', { name: `Menu of ${name}` }).click()
  }
  const choose = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click()

  it('groups, calculates, sorts and freezes from the menu of a column, and undoes all of it', async () => {
    const { page, id } = await edit([orders()])
    const before = JSON.stringify((await draftOf(id)).document)
    await grid(page).waitFor()
    await openData(page)
    await columnMenu(page, 'Channel')
    await choose(page, 'Group column')
    await page.getByRole('treegrid').waitFor()
    await columnMenu(page, 'Amount')
    await page.getByRole('menuitem', { name: 'Move to' }).first().hover()
    await choose(page, 'Calculations of Channel')
    await head(page, 'Sum of Amount').waitFor()
    await columnMenu(page, 'Sum of Amount')
    await choose(page, 'Sort descending')
    await columnMenu(page, 'Channel')
    await choose(page, 'Freeze up to column')
    await expect
      .poll(async () => (await draftOf(id)).document.elements.ORDERS?.frozenColumn)
      .toEqual({ columnId: 'ORDERS-CHANNEL' })
    const table = (await draftOf(id)).document.elements.ORDERS
    expect(table?.groupings).toMatchObject([
      { groupBy: ['ORDERS-CHANNEL'], calculations: [expect.any(String)], sort: [{ direction: 'descending' }] },
    ])
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    while (await undo.isEnabled()) await undo.click()
    await saved(page)
    await expect.poll(async () => JSON.stringify((await draftOf(id)).document)).toBe(before)
    expect(await seriousFaults(page)).toEqual([])
    await page.context().close()
  })

  it('writes a formula by keyboard: completion, a fix by Alt+Enter, and a format by its key', async () => {
    const { page, id, hand } = await edit([orders()])
    const findColumn = async (name: string) => {
      await hand.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await hand.type(`#${name}`)
      await page.getByRole('option').first().waitFor()
      await hand.press('Enter')
      // Keys go to the dialog until it is closed.
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await grid(page).waitFor()
    await findColumn('amount')
    await hand.press('+')
    const field = page.getByRole('textbox', { name: /^Formula of / })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await hand.type('Ruond([Amuont] * 2, 1)')
    await page.getByRole('alert').waitFor()
    await hand.press('Alt+Enter', 'Alt+Enter')
    await expect.poll(() => field.textContent()).toBe('Round([Amount] * 2, 1)')
    await hand.press('Enter')
    await head(page, 'Calc').waitFor()
    await findColumn('calc')
    await hand.press('$')
    const added = async () => {
      const columns = (await draftOf(id)).document.elements.ORDERS?.columns as { formula: string; format?: unknown }[]
      return columns.find(({ formula }) => formula.startsWith('Round('))
    }
    await expect.poll(added).toMatchObject({
      formula: 'Round([Amount] * 2, 1)',
      format: { kind: 'number', formatString: '$,.2f' },
    })
    expect(hand.presses()).toBeLessThanOrEqual(15)
    await page.context().close()
  })

  it('looks a column up in a table whose keys repeat, with a warning, and adds no rows', async () => {
    const { page, id, hand } = await edit([orders(), items()])
    await grid(page).waitFor()
    await openData(page)
    const item = page.getByRole('treeitem', { name: 'Amount', exact: true })
    await item.hover()
    await hand.click(item.getByRole('button', { name: 'Menu of Amount' }))
    await page.getByRole('menuitem', { name: 'Add column via' }).hover()
    await hand.click(page.getByRole('menuitem', { name: 'Lookup…' }))
    const dialog = page.getByRole('dialog', { name: 'Add a column by lookup' })
    await hand.click(dialog.getByRole('combobox', { name: 'Column' }))
    await hand.click(page.getByRole('option', { name: 'Quantity', exact: true }))
    await dialog.getByText(/keys have several rows there/).waitFor()
    await hand.click(dialog.getByRole('combobox', { name: 'If several rows match' }))
    await hand.click(page.getByRole('option', { name: 'Sum', exact: true }))
    await hand.click(dialog.getByRole('button', { name: 'Done' }))
    await head(page, 'Quantity').waitFor()
    await saved(page)
    expect(hand.presses()).toBeLessThanOrEqual(10)
    const columns = (await draftOf(id)).document.elements.ORDERS?.columns as { formula: string }[]
    expect(columns.at(-1)?.formula).toBe('Rollup(Sum([Order items/Quantity]), [Order Id], [Order items/Order Id])')
    await page.context().close()
  })

  it('turns a dropped CSV file into a table', async () => {
    const { page, id } = await edit([])
    const drop = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['region,sales\nWest,10\nEast,20\n'], 'regions.csv', { type: 'text/csv' }))
      return data
    })
    await page.dispatchEvent('main', 'dragover', { dataTransfer: drop })
    await page.dispatchEvent('main', 'drop', { dataTransfer: drop })
    const dialog = page.getByRole('dialog', { name: 'Upload a file' })
    await dialog.getByText('2 rows, 2 columns.').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create table' }).click()
    await grid(page).getByText('West', { exact: true }).waitFor()
    await saved(page)
    const [table] = Object.values((await draftOf(id)).document.elements)
    expect(table).toMatchObject({ kind: 'table', name: 'regions', source: { kind: 'csv-table' } })
    await page.context().close()
  })

  it('offers tables, data models and elements with their columns and first rows', async () => {
    const { page, id } = await edit([orders()])
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a source' })
    await dialog.getByRole('searchbox').fill('sales')
    await dialog.getByText('16 columns').waitFor()
    await dialog.getByText('Boston Station').first().waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sales', exact: true }).first().waitFor()
    await saved(page)
    const elements = Object.values((await draftOf(id)).document.elements)
    expect(elements.find(({ name }) => name === 'Sales')?.source).toMatchObject({ kind: 'data-model' })
    await page.context().close()
  })

  it('sums a range of cells, and creates a control from a column', async () => {
    const { page, id } = await edit([orders()])
    await selectThreeCells(page)
    const footer = page.getByLabel('Selected cells')
    for (const name of ['Sum', 'Avg', 'Min', 'Max', 'Count']) await footer.getByText(name, { exact: true }).waitFor()
    await openData(page)
    await columnMenu(page, 'Channel')
    await choose(page, 'Use as page control')
    await saved(page)
    const controls = Object.values((await draftOf(id)).document.elements).filter(({ kind }) => kind === 'control')
    expect(controls).toMatchObject([
      { name: 'Channel', controlType: 'list', filters: [{ columnId: 'ORDERS-CHANNEL' }] },
    ])
    await page.context().close()
  })

  it('does not replace the grid while the code for editing a table loads', async () => {
    const { page } = await edit([orders()])
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/EditedGrid-*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.reload()
    await page.getByText('200,000 rows').waitFor()
    expect(await page.getByRole('gridcell').count()).toBe(0)
    held.resolve()
    await selectThreeCells(page)
    await page.context().close()
  })

  it('counts all rows, and filters by a cell, copies with names and shows the rows beneath from its menu', async () => {
    const { page, id } = await edit([orders()])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText('200,000 rows').waitFor()
    await page.locator('[data-element=ORDERS]').click({ position: { x: 200, y: 16 } })
    const cell = (text: string) => grid(page).getByRole('gridcell', { name: text, exact: true }).first()
    await cell('counter').click({ button: 'right' })
    await choose(page, 'Copy with headers')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Channel\ncounter')
    await cell('counter').click({ button: 'right' })
    await choose(page, 'Keep only')
    await cell('web').waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await draftOf(id)).document.elements.ORDERS?.filters)
      .toMatchObject([{ kind: 'list', mode: 'include', values: ['counter'], columnId: 'ORDERS-CHANNEL' }])
    await page.getByText('200,000 rows').waitFor({ state: 'detached' })
    await cell('counter').click({ button: 'right' })
    await choose(page, 'Underlying data')
    const rows = page.getByRole('dialog', { name: 'Rows of Orders' })
    await rows.getByRole('gridcell', { name: 'counter', exact: true }).first().waitFor()
    expect(await rows.getByRole('gridcell', { name: 'web', exact: true }).count()).toBe(0)
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await rows.waitFor({ state: 'detached' })
    await page.getByRole('toolbar', { name: 'Actions for the selection' }).getByRole('button', { name: 'More' }).click()
    await choose(page, 'Maximize')
    await page.getByRole('dialog', { name: 'Orders' }).getByRole('gridcell').first().waitFor()
    await page.context().close()
  })

  it('writes a text in place, with marks by key and a formula that shows its number', async () => {
    const text = { id: 'text', kind: 'text', body: '# Sales\n\nSold' }
    const { page, id } = await edit([orders(), text])
    const tile = page.locator('[data-element=text]').first()
    await tile.getByText('Sold').click()
    await page.getByRole('toolbar', { name: 'Actions for the selection' }).waitFor()
    await tile.getByText('Sold').dblclick()
    const field = page.getByRole('textbox', { name: 'Text', exact: true }).first()
    const marks = page.getByRole('toolbar', { name: 'Text marks' })
    await marks.waitFor()
    await expect.poll(() => field.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    const [bar, written] = await Promise.all([marks.boundingBox(), field.boundingBox()])
    expect(bar?.y).toBeGreaterThanOrEqual((written?.y ?? 0) + (written?.height ?? 0))
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(' in all ')
    await page.keyboard.press('=')
    const dialog = page.getByRole('dialog', { name: 'Formula' })
    await dialog.getByLabel('Formula').fill('Sum([Orders/Amount])')
    const isReached = await page.getByLabel('Text marks').evaluate((toolbar) => {
      const { x, y, width, height } = toolbar.getBoundingClientRect()
      return toolbar.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(isReached, 'the marks stand under a dialog').toBe(false)
    await dialog.getByLabel('Format').fill('$,.0f')
    await page.keyboard.press('Enter')
    await tile.getByText(/^\$[\d,]{6,}$/).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await tile.getByText(/in all/).waitFor()
    await expect
      .poll(async () => (await draftOf(id)).document.elements.text?.body)
      .toBe('# Sales\n\nSold **in all** {{Sum([Orders/Amount]) | $,.0f}}')
    await page.context().close()
  })

  it('starts editing a text that was double-clicked before the code was loaded', async () => {
    const text = { id: 'text', kind: 'text', body: 'Sold' }
    const { page } = await edit([orders(), text])
    const held: (() => void)[] = []
    const isOver = { now: false }
    await page.route('**/EditedText-*.js', async (route) => {
      if (!isOver.now) await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await page.reload()
    const tile = page.locator('[data-element=text]').first()
    await tile.getByText('Sold').click()
    await page.getByRole('toolbar', { name: 'Actions for the selection' }).waitFor()
    await tile.getByText('Sold').dblclick()
    await expect.poll(() => held.length).toBeGreaterThan(0)
    isOver.now = true
    for (const go of held) go()
    await page.getByRole('toolbar', { name: 'Text marks' }).waitFor()
    await page.context().close()
  })

  it('keeps the keys after = from the table while the code of the formula field loads', async () => {
    const { page, id } = await edit([orders()])
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/FormulaEditor-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.reload()
    await page.getByText('200,000 rows').waitFor()
    await page.getByRole('columnheader', { name: 'Channel' }).getByRole('button').first().click()
    await page.keyboard.press('=')
    await page.locator('input[aria-label="Formula of Channel"]:focus').waitFor()
    await page.keyboard.press('Delete')
    await page.keyboard.type(' & ')
    held.resolve()
    await page.locator('.cm-content:focus').waitFor()
    await page.keyboard.type('"!"')
    await page.keyboard.press('Enter')
    const columns = async () => JSON.stringify((await draftOf(id)).document.elements.ORDERS?.columns)
    await expect.poll(columns).toMatch(/Channel\] & \\"!\\"/i)
    await page.context().close()
  })

  it('saves a formula that is written and entered before the code of the field is loaded', async () => {
    const { page, id } = await edit([orders()])
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/FormulaEditor-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.reload()
    await page.getByText('200,000 rows').waitFor()
    await page.getByRole('columnheader', { name: 'Channel' }).getByRole('button').first().click()
    const field = page.getByRole('textbox', { name: 'Formula of Channel' })
    await field.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Upper([ORDERS/CHANNEL])')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => JSON.stringify((await draftOf(id)).document.elements.ORDERS?.columns))
      .toMatch(/Upper/)
    held.resolve()
    await page.locator('.cm-content').getByText('Upper', { exact: false }).waitFor()
    await page.context().close()
  })

  it('wrote nothing to the console', () => {
    expect(door.complaints).toEqual([])
  })
})
