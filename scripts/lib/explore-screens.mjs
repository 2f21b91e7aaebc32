// Screens of exploring, sources made in place, lineage, search and maps, for the pictures of `npm run screens`.
import { openEditor, openNew, openSample } from './sample-screens.mjs'

export const exploreScreens = [
  { name: 'view', open: openView, isWide: true },
  { name: 'search', open: openSearch },
  { name: 'editor-sql', open: openSql, isWide: true },
  { name: 'editor-join', open: openJoin, isWide: true },
  { name: 'editor-union', open: openUnion, isWide: true },
  { name: 'editor-change-source', open: openChangeSource, isWide: true },
  { name: 'editor-lineage', open: openLineage, isWide: true },
  { name: 'editor-find', open: openFind, isWide: true },
  { name: 'maps', open: openMaps },
]

/** A private copy of the sample workbook. */
async function openView(page, address) {
  await openSample(page, address)
  await page.getByRole('link', { name: 'Customize', exact: true }).click()
  await page.getByText('Custom view', { exact: true }).waitFor()
}

/** Where documents contain a word. */
async function openSearch(page, address) {
  await page.goto(`${address}/search`)
  await page.getByRole('searchbox', { name: 'Search in all documents' }).fill('revenue')
  await page.getByRole('list', { name: 'Found in Retail overview' }).waitFor()
}

/** The dialog of a source in a new workbook, from the palette. */
async function openSource(page, address, kind, title) {
  await openNew(page, address)
  await page.getByRole('button', { name: 'Table', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: kind, exact: true }).click()
  // The list of the first dialog has the same entries.
  await page.getByRole('dialog', { name: title, exact: true }).getByRole('searchbox').waitFor()
}

async function takeSource(page, search, button) {
  await page.getByRole('button', { name: button, exact: true }).waitFor()
  await page.keyboard.type(search)
  await page.keyboard.press('Enter')
}

/** A statement with its result, in a new workbook. */
async function openSql(page, address) {
  await openSource(page, address, 'SQL', 'Custom SQL')
  await page.getByRole('button', { name: 'ORDERS RETAIL / PUBLIC', exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'SQL statement' }).click()
  await page.keyboard.type('select CHANNEL, sum(AMOUNT) as TOTAL from RETAIL.PUBLIC.ORDERS group by CHANNEL')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Result' }).getByRole('columnheader', { name: 'TOTAL number' }).waitFor()
}

/** Two tables with a warning of more rows. */
async function openJoin(page, address) {
  await openSource(page, address, 'Join', 'Join sources')
  await takeSource(page, 'orders retail', 'Orders Retail')
  await page.getByText(/^Choose the source to join/).waitFor()
  await takeSource(page, 'order items', 'Order Items Retail')
  await page.getByText(/becomes [\d.]+ rows on average/).waitFor()
}

/** Two tables with their columns matched. */
async function openUnion(page, address) {
  await openSource(page, address, 'Union', 'Union of sources')
  await takeSource(page, 'stores retail', 'Stores Retail')
  await page.getByText(/^Choose the source whose rows/).waitFor()
  await takeSource(page, 'customers retail', 'Customers Retail')
  await page.getByRole('region', { name: 'Preview of the output' }).getByRole('table').waitFor()
}

/** What breaks when a chart reads other rows. */
async function openChangeSource(page, address) {
  await openEditor(page, address)
  await page.getByRole('heading', { name: 'Revenue by category', level: 3 }).click()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('change source')
  await page.getByRole('option', { name: /^Change source…/ }).waitFor()
  await page.keyboard.press('Enter')
  await takeSource(page, 'products retail', 'Products Retail')
  await page.getByText(/\d+ missing/).waitFor()
}

/** What the sample workbook reads, as a graph. */
async function openLineage(page, address) {
  await openEditor(page, address)
  await page
    .getByRole('button', { name: /Retail overview/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Lineage' }).click()
  await page.getByRole('dialog', { name: 'Lineage' }).locator('[data-box]').first().waitFor()
}

/** Where the sample workbook contains a word. */
async function openFind(page, address) {
  await openEditor(page, address)
  await page.keyboard.press('Control+f')
  await page.getByRole('dialog', { name: 'Find and replace' }).getByLabel('Find', { exact: true }).fill('revenue')
}

let mapsPath

/** Stores as points, and states by their number of stores. */
async function openMaps(page, address, call) {
  mapsPath ??= await makeMaps(call)
  await page.goto(address + mapsPath)
  await page.locator('[data-element=states] canvas').waitFor()
}

async function makeMaps(call) {
  const [{ connectionId }] = (await call('GET', '/v2/connections')).entries
  const { userId } = await call('GET', '/v2/whoami')
  const { memberId, homeFolderId } = await call('GET', `/v2/members/${userId}`)
  const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'STORES'] }
  const column = (id, name, formula) => ({ id, name, formula })
  const states = {
    id: 'states',
    kind: 'region-map',
    name: 'Stores by state',
    source,
    columns: [column('state', 'State', '[STORES/State]'), column('stores', 'Stores', 'Count()')],
    region: { id: 'state', regionType: 'us-state' },
    color: { by: 'scale', column: 'stores' },
  }
  const stores = {
    id: 'stores',
    kind: 'point-map',
    name: 'Stores',
    source,
    columns: [
      column('lat', 'Latitude', '[STORES/Latitude]'),
      column('lon', 'Longitude', '[STORES/Longitude]'),
      column('region', 'Region', '[STORES/Region]'),
    ],
    latitude: { id: 'lat' },
    longitude: { id: 'lon' },
    color: { by: 'category', column: 'region' },
  }
  const pages = [{ id: 'maps', name: 'Maps', elements: [states, stores] }]
  const body = { name: 'Stores on maps', folderId: homeFolderId, ownerId: memberId, schemaVersion: 1, pages }
  const { workbookId } = await call('POST', '/v2/workbooks/spec', body)
  const { url } = await call('GET', `/v2/workbooks/${workbookId}`)
  return new URL(url).pathname
}
