import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform, panelOf, sectionOf } from './every-field.ts'
import { inTheme, picture } from './pictures.ts'
import { saved } from './saved.ts'

const source = { kind: 'table', elementId: 'sales' }
const chart = (id: string, name: string, x: string) => ({
  id,
  kind: 'bar-chart',
  name,
  source,
  columns: [
    { id: `${id}-x`, formula: x, name: 'Place' },
    { id: `${id}-y`, formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
    { id: `${id}-c`, formula: '[Sales/Channel]', name: 'Channel' },
  ],
  xAxis: { columnId: `${id}-x` },
  yAxis: { columnIds: [`${id}-y`] },
  color: { by: 'category', column: `${id}-c` },
})

/** Controls that act on charts: one that replaces a legend, one that drills, and the levels of a hierarchy. */
describe.skipIf(!hasChromium)(`controls of charts${skipReason}`, () => {
  let platform: EditorPlatform
  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const select = (page: Page, name: string) => tile(page, name).click({ position: { x: 200, y: 16 } })
  async function choose(field: Locator, option: string) {
    await field.click()
    await field.page().getByRole('option', { name: option, exact: true }).first().click()
  }
  type Control = Record<string, unknown> & { targets: unknown[] }
  const pair = [chart('one', 'By region', '[Sales/Region]'), chart('two', 'By store', '[Sales/Store]')]

  it('a legend control is created from a chart, acts on another one too, and starts with a value', async () => {
    const { page, panel, workbookId, draft } = await platform.edit(pair)
    const controlNow = async () => (await draft.elementOf('control')) as Control | undefined
    await tile(page, 'By region').locator('canvas').first().waitFor()
    await select(page, 'By region')
    await panel.getByRole('button', { name: 'Convert to legend control' }).click()
    await panel.getByRole('heading', { level: 2, name: 'Channel', exact: true }).waitFor()
    const targets = await sectionOf(panel, 'Targets (1)')
    await choose(targets.getByRole('combobox', { name: 'Add a target' }), 'By store')
    await panel.getByRole('heading', { level: 3, name: 'Targets (2)', exact: true }).waitFor()
    const group = page.getByRole('group', { name: 'Channel', exact: true })
    await group.getByRole('button').first().click()
    await panel.getByRole('button', { name: 'Use the present value' }).click()
    for (const scheme of ['light', 'dark'] as const) {
      await inTheme(page, scheme)
      expect(await seriousFaults(page)).toEqual([])
      await picture(page, `legend-control-${scheme}`)
    }
    await saved(page)
    await expect.poll(controlNow).toMatchObject({
      controlType: 'legend',
      source: { kind: 'source', source },
      targets: [
        { source: { kind: 'table', elementId: 'one' }, columnId: 'one-c' },
        { source: { kind: 'table', elementId: 'two' }, columnId: 'two-c' },
      ],
      values: [expect.any(String)],
    })
    expect((await draft.elements()).one).toMatchObject({ legend: { visibility: 'hidden' } })
    await platform.publishAndCopy(page, workbookId)
    await page.context().close()
  })

  it('a drill control gets levels, a second chart and a start, and drills', async () => {
    const { page, panel, workbookId, draft } = await platform.edit(pair)
    const controlNow = async () => (await draft.elementOf('control')) as Control | undefined
    await tile(page, 'By region').locator('canvas').first().waitFor()
    await select(page, 'By region')
    await panel.getByRole('button', { name: 'Create drill control' }).click()
    await panel.getByRole('heading', { level: 2, name: 'Region', exact: true }).waitFor()
    const levels = await sectionOf(panel, 'Levels')
    await choose(levels.getByRole('combobox', { name: 'Add a level' }), 'Store')
    await choose(levels.getByRole('combobox', { name: 'Add a level' }), 'Category')
    await levels.getByRole('button', { name: 'Move Category up' }).click()
    await levels.getByRole('button', { name: 'Remove level Category' }).click()
    const targets = await sectionOf(panel, 'Targets (1)')
    await choose(targets.getByRole('combobox', { name: 'Add a target' }), 'By store')
    await choose(levels.getByRole('combobox', { name: 'Starts at' }), 'Store')
    await choose(
      (await sectionOf(panel, 'Targets (2)')).getByRole('combobox', { name: 'Region in By store', exact: true }),
      'As it is',
    )
    for (const scheme of ['light', 'dark'] as const) {
      await inTheme(page, scheme)
      expect(await seriousFaults(page)).toEqual([])
      await picture(page, `drill-control-${scheme}`)
    }
    await saved(page)
    await expect.poll(controlNow).toMatchObject({
      controlType: 'drill',
      targets: [
        { source: { kind: 'table', elementId: 'one' }, columnIds: ['one-x', expect.any(String)] },
        { source: { kind: 'table', elementId: 'two' }, columnIds: [null, 'two-x'] },
      ],
      value: expect.any(String),
    })
    await page.getByRole('radio', { name: 'Region', exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Drill down to Store' }).waitFor()
    await platform.publishAndCopy(page, workbookId)
    await page.context().close()
  })

  it('a hierarchy has its levels from a folder of a table', async () => {
    const { page, panel, workbookId, draft } = await platform.edit([
      {
        id: 'places',
        kind: 'table',
        name: 'Places',
        source,
        columns: [
          { id: 'r', formula: '[Sales/Region]' },
          { id: 's', formula: '[Sales/Store]' },
        ],
        folders: [{ id: 'where', name: 'Where', items: ['r', 's'] }],
        order: ['where'],
      },
      { id: 'h', kind: 'control', controlType: 'hierarchy', controlId: 'Where', name: 'Where it is' },
    ])
    await page.locator('[data-element=h]').click({ position: { x: 10, y: 8 } })
    const values = await sectionOf(panelOf(page), 'Values')
    await choose(values.getByRole('combobox', { name: 'Values from' }), 'Where')
    await picture(page, 'hierarchy-control')
    await saved(page)
    const entry = { source: { kind: 'table', elementId: 'places' }, columnId: 'where' }
    await expect.poll(() => draft.elementOf('control')).toMatchObject({ source: entry, filters: [entry] })
    expect(await panel.getByText('Unknown column').count()).toBe(0)
    await platform.publishAndCopy(page, workbookId)
    await page.context().close()

    const reader = await platform.reader(workbookId)
    const count = async () => Number(await reader.getByRole('grid').first().getAttribute('aria-rowcount'))
    await reader.getByRole('grid').first().waitFor()
    await reader.getByRole('button', { name: 'Where it is: All' }).click()
    await reader.getByRole('button', { name: 'Show what is below East' }).click()
    await reader.getByRole('checkbox', { name: 'Boston Station' }).click()
    await reader.getByRole('checkbox', { name: 'West', exact: true }).click()
    expect(await reader.getByRole('checkbox', { name: 'East', exact: true }).getAttribute('aria-checked')).toBe('mixed')
    const cells = reader.getByRole('grid').first().getByRole('gridcell')
    const regions = async () =>
      [...new Set((await cells.allInnerTexts()).filter((text) => /^(East|West|North|South)$/.test(text)))].sort()
    await expect.poll(regions).toEqual(['East', 'West'])
    // Outdated rows are pale until new ones arrive.
    await expect.poll(() => reader.locator('[aria-busy=true]').count()).toBe(0)
    await picture(reader, 'hierarchy-control-reader')
    expect(await seriousFaults(reader)).toEqual([])
    await reader.keyboard.press('Escape')
    await reader.getByRole('button', { name: 'Where it is: 2 selected' }).waitFor()
    const texts = new Set(await cells.allInnerTexts())
    expect(texts.has('Boston Station')).toBe(true)
    // The choice is in the address, so that a link includes it.
    expect(new URL(reader.url()).search).toContain('Where')
    expect(await count()).toBeGreaterThan(1)
    await reader.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
