import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'

describe.skipIf(!hasChromium)(`templates in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let member: SignedIn
  let door: ReturnType<typeof createDoor>
  let address = ''
  let api: Awaited<ReturnType<typeof apiOf>>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    api = await apiOf(octavo)
    member = await newMember(browser, api, { firstName: 'Tilda', lastName: 'Start', memberType: 'Build' })
    const { entries } = await api<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    const connectionId = entries[0]?.connectionId ?? ''
    const grantee = { memberId: member.memberId }
    await api('POST', `/v2/connections/${connectionId}/grants`, { grants: [{ grantee, permission: 'usage' }] })
    const stores = {
      id: 'stores',
      kind: 'table',
      name: 'Stores',
      source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'STORES'] },
      columns: [{ id: 'store', formula: '[STORES/STORE_ID]', name: 'Store' }],
    }
    const { workbookId } = await api('POST', '/v2/workbooks/spec', {
      name: 'Store report',
      folderId: member.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'one', name: 'Page', elements: [stores] }],
    })
    const { url } = await api('GET', `/v2/workbooks/${workbookId}`)
    address = new URL(url ?? '').pathname
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const pictures = async (page: Page, name: string) => {
    if (process.env.OCTAVO_PICTURES === undefined) return
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.waitForTimeout(500)
      await picture(page, `${name}-${theme}`)
    }
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize({ width: 390, height: 844 })
    await picture(page, `${name}-narrow`)
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const save = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog', { name: 'Save as template' })
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`“${name}” saved as a template in My Documents`, { exact: true }).first().waitFor()
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

  it('home saves a template of a workbook, lists it among templates, and creates a workbook from it', async () => {
    const page = await door.open('/', member.state)
    await page.getByRole('button', { name: 'Actions for Store report' }).click()
    await page.getByRole('menuitem', { name: 'Save as template…' }).click()
    await save(page, 'Store template')
    await page.getByRole('tab', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Actions for Store template' }).click()
    await page.getByRole('menuitem', { name: 'Use template' }).click()
    await page.getByRole('button', { name: 'Create workbook' }).click()
    await page.waitForURL('**/workbook/Store-template-*/edit')
    await heading(page, 'Store template')
    await page.context().close()
  })

  it('the reader of a workbook saves a template, and the reader of the template starts a workbook from it', async () => {
    const page = await door.open(address, member.state)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Save as template…' }).click()
    await save(page, 'Read template')
    await page.goto(`${octavo.address}/`)
    await page.getByRole('main').getByRole('link', { name: 'Read template', exact: true }).first().click()
    await heading(page, 'Read template')
    const opened = page.url()
    await page.getByRole('button', { name: 'Use template' }).click()
    await page.getByRole('button', { name: 'Create workbook' }).click()
    await page.waitForURL('**/workbook/Read-template-*/edit')
    expect(page.url()).not.toBe(`${opened}/edit`)
    await page.getByRole('button', { name: 'Read template, document menu' }).click()
    await page.getByRole('menuitem', { name: 'Save as template…' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Follows a template…' }).count()).toBe(0)
    await page.context().close()
  })

  it('a workbook follows its template from the dialog on, until its document menu ends it', async () => {
    const page = await door.open('/', member.state)
    await page.getByRole('tab', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Actions for Store template' }).click()
    await page.getByRole('menuitem', { name: 'Use template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Use the template Store template' })
    await dialog.getByLabel('Name').fill('Follower')
    await dialog.getByRole('checkbox', { name: 'Update the workbook when the template changes' }).check()
    expect(await seriousFaults(page)).toEqual([])
    await pictures(page, 'use-template')
    await dialog.getByRole('button', { name: 'Create workbook' }).click()
    await page.waitForURL('**/workbook/Follower-*/edit')
    const followed = async () => {
      const workbook = await api('GET', `/v2/workbooks/${page.url().split('/').at(-2)?.split('-').at(-1)}`)
      return (await api<{ isFollowing: boolean }>('GET', `/v2/workbooks/${workbook.workbookId}/template`)).isFollowing
    }
    expect(await followed()).toBe(true)
    await page.getByRole('button', { name: 'Follower, document menu' }).click()
    await page.getByRole('menuitem', { name: 'Follows a template…' }).click()
    await page.getByText('This workbook follows the template “Store template”').waitFor()
    await page.getByText('The workbook has the latest version of the template, version 1.').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await pictures(page, 'followed-template')
    await page.getByRole('button', { name: 'Stop following' }).click()
    await page.getByText('The workbook no longer follows its template', { exact: true }).first().waitFor()
    expect(await followed()).toBe(false)
    await page.getByRole('button', { name: 'Follower, document menu' }).click()
    await page.getByRole('menuitem', { name: 'Save as template…' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Follows a template…' }).count()).toBe(0)
    await page.context().close()
  })

  it('the editor saves a template', async () => {
    const page = await door.open(`${address}/edit`, member.state)
    await page.getByRole('button', { name: 'Store report, document menu' }).click()
    await page.getByRole('menuitem', { name: 'Save as template…' }).click()
    await save(page, 'Edited template')
    await page.context().close()
  })

  it('no page wrote an error to the console', () => {
    expect(door.complaints).toEqual([])
  })
})
