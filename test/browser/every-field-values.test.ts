import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  formatSectionsOf,
  propertyFields,
  titleFields,
} from '../../packages/web/src/elements/inspector-fields/fields.ts'
import { colorRuleFields } from '../../packages/web/src/elements/inspector-fields/mark-fields.ts'
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
  panelOf,
  putOn,
  sectionOf,
} from './every-field.ts'

/** Many fields take long when other tests use the processor. */
const timeout = 300_000

interface Case {
  name: string
  kind: string
  /** Columns by the name of the shelf. */
  shelves: [string, string][]
  /** What the document must contain besides the fields. */
  built?: Record<string, unknown>
}

const column = { columnId: expect.any(String) }
const cases: Case[] = [
  {
    name: 'Pie',
    kind: 'pie-chart',
    shelves: [
      ['Value', 'Revenue'],
      ['Color', 'Region'],
    ],
  },
  {
    name: 'Donut',
    kind: 'donut-chart',
    shelves: [
      ['Value', 'Revenue'],
      ['Color', 'Region'],
      ['Value in the hole', 'Margin'],
      ['Panels by row', 'Channel'],
    ],
    built: { holeValue: column, trellis: { rowsBy: [column] } },
  },
  {
    name: 'Box',
    kind: 'box-chart',
    shelves: [
      ['X axis', 'Region'],
      ['Y axis', 'Revenue'],
      ['Split by', 'Channel'],
    ],
    built: { splitBy: column },
  },
  {
    name: 'Waterfall',
    kind: 'waterfall-chart',
    shelves: [
      ['X axis', 'Region'],
      ['Y axis', 'Revenue'],
      ['Split by', 'Channel'],
    ],
    built: { splitBy: column },
  },
  {
    name: 'Funnel',
    kind: 'funnel-chart',
    shelves: [
      ['Stage', 'Channel'],
      ['Value', 'Revenue'],
    ],
  },
  {
    name: 'Gauge',
    kind: 'gauge-chart',
    shelves: [
      ['Value', 'Margin'],
      ['Target', 'Revenue'],
      ['Maximum', 'Quantity'],
    ],
    built: { target: column, maximum: column, x: { colorRules: [{}] } },
  },
  {
    name: 'Treemap',
    kind: 'treemap-chart',
    shelves: [
      ['Category', 'Region'],
      ['Value', 'Revenue'],
    ],
  },
  {
    name: 'Sankey',
    kind: 'sankey-chart',
    shelves: [
      ['Stages', 'Region'],
      ['Stages', 'Channel'],
      ['Value', 'Revenue'],
    ],
    // The first one is there from the start.
    built: { stages: [column, column, column] },
  },
  {
    name: 'KPI',
    kind: 'kpi-chart',
    shelves: [
      ['Value', 'Revenue'],
      ['Timeline', 'Order Date'],
    ],
  },
]

/** Charts without a second axis and single numbers: every field of their panels is changed by hand, published, read as code and written as a copy. */
describe.skipIf(!hasChromium)(`every field of round charts and of values${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const tab = (panel: Locator, name: string) => panel.getByRole('tab', { name, exact: true }).click()

  it.each(cases)(
    '$name: built, published, read as code, equal to its copy, and hidden',
    { timeout },
    async ({ name, kind, shelves, built = {} }) => {
      const { page, panel, workbookId, draft } = await platform.edit()
      const expected: Record<string, unknown> = { ...built }
      await addFromSales(page, name)
      for (const [shelf, title] of shelves) await putOn(page, shelf, title)
      const changed = await changeShown(await sectionOf(panel, 'Chart'), propertyFields[kind] ?? [])
      if ((await panel.getByRole('heading', { level: 3, name: 'Order', exact: true }).count()) > 0) {
        const order = await sectionOf(panel, 'Order')
        await chooseLast(order.getByRole('combobox').first())
        await chooseLast(order.getByLabel('Direction', { exact: true }).first())
      }
      if ((await panel.getByRole('heading', { level: 3, name: 'Color', exact: true }).count()) > 0) {
        await chooseColor(colorButton(await sectionOf(panel, 'Color'), 'Color'))
        expected.color = { by: 'single', value: expect.any(String) }
      }
      if (kind === 'gauge-chart') {
        await panel.getByRole('button', { name: 'Add a color rule', exact: true }).click()
        await changeShown(panel.getByRole('group', { name: 'Color rule 1', exact: true }), colorRuleFields)
      }
      await tab(panel, 'Format')
      const title = await sectionOf(panel, 'Title and frame')
      await title.getByLabel('Title', { exact: true }).fill('By hand')
      await page.keyboard.press('Enter')
      await title.getByLabel('Description', { exact: true }).fill('What it shows')
      await page.keyboard.press('Enter')
      changed.push(...(await changeShown(title, titleFields)))
      changed.push(...(await changeSections(panel, formatSectionsOf(kind))))
      await platform.publishAndCopy(page, workbookId)
      const element = await draft.elementOf(kind)
      expect(lostFields(element ?? {}, changed)).toEqual([])
      expect(element).toMatchObject(expected)

      const hidden = await changeSections(panel, formatSectionsOf(kind), 'hiding')
      await expect.poll(async () => lostFields((await draft.elementOf(kind)) ?? {}, hidden)).toEqual([])
      await page.context().close()
    },
  )

  it('Progress: built, published, read as code, equal to its copy', { timeout }, async () => {
    const { page, panel, workbookId, draft } = await platform.edit()
    await page
      .getByRole('region', { name: 'Add', exact: true })
      .getByRole('button', { name: 'Progress', exact: true })
      .click()
    await panelOf(page).getByRole('heading', { level: 2, name: 'Progress' }).waitFor()
    const changed = await changeSections(panel, formatSectionsOf('progress'))
    await platform.publishAndCopy(page, workbookId)
    expect(lostFields((await draft.elementOf('progress')) ?? {}, changed)).toEqual([])
    expect(changed.length).toBeGreaterThan(15)
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
