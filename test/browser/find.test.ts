import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { countedHand } from './counted-hand.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { inTheme, picture } from './pictures.ts'
import { draftsOf, salesTable } from './workbooks.ts'

describe.skipIf(!hasChromium)(`find and replace in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn
  let id = ''

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    const chart = {
      id: 'chart',
      kind: 'bar-chart',
      name: 'By region',
      source: { kind: 'table', elementId: 'sales' },
      columns: [
        { id: 'x', formula: '[Sales/Region]' },
        { id: 'y', name: 'Distinct shops', formula: 'CountDistinct([Sales/Store])' },
      ],
      xAxis: { columnId: 'x' },
      yAxis: { columnIds: ['y'] },
    }
    const note = { id: 'note', kind: 'text', body: 'All about shops' }
    const pages = [
      { id: 'p1', name: 'Table', elements: [await salesTable(call)] },
      { id: 'p2', name: 'Charts', elements: [chart, note] },
    ]
    const body = { name: 'Sought', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1, pages }
    id = (await call('POST', '/v2/workbooks/spec', body)).workbookId ?? ''
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  async function open(): Promise<Page> {
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${id}`)
    const page = await door.open(`${new URL(url, octavo.address).pathname}/edit`, ada.state)
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    return page
  }
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Find and replace' })
  const isFocused = (page: Page) =>
    expect
      .poll(() =>
        panel(page)
          .getByLabel('Find', { exact: true })
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true)

  it('goes to a chart on another page by the name of its column, within two presses', async () => {
    const page = await open()
    const hand = countedHand(page)
    await hand.press('Control+f')
    await isFocused(page)
    await hand.type('distinct shops')
    await hand.press('Enter')
    await page.locator('[data-element=chart]').waitFor()
    expect(hand.presses()).toBe(2)
    await page.context().close()
  })

  it('replaces the ticked occurrences in titles, columns, formulas and texts as one step of undo', async () => {
    const page = await open()
    const drafts = draftsOf(call, id)
    const first = await drafts.text()
    await page.keyboard.press('Control+f')
    await isFocused(page)
    await page.keyboard.type('shops')
    await panel(page).getByText('2 places found').waitFor()
    await panel(page).getByLabel('Replace with').fill('stores')
    await panel(page).getByText('becomes All about stores').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      await picture(page, `find-${theme}`)
    }
    await panel(page)
      .getByRole('checkbox', { name: /text: All about shops/ })
      .click()
    await panel(page).getByRole('button', { name: 'Replace in 1 place' }).click()
    await expect.poll(async () => (await drafts.elements()).chart?.columns[1]?.name).toBe('Distinct stores')
    expect((await drafts.elements()).note?.body).toBe('All about shops')
    await page.getByRole('button', { name: 'Close', exact: true }).first().click()
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect.poll(() => drafts.text()).toBe(first)
    // A formula: the column that it reads has changed.
    await page.keyboard.press('Control+f')
    await isFocused(page)
    await page.keyboard.type('CountDistinct([Sales/Store])')
    await panel(page).getByText('1 place found').waitFor()
    await panel(page).getByLabel('Replace with').fill('CountDistinct([Sales/City])')
    await panel(page).getByRole('button', { name: 'Replace in 1 place' }).click()
    await expect
      .poll(async () => (await drafts.elements()).chart?.columns[1]?.formula)
      .toBe('CountDistinct([Sales/City])')
    await page.context().close()
  })

  it('writes nothing on the console', () => {
    expect(door.complaints).toEqual([])
  })
})
