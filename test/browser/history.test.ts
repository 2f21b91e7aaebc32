import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { countedHand } from './counted-hand.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { inTheme, picture } from './pictures.ts'
import { draftsOf, salesTable } from './workbooks.ts'

describe.skipIf(!hasChromium)(`the version history in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn
  let sales: Record<string, unknown>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    sales = await salesTable(call)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const setBody = (text: string) => ({ op: 'set', at: ['elements', { id: 'note' }, 'body'], value: text })

  /** A workbook of Ada's with a table and a text. */
  async function make(): Promise<string> {
    const note = { id: 'note', kind: 'text', body: 'First words' }
    const pages = [{ id: 'p1', name: 'Page 1', elements: [sales, note] }]
    const body = { name: 'Kept', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1, pages }
    return (await call('POST', '/v2/workbooks/spec', body)).workbookId ?? ''
  }
  async function edit(id: string, edits: unknown[]): Promise<void> {
    const { revision } = await call<{ revision: number }>('GET', `/v2/workbooks/${id}/draft`)
    await call('POST', `/v2/workbooks/${id}/draft/edits`, { edits, baseRevision: revision })
  }
  const publish = (id: string) => call('POST', `/v2/workbooks/${id}/draft/publish`, {})
  async function open(id: string): Promise<Page> {
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${id}`)
    const page = await door.open(`${new URL(url, octavo.address).pathname}/edit`, ada.state)
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    return page
  }
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Version history' })
  const entry = (page: Page, name: RegExp) => panel(page).getByRole('button', { name })

  it('shows what each version changed and how it looked, and restores one into the draft', async () => {
    const id = await make()
    await edit(id, [setBody('Second words')])
    await publish(id)
    await call('POST', '/v2/tags', { name: 'Approved', color: 'cyan' })
    await call('POST', '/v2/workbooks/tag', { workbookId: id, tag: 'Approved' })
    const page = await open(id)
    await page.getByRole('button', { name: /Kept/ }).first().click()
    await page.getByRole('menuitem', { name: 'Version history' }).click()
    await entry(page, /Version 2 Current Approved/).waitFor()
    // Nothing has changed since it was published, and reading it with the API makes no difference either.
    await panel(page).getByText('The draft is the same as this version.').waitFor()
    await panel(page).getByText('text changed from First words to Second words').waitFor()
    await page.getByText('Second words', { exact: true }).waitFor()
    await page.locator('[data-element=sales] [role=gridcell]').first().waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      await picture(page, `history-${theme}`)
    }
    await page.setViewportSize({ width: 700, height: 900 })
    await picture(page, 'history-narrow')
    await page.setViewportSize({ width: 1440, height: 900 })
    await entry(page, /Version 1/).click()
    await page.getByText('First words', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    const drafts = draftsOf(call, id)
    await expect.poll(async () => (await drafts.elements()).note?.body).toBe('First words')
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect.poll(async () => (await drafts.elements()).note?.body).toBe('Second words')
    await page.context().close()
  })

  it('reverts one change: restores a removed column, while another change stays', async () => {
    const id = await make()
    const drafts = draftsOf(call, id)
    await edit(id, [setBody('Kept words'), { op: 'remove', at: ['elements', { id: 'sales' }, 'columns'], id: 'c3' }])
    const page = await open(id)
    const hand = countedHand(page)
    await hand.press('Control+k')
    await hand.type('version history')
    await page.locator('[role=option][data-highlighted]', { hasText: 'Version history' }).waitFor()
    await hand.press('Enter')
    await entry(page, /^Draft/).waitFor()
    await panel(page).getByRole('button', { name: 'Take back' }).first().waitFor()
    await expect.poll(() => entry(page, /^Draft/).evaluate((head) => head === document.activeElement)).toBe(true)
    await hand.press('ArrowDown', 'Enter')
    await panel(page).getByRole('button', { name: 'Restore', exact: true }).first().waitFor()
    await hand.press('Tab', 'Enter')
    await expect
      .poll(async () => (await drafts.elements()).sales?.columns.some((column) => column.id === 'c3'))
      .toBe(true)
    expect((await drafts.elements()).note?.body).toBe('Kept words')
    expect(hand.presses()).toBe(6)
    await page.getByRole('button', { name: 'Go back to latest version' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    await page.context().close()
  })

  it('lists many versions page by page', async () => {
    const id = await make()
    for (let version = 2; version <= 60; version++) {
      await edit(id, [setBody(`Words ${version}`)])
      await publish(id)
    }
    const page = await open(id)
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await entry(page, /Version 60/).waitFor()
    const heads = panel(page).locator('li > button')
    expect(await heads.count()).toBe(50)
    await panel(page).getByRole('button', { name: 'Show older versions' }).click()
    await expect.poll(() => heads.count()).toBe(60)
    await page.context().close()
  })

  it('writes nothing on the console', () => {
    expect(door.complaints).toEqual([])
  })
})
