import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { countedHand } from './counted-hand.ts'
import { type EditorPlatform, type Element, openEditorPlatform } from './every-field.ts'

describe.skipIf(!hasChromium)(`another source for an element${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(async () => {
    await platform?.close()
  })

  const table = (name: string) => ({
    kind: 'warehouse-table',
    connectionId: platform.connectionId,
    path: ['RETAIL', 'PUBLIC', name],
  })
  const stores = (): Element => ({
    id: 'stores',
    kind: 'table',
    name: 'Places',
    source: table('STORES'),
    columns: ['REGION', 'STATE', 'STORE_ID'].map((name) => ({ id: name, formula: `[STORES/${name}]` })),
    metrics: [{ id: 'm', name: 'Number of stores', formula: 'Count()' }],
  })
  const areas = (): Element => ({
    id: 'areas',
    kind: 'table',
    name: 'Areas',
    source: table('STORES'),
    columns: [
      { id: 'a', formula: '[STORES/REGION]', name: 'Area' },
      { id: 's', formula: '[STORES/STATE]' },
      { id: 'i', formula: 'Text([STORES/STORE_ID])', name: 'Store Id' },
    ],
    metrics: [{ id: 'n', name: 'Number of stores', formula: 'Count()' }],
  })
  const chart = (): Element => ({
    id: 'chart',
    kind: 'bar-chart',
    name: 'By region',
    source: { kind: 'table', elementId: 'stores' },
    columns: [
      { id: 'x', formula: '[Places/Region]' },
      { id: 'y', formula: 'CountDistinct([Places/Store Id])', name: 'Stores' },
      { id: 'n', formula: '[Metrics/Number of stores]' },
    ],
    xAxis: { columnId: 'x' },
    yAxis: { columnIds: ['y', 'n'] },
  })
  const review = (page: Page, name: string) => page.getByRole('dialog', { name: `Change the source of ${name}` })
  async function undoAll(page: Page, text: () => Promise<string>, first: string) {
    // The button in the header: buttons in messages have the same text.
    const undo = page.locator('button[aria-label="Undo"]')
    while (await undo.isEnabled()) await undo.click()
    await expect.poll(text).toBe(first)
  }

  it('finds a chart, changes its source by keys with a missing column mapped, in few presses', async () => {
    const { page, draft } = await platform.edit([stores(), areas(), chart()])
    const first = await draft.text()
    await page.getByRole('region', { name: 'By region' }).first().waitFor()
    const hand = countedHand(page)
    await page.locator('[data-element=chart]').click({ position: { x: 100, y: 16 } })
    await hand.press('Control+K')
    await hand.type('change source')
    await page.getByRole('option', { name: /^Change source…/ }).waitFor()
    await hand.press('Enter')
    const dialog = review(page, 'By region')
    await dialog.getByRole('button', { name: 'Areas Page 1', exact: true }).waitFor()
    await hand.type('areas')
    await hand.press('Enter')
    await expect
      .poll(() =>
        dialog.getByRole('combobox', { name: 'Column for Region' }).evaluate((at) => at === document.activeElement),
      )
      .toBe(true)
    await dialog.getByText('1 missing, 1 of another type, 1 found by name').waitFor()
    await dialog.getByRole('cell', { name: 'Was number, is text' }).waitFor()
    expect(await draft.text()).toBe(first)
    expect(await faultsInBothThemes(page)).toEqual([])
    if (process.env.PICTURES) {
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.screenshot({ path: `${process.env.PICTURES}/change-source-${scheme}.png` })
      }
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await hand.press('ArrowDown')
    await page.getByRole('option', { name: /^Area/ }).waitFor()
    await hand.press('Enter')
    await dialog.getByRole('cell', { name: 'By hand' }).waitFor()
    await hand.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await draft.elements()).chart)
      .toMatchObject({
        source: { kind: 'table', elementId: 'areas' },
        columns: [
          { id: 'x', formula: '[Areas/Area]', name: 'Region' },
          { id: 'y', formula: 'CountDistinct([Areas/Store Id])', name: 'Stores' },
          { id: 'n', formula: '[Metrics/Number of stores]' },
        ],
      })
    expect(hand.presses()).toBeLessThanOrEqual(6)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(draft.text).toBe(first)
    expect(platform.door.complaints).toEqual([])
    await page.context().close()
  })

  it('leaves a column broken from the menu of an element, is the same as code, and undoes to the first document', async () => {
    const { page, draft, workbookId } = await platform.edit([stores(), areas(), chart()])
    const first = await draft.text()
    await page.locator('[data-element=stores]').click({ button: 'right', position: { x: 100, y: 16 } })
    await page.getByRole('menuitem', { name: 'Change source…', exact: true }).click()
    const dialog = review(page, 'Places')
    await expect.poll(() => dialog.getByRole('button', { name: /^Places/ }).isEnabled()).toBe(false)
    await dialog.getByRole('button', { name: 'Areas Page 1', exact: true }).click()
    const missing = dialog.getByRole('row').filter({ has: page.getByRole('combobox', { name: 'Column for Region' }) })
    await missing.getByText('Leave broken').waitFor()
    await missing.getByRole('cell', { name: 'By region' }).waitFor()
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect
      .poll(async () => (await draft.elements()).stores)
      .toMatchObject({
        source: { kind: 'table', elementId: 'areas' },
        columns: [{ formula: '[Areas/REGION]' }, { formula: '[Areas/State]' }, { formula: '[Areas/Store Id]' }],
      })
    expect(await draft.elements()).toMatchObject({ chart: { columns: [{ formula: '[Places/Region]' }, {}, {}] } })
    const places = page.getByRole('region', { name: 'Places' }).first()
    await places.getByText('Unknown column', { exact: true }).first().waitFor()
    await places.getByRole('columnheader', { name: 'State' }).waitFor()
    const byRegion = page.getByRole('region', { name: 'By region' }).first()
    await expect
      .poll(() => byRegion.innerText(), { timeout: 30_000 })
      .toContain('The values are those of "Region", and that column has an error.')
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/broken-column.png` })
    await undoAll(page, draft.text, first)
    expect(await platform.publishAndCopy(page, workbookId)).toContain('"STORES"')
    expect(platform.door.complaints).toEqual([])
    await page.context().close()
  })

  it('swaps a source of the whole workbook with a missing column mapped, and undoes it in one step', async () => {
    const reading = (id: string, name: string, ...formulas: string[]): Element => ({
      ...{ id, kind: 'table', name, source: table('STORES') },
      columns: formulas.map((formula, at) => ({ id: `${id}${at}`, formula })),
    })
    const { page, draft } = await platform.edit([
      reading('stores', 'Places', '[STORES/STATE]', '[STORES/STORE_ID]'),
      reading('names', 'Names', 'Upper([STORES/STATE])'),
    ])
    const first = await draft.text()
    await page.getByRole('region', { name: 'Names' }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('swap data')
    await page.getByRole('option', { name: /^Swap data sources/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Swap data sources' })
    const list = dialog.getByRole('list', { name: 'Sources of this workbook' })
    await list.getByRole('button', { name: /^STORES.*2 elements/ }).click()
    expect(await dialog.getByRole('button', { name: 'Apply', exact: true }).isDisabled()).toBe(true)
    await dialog.getByRole('searchbox').fill('customers')
    await dialog.getByRole('button', { name: /^CUSTOMERS .*RETAIL/ }).click()
    await list.getByText('1 column missing').waitFor()
    const row = dialog.getByRole('row').filter({ has: page.getByRole('combobox', { name: 'Column for Store Id' }) })
    await row.getByRole('cell', { name: 'Missing', exact: true }).waitFor()
    expect(await draft.text()).toBe(first)
    expect(await faultsInBothThemes(page)).toEqual([])
    if (process.env.PICTURES) {
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.screenshot({ path: `${process.env.PICTURES}/swap-sources-${scheme}.png` })
      }
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await row.getByRole('combobox').click()
    await page.getByRole('option', { name: /^Customer Id/ }).click()
    await list.getByText('1 column missing').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect.poll(draft.elements).toMatchObject({
      stores: {
        source: table('CUSTOMERS'),
        columns: [{ formula: '[CUSTOMERS/STATE]' }, { formula: '[CUSTOMERS/CUSTOMER_ID]', name: 'Store Id' }],
      },
      names: { source: table('CUSTOMERS'), columns: [{ formula: 'Upper([CUSTOMERS/STATE])' }] },
    })
    await page.locator('button[aria-label="Undo"]').click()
    await expect.poll(draft.text).toBe(first)
    expect(platform.door.complaints).toEqual([])
    await page.context().close()
  })

  it('asks what to do with the readers of a deleted table, and each choice is one step', async () => {
    const { page, draft } = await platform.edit([stores(), areas(), chart()])
    const first = await draft.text()
    await page.getByRole('region', { name: 'By region' }).first().waitFor()
    const picture = async (name: string) => {
      if (!process.env.PICTURES) return
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.screenshot({ path: `${process.env.PICTURES}/${name}-${scheme}.png` })
      }
      await page.emulateMedia({ colorScheme: 'light' })
    }
    const question = page.getByRole('dialog', { name: 'Delete Places?' })
    const ask = async () => {
      await page.locator('[data-element=stores]').click({ button: 'right', position: { x: 100, y: 16 } })
      await page.getByRole('menuitem', { name: 'Delete element' }).click()
      await question.getByRole('list', { name: 'Reads it' }).getByText('By region').waitFor()
    }

    await ask()
    expect(await question.getByRole('radio', { name: 'Keep it as data' }).isChecked()).toBe(true)
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture('removal')
    await question.getByRole('button', { name: 'Keep as data' }).click()
    await expect.poll(draft.text).toContain('"visibility":"hidden"')
    expect(await draft.elements()).toMatchObject({ stores: stores(), chart: { source: { elementId: 'stores' } } })
    await page.locator('[data-element=stores]').waitFor({ state: 'detached' })
    await undoAll(page, draft.text, first)

    await ask()
    await question.getByText('Replace their source…').click()
    await question.getByRole('button', { name: 'Choose a source…' }).click()
    const replacing = page.getByRole('dialog', { name: 'Replace the source of what reads it' })
    await replacing.getByRole('button', { name: 'Areas Page 1', exact: true }).click()
    const section = replacing.getByRole('region', { name: 'By region' })
    await section.getByText('1 missing, 1 of another type, 1 found by name').waitFor()
    await picture('removal-replace')
    await section.getByRole('combobox', { name: 'Column for Region' }).click()
    await page.getByRole('option', { name: /^Area/ }).click()
    await section.getByRole('cell', { name: 'By hand' }).waitFor()
    await replacing.getByRole('button', { name: 'Replace and delete' }).click()
    await expect
      .poll(async () => (await draft.elements()).chart)
      .toMatchObject({
        source: { kind: 'table', elementId: 'areas' },
        columns: [{ formula: '[Areas/Area]', name: 'Region' }, {}, {}],
      })
    expect(await draft.elements()).not.toHaveProperty('stores')
    await page.locator('button[aria-label="Undo"]').click()
    await expect.poll(draft.text).toBe(first)
    expect(platform.door.complaints).toEqual([])
    await page.context().close()
  })

  it('finds a chart, changes its source, deletes a used column and restores it from the history, by keys within 20 presses', async () => {
    const { page, draft } = await platform.edit([stores(), areas(), chart()])
    const first = await draft.text()
    await page.getByRole('region', { name: 'By region' }).first().waitFor()
    const hand = countedHand(page)
    const highlighted = (name: string) => page.locator('[role=option][data-highlighted]', { hasText: name })
    const run = async (typed: string, name: string) => {
      await hand.press('Control+k')
      await hand.type(typed)
      await highlighted(name).waitFor()
      await hand.press('Enter')
    }
    await hand.press('Control+f')
    const find = page.getByRole('dialog', { name: 'Find and replace' }).getByLabel('Find', { exact: true })
    await expect.poll(() => find.evaluate((field) => field === document.activeElement)).toBe(true)
    await hand.type('CountDistinct')
    await hand.press('Enter')
    await page.locator('[data-frame=chart]').waitFor()

    await run('change source', 'Change source…')
    const dialog = review(page, 'By region')
    await dialog.getByRole('button', { name: 'Areas Page 1', exact: true }).waitFor()
    await hand.type('areas')
    await hand.press('Enter')
    await expect
      .poll(() =>
        dialog.getByRole('combobox', { name: 'Column for Region' }).evaluate((at) => at === document.activeElement),
      )
      .toBe(true)
    await dialog.getByText('1 missing, 1 of another type, 1 found by name').waitFor()
    await hand.press('ArrowDown')
    await page.getByRole('option', { name: /^Area/ }).waitFor()
    await hand.press('Enter')
    await dialog.getByRole('cell', { name: 'By hand' }).waitFor()
    await hand.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await draft.elements()).chart).toMatchObject({ source: { elementId: 'areas' } })

    await run('#area', 'Area')
    await hand.press('Delete')
    await page.getByRole('dialog', { name: 'Delete Area?' }).getByText('By region').waitFor()
    await hand.press('Enter')
    const areaIds = async () => (await draft.elements()).areas?.columns.map(({ id }) => id)
    await expect.poll(areaIds).toEqual(['s', 'i'])

    await run('version history', 'Version history')
    const panel = page.getByRole('complementary', { name: 'Version history' })
    const head = panel.getByRole('button', { name: /^Draft/ })
    await panel.getByRole('button', { name: 'Take back' }).first().waitFor()
    await expect.poll(() => head.evaluate((at) => at === document.activeElement)).toBe(true)
    await hand.press('ArrowDown', 'Enter')
    await panel.getByRole('button', { name: 'Restore', exact: true }).first().waitFor()
    await hand.press('Tab', 'Enter')
    await expect.poll(areaIds).toEqual(['a', 's', 'i'])
    expect((await draft.elements()).chart).toMatchObject({ source: { elementId: 'areas' } })
    expect(hand.presses()).toBeLessThanOrEqual(20)
    await page.getByRole('button', { name: 'Go back to latest version' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    await undoAll(page, draft.text, first)
    expect(platform.door.complaints).toEqual([])
    await page.context().close()
  })
})
