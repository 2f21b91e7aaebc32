import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { countedHand } from './counted-hand.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'
import { saved } from './saved.ts'
import { draftsOf, salesTable } from './workbooks.ts'

/** A reader changes a workbook for themselves, and an editor adopts the changes. */
describe.skipIf(!hasChromium)(`exploring a workbook${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let editor: SignedIn
  let explorer: SignedIn
  let workbookId = ''
  let pathname = ''

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    editor = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    explorer = await newMember(browser, call, { firstName: 'Eve', lastName: 'Explorer', memberType: 'Analyze' })
    const made = await call('POST', '/v2/workbooks/spec', {
      name: 'Explored',
      folderId: editor.homeFolderId,
      ownerId: editor.memberId,
      schemaVersion: 1,
      pages: [{ id: 'p1', name: 'Page 1', elements: [await salesTable(call)] }],
    })
    workbookId = made.workbookId ?? ''
    const grantee = { memberId: explorer.memberId }
    await call('POST', `/v2/workbooks/${workbookId}/grants`, { grants: [{ grantee, permission: 'explore' }] })
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    pathname = new URL(url).pathname
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  it('keeps a filter and a chart in a view of the reader, and merges what an editor ticks', async () => {
    const page = await door.open(pathname, explorer.state)
    const hand = countedHand(page)
    await hand.click(page.getByRole('link', { name: 'Customize', exact: true }))
    await page.getByText('Custom view', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get(':customView')).toMatch(/^[0-9A-Za-z]{22}$/)
    expect(await page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0)
    await hand.click(page.getByRole('columnheader', { name: 'Status' }))
    await hand.press('Shift+F')
    const filter = page.getByRole('dialog', { name: 'Filter Status' })
    await hand.click(filter.getByText('completed', { exact: true }))
    await hand.press('Enter')
    await filter.waitFor({ state: 'detached' })
    await hand.press('Shift+H')
    await hand.click(page.getByRole('button', { name: 'Create child element' }))
    await hand.click(page.getByRole('menuitem', { name: 'Chart', exact: true }))
    await hand.click(page.getByRole('button', { name: 'Revenue by month' }))
    await page
      .getByRole('img', { name: /Revenue/ })
      .locator('canvas')
      .waitFor()
    await saved(page)
    expect(await seriousFaults(page)).toEqual([])
    const changes = page.getByRole('button', { name: /What this view changes/ })
    await changes.click()
    const list = page.getByRole('dialog', { name: 'What this view changes' })
    expect((await list.getByRole('listitem').allTextContents()).toSorted()).toEqual([
      'Revenue by month addedUndo',
      'Sales columns changed: Status › visibility changed to trueUndo',
      'Sales filters changed: Status addedUndo',
    ])
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await hand.click(page.getByRole('button', { name: 'Share link', exact: true }))
    const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    expect((await draftsOf(call, workbookId).elements()).sales?.filters).toBeUndefined()

    const address = new URL(link)
    const other = await door.open(address.pathname + address.search, editor.state)
    const otherHand = countedHand(other)
    await otherHand.click(other.getByRole('button', { name: 'Merge changes into draft', exact: true }))
    const dialog = other.getByRole('dialog', { name: 'Merge changes into draft' })
    await otherHand.click(dialog.getByRole('checkbox', { name: /visibility/ }))
    expect(await seriousFaults(other)).toEqual([])
    await otherHand.click(dialog.getByRole('button', { name: 'Merge changes', exact: true }))
    await other.getByRole('dialog', { name: '2 changes are in the draft' }).waitFor()
    expect(hand.presses() + otherHand.presses()).toBeLessThanOrEqual(13)

    const draft = await draftsOf(call, workbookId).elements()
    expect(draft.sales?.filters).toMatchObject([{ kind: 'list', mode: 'include', values: ['completed'] }])
    expect(JSON.stringify(draft.sales)).not.toContain('"hidden":true')
    expect(Object.values(draft).map(({ kind }) => kind)).toEqual(['table', 'bar-chart'])
    await Promise.all([page, other].map((each) => each.context().close()))
  }, 120_000)

  it('undoes one change, saves the view under a name, and returns to the published version', async () => {
    const page = await door.open(pathname, explorer.state)
    await page.getByRole('link', { name: 'Customize', exact: true }).click()
    // Until then the table is the one of the published version, which no key changes.
    await page.getByText('Custom view', { exact: true }).waitFor()
    await page.getByRole('columnheader', { name: 'Status' }).click()
    await page.keyboard.press('Shift+H')
    await page.getByRole('columnheader', { name: 'Status' }).waitFor({ state: 'detached' })
    await page.getByRole('columnheader', { name: 'Channel' }).click()
    await page.keyboard.press('Shift+H')
    await page.getByRole('columnheader', { name: 'Channel' }).waitFor({ state: 'detached' })
    await saved(page)
    await page.getByRole('button', { name: 'Save as', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Saved view…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as a saved view' })
    await dialog.getByLabel('Name').fill('Short')
    // Users who may not create workbooks can save views for themselves.
    expect(await dialog.getByRole('switch').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('You see the saved view “Short”.').waitFor()
    expect(new URL(page.url()).pathname).toBe(pathname)
    await page.getByRole('columnheader', { name: 'City' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Status' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show the published version' }).click()
    await page.getByRole('columnheader', { name: 'Status' }).waitFor()

    await page.goBack()
    await page.goBack()
    await page.getByText('Custom view', { exact: true }).waitFor()
    await page.getByRole('button', { name: /What this view changes/ }).click()
    const list = page.getByRole('dialog', { name: 'What this view changes' })
    await list.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Status' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Close view' }).click()
    await page.getByRole('columnheader', { name: 'Channel' }).waitFor()
    await page.context().close()
  })

  it('offers no copy to users who may only view, or who explore without the feature', async () => {
    for (const [firstName, memberType] of [
      ['Vera', 'View'],
      ['Abel', 'Act'],
    ] as const) {
      const member = await newMember(browser, call, { firstName, lastName: 'Reader', memberType })
      const grantee = { memberId: member.memberId }
      await call('POST', `/v2/workbooks/${workbookId}/grants`, { grants: [{ grantee, permission: 'explore' }] })
      const page = await door.open(pathname, member.state)
      await page.getByRole('columnheader', { name: 'Status' }).waitFor()
      expect(await page.getByRole('link', { name: 'Customize', exact: true }).count(), memberType).toBe(0)
      if (memberType === 'Act') {
        await page.getByRole('gridcell', { name: 'completed' }).first().click({ button: 'right' })
        await page.getByRole('menuitem', { name: /^Keep only/ }).click()
        await page.getByText('You see a custom view of this workbook.').waitFor()
      }
      await page.context().close()
    }
  })

  it('merges a view with a newer version, lists the lost changes, and saves it as a template', async () => {
    const sales = await salesTable(call)
    const second = { ...sales, id: 'second', name: 'Second' }
    const book = (elements: object[]) => ({
      name: 'Moving',
      folderId: editor.homeFolderId,
      ownerId: editor.memberId,
      schemaVersion: 1,
      pages: [{ id: 'p1', name: 'Page 1', elements }],
    })
    const made = await call('POST', '/v2/workbooks/spec', book([sales, second]))
    const id = made.workbookId ?? ''
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${id}`)
    const page = await door.open(`${new URL(url).pathname}/explore`, editor.state)
    await page.getByText('Custom view', { exact: true }).waitFor()
    const header = (element: string, name: string) =>
      page.locator(`[data-element=${element}]`).getByRole('columnheader', { name })
    for (const [element, name] of [
      ['sales', 'Status'],
      ['second', 'Channel'],
    ] as const) {
      await header(element, name).click()
      await page.keyboard.press('Shift+H')
      await header(element, name).waitFor({ state: 'detached' })
    }
    await saved(page)
    await call('PUT', `/v2/workbooks/${id}/spec`, book([sales, { id: 'other', kind: 'text', body: 'New words' }]))
    await page.reload()
    await page.getByText('This view changes version 1. The workbook is at version 2 now.').waitFor()
    await header('second', 'Status').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'view-of-an-older-version')
    await page.getByRole('button', { name: 'Bring to version 2' }).click()
    await page.getByText('The view is on version 2, without 1 change').first().waitFor()
    await page
      .getByText(/Second columns changed: Channel/)
      .first()
      .waitFor()
    await page.getByText('New words', { exact: true }).waitFor()
    await header('sales', 'Channel').waitFor()
    expect(await header('sales', 'Status').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Bring to version/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /What this view changes/ }).innerText()).toContain('1 change')

    await page.getByRole('button', { name: 'Save as', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Template…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Moved view')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Moved view” saved as a template in My Documents').first().waitFor()
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(door.complaints).toEqual([])
  })
})
