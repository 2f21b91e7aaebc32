import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform, putOn } from './every-field.ts'

/** Metrics of a data model, used in the editor. */
describe.skipIf(!hasChromium)(`metrics in the editor${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  it('a KPI of a metric has its format and its dates; a table compares it with the period before', async () => {
    const { source } = platform.sales
    const reference = { id: 'total', formula: '[Metrics/Total Revenue]', name: 'Total Revenue' }
    const { page, workbookId, panel, draft } = await platform.edit([
      {
        id: 'number',
        kind: 'kpi-chart',
        name: 'Number',
        source,
        columns: [{ id: 'rows', formula: 'Count()', name: 'Row Count' }],
        value: { columnId: 'rows' },
      },
      {
        id: 'months',
        kind: 'table',
        name: 'Months',
        source,
        columns: [{ id: 'month', formula: 'DateTrunc("month", [Sales/Order Date])', name: 'Month' }, reference],
        groupings: [{ id: 'by', groupBy: ['month'], calculations: ['total'] }],
      },
    ])
    await page.getByRole('region', { name: 'Number', exact: true }).click()
    await putOn(page, 'Value', 'Total Revenue')
    await panel.getByRole('list', { name: 'Timeline', exact: true }).getByText('Month of Order Date').waitFor()
    await page
      .getByRole('region', { name: 'Months', exact: true })
      .getByRole('columnheader', { name: 'Total Revenue' })
      .click()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Time frames' }).click()
    await page.getByRole('menuitem', { name: 'Previous month', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Total Revenue, previous month' }).waitFor()
    await platform.publishAndCopy(page, workbookId)
    expect(await draft.elementOf('kpi-chart')).toMatchObject({
      columns: expect.arrayContaining([
        expect.objectContaining({ formula: '[Metrics/Total Revenue]', format: expect.anything() }),
      ]),
    })
    const reader = await platform.reader(workbookId)
    await reader.getByRole('region', { name: 'Number', exact: true }).getByText(/\$/).first().waitFor()
    await reader.getByRole('columnheader', { name: 'Total Revenue, previous month' }).waitFor()
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
