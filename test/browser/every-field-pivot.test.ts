import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { addRules, changeFormat } from './column-hand.ts'
import {
  addFromSales,
  chooseLast,
  type EditorPlatform,
  lostFields,
  openEditorPlatform,
  putOn,
  sectionOf,
} from './every-field.ts'

/** Many fields take long when other tests use the processor. */
const timeout = 300_000

/** Pivot tables: every field of their panels is changed by hand, published, read as code and written as a copy. */
describe.skipIf(!hasChromium)(`every field of pivot tables${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  it('a pivot table: built, published, read as code, equal to its copy', { timeout }, async () => {
    const { page, panel, workbookId, draft } = await platform.edit()
    await addFromSales(page, 'Pivot table')
    await putOn(page, 'Pivot rows', 'Region')
    await putOn(page, 'Pivot columns', 'Channel')
    await putOn(page, 'Values', 'Revenue')
    await panel.getByRole('button', { name: 'Swap rows and columns' }).click()
    const order = await sectionOf(panel, 'Order')
    await chooseLast(order.getByRole('combobox').first())
    await chooseLast(order.getByLabel('Direction', { exact: true }))
    const values = panel.getByRole('list', { name: 'Values', exact: true })
    await values.getByRole('button').first().click()
    await page.getByRole('menuitem', { name: 'Freeze up to column' }).click()
    await addRules(page, panel, () => values.getByRole('button').first())
    const changed = await changeFormat(page, panel, 'pivot-table')
    await platform.publishAndCopy(page, workbookId)
    const element = await draft.elementOf('pivot-table')
    expect(lostFields(element ?? {}, changed)).toEqual([])
    expect(element).toMatchObject({
      rowsBy: [{ sort: { direction: 'descending', by: expect.any(String) } }],
      columnsBy: [{ columnId: expect.any(String) }],
      frozenColumn: { columnId: expect.any(String) },
      conditionalFormats: [
        { type: 'single', includeValues: false, includeSubtotals: true, includeGrandTotals: true },
        { type: 'dataBars' },
        { type: 'fontScale' },
        { type: 'backgroundScale' },
      ],
    })
    await page.context().close()
  })

  it('a column of values that is frozen stays in view beside the keys of the rows', { timeout }, async () => {
    const { page, panel, workbookId } = await platform.edit([
      {
        id: 'cross',
        kind: 'pivot-table',
        name: 'Cross',
        source: { kind: 'table', elementId: 'sales' },
        columns: [
          { id: 'cross-region', formula: '[Sales/Region]', name: 'Region' },
          { id: 'cross-month', formula: 'DateTrunc("month", [Sales/Order Date])', name: 'Month' },
          { id: 'cross-revenue', formula: 'Sum([Sales/Revenue])', name: 'Revenue of the first month' },
        ],
        rowsBy: [{ columnId: 'cross-region' }],
        columnsBy: [{ columnId: 'cross-month' }],
        values: ['cross-revenue'],
      },
    ])
    await page.getByRole('region', { name: 'Cross', exact: true }).click()
    await panel.getByRole('list', { name: 'Values', exact: true }).getByRole('button').first().click()
    await page.getByRole('menuitem', { name: 'Freeze up to column' }).click()
    await platform.publishAndCopy(page, workbookId)
    for (const where of [page, await platform.reader(workbookId)]) {
      const table = where.getByRole('region', { name: 'Cross, pivot table' })
      const places = () =>
        table.evaluate((region) =>
          ['0', '1'].map((column) => {
            const cell = region.querySelector(`td[data-row="0"][data-column="${column}"]`)
            return Math.round((cell?.getBoundingClientRect().left ?? 0) - region.getBoundingClientRect().left)
          }),
        )
      await table.locator('td[data-row="0"]').first().waitFor()
      const [frozen = 0, other = 0] = await places()
      await table.evaluate((region) => {
        region.scrollLeft = 200
      })
      expect(await places()).toEqual([frozen, other - 200])
    }
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
