import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureWebBuilt } from '../../scripts/lib/setup.mjs'
import { seriousFaults } from './accessibility.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { apiOf, createDoor, newMember } from './house.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'
import { salesTable } from './workbooks.ts'

describe.skipIf(!hasChromium)(`what an author sees and sets of a page${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let state: Awaited<ReturnType<typeof signInOnce>>
  let api: Awaited<ReturnType<typeof apiOf>>

  beforeAll(async () => {
    ensureWebBuilt()
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    state = await signInOnce(browser, octavo.address)
    api = await apiOf(octavo)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  async function create(name: string, pages: object[]): Promise<{ id: string; edit: string; read: string }> {
    const { userId } = await api<{ userId: string }>('GET', '/v2/whoami')
    const { homeFolderId } = await api<{ homeFolderId: string }>('GET', `/v2/members/${userId}`)
    const body = { name, folderId: homeFolderId, schemaVersion: 1, pages }
    const made = await api<{ workbookId: string }>('POST', '/v2/workbooks/spec', body)
    const { workbookUrlId } = await api<{ workbookUrlId: string }>('GET', `/v2/workbooks/${made.workbookId}`)
    const read = `/-/workbook/${workbookUrlId}`
    return { id: made.workbookId, read, edit: `${read}/edit` }
  }

  it('shows the draft as a member sees it, and changes nothing there', async () => {
    const table = await salesTable(api)
    const [first] = table.columns as { id: string; formula: string }[]
    const ann = await newMember(browser, api, { firstName: 'Ann', lastName: 'Lee', memberType: 'View' })
    const only = { kind: 'specific-users-and-teams', assignments: { users: [ann.memberId] } }
    const criteria = { kind: 'no-one-can-view' }
    const guarded = {
      ...table,
      columns: [first],
      columnSecurities: [{ id: 's', restrictedColumns: [first?.id], criteria }],
    }
    const { edit } = await create('Seen', [
      { id: 'all', name: 'For all', elements: [guarded] },
      { id: 'hers', name: 'For Ann', elements: [], visibility: only },
      { id: 'none', name: 'For nobody', elements: [], visibility: 'hidden' },
    ])
    const page = await door.open(edit, state)
    await page.getByRole('button', { name: 'More about publishing' }).click()
    await page.getByRole('menuitem', { name: 'Preview as member or team' }).click()
    await page.getByLabel('Member or team').click()
    await page.getByRole('option', { name: /Ann Lee/ }).click()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText('as Ann Lee sees it').waitFor()
    const tabs = page.getByRole('navigation', { name: 'Pages' }).getByRole('button')
    expect(await tabs.allInnerTexts()).toEqual(['For all', 'For Ann'])
    await page.getByText('•••').first().waitFor()
    await page.getByRole('button', { name: /rules? for readers/ }).click()
    await page.getByText('Hidden from them:').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    // As the author again, the page has no column menus: it is what a reader has.
    await page.getByRole('button', { name: 'View as a reader' }).click()
    await page.getByRole('grid').waitFor()
    expect(await page.getByRole('columnheader').first().getByRole('button', { name: /menu/i }).count()).toBe(0)
    expect(door.complaints).toEqual([])
  })
})
