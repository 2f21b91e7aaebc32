import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { inTheme, picture } from './pictures.ts'
import { saved } from './saved.ts'

const source = { kind: 'table', elementId: 'sales' }
const month = { id: 'm', formula: 'DateTrunc("month", [Sales/Order Date])', name: 'Month' }
const revenue = { id: 'v', formula: 'Sum([Sales/Revenue])', name: 'Revenue' }
const average = { id: 'a', formula: 'Avg([Sales/Revenue])', name: 'Average' }
const months = {
  id: 'months',
  kind: 'line-chart',
  name: 'Months',
  source,
  columns: [month, revenue, average],
  xAxis: { columnId: 'm' },
  yAxis: { columnIds: ['v', 'a'] },
}
const averages = {
  id: 'averages',
  kind: 'bar-chart',
  name: 'Averages',
  source,
  columns: [month, { id: 'r', formula: '[Sales/Region]' }, average],
  xAxis: { columnId: 'm' },
  yAxis: { columnIds: ['a'] },
  color: { by: 'category', column: 'r' },
}
const kpi = {
  id: 'kpi',
  kind: 'kpi-chart',
  name: 'Total',
  source,
  columns: [month, revenue],
  value: { columnId: 'v' },
  timeline: { columnId: 'm' },
}
const pivot = {
  id: 'pivot',
  kind: 'pivot-table',
  name: 'Regions',
  source,
  columns: [{ id: 'r', formula: '[Sales/Region]' }, { id: 'h', formula: '[Sales/Channel]' }, revenue],
  rowsBy: [{ id: 'r' }],
  columnsBy: [{ id: 'h' }],
  values: ['v'],
}

/** Explanations that are computed from the values of a chart, for editors, explorers and readers. */
describe.skipIf(!hasChromium)(`explaining a chart${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const drawer = (page: Page, name: string) => page.getByRole('dialog', { name: `Explanation of ${name}` })
  const changesBy = (explanation: Locator, column: string) =>
    explanation.getByRole('region', { name: new RegExp(`^Change from .* by ${column}$`) })

  /** Opens the explanation with the menu of a tile, by keyboard. */
  async function explain(page: Page, name: string, item = 'Explain this chart'): Promise<Locator> {
    const tile = page.getByRole('region', { name, exact: true })
    await tile.and(page.locator('[aria-busy=false]')).waitFor()
    const menu = tile.getByRole('button', { name: /menu|More/i }).first()
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
    const explanation = drawer(page, name)
    await explanation.getByRole('heading', { name: 'What stands out' }).waitFor()
    return explanation
  }
  async function explainInEditor(page: Page, id: string, name: string): Promise<Locator> {
    await page
      .locator(`[data-element=${id}]`)
      .first()
      .click({ position: { x: 60, y: 8 } })
    await page.getByRole('toolbar', { name: 'Actions for the selection' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: /^Explain this/ }).click()
    const explanation = drawer(page, name)
    await explanation.getByRole('heading', { name: 'What stands out' }).waitFor()
    return explanation
  }
  const numberIn = (text: string) => Number(text.replaceAll(',', '').replace('−', '-'))
  /** The changes of a list of values, and of the rest. */
  const changesIn = async (list: Locator) =>
    (await list.getByRole('listitem').locator('p').allTextContents()).map((text) =>
      numberIn(/: ([+−-]?[\d,.]+)/.exec(text)?.[1] ?? 'none'),
    )

  it('divides a change by columns of the source so that it adds up, and acts on a sentence', async () => {
    const { page, draft } = await platform.edit([months, kpi])
    const explanation = await explainInEditor(page, 'months', 'Months')
    await explanation
      .getByText('This element shows Revenue (the sum of Revenue) and Average (the average of Revenue) by Month.')
      .waitFor()
    await explanation.getByText('Revenue = Sum([Sales/Revenue])').waitFor()
    await explanation.getByText(/^[\d,]+ rows$/).waitFor()
    const change = await explanation
      .getByText(/(more|less) than .* \(/)
      .first()
      .textContent()
    const [, last = '', amount = '', direction, before = ''] =
      /^(.*?): [\d,.]+, ([\d,.]+) \([\d.]+%\) (more|less) than (.*) \(/.exec(change ?? '') ?? []
    const whole = numberIn(amount) * (direction === 'less' ? -1 : 1)
    await changesBy(explanation, 'Region').waitFor()
    const regions = await changesIn(changesBy(explanation, 'Region'))
    expect(regions.length).toBeGreaterThan(2)
    expect(regions.reduce((sum, each) => sum + each, 0)).toBeCloseTo(whole, 1)
    expect(last).not.toBe(before)
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'explain-light')
    await inTheme(page, 'dark')
    await picture(page, 'explain-dark')
    await inTheme(page, 'light')

    await explanation.getByRole('combobox', { name: 'Measure' }).click()
    await page.getByRole('option', { name: 'Average' }).click()
    await changesBy(explanation, 'Region')
      .getByText(/do not add up to the whole change/)
      .waitFor()
    await explanation.getByRole('combobox', { name: 'Measure' }).click()
    await page.getByRole('option', { name: 'Revenue' }).click()

    await changesBy(explanation, 'Region').getByRole('button', { name: 'See by Region' }).click()
    await saved(page)
    const chart = await draft.elementOf('line-chart')
    const region = chart?.columns.find(({ formula }) => formula === '[Sales/Region]')
    expect(chart?.color).toMatchObject({ by: 'category', column: region?.id })

    const again = await explainInEditor(page, 'months', 'Months')
    await again.getByText(/by Month, split by Region\.$/).waitFor()
    expect(await changesIn(changesBy(again, 'Region'))).toEqual(regions)
    // The average of the whole is not the average of the parts, so the data platform computes it.
    await again.getByRole('combobox', { name: 'Measure' }).click()
    await page.getByRole('option', { name: 'Average' }).click()
    await again.getByText(new RegExp(`^${last}: .* (more|less) than ${before} `)).waitFor()
    await again
      .getByRole('button', { name: `Underlying data of ${last}` })
      .first()
      .click()
    await page
      .getByRole('dialog', { name: /Months/ })
      .getByRole('grid')
      .waitFor()
    await page.keyboard.press('Escape')

    const third = await explainInEditor(page, 'months', 'Months')
    await third
      .getByRole('button', { name: `Keep only “${last}”` })
      .first()
      .click()
    await saved(page)
    expect((await draft.elementOf('line-chart'))?.filters).toEqual([
      expect.objectContaining({ columnId: 'm', kind: 'list', mode: 'include', values: ['2026-06-01'] }),
    ])
  })

  it('explains numbers and pivot tables to readers from the values that they see', async () => {
    const { page: editing, workbookId } = await platform.edit([kpi, pivot, averages])
    await editing.context().close()
    const page = await platform.reader(workbookId)
    const bodies: string[] = []
    page.on('request', (request) => bodies.push(request.postData() ?? ''))
    const explanation = await explain(page, 'Total')
    await explanation.getByText('This element shows Revenue (the sum of Revenue) by Month.').waitFor()
    await explanation.getByText(/^The highest value is/).waitFor()
    await explanation.getByText(/^Change from/).waitFor({ state: 'detached' })
    expect(await explanation.getByRole('button').allTextContents()).toEqual([''])
    await page.keyboard.press('Escape')

    const table = await explain(page, 'Regions', 'Explain this pivot table')
    await table.getByText(/by Region, split by Channel\.$/).waitFor()
    await table.getByText(/^The largest value is .*% of the total\.$/).waitFor()
    await picture(page, 'explain-reader')
    await page.keyboard.press('Escape')

    const bars = await explain(page, 'Averages')
    await bars
      .getByText(/^The values of one Month cannot be added, because Average is not a sum or a count\./)
      .waitFor()
    await changesBy(bars, 'Region')
      .getByText(/: [\d,.]+, before [\d,.]+$/)
      .first()
      .waitFor()
    expect(bodies.filter((body) => body.includes('"edits"') || body.includes('countRows'))).toEqual([])
    await page.context().close()
  })

  it('divides changes for explorers of the published version, without storing a view', async () => {
    const { page: editing, workbookId } = await platform.edit([months])
    await editing.context().close()
    const reader = await platform.reader(workbookId, 'Analyze')
    const { entries } = await platform.call<{ entries: { memberId: string; email: string }[] }>('GET', '/v2/members')
    const memberId = entries.find(({ email }) => email === 'vera.analyze@example.com')?.memberId ?? ''
    const grants = [{ grantee: { memberId }, permission: 'explore' }]
    await platform.call('POST', `/v2/workbooks/${workbookId}/grants`, { grants })
    await reader.reload()
    const stored: string[] = []
    reader.on('request', (request) => {
      if (/\/customViews/.test(request.url()) && request.method() !== 'GET') stored.push(request.url())
    })
    const explanation = await explain(reader, 'Months')
    await changesBy(explanation, 'Region').waitFor()
    expect((await changesIn(changesBy(explanation, 'Region'))).length).toBeGreaterThan(2)
    expect(stored).toEqual([])
    await explanation.getByRole('button', { name: 'See by Region' }).click()
    await expect.poll(() => stored.length).toBe(1)
    expect(await seriousFaults(reader)).toEqual([])
    expect(platform.door.complaints).toEqual([])
  })
})
