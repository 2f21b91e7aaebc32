import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'
import { signInOnce } from './sign-in.ts'

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.skipIf(!hasChromium)(`the administration in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let api: Awaited<ReturnType<typeof apiOf>>
  let admin: Awaited<ReturnType<typeof signInOnce>>
  let ada: SignedIn

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    api = await apiOf(octavo)
    admin = await signInOnce(browser, octavo.address)
    ada = await newMember(browser, api, { firstName: 'Ada', lastName: 'Lovelace', memberType: 'Analyze' })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  async function pick(page: Page, field: string, text: string) {
    await page.getByRole('dialog').getByRole('combobox', { name: field }).fill(text)
    await page.getByRole('option').filter({ hasText: text }).click()
  }
  const notice = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  it('has menus of rows that a finger can press, and the names of account types on one line', async () => {
    const page = await door.open('/administration/account-types', admin, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const matrix = page.getByRole('region', { name: 'Permissions by account type' })
    await matrix.getByRole('button').first().waitFor()
    const sizes = await matrix.getByRole('button').evaluateAll((menus) =>
      menus.map((menu) => {
        const { width, height } = menu.getBoundingClientRect()
        return Math.min(width, height)
      }),
    )
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
    const bottoms = await matrix
      .locator('thead th span.truncate')
      .evaluateAll((names) => names.map((name) => Math.round(name.getBoundingClientRect().bottom)))
    expect(bottoms.length).toBeGreaterThan(1)
    expect(new Set(bottoms).size).toBe(1)
    await page.context().close()
  })

  it('creates a team with members, removes one, and deletes the team after listing what is deleted with it', async () => {
    const page = await door.open('/administration/teams', admin)
    await page.getByRole('button', { name: 'New team' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Analysts')
    await pick(page, 'Members', 'Ada Lovelace')
    await page.getByRole('checkbox', { name: /Create a workspace/ }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Analysts', level: 1 }).waitFor()
    await row(page, 'Ada Lovelace').waitFor()

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Analytics')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()

    await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click()
    await page.getByRole('menuitem', { name: 'Make a team admin' }).click()
    await row(page, 'Ada Lovelace').getByText('Team admin').waitFor()
    await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click()
    await page.getByRole('menuitem', { name: 'Remove as team admin' }).click()
    await notice(page, 'Ada Lovelace is no longer an admin of Analytics')

    await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click()
    await page.getByRole('menuitem', { name: 'Remove from the team' }).click()
    await page.getByText('No members yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Ada Lovelace').waitFor()

    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete the team Analytics?' })
    await question.getByText('1 member loses').waitFor()
    await question.getByText('1 grant of the team').waitFor()
    await question.getByRole('button', { name: 'Delete the team' }).click()
    await notice(page, 'Team Analytics deleted')
    await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor()
    await page.context().close()
  })

  it('creates an account type whose permissions include others, and deletes it with a replacement for its members', async () => {
    const page = await door.open('/administration/account-types', admin)
    await page.getByRole('columnheader', { name: /Build/ }).waitFor()
    await page.getByRole('button', { name: 'New account type' }).click()
    const dialog = page.getByRole('dialog', { name: 'New account type' })
    await dialog.getByLabel('Name', { exact: true }).fill('Analyst')
    await dialog.getByRole('checkbox', { name: /^Full explore/ }).check()
    const implied = dialog.getByRole('checkbox', { name: /^Basic explore/ })
    expect([await implied.isChecked(), await implied.isDisabled()]).toEqual([true, true])
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('columnheader', { name: /Analyst/ }).waitFor()
    await api('PATCH', `/v2/members/${ada.memberId}`, { memberType: 'Analyst' })

    await page.reload()
    await page.getByRole('columnheader', { name: /Analyst 1 member/ }).waitFor()
    await page.getByRole('button', { name: 'Actions for Analyst' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete the account type Analyst?' })
    await question.getByRole('combobox', { name: 'New account type of its members' }).click()
    await page.getByRole('option', { name: /^Act/ }).click()
    await question.getByRole('button', { name: 'Delete the account type' }).click()
    await notice(page, 'Account type Analyst deleted')
    expect((await api('GET', `/v2/members/${ada.memberId}`)).memberType).toBe('Act')
    await page.context().close()
  })

  it('shows the secret of a new credential once, with which a program can sign in, and revokes it', async () => {
    const page = await door.open('/administration/credentials', admin)
    await page.getByRole('button', { name: 'New credential' }).click()
    await page.getByLabel('Name').fill('Nightly load')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const client_id = await page.getByLabel('Client id').inputValue()
    const client_secret = await page.getByLabel('Client secret').inputValue()
    const token = () =>
      fetch(`${octavo.address}/v2/auth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
      })
    expect((await token()).status).toBe(200)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await row(page, 'Nightly load').waitFor()
    expect(await page.content()).not.toContain(client_secret)
    await page.getByRole('button', { name: 'Actions for Nightly load' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await notice(page, '“Nightly load” revoked')
    expect((await token()).status).toBe(401)
    await page.context().close()
  })

  it('stores a credential, creates a connector that uses it, and calls the connector to show its response', async () => {
    const page = await door.open('/administration/api-connectors', admin)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New credential' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Orders key')
    await dialog.getByLabel('Hosts').fill('127.0.0.1')
    await dialog.getByLabel('Token', { exact: true }).fill('secret-of-orders')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await row(page, 'Orders key').waitFor()

    await page.getByRole('button', { name: 'New connector' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Cancel an order')
    await dialog.getByLabel('URL').fill('https://127.0.0.1/orders/{orderId}')
    await dialog.getByRole('combobox', { name: 'Sign in with' }).click()
    await page.getByRole('option', { name: /Orders key/ }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('has no path parameter').waitFor()
    await dialog.getByRole('button', { name: 'Add: Path parameters' }).click()
    await dialog.getByRole('textbox', { name: 'Name of parameter 1' }).fill('orderId')
    await dialog.getByRole('combobox', { name: 'Kind of parameter 1' }).click()
    await page.getByRole('option', { name: 'Given at each call' }).click()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create' }).click()
    await row(page, 'Cancel an order').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])

    await page.getByRole('button', { name: 'Actions for Cancel an order' }).click()
    await page.getByRole('menuitem', { name: 'Test' }).click()
    await dialog.getByLabel('Path parameters: orderId').fill('12')
    await dialog.getByRole('button', { name: 'Call' }).click()
    await dialog.getByText('inside the network of this server').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Orders key', exact: true }).click()
    expect(await page.content()).not.toContain('secret-of-orders')
    await dialog.getByLabel('Hosts').fill('*.example.com')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row(page, '*.example.com').waitFor()
    await page.getByRole('button', { name: 'Actions for Orders key' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No credentials yet').waitFor()
    await page.context().close()
  })

  it('sets values of a user attribute by default, team and member', async () => {
    for (const name of ['North', 'South']) await api('POST', '/v2/teams', { name, members: [ada.memberId] })
    const page = await door.open('/administration/user-attributes', admin)
    await page.getByRole('button', { name: 'New attribute' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Region')
    await page.getByLabel(/^Default value/).fill('Everywhere')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Region', level: 1 }).waitFor()
    const teams = page.getByRole('region', { name: 'Teams' })
    for (const [team, value] of [
      ['North', 'N'],
      ['South', 'S'],
    ] as const) {
      await teams.getByRole('button', { name: 'Add teams' }).click()
      await pick(page, 'Teams', team)
      await page.getByRole('dialog').getByLabel('Value', { exact: true }).fill(value)
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await teams.getByRole('listitem').filter({ hasText: team }).waitFor()
    }
    const counts = async () => {
      const { entries } = await api<{ entries: { value: { val: string }; from: string }[] }>(
        'GET',
        `/v2/members/${ada.memberId}/user-attributes`,
      )
      return `${entries[0]?.value.val} from ${entries[0]?.from}`
    }
    expect(await counts()).toBe('N from team')
    await teams.getByRole('button', { name: 'Move South up' }).click()
    await expect.poll(counts).toBe('S from team')
    const members = page.getByRole('region', { name: 'Members' })
    await members.getByRole('button', { name: 'Add members' }).click()
    await pick(page, 'Members', 'Ada Lovelace')
    await page.getByRole('dialog').getByLabel('Value', { exact: true }).fill('Own')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await members.getByRole('listitem').filter({ hasText: 'Ada Lovelace' }).waitFor()
    expect(await counts()).toBe('Own from member')
    await page.context().close()
  })

  it('makes a protected tag with approvers, changes it and deletes it', async () => {
    const page = await door.open('/administration/tags', admin)
    await page.getByRole('button', { name: 'New tag' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Production')
    await dialog.getByRole('radio', { name: 'Plum' }).check({ force: true })
    await dialog.getByRole('checkbox', { name: /^Protected/ }).check()
    await pick(page, 'Approvers', 'Ada Lovelace')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await row(page, 'Production').getByText('Ada Lovelace').waitFor()
    const { entries } = await api<{ entries: unknown[] }>('GET', '/v2/tags')
    expect(entries).toMatchObject([
      { name: 'Production', color: 'plum', isProtected: true, approverIds: [ada.memberId] },
    ])
    await page.getByRole('button', { name: 'Actions for Production' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabel(/^Description/).fill('What everybody reads')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row(page, 'Production').getByText('What everybody reads').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Actions for Production' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the tag' }).click()
    await page.getByText('No tags yet').waitFor()
    await page.context().close()
  })

  it('creates a connection, shows what is wrong with it, shares it, and deletes it', async () => {
    await api('POST', '/v2/user-attributes', { name: 'Warehouse role', description: '' })
    const page = await door.open('/administration/connections', admin)
    await page.getByRole('button', { name: 'New connection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Warehouse')
    await dialog.getByLabel('Host').fill('127.0.0.1')
    await dialog.getByLabel('Database').fill('sales')
    await dialog.getByLabel('Password', { exact: true }).fill('a secret of the warehouse')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('alert').getByText('details.host: The address 127.0.0.1').waitFor()
    await dialog.getByLabel('Host').fill('warehouse.invalid')
    await dialog.getByRole('button', { name: 'Test' }).click()
    await dialog.getByText('Looking up the host: No server has this name.').waitFor()
    await dialog.getByRole('combobox', { name: 'Role of each reader' }).click()
    await page.getByRole('option', { name: 'Warehouse role' }).click()
    await picture(page, 'connection-form')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Warehouse', level: 1 }).waitFor()
    const found = await api<{ entries: object[] }>('GET', '/v2/connections?search=Warehouse')
    expect(found.entries).toMatchObject([{ userAttributes: { role: 'Warehouse role' } }])
    await page.getByText("Can't connect").waitFor()
    expect(await page.content()).not.toContain('a secret of the warehouse')

    await page.getByRole('button', { name: 'Share' }).click()
    await pick(page, 'Share with', 'Ada Lovelace')
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await dialog.getByRole('listitem').filter({ hasText: 'Ada Lovelace' }).getByText('Can use').waitFor()
    await page.keyboard.press('Escape')
    const access = page.getByRole('region', { name: 'Access' })
    await access.getByRole('button', { name: 'Why does Ada Lovelace have access?' }).click()
    await dialog.getByText('What they can do').waitFor()
    await page.keyboard.press('Escape')
    await access.getByRole('combobox', { name: 'Level of Ada Lovelace' }).click()
    await page.getByRole('option', { name: 'Remove access' }).click()
    await expect.poll(() => access.getByText('Ada Lovelace').count()).toBe(0)
    expect(await seriousFaults(page)).toEqual([])

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the connection' }).click()
    await notice(page, '“Warehouse” deleted')
    await row(page, 'Sample data').waitFor()
    expect(await row(page, 'Warehouse').count()).toBe(0)
    await page.getByRole('combobox', { name: 'Filter by state' }).click()
    await page.getByRole('option', { name: 'Deleted' }).click()
    await row(page, 'Warehouse').waitFor()
    await page.context().close()
  })

  it('opens the form for a new connection from home, and removes it from the address when it is closed', async () => {
    const page = await door.open('/', admin)
    await page.getByRole('link', { name: 'Add connection', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Host').waitFor()
    expect(new URL(page.url()).search).toBe('?new=1')
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await page.reload()
    await page.getByRole('link', { name: 'Sample data' }).waitFor()
    expect(await dialog.count()).toBe(0)
    await page.context().close()
  })

  it('shows that the sample connection works, and lets formulas call functions of the platform', async () => {
    const page = await door.open('/administration/connections', admin)
    await page.getByRole('link', { name: 'Sample data' }).click()
    await page.getByText('Connected').waitFor()
    await page.getByRole('switch', { name: /^Functions of the platform/ }).click()
    await notice(page, 'Saved')
    await page.getByRole('switch', { name: /^Functions of the platform/, checked: true }).click()
    await page.getByRole('switch', { name: /^Functions of the platform/, checked: false }).waitFor()
    await page.context().close()
  })

  it('names, describes and hides a table of a connection and its columns', async () => {
    const page = await door.open('/administration/connections', admin)
    await page.getByRole('link', { name: 'Sample data' }).click()
    await page.getByRole('button', { name: 'Refresh list' }).click()
    await page.getByRole('searchbox', { name: 'Search tables' }).fill('customers')
    await expect.poll(() => page.getByRole('link', { name: 'STORES', exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: 'CUSTOMERS', exact: true }).click()
    await page.getByRole('heading', { name: 'CUSTOMERS', level: 1 }).waitFor()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Friendly name/).fill('People who buy')
    await dialog.getByLabel(/^Description/).fill('One row for each person.')
    await dialog.getByRole('checkbox', { name: /^Hide the table/ }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'People who buy', level: 1 }).waitFor()
    await page.getByText('One row for each person.').waitFor()
    await page.getByText('Hidden', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Describe CUSTOMER_ID' }).click()
    await dialog.getByLabel(/^Friendly name/).fill('Number')
    await dialog.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: 'Whole', exact: true }).click()
    await picture(page, 'annotation-form')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const number = row(page, 'CUSTOMER_ID')
    await number.getByText('Number', { exact: true }).waitFor()
    await number.getByText('Whole', { exact: true }).waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'table-page')

    // Undoing it restores the sample.
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByLabel(/^Friendly name/).fill('')
    await dialog.getByRole('checkbox', { name: /^Hide the table/ }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'CUSTOMERS', level: 1 }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Sample data' }).click()
    await page.getByRole('link', { name: 'CUSTOMERS', exact: true }).waitFor()
    await picture(page, 'connection-tables')
    await page.context().close()
  })

  it('writes a custom function with its errors shown while typing, changes and deletes it', async () => {
    const page = await door.open('/administration/custom-functions', admin)
    await page.getByRole('button', { name: 'New function' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('MarginOf')
    await dialog.getByLabel('Name of argument 1').fill('revenue')
    await dialog.getByRole('button', { name: 'Add an argument' }).click()
    await dialog.getByLabel('Name of argument 2').fill('cost')
    await dialog.getByLabel('Formula').fill('([revenue] - [costs]) / [revenue]')
    await dialog.getByRole('alert').getByText('costs').waitFor()
    expect(await dialog.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Formula').fill('([revenue] - [cost]) / [revenue]')
    await dialog.getByText('returns a number value').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'MarginOf(revenue, cost)' }).click()
    await dialog
      .getByLabel(/^Description/)
      .first()
      .fill('Share of revenue that stays')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row(page, 'MarginOf').getByText('Share of revenue that stays').waitFor()
    await page.getByRole('button', { name: 'Actions for MarginOf' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the function' }).click()
    await page.getByText('No custom functions yet').waitFor()
    await page.context().close()
  })

  it('reads the audit log: what changed, what one object went through, and what was refused', async () => {
    const { teamId = '' } = await api('POST', '/v2/teams', { name: 'Watched' })
    await api('PATCH', `/v2/teams/${teamId}`, { name: 'Watched closely' })
    const page = await door.open('/administration/audit-log', admin)
    await page.getByRole('row').filter({ hasText: 'Team changed' }).getByRole('button').first().click()
    const drawer = page.getByRole('dialog', { name: 'Team changed' })
    await drawer.getByRole('row', { name: 'name Watched Watched closely' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await drawer.getByRole('button', { name: 'Show all about this object' }).click()
    await page.getByRole('button', { name: 'Clear the filter “About Watched closely”' }).waitFor()
    await page.getByRole('table', { name: 'Audit log' }).waitFor()
    await expect.poll(() => page.getByRole('table', { name: 'Audit log' }).getByRole('row').count()).toBe(3)
    await page.getByRole('combobox', { name: 'Filter by result' }).click()
    await page.getByRole('option', { name: 'Refused' }).click()
    await page.getByText('No events').waitFor()
    await page.context().close()
  })

  it('filters the audit log by a person, an object and two days, and has them in the address', async () => {
    const { teamId = '' } = await api('POST', '/v2/teams', { name: 'Wanted' })
    const page = await door.open('/administration/audit-log?period=all', admin)
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
    await page.getByRole('combobox', { name: /^Object/ }).click()
    await page.getByRole('combobox', { name: /Search/ }).fill('wante')
    await page.getByRole('option', { name: /^Wanted/ }).waitFor()
    await picture(page, 'audit-object')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Clear the filter “About Wanted”' }).waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    expect(page.url()).toContain(teamId)
    await page.getByRole('combobox', { name: /^Who/ }).click()
    await page.getByRole('option', { name: 'The server' }).click()
    await page.getByText('No events').waitFor()
    await page.getByRole('button', { name: 'Clear the filter “By The server”' }).click()
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('combobox', { name: 'Filter by period' }).click()
    await page.getByRole('option', { name: 'Between two days' }).click()
    const year = new Date().getUTCFullYear()
    await page.getByLabel('First day').fill(`${year - 1}-01-01`)
    await page.getByLabel('Last day').fill(`${year + 1}-01-01`)
    await page.getByText(/^Time zone: /).waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    await picture(page, 'audit-days')
    expect(await seriousFaults(page)).toEqual([])
    await page.reload()
    await expect.poll(() => page.getByLabel('Last day').inputValue()).toBe(`${year + 1}-01-01`)
    await page.getByLabel('First day').fill(`${year + 1}-01-01`)
    await page.getByText('No events').waitFor()
    await page.getByLabel('Last day').fill(`${year}-01-01`)
    await page.getByRole('alert').getByText('The last day is before the first one.').waitFor()
    await page.context().close()
  })

  it('sets the time zone and switches, and prevents administrators from locking themselves out', async () => {
    const page = await door.open('/administration/organization', admin)
    const general = page.getByRole('region', { name: 'General' })
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Zurich')
    await page.getByRole('option', { name: /Europe\/Zurich/ }).click()
    await general.getByRole('button', { name: 'Save' }).click()
    await notice(page, 'Saved')
    expect((await api('GET', '/v2/organizations/settings')).timezone).toBe('Europe/Zurich')
    await page.getByLabel('Name', { exact: true }).fill('Analytical Engines')
    await page.getByRole('combobox', { name: 'Account type of new members' }).click()
    await page.getByRole('option', { name: 'Act', exact: true }).click()
    await general.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Analytical Engines' }).waitFor()
    expect(await api('GET', '/v2/organizations/settings')).toMatchObject({
      name: 'Analytical Engines',
      defaultMemberType: 'Act',
    })
    await page.getByRole('switch', { name: /^Public embeds/ }).click()
    await expect
      .poll(() => api<{ enabled: boolean }>('GET', '/v2/organizations/settings/publicEmbeds'))
      .toEqual({ enabled: false })

    const logo = page.getByRole('region', { name: 'Logo' })
    const upload = (name: string, buffer: Buffer) =>
      logo.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
    await upload('logo.png', Buffer.from('GIF89a'))
    await logo.getByText('The file is not a PNG or JPEG picture.').first().waitFor()
    await upload('logo.png', Buffer.from(onePixel, 'base64'))
    await logo.getByRole('img', { name: 'Logo of the organization' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'logo')
    await logo.getByRole('button', { name: 'Remove' }).click()
    await logo.getByRole('img').waitFor({ state: 'detached' })

    const allow = async (address: string) => {
      await page.getByLabel('Address', { exact: true }).fill(address)
      await page.getByRole('dialog').getByRole('button', { name: 'Allow' }).click()
    }
    await page.getByRole('button', { name: 'Add address' }).click()
    await allow('203.0.113.0/24')
    await page.getByRole('alert').filter({ hasText: 'would be locked out' }).waitFor()
    await allow('127.0.0.0/8')
    await row(page, '127.0.0.0/8').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove 127.0.0.0/8' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Every address has access').waitFor()
    await page.context().close()
  })

  it('views the app as another member, with a notice on every page, and returns', async () => {
    const page = await door.open('/administration/members', admin)
    await page.getByRole('main').getByRole('button', { name: 'Ada Lovelace', exact: true }).click()
    await page.getByRole('button', { name: 'View as Ada Lovelace' }).click()
    const banner = page.getByRole('region', { name: 'Viewing as another member' })
    await banner.getByText('You see what Ada Lovelace sees').waitFor()
    expect(await page.getByText('Administration', { exact: true }).count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'Retail overview' }).click()
    await page.getByRole('heading', { name: 'Retail overview', level: 1 }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await banner.getByRole('button', { name: 'Stop viewing' }).click()
    await page.getByText('Administration', { exact: true }).waitFor()
    expect(await banner.count()).toBe(0)
    await page.context().close()
  })

  it('has no serious fault of accessibility in the light and the dark theme', async () => {
    const page = await door.open('/', admin)
    for (const [path, heading] of [
      ['teams', 'Teams'],
      ['account-types', 'Account types'],
      ['user-attributes', 'User attributes'],
      ['credentials', 'API credentials'],
      ['connections', 'Connections'],
      ['audit-log', 'Audit log'],
    ]) {
      await page.goto(`${octavo.address}/administration/${path}`)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await page.getByRole('table').waitFor()
      expect(await faultsInBothThemes(page), path).toEqual([])
    }
    await page.context().close()
  })

  it('never wrote an error on the console', () => {
    // The refusals of an allowed address and of a host are among the tests.
    expect(door.complaints.filter((text) => !/40[09]/.test(text))).toEqual([])
  })
})
