import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type CountedHand, countedHand } from './counted-hand.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { saved } from './saved.ts'
import { salesTable } from './workbooks.ts'

interface Draft {
  document: { elements: Record<string, Record<string, unknown>> }
}

describe.skipIf(!hasChromium)(`what analysts do with data, in as few presses as possible${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn
  let connectionId = ''
  let sales: Record<string, unknown>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    const connections = await call<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    connectionId = connections.entries[0]?.connectionId ?? ''
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    sales = await salesTable(call)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const warehouseTable = (name: string, columns: readonly string[]) => ({
    id: name,
    kind: 'table',
    source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] },
    columns: columns.map((column) => ({ id: `${name}-${column}`, formula: `[${name}/${column}]` })),
  })

  /** A workbook of Ada's with these elements. */
  async function make(elements: unknown[]): Promise<string> {
    const body = { name: 'Scenario', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1 }
    const pages = [{ id: 'p1', name: 'Page 1', elements }]
    const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', { ...body, pages })
    return workbookId
  }

  /** The same, open in the editor. */
  async function edit(elements: unknown[]): Promise<{ page: Page; id: string; hand: CountedHand }> {
    const workbookId = await make(elements)
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    const page = await door.open(`${new URL(url, octavo.address).pathname}/edit`, ada.state)
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    return { page, id: workbookId, hand: countedHand(page) }
  }

  /** The id of the workbook that a page of the app shows. */
  async function workbookOf(page: Page): Promise<string> {
    const urlId = /-([^-/]+)\/edit$/.exec(new URL(page.url()).pathname)?.[1]
    return (await call<{ workbookId: string }>('GET', `/v2/workbooks/${urlId}`)).workbookId
  }

  type Row = Record<string, string | number | null>

  /** The rows of an element, or of one level of its groups. */
  async function rowsOf(workbookId: string, elementId: string, level?: string): Promise<Row[]> {
    const body = { elementId, format: { type: 'json' }, ...(level ? { level } : {}) }
    const { queryId } = await call('POST', `/v2/workbooks/${workbookId}/export`, body)
    return vi.waitFor(() => call<Row[]>('GET', `/v2/query/${queryId}/download`), { timeout: 30_000, interval: 100 })
  }

  /** The margin share computed from the sample's tables: by region, and over all regions where Region is null. */
  const marginsBySql = () => {
    const statement = `
      with sold as (
        select coalesce(s.REGION, 'Online') as region,
          i.QUANTITY * i.UNIT_PRICE * (1 - coalesce(i.DISCOUNT, 0)) as revenue, i.QUANTITY * p.UNIT_COST as cost
        from RETAIL.PUBLIC.ORDER_ITEMS i
        join RETAIL.PUBLIC.ORDERS o on o.ORDER_ID = i.ORDER_ID
        left join RETAIL.PUBLIC.STORES s on s.STORE_ID = o.STORE_ID
        left join RETAIL.PUBLIC.PRODUCTS p on p.PRODUCT_ID = i.PRODUCT_ID
        where coalesce(o.STATUS, 'unknown') not in ('TEST', 'cancelled')
      )
      select region as REGION, sum(revenue - cost) / sum(revenue) as SHARE from sold group by rollup (region)`
    return {
      id: 'margins',
      kind: 'table',
      name: 'Margins',
      source: { kind: 'sql', connectionId, statement },
      columns: ['REGION', 'SHARE'].map((name) => ({ id: name, formula: `[Custom SQL/${name}]` })),
    }
  }

  const draftOf = (id: string) => call<Draft>('GET', `/v2/workbooks/${id}/draft`)
  const documentOf = async (id: string) => JSON.stringify((await draftOf(id)).document)
  const columnsOf = async (id: string, elementId: string) =>
    (await draftOf(id)).document.elements[elementId]?.columns as { id: string; formula: string; format?: unknown }[]
  const grid = (page: Page) => page.locator('[role=grid], [role=treegrid]').first()
  const head = (page: Page, name: string) => grid(page).getByRole('button', { name, exact: true })
  const entry = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true }).first()

  async function undoAll(page: Page, id: string, first: string) {
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    while (await undo.isEnabled()) await undo.click()
    await saved(page)
    await expect.poll(() => documentOf(id)).toBe(first)
  }

  it('shows the ten best stores by revenue and by quarter, sorted, frozen and fitted, by pointer', async () => {
    const { page, id, hand } = await edit([sales])
    const first = await documentOf(id)
    await grid(page).waitFor()
    await page.locator('[data-element=sales]').click({ position: { x: 200, y: 16 } })
    await page.getByRole('button', { name: 'Data', exact: true }).click()
    const shelf = (name: string, at = 0) => page.getByRole('list', { name, exact: true }).nth(at)

    await hand.drag(entry(page, 'Store'), shelf('Add grouping'))
    await hand.drag(entry(page, 'Order Date'), shelf('Add grouping'))
    await hand.drag(entry(page, 'Revenue'), shelf('Calculations'))
    await hand.drag(entry(page, 'Revenue'), shelf('Calculations', 1))
    await head(page, 'Sum of Revenue').waitFor()

    await entry(page, 'Order Date').hover()
    await hand.click(page.getByRole('button', { name: 'Menu of Order Date' }).first())
    await page.getByRole('menuitem', { name: 'Truncate date' }).hover()
    await hand.click(page.getByRole('menuitem', { name: 'Quarter', exact: true }))

    await entry(page, 'Sum of Revenue').hover()
    await hand.click(page.getByRole('button', { name: 'Menu of Sum of Revenue' }).first())
    await hand.click(page.getByRole('menuitem', { name: /^Sort descending/ }))

    await hand.click(head(page, 'Sum of Revenue'))
    await hand.press('Shift+F')
    const filter = page.getByRole('dialog', { name: /^Filter / })
    await hand.click(filter.getByText('Top N', { exact: true }))
    await filter.getByLabel('Number of rows').fill('10')
    await hand.press('Enter')
    await filter.waitFor({ state: 'detached' })

    await head(page, 'Store').hover()
    await hand.click(grid(page).getByRole('button', { name: 'Menu of Store', exact: true }))
    await hand.click(page.getByRole('menuitem', { name: 'Freeze up to column' }))
    await hand.doubleClick(page.getByRole('separator', { name: /Store/ }))
    await saved(page)
    expect(hand.presses()).toBeLessThanOrEqual(18)

    await page.getByText('10 groups').waitFor()
    // "Saved" may refer to an earlier edit.
    await expect
      .poll(async () => (await draftOf(id)).document.elements.sales)
      .toMatchObject({
        groupings: [
          { groupBy: ['c6'], calculations: [expect.any(String)], sort: [{ direction: 'descending' }] },
          { groupBy: ['c2'], calculations: [expect.any(String)] },
        ],
        filters: [{ kind: 'top-n', rowCount: 10 }],
        frozenColumn: { columnId: 'c6' },
      })
    const columns = await columnsOf(id, 'sales')
    expect(columns.find((column) => column.id === 'c2')?.formula).toBe('DateTrunc("quarter", [Sales/Order Date])')
    await undoAll(page, id, first)
    await page.context().close()
  })

  it('groups a margin share by region under its grand total and publishes it, by keyboard alone', async () => {
    const page = await door.open('/', ada.state)
    const hand = countedHand(page)
    const palette = page.getByRole('dialog').getByRole('combobox')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await hand.press('Control+k')
    await palette.waitFor()
    await hand.type('new workbook')
    await hand.press('Enter')
    await page.getByRole('searchbox', { name: 'Find a table or a data model' }).waitFor()
    await hand.type('sales')
    await page.getByRole('button', { name: 'Sales as Table', exact: true }).first().waitFor()
    await hand.press('Enter')
    await head(page, 'Revenue').waitFor()
    await hand.press('+')
    const field = page.getByRole('textbox', { name: /^Formula of / })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await hand.type('Sum([Margin]) / Sum([Revenue])')
    await hand.press('Enter')
    await head(page, 'Calc').waitFor()
    await hand.press('Shift+R')
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await hand.type('Margin share')
    await hand.press('Enter')
    await head(page, 'Margin share').waitFor()
    await hand.press('Control+k')
    await palette.waitFor()
    await hand.type('#region')
    await page.getByRole('option').first().waitFor()
    await hand.press('Enter')
    await palette.waitFor({ state: 'detached' })
    await hand.press('Shift+G')
    await page.getByText('5 groups').waitFor()
    await hand.press('Alt+ArrowDown')
    await page.getByRole('menu').waitFor()
    await hand.type('grand total')
    await hand.press('Enter')
    await page.getByText('Total of Margin share').first().waitFor()
    await saved(page)
    await hand.press('Control+Shift+Enter')
    await page.getByRole('dialog', { name: 'Name the workbook' }).waitFor()
    await hand.type('Margins by region')
    await hand.press('Enter')
    await page.getByText('“Margins by region” is published').waitFor()
    expect(hand.presses()).toBeLessThanOrEqual(16)

    const id = await workbookOf(page)
    const { pages } = await call<{ pages: { elements: { id: string }[] }[] }>('GET', `/v2/workbooks/${id}/spec`)
    const groups = await rowsOf(id, pages[0]?.elements[0]?.id ?? '', 'g1')
    const reference = await rowsOf(await make([marginsBySql()]), 'margins')
    const total = reference.find(({ Region }) => Region === null)
    const byRegion = reference.filter(({ Region }) => Region !== null)
    expect(groups.map(({ Region }) => Region)).toEqual(['East', 'Midwest', 'Online', 'South', 'West'])
    for (const { Region, 'Margin share': share } of groups) {
      const expected = byRegion.find((row) => row.Region === Region)?.Share
      expect(Number(share), String(Region)).toBeCloseTo(Number(expected), 10)
    }
    const totals = page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: 'Total', exact: true }) })
    const shown = await totals.getByRole('gridcell').filter({ hasText: /\d/ }).textContent()
    expect(Number(shown)).toBeCloseTo(Number(total?.Share), 2)
    await page.context().close()
  })

  it('fixes a formula from its hints and formats columns, by keyboard alone', async () => {
    const { page, id, hand } = await edit([sales])
    const first = await documentOf(id)
    await grid(page).waitFor()
    const findColumn = async (name: string) => {
      await hand.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await hand.type(`#${name}`)
      await page.getByRole('option').first().waitFor()
      await hand.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await hand.press('Tab', '+')
    const field = page.getByRole('textbox', { name: /^Formula of / })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await hand.type('Left([Order Idd], 2)')
    await page.getByRole('alert').waitFor()
    await hand.press('Alt+Enter', 'Alt+Enter')
    await expect.poll(() => field.textContent()).toBe('Left(Text([Order Id]), 2)')
    await hand.press('Enter')
    await head(page, 'Calc').waitFor()

    await findColumn('order date')
    await hand.press('Alt+ArrowDown')
    await page.getByRole('menu').waitFor()
    await hand.type('truncate date: month')
    await hand.press('Enter')
    await findColumn('revenue')
    await hand.press('$')
    await saved(page)
    expect(hand.presses()).toBeLessThanOrEqual(15)
    await expect
      .poll(async () => (await columnsOf(id, 'sales')).find((column) => column.id === 'c16')?.format)
      .toEqual({ kind: 'number', formatString: '$,.2f' })
    const columns = await columnsOf(id, 'sales')
    expect(columns.find((column) => column.id === 'c2')?.formula).toBe('DateTrunc("month", [Sales/Order Date])')
    expect(columns.map(({ formula }) => formula)).toContain('Left(Text([Order Id]), 2)')
    await undoAll(page, id, first)
    await page.context().close()
  })

  it('looks quantities up in a table whose keys repeat and keeps the number of rows', async () => {
    const { page, id, hand } = await edit([
      warehouseTable('ORDERS', ['ORDER_ID', 'STORE_ID', 'ORDER_DATE', 'AMOUNT']),
      warehouseTable('ORDER_ITEMS', ['ORDER_ITEM_ID', 'ORDER_ID', 'QUANTITY']),
      warehouseTable('PRODUCTS', ['PRODUCT_ID', 'CATEGORY']),
    ])
    const first = await documentOf(id)
    await grid(page).waitFor()
    await page.getByRole('button', { name: 'Data', exact: true }).click()
    await entry(page, 'Amount').hover()
    await hand.click(page.getByRole('button', { name: 'Menu of Amount' }).first())
    await page.getByRole('menuitem', { name: 'Add column via' }).hover()
    await hand.click(page.getByRole('menuitem', { name: 'Lookup…' }))
    const dialog = page.getByRole('dialog', { name: 'Add a column by lookup' })
    const choose = async (field: string, option: string) => {
      await hand.click(dialog.getByRole('combobox', { name: field }))
      await hand.click(page.getByRole('option', { name: option, exact: true }))
    }
    await choose('Look up in', 'ORDER_ITEMS')
    await choose('Column', 'Quantity')
    await dialog.getByText(/keys have several rows there/).waitFor()
    await choose('If several rows match', 'Sum')
    await hand.click(dialog.getByRole('button', { name: 'Done' }))
    await head(page, 'Quantity').waitFor()
    await saved(page)
    expect(hand.presses()).toBeLessThanOrEqual(10)

    const columns = await columnsOf(id, 'ORDERS')
    const added = columns.find(({ formula }) => formula.startsWith('Rollup('))
    expect(added?.formula).toBe('Rollup(Sum([ORDER_ITEMS/Quantity]), [Order Id], [ORDER_ITEMS/Order Id])')
    const details = await call<{ column: { rows: number } }>(
      'POST',
      `/v2/workbooks/${id}/elements/ORDERS/columnDetails?draft=true`,
      { columnId: added?.id },
    )
    expect(details.column.rows).toBe(200_000)
    await undoAll(page, id, first)
    await page.context().close()
  })

  it('creates a published bar chart from a CSV file that is dropped on the canvas', async () => {
    const page = await door.open('/', ada.state)
    const hand = countedHand(page)
    await hand.click(page.getByRole('button', { name: 'New workbook', exact: true }))
    await page.getByRole('searchbox', { name: 'Find a table or a data model' }).waitFor()
    const lines = ['Month,Region,Amount', '2026-01-05,West,10.5', '2026-01-09,East,4.5', '2026-02-03,West,20']
    await hand.dropFile(page.getByRole('region', { name: 'Canvas' }), 'takings.csv', lines.join('\n'))
    await hand.click(page.getByRole('button', { name: 'Create table' }))
    await head(page, 'Amount').waitFor()
    await saved(page)
    await hand.click(page.getByRole('button', { name: 'Create child element' }))
    await hand.click(page.getByRole('menuitem', { name: 'Chart', exact: true }))
    await hand.click(page.getByRole('button', { name: 'Amount by Region' }))
    const chart = page.getByRole('region', { name: 'Amount by Region', exact: true })
    await chart.locator('canvas').first().waitFor()
    await saved(page)
    await hand.click(page.getByRole('button', { name: 'Publish', exact: true }))
    await page.getByRole('dialog', { name: 'Name the workbook' }).waitFor()
    await hand.type('Takings')
    await hand.press('Enter')
    await page.getByText('“Takings” is published').waitFor()
    expect(hand.presses()).toBeLessThanOrEqual(9)

    const id = await workbookOf(page)
    const { pages } = await call<{ pages: { elements: { id: string; kind: string }[] }[] }>(
      'GET',
      `/v2/workbooks/${id}/spec`,
    )
    const bars = pages[0]?.elements.find(({ kind }) => kind === 'bar-chart')
    const rows = await rowsOf(id, bars?.id ?? '')
    expect(rows.map((row) => Object.values(row).map(String))).toEqual([
      ['30.5', 'West'],
      ['4.5', 'East'],
    ])
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(door.complaints).toEqual([])
  })
})
