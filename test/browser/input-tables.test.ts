import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { countedHand } from './counted-hand.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { picture } from './pictures.ts'
import { saved } from './saved.ts'

/** 200 rows with four columns; five counts are not numbers. */
const words = ['open', 'shut', 'late']
const wrongRows = new Set([3, 50, 51, 120, 199])
const lines = Array.from({ length: 200 }, (_, index) => [
  `Shop ${index + 1}`,
  wrongRows.has(index) ? 'many' : String(index + 1),
  `2026-05-${String((index % 28) + 1).padStart(2, '0')}`,
  words[index % 3],
])
const text = ['Shop\tCount\tDue\tState', ...lines.map((line) => line.join('\t'))].join('\r\n')

describe.skipIf(!hasChromium)(`input tables${skipReason}`, () => {
  let platform: EditorPlatform
  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const grid = (page: Page) => page.getByRole('grid').first()
  const gridCell = (page: Page, name: string) => grid(page).getByRole('gridcell', { name, exact: true })
  const bar = (page: Page, name: RegExp | string) => page.getByText(name).first()

  const entered = (id: string, inputMode: string) => ({
    id,
    kind: 'input-table',
    name: id,
    source: { kind: 'empty', connectionId: platform.connectionId },
    inputMode,
    columns: [
      { id: 'ID', hidden: true },
      { id: 'word', type: 'text', name: 'Word' },
      { id: 'done', type: 'checkbox', name: 'Done' },
    ],
  })

  async function paste(target: Locator, pasted: string) {
    await target.evaluate((element, value) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', value)
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
    }, pasted)
  }

  it('is created from pasted cells, published, and gets a row from a reader, in few presses', {
    timeout: 120_000,
  }, async () => {
    const { page, workbookId, draft } = await platform.edit()
    const hand = countedHand(page)
    await hand.click(page.getByRole('button', { name: 'Input table', exact: true }))
    await page.getByRole('dialog', { name: 'Add an input table' }).getByText('Connection', { exact: true }).waitFor()
    await picture(page, 'input-table-start')
    await hand.click(page.getByRole('button', { name: 'Add', exact: true }).last())
    // The first cell has the focus.
    await expect.poll(() => grid(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await picture(page, 'input-table-empty')

    await paste(grid(page), text)
    await page.getByText('5 cells do not fit their columns.', { exact: false }).waitFor()
    await page.getByText('Row 4, column 2, "many": Invalid value: a number is needed.').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'input-table-paste')
    await hand.press('Control+v', 'Enter')
    await bar(page, '200 rows').waitFor()
    await bar(page, '5 cells do not fit their columns and are not stored').waitFor()
    await gridCell(page, 'Shop 1').waitFor()
    expect(await grid(page).locator('[aria-invalid=true]').count()).toBe(1)
    await picture(page, 'input-table-filled')

    // The five are fixed with one click on each and the number.
    const wrong = grid(page).locator('[aria-invalid=true]').first()
    await wrong.click()
    await hand.type('7')
    await page.keyboard.press('Enter')
    await bar(page, '4 cells do not fit their columns and are not stored').waitFor()

    await page.getByRole('columnheader', { name: 'State' }).hover()
    await hand.click(page.getByRole('button', { name: 'Menu of State', exact: true }))
    await page.getByRole('menuitem', { name: 'Type', exact: true }).click()
    await hand.click(page.getByRole('menuitemradio', { name: 'Single-select' }))
    await hand.click(page.getByRole('button', { name: 'Use the values found' }))
    expect(await page.getByRole('textbox', { name: /Choices/ }).inputValue()).toBe('late\nopen\nshut')
    expect(await faultsInBothThemes(page)).toEqual([])
    await hand.press('Control+Enter')
    await hand.click(page.getByRole('button', { name: 'Data entry: Editable in draft' }))
    await hand.click(
      page.getByRole('menuitemradio', { name: 'In the published version, by everybody who can view it' }),
    )
    await saved(page)
    const pending = page.getByText('Pending publish', { exact: true })
    await pending.waitFor()
    await hand.click(page.getByRole('button', { name: 'Publish', exact: true }))
    await page
      .getByText(/is published/)
      .last()
      .waitFor()
    await pending.waitFor({ state: 'detached' })
    const element = await draft.elementOf('input-table')
    expect(element).toMatchObject({
      inputMode: 'view',
      columns: [
        { id: 'ID', hidden: true },
        { type: 'text', name: 'Shop' },
        { type: 'number', name: 'Count' },
        { type: 'datetime', name: 'Due' },
        { type: 'text', name: 'State', values: ['late', 'open', 'shut'] },
      ],
    })

    const reader = await platform.reader(workbookId, 'Act')
    const other = countedHand(reader)
    await bar(reader, '200 rows').waitFor()
    await other.click(reader.getByRole('button', { name: 'Edit data', exact: true }))
    await other.click(reader.getByRole('button', { name: 'Row', exact: true }))
    await reader.locator('[aria-selected=true]').first().waitFor()
    await other.type('Shop 201')
    await other.press('Tab')
    await other.type('12')
    await other.press('Tab')
    await other.type('31.05.2026')
    await other.press('Tab')
    await other.type('sh')
    await reader.getByRole('option', { name: 'shut' }).waitFor()
    await picture(reader, 'input-table-reader')
    await reader.keyboard.press('Enter')
    expect(await faultsInBothThemes(reader)).toEqual([])
    await other.click(reader.getByRole('button', { name: 'Save (4)', exact: true }))
    await bar(reader, '201 rows').waitFor()
    await reader.reload()
    await bar(reader, '201 rows').waitFor()
    await grid(reader).focus()
    await reader.keyboard.press('Control+End')
    await gridCell(reader, 'Shop 201').waitFor()
    expect(hand.presses() + other.presses()).toBeLessThanOrEqual(19)
    await reader.context().close()
    await page.context().close()
  })

  it('is edited by keyboard: fill, clear, undo, removed and restored rows', async () => {
    const { page } = await platform.edit([entered('notes', 'edit')])
    await gridCell(page, 'New row').waitFor()
    await grid(page).focus()
    await page.keyboard.press('ArrowDown')
    for (const word of ['one', 'two', 'three']) {
      await page.keyboard.type(word)
      await page.keyboard.press('Enter')
    }
    await bar(page, '3 rows').waitFor()
    // The first word fills the other cells.
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await expect.poll(() => gridCell(page, 'one').count()).toBe(3)
    await page.keyboard.press('Control+z')
    await gridCell(page, 'three').waitFor()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Delete')
    await expect.poll(() => gridCell(page, 'one').count()).toBe(0)
    await page.keyboard.press('Control+z')
    await gridCell(page, 'one').waitFor()
    // Removes rows and restores them at the end.
    await gridCell(page, 'two').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete row', exact: true }).click()
    await bar(page, '2 rows').waitFor()
    await grid(page).focus()
    await page.keyboard.press('Control+z')
    await bar(page, '3 rows').waitFor()
    await gridCell(page, 'two').waitFor()
    // Space toggles a checkbox; Escape cancels an edit.
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await gridCell(page, 'True').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('F2')
    await page.keyboard.type(' more')
    await page.keyboard.press('Escape')
    await gridCell(page, 'one').waitFor()
    expect(await gridCell(page, 'one more').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Undo', exact: true }).isEnabled()).toBe(false)
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.context().close()
  })

  it('accepts what is typed after the first press on a cell, until its column is protected', async () => {
    const { page, draft } = await platform.edit([entered('notes', 'edit')])
    await gridCell(page, 'New row').waitFor()
    await page.getByRole('region', { name: 'Canvas' }).focus()
    await gridCell(page, 'New row').click()
    await page.keyboard.type('typed')
    await page.keyboard.press('Enter')
    await gridCell(page, 'typed').waitFor()
    await bar(page, '1 row').waitFor()
    const menu = page.getByRole('button', { name: 'Menu of Word', exact: true })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Protect column', exact: true }).click()
    await expect
      .poll(async () => (await draft.elements()).notes?.columns)
      .toContainEqual(expect.objectContaining({ id: 'word', x: { protected: true } }))
    await expect.poll(() => gridCell(page, 'New row').count()).toBe(0)
    await gridCell(page, 'typed').dblclick()
    expect(await page.getByRole('textbox', { name: 'Word', exact: true }).count()).toBe(0)
    await menu.click()
    await page.getByRole('menuitem', { name: 'End protection', exact: true }).click()
    await gridCell(page, 'New row').waitFor()
    await page.context().close()
  })

  it('keeps input that the server refuses, and shows why', async () => {
    const { page } = await platform.edit([entered('notes', 'edit')])
    await gridCell(page, 'New row').waitFor()
    await page.route('**/elements/notes/rows', (route) => route.abort())
    await grid(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('kept')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Try again', exact: true }).waitFor()
    await gridCell(page, 'kept').waitFor()
    await page.unroute('**/elements/notes/rows')
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await bar(page, '1 row').waitFor()
    // The browser itself reports the request without a response.
    const reported = platform.door.complaints.splice(0)
    expect(reported.filter((complaint) => !complaint.includes('/elements/notes/rows'))).toEqual([])
    await page.context().close()
  })

  it('offers the values of a column of another table as choices, to its readers too', {
    timeout: 120_000,
  }, async () => {
    const { page, workbookId, draft } = await platform.edit([entered('notes', 'view')])
    await page.getByRole('button', { name: 'Add column', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Single-select', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Values that Single-select accepts' })
    await dialog.getByText('Values from a column', { exact: true }).click()
    await dialog.getByRole('combobox', { name: /^Column/ }).click()
    await page.getByRole('combobox', { name: /Search/ }).fill('region')
    await page.getByRole('option', { name: 'Region', exact: true }).click()
    await picture(page, 'input-table-values-from')
    expect(await faultsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Single-select' }).hover()
    await page.getByRole('button', { name: 'Menu of Single-select', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Data validation…', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Column: Region' }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Add column', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Multi-select', exact: true }).click()
    const other = page.getByRole('dialog', { name: 'Values that Multi-select accepts' })
    await other.getByText('Values from a column', { exact: true }).click()
    await other.getByRole('combobox', { name: /^Column/ }).click()
    await page.getByRole('option', { name: 'Region', exact: true }).click()
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await saved(page)
    const valuesFrom = { element: 'sales', column: expect.any(String) }
    expect((await draft.elements()).notes?.columns).toMatchObject([
      {},
      {},
      {},
      { type: 'text', name: 'Single-select', valuesFrom },
      { type: 'multi-select', name: 'Multi-select', valuesFrom },
    ])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page
      .getByText(/is published/)
      .last()
      .waitFor()

    const reader = await platform.reader(workbookId, 'Act')
    await reader.getByRole('button', { name: 'Edit data', exact: true }).click()
    await reader.getByRole('button', { name: 'Row', exact: true }).click()
    await reader.locator('[aria-selected=true]').first().waitFor()
    await reader.keyboard.type('first')
    await reader.keyboard.press('Tab')
    await reader.keyboard.press('ArrowRight')
    await reader.keyboard.press('F2')
    await picture(reader, 'input-table-before-offered')
    await reader.getByRole('option', { name: 'West', exact: true }).waitFor()
    await picture(reader, 'input-table-offered')
    await reader.keyboard.type('we')
    await expect.poll(() => reader.getByRole('option').allTextContents()).toEqual(['West', 'Midwest'])
    await reader.keyboard.press('Tab')
    // Several choices: Enter takes each, and a second Enter the cell.
    await reader.keyboard.press('F2')
    await reader.keyboard.type('we')
    await expect.poll(() => reader.getByRole('option').allTextContents()).toEqual(['West', 'Midwest'])
    await reader.keyboard.press('Enter')
    await reader.keyboard.type('ea')
    await expect.poll(() => reader.getByRole('option', { name: 'West', exact: true }).count()).toBe(0)
    await reader.getByRole('option', { name: 'East', exact: true }).waitFor()
    await picture(reader, 'input-table-offered-several')
    await reader.keyboard.press('Enter')
    await reader.keyboard.press('Enter')
    await gridCell(reader, 'West, East').waitFor()
    // The server knows the choices; the cell that it refuses stays with the reason, and the others are stored.
    await gridCell(reader, 'West').click()
    await reader.keyboard.press('F2')
    await reader.keyboard.press('Control+a')
    await reader.keyboard.type('Nowhere')
    await reader.getByText('No choice matches').waitFor()
    await reader.keyboard.press('Enter')
    await reader.getByRole('button', { name: /^Save/ }).click()
    await bar(reader, '1 cell does not fit its column and is not stored').waitFor()
    await grid(reader).locator('[aria-invalid=true]').first().hover()
    await picture(reader, 'input-table-refused')
    // The other cells are stored by a second request.
    type Rows = { entries: { values: object }[] }
    const path = `/v2/workbooks/${workbookId}/elements/notes/rows`
    await expect
      .poll(async () => (await platform.call<Rows>('GET', path)).entries.map(({ values }) => Object.values(values)))
      .toEqual([expect.arrayContaining([['West', 'East']])])
    // The browser itself reports the refused request.
    const reported = platform.door.complaints.splice(0)
    expect(reported.filter((complaint) => !complaint.includes('/elements/notes/rows'))).toEqual([])
    await reader.context().close()
    await page.context().close()
  })

  it('linked to a table has a row for each value of the key, and accepts entries for them', async () => {
    const { page, draft } = await platform.edit()
    await page.getByRole('button', { name: 'Input table', exact: true }).click()
    await page.getByText('Linked to a table', { exact: true }).click()
    await page.getByRole('combobox', { name: /^Key column/ }).click()
    await page.getByRole('option', { name: 'Region', exact: true }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).last().click()
    await gridCell(page, 'West').waitFor()
    expect(await gridCell(page, 'New row').count()).toBe(0)
    await gridCell(page, 'West').click()
    await page.keyboard.type('not taken')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('the best')
    await page.keyboard.press('Enter')
    await gridCell(page, 'the best').waitFor()
    await expect.poll(() => page.getByText('Saving…').count()).toBe(0)
    await page.reload()
    await gridCell(page, 'the best').waitFor()
    expect(await draft.elementOf('input-table')).toMatchObject({ source: { kind: 'linked', from: 'sales' } })
    await page.context().close()
  })

  it('is created as a child of a table, linked to it by a chosen key, and undone in one step', async () => {
    const regions = {
      ...{ id: 'regions', kind: 'table', name: 'Regions', source: { kind: 'table', elementId: platform.sales.id } },
      columns: [
        { id: 'c', formula: '[Sales/Category]' },
        { id: 'r', formula: '[Sales/Region]' },
      ],
    }
    const { page, draft } = await platform.edit([regions])
    const first = await draft.text()
    await page.getByRole('region', { name: 'Regions' }).first().waitFor()
    await page.locator('[data-element=regions]').click({ position: { x: 60, y: 8 } })
    await page.getByRole('button', { name: 'Create child element' }).click()
    await page.getByRole('menuitem', { name: 'Linked input table', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an input table' })
    await dialog.getByRole('combobox', { name: /^Table/ }).waitFor()
    await picture(page, 'linked-child')
    await dialog.getByRole('combobox', { name: /^Key column/ }).click()
    await page.getByRole('option', { name: 'Region', exact: true }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect
      .poll(() => draft.elementOf('input-table'))
      .toMatchObject({ source: { kind: 'linked', from: 'regions' }, columns: [{ key: 'r' }, { type: 'text' }] })
    await page.locator('button[aria-label="Undo"]').click()
    await expect.poll(draft.text).toBe(first)
    await page.context().close()
  })

  it('is created from a CSV file, with a type for each column', async () => {
    const { page, draft } = await platform.edit()
    await page.getByRole('button', { name: 'Input table', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an input table' })
    await dialog.getByText('CSV file', { exact: true }).click()
    const add = dialog.getByRole('button', { name: 'Add', exact: true })
    expect(await add.isDisabled()).toBe(true)
    const file = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    const rows = Array.from({ length: 300 }, (_, index) => `"Shop ${index + 1}, north";${index};2026-05-31`)
    await dialog
      .locator('input[type=file]')
      .setInputFiles(file('wide.csv', Array.from({ length: 26 }, (_, index) => `c${index}`).join(',')))
    await dialog.getByText('1 rows × 26 columns', { exact: false }).waitFor()
    await dialog.locator('input[type=file]').setInputFiles(file('quote.csv', 'Shop;Count\n"North"x;1'))
    await dialog.getByText('Line 2 has text after a closing quote.', { exact: false }).waitFor()
    await picture(page, 'input-table-csv-wrong')
    await dialog
      .locator('input[type=file]')
      .setInputFiles(file('Budget of shops.csv', ['Shop;Count;Due', ...rows].join('\r\n')))
    await dialog.getByText('300 rows · Shop, Count, Due').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'input-table-csv')
    await add.click()
    await bar(page, '300 rows').waitFor()
    await gridCell(page, 'Shop 1, north').waitFor()
    await picture(page, 'input-table-csv-rows')
    await expect
      .poll(() => draft.elementOf('input-table'))
      .toMatchObject({
        name: 'Budget of shops',
        columns: [
          { id: 'ID', hidden: true },
          { type: 'text', name: 'Shop' },
          { type: 'number', name: 'Count' },
          { type: 'datetime', name: 'Due' },
        ],
      })
    await expect.poll(() => page.getByText('Saving…').count()).toBe(0)
    await page.reload()
    await bar(page, '300 rows').waitFor()
    await page.context().close()
  })

  it('holds rows back until required columns have values, and shows hidden columns again', async () => {
    const { page, draft } = await platform.edit([entered('notes', 'edit')])
    await gridCell(page, 'New row').waitFor()
    await gridCell(page, 'New row').click()
    const menu = (column: string) => page.getByRole('button', { name: `Menu of ${column}`, exact: true })
    await menu('Word').click()
    await page.getByRole('menuitem', { name: 'Require a value', exact: true }).click()
    await page.getByRole('button', { name: 'Row', exact: true }).click()
    await bar(page, '1 cell does not fit its column and is not stored').waitFor()
    await picture(page, 'input-table-required')
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.keyboard.type('here')
    await page.keyboard.press('Enter')
    await bar(page, '1 row').waitFor()
    await expect.poll(() => grid(page).locator('[aria-invalid=true]').count()).toBe(0)

    await menu('Done').click()
    await page.getByRole('menuitem', { name: 'Hide', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Done' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add column', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Show hidden column', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Done', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Done' }).waitFor()

    const element = (await draft.elements()).notes
    expect(element?.columns).toEqual([
      { id: 'ID', hidden: true },
      { id: 'word', type: 'text', name: 'Word', x: { required: true } },
      { id: 'done', type: 'checkbox', name: 'Done' },
    ])
    await page.context().close()
  })

  it('asks before it deletes a column that is used, and removes what points at it', async () => {
    const notes = { ...entered('notes', 'edit'), sort: [{ columnId: 'word', direction: 'ascending' }] }
    const child = {
      ...{ id: 'child', kind: 'table', name: 'Child', source: { kind: 'table', elementId: 'notes' } },
      columns: [{ id: 'w', formula: '[notes/Word]' }],
    }
    const { page, draft } = await platform.edit([notes, child])
    const first = await draft.text()
    await gridCell(page, 'New row').click()
    await page.getByRole('button', { name: 'Menu of Word', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete column', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /Word/ })
    await dialog.getByText('Child').first().waitFor()
    await picture(page, 'input-column-delete')
    await dialog.getByRole('button', { name: /^Delete/ }).click()
    await expect.poll(async () => (await draft.elements()).notes?.sort ?? []).toEqual([])
    await page.locator('button[aria-label="Undo"]').click()
    await expect.poll(draft.text).toBe(first)
    await page.context().close()
  })

  it('is read-only for users who may not enter rows, and if rows have no ids', async () => {
    const [list, shared] = [entered('list', 'view'), entered('shared', 'view')]
    const bare = { ...entered('bare', 'edit'), columns: shared.columns.slice(1) }
    const { page, workbookId } = await platform.edit([list, bare])
    await page.getByText('Without the column Row ID its rows cannot be changed here.').waitFor()
    await page.getByRole('button', { name: 'Add Row ID', exact: true }).click()
    await page.getByText('Without the column Row ID its rows cannot be changed here.').waitFor({ state: 'detached' })
    await page.getByRole('gridcell', { name: 'New row', exact: true }).waitFor()
    const reader = await platform.reader(workbookId)
    await reader.getByText('No rows').first().waitFor()
    expect(await reader.getByRole('button', { name: 'Edit data' }).count()).toBe(0)
    await reader.context().close()
    await page.context().close()
  })

  it('shows what another member enters without a reload', async () => {
    const { page, workbookId } = await platform.edit([entered('notes', 'edit')])
    const reader = await platform.reader(workbookId, 'Analyze')
    await reader.getByText('No rows').first().waitFor()
    const path = `/v2/workbooks/${workbookId}/elements/notes/rows`
    const insert = Array.from({ length: 1000 }, (_, index) => ({ word: `word ${index}` }))
    await platform.call('POST', path, { insert })
    await gridCell(reader, 'word 1').waitFor({ timeout: 10_000 })
    await gridCell(page, 'word 1').waitFor({ timeout: 10_000 })
    await reader.context().close()
    await page.context().close()
  })

  it('shows both values when another member has changed the row, and stores the chosen one', async () => {
    const { page, workbookId } = await platform.edit([entered('notes', 'edit')])
    // Disables the push of changes, which the page would read before anyone could type.
    await page.route('**/rows/events', (route) => route.fulfill({ status: 204 }))
    const path = `/v2/workbooks/${workbookId}/elements/notes/rows`
    const { inserted } = await platform.call<{ inserted: string[] }>('POST', path, {
      insert: [{ word: 'one' }, { word: 'two' }],
    })
    await page.reload()
    // The first click selects the element, later ones its cells.
    await gridCell(page, 'two').click()
    const other = (word: string) =>
      platform.call('POST', path, { update: [{ rowId: inserted[0] ?? '', values: { word } }] })
    const dialog = page.getByRole('alertdialog', { name: 'Somebody else has changed this row' })
    const write = async (cell: string, word: string) => {
      await gridCell(page, cell).click()
      await page.keyboard.type(word)
      await page.keyboard.press('Enter')
      await dialog.getByRole('cell', { name: word, exact: true }).waitFor()
    }
    await other('theirs')
    await write('one', 'mine')
    await dialog.getByRole('cell', { name: 'theirs', exact: true }).waitFor()
    await picture(page, 'input-table-conflict')
    expect(await faultsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep theirs', exact: true }).click()
    await gridCell(page, 'theirs').waitFor()
    await other('theirs again')
    await write('theirs', 'mine again')
    await dialog.getByRole('button', { name: 'Keep mine', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await gridCell(page, 'mine again').waitFor()
    await expect.poll(() => page.getByText('Saving…').count()).toBe(0)
    await page.reload()
    await gridCell(page, 'mine again').waitFor()
    // Every change of the row is listed.
    await gridCell(page, 'mine again').click()
    await gridCell(page, 'mine again').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Row history…', exact: true }).click()
    const history = page.getByRole('dialog', { name: 'History of the row' })
    await history.getByText('theirs again').first().waitFor()
    expect(
      await history
        .getByRole('listitem')
        .filter({ hasText: /added it|changed it/ })
        .count(),
    ).toBe(4)
    await picture(page, 'input-table-history')
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await history.waitFor({ state: 'detached' })
    // The table is shown as of the beginning of the day, and as of a time after all changes.
    await gridCell(page, 'mine again').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Table at a moment…', exact: true }).click()
    const past = page.getByRole('dialog', { name: 'The table at a moment' })
    await past.getByLabel('Moment').fill('2020-01-01T00:00')
    await past.getByText('The table had no rows.').waitFor()
    await past.getByLabel('Moment').fill('2099-01-01T00:00')
    await past.getByRole('cell', { name: 'mine again', exact: true }).waitFor()
    await picture(page, 'input-table-past')
    expect(await faultsInBothThemes(page)).toEqual([])
    // The browser itself reports responses with status 409.
    const reported = platform.door.complaints.splice(0)
    expect(reported.filter((complaint) => !/409 \(Conflict\)/.test(complaint))).toEqual([])
    expect(reported).toHaveLength(2)
    await page.context().close()
  })

  it('wrote nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
