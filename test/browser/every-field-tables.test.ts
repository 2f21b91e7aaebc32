import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filterFieldsOf } from '../../packages/web/src/elements/inspector-fields/filter-fields.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { addRules, changeFormat, openTab, runCommand } from './column-hand.ts'
import {
  addFromSales,
  changeShown,
  chooseLast,
  type EditorPlatform,
  lostFields,
  openEditorPlatform,
} from './every-field.ts'

/** Many fields take long when other tests use the processor. */
const timeout = 300_000

/** Tables: every field of their panels and filters is changed by hand, published, read as code and written as a copy. */
describe.skipIf(!hasChromium)(`every field of tables${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  /** The added table, next to the one that it reads. */
  const tableOf = async (draft: Awaited<ReturnType<EditorPlatform['edit']>>['draft']) =>
    Object.values(await draft.elements()).find(({ id, kind }) => kind === 'table' && id !== 'sales')

  async function add(panel: Locator, list: string, column: string) {
    await panel.getByRole('combobox', { name: list, exact: true }).click()
    await panel.page().getByRole('option', { name: column, exact: true }).first().click()
  }

  /** A filter of each kind, over a suitable column. */
  async function filters(page: Page, panel: Locator) {
    const dialog = page.getByRole('dialog', { name: /^Filter / })
    const save = async () => {
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await add(panel, 'Add filter', 'Region')
    await dialog.getByText('Exclude', { exact: true }).click()
    await dialog.getByRole('checkbox').first().click()
    await save()
    const others = [
      { column: 'Channel', tab: 'Text', kind: 'text-match' },
      { column: 'Revenue', tab: 'Range', kind: 'number-range' },
      { column: 'Order Date', tab: 'Dates', kind: 'date-range' },
      { column: 'Quantity', tab: 'Top N', kind: 'top-n' },
    ]
    for (const { column, tab: name, kind } of others) {
      await add(panel, 'Add filter', column)
      await dialog.getByText(name, { exact: true }).click()
      await changeShown(dialog, filterFieldsOf({ kind }))
      await save()
    }
    await panel.getByRole('button', { name: 'Switch the filter of Region off' }).click()
    await panel.getByTitle('Change the filter of Channel').click()
    await expect.poll(() => dialog.getByLabel('Value', { exact: true }).inputValue()).toBe('Value by hand')
    await page.keyboard.press('Escape')
  }

  it('a table: built, published, read as code, equal to its copy', { timeout }, async () => {
    const { page, panel, workbookId, draft } = await platform.edit()
    await addFromSales(page, 'Table')
    await add(panel, 'Add grouping', 'Region')
    await add(panel, 'Add calculation of Region', 'Revenue')
    await add(panel, 'Add sort', 'Order Date')
    await chooseLast(panel.getByRole('combobox', { name: 'Direction of Order Date' }))
    await add(panel, 'Add summary', 'Quantity')
    await add(panel, 'Add summary', 'Row count')
    await page.getByRole('button', { name: 'Data', exact: true }).click()
    const own = page.locator('[data-element] [role=columnheader]')
    await expect.poll(() => own.count()).toBeGreaterThan(1)
    const menuOf = (name: string) => page.getByRole('button', { name: `Menu of ${name}`, exact: true }).last()
    await runCommand(menuOf('Revenue'), 'Format', 'Percent')
    await runCommand(menuOf('Region'), 'Freeze up to column')
    await runCommand(menuOf('Channel'), 'Hide column')
    await addRules(page, panel, () => menuOf('Revenue'))
    const changed = await changeFormat(page, panel, 'table')
    await platform.publishAndCopy(page, workbookId)
    const element = await tableOf(draft)
    expect(lostFields(element ?? {}, changed)).toEqual([])
    expect(element).toMatchObject({
      groupings: [{ groupBy: [expect.any(String)], calculations: [expect.any(String)] }],
      sort: [{ direction: 'descending' }],
      summary: [expect.any(String), expect.any(String)],
      frozenColumn: { columnId: expect.any(String) },
      conditionalFormats: [
        { type: 'single', condition: 'formula', formula: 'True' },
        { type: 'dataBars', order: 'descending', valueLabels: 'hidden' },
        { type: 'fontScale', nullBehavior: 'asZero' },
        { type: 'backgroundScale', domain: { min: 0, mid: 1, max: 2 } },
      ],
    })
    await page.context().close()
  })

  it('filters of every kind: made, published, read as code, equal to their copy', { timeout }, async () => {
    const { page, panel, workbookId, draft } = await platform.edit()
    await addFromSales(page, 'Table')
    await openTab(panel, 'Filters')
    await filters(page, panel)
    await platform.publishAndCopy(page, workbookId)
    expect((await tableOf(draft))?.filters).toMatchObject([
      { kind: 'list', mode: 'exclude', state: 'disabled' },
      { kind: 'text-match', value: 'Value by hand' },
      { kind: 'number-range', includeNulls: 'never' },
      { kind: 'date-range', includeNulls: 'never' },
      { kind: 'top-n', mode: 'bottom-percentile' },
    ])
    await page.context().close()
  })

  it('shows "null" to authors, and a dash to readers', { timeout }, async () => {
    const never = { id: 'never', name: 'Never', formula: 'If([Sales/Quantity] < 0, 1)' }
    const gaps = { ...platform.sales, id: 'gaps', name: 'Gaps', columns: [never] }
    const { page, workbookId } = await platform.edit([gaps])
    const cellOf = (where: typeof page, name: string) =>
      where.locator('[data-element=gaps]').getByRole('gridcell', { name, exact: true })
    await cellOf(page, 'null').first().waitFor()
    const reader = await platform.reader(workbookId)
    await cellOf(reader, '–').first().waitFor()
    expect(await cellOf(reader, '–').first().getAttribute('title')).toBe('No value')
    expect(await cellOf(reader, 'null').count()).toBe(0)
    for (const each of [page, reader]) await each.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
