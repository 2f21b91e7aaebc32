import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureWebBuilt } from '../../scripts/lib/setup.mjs'
import { seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'
import { salesTable } from './workbooks.ts'

describe.skipIf(!hasChromium)(`requests for access in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let owner: SignedIn
  let asker: SignedIn
  let door: ReturnType<typeof createDoor>
  let address = ''

  beforeAll(async () => {
    ensureWebBuilt()
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    const api = await apiOf(octavo)
    owner = await newMember(browser, api, { firstName: 'Olga', lastName: 'Owner', memberType: 'Build' })
    asker = await newMember(browser, api, { firstName: 'Anna', lastName: 'Asker', memberType: 'Analyze' })
    const pages = [{ id: 'p', name: 'Page', elements: [{ id: 't', kind: 'text', body: 'The plans.' }] }]
    const spec = { name: 'Plans', schemaVersion: 1, pages }
    const member = await api('GET', `/v2/members/${owner.memberId}`)
    const { workbookId } = await api('POST', '/v2/workbooks/spec', { ...spec, folderId: member.homeFolderId })
    await api('PATCH', `/v2/files/${workbookId}`, { ownerId: owner.memberId })
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

  it.each(['light', 'dark'] as const)(
    'a document that the user may not see offers to request access (%s)',
    async (scheme) => {
      const page = await door.open(address, asker.state, { colorScheme: scheme })
      const button = page.getByRole('button', { name: 'Request access' })
      await button.waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await button.click()
      await page.getByRole('button', { name: 'Request sent', disabled: true }).waitFor()
      await picture(page, `sent-${scheme}`)
      await page.context().close()
    },
  )

  it('the requester sees the request without the name of the document', async () => {
    const page = await door.open('/', asker.state)
    await page.getByRole('link', { name: 'Access requests' }).click()
    const row = page.getByRole('row', { name: "A document you can't see" })
    await row.getByText('Pending').waitFor()
    expect(await page.getByText('Plans').count()).toBe(0)
    expect(await row.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await picture(page, 'own')
    await page.context().close()
  })

  it('the owner sees it among the requests, and approves it where the document is shared', async () => {
    const page = await door.open('/access-requests', owner.state)
    await page
      .getByRole('row', { name: 'Plans' })
      .getByText(/Anna Asker requested “Can view”/)
      .waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'list')
    await page.goto(`${octavo.address}${address}`)
    await page.getByText('The plans.').waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/Anna Asker requested “Can view”/).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'dialog')
    await dialog.getByRole('combobox', { name: 'Level for Anna Asker' }).click()
    await page.getByRole('option', { name: 'Can explore' }).click()
    await dialog.getByRole('button', { name: 'Approve the request of Anna Asker' }).click()
    await page.getByText('Anna Asker now has access').waitFor()
    await expect.poll(() => dialog.getByText(/requested “Can/).count()).toBe(0)
    await dialog.getByText('Anna Asker', { exact: true }).waitFor()
    await page.context().close()
  })

  it('then the document opens', async () => {
    const page = await door.open(address, asker.state)
    await page.getByText('The plans.').waitFor()
    await page.context().close()
  })

  it.each(['light', 'dark'] as const)(
    'a refused edit offers to request access to its source (%s)',
    async (colorScheme) => {
      const api = await apiOf(octavo)
      const { userId } = await api('GET', '/v2/whoami')
      const { homeFolderId } = await api('GET', `/v2/members/${userId}`)
      const { source, columns } = await salesTable(api)
      const sales = { id: 's', kind: 'table', name: 'Sales', source, columns }
      const model = { name: `Prices ${colorScheme}`, folderId: homeFolderId, schemaVersion: 1 }
      const { dataModelId } = await api('POST', '/v2/dataModels/spec', {
        ...model,
        pages: [{ id: 'p', name: 'Page', elements: [sales] }],
      })
      const page = await door.open(`${address}/edit`, owner.state, { colorScheme })
      const canvas = page.getByRole('region', { name: 'Canvas' })
      await canvas.getByText('The plans.').waitFor()
      await canvas.focus()
      const table = { ...sales, id: 'pasted', source: { kind: 'data-model', dataModelId, elementId: 's' }, columns: [] }
      const place = { column: { start: 1, end: 13 }, row: { start: 1, end: 11 } }
      const clip = {
        format: 'octavo-elements',
        workbookId: dataModelId,
        nodes: [{ tag: 'Element', elementId: 'pasted', ...place }],
        columns: 24,
        elements: { pasted: table },
        lineage: [],
        bindings: {},
      }
      await page.evaluate((text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
        document.querySelector('[data-canvas]')?.dispatchEvent(event)
      }, JSON.stringify(clip))
      await page.getByRole('button', { name: 'Show the changes that were not saved' }).click()
      const button = page.getByRole('button', { name: 'Request access' })
      await button.waitFor()
      expect(await seriousFaults(page)).toEqual([])
      const edge = await page.getByRole('dialog').evaluate((box) => box.getBoundingClientRect().right)
      const last = await page
        .getByRole('button', { name: 'Try again' })
        .evaluate((box) => box.getBoundingClientRect().right)
      expect(last).toBeLessThan(edge)
      await picture(page, `refused-${colorScheme}`)
      await button.click()
      await page.getByRole('button', { name: 'Request sent', disabled: true }).waitFor()
      const { entries } = await api<{ entries: unknown[] }>('GET', `/v2/accessRequests?inodeId=${dataModelId}`)
      expect(entries).toMatchObject([{ inodeId: dataModelId }])
      await page.context().close()
    },
  )

  it.each(['light', 'dark'] as const)('another account type is requested and granted (%s)', async (colorScheme) => {
    const member = { firstName: 'Vera', lastName: colorScheme, memberType: 'View' }
    const vera = await newMember(browser, await apiOf(octavo), member)
    const page = await door.open('/profile', vera.state, { colorScheme })
    const form = page.getByRole('form', { name: 'Another account type' })
    await form.getByLabel('What you want to do (optional)').fill('Build a dashboard.')
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, `profile-${colorScheme}`)
    await form.getByRole('button', { name: 'Ask the administrators' }).click()
    await form.getByText('Your request waits for an administrator.').waitFor()
    const admin = await door.open('/access-requests', await signInOnce(browser, octavo.address), { colorScheme })
    const row = admin.getByRole('row', { name: 'Another account type' }).filter({ hasText: `Vera ${colorScheme}` })
    await row.getByText(/asked, .*“Build a dashboard.”/).waitFor()
    expect(await seriousFaults(admin)).toEqual([])
    await picture(admin, `types-${colorScheme}`)
    await row.getByRole('combobox', { name: `Account type for Vera ${colorScheme}` }).click()
    await admin.getByRole('option', { name: 'Analyze' }).click()
    await row.getByRole('button', { name: `Approve the request of Vera ${colorScheme}` }).click()
    await admin.getByText(`Vera ${colorScheme} has another account type now`).waitFor()
    await row.getByText('Approved').waitFor()
    await page.reload()
    await page.getByText('Analyze', { exact: true }).waitFor()
    await Promise.all([page, admin].map((each) => each.context().close()))
  })
})
