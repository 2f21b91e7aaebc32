import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, type Element, openEditorPlatform } from './every-field.ts'
import { inTheme, picture } from './pictures.ts'
import { saved } from './saved.ts'

const source = { kind: 'table', elementId: 'sales' }
const set = (control: string, value: object) => ({ effect: 'set-control-value', control, value })
const action = (id: string, trigger: unknown, effects: object[]) => ({ id, name: `${id} it`, trigger, effects })
const onItem = (itemId: string) => ({ on: 'on-context-menu', itemId })

const control = (controlId: string, more: object = {}): Element => ({
  id: controlId.toLowerCase(),
  kind: 'control',
  controlType: 'text',
  mode: 'equals',
  controlId,
  name: controlId,
  ...more,
})
const table = (): Element => ({
  id: 'regions',
  kind: 'table',
  name: 'Regions',
  source,
  columns: [
    { id: 'r', formula: '[Sales/Region]' },
    { id: 'v', formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
  ],
  groupings: [{ id: 'g', groupBy: ['r'], calculations: ['v'] }],
  contextMenu: [
    { id: 'pick', name: 'Pick it' },
    { id: 'more', name: 'More', items: [{ id: 'leave', name: 'See the rows' }] },
    { id: 'idle', name: 'Nothing yet' },
  ],
  actions: [
    action('Pick', onItem('pick'), [set('Picked', { type: 'column', column: 'r' })]),
    action('Leave', onItem('leave'), [{ effect: 'navigate', target: { type: 'page', page: 'p2' } }]),
  ],
})
const pivot = (): Element => ({
  id: 'cross',
  kind: 'pivot-table',
  name: 'Cross',
  source,
  columns: [
    { id: 'pr', formula: '[Sales/Region]' },
    { id: 'pv', formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
  ],
  values: ['pv'],
  rowsBy: [{ columnId: 'pr' }],
  contextMenu: [{ id: 'cell', name: 'Pick the row' }],
  actions: [
    action('Cell', onItem('cell'), [set('Picked', { type: 'column', column: 'pr' })]),
    action('Press', 'on-select', [set('Picked', { type: 'column', column: 'pr' })]),
  ],
})
const bars = (): Element => ({
  id: 'bars',
  kind: 'bar-chart',
  name: 'Bars',
  source,
  columns: [
    { id: 'br', formula: '[Sales/Region]', name: 'Area' },
    { id: 'bv', formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
  ],
  xAxis: { columnId: 'br' },
  yAxis: { columnIds: ['bv'] },
  contextMenu: [{ id: 'mark', name: 'Pick the bar' }],
  actions: [action('Mark', onItem('mark'), [set('Picked', { type: 'column', column: 'br' })])],
})

/** What starts sequences beyond clicks and selections: another value of a control, and items of the menus of cells and marks. */
describe.skipIf(!hasChromium)(`triggers${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  const inAddress = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

  it('items of a menu run with the cell or mark that it belongs to, for readers too', async () => {
    const { page, panel, draft, workbookId } = await platform.edit([control('Picked'), table(), pivot(), bars()])
    await page.locator('[data-element=regions]').click({ position: { x: 60, y: 16 } })
    await panel.getByRole('tab', { name: 'Format', exact: true }).click()
    await panel.getByRole('button', { name: 'Add menu item' }).click()
    await panel.getByRole('textbox', { name: 'Name of the menu item' }).last().fill('Wave')
    expect(await faultsInBothThemes(page)).toEqual([])
    await panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await panel.getByRole('button', { name: 'Add action: On “Wave” in the menu' }).waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      await picture(page, `menu-actions-${theme}`)
    }
    await inTheme(page, 'light')
    await panel.getByRole('tab', { name: 'Format', exact: true }).click()
    await picture(page, 'menu-items')
    await panel.getByRole('button', { name: 'Delete More from the menu' }).click()
    await saved(page)
    expect((await draft.elements()).regions).toMatchObject({
      contextMenu: [{ id: 'pick' }, { id: 'idle' }, { name: 'Wave' }],
      actions: [{ id: 'Pick' }],
    })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await saved(page)
    await platform.publishAndCopy(page, workbookId)
    await page.context().close()

    const reader = await platform.reader(workbookId)
    const cell = (name: string) => reader.getByRole('region', { name: 'Regions' }).getByText(name, { exact: true })
    await cell('South').click({ button: 'right' })
    await reader.getByRole('menuitem', { name: 'Pick it' }).waitFor()
    await reader.getByRole('menuitem', { name: 'Copy', exact: true }).waitFor()
    expect(await reader.getByRole('menuitem', { name: 'Nothing yet' }).count()).toBe(0)
    await picture(reader, 'menu-of-a-cell')
    await reader.getByRole('menuitem', { name: 'Pick it' }).click()
    await expect.poll(() => inAddress(reader, 'Picked')).toBe('South')

    await reader.getByRole('region', { name: 'Cross' }).getByText('East', { exact: true }).click({ button: 'right' })
    await reader.getByRole('menuitem', { name: 'Pick the row' }).click()
    await expect.poll(() => inAddress(reader, 'Picked')).toBe('East')

    const cross = reader.getByRole('region', { name: 'Cross' })
    await cross.getByRole('button', { name: 'South', exact: true }).press('Enter')
    await expect.poll(() => inAddress(reader, 'Picked')).toBe('South')
    await cross.getByRole('row', { name: /^East/ }).getByRole('cell').first().click()
    await expect.poll(() => inAddress(reader, 'Picked')).toBe('East')

    const canvas = reader.getByRole('img', { name: 'Bars', exact: true }).locator('canvas')
    await canvas.waitFor()
    await canvas.scrollIntoViewIfNeeded()
    const box = await canvas.boundingBox()
    if (!box) throw new Error('The chart has no place on the page.')
    const [x, y] = [box.x + box.width * 0.3, box.y + box.height * 0.72]
    const item = reader.getByRole('menuitem', { name: 'Pick the bar' })
    // The menu is for the mark under the pointer.
    await expect
      .poll(async () => {
        await reader.mouse.move(x - 3, y)
        await reader.mouse.move(x, y)
        await reader.mouse.click(x, y, { button: 'right' })
        return item.count()
      })
      .toBe(1)
    await item.click()
    await expect.poll(() => inAddress(reader, 'Picked')).not.toBe('East')
    expect(['Midwest', 'Online', 'South', 'West']).toContain(inAddress(reader, 'Picked'))

    await cell('South').click({ button: 'right' })
    await reader.getByRole('menuitem', { name: 'More', exact: true }).click()
    await reader.getByRole('menuitem', { name: 'See the rows' }).click()
    await reader.getByRole('region', { name: 'Sales', exact: true }).waitFor()
    await reader.context().close()
  })

  it('a new value of a control starts its actions, and the actions of the control that they set', async () => {
    const follow = (id: string, target: string) =>
      action(id, 'on-change', [set(target, { type: 'control', control: id })])
    const { page, panel, workbookId } = await platform.edit([
      control('First', { actions: [follow('First', 'Second')] }),
      control('Second', { actions: [follow('Second', 'Third')] }),
      control('Third'),
    ])
    await page.locator('[data-element=third]').click({ position: { x: 60, y: 8 } })
    await panel.getByRole('tab', { name: 'Actions', exact: true }).click()
    await panel.getByRole('button', { name: 'Add action', exact: true }).click()
    await panel.getByRole('combobox', { name: 'Effect' }).click()
    await page.getByRole('option', { name: 'Go to a page or element', exact: true }).click()
    await panel.getByRole('button', { name: 'Name, condition and message' }).click()
    await panel.getByRole('checkbox', { name: 'Only for some values' }).check()
    await panel.getByRole('textbox', { name: 'Values, with commas between' }).fill('leave, go')
    await picture(page, 'on-change')
    await platform.publishAndCopy(page, workbookId)
    await page.context().close()

    const reader = await platform.reader(workbookId, 'Act')
    const field = (name: string) => reader.getByRole('textbox', { name, exact: true })
    await field('First').fill('one')
    await field('First').press('Enter')
    await expect.poll(() => inAddress(reader, 'Third')).toBe('one')
    expect(inAddress(reader, 'Second')).toBe('one')
    await reader.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
