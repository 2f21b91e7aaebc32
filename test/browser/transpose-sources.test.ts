import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, type Element, openEditorPlatform } from './every-field.ts'

describe.skipIf(!hasChromium)(`transposes that are made in the editor${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(async () => {
    await platform?.close()
  })

  const stores = (): Element => ({
    id: 'stores',
    kind: 'table',
    name: 'Places',
    source: { kind: 'warehouse-table', connectionId: platform.connectionId, path: ['RETAIL', 'PUBLIC', 'STORES'] },
    columns: ['REGION', 'STATE', 'STORE_ID'].map((name) => ({ id: name, formula: `[STORES/${name}]` })),
  })
  const menuPlace = { button: 'right', position: { x: 100, y: 16 } } as const
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  async function choose(page: Page, label: string, option: RegExp) {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option }).click()
  }
  async function undoAll(page: Page, text: () => Promise<string>, first: string) {
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    while (await undo.isEnabled()) await undo.click()
    await expect.poll(text).toBe(first)
  }

  it('makes columns of values, shows what a later change removes, and is the same as code', async () => {
    const { page, draft, workbookId } = await platform.edit([stores()])
    const first = await draft.text()
    await page.locator('[data-element=stores]').click(menuPlace)
    await page.getByRole('menuitem', { name: 'Transpose…', exact: true }).click()
    const transpose = dialog(page, 'Transpose a source')
    const output = transpose.getByRole('region', { name: 'Preview of the output' })
    await output
      .getByRole('columnheader', { name: /^Midwest/ })
      .first()
      .waitFor()
    await choose(page, 'Several rows for one cell', /^How many$/)
    await output.getByRole('columnheader', { name: /^West/ }).first().waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await transpose.getByRole('button', { name: 'Done', exact: true }).click()
    const made = async () => Object.values(await draft.elements()).find(({ name }) => name === 'Places transposed')
    await expect.poll(made).toMatchObject({
      kind: 'table',
      source: {
        kind: 'transpose',
        source: { kind: 'table', elementId: 'stores' },
        direction: 'row-to-column',
        columnToTranspose: 'Region',
        valueColumn: 'Store Id',
        aggregate: 'count',
        outputColumns: ['East', 'Midwest', 'South', 'West'],
      },
      columns: ['State', 'East', 'Midwest', 'South', 'West'].map((name) => ({ formula: `[Places/${name}]` })),
    })
    const grid = page.getByRole('grid', { name: 'Places transposed' })
    await grid.getByRole('button', { name: 'Midwest', exact: true }).waitFor()
    const turned = await draft.text()

    const id = (await made())?.id
    await page.locator(`[data-element="${id}"]`).click(menuPlace)
    await page.getByRole('menuitem', { name: 'Edit transpose…' }).click()
    const change = dialog(page, 'Edit transpose')
    await change.getByRole('button', { name: /^Values that become columns/ }).click()
    await page.getByRole('checkbox', { name: 'South', exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await change.getByRole('button', { name: 'Done', exact: true }).click()
    await change.getByText('These columns go: South').waitFor()
    await change.getByRole('button', { name: 'Done anyway' }).click()
    await expect.poll(async () => (await made())?.columns.length).toBe(4)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(draft.text).toBe(turned)
    expect(await platform.publishAndCopy(page, workbookId)).toContain('"columnToTranspose":"Region"')
    await undoAll(page, draft.text, first)
    expect(platform.door.complaints).toEqual([])
    await page.context().close()
  })

  it('makes rows of columns from the source picker, of one type alone', async () => {
    const { page, draft } = await platform.edit([stores()])
    const first = await draft.text()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Transpose', exact: true }).click()
    const transpose = dialog(page, 'Transpose a source')
    await transpose.getByRole('button', { name: 'Places Page 1', exact: true }).waitFor()
    await page.keyboard.type('places page 1')
    await page.keyboard.press('Enter')
    await choose(page, 'Direction', /^Columns to rows/)
    await transpose.getByRole('button', { name: /^Columns that become rows/ }).click()
    await page.getByRole('checkbox', { name: 'Region', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Store Id', exact: true }).check()
    await transpose.getByText('The types of these columns differ.').waitFor()
    await page.getByRole('checkbox', { name: 'Store Id', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'State', exact: true }).check()
    await page.keyboard.press('Escape')
    await transpose.getByLabel('Name of the column for their names').fill('Kind of place')
    await transpose.getByRole('region', { name: 'Preview of the output' }).getByText('Kind of place').first().waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await transpose.getByRole('button', { name: 'Done', exact: true }).click()
    const made = async () => Object.values(await draft.elements()).find(({ name }) => name === 'Places transposed')
    await expect.poll(made).toMatchObject({
      source: {
        direction: 'column-to-row',
        columnsToMerge: ['Region', 'State'],
        columnLabelForMergedColumns: 'Kind of place',
        columnLabelForValues: 'Value',
      },
      columns: ['Store Id', 'Kind of place', 'Value'].map((name) => ({ formula: `[Places/${name}]` })),
    })
    const grid = page.getByRole('grid', { name: 'Places transposed' })
    await grid.getByText('Region', { exact: true }).first().waitFor()
    await page.getByText('240 rows', { exact: true }).waitFor()
    await undoAll(page, draft.text, first)
    expect(platform.door.complaints).toEqual([])
    await page.context().close()
  })

  it.runIf(process.env.PICTURES)('looks', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await platform.edit([stores()])
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width: scheme === 'light' ? 1440 : 1100, height: 900 })
      await page.getByRole('button', { name: 'Table', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Transpose', exact: true }).waitFor()
      await page.screenshot({ path: `${process.env.PICTURES}/transpose-picker-${scheme}.png` })
      await page.keyboard.press('Escape')
      await page.locator('[data-element=stores]').click(menuPlace)
      await page.getByRole('menuitem', { name: 'Transpose…', exact: true }).click()
      await page
        .getByRole('columnheader', { name: /^Midwest/ })
        .last()
        .waitFor()
      await page.screenshot({ path: `${process.env.PICTURES}/transpose-${scheme}.png` })
      await page.context().close()
    }
  })
})
