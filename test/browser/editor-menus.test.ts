import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type FieldHouse, openFieldHouse } from './every-field.ts'
import { saved } from './saved.ts'

/** Menus and lists of the editor beside those of columns: the bar of an element, pages, the outline, publishing, the document. */
describe.skipIf(!hasChromium)(`the menus of the editor${skipReason}`, () => {
  let house: FieldHouse

  beforeAll(async () => {
    house = await openFieldHouse()
  })
  afterAll(() => house?.close())

  const bar = (page: Page) => page.getByRole('toolbar', { name: 'Actions for the selection' })
  const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
  const outline = async (page: Page) => {
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline' }).click()
    const panel = page.getByRole('region', { name: 'Outline', exact: true })
    await panel.getByRole('button', { name: 'Page 1', exact: true }).waitFor()
    return panel
  }
  const table = () => ({
    ...{ id: 't', kind: 'table', name: 'Orders', source: { kind: 'table', elementId: house.sales.id } },
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
    const { page, panel, workbookId } = await house.edit([table(), { id: 'x', kind: 'text', body: 'Hello' }])
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
    const spec = await house.call<{ document: { layout: { id: string; children: object[] }[] } }>(
      'GET',
      `/v2/workbooks/${workbookId}/draft`,
    )
    expect(spec.document.layout.find(({ id }) => id === 'p1')?.children).toMatchObject([
      { tag: 'Container', children: [{ elementId: 'x' }, { elementId: 't' }] },
    ])
    await page.context().close()
  })

  it('lists all pages with their elements, finds them by name, and shows whose actions are about one', async () => {
    const { page } = await house.edit([table(), button])
    const panel = await outline(page)
    await panel.getByRole('button', { name: /^Button\s*1 action$/ }).waitFor()
    await panel.getByRole('region', { name: 'Rows' }).getByRole('button', { name: 'Sales', exact: true }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await panel.getByLabel('Search the workbook').fill('sal')
    await panel.getByRole('button', { name: 'Orders', exact: true }).waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Sales', exact: true }).click()
    await page.getByRole('button', { name: 'Rows', exact: true }).first().waitFor()
    await page
      .locator(`[data-element="${String(house.sales.id)}"]`)
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
    const { page } = await house.edit([table()])
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
    const { page, panel, workbookId } = await house.edit([table()])
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
      .poll(async () => (await house.call<{ isArchived?: boolean }>('GET', `/v2/files/${workbookId}`)).isArchived)
      .toBe(false)
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(house.door.complaints).toEqual([])
  })
})
