import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestProvider, type TestProvider } from '../../packages/server/src/services/connection-sign-ins/testing.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../setup/postgres-server.ts'
import { faultsInBothThemes } from './accessibility.ts'
import { apiOf, createDoor, newMember } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { inTheme, picture } from './pictures.ts'

const whyNot = skipReason || (whyNoPostgres() ?? '')

describe.skipIf(!hasChromium || whyNoPostgres() !== null)(`the account of a reader, on screen${whyNot}`, () => {
  let postgres: PostgresServer
  let octavo: RunningOctavo
  let browser: Browser
  let client: pg.Client
  let provider: TestProvider

  beforeAll(async () => {
    const allowed = { OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1' }
    ;[postgres, octavo, browser] = await Promise.all([startPostgres(), startOctavo(allowed), launchChromium()])
    client = new pg.Client(postgres.urlOf('postgres'))
    await client.connect()
    await client.query(`CREATE TABLE public.regions (name TEXT); INSERT INTO public.regions VALUES ('north');
      CREATE ROLE ann LOGIN; GRANT SELECT ON public.regions TO ann`)
    provider = await openTestProvider(`${octavo.address}/connect-account`, async (account, token) => {
      await client.query(`ALTER ROLE "${account}" PASSWORD '${token}'`)
    })
    provider.signsInAs('ann')
  })
  afterAll(async () => {
    await provider?.close()
    await client?.end()
    await browser?.close()
    await octavo?.stop()
    await postgres?.stop()
  })

  it('an element asks for the account, which is connected at the provider and disconnected again', async () => {
    const api = await apiOf(octavo)
    const member = await newMember(browser, api, { firstName: 'Ann', lastName: 'North', memberType: 'Build' })
    const { hostname: host, port } = new URL(postgres.urlOf('postgres'))
    const { metadataUrl, clientId, clientSecret } = provider
    const { connectionId } = await api('POST', '/v2/connections', {
      name: 'Regions',
      details: {
        type: 'postgres',
        host,
        port: Number(port),
        database: 'postgres',
        useOauth: true,
        metadataUrl,
        clientId,
        clientSecret,
        scopes: ['openid', 'profile', 'offline_access'],
      },
    })
    await api('POST', `/v2/connections/${connectionId}/grants`, {
      grants: [{ grantee: { memberId: member.memberId }, permission: 'usage' }],
    })
    const { workbookId } = await api('POST', '/v2/workbooks/spec', {
      name: 'Regions',
      folderId: member.homeFolderId,
      schemaVersion: 1,
      pages: [
        {
          id: 'p',
          name: 'Page',
          elements: [
            {
              id: 'own',
              kind: 'table',
              name: 'Regions',
              source: { kind: 'warehouse-table', connectionId, path: ['public', 'regions'] },
              columns: [{ id: 'name', name: 'Name', formula: '[regions/name]' }],
            },
          ],
        },
      ],
    })
    const address = new URL((await api('GET', `/v2/workbooks/${workbookId}`)).url ?? '').pathname
    const door = createDoor(browser, octavo)
    const page = await door.open(address, member.state)
    const tile = page.locator('[data-element=own]')
    const connect = tile.getByRole('button', { name: 'Connect your account' })
    await connect.waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await inTheme(page, 'light')
    await picture(page, 'own-accounts-tile-light')
    await inTheme(page, 'dark')
    await picture(page, 'own-accounts-tile-dark')
    await connect.click()
    await page.waitForURL((url) => url.pathname === address)
    await tile.getByRole('gridcell', { name: 'north', exact: true }).waitFor()

    await page.goto(`${octavo.address}/administration/connections/${connectionId}`)
    await page.getByText(/Signed in as ann/).waitFor()
    await inTheme(page, 'light')
    await picture(page, 'own-accounts-connection')
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('You are not signed in.').waitFor()

    await page.goto(`${octavo.address}/connect-account?state=unknown&code=x`)
    await page
      .getByRole('alert')
      .getByText(/This attempt to sign in is over/)
      .waitFor()
    await picture(page, 'own-accounts-over')
    await page.context().close()
  })
})
