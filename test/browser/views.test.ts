import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { admin, type RunningOctavo, startOctavo } from './octavo.ts'

describe.skipIf(!hasChromium)(`views in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let member: SignedIn
  let door: ReturnType<typeof createDoor>
  let address = ''
  let exploreKey = ''
  let bookmarkId = ''
  /** The key of the private custom view from which the saved view was created. */
  let privateKey = ''
  /** Every address that the API returns for a view, with what it opens. */
  const addresses: { url: string; says: string; opensForOthers: boolean }[] = []

  /** The owner of the views: the first administrator, signed in on the sign-in page. */
  const ownerState = async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(octavo.address)
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    const state = await context.storageState()
    await context.close()
    return state
  }

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    const api = await apiOf(octavo)
    member = await newMember(browser, api, { firstName: 'Vera', lastName: 'View', memberType: 'Build' })
    const { workbookId, url } = await api('POST', '/v2/workbooks/spec', {
      name: 'Viewed',
      folderId: member.homeFolderId,
      schemaVersion: 1,
      pages: [
        { id: 'one', name: 'First page', elements: [{ id: 'hello', kind: 'text', body: 'Published text' }] },
        {
          id: 'two',
          name: 'Second page',
          elements: [
            { id: 'pick', kind: 'control', controlId: 'Pick', controlType: 'text', mode: 'equals', name: 'Pick' },
          ],
        },
      ],
    })
    void url
    const book = await api('GET', `/v2/workbooks/${workbookId}`)
    address = new URL(book.url ?? '').pathname
    const changed = { op: 'set', at: ['elements', { id: 'hello' }, 'body'], value: 'My own text' }
    const view = await api('POST', `/v2/workbooks/${workbookId}/customViews`, { workbookVersion: 1, edits: [changed] })
    const link = await api('POST', `/v2/workbooks/${workbookId}/customViews/${view.exploreKey}/share`)
    exploreKey = link.exploreKey ?? ''
    const saved = await api('POST', `/v2/workbooks/${workbookId}/bookmarks`, {
      workbookVersion: 1,
      name: 'Kept',
      isShared: true,
      exploreKey: view.exploreKey,
    })
    bookmarkId = saved.bookmarkId ?? ''
    privateKey = view.exploreKey ?? ''
    const custom = 'You see a custom view of this workbook.'
    const kept = 'You see the saved view “Kept”.'
    addresses.push({ url: view.url ?? '', says: custom, opensForOthers: false })
    addresses.push({ url: link.url ?? '', says: custom, opensForOthers: true })
    addresses.push({ url: saved.url ?? '', says: kept, opensForOthers: true })
    await api('POST', '/v2/tags', { name: 'Kept', color: 'cyan' })
    await api('POST', '/v2/workbooks/tag', { workbookId, tag: 'Kept' })
    const ofTag = await api('POST', `/v2/workbooks/${workbookId}/customViews?tag=Kept`, {
      workbookVersion: 1,
      edits: [changed],
    })
    addresses.push({ url: ofTag.url ?? '', says: custom, opensForOthers: false })
    const savedOfTag = await api('POST', `/v2/workbooks/${workbookId}/tags/Kept/bookmarks`, {
      workbookVersion: 1,
      name: 'Kept',
      isShared: false,
      exploreKey: ofTag.exploreKey,
    })
    addresses.push({ url: savedOfTag.url ?? '', says: kept, opensForOthers: false })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })
  const open = (search: string): Promise<Page> => door.open(address + search, member.state)
  const searchOf = (page: Page) => page.evaluate(() => location.search)

  it('an old address ends with the new name, with the page and the control values as they were', async () => {
    const kept = '&:nodeId=two&Pick=a%252C b%25,:c'
    const page = await open(`?:explore=${exploreKey}${kept}`)
    await page.getByText('You see a custom view of this workbook.').waitFor()
    expect(await searchOf(page)).toBe(`?:customView=${exploreKey}&:nodeId=two&Pick=a%252C%20b%25,:c`)
    await expect.poll(() => page.getByRole('button', { name: 'Second page' }).getAttribute('aria-current')).toBe('page')
    await page.getByRole('button', { name: 'First page' }).click()
    await page.getByText('My own text').waitFor()
    expect(await searchOf(page)).toContain(`:customView=${exploreKey}`)
    await page.getByRole('button', { name: 'Show the published version' }).click()
    await page.getByText('Published text').waitFor()
    expect(await searchOf(page)).not.toContain('customView')
    await page.context().close()
  })

  it('a saved view by its old name, and an element by its id', async () => {
    const page = await open(`?:bookmark=${bookmarkId}&:nodeId=pick`)
    await page.getByText('You see the saved view “Kept”.').waitFor()
    expect(await searchOf(page)).toBe(`?:savedView=${bookmarkId}&:nodeId=pick`)
    await expect.poll(() => page.getByRole('button', { name: 'Second page' }).getAttribute('aria-current')).toBe('page')
    await page.context().close()
  })

  it('every address that the API returns for a view opens it', async () => {
    expect(addresses).toHaveLength(5)
    const owner = await ownerState()
    for (const { url, says, opensForOthers } of addresses) {
      for (const state of opensForOthers ? [owner, member.state] : [owner]) {
        const { pathname, search } = new URL(url)
        const page = await door.open(pathname + search, state)
        await page.getByText(says).waitFor()
        await page.getByText('My own text').waitFor()
        await page.context().close()
      }
    }
  })

  it('the key that a shared saved view was created from opens the saved view, and nothing else of its owner', async () => {
    const page = await open(`?:customView=${privateKey}`)
    await page.getByText('You see the saved view “Kept”.').waitFor()
    await page.getByText('My own text').waitFor()
    await page.context().close()
  })

  it.each([':customView', ':savedView'])(
    'an unknown key of %s opens the published version with a notice',
    async (name) => {
      const page = await open(`?${name}=0123456789abcdefABCDEF`)
      await page.getByText('This view no longer exists').waitFor()
      await page.getByText('Published text').waitFor()
      await page.context().close()
    },
  )

  it('writes nothing to the console except the responses for missing objects', () => {
    expect(door.complaints.filter((line) => !line.includes('404'))).toEqual([])
  })
})
