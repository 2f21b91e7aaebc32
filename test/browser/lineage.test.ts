import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { inTheme, picture } from './pictures.ts'
import { salesTable } from './workbooks.ts'

describe.skipIf(!hasChromium)(`lineage in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let ada: SignedIn
  let path = ''

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    const call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    const table = (id: string, from: string) => ({
      id,
      kind: 'table',
      name: `Table ${id}`,
      source: { kind: 'table', elementId: from },
      columns: [{ id: `${id}-c`, name: 'Region', formula: `[${from === 'sales' ? 'Sales' : `Table ${from}`}/Region]` }],
    })
    const pick = {
      id: 'pick',
      kind: 'control',
      controlType: 'list',
      controlId: 'Pick',
      mode: 'include',
      selectionMode: 'multiple',
      name: 'Pick a region',
      source: { kind: 'source', source: { kind: 'table', elementId: 'a' }, columnId: 'a-c' },
      filters: [{ source: { kind: 'table', elementId: 'b' }, columnId: 'b-c' }],
    }
    const pages = [
      { id: 'p1', name: 'First', elements: [await salesTable(call)] },
      { id: 'p2', name: 'Second', elements: [table('a', 'sales'), table('b', 'a'), table('alone', 'sales'), pick] },
    ]
    const body = { name: 'Linked', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1, pages }
    const { workbookId } = await call('POST', '/v2/workbooks/spec', body)
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    path = `${new URL(url, octavo.address).pathname}/edit`
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  async function open(): Promise<Page> {
    const page = await door.open(path, ada.state)
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    return page
  }
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Lineage' })
  const box = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

  it('draws the whole workbook from its menu, and follows one element by keyboard to its place', async () => {
    const page = await open()
    await page
      .getByRole('button', { name: /Linked/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Lineage' }).click()
    await dialog(page).getByText('6 sources and elements').waitFor()
    // The document has only the id of its data model.
    await box(page, 'Retail / Sales').waitFor()
    await box(page, 'Table a').click()
    await dialog(page).getByText('Table a and 4 sources and elements that belong to it').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      await picture(page, `lineage-${theme}`)
    }
    await box(page, 'Table a').focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => box(page, 'Sales').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'hidden' })
    await page.locator('[data-element=sales]').waitFor()
    await page.context().close()
  })

  it('shows as a list what an element reads and what reads it', async () => {
    const page = await open()
    await page.locator('[data-element=sales]').click({ position: { x: 200, y: 16 } })
    await page.keyboard.press('l')
    await box(page, 'Table alone').waitFor()
    await dialog(page).getByText('List', { exact: true }).click()
    const readers = dialog(page).getByRole('region', { name: 'Is read by' })
    await readers.getByRole('treeitem', { name: 'Table b', exact: true }).first().waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'lineage-list')
    await readers.getByRole('treeitem', { name: 'Table b', exact: true }).first().click()
    await dialog(page).waitFor({ state: 'hidden' })
    await page.locator('[data-element=b]').waitFor()
    await page.context().close()
  })

  it('writes nothing on the console', () => {
    expect(door.complaints).toEqual([])
  })
})
