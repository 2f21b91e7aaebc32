import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer, type TestMailServer } from '../../packages/server/src/outbound/testing.ts'
import { startSlack } from '../../packages/server/src/services/schedules/destinations/slack/testing.ts'
import { startStoragePeer, testKey } from '../../packages/server/src/services/schedules/destinations/storage/testing.ts'
import { seriousFaults } from './accessibility.ts'
import { apiOf } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { admin, type RunningOctavo, startOctavo } from './octavo.ts'
import { inTheme, picture } from './pictures.ts'

describe.skipIf(!hasChromium)(`scheduled exports in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let mails: TestMailServer
  let slack: Awaited<ReturnType<typeof startSlack>>
  let storage: Awaited<ReturnType<typeof startStoragePeer>>
  let page: Page
  let workbook: string

  beforeAll(async () => {
    mails = await startMailServer()
    slack = await startSlack()
    storage = await startStoragePeer()
    const smtp = {
      OCTAVO_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      OCTAVO_SLACK_URL: slack.url,
      OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1',
    }
    ;[octavo, browser] = await Promise.all([startOctavo(smtp), launchChromium()])
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
    context.setDefaultTimeout(60_000)
    page = await context.newPage()
    await page.goto(octavo.address)
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: /Retail overview/ }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
    workbook = page.url()
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
    await mails?.close()
    await slack?.close()
    await storage?.close()
  })

  const dialog = () => page.getByRole('dialog')
  const choose = async (label: string, option: string) => {
    await page.getByLabel(label, { exact: true }).click()
    await page.getByRole('option', { name: option }).first().click()
    // A list that opens while another closes may be closed with it.
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
  }
  const act = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Morning revenue' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  it('shows that there is none, and visibly what is wrong with a new one', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Schedule exports…' }).click()
    await dialog().getByText('No schedules yet').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'New schedule' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Morning revenue')
    await choose('What to send', 'Revenue')
    await choose('Format', 'CSV')
    await page.getByLabel('Recipients').fill('ann@example.com, wrong')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    const problem = dialog().getByText('"wrong" is not one email address.')
    await problem.waitFor()
    const recipients = page.getByLabel('Recipients')
    await expect.poll(() => recipients.evaluate((node) => node === document.activeElement)).toBe(true)
    expect(await recipients.getAttribute('aria-invalid')).toBe('true')
    await expect
      .poll(() => problem.evaluate((node) => node.getBoundingClientRect().bottom <= window.innerHeight - 60))
      .toBe(true)
    expect(await seriousFaults(page)).toEqual([])
  })

  it('is created, sent at once, changed, paused, resumed and deleted', async () => {
    await page.getByLabel('Recipients').fill('ann@example.com, bob@example.com')
    await choose('How often', 'Every week')
    await page.getByRole('group', { name: 'Days' }).getByRole('button', { name: 'Friday' }).click()
    await dialog().getByRole('combobox', { name: 'Send', exact: true }).click()
    await page.getByRole('option', { name: 'Only if there is data' }).click()
    await choose('Of element', 'Orders')
    await page.getByLabel('Time', { exact: true }).fill('07:30')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await dialog().getByText('Not sent yet').waitFor()
    await act('Send now')
    await dialog()
      .getByText(/^Sent /)
      .waitFor({ timeout: 60_000 })
    // A copy for each recipient, with a separate link.
    expect(mails.mails.map(({ to }) => to)).toEqual([['ann@example.com'], ['bob@example.com']])
    expect(mails.mails[0]?.raw).toContain('Retail overview - Revenue.csv')
    expect(mails.mails[0]?.raw).toMatch(/^To: ann@example\.com, bob@example\.com/m)
    const [link = ''] =
      /http\S+\/unsubscribe#\S+/.exec(mails.mails[1]?.raw.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '') ?? []
    const reader = await browser.newContext()
    const mailed = await reader.newPage()
    await mailed.goto(link)
    await mailed.getByText('You get these mails.').waitFor()
    expect(await mailed.locator('body').textContent()).not.toMatch(/Retail|Morning|bob@/)
    await mailed.getByRole('button', { name: 'Unsubscribe' }).click()
    await mailed.getByText("You don't get these mails any more.").waitFor()
    await picture(mailed, 'unsubscribed')
    expect(await seriousFaults(mailed)).toEqual([])
    await act('Edit…')
    await dialog().getByText('Unsubscribed: bob@example.com').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await mailed.getByRole('button', { name: 'Subscribe again' }).click()
    await mailed.getByText('You get these mails.').waitFor()
    await reader.close()

    await act('History…')
    await dialog().locator('button[aria-expanded]').first().click()
    await dialog().getByRole('link', { name: 'Retail overview - Revenue.csv' }).waitFor()
    await picture(page, 'schedule-history')
    expect(await seriousFaults(page)).toEqual([])
    await dialog().getByRole('button', { name: 'All schedules' }).click()

    await act('Edit…')
    expect(await page.getByLabel('Recipients').inputValue()).toBe('ann@example.com, bob@example.com')
    expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('07:30')
    await page.getByLabel('Subject').fill('The week')
    await page.getByRole('button', { name: 'Save' }).click()
    await act('Pause')
    await dialog().getByText('Paused').waitFor()
    await act('Resume')
    await dialog().getByText('Active').waitFor()
    await dialog()
      .getByText(/^Next: /)
      .waitFor()
    await act('Delete…')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog().getByText('No schedules yet').waitFor()
  })

  it('names the fields of problems that a check finds in the language of the reader', async () => {
    const context = await browser.newContext({ locale: 'de', storageState: await page.context().storageState() })
    const german = await context.newPage()
    await german.goto(workbook)
    await german.getByRole('button', { name: 'Exportieren', exact: true }).click()
    await german.getByRole('menuitem', { name: 'Exporte planen…' }).click()
    await german.getByRole('button', { name: 'Neuer Zeitplan' }).click()
    await german.getByRole('textbox', { name: 'Empfänger', exact: true }).fill('ann@example.com, wrong')
    await german.getByRole('textbox', { name: /^CC/ }).fill('worse')
    await german.getByRole('button', { name: 'Prüfen', exact: true }).click()
    const lines = german.getByRole('alert').filter({ hasText: 'worse' })
    await expect
      .poll(() => lines.textContent())
      .toBe('Empfänger: "wrong" is not one email address.\nCC: "worse" is not one email address.')
    await context.close()
  })

  it('is named by what it sends if no name is entered', async () => {
    await page.getByRole('button', { name: 'New schedule' }).click()
    await choose('What to send', 'Revenue')
    await choose('Format', 'CSV')
    await page.getByLabel('Recipients').fill('ann@example.com')
    expect(await page.getByLabel('Name', { exact: true }).getAttribute('placeholder')).toBe('Revenue · CSV · Email')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByRole('button', { name: 'Actions for Revenue · CSV · Email' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog().getByText('No schedules yet').waitFor()
  })

  it('sends several files once, now, and shows the result', async () => {
    mails.mails.length = 0
    await page.goto(workbook)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Send now…' }).click()
    await choose('What to send', 'Revenue')
    await choose('Format', 'CSV')
    await page.getByRole('button', { name: 'Add a file' }).click()
    await choose('Format, file 2', 'PDF')
    await choose('Orientation, file 2', 'Landscape')
    await choose('Colors, file 2', 'Dark')
    await picture(page, 'send-colors')
    await page.getByLabel('Recipients').fill('ann@example.com')
    await page.getByLabel('Subject').fill('Before the meeting')
    await page.getByRole('button', { name: 'Add a file' }).click()
    await page.getByRole('button', { name: 'Remove file 3' }).click()
    await picture(page, 'send-now')
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const last = page.getByRole('list', { name: 'Sent lately' })
    await last.getByText(/^Sent /).waitFor({ timeout: 60_000 })
    await picture(page, 'sent')
    expect(await seriousFaults(page)).toEqual([])
    expect(await last.textContent()).toContain('Before the meeting')
    expect(mails.mails.map(({ to }) => to)).toEqual([['ann@example.com']])
    const raw = mails.mails[0]?.raw ?? ''
    expect(raw).toContain('Subject: Before the meeting')
    expect(raw).toContain('Retail overview - Revenue.csv')
    expect(raw).toContain('Retail overview.pdf')
    await last.getByRole('button', { name: 'Details of Before the meeting' }).click()
    await last.getByRole('button', { name: /Sent by hand/ }).click()
    await last.getByRole('link', { name: 'Retail overview.pdf' }).waitFor()
    await picture(page, 'sent-details')
    expect(await seriousFaults(page)).toEqual([])
    await last.getByRole('button', { name: 'Send again: Before the meeting' }).click()
    await expect.poll(() => mails.mails.length, { timeout: 60_000 }).toBe(2)
    expect(mails.mails[1]?.raw).toContain('Retail overview.pdf')
    await page.getByRole('button', { name: 'Send another' }).click()
    await page.getByLabel('Recipients').fill('nobody')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog().getByText('"nobody" is not one email address.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  it('sends to Slack after an administrator has set the bot, and shows before that it cannot', async () => {
    const toSlack = async (action: string) => {
      await page.goto(workbook)
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await toSlack('Schedule exports…')
    await page.getByRole('button', { name: 'New schedule' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Morning revenue')
    await choose('Send by', 'Slack')
    await page.getByLabel('Conversation').fill('C01')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await dialog().getByText('The organization has no bot in Slack yet').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await act('Delete…')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()

    await page.goto(`${octavo.address}/administration/organization`)
    await page.getByRole('button', { name: 'Connect Slack…' }).click()
    await page.getByLabel('Bot token').fill('xoxb-wrong')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await page.getByText('The token of the bot is not valid.').waitFor()
    await page.getByLabel('Bot token').fill('xoxb-good')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Connected to Acme as reports.').waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show secret' }).click()
    const secret = page.getByLabel('Secret', { exact: true })
    const before = await secret.inputValue()
    expect(before.length).toBeGreaterThan(40)
    await page.getByText('Connected to Acme as reports.').scrollIntoViewIfNeeded()
    await picture(page, 'deliveries')
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Replace secret…' }).click()
    await page.getByRole('button', { name: 'Replace secret…' }).last().click()
    await expect.poll(() => secret.inputValue()).not.toBe(before)
    await page.getByText(/^The secret before it signs as well until /).waitFor()

    await toSlack('Send now…')
    await choose('What to send', 'Revenue')
    await choose('Format', 'CSV')
    await choose('Send by', 'Slack')
    await page.getByLabel('Conversation').fill('C01')
    await picture(page, 'to-slack')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const last = page.getByRole('list', { name: 'Sent lately' }).locator('li').first()
    await last.getByText(/^Sent /).waitFor({ timeout: 60_000 })
    expect(slack.posts.map(({ channel, files }) => [channel, files.map(({ title }) => title)])).toEqual([
      ['C01', ['Retail overview - Revenue.csv']],
    ])
  })

  it('writes to a storage that an administrator has added, tested and may remove', async () => {
    await page.goto(`${octavo.address}/administration/organization`)
    await page.getByRole('button', { name: 'Add storage…' }).click()
    const fill = async (texts: Record<string, string>) => {
      for (const [label, text] of Object.entries(texts)) await dialog().getByRole('textbox', { name: label }).fill(text)
    }
    await fill({ Name: 'lake', Bucket: 'exports', Folder: 'reports', Region: 'us-east-1' })
    await fill({
      'Address of the store': storage.url,
      'Access key id': testKey.accessKeyId,
      'Secret access key': 'wrong',
    })
    await dialog().getByLabel('The bucket is in the path').check()
    await dialog().getByRole('button', { name: 'Test and save' }).click()
    await dialog().getByRole('alert').waitFor()
    await fill({ 'Secret access key': testKey.secretAccessKey })
    await picture(page, 'storage-new')
    expect(await seriousFaults(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Test and save' }).click()
    await dialog().waitFor({ state: 'hidden' })
    const entry = page.getByRole('list', { name: 'Cloud storage' }).locator('li')
    await entry.getByText('s3://exports/reports/').waitFor()
    await page.getByRole('button', { name: 'Test lake' }).click()
    await page.getByText('lake accepts uploads').waitFor()
    await picture(page, 'storages')
    expect(await seriousFaults(page)).toEqual([])

    await page.goto(workbook)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Send now…' }).click()
    await choose('What to send', 'Revenue')
    await choose('Format', 'CSV')
    await choose('Send by', 'Cloud storage')
    await choose('Storage', 'lake')
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('s3://exports/reports/')
    await page.getByLabel('Address', { exact: true }).fill('s3://exports/reports/revenue.csv')
    await picture(page, 'to-storage')
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const last = page.getByRole('list', { name: 'Sent lately' }).locator('li').first()
    await last.getByText(/^Sent /).waitFor({ timeout: 60_000 })
    expect([...storage.objects.keys()]).toEqual(['reports/revenue.csv'])

    await page.goto(`${octavo.address}/administration/organization`)
    await page.getByRole('button', { name: 'Remove lake' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await entry.waitFor({ state: 'detached' })
  })

  it('uses a mail server of the organization once an administrator has tried and saved it', async () => {
    const own = await startMailServer()
    await page.goto(`${octavo.address}/administration/organization`)
    await page.getByText('Mails go by the mail server of this server.').waitFor()
    await page.getByRole('button', { name: 'Use your own…' }).click()
    await dialog().getByLabel('Host').fill('127.0.0.1')
    await dialog().getByLabel('Port').fill('1')
    await choose('Encryption', 'None (clear text)')
    await dialog().getByLabel('Sender').fill('Acme <reports@acme.example>')
    await dialog().getByRole('button', { name: 'Send a test to me' }).click()
    await dialog().getByText('127.0.0.1 cannot be reached').waitFor()
    await dialog().getByLabel('Port').fill(String(own.port))
    await dialog().getByRole('button', { name: 'Send a test to me' }).click()
    await page.getByText(`A test is on its way to ${admin.email}.`).waitFor()
    await picture(page, 'mail-server')
    expect(await seriousFaults(page)).toEqual([])
    expect(own.mails.map(({ from, to }) => [from, to])).toEqual([['reports@acme.example', [admin.email]]])
    await dialog().getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Acme <reports@acme.example> by 127.0.0.1:${own.port}`).scrollIntoViewIfNeeded()
    await picture(page, 'mail-server-set')
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Mails go by the mail server of this server.').waitFor()
    await own.close()
  })

  it('sends a saved view, and shows the choice again', async () => {
    const api = await apiOf(octavo)
    const { entries } = await api<{ entries: { workbookId: string; name: string }[] }>('GET', '/v2/workbooks')
    const workbookId = entries.find(({ name }) => name === 'Retail overview')?.workbookId
    const spec = await api<{ pages: { id: string }[]; documentVersion: number }>(
      'GET',
      `/v2/workbooks/${workbookId}/spec`,
    )
    const body = { workbookVersion: spec.documentVersion, edits: [] }
    const { exploreKey } = await api('POST', `/v2/workbooks/${workbookId}/customViews`, body)
    const saved = { workbookVersion: spec.documentVersion, name: 'Only the east', isShared: true, exploreKey }
    const { bookmarkId } = await api('POST', `/v2/workbooks/${workbookId}/bookmarks`, saved)
    await page.goto(workbook)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Schedule exports…' }).click()
    await page.getByRole('button', { name: 'New schedule' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Morning revenue')
    await choose('View', 'Only the east')
    await choose('What to send', 'Revenue')
    expect(await seriousFaults(page)).toEqual([])
    await page.getByLabel('Recipients').fill('ann@example.com')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await act('Edit…')
    await page.getByLabel('View', { exact: true }).getByText('Only the east').waitFor()
    await page.getByLabel('Subject').fill('The east')
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('Not sent yet').waitFor()
    const list = await api<{ entries: { configV2: { title: string; workbookVariant: object } }[] }>(
      'GET',
      `/v2.1/workbooks/${workbookId}/schedules`,
    )
    expect(list.entries.map(({ configV2 }) => [configV2.title, configV2.workbookVariant])).toEqual([
      ['The east', { bookmarkId }],
    ])
  })

  it('splits by the values of a list, with a preview, and sends a test to the author', async () => {
    mails.mails.length = 0
    await page.goto(workbook)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Schedule exports…' }).click()
    await page.getByRole('button', { name: 'New schedule' }).click()
    await page.getByLabel('Name', { exact: true }).fill('To each region')
    await choose('What to send', 'Revenue')
    await choose('Format', 'CSV')
    await page.getByLabel('Recipients').fill('boss@example.com')
    await page.getByLabel('Split by').click()
    await page.getByRole('option').nth(1).click()
    await page.getByLabel('Addresses of each value').waitFor()
    await choose('Limit', 'So many times a week')
    await page.getByLabel('How many times').fill('2')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    const reported = dialog().getByRole('status')
    await reported.getByText(/^Values: \d+\. Sent now: \d+\. Addresses in the column: 0\.$/).waitFor()
    expect(await reported.getByRole('listitem').count()).toBe(5)
    await reported.scrollIntoViewIfNeeded()
    await picture(page, 'schedule-burst')
    await inTheme(page, 'dark')
    await picture(page, 'schedule-burst-dark')
    await inTheme(page, 'light')
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Send a test to me' }).click()
    await reported.getByText(/^The test is on its way to you/).waitFor()
    await expect.poll(() => mails.mails.length, { timeout: 60_000 }).toBe(1)
    expect(mails.mails[0]?.to).toEqual([admin.email])
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByRole('button', { name: 'Actions for To each region' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await page.getByLabel('Addresses of each value').waitFor()
    expect(await page.getByLabel('How many times').inputValue()).toBe('2')
  })

  it('sends an alert when a number of an element meets a condition, from the menu of that element', async () => {
    const api = await apiOf(octavo)
    const { entries } = await api<{ entries: { workbookId: string; name: string }[] }>('GET', '/v2/workbooks')
    const workbookId = entries.find(({ name }) => name === 'Retail overview')?.workbookId
    // The editor's panel behind the dialog has fields with the same names.
    const pick = async (label: string, option: string) => {
      await dialog().getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    const conditionOfAlert = async () => {
      type Listed = { entries: { configV2: { notificationName?: string; conditionOptions: object } }[] }
      const list = await api<Listed>('GET', `/v2.1/workbooks/${workbookId}/schedules`)
      return list.entries.find(({ configV2 }) => configV2.notificationName?.startsWith('Alert'))?.configV2
        .conditionOptions
    }
    await page.goto(`${workbook.replace(/[?#].*$/, '')}/edit`)
    const tile = page.getByRole('region', { name: 'Revenue', exact: true })
    await tile.locator('output').waitFor()
    await tile.click()
    await page.getByRole('toolbar', { name: 'Actions for the selection' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Alert when…' }).click()
    await dialog().getByLabel('Name', { exact: true }).waitFor()
    expect(await dialog().getByLabel('Name', { exact: true }).inputValue()).toBe('Alert: Revenue')
    const submit = page.getByRole('button', { name: 'Schedule', exact: true })
    expect(await submit.isDisabled()).toBe(true)
    await pick('Number', 'Value')
    await pick('Comparison', 'is at least')
    await dialog().getByLabel('Compared with').fill('1000')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await dialog().getByRole('status').getByText('The condition is met now.').waitFor({ timeout: 60_000 })
    await dialog().getByLabel('Compared with').scrollIntoViewIfNeeded()
    await picture(page, 'alert')
    await inTheme(page, 'dark')
    await picture(page, 'alert-dark')
    await inTheme(page, 'light')
    expect(await seriousFaults(page)).toEqual([])
    await submit.click()
    await page.getByRole('button', { name: 'Actions for Alert: Revenue' }).waitFor()
    const ofValue = { type: 'sheetColumn', sheetId: 'kpi-revenue', columnId: 'kr', mode: 'any', measure: 'value' }
    expect(await conditionOfAlert()).toEqual({
      type: 'workbook',
      conditions: [{ ...ofValue, op: 'GreaterThanEq', value: { type: 'integer', val: '1000' } }],
    })

    await page.getByRole('button', { name: 'Actions for Alert: Revenue' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await dialog().getByLabel('Compared with').waitFor()
    expect(await dialog().getByLabel('Compared with').inputValue()).toBe('1000')
    // The file stays the same, and another element decides whether it is sent.
    await dialog().getByRole('combobox', { name: 'Of element' }).click()
    await page.getByRole('option', { name: 'Revenue by category' }).click()
    await pick('Column', 'Category')
    await pick('Comparison', 'contains')
    await dialog().getByLabel('Compared with').fill('Gar')
    await dialog().getByLabel('Compared with').scrollIntoViewIfNeeded()
    await picture(page, 'condition')
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Actions for Alert: Revenue' }).waitFor()
    expect(await conditionOfAlert()).toEqual({
      type: 'workbook',
      conditions: [
        {
          ...{ type: 'sheetColumn', sheetId: 'by-category', columnId: 'ca-name', mode: 'any' },
          ...{ op: 'Contains', value: { type: 'string', val: 'Gar' } },
        },
      ],
    })
  })
})
