import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatSectionsOf, titleFields } from '../../packages/web/src/elements/inspector-fields/fields.ts'
import { hasChromium, skipReason } from './chromium.ts'
import {
  addFromSales,
  changeSections,
  changeShown,
  chooseLast,
  colorButton,
  type FieldHouse,
  lostFields,
  openFieldHouse,
  putOn,
  sectionOf,
} from './every-field.ts'

/** Many fields take their time where other tests have the processor. */
const timeout = 300_000

/** Pivot tables: every field of their panels is changed by hand, published, read as code and written as a copy. */
describe.skipIf(!hasChromium)(`every field of pivot tables${skipReason}`, () => {
  let house: FieldHouse

  beforeAll(async () => {
    house = await openFieldHouse()
  })
  afterAll(() => house?.close())

  const tab = (panel: Locator, name: string) => panel.getByRole('tab', { name, exact: true }).click()

  /** A command of the menu of a column, from the Data panel or a shelf. */
  async function command(menu: Locator, ...path: string[]) {
    await menu.click()
    const page = menu.page()
    for (const name of path.slice(0, -1)) await page.getByRole('menuitem', { name, exact: true }).hover()
    await page.getByRole('menuitem', { name: path.at(-1) ?? '', exact: true }).click()
  }

  /** One rule of each kind with all of its fields. */
  async function rules(page: Page, panel: Locator, menu: () => Locator) {
    const dialog = page.getByRole('dialog', { name: /^Conditional format of/ })
    for (const kind of ['Single color', 'Data bars', 'Text scale', 'Color scale']) {
      await command(menu(), 'Conditional formatting…')
      await dialog.getByText(kind, { exact: true }).click()
      const isSingle = kind === 'Single color'
      for (const name of isSingle ? ['Background', 'Text color'] : ['Lowest', 'Highest']) {
        await colorButton(dialog, name).click()
        await page.getByRole('dialog', { name, exact: true }).getByRole('button').nth(3).click()
        await page.keyboard.press('Escape')
      }
      if (isSingle) {
        await chooseLast(dialog.getByRole('combobox', { name: 'When the value is' }))
        await dialog.getByLabel('Formula', { exact: true }).fill('True')
      } else {
        for (const [at, name] of ['From value', 'Middle value', 'To value'].entries()) {
          await dialog.getByLabel(name, { exact: true }).fill(String(at))
        }
      }
      for (const box of await dialog.getByRole('checkbox').all()) await box.click()
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await panel.getByRole('button', { name: /^Single color/ }).waitFor()
  }

  async function format(page: Page, panel: Locator, kind: string) {
    await tab(panel, 'Format')
    const title = await sectionOf(panel, 'Title and frame')
    await title.getByLabel('Title', { exact: true }).fill('By hand')
    await page.keyboard.press('Enter')
    await title.getByLabel('Description', { exact: true }).fill('What it shows')
    await page.keyboard.press('Enter')
    return [...(await changeShown(title, titleFields)), ...(await changeSections(panel, formatSectionsOf(kind)))]
  }

  it('a pivot table: built, published, read as code, equal to its copy', { timeout }, async () => {
    const { page, panel, workbookId, draft } = await house.edit()
    await addFromSales(page, 'Pivot table')
    await putOn(page, 'Pivot rows', 'Region')
    await putOn(page, 'Pivot columns', 'Channel')
    await putOn(page, 'Values', 'Revenue')
    await panel.getByRole('button', { name: 'Swap rows and columns' }).click()
    const order = await sectionOf(panel, 'Order')
    await chooseLast(order.getByRole('combobox').first())
    await chooseLast(order.getByLabel('Direction', { exact: true }))
    const values = panel.getByRole('list', { name: 'Values', exact: true })
    await rules(page, panel, () => values.getByRole('button').first())
    const changed = await format(page, panel, 'pivot-table')
    await house.publishAndCopy(page, workbookId)
    const element = await draft.elementOf('pivot-table')
    expect(lostFields(element ?? {}, changed)).toEqual([])
    expect(element).toMatchObject({
      rowsBy: [{ sort: { direction: 'descending', by: expect.any(String) } }],
      columnsBy: [{ columnId: expect.any(String) }],
      conditionalFormats: [
        { type: 'single', includeValues: false, includeSubtotals: true, includeGrandTotals: true },
        { type: 'dataBars' },
        { type: 'fontScale' },
        { type: 'backgroundScale' },
      ],
    })
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(house.door.complaints).toEqual([])
  })
})
