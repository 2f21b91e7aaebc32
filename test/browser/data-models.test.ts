import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureWebBuilt } from '../../scripts/lib/setup.mjs'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './house.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'

describe.skipIf(!hasChromium)(`data models in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let member: SignedIn
  let door: ReturnType<typeof createDoor>
  let address = ''

  beforeAll(async () => {
    ensureWebBuilt()
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    const api = await apiOf(octavo)
    member = await newMember(browser, api, { firstName: 'Mona', lastName: 'Model', memberType: 'View' })
    const { entries } = await api<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    const connectionId = entries[0]?.connectionId ?? ''
    const source = (table: string) => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', table] })
    const stores = {
      id: 'stores',
      kind: 'table',
      name: 'Stores',
      source: source('STORES'),
      columns: [
        { id: 's-id', formula: '[STORES/STORE_ID]', name: 'Store Id' },
        { id: 's-region', formula: '[STORES/REGION]', name: 'Region', description: 'Where it is.' },
        { id: 's-broken', formula: '[Nothing here]', name: 'Broken' },
      ],
    }
    const orders = {
      id: 'orders',
      kind: 'table',
      name: 'Orders',
      source: source('ORDERS'),
      columns: [
        { id: 'o-id', formula: '[ORDERS/ORDER_ID]', name: 'Order Id' },
        { id: 'o-store', formula: '[ORDERS/STORE_ID]', name: 'Store Key', hidden: true },
        { id: 'o-channel', formula: 'Upper([ORDERS/CHANNEL])', name: 'Channel' },
      ],
      metrics: [{ id: 'm', name: 'Number of orders', formula: 'Count()' }],
      relationships: [
        {
          id: 'r',
          name: 'Sold in',
          targetElementId: 'stores',
          keys: [{ sourceColumnId: 'o-store', targetColumnId: 's-id' }],
        },
      ],
    }
    const channel = {
      id: 'channel-control',
      kind: 'control',
      controlId: 'Channel-Choice',
      controlType: 'list',
      name: 'Channel',
      selectionMode: 'multiple',
      source: { kind: 'source', source: { kind: 'table', elementId: 'orders' }, columnId: 'o-channel' },
      filters: [{ source: { kind: 'table', elementId: 'orders' }, columnId: 'o-channel' }],
    }
    const { folderId } = await api('POST', '/v2/files', { type: 'folder', name: 'Shared models' }).then(({ id }) => ({
      folderId: id ?? '',
    }))
    await api('POST', '/v2/grants', {
      inodeId: folderId,
      grantee: { memberId: member.memberId },
      permission: 'view',
    })
    const { dataModelId } = await api('POST', '/v2/dataModels/spec', {
      name: 'Shop model',
      folderId,
      schemaVersion: 1,
      pages: [{ id: 'one', name: 'Page', elements: [stores, orders, channel] }],
    })
    await api('POST', '/v2/workbooks/spec', {
      name: 'Reads the model',
      folderId,
      schemaVersion: 1,
      pages: [
        {
          id: 'one',
          name: 'Page',
          elements: [
            {
              id: 't',
              kind: 'table',
              name: 'By channel',
              source: { kind: 'data-model', dataModelId, elementId: 'orders' },
              columns: [{ id: 'c', formula: '[Orders/Channel]', name: 'Channel' }],
            },
          ],
        },
      ],
    })
    address = new URL((await api('GET', `/v2/dataModels/${dataModelId}`)).url ?? '').pathname
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  it('opens from home as itself, and shows what each table is made of', async () => {
    const page = await door.open('/models', member.state)
    await page.getByRole('main').getByRole('link', { name: 'Shop model', exact: true }).click()
    await page.waitForURL(`**${address}`)
    await page.getByRole('heading', { name: 'Shop model', level: 1 }).waitFor()
    await page.getByText('Version 1', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Stores', level: 2 }).waitFor()
    const row = (name: string) => page.getByRole('row', { name })
    await row('Region').getByText('Where it is.').waitFor()
    await row('Store Id').getByText('int64', { exact: true }).waitFor()
    await row('Broken').getByRole('img', { name: 'Error' }).waitFor()

    await page.getByRole('navigation', { name: 'Tables and controls' }).getByRole('button', { name: 'Orders' }).click()
    await row('Store Key').getByText('Hidden').waitFor()
    await row('Channel').getByText('Upper([ORDERS/CHANNEL])').waitFor()
    await page.getByRole('tab', { name: 'Metrics 1' }).click()
    await row('Number of orders').getByText('Count()').waitFor()
    await page.getByRole('tab', { name: 'Relationships 1' }).click()
    await row('Sold in').getByText('Store Key = Store Id').waitFor()
    await page.getByRole('tab', { name: 'Lineage' }).click()
    await page.getByText('RETAIL.PUBLIC.ORDERS', { exact: true }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await row('Reads the model').getByText('By channel').waitFor()
    await page.getByRole('link', { name: 'Reads the model' }).click()
    await page.getByRole('heading', { name: 'Reads the model', level: 1 }).waitFor()

    await page.goBack()
    await page.getByRole('tab', { name: 'Relationships 1' }).click()
    await row('Sold in').getByRole('button', { name: 'Stores' }).click()
    await page.getByRole('heading', { name: 'Stores', level: 2 }).waitFor()
    await page.context().close()
  })

  it('previews rows with the rights of the reader, below the controls of the page', async () => {
    const page = await door.open(`${address}?:nodeId=orders&:tab=preview`, member.state)
    const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true }).first()
    await page.getByText('First 500 rows').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    // A value in the address is that of the control.
    await page.goto(`${octavo.address}${address}?:nodeId=orders&:tab=preview&Channel-Choice=WEB`)
    await cell('WEB').waitFor()
    await expect.poll(() => page.getByRole('gridcell', { name: 'APP', exact: true }).count()).toBe(0)
    await page.goto(`${octavo.address}${address}?:nodeId=channel-control`)
    await page.getByText('Channel-Choice', { exact: true }).waitFor()
    await page.context().close()
  })

  it('fits a phone without a serious fault of accessibility, in the light and the dark theme', async () => {
    const page = await door.open(address, member.state, { viewport: { width: 390, height: 844 } })
    await page.getByRole('combobox', { name: 'Tables and controls' }).selectOption('Orders')
    await page.getByRole('heading', { name: 'Orders', level: 2 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.getByText('First 500 rows').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.context().close()
  })

  it('no page complained', () => {
    expect(door.complaints).toEqual([])
  })

  it('is not found where it does not exist, or where the reader may not know of it', async () => {
    const page = await door.open('/main/data-model/Nothing-7abcXYZ', member.state)
    await page.getByText('Data model not found').waitFor()
    await page.context().close()
  })
})
