import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { apiOf, createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'
import { signInOnce } from './sign-in.ts'

describe.skipIf(!hasChromium)(`materializations in the app${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let state: Awaited<ReturnType<typeof signInOnce>>
  let api: Awaited<ReturnType<typeof apiOf>>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    state = await signInOnce(browser, octavo.address)
    api = await apiOf(octavo)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const stored = (page: Page) => page.getByText(/^Stored [A-Z]/)

  /** A table of the sample whose rows are the same for all readers, in the home folder. */
  async function body(name: string) {
    const { userId } = await api<{ userId: string }>('GET', '/v2/whoami')
    const { homeFolderId: folderId } = await api<{ homeFolderId: string }>('GET', `/v2/members/${userId}`)
    const { entries } = await api<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    const source = {
      kind: 'warehouse-table',
      connectionId: entries[0]?.connectionId,
      path: ['RETAIL', 'PUBLIC', 'STORES'],
    }
    const columns = [{ id: 'city', formula: '[STORES/CITY]', name: 'City' }]
    const stores = { id: 'stores', kind: 'table', name: 'Stores', source, columns }
    return { name, folderId, schemaVersion: 1, pages: [{ id: 'one', name: 'One', elements: [stores] }] }
  }

  it('stores the rows of an element of a workbook, shows the result of each run, and stops', async () => {
    const { workbookId } = await api<{ workbookId: string }>('POST', '/v2/workbooks/spec', await body('Stored'))
    const { workbookUrlId } = await api<{ workbookUrlId: string }>('GET', `/v2/workbooks/${workbookId}`)
    const page = await door.open(`/-/workbook/${workbookUrlId}/edit`, state)
    await page
      .locator('[data-element=stores]')
      .first()
      .click({ position: { x: 60, y: 8 } })
    await page.getByRole('toolbar', { name: 'Actions for the selection' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Schedule materialization…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Materialization of Stores' })
    await dialog.getByText('Rows are computed for each reader').waitFor()
    await dialog.getByLabel('Time', { exact: true }).fill('04:30')
    await picture(page, 'materialization-new')
    expect(await faultsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Store rows' }).click()
    await stored(page).waitFor()
    await dialog.getByText('Last run: rows stored').waitFor()
    await picture(page, 'materialization')
    expect(await faultsInBothThemes(page)).toEqual([])

    await button(page, 'Store now').click()
    await dialog.getByText('Last run: nothing has changed, so the stored rows were kept').waitFor()
    await button(page, 'Change times').click()
    expect(await dialog.getByLabel('Time', { exact: true }).inputValue()).toBe('04:30')
    await dialog.getByLabel('Time', { exact: true }).fill('05:15')
    await button(page, 'Save times').click()
    const list = () =>
      api<{ entries: { schedule: { cronSpec: string } }[] }>(
        'GET',
        `/v2/workbooks/${workbookId}/materialization-schedules`,
      )
    await expect
      .poll(async () => (await list()).entries.map(({ schedule }) => schedule.cronSpec))
      .toEqual(['15 5 * * *'])

    await button(page, 'Stop storing…').click()
    await button(page, 'Stop storing').click()
    await dialog.getByText('Rows are computed for each reader').waitFor()
    expect((await list()).entries).toEqual([])
    expect(door.complaints).toEqual([])
    await page.context().close()
  })

  it('stores the rows of a table of a data model', async () => {
    const { dataModelId } = await api<{ dataModelId: string }>(
      'POST',
      '/v2/dataModels/spec',
      await body('Stored model'),
    )
    const { dataModelUrlId } = await api<{ dataModelUrlId: string }>('GET', `/v2/dataModels/${dataModelId}`)
    const page = await door.open(`/-/data-model/${dataModelUrlId}/edit`, state)
    await page.getByRole('tab', { name: 'Materialization' }).click()
    await button(page, 'Store rows').click()
    await stored(page).waitFor()
    await picture(page, 'materialization-model')
    expect(await faultsInBothThemes(page)).toEqual([])
    const list = await api('GET', `/v2/dataModels/${dataModelId}/materializationSchedules`)
    expect(list).toMatchObject({ entries: [{ elementName: 'Stores', lastRun: { status: 'ready' } }] })
    expect(door.complaints).toEqual([])
    await page.context().close()
  })
})
