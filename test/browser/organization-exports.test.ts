import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer, type TestMailServer } from '../../packages/server/src/outbound/testing.ts'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { apiOf, createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { inTheme, picture } from './pictures.ts'
import { signInOnce } from './sign-in.ts'

describe.skipIf(!hasChromium)(`the exports of an organization in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let mails: TestMailServer
  let door: ReturnType<typeof createDoor>
  let api: Awaited<ReturnType<typeof apiOf>>
  let page: Page
  let workbookId: string | undefined

  beforeAll(async () => {
    mails = await startMailServer()
    const smtp = { OCTAVO_SMTP_URL: `smtp://127.0.0.1:${mails.port}` }
    ;[octavo, browser] = await Promise.all([startOctavo(smtp), launchChromium()])
    door = createDoor(browser, octavo)
    api = await apiOf(octavo)
    const admin = await signInOnce(browser, octavo.address)
    const { entries } = await api<{ entries: { workbookId: string; name: string }[] }>('GET', '/v2/workbooks')
    workbookId = entries.find(({ name }) => name === 'Retail overview')?.workbookId
    const add = (exportName: string, email: string) =>
      api('POST', `/v2/workbooks/${workbookId}/schedules`, {
        target: [{ email }],
        schedule: { cronSpec: '0 9 * * 1', timezone: 'UTC' },
        configV2: {
          title: exportName,
          messageBody: '',
          exportName,
          exportAttachments: [
            { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['by-category'] } },
          ],
        },
      })
    await add('To the board', 'ann@good.example')
    await add('To a partner', 'bob@bad.example')
    page = await door.open('/administration/exports', admin)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
    await mails?.close()
  })

  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const chooseAll = () => page.getByRole('checkbox', { name: 'Select all' }).check()

  it('shows the first rows of a file before it is created', async () => {
    await page.goto(`${octavo.address}/`)
    await page.getByRole('link', { name: /Retail overview/ }).click()
    const tile = page.getByRole('region', { name: 'Revenue by category' })
    await tile.locator('canvas, svg').first().waitFor()
    await tile.hover()
    await tile.getByRole('button', { name: /Revenue by category/ }).click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'With preview…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export Revenue by category' })
    await dialog.getByRole('columnheader', { name: 'Category' }).waitFor({ timeout: 60_000 })
    await dialog.getByText(/^\d+ rows$/).waitFor()
    expect(await dialog.getByRole('row').count()).toBe(6)
    await picture(page, 'export-preview')
    await inTheme(page, 'dark')
    await picture(page, 'export-preview-dark')
    await inTheme(page, 'light')
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByText('Excel workbook', { exact: true }).click()
    await dialog.getByRole('checkbox', { name: /add a sheet/ }).check()
    await picture(page, 'export-excel')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/Revenue by category\.xlsx$/)
    const { sheets } = await readXlsx(await readFile(await download.path()))
    expect(sheets.map(({ name }) => name)).toEqual(['Revenue by category', 'Metadata'])
    await page.goto(`${octavo.address}/administration/exports`)
  })

  it('accepts rules, and refuses an invalid domain', async () => {
    await row('To the board').getByText('Not sent yet').waitFor()
    await page.getByRole('tab', { name: 'Rules' }).click()
    const domains = page.getByLabel('Domains that may get email')
    await domains.fill('a$b')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('"a$b" is no domain', { exact: false }).waitFor()
    await domains.fill('good.example')
    await page.getByRole('combobox', { name: 'How often a schedule may be sent' }).click()
    await page.getByRole('option', { name: 'Once a day at most' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => api('GET', '/v2/organizations/settings/exports'))
      .toMatchObject({ minimumMinutes: 1440, allowedDomains: ['good.example'] })
    await picture(page, 'export-rules')
    await inTheme(page, 'dark')
    await picture(page, 'export-rules-dark')
    await inTheme(page, 'light')
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  it('sends several at once, and shows which failed and why', async () => {
    await page.getByRole('tab', { name: 'Schedules' }).click()
    await row('To a partner').waitFor()
    await chooseAll()
    await page.getByRole('toolbar').getByRole('button', { name: 'Send again' }).click()
    await row('To the board').getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 })
    await row('To a partner').getByText('Failed', { exact: true }).waitFor({ timeout: 60_000 })
    expect(mails.mails.filter(({ to }) => to.includes('ann@good.example'))).toHaveLength(1)
    await picture(page, 'organization-exports')
    await inTheme(page, 'dark')
    await picture(page, 'organization-exports-dark')
    await inTheme(page, 'light')
    expect(await faultsInBothThemes(page)).toEqual([])

    await page.getByRole('combobox', { name: 'Filter by last run' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await row('To the board').waitFor({ state: 'detached' })
    await row('To a partner').getByRole('button', { name: 'To a partner', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'To a partner' })
    await drawer.getByText('bob@bad.example').first().waitFor()
    const [run] = await drawer.locator('button[aria-expanded]').all()
    await run?.click()
    await drawer.getByText('Exports go to good.example only', { exact: false }).first().waitFor()
    await picture(page, 'organization-schedule')
    expect(await seriousFaults(page)).toEqual([])
  })

  it('sends failed exports again once the cause is fixed', async () => {
    await api('PATCH', '/v2/organizations/settings/exports', { allowedDomains: null })
    const drawer = page.getByRole('dialog', { name: 'To a partner' })
    await drawer.getByRole('button', { name: 'Send again' }).click()
    await expect
      .poll(() => mails.mails.filter(({ to }) => to.includes('bob@bad.example')).length, { timeout: 60_000 })
      .toBe(1)
    // It is no longer among the failed ones.
    await page.getByText('No schedules match').waitFor({ timeout: 60_000 })
  })

  it('downloads the file that was sent', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Filter by last run' }).click()
    await page.getByRole('option', { name: 'All' }).click()
    await row('To the board').getByRole('button', { name: 'To the board', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'To the board' })
    await drawer.locator('button[aria-expanded]').first().click()
    const link = drawer.getByRole('link', { name: /\.csv$/ })
    await link.waitFor()
    await drawer.getByText(/^SHA-256 [0-9a-f]{64}$/).waitFor()
    const steps = drawer.locator('dl').filter({ hasText: 'Files ready' })
    // This schedule has no condition, so none was checked.
    expect(await steps.getByRole('term').allTextContents()).toEqual(['Started', 'Files ready', 'Ended', 'Attempts'])
    expect(await steps.locator('time').count()).toBe(3)
    await drawer.getByText(/^Sent · /).waitFor()
    await picture(page, 'organization-schedule-sent')
    await inTheme(page, 'dark')
    await picture(page, 'organization-schedule-sent-dark')
    await inTheme(page, 'light')
    expect(await seriousFaults(page)).toEqual([])
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect((await readFile(await download.path(), 'utf8')).replace(/^\ufeff/, '')).toMatch(/^Category,Revenue\r\n/)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  })

  it('removes several at once, by name', async () => {
    await row('To the board').waitFor()
    await row('To a partner').waitFor()
    const clear = page.getByRole('toolbar').getByRole('button', { name: 'Clear selection' })
    if (await clear.isVisible()) await clear.click()
    await chooseAll()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete…' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 2 schedules?' })
    await question.getByRole('listitem').filter({ hasText: 'To a partner' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No scheduled exports yet').waitFor()
    expect((await api<{ total: number }>('GET', '/v2/schedules')).total).toBe(0)
  })

  it('lists single sends, with their senders', async () => {
    await page.getByRole('tab', { name: 'Sent once' }).click()
    await page.getByText('Nothing here').waitFor()
    await api('POST', `/v2/workbooks/${workbookId}/send`, {
      targets: [{ type: 'email', email: 'ann@good.example' }],
      config: { title: 'By hand', messageBody: '' },
      attachments: [{ formatOptions: { type: 'NONE' }, source: { type: 'all' } }],
    })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await row('By hand').getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 })
    await picture(page, 'organization-sends')
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  it('left nothing on the console', () => {
    expect(door.complaints.filter((line) => !line.includes('400'))).toEqual([])
  })
})
