import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureWebBuilt } from '../../scripts/lib/setup.mjs'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'

describe.skipIf(!hasChromium)(`data models in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let member: SignedIn
  let builder: SignedIn
  let owner: SignedIn
  let door: ReturnType<typeof createDoor>
  let address = ''
  let taggedAddress = ''
  let datasetAddress = ''

  beforeAll(async () => {
    ensureWebBuilt()
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    const api = await apiOf(octavo)
    member = await newMember(browser, api, { firstName: 'Mona', lastName: 'Model', memberType: 'View' })
    builder = await newMember(browser, api, { firstName: 'Bea', lastName: 'Builder', memberType: 'Build' })
    owner = await newMember(browser, api, { firstName: 'Olga', lastName: 'Owner', memberType: 'Admin' })
    const { entries } = await api<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    const connectionId = entries[0]?.connectionId ?? ''
    const usage = [{ grantee: { memberId: builder.memberId }, permission: 'usage' }]
    await api('POST', `/v2/connections/${connectionId}/grants`, { grants: usage })
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
    for (const [{ memberId }, permission] of [
      [member, 'view'],
      [owner, 'edit'],
    ] as const) {
      await api('POST', '/v2/grants', { inodeId: folderId, grantee: { memberId }, permission })
    }
    const { dataModelId } = await api('POST', '/v2/dataModels/spec', {
      name: 'Shop model',
      folderId,
      schemaVersion: 1,
      pages: [{ id: 'one', name: 'Page', elements: [stores, orders, channel] }],
    })
    const { workbookId } = await api('POST', '/v2/workbooks/spec', {
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
    await api('POST', `/v2/workbooks/${workbookId}/embeds`, { embedType: 'public', sourceType: 'workbook' })
    const csv = { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['t'] } }
    await api('POST', `/v2/workbooks/${workbookId}/schedules`, {
      target: [{ webhookUrl: 'https://hooks.example.com/report' }],
      schedule: { cronSpec: '0 9 * * *', timezone: 'UTC' },
      configV2: { title: 'Orders', messageBody: '', exportAttachments: [csv] },
    })
    const more = {
      id: 'k',
      kind: 'table',
      source: { kind: 'data-model', dataModelId, elementId: 'orders' },
      columns: [{ id: 'k-id', formula: '[Orders/Order Id]', name: 'Key' }],
    }
    const edits = [{ op: 'insert', at: ['elements'], entry: more, after: null, page: 'one' }]
    await api('POST', `/v2/workbooks/${workbookId}/customViews`, { workbookVersion: 1, edits })
    address = new URL((await api('GET', `/v2/dataModels/${dataModelId}`)).url ?? '').pathname
    const { url: datasetUrl, datasetId } = await api('POST', '/v2/datasets', {
      name: 'Old stores',
      folderId,
      source: source('STORES'),
      columns: [{ name: 'Region', formula: '[STORES/REGION]' }],
    })
    datasetAddress = new URL(datasetUrl ?? '').pathname
    await api('POST', `/v2/datasets/${datasetId}/grants`, { grants: [{ ...usage[0], permission: 'view' }] })
    await api('POST', '/v2/tags', { name: 'Checked', color: 'cyan' })
    const tagged = await api('POST', '/v2/dataModels/tag', { dataModelId, tag: 'Checked' })
    const { url } = await api('GET', `/v2/dataModels/${tagged.taggedDataModelId}`)
    taggedAddress = new URL(url ?? '').pathname
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  it('lists the schedules, embeds and views of documents that read a table, for users who may edit them', async () => {
    const page = await door.open(address, owner.state)
    await page.getByRole('navigation', { name: 'Tables and controls' }).getByRole('button', { name: 'Orders' }).click()
    await page.getByRole('tab', { name: 'Lineage' }).click()
    const row = page.getByRole('row', { name: 'Reads the model' })
    await row.getByText('1 schedule', { exact: true }).waitFor()
    const carriers = ['1 schedule', '1 public embed', '1 view']
    expect(await row.getByRole('listitem').allTextContents()).toEqual(carriers)
    expect(await seriousFaults(page)).toEqual([])
    await page.context().close()
  })

  it('opens from home, and shows the source of each table', async () => {
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
    // A view of another member, whose schedules, exports and embeds are hidden too.
    await row('Reads the model').getByRole('list').waitFor()
    expect(await row('Reads the model').getByRole('listitem').allTextContents()).toEqual(['1 view'])
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
    // A value in the address is the value of the control.
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

  it('opens at the address of a tagged version', async () => {
    const page = await door.open(taggedAddress, member.state)
    await page.getByRole('heading', { name: 'Shop model', level: 1 }).waitFor()
    await page.getByRole('row', { name: 'Region' }).getByText('Where it is.').waitFor()
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.getByRole('gridcell').first().waitFor()
    await page.context().close()
  })

  it('offers a dataset as the source of a new data model', async () => {
    const page = await door.open('/', builder.state)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Data model' }).click()
    const dialog = page.getByRole('dialog', { name: 'New data model' })
    await dialog.getByLabel('Source', { exact: true }).fill('old stores')
    await dialog
      .getByRole('button', { name: /^Old stores/ })
      .first()
      .click()
    await dialog.getByLabel('Name').fill('From the dataset')
    await dialog.getByRole('button', { name: 'Create data model' }).click()
    await page.getByRole('heading', { name: 'From the dataset', level: 1 }).waitFor()
    await page.goto(page.url().replace(/\/edit$/, ''))
    await page.getByRole('row', { name: 'Region' }).getByText('[Old stores/Region]').waitFor()
    await page.context().close()
  })

  it('opens a dataset, and the data model that it became', async () => {
    const page = await door.open(datasetAddress, member.state)
    await page.getByRole('heading', { name: 'Old stores', level: 1 }).waitFor()
    await page.getByText('RETAIL.PUBLIC.STORES', { exact: true }).waitFor()
    await page.getByRole('row', { name: 'Region' }).getByText('[STORES/REGION]').waitFor()
    await page.getByText('No document uses it yet').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    const api = await apiOf(octavo)
    await api('POST', `/v2/datasets/${datasetAddress.split('-').at(-1)}/migrate`, { shouldUpdateReferences: true })
    await page.reload()
    await page.getByRole('link', { name: 'Open the data model' }).click()
    await page.waitForURL('**/data-model/Old-stores-*')
    await page.getByRole('heading', { name: 'Old stores', level: 1 }).waitFor()
    await page.context().close()
  })

  it('is created in home from a chosen source, in a chosen folder, and opens', async () => {
    const page = await door.open('/', builder.state)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Data model' }).click()
    const dialog = page.getByRole('dialog', { name: 'New data model' })
    const create = dialog.getByRole('button', { name: 'Create data model' })
    expect(await create.isDisabled()).toBe(true)
    await dialog.getByLabel('Source', { exact: true }).fill('stores')
    await dialog.getByRole('button', { name: /^STORES/ }).click()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Stores')
    await dialog.getByLabel('Name').fill('My stores')
    expect(await seriousFaults(page)).toEqual([])
    await create.click()
    await page.getByRole('heading', { name: 'My stores', level: 1 }).waitFor()
    await page.getByRole('gridcell').first().waitFor()
    await page.goto(page.url().replace(/\/edit$/, ''))
    await page.getByRole('row', { name: 'Region' }).getByText('[STORES/REGION]').waitFor()
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.getByRole('gridcell').first().waitFor()
    await page.context().close()
  })

  it('is created from a table of a workbook with its dependencies, and becomes its source in one step', async () => {
    const api = await apiOf(octavo)
    const { entries } = await api<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    const source = {
      kind: 'warehouse-table',
      connectionId: entries[0]?.connectionId,
      path: ['RETAIL', 'PUBLIC', 'STORES'],
    }
    const places = {
      id: 'places',
      kind: 'table',
      name: 'Places',
      source,
      columns: [{ id: 'region', formula: '[STORES/REGION]' }],
    }
    const counted = {
      id: 'counted',
      kind: 'table',
      name: 'Counted places',
      source: { kind: 'table', elementId: 'places' },
      columns: [
        { id: 'loud', formula: 'Upper([Places/Region])', name: 'Loud region' },
        { id: 'count', formula: 'CountDistinct([Places/Region])', name: 'Number' },
      ],
      groupings: [{ id: 'g', groupBy: ['loud'], calculations: ['count'] }],
    }
    const { workbookId } = await api('POST', '/v2/workbooks/spec', {
      name: 'Counts places',
      folderId: owner.homeFolderId,
      ownerId: owner.memberId,
      schemaVersion: 1,
      pages: [{ id: 'one', name: 'Page', elements: [counted, places] }],
    })
    const tableOf = async () => {
      const { document } = await api<{ document: { elements: Record<string, unknown> } }>(
        'GET',
        `/v2/workbooks/${workbookId}/draft`,
      )
      return document.elements.counted
    }
    const first = await tableOf()
    const { url = '' } = await api('GET', `/v2/workbooks/${workbookId}`)
    const page = await door.open(`${new URL(url).pathname}/edit`, owner.state)
    const tile = page.locator('[data-element=counted]')
    await tile.getByText('WEST', { exact: true }).first().waitFor()
    await tile.click({ button: 'right', position: { x: 100, y: 16 } })
    await page.getByRole('menuitem', { name: 'Create data model…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a data model of Counted places' })
    await dialog.getByText('It also has what the table depends on: Places.').waitFor()
    await dialog.getByLabel('Name').fill('Model of places')
    await dialog.getByRole('checkbox', { name: /^Use the data model as the source here/ }).check()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create data model' }).click()
    await page.getByText('The data model Model of places was created').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(tableOf).toMatchObject({
      source: { kind: 'data-model', elementId: 'counted' },
      columns: [
        { formula: '[Counted places/Loud region]', name: 'Loud region' },
        { formula: 'CountDistinct([Counted places/Region])', name: 'Number' },
      ],
    })
    const { source: read } = (await tableOf()) as { source: { dataModelId: string } }
    const path = `/v2/dataModels/${read.dataModelId}/elements/counted/query`
    const { sql } = await api<{ sql: string }>('GET', path)
    expect(sql).toMatch(/upper/i)
    await tile.getByText('WEST', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(tableOf).toEqual(first)
    await page.context().close()
  })

  it('no page wrote an error to the console', () => {
    expect(door.complaints).toEqual([])
  })

  it('is not found if it does not exist, or if the reader may not see it', async () => {
    const page = await door.open('/main/data-model/Nothing-7abcXYZ', member.state)
    await page.getByText('Data model not found').waitFor()
    await page.context().close()
  })
})
