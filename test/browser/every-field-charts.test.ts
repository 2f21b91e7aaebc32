import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  formatSectionsOf,
  propertyFields,
  titleFields,
} from '../../packages/web/src/elements/inspector-fields/fields.ts'
import {
  colorRuleFields,
  referenceFields,
  scaleFields,
  trendFields,
} from '../../packages/web/src/elements/inspector-fields/mark-fields.ts'
import { hasChromium, skipReason } from './chromium.ts'
import {
  addFromSales,
  changeSections,
  changeShown,
  chooseColor,
  chooseLast,
  colorButton,
  type EditorPlatform,
  lostFields,
  openEditorPlatform,
  putOn,
  sectionOf,
} from './every-field.ts'

/** A hundred fields take long when other tests use the processor. */
const timeout = 300_000

/** Charts on two axes: every field of their panels is changed by hand, published, read as code and written as a copy. */
describe.skipIf(!hasChromium)(`every field of charts on axes${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const tab = (panel: Locator, name: string) => panel.getByRole('tab', { name, exact: true }).click()

  /** Reference marks, trend lines and color rules: adds one entry and sets all of its fields. */
  async function addEntry(panel: Locator, add: string, entry: string, fields: Parameters<typeof changeShown>[1]) {
    await panel.getByRole('button', { name: add, exact: true }).click()
    return changeShown(panel.getByRole('group', { name: entry, exact: true }), fields)
  }

  async function marks(panel: Locator) {
    await addEntry(panel, 'Add a reference mark', 'Reference mark 1', referenceFields)
    await panel.getByRole('button', { name: 'Add a reference mark', exact: true }).click()
    const band = panel.getByRole('group', { name: 'Reference mark 2', exact: true })
    await chooseLast(band.getByLabel('Type', { exact: true }))
    await chooseLast(band.getByLabel('Axis', { exact: true }))
    await changeShown(band, referenceFields)
    await addEntry(panel, 'Add a trend line', 'Trend line 1', trendFields)
    await chooseLast(panel.getByRole('group', { name: 'Trend line 1' }).getByLabel('Model', { exact: true }))
  }

  async function colors(page: Page, panel: Locator) {
    const section = await sectionOf(panel, 'Color')
    await chooseColor(colorButton(section, 'Color'))
    await putOn(page, 'Color', 'Region')
    await section.getByRole('button', { name: 'Add a color' }).click()
    await chooseLast(section.getByLabel('Colors by', { exact: true }))
    for (const _ of [1, 2]) await section.getByRole('button', { name: 'Add a color' }).click()
    await changeShown(section, scaleFields)
  }

  it.each([
    { name: 'Bar', kind: 'bar-chart' },
    { name: 'Line', kind: 'line-chart' },
    { name: 'Area', kind: 'area-chart' },
    { name: 'Combo', kind: 'combo-chart' },
    { name: 'Scatter', kind: 'scatter-chart' },
  ])(
    '$name: built, published, read as code, equal to its copy, shown and hidden',
    { timeout },
    async ({ name, kind }) => {
      const { page, panel, workbookId, draft } = await platform.edit()
      await addFromSales(page, name)
      await panel.getByRole('button', { name: 'Revenue by month', exact: true }).click()
      await tab(panel, 'Format')
      await marks(panel)
      await tab(panel, 'Properties')
      await putOn(page, 'Y axis', 'Margin')
      if (kind === 'combo-chart') {
        await putOn(page, 'Second axis', 'Quantity')
        await chooseLast((await sectionOf(panel, 'Shapes')).getByRole('combobox').first())
      }
      if (kind === 'scatter-chart') await putOn(page, 'Size', 'Quantity')
      await putOn(page, 'Tooltip', 'Quantity')
      const changed = await changeShown(await sectionOf(panel, 'Chart'), propertyFields[kind] ?? [])
      const order = await sectionOf(panel, 'Order')
      await chooseLast(order.getByRole('combobox').first())
      await chooseLast(order.getByLabel('Direction', { exact: true }))
      if (kind === 'bar-chart' || kind === 'combo-chart') {
        await addEntry(panel, 'Add a color rule', 'Color rule 1', colorRuleFields)
      }
      await colors(page, panel)
      await tab(panel, 'Format')
      const title = await sectionOf(panel, 'Title and frame')
      await title.getByLabel('Description', { exact: true }).fill('What it shows')
      await page.keyboard.press('Enter')
      changed.push(...(await changeShown(title, titleFields)))
      changed.push(...(await changeSections(panel, formatSectionsOf(kind))))
      expect(changed.length).toBeGreaterThan(40)
      await platform.publishAndCopy(page, workbookId)
      const built = await draft.elementOf(kind)
      expect(lostFields(built ?? {}, changed)).toEqual([])
      expect(built).toMatchObject({
        refMarks: [{ type: 'line' }, { type: 'band' }],
        trendlines: [{}],
        color: { by: 'scale' },
        xAxis: { sort: {} },
        x: { tooltipColumns: [expect.any(String)] },
      })

      const hidden = await changeSections(panel, formatSectionsOf(kind), 'hiding')
      hidden.push(...(await changeShown(title, titleFields, 'hiding')))
      await platform.publishAndCopy(page, workbookId)
      expect(lostFields((await draft.elementOf(kind)) ?? {}, hidden)).toEqual([])
      await page.context().close()
    },
  )

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
