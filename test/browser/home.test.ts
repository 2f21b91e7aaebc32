import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'

describe.skipIf(!hasChromium)(`home in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let api: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn
  let delta: string

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    api = await apiOf(octavo)
    ada = await newMember(browser, api, { firstName: 'Ada', lastName: 'Lovelace', memberType: 'Build' })
    const make = (name: string, type: string, parentId: string) =>
      api('POST', '/v2/files', { name, type, parentId, ownerId: ada.memberId })
    for (const name of ['Alpha', 'Beta', 'Gamma']) await make(name, 'workbook', ada.homeFolderId)
    delta = (await make('Delta', 'workbook', ada.homeFolderId)).id ?? ''
    await make('Reports', 'folder', ada.homeFolderId)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
  const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  const notice = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

  it('shows the first page of a workbook that was opened, in the theme of the app', async () => {
    const page = await door.open('/', await signInOnce(browser, octavo.address))
    const data = page.waitForResponse((answer) => answer.url().endsWith('/data'))
    await link(page, 'Retail overview').first().click()
    await (await data).finished()
    await page.goto(octavo.address)
    const picture = page.getByRole('region', { name: 'Continue' }).locator('img')
    const sizeOf = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
    await picture.waitFor()
    expect(await sizeOf()).toEqual([536, 240])
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.context().close()
  })

  it('creates a folder, and returns from it by the path', async () => {
    const page = await door.open('/my-documents', ada.state)
    await page.getByRole('button', { name: 'New folder' }).click()
    const dialog = page.getByRole('dialog', { name: 'New folder' })
    await dialog.getByLabel('Name').fill('Plans')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await link(page, 'Plans').click()
    await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor()
    await page.getByText('This folder is empty').waitFor()
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'My documents' }).click()
    await page.getByRole('heading', { name: 'My documents', level: 1 }).waitFor()
    await page.context().close()
  })

  it('creates a workbook from a file, after a preview of its types', async () => {
    const page = await door.open('/my-documents', ada.state)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Upload file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload a file' })
    const buffer = Buffer.from('code,price\n1001,12.50\nx7,3\n1002,0.5\n')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer })
    await dialog.getByText('3 rows, 2 columns.').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    const choose = async (type: string) => {
      await dialog.getByRole('combobox', { name: 'Type of code' }).click()
      await page.getByRole('option', { name: type, exact: true }).click()
    }
    await choose('Whole number')
    await dialog.getByRole('button', { name: 'Create table' }).click()
    await dialog.getByText('Line 3: "x7" in "code" is not int64.').waitFor()
    await choose('Text')
    await dialog.getByLabel('Name').fill('Stock')
    await dialog.getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('grid').getByText('x7', { exact: true }).waitFor()
    await page.context().close()
  })

  it('moves several things at once, and back', async () => {
    const page = await door.open('/my-documents', ada.state)
    await page.getByRole('checkbox', { name: 'Select Alpha' }).check()
    await page.getByRole('checkbox', { name: 'Select Beta' }).check()
    await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move 2 items' })
    await dialog.getByRole('button', { name: 'My documents' }).click()
    await dialog.getByRole('button', { name: 'Reports' }).click()
    await dialog.getByRole('button', { name: 'Move here' }).click()
    await notice(page, '2 items moved to Reports')
    await link(page, 'Alpha').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await link(page, 'Alpha').waitFor()
    await link(page, 'Beta').waitFor()
    await page.context().close()
  })

  it('moves objects that are dragged onto a folder', async () => {
    const page = await door.open('/my-documents', ada.state)
    await link(page, 'Gamma').waitFor()
    await row(page, 'Gamma').dragTo(row(page, 'Reports'))
    await notice(page, '“Gamma” moved to Reports')
    await link(page, 'Reports').click()
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
    await link(page, 'Gamma').waitFor()
    await page.context().close()
  })

  it('adds a shortcut to a folder, which opens its target as long as that exists', async () => {
    const page = await door.open('/my-documents', ada.state)
    await page.getByRole('button', { name: 'Actions for Delta' }).click()
    await page.getByRole('menuitem', { name: 'Create a shortcut' }).click()
    const dialog = page.getByRole('dialog', { name: 'Shortcut to “Delta”' })
    await dialog.getByRole('button', { name: 'My documents' }).click()
    await dialog.getByRole('button', { name: 'Reports' }).click()
    await dialog.getByRole('button', { name: 'Create here' }).click()
    await notice(page, 'Shortcut to “Delta” created in Reports')
    await link(page, 'Reports').click()
    await page.getByRole('button', { name: 'Delta, shortcut' }).click()
    await page.getByRole('heading', { name: 'Delta', level: 1 }).waitFor()
    await page.goBack()
    const shortcut = page.getByRole('button', { name: 'Delta, shortcut' })
    await shortcut.focus()
    await page.keyboard.press('F2')
    await page.getByRole('dialog').getByLabel('Name').fill('To Delta')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'To Delta, shortcut' }).waitFor()
    await api('DELETE', `/v2/files/${delta}`)
    await page.getByRole('button', { name: 'To Delta, shortcut' }).click()
    await notice(page, '“Delta” is in the archive.')
    await api('PATCH', `/v2/files/${delta}`, { restore: true })
    await page.context().close()
  })

  it('can be used with the keyboard: arrows, space, F2 and Delete', async () => {
    const page = await door.open('/my-documents', ada.state)
    await link(page, 'Alpha').focus()
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog', { name: 'Rename “Alpha”' })
    await dialog.getByLabel('Name').fill('Omega')
    await page.keyboard.press('Enter')
    await link(page, 'Omega').waitFor()
    await link(page, 'Omega').focus()
    await page.keyboard.press('Space')
    await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
    await page.keyboard.press('Delete')
    await notice(page, '“Omega” archived')
    await link(page, 'Omega').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await link(page, 'Omega').waitFor()
    await page.context().close()
  })

  it('shows which of several files could not be archived, and why', async () => {
    const mine = await api<{ homeFolderId: string }>('GET', `/v2/members/${(await api('GET', '/v2/whoami')).userId}`)
    const { id } = await api('POST', '/v2/files', { name: 'Foreign', type: 'workbook', parentId: mine.homeFolderId })
    const grants = [{ grantee: { memberId: ada.memberId }, permission: 'view' }]
    await api('POST', `/v2/workbooks/${id}/grants`, { grants })

    const page = await door.open('/shared', ada.state)
    await link(page, 'Foreign').waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select Foreign' }).check()
    await page.getByRole('checkbox', { name: 'Select Delta' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click()
    const dialog = page.getByRole('dialog', { name: '1 of 2 archived' })
    await dialog.getByRole('listitem').filter({ hasText: 'Foreign' }).waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(1)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await link(page, 'Delta').waitFor({ state: 'hidden' })
    await link(page, 'Foreign').waitFor()
    await page.context().close()
  })

  it('shares a document, shows where access comes from, and removes it', async () => {
    const { teamId } = await api('POST', '/v2/teams', { name: 'Analysts', visibility: 'public', members: [] })
    await api('PATCH', `/v2/teams/${teamId}/members`, { add: [ada.memberId] })
    const page = await door.open('/my-documents', ada.state)
    await page.getByRole('button', { name: 'Actions for Beta' }).click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share “Beta”' })
    await dialog.getByRole('combobox', { name: 'Share with' }).fill('Anal')
    await page.getByRole('option', { name: /Analysts/ }).click()
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    const level = dialog.getByRole('combobox', { name: 'Level of Analysts' })
    await level.filter({ hasText: 'Can explore' }).waitFor()
    await level.click()
    await page.getByRole('option', { name: 'Can edit' }).click()
    await level.filter({ hasText: 'Can edit' }).waitFor()
    await dialog.getByRole('button', { name: 'Why does Ada Lovelace have access?' }).click()
    const why = page.getByRole('dialog', { name: 'Access to “Beta”' })
    await why.getByRole('status').filter({ hasText: 'Ada Lovelace: Can edit as its owner' }).waitFor()
    const share = why.getByRole('listitem').filter({ has: page.getByText('Share', { exact: true }) })
    await share.getByRole('img', { name: 'yes' }).waitFor()
    await why.getByRole('button', { name: 'Who has access' }).click()
    await level.click()
    await page.getByRole('option', { name: 'Remove access' }).click()
    await level.waitFor({ state: 'hidden' })
    await page.context().close()
  })

  it('shares with everybody, at a level that can be changed', async () => {
    const page = await door.open('/my-documents', ada.state)
    await page.getByRole('button', { name: 'Actions for Beta' }).click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share “Beta”' })
    await dialog.getByRole('combobox', { name: 'Share with' }).fill('All mem')
    await page.getByRole('option', { name: /^All members/ }).click()
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    const everybody = dialog.getByRole('combobox', { name: 'Level of All members' })
    await everybody.click()
    await page.getByRole('option', { name: 'Can view' }).click()
    await everybody.filter({ hasText: 'Can view' }).waitFor()
    await everybody.click()
    await page.getByRole('option', { name: 'Remove access' }).click()
    await everybody.waitFor({ state: 'hidden' })
    await page.context().close()
  })

  it('shares one version of a document, and a folder by version tag', async () => {
    const { versionTagId } = await api('POST', '/v2/tags', { name: 'Released', color: 'cyan' })
    const yearly = { name: 'Yearly', type: 'workbook', parentId: ada.homeFolderId, ownerId: ada.memberId }
    const { id: workbookId = '' } = await api('POST', '/v2/files', yearly)
    await api('POST', '/v2/workbooks/tag', { workbookId, tag: 'Released' })
    const { id: folderId = '' } = await api('POST', '/v2/files', { ...yearly, name: 'Reviews', type: 'folder' })
    const page = await door.open('/my-documents', ada.state)
    const shareWithAll = async (name: string, version: RegExp) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Share' }).click()
      const dialog = page.getByRole('dialog', { name: `Share “${name}”` })
      await dialog.getByRole('combobox', { name: 'Share with' }).fill('All mem')
      await page.getByRole('option', { name: /^All members/ }).click()
      await dialog.getByRole('combobox', { name: 'Version' }).click()
      await page.getByRole('option', { name: version }).click()
      await dialog.getByRole('combobox', { name: 'Level', exact: true }).click()
      await page.getByRole('option', { name: /^Can view/ }).waitFor()
      expect(await page.getByRole('option').count()).toBe(2)
      await page.getByRole('option', { name: /^Can view/ }).click()
      await dialog.getByRole('button', { name: 'Share', exact: true }).click()
      await dialog.getByRole('heading', { name: 'Only some versions' }).waitFor()
      return dialog
    }
    const grantsOn = async (inodeId: string) =>
      (await api<{ entries: object[] }>('GET', `/v2/grants?inodeId=${inodeId}&directGrantsOnly=true`)).entries
    const dialog = await shareWithAll('Yearly', /^Released/)
    expect(await grantsOn(workbookId)).toMatchObject([{ permission: 'view', tagId: versionTagId, isEveryone: true }])
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Remove the version of All members' }).click()
    await dialog.getByRole('heading', { name: 'Only some versions' }).waitFor({ state: 'hidden' })
    expect(await grantsOn(workbookId)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).first().click()

    const folder = await shareWithAll('Reviews', /^Released/)
    expect(await grantsOn(folderId)).toMatchObject([{ permission: 'view', tagId: versionTagId }])
    await folder.getByRole('button', { name: 'Remove the version of All members' }).click()
    await folder.getByRole('heading', { name: 'Only some versions' }).waitFor({ state: 'hidden' })
    await page.context().close()
  })

  it('requests a protected tag, which its approver adds', async () => {
    const grace = await newMember(browser, api, { firstName: 'Grace', lastName: 'Hopper', memberType: 'View' })
    const approverIds = [grace.memberId]
    await api('POST', '/v2/tags', { name: 'Production', color: 'grass', isProtected: true, approverIds })
    const made = { name: 'Ledger', type: 'workbook', parentId: ada.homeFolderId, ownerId: ada.memberId }
    const { id } = await api('POST', '/v2/files', made)
    const asked = await door.open('/my-documents', ada.state)
    await asked.getByRole('button', { name: 'Actions for Ledger' }).click()
    await asked.getByRole('menuitem', { name: 'Tag a version' }).click()
    const dialog = asked.getByRole('dialog', { name: 'Tags of “Ledger”' })
    await dialog.getByText('Its approvers decide').waitFor()
    await dialog.getByLabel(/^Message to the approvers/).fill('The figures are checked.')
    await dialog.getByRole('button', { name: 'Request tag' }).click()
    await notice(asked, 'Tag Production requested for “Ledger”')

    const decides = await door.open('/', grace.state)
    await decides.getByRole('link', { name: /^Tag requests 1$/ }).click()
    await row(decides, 'Ledger').getByText('The figures are checked.').waitFor()
    expect(await seriousFaults(decides)).toEqual([])
    await row(decides, 'Ledger').getByRole('button', { name: 'Approve' }).click()
    await decides.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await notice(decides, 'Tag Production added to “Ledger”')
    await decides.getByText('No requests').waitFor()
    await decides.context().close()

    await asked.reload()
    await asked.getByRole('button', { name: 'Actions for Ledger' }).click()
    await asked.getByRole('menuitem', { name: 'Tag a version' }).click()
    await dialog.getByRole('list', { name: 'Tags on this document' }).getByText('Production').waitFor()
    // Users who may not add the tag may not remove it either.
    expect(await dialog.getByRole('button', { name: 'Remove Production' }).count()).toBe(0)
    expect((await api<{ total: number }>('GET', `/v2/workbooks/${id}/tags`)).total).toBe(1)
    await asked.context().close()
  })

  it('lists favorites and recently opened documents', async () => {
    const page = await door.open('/', ada.state)
    await link(page, 'Retail overview').waitFor()
    await row(page, 'Retail overview').hover()
    await page.getByRole('button', { name: 'Favorite: Retail overview' }).click()
    await page.getByRole('button', { name: 'Favorite: Retail overview', pressed: true }).waitFor()
    await link(page, 'Retail overview').click()
    await page.getByRole('heading', { name: 'Retail overview', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('dialog', { name: 'Share “Retail overview”' }).getByText('All members').waitFor()
    await page.goto(`${octavo.address}/favorites`)
    await link(page, 'Retail overview').waitFor()
    await page.getByRole('link', { name: 'Recent' }).click()
    await page.getByRole('heading', { name: 'Recent' }).waitFor()
    await link(page, 'Retail overview').waitFor()
    await page.getByRole('button', { name: 'Actions for Retail overview' }).click()
    await page.getByRole('menuitem', { name: 'Remove from favorites' }).click()
    await page.getByRole('link', { name: 'Favorites' }).click()
    await page.getByText('No favorites yet').waitFor()
    await page.context().close()
  })

  it('restores from the archive', async () => {
    const { id } = await api('POST', '/v2/files', {
      name: 'Old report',
      type: 'workbook',
      parentId: ada.homeFolderId,
      ownerId: ada.memberId,
    })
    await api('DELETE', `/v2/files/${id}`)
    const page = await door.open('/archive', ada.state)
    await page.getByRole('checkbox', { name: 'Select Old report' }).check()
    await page.getByRole('toolbar', { name: '1 selected' }).getByRole('button', { name: 'Restore' }).click()
    await notice(page, '“Old report” restored')
    await page.getByRole('link', { name: 'My documents' }).click()
    await link(page, 'Old report').waitFor()
    await page.context().close()
  })

  it('shows no administration to a member without rights, and a menu on a narrow screen', async () => {
    const eve = await newMember(browser, api, { firstName: 'Eve', lastName: 'Reader', memberType: 'View' })
    const page = await door.open('/', eve.state, { viewport: { width: 390, height: 844 } })
    await link(page, 'Retail overview').waitFor()
    await page.getByRole('button', { name: 'Open the list of places' }).click()
    const places = page.getByRole('navigation', { name: 'Places' })
    await places.getByRole('link', { name: 'Workspaces' }).waitFor()
    expect(await places.getByText('Administration').count()).toBe(0)
    await places.getByRole('link', { name: 'Workspaces' }).click()
    await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor()
    await page.goto(`${octavo.address}/administration/members`)
    await page.getByText("You can't manage members").waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.context().close()
  })

  it('has no serious fault of accessibility in the light and the dark theme', async () => {
    const page = await door.open('/', ada.state)
    for (const path of ['/', '/my-documents', '/shared', '/workspaces', '/recent', '/favorites', '/archive']) {
      await page.goto(octavo.address + path)
      await page
        .getByRole('main')
        .getByRole('table')
        .or(page.getByText(/^(No|Nothing|The archive is empty)/))
        .first()
        .waitFor()
      expect(await faultsInBothThemes(page), path).toEqual([])
    }
    await page.goto(`${octavo.address}/my-documents`)
    await page.getByRole('button', { name: 'Actions for Beta' }).click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
    await page.getByRole('dialog').getByText('as its owner').waitFor()
    expect(await faultsInBothThemes(page), 'the dialog of sharing').toEqual([])
    await page.context().close()
  })

  it('never wrote an error on the console', () => {
    // Refusals that the tests cause: missing or forbidden objects, and a line of a file that is not a number.
    const expected = /40[34]|400 \(Bad Request\) .*\/uploads\/[^/]+\/import$/
    expect(door.complaints.filter((text) => !expected.test(text))).toEqual([])
  })
})
