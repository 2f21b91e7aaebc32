import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { runCommand } from './column-hand.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { picture } from './pictures.ts'
import { saved } from './saved.ts'

/** Menus of a table other than column menus: folders, the plus behind the last column, the summary, cells and groups. */
describe.skipIf(!hasChromium)(`the menus of a table${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  async function orders(fields: object) {
    const { dataModelId } = platform.sales.source as { dataModelId: string }
    const table = {
      id: 'o',
      kind: 'table',
      name: 'Orders',
      source: { kind: 'data-model', dataModelId, elementId: 'orders' },
      columns: [
        { id: 'id', formula: '[Orders/Order Id]' },
        { id: 'channel', formula: '[Orders/Channel]' },
        { id: 'status', formula: '[Orders/Status]' },
        { id: 'most', formula: 'Max([Order Id])', name: 'Most' },
      ],
      ...fields,
    }
    const opened = await platform.edit([table])
    await opened.page.getByRole('columnheader').first().waitFor()
    const table2 = async () => {
      await saved(opened.page)
      return (await opened.draft.elements()).o
    }
    return { ...opened, table: table2 }
  }

  const menuOf = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Data', exact: true }).getByRole('button', { name, exact: true })

  async function showData(page: Page) {
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Data' }).click()
    await page.getByRole('treeitem').first().waitFor()
  }

  it('adds columns of the source, a lookup and a folder behind the last column', async () => {
    const { page, table } = await orders({})
    const dialog = page.getByRole('dialog')
    const plus = page.getByRole('grid').getByRole('button', { name: 'Add to Orders' })
    await runCommand(plus, 'Add source columns…')
    await dialog.getByRole('checkbox', { name: 'Order Date' }).waitFor()
    expect(await dialog.getByRole('checkbox', { name: 'Channel', exact: true }).count()).toBe(0)
    await dialog.getByLabel('Search columns').fill('date')
    await dialog.getByRole('checkbox', { name: 'Order Date' }).check()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add 1 column' }).click()
    await page.getByRole('columnheader', { name: 'Order Date' }).waitFor()
    await runCommand(plus, 'Add lookup…')
    await page.getByRole('dialog', { name: 'Add a column by lookup' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await runCommand(plus, 'Add folder…')
    await dialog.getByLabel('Name').fill('Later')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await runCommand(plus, 'Add new column')
    await page.getByRole('columnheader', { name: 'Calc' }).waitFor()
    expect(await table()).toMatchObject({
      columns: expect.arrayContaining([
        expect.objectContaining({ formula: '[Orders/Order Date]', name: 'Order Date' }),
        expect.objectContaining({ name: 'Calc' }),
      ]),
      folders: [{ name: 'Later', items: [] }],
    })
    await page.context().close()
  })

  it('renames, moves, hides, ungroups and deletes a folder of columns', async () => {
    const folders = [
      { id: 'where', name: 'Where', items: ['channel'] },
      { id: 'what', name: 'What', items: ['status', 'id'] },
    ]
    const { page, table } = await orders({ folders, order: ['where', 'what', 'most'] })
    const dialog = page.getByRole('dialog')
    await showData(page)
    await runCommand(menuOf(page, 'Menu of Where'), 'Rename')
    await dialog.getByLabel('Name').fill('Place')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await runCommand(menuOf(page, 'Menu of Place'), 'Move to', 'End')
    await runCommand(menuOf(page, 'Menu of Place'), 'Hide all')
    await page.getByRole('columnheader', { name: 'Channel' }).waitFor({ state: 'detached' })
    expect(await table()).toMatchObject({
      order: ['what', 'most', 'where'],
      folders: [{ name: 'Place' }, { name: 'What' }],
      columns: expect.arrayContaining([expect.objectContaining({ id: 'channel', hidden: true })]),
    })
    await runCommand(menuOf(page, 'Menu of Place'), 'Move to', 'Folder What')
    await runCommand(menuOf(page, 'Menu of What'), 'Ungroup')
    expect(await table()).toMatchObject({ order: ['status', 'id', 'where', 'most'], folders: [{ id: 'where' }] })
    await runCommand(menuOf(page, 'Menu of Place'), 'Delete folder and 1 column')
    expect(await table()).toMatchObject({ order: ['status', 'id', 'most'] })
    await page.context().close()
  })

  it('sets the order of values by hand, by dragging and by keyboard, and removes it again', async () => {
    const { page, table } = await orders({ columns: [{ id: 'channel', formula: '[Orders/Channel]' }] })
    await showData(page)
    const dialog = page.getByRole('dialog', { name: 'Arrange the values of Channel' })
    const values = dialog.getByRole('list', { name: 'Values' }).getByRole('listitem')
    const open = async () => {
      await runCommand(menuOf(page, 'Menu of Channel'), 'Arrange values by hand…')
      await values.first().waitFor()
    }
    await open()
    const found = await values.allInnerTexts()
    const [first = '', second = '', ...others] = found
    const last = others.at(-1) ?? ''
    await dialog.getByRole('button', { name: `Move ${first} down` }).press('Enter')
    await expect.poll(() => values.allInnerTexts()).toEqual([second, first, ...others])
    await values.last().dragTo(values.first(), { targetPosition: { x: 20, y: 2 } })
    const wanted = [last, second, first, ...others.slice(0, -1)]
    await expect.poll(() => values.allInnerTexts()).toEqual(wanted)
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'value-order')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain(last)
    const sort = [{ columnId: 'channel', direction: 'ascending' }]
    await expect.poll(table).toMatchObject({ sort, x: { valueOrder: { channel: wanted } } })
    await open()
    expect(await values.allInnerTexts()).toEqual(wanted)
    await dialog.getByRole('button', { name: 'Use the usual order' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain(first)
    expect(await table()).not.toHaveProperty('x')
    await page.context().close()
  })

  it('asks before it deletes a folder with a column that something uses', async () => {
    const folders = [{ id: 'f', name: 'Keys', items: ['id'] }]
    const { page, table } = await orders({ folders, order: ['f', 'channel', 'status', 'most'] })
    await showData(page)
    await runCommand(menuOf(page, 'Menu of Keys'), 'Delete folder and 1 column')
    const dialog = page.getByRole('dialog', { name: 'Delete the folder Keys?' })
    await dialog.getByText('Most').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete folder and 1 column' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await table())?.columns.map(({ id }) => id)).toEqual(['channel', 'status', 'most'])
    await page.context().close()
  })

  it('creates a KPI from a value of the summary, which shows the same number', async () => {
    const { page, draft } = await orders({ summary: ['most'] })
    const chip = page.locator('footer').getByRole('button', { name: 'Menu of Most' })
    const shown = await page.locator('footer dd').first().textContent()
    await runCommand(chip, 'Set aggregate', 'Lowest')
    await expect.poll(() => page.locator('footer dd').first().textContent()).not.toBe(shown)
    await page.keyboard.press('Control+z')
    await expect.poll(() => page.locator('footer dd').first().textContent()).toBe(shown)
    await runCommand(chip, 'Create KPI element')
    await expect.poll(() => page.locator('output').first().textContent()).toBe(shown)
    await saved(page)
    const made = Object.values(await draft.elements()).find(({ kind }) => kind === 'kpi-chart')
    expect(made).toMatchObject({
      source: { kind: 'table', elementId: 'o' },
      columns: [{ id: 'most', formula: 'Max([Orders/Order Id])', name: 'Most' }],
    })
    await page.context().close()
  })

  it('explains a cell, and shows the rows, the order and the totals of groups', async () => {
    const groupings = [
      { id: 'g1', groupBy: ['channel'], calculations: [] },
      { id: 'g2', groupBy: ['status'], calculations: ['most'] },
    ]
    const { page, table } = await orders({ groupings })
    const dialog = page.getByRole('dialog')
    const cell = () => page.getByRole('gridcell').first()
    const run = async (...path: string[]) => {
      await cell().click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Copy', exact: true }).waitFor()
      for (const name of path.slice(0, -1)) await page.getByRole('menuitem', { name, exact: true }).hover()
      await page.getByRole('menuitem', { name: path.at(-1) ?? '', exact: true }).click()
    }
    const channel = (await cell().textContent()) ?? ''
    await run('Explain this cell')
    await page.getByRole('dialog', { name: 'How Channel is computed' }).waitFor()
    await dialog.getByText('each Channel', { exact: true }).waitFor()
    await dialog.locator('code', { hasText: '[Orders/Channel]' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })

    await run('Expand to Status')
    await page.getByRole('columnheader', { name: 'Most' }).waitFor()
    await run('Show all totals')
    await page.getByRole('row', { name: /Total/ }).last().waitFor()
    await run('Group', 'Rows of this group')
    const rows = dialog.getByRole('grid')
    await rows.getByRole('gridcell', { name: channel, exact: true }).first().waitFor()
    const cells = await rows
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') })
      .allTextContents()
    expect(cells.filter((text) => !text.includes(channel))).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await run('Group', 'Sort by', 'Channel, descending')
    await expect.poll(() => cell().textContent()).not.toBe(channel)
    await run('Group', 'Remove grouping')
    expect(await table()).toMatchObject({ groupings: [{ id: 'g2', groupBy: ['status'] }] })
    await page.context().close()
  })

  it('inserts the name of a column into the formula that is being edited when its heading is clicked', async () => {
    const { page, table } = await orders({})
    const head = (name: string) => page.getByRole('columnheader', { name }).getByRole('button', { name, exact: true })
    // The first click selects the table, the next one the column.
    await head('Most').click()
    await head('Most').click()
    const field = page.getByRole('textbox', { name: 'Formula of Most' })
    await page.locator('.cm-content[aria-label="Formula of Most"]').waitFor()
    await field.press('ControlOrMeta+a')
    await page.keyboard.type('Count(')
    await head('Channel').click()
    await expect.poll(() => field.textContent()).toContain('Count([Channel]')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('grid').focus()
    await head('Channel').click()
    await page.getByRole('textbox', { name: 'Formula of Channel' }).waitFor()
    expect((await table())?.columns).toContainEqual(expect.objectContaining({ id: 'most', formula: 'Max([Order Id])' }))
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
