import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'
import { salesTable } from './workbooks.ts'

/** Views of people who do not have the explorer: of a basic explorer, and of a viewer. */
describe.skipIf(!hasChromium)(`views in reading mode${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let editor: SignedIn
  let explorer: SignedIn
  let viewer: SignedIn
  let pathname = ''

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    const call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    editor = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    explorer = await newMember(browser, call, { firstName: 'Abel', lastName: 'Act', memberType: 'Act' })
    viewer = await newMember(browser, call, { firstName: 'Vera', lastName: 'View', memberType: 'View' })
    const sales = await salesTable(call)
    const columns = sales.columns as { id: string; formula: string }[]
    const source = { kind: 'table', elementId: 'sales' }
    const columnId = columns.find(({ formula }) => formula === '[Sales/Status]')?.id
    const pick = {
      ...{ id: 'pick', kind: 'control', controlId: 'Status', controlType: 'list', name: 'Status', mode: 'include' },
      ...{ selectionMode: 'multiple', values: [], source: { kind: 'source', source, columnId } },
      filters: [{ source, columnId }],
    }
    const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', {
      name: 'Read',
      folderId: editor.homeFolderId,
      ownerId: editor.memberId,
      schemaVersion: 1,
      pages: [{ id: 'p1', name: 'Page 1', elements: [pick, sales] }],
    })
    const grants = [
      { grantee: { memberId: explorer.memberId }, permission: 'explore' },
      { grantee: { memberId: viewer.memberId }, permission: 'view' },
    ]
    await call('POST', `/v2/workbooks/${workbookId}/grants`, { grants })
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    pathname = new URL(url).pathname
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const views = async (page: Page) => page.getByRole('button', { name: 'Views', exact: true }).click()
  const choose = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click()
  const searchOf = (page: Page) => new URL(page.url()).searchParams
  async function keepOnlyCompleted(page: Page) {
    await page.getByRole('gridcell', { name: 'completed' }).first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Keep only/ }).click()
    await page.getByText('You see a custom view of this workbook. Only you can open it').waitFor()
  }
  async function saveAs(page: Page, name: string) {
    await views(page)
    await choose(page, 'Save this view…')
    const dialog = page.getByRole('dialog', { name: 'Save as a saved view' })
    await dialog.getByLabel('Name').fill(name)
    // Only those who may create workbooks can share it.
    expect(await dialog.getByRole('switch').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(`You see the saved view “${name}”.`).waitFor()
  }

  it('a basic explorer shares a view by link, while its address opens it for nobody else', async () => {
    const page = await door.open(pathname, explorer.state)
    await keepOnlyCompleted(page)
    expect(await page.getByRole('link', { name: 'Customize', exact: true }).count()).toBe(0)
    await page.getByRole('list', { name: 'Your filters' }).waitFor()
    // Rows are dimmed until the filtered ones are here.
    await expect.poll(() => seriousFaults(page)).toEqual([])
    await picture(page, 'private-view')
    const { search } = new URL(page.url())
    await page.getByRole('button', { name: 'Share link', exact: true }).click()
    const link = new URL(await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue())
    const other = await door.open(pathname + search, editor.state)
    await other.getByText('This view no longer exists, or you do not have access to it.').waitFor()
    await other.goto(octavo.address + link.pathname + link.search)
    await other.getByText('You see a custom view of this workbook.', { exact: true }).waitFor()
    expect(await other.getByRole('button', { name: 'Share link', exact: true }).count()).toBe(0)
    await other.getByRole('button', { name: 'Merge changes into draft', exact: true }).waitFor()
    await Promise.all([page, other].map((each) => each.context().close()))
  })

  it('a basic explorer saves a view, changes it, saves to it, and deletes it', async () => {
    const page = await door.open(pathname, explorer.state)
    await keepOnlyCompleted(page)
    await saveAs(page, 'Completed')
    const id = searchOf(page).get(':savedView')
    await page.getByRole('gridcell', { name: 'completed' }).first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Exclude/ }).click()
    await page.getByText('You see a custom view of this workbook.').waitFor()
    await views(page)
    await expect.poll(() => seriousFaults(page)).toEqual([])
    await picture(page, 'views-menu')
    await choose(page, 'Save to “Completed”')
    await page.getByText('You see the saved view “Completed”.').waitFor()
    expect(searchOf(page).get(':savedView')).toBe(id)
    await views(page)
    await page.getByRole('menuitemcheckbox', { name: 'Published version' }).click()
    await page.getByText('You see the saved view').waitFor({ state: 'detached' })
    await views(page)
    await page.getByRole('menuitemcheckbox', { name: 'Completed' }).click()
    await page.getByText('You see the saved view “Completed”.').waitFor()
    await views(page)
    await choose(page, 'Delete “Completed”…')
    await page.getByRole('button', { name: 'Delete view', exact: true }).click()
    await page.getByText('You see the saved view').waitFor({ state: 'detached' })
    await views(page)
    await expect.poll(() => page.getByRole('menuitemcheckbox').allTextContents()).toEqual(['Published version'])
    await page.context().close()
  })

  it('a basic explorer filters, renames and hides columns in their menus', async () => {
    const page = await door.open(pathname, explorer.state)
    const menu = (name: string) => page.getByRole('button', { name: `Menu of ${name}`, exact: true }).click()
    await menu('Status')
    const offered = page.getByRole('menuitem')
    await page.getByRole('menuitem', { name: /^Filter/ }).waitFor()
    await picture(page, 'reader-column-menu')
    const labels = (await offered.allInnerTexts()).map((label) => label.split('\n')[0])
    for (const label of ['Hide column', 'Rename', 'Column details', 'Format', 'Delete']) expect(labels).toContain(label)
    // No columns, formulas, groups or rules.
    expect(labels.filter((label) => /add|group|security|transform|lookup|aggregate/i.test(label ?? ''))).toEqual([])
    await expect.poll(() => seriousFaults(page)).toEqual([])
    await page.getByRole('menuitem', { name: /^Hide column/ }).click()
    await page.getByRole('columnheader', { name: 'Status' }).waitFor({ state: 'detached' })
    await page.getByText('You see a custom view of this workbook. Only you can open it').waitFor()
    await menu('Channel')
    await page.getByRole('menuitem', { name: /^Rename/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Way')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Way' }).waitFor()
    await menu('Way')
    await page.getByRole('menuitem', { name: /^Filter/ }).click()
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('list', { name: 'Your filters' }).getByText(/^Way/).waitFor()
    await page.reload()
    await page.getByRole('columnheader', { name: 'Way' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Status' }).count()).toBe(0)
    await page.context().close()
  })

  it('a viewer looks at the details of a column', async () => {
    const page = await door.open(pathname, viewer.state)
    await page.getByRole('button', { name: 'Menu of Status', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Column details/ }).waitFor()
    expect(await page.getByRole('menuitem').count()).toBe(1)
    await page.getByRole('menuitem', { name: /^Column details/ }).click()
    await page.getByRole('dialog').getByText('completed').first().waitFor()
    expect(await page.getByRole('definition').first().textContent()).toBe('Text')
    await expect.poll(() => seriousFaults(page)).toEqual([])
    await picture(page, 'reader-column-details')
    await page.context().close()
  })

  it('a viewer saves values of controls for themselves, and sees views that editors share', async () => {
    const page = await door.open(`${pathname}?Status=completed`, viewer.state)
    await page.getByRole('gridcell', { name: 'completed' }).first().waitFor()
    await saveAs(page, 'My status')
    await page.goto(octavo.address + pathname)
    await page.getByRole('columnheader', { name: 'Status' }).waitFor()
    await views(page)
    await page.getByRole('menuitemcheckbox', { name: 'My status' }).click()
    await page.getByText('You see the saved view “My status”.').waitFor()
    await page.getByRole('gridcell', { name: 'completed' }).first().waitFor()
    await expect.poll(() => page.getByRole('gridcell', { name: 'returned' }).count()).toBe(0)

    const owner = await door.open(`${pathname}?Status=returned`, editor.state)
    await views(owner)
    await choose(owner, 'Save this view…')
    const dialog = owner.getByRole('dialog', { name: 'Save as a saved view' })
    await dialog.getByLabel('Name').fill('Returned')
    await dialog.getByRole('switch').click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await owner.getByText('You see the saved view “Returned”.').waitFor()
    await views(owner)
    expect(await owner.getByRole('menuitemcheckbox').allTextContents()).toEqual(['Published version', 'ReturnedShared'])
    await choose(owner, 'Set as default view')
    await page.goto(octavo.address + pathname)
    await page.getByText('You see the saved view “Returned”.').waitFor()
    await views(page)
    expect((await page.getByRole('menuitemcheckbox').allTextContents()).toSorted()).toEqual([
      'My status',
      'Published version',
      'ReturnedDefault',
    ])
    expect(await page.getByRole('menuitem', { name: /^Delete/ }).count()).toBe(0)
    await Promise.all([page, owner].map((each) => each.context().close()))
  })

  it('writes nothing to the console except the responses for a view of somebody else', () => {
    expect(door.complaints.filter((line) => !line.includes('404'))).toEqual([])
  })
})
