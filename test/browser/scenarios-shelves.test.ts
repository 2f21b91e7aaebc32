import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { countedHand } from './counted-hand.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { draftsOf, salesTable } from './workbooks.ts'

/** Tasks with shelves: a pivot table, a KPI and a combo chart, each within the number of actions of the shortest way. */
describe.skipIf(!hasChromium)(`pivot tables, KPIs and charts${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn
  let sales: Record<string, unknown>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    sales = await salesTable(call)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  /** A workbook of Ada with the sales table, open in the editor. */
  async function edit() {
    const body = { name: 'Scenario', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1 }
    const pages = [
      { id: 'p1', name: 'Page 1', elements: [sales] },
      { id: 'p2', name: 'Page 2', elements: [] },
    ]
    const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', { ...body, pages })
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    const page = await door.open(`${new URL(url, octavo.address).pathname}/edit`, ada.state)
    await page.getByRole('grid').first().waitFor()
    const draft = draftsOf(call, workbookId)
    return { page, hand: countedHand(page), draft, first: await draft.text() }
  }

  const panel = (page: Page) => page.getByRole('complementary', { name: 'Properties' })
  const shelf = (page: Page, name: string) => panel(page).getByRole('list', { name, exact: true })
  const entry = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true }).first()
  const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

  async function undoAll(page: Page, draft: ReturnType<typeof draftsOf>, first: string) {
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    while (await undo.isEnabled()) await undo.click()
    await expect.poll(draft.text).toBe(first)
    await page.context().close()
  }

  it('a pivot table of revenue and its share by region and quarter, with a heat map, subtotals and its sides swapped', async () => {
    const { page, hand, draft, first } = await edit()
    await page.locator('[data-element=sales]').click({ position: { x: 200, y: 16 } })
    await page.getByRole('button', { name: 'Data', exact: true }).click()
    await hand.click(page.getByRole('button', { name: 'Create child element' }))
    await hand.click(item(page, 'Pivot table'))
    await hand.drag(entry(page, 'Region'), shelf(page, 'Pivot rows'))
    await hand.drag(entry(page, 'Order Date'), shelf(page, 'Pivot columns'))
    await hand.drag(entry(page, 'Revenue'), shelf(page, 'Values'))
    await hand.drag(entry(page, 'Revenue'), shelf(page, 'Values'))
    await hand.click(panel(page).getByRole('button', { name: 'Commands for Month of Order Date' }))
    await item(page, 'Truncate date').hover()
    await hand.click(item(page, 'Quarter'))
    const values = shelf(page, 'Values').getByRole('button')
    await hand.click(values.nth(1))
    await item(page, 'Percent of').hover()
    await hand.click(item(page, 'Total'))
    await hand.click(values.nth(0))
    await hand.click(item(page, 'Conditional formatting…'))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
    await hand.click(panel(page).getByRole('button', { name: 'Swap rows and columns' }))
    await hand.click(panel(page).getByRole('tab', { name: 'Format' }))
    await hand.click(panel(page).getByRole('button', { name: 'Totals' }))
    await hand.click(panel(page).getByRole('switch', { name: 'Grand totals' }))
    expect(hand.presses()).toBeLessThanOrEqual(18)

    const pivot = page.getByRole('region', { name: /, pivot table$/ })
    await pivot.getByRole('columnheader', { name: 'Quarter of Order Date' }).waitFor()
    const shaded = pivot.locator('td[style*="background-color"]')
    await expect.poll(() => shaded.count()).toBeGreaterThan(10)
    await expect
      .poll(() => draft.elementOf('pivot-table'))
      .toMatchObject({
        rowsBy: [{ columnId: expect.any(String) }],
        columnsBy: [{ columnId: expect.any(String) }],
        conditionalFormats: [{ type: 'backgroundScale' }],
      })
    const formulas = (await draft.elementOf('pivot-table'))?.columns.map(({ formula }) => formula)
    expect(formulas).toEqual([
      '[Sales/Region]',
      'DateTrunc("quarter", [Sales/Order Date])',
      'Sum([Sales/Revenue])',
      'PercentOfTotal(Sum([Sales/Revenue]), "grand_total")',
    ])
    await undoAll(page, draft, first)
  })

  it('a KPI: revenue of the month against the same month of the year before, with its trend', async () => {
    const { page, hand, draft, first } = await edit()
    await hand.click(page.getByRole('region', { name: 'Add', exact: true }).getByRole('button', { name: 'KPI' }))
    await page.getByRole('dialog').getByRole('searchbox').waitFor()
    await hand.type('sales')
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true, disabled: false }).waitFor()
    await hand.press('Enter')
    const put = async (name: string, column: string) => {
      await hand.click(panel(page).getByRole('combobox', { name: `Add to ${name}` }))
      await hand.click(page.getByRole('option', { name: column, exact: true }))
    }
    await put('Value', 'Revenue')
    await put('Timeline', 'Order Date')
    await hand.click(panel(page).getByRole('button', { name: 'Commands for Month of Order Date' }))
    await item(page, 'Truncate date').hover()
    await hand.click(item(page, 'Month'))
    await hand.click(panel(page).getByRole('combobox', { name: 'Period' }))
    await hand.click(page.getByRole('option', { name: 'Year', exact: true }))
    expect(hand.presses()).toBeLessThanOrEqual(12)

    await page.locator('[data-tone=good]', { hasText: /\+\d+\.\d%/ }).waitFor()
    await page.getByText('vs. previous year', { exact: true }).waitFor()
    await page.getByRole('img', { name: 'Trend from 2023-07-01 to 2026-06-01' }).waitFor()
    await expect.poll(() => draft.elementOf('kpi-chart')).toMatchObject({ periodComparison: 'year' })
    await undoAll(page, draft, first)
  })

  it('a combo chart with a line on the second axis, a target and a label at the end; to area and back with all of it', async () => {
    const { page, hand, draft, first } = await edit()
    await hand.click(page.getByRole('region', { name: 'Add', exact: true }).getByRole('button', { name: 'Combo' }))
    await page.getByRole('dialog').getByRole('searchbox').waitFor()
    await hand.type('sales')
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true, disabled: false }).waitFor()
    await hand.press('Enter')
    await hand.click(page.getByRole('button', { name: 'Revenue by month' }))
    await hand.click(panel(page).getByRole('combobox', { name: 'Add to Second axis' }))
    await hand.click(page.getByRole('option', { name: 'Margin', exact: true }))
    const tab = (name: string) => panel(page).getByRole('tab', { name })
    await hand.click(tab('Format'))
    await hand.click(panel(page).getByRole('button', { name: 'Add a reference mark' }))
    const value = panel(page).getByRole('group', { name: 'Reference mark 1' }).getByRole('textbox', { name: 'Value' })
    await expect.poll(() => value.evaluate((field) => field === document.activeElement)).toBe(true)
    await hand.type('1000000')
    await hand.press('Enter')
    await hand.click(panel(page).getByRole('button', { name: 'Data labels' }))
    await hand.click(panel(page).getByRole('switch', { name: 'Show labels' }).last())
    await hand.click(panel(page).getByRole('combobox', { name: 'Which' }))
    await hand.click(page.getByRole('option', { name: 'Last', exact: true }))
    await expect
      .poll(() => draft.elementOf('combo-chart'))
      .toMatchObject({ dataLabel: { labels: 'shown', labelDisplay: 'most-recent' } })
    const built = await draft.elementOf('combo-chart')
    if (!built) throw new Error('There is no combo chart.')

    await hand.click(tab('Properties'))
    const kind = panel(page).getByRole('combobox', { name: 'Kind' })
    const become = async (name: string) => {
      await hand.click(kind)
      await hand.click(page.getByRole('option', { name, exact: true }))
    }
    await become('Area')
    await expect.poll(() => draft.elementOf('area-chart')).toBeDefined()
    await become('Combo')
    expect(hand.presses()).toBeLessThanOrEqual(21)
    await expect.poll(() => draft.elementOf('combo-chart')).toMatchObject(built)
    expect(built).toMatchObject({ refMarks: [{ value: { type: 'formula', formula: '1000000' } }], yAxis2: {} })
    await undoAll(page, draft, first)
  })

  it('by keys alone: fifty ids pasted into a filter that becomes a required control, with a synced copy on page 2', async () => {
    const { page, hand, draft, first } = await edit()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const ids = [...Array.from({ length: 48 }, (_, index) => 100 + index), 888_888_888, 999_999_999]
    await page.evaluate((text) => navigator.clipboard.writeText(text), ids.join('\n'))
    const palette = async (text: string) => {
      await hand.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await hand.type(text)
      // Enter takes the first option, which is another one until the list follows the text.
      const wanted = new RegExp(text.replace('#', ''), 'i')
      await expect.poll(() => page.getByRole('option').first().textContent()).toMatch(wanted)
      await hand.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await palette('#customer id')
    await hand.press('Shift+F')
    const dialog = page.getByRole('dialog', { name: 'Filter Customer Id' })
    await dialog.getByRole('textbox').first().waitFor()
    await hand.press('Control+v')
    await dialog.getByText('48 of 50 pasted values found').waitFor()
    await dialog.getByText('Not found: 888888888, 999999999').waitFor()
    await hand.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await hand.press('Alt+ArrowDown')
    await page.getByRole('menu').waitFor()
    await hand.type('page control')
    await hand.press('Enter')
    await page.getByRole('button', { name: 'Customer Id: 50 selected' }).waitFor()
    await palette('required')
    await palette('synced copy on page 2')
    expect(hand.presses()).toBeLessThanOrEqual(14)

    await page.getByRole('button', { name: 'Customer Id: 50 selected' }).waitFor()
    await expect
      .poll(async () => Object.values(await draft.elements()).filter(({ kind }) => kind === 'control'))
      .toEqual([
        expect.objectContaining({ controlType: 'list', values: ids, x: { required: true } }),
        expect.objectContaining({ controlType: 'synced', controlId: 'Customer-Id' }),
      ])
    expect((await draft.elements()).sales).not.toHaveProperty('filters')
    await undoAll(page, draft, first)
  })

  it('left nothing on the console', () => {
    expect(door.complaints).toEqual([])
  })
})
