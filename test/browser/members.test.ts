import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { apiOf, createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'

const path = '/administration/members'

describe.skipIf(!hasChromium)(`the administration of members in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let api: Awaited<ReturnType<typeof apiOf>>
  let admin: Awaited<ReturnType<typeof signInOnce>>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    api = await apiOf(octavo)
    admin = await signInOnce(browser, octavo.address)
    for (const [firstName, lastName] of [
      ['Grace', 'Hopper'],
      ['Alan', 'Turing'],
      ['Hedy', 'Lamarr'],
    ]) {
      await api('POST', '/v2/members', { email: `${firstName}@example.com`, firstName, lastName, memberType: 'Build' })
    }
    await api('POST', '/v2/teams', { name: 'Sales' })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const person = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  async function choose(page: Page, field: string, option: string) {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('invites a member and shows the link if the server sends no mail', async () => {
    const page = await door.open(path, admin)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a member' })
    await dialog.getByLabel('Email').fill('emmy@example.com')
    await dialog.getByLabel('First name').fill('Emmy')
    await dialog.getByLabel('Last name').fill('Noether')
    await dialog.getByRole('combobox', { name: 'Teams' }).fill('Sal')
    await page.getByRole('option', { name: 'Sales' }).click()
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = page.getByLabel('Link for emmy@example.com')
    await expect.poll(() => link.inputValue()).toContain(`${octavo.address}/invitation#`)
    await page.getByRole('button', { name: 'Done' }).click()
    await person(page, 'Emmy Noether').waitFor()
    await page.context().close()
  })

  it('shows what is wrong with each line of a list before anything is sent, and then the result of each', async () => {
    const page = await door.open(path, admin)
    await page.getByRole('button', { name: 'Invite many' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('textbox', { name: 'People' })
      .fill(
        [
          'email,first name,last name,account type,teams',
          'sofia@example.com,Sofia,Kovalevskaya,Analyze,Sales',
          'lise@example.com,Lise,Meitner,,',
          'grace@example.com,Grace,Hopper,,',
          'no-address,,,Chief,Nowhere',
        ].join('\n'),
      )
    await dialog.getByRole('button', { name: 'Check 4 lines' }).click()
    const line = (text: string) => dialog.getByRole('row').filter({ hasText: text })
    await line('grace@example.com').getByText('is already a member').waitFor()
    await line('no-address').getByText('is not an email address').waitFor()
    await line('no-address').getByText('There is no account type “Chief”.').waitFor()
    await line('no-address').getByText('There is no team “Nowhere”.').waitFor()
    await line('sofia@example.com').getByText('Ready').waitFor()
    await dialog.getByRole('button', { name: 'Invite 2 people' }).click()
    const results = page.getByRole('dialog', { name: '2 of 2 invited' })
    await results.getByText('sofia@example.com').waitFor()
    await results.getByRole('button', { name: 'Copy 2 links' }).waitFor()
    await results.getByRole('button', { name: 'Done' }).click()
    await person(page, 'Sofia Kovalevskaya').waitFor()
    await page.context().close()
  })

  it('searches, filters and changes the account type of several at once', async () => {
    const page = await door.open(path, admin)
    await person(page, 'Grace Hopper').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('example.com')
    await choose(page, 'Filter by account type', 'Build')
    await expect.poll(() => page.getByRole('row').count()).toBe(4)
    expect(page.url()).toContain('type=Build')
    await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).check()
    await page.getByRole('checkbox', { name: 'Select Alan Turing' }).check()
    await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Change account type' }).click()
    await choose(page, 'Account type', 'Act')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 members have the account type Act').first().waitFor()
    await person(page, 'Grace Hopper').waitFor({ state: 'hidden' })
    await choose(page, 'Filter by account type', 'Act')
    await person(page, 'Grace Hopper').waitFor()
    await page.context().close()
  })

  it('goes through the pages of a long list, finds by a part of a name, and keeps what is selected', async () => {
    const members = Array.from({ length: 120 }, (_, place) => ({
      email: `worker${place}@example.com`,
      firstName: 'Worker',
      lastName: String(place).padStart(3, '0'),
      memberType: 'View',
    }))
    await api('POST', '/v2/members:batchCreate?sendInvite=false', { members })
    const page = await door.open(`${path}?type=View`, admin)
    await page.getByText(/^1–50 of 1\d\d$/).waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText(/^51–100 of 1\d\d$/).waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('toolbar', { name: '50 selected' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('RKER 119')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('checkbox', { name: 'Select Worker 119' }).check()
    await page.getByRole('toolbar', { name: '51 selected' }).waitFor()
    await page.getByLabel('Search names and emails').fill('worker')
    await page.getByRole('button', { name: 'Select all 120' }).click()
    await page
      .getByRole('toolbar', { name: '120 selected' })
      .getByRole('button', { name: 'Change account type' })
      .click()
    await choose(page, 'Account type', 'Act')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('120 members have the account type Act').first().waitFor()
    await page.getByRole('toolbar').waitFor({ state: 'hidden' })
    const { total } = await api<{ total: number }>('GET', '/v2.1/members?query=worker&memberType=Act&limit=1')
    expect(total).toBe(120)
    await page.context().close()
  })

  it('deactivates with a new owner for the documents, and reactivates', async () => {
    const { entries } = await api<{ entries: { memberId: string }[] }>('GET', '/v2.1/members?email=Hedy')
    const ownerId = entries[0]?.memberId
    await api('POST', '/v2/files', { name: 'Frequency hopping', type: 'workbook', ownerId })
    const page = await door.open(path, admin)
    await page.getByRole('button', { name: 'Actions for Hedy Lamarr' }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate Hedy Lamarr' })
    expect(await dialog.getByRole('button', { name: 'Deactivate' }).isDisabled()).toBe(true)
    await dialog.getByRole('combobox', { name: 'New owner' }).fill('Octavo')
    await page.getByRole('option', { name: /Octavo Administrator/ }).click()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Hedy Lamarr deactivated').first().waitFor()
    await person(page, 'Hedy Lamarr').waitFor({ state: 'hidden' })

    await choose(page, 'Filter by state', 'Deactivated')
    await row(page, 'Hedy Lamarr').getByText('Deactivated').waitFor()
    await person(page, 'Hedy Lamarr').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
    await page.getByText('Hedy Lamarr is active again').first().waitFor()
    await page.goto(`${octavo.address}/`)
    await row(page, 'Frequency hopping').getByText('Archived Users').waitFor()
    await page.context().close()
  })

  it('has no serious fault of accessibility in the light and the dark theme', async () => {
    const page = await door.open(path, admin)
    await person(page, 'Grace Hopper').waitFor()
    expect(await faultsInBothThemes(page), 'the list').toEqual([])
    await person(page, 'Grace Hopper').click()
    await page.getByRole('dialog', { name: 'Grace Hopper' }).getByText('Not in a team.').waitFor()
    expect(await faultsInBothThemes(page), 'one member').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Invite many' }).click()
    await page.getByRole('textbox', { name: 'People' }).fill('nobody\nada@example.com')
    await page.getByRole('button', { name: 'Check 2 lines' }).click()
    await page.getByText('is not an email address').waitFor()
    expect(await faultsInBothThemes(page), 'the preview of a list').toEqual([])
    await page.context().close()
  })

  it('never wrote an error on the console', () => {
    expect(door.complaints).toEqual([])
  })
})
