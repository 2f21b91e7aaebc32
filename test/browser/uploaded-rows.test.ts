import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { apiOf, createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'
import { signInOnce } from './sign-in.ts'

describe.skipIf(!hasChromium)(`rows of uploaded tables in the editor${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let page: Page

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    const api = await apiOf(octavo)
    const { entries } = await api<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    const connectionId = entries[0]?.connectionId
    const { userId } = await api<{ userId: string }>('GET', '/v2/whoami')
    const { homeFolderId: folderId } = await api<{ homeFolderId: string }>('GET', `/v2/members/${userId}`)
    const csv = 'Fruit,Count\nApple,1\nPear,2'
    const { csvId } = await api<{ csvId: string }>('POST', `/v2/connections/${connectionId}/csv`, {
      name: 'Fruit',
      csv,
    })
    const columns = [
      { id: 'fruit', formula: '[Fruit/Fruit]' },
      { id: 'count', formula: '[Fruit/Count]' },
    ]
    const source = { kind: 'csv-table', connectionId, inodeId: csvId }
    const table = { id: 'fruits', kind: 'table', name: 'Fruits', source, columns }
    const body = { name: 'Fruit', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements: [table] }] }
    const { workbookId } = await api<{ workbookId: string }>('POST', '/v2/workbooks/spec', body)
    const { workbookUrlId } = await api<{ workbookUrlId: string }>('GET', `/v2/workbooks/${workbookId}`)
    page = await door.open(`/-/workbook/${workbookUrlId}/edit`, await signInOnce(browser, octavo.address))
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const dialog = () => page.getByRole('dialog', { name: 'Rows of Fruits from a file' })
  const cell = (text: string) =>
    page.locator('[data-element=fruits]').getByRole('gridcell', { name: text, exact: true })
  async function open() {
    await cell('Pear').waitFor()
    await page
      .locator('[data-element=fruits]')
      .first()
      .click({ position: { x: 60, y: 8 } })
    await page.getByRole('toolbar', { name: 'Actions for the selection' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Rows from a file…' }).click()
    await dialog()
      .getByText(/^The uploaded table has /)
      .waitFor()
  }
  const choose = (text: string) =>
    dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'fruit.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const submit = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

  it('appends the rows of a file, and shows what is wrong with a file before anything is changed', async () => {
    await open()
    await picture(page, 'uploaded-rows')
    expect(await faultsInBothThemes(page)).toEqual([])
    await dialog()
      .getByRole('radio', { name: /^Append rows/ })
      .check()
    await choose('Fruit,Weight\nPlum,3')
    await dialog().getByText('Choose another file').waitFor()
    expect(await dialog().locator('[data-chosen-file]').innerText()).toBe('fruit.csv')
    await picture(page, 'uploaded-rows-chosen')
    await submit('Append rows')
    await dialog().getByText(/Count/).waitFor()
    await dialog().getByText('The uploaded table has 2 rows now.').waitFor()
    await choose('Count,Fruit\n3,Plum')
    await submit('Append rows')
    await page.getByText('Fruits has 3 rows now').waitFor()
    await cell('Plum').waitFor()
    await dialog().waitFor({ state: 'detached' })
  })

  it('replaces the rows by the rows of a file', async () => {
    await open()
    await choose('Fruit,Count\nPear,7\nQuince,9')
    await submit('Replace rows')
    await page.getByText('Fruits has 2 rows now').waitFor()
    await cell('Quince').waitFor()
    await cell('Plum').waitFor({ state: 'detached' })
  })

  it('wrote nothing to the console except the refused file', () => {
    expect(
      door.complaints.filter((complaint) => !/400 \(Bad Request\) .*\/uploads\/[^/]+\/rows$/.test(complaint)),
    ).toEqual([])
    expect(door.complaints).toHaveLength(1)
  })
})
