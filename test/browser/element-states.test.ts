import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { inTheme, picture } from './pictures.ts'

const source = { kind: 'table', elementId: 'sales' }
const regions = {
  id: 'rows',
  kind: 'table',
  name: 'Regions',
  source,
  columns: [
    { id: 'r', formula: '[Sales/Region]' },
    { id: 'v', formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
  ],
  groupings: [{ id: 'g', groupBy: ['r'], calculations: ['v'] }],
}
const broken = {
  id: 'broken',
  kind: 'table',
  name: 'Broken',
  source,
  columns: [{ id: 'm', formula: 'RegexpMatch([Sales/Region], "(" & [Sales/Region])', name: 'Match' }],
}

/** What an element shows while it has no rows, or outdated ones, and the actions it offers. */
describe.skipIf(!hasChromium)(`states of elements${skipReason}`, () => {
  let platform: EditorPlatform
  let page: Page

  beforeAll(async () => {
    platform = await openEditorPlatform()
    ;({ page } = await platform.edit([regions, broken]))
    await page.goto(page.url().replace(/\/edit.*$/, ''))
  })
  afterAll(() => platform?.close())

  const ofData = '**/v2/workbooks/*/pages/*/data*'
  const tile = () => page.getByRole('region', { name: 'Regions', exact: true })
  const west = () => tile().getByRole('row', { name: /West/ })

  it('shows the statement of a query that failed', async () => {
    const failed = page.getByRole('region', { name: 'Broken', exact: true })
    await failed.getByRole('alert').waitFor()
    await failed.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await failed.getByRole('button', { name: 'Show SQL' }).click()
    await page
      .getByRole('dialog')
      .getByText(/regexp/i)
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  })

  it('names the column of a chart that has an error, and leads an editor to its formula', async () => {
    const chart = {
      id: 'bars',
      kind: 'bar-chart',
      name: 'Bars',
      source,
      columns: [
        { id: 'x', formula: '[Sales/Region]' },
        { id: 'y', formula: 'Sum([Sales/Revenu])', name: 'Takings' },
      ],
      xAxis: { columnId: 'x' },
      yAxis: { columnIds: ['y'] },
    }
    const { page: editor } = await platform.edit([chart])
    const bars = editor.getByRole('region', { name: 'Bars', exact: true })
    await bars
      .getByText(/“Takings”|"Takings"/)
      .first()
      .waitFor()
    for (const scheme of ['light', 'dark'] as const) {
      await inTheme(editor, scheme)
      expect(await seriousFaults(editor)).toEqual([])
      await picture(editor, `column-error-${scheme}`)
    }
    await bars.getByRole('button', { name: 'Edit formula' }).click()
    const field = editor.getByRole('textbox', { name: /^Formula of / })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await editor.keyboard.press('Control+a')
    await editor.keyboard.type('Sum([Sales/Revenue])')
    await editor.keyboard.press('Enter')
    await bars.locator('canvas').first().waitFor()
    await editor.context().close()
  })

  it('keeps older rows while newer ones are not available, and retries by itself', async () => {
    await west().waitFor()
    await page.route(ofData, (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh data', exact: true }).click()
    await tile()
      .getByText(/^Data of \d/)
      .waitFor()
    await west().waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.unroute(ofData)
    await tile()
      .getByText(/^Data of \d/)
      .waitFor({ state: 'detached' })
    await west().waitFor()
  })

  it('an editor pauses queries: edits are saved, tiles show it, and held queries are sent once', async () => {
    const { page: editor, draft } = await platform.edit([regions])
    const asked: string[] = []
    editor.on('request', (request) => {
      if (/\/pages\/[^/]+\/data/.test(request.url())) asked.push(request.url())
    })
    const foot = editor.getByRole('region', { name: 'Status', exact: true })
    const rows = editor.getByRole('region', { name: 'Regions', exact: true })
    await rows.getByRole('row', { name: /West/ }).waitFor()
    await editor.locator('[data-element=rows]').click({ position: { x: 100, y: 16 } })
    await foot.getByText(/^\d+ rows? · /).waitFor()
    await foot.getByRole('button', { name: 'Pause queries' }).click()
    await foot.getByText('Queries are paused', { exact: true }).waitFor()
    const before = asked.length

    await rows.getByRole('columnheader', { name: 'Revenue' }).click()
    const field = editor.getByRole('textbox', { name: /^Formula of / })
    await field.click()
    await editor.keyboard.press('Control+a')
    await editor.keyboard.type('Count([Sales/Revenue])')
    await editor.keyboard.press('Enter')
    await expect
      .poll(async () => (await draft.elements()).rows?.columns)
      .toContainEqual(expect.objectContaining({ id: 'v', formula: 'Count([Sales/Revenue])' }))
    await rows.getByText(/^Data of .* Queries are paused\.$/).waitFor()
    await foot.getByText('Queries are paused, 1 element waits').waitFor()
    for (const scheme of ['light', 'dark'] as const) {
      await inTheme(editor, scheme)
      expect(await seriousFaults(editor)).toEqual([])
      await picture(editor, `queries-paused-${scheme}`)
    }
    expect(asked).toHaveLength(before)

    await foot.getByRole('button', { name: 'Resume queries' }).click()
    await rows.getByText(/Queries are paused/).waitFor({ state: 'detached' })
    await foot.getByRole('button', { name: 'Pause queries' }).waitFor()
    await foot.getByText(/^\d+ rows? · /).waitFor()
    expect(asked).toHaveLength(before + 1)
    await editor.context().close()
  })

  it('lets a reader cancel a query, and start it again', async () => {
    const held: Route[] = []
    await page.route(ofData, (route) => void held.push(route))
    await page.reload()
    await tile().getByText('Still loading').waitFor()
    await tile().getByRole('button', { name: 'Cancel', exact: true }).click()
    await tile().getByText('You stopped waiting for this element.').waitFor()
    await page.unroute(ofData)
    await tile().getByRole('button', { name: 'Try again' }).click()
    await west().waitFor()
  })
})
