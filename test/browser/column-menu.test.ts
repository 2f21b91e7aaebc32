import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { runCommand } from './column-hand.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { saved } from './saved.ts'

/** Column commands with a dialog: related columns, references, rights and limits, each used by hand. */
describe.skipIf(!hasChromium)(`the menu of a column${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const menuOf = (page: Page, name: string) =>
    page.getByRole('button', { name: `Menu of ${name}`, exact: true }).first()

  async function orders() {
    const { dataModelId } = platform.sales.source as { dataModelId: string }
    const source = { kind: 'data-model', dataModelId, elementId: 'orders' }
    const opened = await platform.edit([
      {
        id: 'o',
        kind: 'table',
        name: 'Orders',
        source,
        columns: [
          { id: 'id', formula: '[Orders/Order Id]' },
          { id: 'channel', formula: '[Orders/Channel]' },
          { id: 'status', formula: '[Orders/Status]' },
          { id: 'loud', formula: 'Upper([Channel])', name: 'Loud' },
        ],
      },
    ])
    await opened.page.getByRole('columnheader').first().waitFor()
    return opened
  }

  it('adds columns over a relationship, and replaces references', async () => {
    const { page, draft } = await orders()
    const dialog = page.getByRole('dialog')
    await runCommand(menuOf(page, 'Order Id'), 'Add column via', 'Relationship…')
    await dialog.getByLabel('Search columns').fill('seg')
    await dialog.getByRole('checkbox', { name: 'Segment' }).check()
    await dialog.getByLabel('Search columns').fill('region')
    await dialog.getByRole('checkbox', { name: 'Region' }).check()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add 2 columns' }).click()
    await page.getByRole('columnheader', { name: /Region \(Store\)/ }).waitFor()
    await page.getByRole('gridcell', { name: 'Consumer' }).first().waitFor()
    await runCommand(menuOf(page, 'Channel'), 'Find uses…')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Status', exact: true }).click()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Replace in 1 formula' }).click()
    await dialog.waitFor({ state: 'detached' })
    await saved(page)
    expect((await draft.elements()).o?.columns).toMatchObject([
      { id: 'id' },
      { formula: '[Orders/Customer/Segment]', name: 'Segment (Customer)' },
      { formula: '[Orders/Store/Region]', name: 'Region (Store)' },
      { id: 'channel' },
      { id: 'status' },
      { id: 'loud', formula: 'Upper([Status])' },
    ])
    await page.context().close()
  })

  it('filters several columns, one after the other', async () => {
    const { page, draft } = await orders()
    const dialog = page.getByRole('dialog')
    await page.getByRole('columnheader', { name: /^Channel/ }).click()
    await page.getByRole('columnheader', { name: /^Status/ }).click({ modifiers: ['Shift'] })
    await runCommand(menuOf(page, 'Status'), 'Filter 2 columns')
    await page.getByRole('dialog', { name: 'Filter Channel (1 of 2)' }).waitFor()
    await dialog.getByRole('checkbox', { name: /^Web/i }).check()
    await dialog.getByRole('button', { name: 'Save and go on' }).click()
    await page.getByRole('dialog', { name: 'Filter Status (2 of 2)' }).waitFor()
    await dialog.getByRole('checkbox', { name: /^completed/i }).check()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await saved(page)
    expect((await draft.elements()).o?.filters).toMatchObject([
      { columnId: 'channel', kind: 'list', mode: 'include' },
      { columnId: 'status', kind: 'list', values: ['completed'] },
    ])
    await page.context().close()
  })

  it('restricts a column, and combines the remaining values of a key', async () => {
    const { page, draft } = await orders()
    const dialog = page.getByRole('dialog')
    await runCommand(menuOf(page, 'Channel'), 'Group column')
    await runCommand(menuOf(page, 'Channel'), 'Limit displayed values…')
    await dialog.getByLabel('Values').fill('2')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('gridcell', { name: 'Others' }).waitFor()
    await runCommand(menuOf(page, 'Top Channel'), 'Column security…')
    await dialog.getByLabel('Nobody').check()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await saved(page)
    await page.getByRole('gridcell', { name: 'Others' }).waitFor({ state: 'detached' })
    expect((await draft.elements()).o).toMatchObject({
      columnSecurities: [{ criteria: { kind: 'no-one-can-view' }, restrictedColumns: [expect.any(String)] }],
    })
    await runCommand(menuOf(page, 'Top Channel'), 'Column security…')
    await dialog.getByLabel('Chosen members and teams').check()
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: /Ada Byron/ }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    // Ada may see the values.
    await page.getByRole('gridcell', { name: 'Others' }).waitFor()
    await page.context().close()
  })

  it('changes the aggregate of a total, takes a part of a date, formats, and moves a column after another', async () => {
    const { dataModelId } = platform.sales.source as { dataModelId: string }
    const source = { kind: 'data-model', dataModelId, elementId: 'orders' }
    const { page, draft } = await platform.edit([
      {
        id: 'g',
        kind: 'table',
        name: 'Grouped',
        source,
        columns: [
          { id: 'by', formula: '[Orders/Channel]', name: 'By' },
          { id: 'ids', formula: 'Sum([Orders/Order Id])', name: 'Ids' },
        ],
        groupings: [{ id: 'g1', groupBy: ['by'], calculations: ['ids'] }],
      },
      {
        id: 'o',
        kind: 'table',
        name: 'Orders',
        source,
        columns: [
          { id: 'id', formula: '[Orders/Order Id]' },
          { id: 'channel', formula: '[Orders/Channel]' },
          { id: 'day', formula: '[Orders/Order Date]', name: 'Day' },
          { id: 'status', formula: '[Orders/Status]' },
        ],
      },
    ])
    const dialog = page.getByRole('dialog')
    await runCommand(menuOf(page, 'Ids'), 'Ids totals', 'Show grand total')
    await runCommand(menuOf(page, 'Ids'), 'Ids totals', 'Set aggregate: Highest')
    await runCommand(menuOf(page, 'Ids'), 'Format', 'Financial')
    await runCommand(menuOf(page, 'Day'), 'Truncate date', 'Day of week')
    await runCommand(menuOf(page, 'Order Id'), 'Move to', 'After…')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Day', exact: true }).click()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Move to', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await saved(page)
    const { g, o } = await draft.elements()
    const [total = ''] = Array.isArray(g?.summary) ? g.summary.map(String) : []
    const formulas = Object.fromEntries(g?.columns.map(({ id, formula }) => [id, formula]) ?? [])
    expect(formulas).toMatchObject({ ids: 'Sum([Orders/Order Id])', [total]: 'Max([Orders/Order Id])' })
    expect(g?.columns).toContainEqual(
      expect.objectContaining({ id: 'ids', format: { kind: 'number', formatString: '(,.2f' } }),
    )
    expect(o).toMatchObject({
      order: ['channel', 'day', 'id', 'status'],
      columns: expect.arrayContaining([
        { id: 'day', formula: 'DatePart("weekday", [Orders/Order Date])', name: 'Day' },
      ]),
    })
    await page.context().close()
  })

  it('acts on the first press of a button in a table, and replaces the number of a field', async () => {
    const { dataModelId } = platform.sales.source as { dataModelId: string }
    const { page } = await platform.edit([
      {
        id: 'o',
        kind: 'table',
        name: 'Orders',
        source: { kind: 'data-model', dataModelId, elementId: 'orders' },
        columns: [
          { id: 'channel', formula: '[Orders/Channel]' },
          { id: 'id', formula: '[Orders/Order Id]' },
        ],
        groupings: [{ id: 'g', groupBy: ['channel'], calculations: [] }],
      },
    ])
    const panel = page.getByRole('complementary', { name: 'Properties' })
    expect(await panel.getByRole('tab', { name: 'Format' }).count()).toBe(0)
    await page.getByRole('gridcell').first().getByRole('button').click()
    await page.getByRole('columnheader', { name: 'Order Id' }).waitFor()
    await panel.getByRole('tab', { name: 'Format' }).waitFor()
    await runCommand(menuOf(page, 'Channel'), 'Limit displayed values…')
    const values = page.getByRole('dialog').getByLabel('Values')
    await values.click()
    await page.keyboard.type('3')
    expect(await values.inputValue()).toBe('3')
    await page.context().close()
  })

  it('opens with the secondary mouse button on the heading, and its cells are not cut off', async () => {
    const { page } = await orders()
    await page.getByRole('columnheader', { name: /Status/ }).click({ button: 'right' })
    const menu = page.getByRole('menu')
    await menu.getByRole('menuitem', { name: 'Rename' }).waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await page.getByRole('gridcell').first().waitFor()
    const cut = await page
      .getByRole('grid')
      .evaluate((grid) =>
        [...grid.querySelectorAll(':is([role=gridcell], [role=gridcell] *)')]
          .filter((each) => each.childElementCount === 0 && each.scrollWidth > each.clientWidth && each.clientWidth > 0)
          .map(({ textContent }) => textContent),
      )
    expect(cut).toEqual([])
    await page.context().close()
  })

  it('lists the filters that leave no rows, and clears the filters of the table', async () => {
    const { page, draft } = await orders()
    const dialog = page.getByRole('dialog')
    await runCommand(menuOf(page, 'Order Id'), 'Filter')
    await dialog.getByLabel('At most').fill('-1')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Filtered by Order Id. Change or clear a filter to see rows.').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('gridcell').first().waitFor()
    await saved(page)
    expect((await draft.elements()).o?.filters).toBeUndefined()
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
