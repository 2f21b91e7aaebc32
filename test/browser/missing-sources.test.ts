import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../setup/postgres-server.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'

const whyNot = skipReason || (whyNoPostgres() ?? '')

describe.skipIf(!hasChromium || whyNoPostgres() !== null)(`the tables of a connection, on screen${whyNot}`, () => {
  let postgres: PostgresServer
  let octavo: RunningOctavo
  let browser: Browser
  let member: SignedIn
  let client: pg.Client

  beforeAll(async () => {
    const allowed = { OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1' }
    ;[postgres, octavo, browser] = await Promise.all([startPostgres(), startOctavo(allowed), launchChromium()])
    client = new pg.Client(postgres.urlOf('postgres'))
    await client.connect()
    await client.query('CREATE TABLE orders (id INT, channel TEXT)')
    await client.query('INSERT INTO orders VALUES (1, $1)', ['web'])
  })
  afterAll(async () => {
    await client?.end()
    await browser?.close()
    await octavo?.stop()
    await postgres?.stop()
  })

  it('reader, editor and the page of a data model name the column and the element, until it is back', async () => {
    const api = await apiOf(octavo)
    member = await newMember(browser, api, { firstName: 'Mira', lastName: 'Missing', memberType: 'Build' })
    const url = new URL(postgres.urlOf('postgres'))
    const place = {
      host: url.hostname,
      port: Number(url.port),
      database: 'postgres',
      user: url.username,
      password: 'x',
    }
    const { connectionId } = await api('POST', '/v2/connections', {
      name: 'Shop',
      details: { type: 'postgres', ...place },
      allowPrivilegedRole: true,
    })
    const source = { kind: 'warehouse-table', connectionId, path: ['public', 'orders'] }
    const columns = [{ id: 'channel', formula: '[orders/channel]', name: 'Channel' }]
    const { workbookId } = await api('POST', '/v2/workbooks/spec', {
      name: 'Watched',
      folderId: member.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'p', name: 'Page', elements: [{ id: 't', kind: 'table', name: 'Sales', source, columns }] }],
    })
    const { dataModelId } = await api('POST', '/v2/dataModels/spec', {
      name: 'Watched model',
      folderId: member.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'p', name: 'Page', elements: [{ id: 't', kind: 'table', name: 'Sales', source, columns }] }],
    })
    await api('POST', '/v2/grants', {
      inodeId: dataModelId,
      grantee: { memberId: member.memberId },
      permission: 'view',
    })
    await api('POST', `/v2/workbooks/${workbookId}/grants`, {
      grants: [{ grantee: { memberId: member.memberId }, permission: 'edit' }],
    })
    const sync = () => api('POST', `/v2/connections/${connectionId}/sync`, { path: [] })
    await sync()
    const address = new URL((await api('GET', `/v2/workbooks/${workbookId}`)).url ?? '').pathname
    const modelAddress = new URL((await api('GET', `/v2/dataModels/${dataModelId}`)).url ?? '').pathname
    const door = createDoor(browser, octavo)
    const sentence = 'The column channel of public.orders is gone. Used by: Sales.'
    const page = await door.open(address, member.state)
    await page.getByText('Updated').waitFor()
    expect(await page.getByText(sentence).count()).toBe(0)

    await client.query('ALTER TABLE orders RENAME COLUMN channel TO route')
    await sync()
    await page.reload()
    await page.getByText(sentence).waitFor()
    await page.goto(`${octavo.address}${address}/edit`)
    await page.getByText(sentence).waitFor()
    await page.goto(octavo.address + modelAddress)
    await page.getByText(sentence).waitFor()

    await client.query('ALTER TABLE orders RENAME COLUMN route TO channel')
    await sync()
    await page.goto(octavo.address + address)
    await page.getByText('Updated').waitFor()
    await expect.poll(() => page.getByText(sentence).count()).toBe(0)
    await page.context().close()
  })

  it('the source picker finds a table behind the first thousand by its name', async () => {
    await client.query('CREATE SCHEMA many')
    await client.query(
      "DO $$ BEGIN FOR i IN 1..1100 LOOP EXECUTE format('CREATE TABLE many.%I (id INT)', 'part_' || lpad(i::text, 4, '0')); END LOOP; END $$",
    )
    const api = await apiOf(octavo)
    const { entries } = await api<{ entries: { connectionId: string; name: string }[] }>('GET', '/v2/connections')
    const connectionId = entries.find(({ name }) => name === 'Shop')?.connectionId
    await api('POST', `/v2/connections/${connectionId}/sync`, { path: [] })
    await api('POST', `/v2/connections/${connectionId}/grants`, {
      grants: [{ grantee: { memberId: member.memberId }, permission: 'usage' }],
    })
    const { workbookId } = await api('POST', '/v2/workbooks/spec', {
      name: 'Many tables',
      folderId: member.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'p', name: 'Page', elements: [{ id: 'text', kind: 'text', body: 'Start' }] }],
    })
    const address = new URL((await api('GET', `/v2/workbooks/${workbookId}`)).url ?? '').pathname
    const page = await createDoor(browser, octavo).open(`${address}/edit`, member.state)
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a source' })
    const found = picker.getByRole('button', { name: /^part_1099/ })
    await picker.getByRole('button', { name: /^part_0001/ }).waitFor()
    expect(await found.count()).toBe(0)
    await picker.getByRole('searchbox').fill('part_1099')
    await found.click()
    await picker.getByRole('checkbox', { name: /id/i }).waitFor()
    await page.context().close()
  })
})
