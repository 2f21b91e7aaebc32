import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureWebBuilt } from '../../scripts/lib/setup.mjs'
import { seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'

describe.skipIf(!hasChromium)(`comments in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let owner: SignedIn
  let reader: SignedIn
  let door: ReturnType<typeof createDoor>
  let address = ''

  beforeAll(async () => {
    ensureWebBuilt()
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    const api = await apiOf(octavo)
    owner = await newMember(browser, api, { firstName: 'Olga', lastName: 'Owner', memberType: 'Build' })
    reader = await newMember(browser, api, { firstName: 'Rita', lastName: 'Reader', memberType: 'View' })
    const region = { id: 'r', kind: 'control', controlId: 'R', controlType: 'text', name: 'Our region', mode: 'equals' }
    const pages = [{ id: 'p', name: 'Page', elements: [{ id: 't', kind: 'text', body: 'The plans.' }, region] }]
    const spec = { name: 'Plans', schemaVersion: 1, pages, folderId: owner.homeFolderId }
    const { workbookId } = await api('POST', '/v2/workbooks/spec', spec)
    await api('PATCH', `/v2/files/${workbookId}`, { ownerId: owner.memberId })
    const grantee = { memberId: reader.memberId }
    await api('POST', '/v2/grants', { inodeId: workbookId, grantee, permission: 'view' })
    address = new URL((await api('GET', `/v2/workbooks/${workbookId}`)).url ?? '').pathname
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  /** With OCTAVO_PICTURES screenshots are stored for inspection. */
  const picture = async (page: Page, name: string) => {
    const folder = process.env.OCTAVO_PICTURES
    if (folder === undefined) return
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: `${folder}/${name}.png` })
  }
  const opened = async (who: SignedIn, options = {}) => {
    const page = await door.open(address, who.state, options)
    await page.getByRole('button', { name: 'Comments' }).click()
    const panel = page.getByRole('dialog', { name: 'Comments' })
    await panel.waitFor()
    return { page, panel }
  }

  it('a comment on an element is written, with a mention', async () => {
    const { page, panel } = await opened(owner)
    await panel.getByText('No comments').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    // A field of three lines is as high as three lines.
    const field = await panel.getByRole('textbox', { name: 'Comment' }).boundingBox()
    expect(field?.height).toBeGreaterThan(60)
    await panel.getByRole('textbox', { name: 'Comment' }).fill('Is this the new one?\nPlease check.')
    await panel.getByRole('combobox', { name: 'Mention' }).fill('Rita')
    await page.getByRole('option', { name: /Rita Reader/ }).click()
    await panel.getByRole('combobox', { name: 'About' }).click()
    await page.getByRole('option', { name: 'Our region' }).click()
    await panel.getByRole('button', { name: 'Comment', exact: true }).click()
    const thread = panel.getByRole('article')
    await thread.getByText('Mentions Rita Reader').waitFor()
    await thread.getByRole('button', { name: 'Our region' }).waitFor()
    expect(await panel.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('')
    await picture(page, 'written')
    await page.context().close()
  })

  it('a reader replies to it and resolves it; only its author can change and delete it', async () => {
    const { page, panel } = await opened(reader)
    const thread = panel.getByRole('article')
    await thread.getByText('Please check.').waitFor()
    expect(await thread.getByRole('button', { name: /^Actions/ }).count()).toBe(0)
    await thread.getByRole('button', { name: 'Reply' }).click()
    await thread.getByRole('textbox', { name: 'Reply to Olga Owner' }).fill('Yes, it is.')
    await thread.getByRole('button', { name: 'Reply', exact: true }).click()
    await thread.getByText('Yes, it is.').waitFor()
    await thread.getByRole('button', { name: 'Actions on the comment of You' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await thread.getByRole('textbox', { name: 'Comment' }).fill('Yes. It is.')
    await thread.getByRole('button', { name: 'Save' }).click()
    await thread.getByText('Yes. It is.').waitFor()
    await thread.getByText(/edited/).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await thread.getByRole('button', { name: 'Resolve' }).click()
    await panel.getByText('No comments').waitFor()
    await panel.getByRole('switch', { name: 'Show resolved' }).click()
    await thread.getByText('Resolved by You').waitFor()
    await thread.getByRole('button', { name: 'Reopen' }).click()
    await thread.getByRole('button', { name: 'Resolve' }).waitFor()
    await page.context().close()
  })

  it.each(['light', 'dark'] as const)('a link to a comment opens the panel, on a phone too (%s)', async (scheme) => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const options = { viewport: { width, height }, colorScheme: scheme }
      const page = await door.open(`${address}?:comment=one`, owner.state, options)
      await page.getByRole('dialog', { name: 'Comments' }).getByText('Yes. It is.').waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await picture(page, `thread-${scheme}-${width}`)
      await page.context().close()
    }
  })

  it('deleting the first comment also deletes its replies', async () => {
    const { page, panel } = await opened(owner)
    await panel.getByRole('button', { name: 'Actions on the comment of You' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await panel.getByText('No comments').waitFor()
    await page.context().close()
  })

  it('no page wrote an error to the console', () => {
    expect(door.complaints).toEqual([])
  })
})
