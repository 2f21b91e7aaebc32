import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { saved } from './saved.ts'

/** Menus and lists of the editor other than column menus: the element bar, pages, the outline, publishing, the document. */
describe.skipIf(!hasChromium)(`the menus of the editor${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const bar = (page: Page) => page.getByRole('toolbar', { name: 'Actions for the selection' })
  const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
  const outline = async (page: Page) => {
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline' }).click()
    const panel = page.getByRole('region', { name: 'Outline', exact: true })
    await panel.getByRole('button', { name: 'Page 1', exact: true }).waitFor()
    return panel
  }
  const table = () => ({
    ...{ id: 't', kind: 'table', name: 'Orders', source: { kind: 'table', elementId: platform.sales.id } },
    columns: [{ id: 'r', formula: '[Sales/Region]', name: 'Region' }],
    filters: [{ id: 'f', columnId: 'r', kind: 'list', mode: 'include', values: ['West'] }],
  })
  const button = {
    ...{ id: 'b', kind: 'button', text: 'Again' },
    actions: [
      {
        id: 'a',
        trigger: 'on-click',
        effects: [{ effect: 'refresh-element', target: { type: 'element', element: 't' } }],
      },
    ],
  }

  it('opens filters with their count and the large view from the bar, and moves into a container by its menu', async () => {
    const { page, panel, workbookId } = await platform.edit([table(), { id: 'x', kind: 'text', body: 'Hello' }])
    const text = page.locator('[data-element=x]').first()
    await text.click({ position: { x: 30, y: 6 } })
    await page.keyboard.press('Control+g')
    await page
      .locator('[data-element=t]')
      .first()
      .click({ position: { x: 60, y: 8 } })
    await bar(page).getByRole('button', { name: 'Filters: 1 set' }).click()
    await panel.getByTitle('Change the filter of Region').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await bar(page).getByRole('button', { name: 'Maximize' }).click()
    await page.getByRole('dialog').getByRole('gridcell', { name: 'West' }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await bar(page).getByRole('button', { name: 'More' }).click()
    await item(page, 'Move to').hover()
    await item(page, 'Into Container').click()
    await saved(page)
    const spec = await platform.call<{ document: { layout: { id: string; children: object[] }[] } }>(
      'GET',
      `/v2/workbooks/${workbookId}/draft`,
    )
    expect(spec.document.layout.find(({ id }) => id === 'p1')?.children).toMatchObject([
      { tag: 'Container', children: [{ elementId: 'x' }, { elementId: 't' }] },
    ])
    await page.context().close()
  })

  it('lists all pages with their elements, finds them by name, and lists the elements whose actions target one', async () => {
    const { page } = await platform.edit([table(), button])
    const panel = await outline(page)
    await panel.getByRole('button', { name: /^Button\s*1 action$/ }).waitFor()
    await panel.getByRole('region', { name: 'Rows' }).getByRole('button', { name: 'Sales', exact: true }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await panel.getByLabel('Search the workbook').fill('sal')
    await panel.getByRole('button', { name: 'Orders', exact: true }).waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Sales', exact: true }).click()
    await page.getByRole('button', { name: 'Rows', exact: true }).first().waitFor()
    await page
      .locator(`[data-element="${String(platform.sales.id)}"]`)
      .first()
      .waitFor()
    await panel.getByLabel('Search the workbook').fill('')
    await panel.getByRole('button', { name: 'Menu of Orders in the outline' }).click()
    await item(page, 'Show actions targeting this element').click()
    await panel.getByText('Actions targeting Orders').waitFor()
    await panel.getByRole('button', { name: /^Button\s*1 action$/ }).waitFor()
    expect(await panel.getByRole('button', { name: 'Sales', exact: true }).count()).toBe(0)
    await panel.getByRole('button', { name: 'Show all elements' }).click()
    await panel.getByRole('button', { name: 'Sales', exact: true }).waitFor()
    await page.context().close()
  })

  it('pastes a copied page, and reviews the changes before publishing', async () => {
    const { page } = await platform.edit([table()])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const tabs = page.getByRole('navigation', { name: 'Pages' })
    const tab = tabs.getByRole('button', { name: 'Page 1', exact: true })
    await page.getByRole('button', { name: 'More about publishing' }).click()
    await expect.poll(() => item(page, 'Review changes…').getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await tab.click({ button: 'right' })
    await item(page, 'Copy page').click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('octavo-page')
    await tab.click({ button: 'right' })
    await item(page, 'Paste page').click()
    await tabs.getByRole('button', { name: 'Page 1 (2)', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('>paste page')
    await page.getByRole('option', { name: 'Paste page' }).click()
    await tabs.getByRole('button', { name: 'Page 1 (3)', exact: true }).waitFor()
    await saved(page)
    await page.getByRole('button', { name: 'More about publishing' }).click()
    await item(page, 'Review changes…').click()
    await page.getByRole('complementary', { name: 'Version history' }).getByText('Page 1 (2)').first().waitFor()
    await page.context().close()
  })

  it('shows the settings, queries, comments and schedules of the workbook, and deletes it to the archive', async () => {
    const { page, panel, workbookId } = await platform.edit([table()])
    const menu = page.getByRole('button', { name: 'Fields, document menu' })
    await page
      .locator('[data-element=t]')
      .first()
      .click({ position: { x: 60, y: 8 } })
    await panel.getByRole('heading', { level: 2, name: 'Orders' }).waitFor()
    await menu.click()
    await item(page, 'Show workbook settings').click()
    await panel.getByRole('heading', { level: 3, name: 'Workbook settings' }).waitFor()
    for (const name of ['Query history', 'Comments', 'Schedule exports…']) {
      await menu.click()
      await item(page, name).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await menu.click()
    await item(page, 'Delete…').click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete “Fields”?' })
    await dialog.waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    const notices = page.getByRole('region', { name: 'Notifications' })
    await notices.getByText('“Fields” is in the archive').waitFor()
    await notices.getByRole('button', { name: 'Undo' }).first().click()
    await expect
      .poll(async () => (await platform.call<{ isArchived?: boolean }>('GET', `/v2/files/${workbookId}`)).isArchived)
      .toBe(false)
    await page.context().close()
  })

  it('creates children of charts and pivot tables over the same rows, and a filter from a control', async () => {
    const columns = [
      { id: 'r', formula: '[Sales/Region]', name: 'Region' },
      { id: 'n', formula: 'Count()', name: 'Orders' },
    ]
    const source = { kind: 'table', elementId: platform.sales.id }
    const filters = [{ id: 'f', columnId: 'r', kind: 'list', mode: 'include', values: ['West', 'East'] }]
    const chart = { id: 'c', kind: 'bar-chart', name: 'Bars', source, columns, filters }
    const pivot = { id: 'v', kind: 'pivot-table', name: 'Pivot', source, columns: structuredClone(columns) }
    const list = { id: 'k', kind: 'control', controlType: 'list', name: 'Which', controlId: 'which', mode: 'include' }
    const target = { source: { kind: 'table', elementId: 't' }, columnId: 'r' }
    const { page, draft } = await platform.edit([
      { ...chart, xAxis: { columnId: 'r' }, yAxis: { columnIds: ['n'] } },
      { ...pivot, rowsBy: [{ id: 'r' }], columnsBy: [], values: ['n'] },
      { ...table(), filters: [] },
      { ...list, source: { kind: 'source', ...target }, values: ['West'], filters: [target] },
    ])
    const select = async (id: string) => {
      await page
        .locator(`[data-element=${id}]`)
        .first()
        .click({ position: { x: 60, y: 8 } })
      await bar(page).waitFor()
    }
    const made = async (kind: string) => {
      await saved(page)
      const present = Object.values(await draft.elements())
      return present.find((each) => each.kind === kind && !['c', 'v', 't', String(platform.sales.id)].includes(each.id))
    }
    await select('c')
    await bar(page).getByRole('button', { name: 'Create child element' }).click()
    await item(page, 'Table').click()
    await page.getByRole('treegrid', { name: 'Bars copy' }).waitFor()
    expect(await made('table')).toMatchObject({ source, filters, groupings: [{ groupBy: ['r'], calculations: ['n'] }] })
    await page.keyboard.press('Control+z')
    await page.getByRole('treegrid', { name: 'Bars copy' }).waitFor({ state: 'detached' })
    await select('v')
    await bar(page).getByRole('button', { name: 'Create child element' }).click()
    await item(page, 'Chart').click()
    await page.getByText('It shows the rows of the pivot table without its columns').first().waitFor()
    await expect.poll(() => made('bar-chart')).toMatchObject({ source })
    await select('k')
    await bar(page).getByRole('button', { name: 'More' }).click()
    await item(page, 'Turn into a filter').click()
    await page.locator('[data-element=k]').first().waitFor({ state: 'detached' })
    await saved(page)
    expect((await draft.elements()).t).toMatchObject({
      filters: [{ columnId: 'r', kind: 'list', mode: 'include', values: ['West'] }],
    })
    await page.context().close()
  })

  it('exports an element that only the draft has, by its groups or all rows, and a page of the draft', async () => {
    const more = { id: 'n', formula: '[Sales/Order Id]', name: 'Order Id' }
    const grouped = { ...table(), columns: [...table().columns, more], groupings: [{ id: 'g', groupBy: ['r'] }] }
    const { page } = await platform.edit([grouped])
    await page
      .locator('[data-element=t]')
      .first()
      .click({ position: { x: 60, y: 8 } })
    await page.keyboard.press('Control+d')
    await expect.poll(() => page.locator('[data-element]').getByRole('treegrid', { name: 'Orders' }).count()).toBe(2)
    await bar(page).getByRole('button', { name: 'More' }).click()
    await item(page, 'Export').hover()
    await item(page, 'CSV').click()
    const dialog = page.getByRole('dialog', { name: /^Export / })
    const choice = (name: RegExp) => dialog.getByText(name).locator('xpath=..')
    await choice(/^As shown/)
      .getByText('1 row', { exact: true })
      .waitFor()
    await choice(/^All rows/)
      .getByText(/\d rows$/)
      .waitFor()
    await dialog
      .getByRole('region', { name: /^Preview/ })
      .getByText('West')
      .first()
      .waitFor()
    expect(await seriousFaults(page)).toEqual([])
    const downloaded = async (start: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), start()])
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    }
    const csv = await downloaded(() => dialog.getByRole('button', { name: 'Export', exact: true }).click())
    expect(csv.bytes.toString('utf8').replace(/^\ufeff/, '')).toBe('Region\r\nWest\r\n')
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('button', { name: 'Page 1' })
      .click({ button: 'right' })
    await item(page, 'Export').hover()
    const sheets = await downloaded(() => item(page, 'Excel workbook').click())
    expect(sheets.name).toBe('Fields - Page 1.xlsx')
    expect(sheets.bytes.subarray(0, 2).toString('latin1')).toBe('PK')
    await page.context().close()
  })

  it('previews the draft with the filters of a reader who explores it, which end with the preview', async () => {
    const columns = [{ id: 'r', formula: '[Sales/Region]', name: 'Region' }]
    const source = { kind: 'table', elementId: platform.sales.id }
    const pivot = { id: 'v', kind: 'pivot-table', name: 'Pivot', source, columns, rowsBy: [{ id: 'r' }], values: [] }
    const { page, draft } = await platform.edit([pivot])
    await page
      .locator('[data-element=v]')
      .first()
      .click({ position: { x: 60, y: 8 } })
    await bar(page).waitFor()
    await page.getByRole('button', { name: 'More about publishing' }).click()
    await item(page, 'Preview with Explore access').click()
    await page.getByText(/as a reader sees it who may explore it/).waitFor()
    await page.getByRole('rowheader', { name: 'East', exact: true }).waitFor()
    await page.getByRole('rowheader', { name: 'West', exact: true }).click({ button: 'right' })
    await item(page, 'Keep only “West”').click()
    await page.getByRole('rowheader', { name: 'East', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('rowheader', { name: 'West', exact: true }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Exit preview' }).click()
    await page.getByRole('rowheader', { name: 'East', exact: true }).waitFor()
    await bar(page).waitFor()
    expect((await draft.elements()).v).not.toHaveProperty('filters')
    await page.context().close()
  })

  it('gives added elements the saved default style, in one step of undo', async () => {
    const style = { borderRadius: 'round', borderWidth: 3 }
    const { page, draft } = await platform.edit([{ id: 'x', kind: 'text', body: 'Hello', style }])
    const others = async () =>
      Object.values(await draft.elements()).filter((each) => each.kind === 'text' && each.id !== 'x')
    await page
      .locator('[data-element=x]')
      .first()
      .click({ position: { x: 30, y: 6 } })
    await bar(page).getByRole('button', { name: 'More' }).click()
    await item(page, 'Save as my default style').click()
    await page.getByText('Text: elements that you add begin with this style').waitFor()
    await page
      .getByRole('region', { name: 'Add', exact: true })
      .getByRole('button', { name: 'Text', exact: true })
      .click()
    await expect.poll(others).toMatchObject([{ style }])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(others).toEqual([])
    expect(await platform.call('GET', '/v2/elementStyles')).toEqual({ styles: {} })
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
