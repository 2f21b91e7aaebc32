import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { addFromSales, panelOf, putOn, sectionOf } from './every-field.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { saved } from './saved.ts'
import { draftsOf, salesTable } from './workbooks.ts'

/** With a folder in this variable, the test stores pictures there for inspection. */
const folder = process.env.OCTAVO_PICTURES

const statements = {
  country: `SELECT * FROM (VALUES ('Germany', 12), ('FR', 8), ('usa', 40), ('Brazil', 9), ('Japan', 21), ('Kenya', 3),
    ('India', 30), ('Atlantis', 5), ('Australia', NULL)) AS t(place, amount)`,
  'us-state': `SELECT * FROM (VALUES ('CA', 12), ('New York', 8), ('Texas', 40), ('WA', 9)) AS t(place, amount)`,
  'us-county': `SELECT '06' || lpad(CAST(2 * i + 1 AS VARCHAR), 3, '0') AS place, i AS amount FROM range(0, 58) AS r(i)`,
  'ca-province': `SELECT * FROM (VALUES ('ON', 12), ('Québec', 8), ('BC', 40)) AS t(place, amount)`,
  'us-zipcode': `SELECT * FROM (VALUES ('94110', 12), ('10001', 8)) AS t(place, amount)`,
}
const shapes = `SELECT * FROM (VALUES ('POLYGON ((0 45, 10 45, 10 52, 0 52, 0 45), (3 47, 6 47, 6 50, 3 50, 3 47))', 'Area'),
  ('LINESTRING (-3 40, 2 48, 12 41)', 'Line'), ('{"type":"Point","coordinates":[15,50]}', 'Point'), ('nowhere', 'None')) AS t(geo, name)`

describe.skipIf(!hasChromium)(`maps${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn
  let sales: Record<string, unknown>
  let connectionId = ''
  const outside: string[] = []

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    const connections = await call<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    connectionId = connections.entries[0]?.connectionId ?? ''
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    sales = await salesTable(call)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  async function workbook(elements: object[]) {
    const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', {
      name: 'Maps',
      folderId: ada.homeFolderId,
      ownerId: ada.memberId,
      schemaVersion: 1,
      pages: [{ id: 'p1', name: 'Page 1', elements }],
    })
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    return { workbookId, path: new URL(url, octavo.address).pathname }
  }
  async function open(path: string): Promise<Page> {
    const page = await door.open(path, ada.state, { reducedMotion: 'reduce' })
    page.on('request', (request) => {
      if (!request.url().startsWith(octavo.address) && /^https?:/.test(request.url())) outside.push(request.url())
    })
    return page
  }
  async function picture(page: Page, name: string) {
    if (!folder) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(800)
      await page.screenshot({ path: `${folder}/${name} ${colorScheme}.png`, fullPage: true })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const column = (id: string, formula: string) => ({ id, formula, name: id })
  const region = (regionType: keyof typeof statements) => ({
    id: regionType,
    kind: 'region-map',
    name: regionType,
    source: { kind: 'sql', connectionId, statement: statements[regionType] },
    columns: [column('place', '[Custom SQL/place]'), column('amount', 'Sum([Custom SQL/amount])')],
    region: { id: 'place', regionType },
    color: { by: 'scale', column: 'amount' },
  })

  const points = (more: object) => ({
    id: 'points',
    kind: 'point-map',
    name: 'Stores',
    source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'STORES'] },
    columns: [
      column('lat', '[STORES/Latitude]'),
      column('lon', '[STORES/Longitude]'),
      column('area', '[STORES/Region]'),
      column('store', '[STORES/Store Name]'),
    ],
    latitude: { id: 'lat' },
    longitude: { id: 'lon' },
    tooltip: [{ id: 'store' }],
    ...more,
  })

  it('draw regions, points and geographies without any service from outside', async () => {
    const geography = {
      id: 'geography',
      kind: 'geography-map',
      name: 'Shapes',
      source: { kind: 'sql', connectionId, statement: shapes },
      columns: [column('geo', '[Custom SQL/geo]'), column('what', '[Custom SQL/name]')],
      geography: { id: 'geo' },
      color: { by: 'category', column: 'what' },
    }
    const types = ['country', 'us-state', 'us-county', 'ca-province'] as const
    const { path } = await workbook([
      ...types.map(region),
      region('us-zipcode'),
      points({ color: { by: 'category', column: 'area' } }),
      geography,
    ])
    const page = await open(path)
    for (const id of [...types, 'points', 'geography']) await page.locator(`[data-element=${id}] canvas`).waitFor()
    const zips = page.locator('[data-element=us-zipcode]')
    await zips.getByText('Shapes for US ZIP codes are not included').waitFor()
    expect(await zips.getByRole('cell').allTextContents()).toEqual(['10001', '8', '94110', '12'])
    const countries = page.locator('[data-element=country]')
    await countries.getByText('1 value has no place on the map: Atlantis').waitFor()
    await page
      .locator('[data-element=geography]')
      .getByText(/1 value has no place on the map: nowhere/)
      .waitFor()

    await tooltipByPointerAndKeys(page)
    await countries.getByRole('img').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => countries.locator('[aria-live=polite]').last().textContent()).toMatch(/amount/)
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'maps')
    expect(outside).toEqual([])
    await page.context().close()
  })

  it('are built in the editor: region type, base style with its note, and published', {
    timeout: 120_000,
  }, async () => {
    const { workbookId, path } = await workbook([sales])
    const page = await open(`${path}/edit`)
    await page.getByRole('region', { name: 'Add', exact: true }).waitFor()
    const panel = panelOf(page)
    await addFromSales(page, 'Region map')
    await putOn(page, 'Region', 'Region')
    await putOn(page, 'Color', 'Revenue')
    const chart = await sectionOf(panel, 'Chart')
    await chart.getByLabel('Region type', { exact: true }).click()
    await page.getByRole('option', { name: 'US states', exact: true }).click()
    const draft = draftsOf(call, workbookId)
    await expect
      .poll(async () => (await draft.elementOf('region-map'))?.region)
      .toEqual({ columnId: expect.any(String), regionType: 'us-state' })
    await page.locator('[data-element] [role=img] canvas').first().waitFor()
    await panel.getByRole('tab', { name: 'Format', exact: true }).click()
    const map = await sectionOf(panel, 'Map')
    await map.getByLabel('Base map', { exact: true }).click()
    await page.getByRole('option', { name: 'Satellite', exact: true }).click()
    await panel.getByText(/drawn as Light or Dark/).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'map in the editor')
    await saved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page
      .getByText(/is published/)
      .last()
      .waitFor()
    const reader = await open(path)
    await reader.locator('[data-element] [role=img] canvas').first().waitFor()
    await reader.context().close()
    await page.context().close()
  })

  it('take a text as colors, and are drawn again after a window without room for them', async () => {
    const { workbookId, path } = await workbook([points({})])
    const page = await open(`${path}/edit`)
    const map = page.locator('[data-element=points] [role=img]')
    await map.locator('canvas').waitFor()
    await page.locator('[data-element=points]').click({ position: { x: 20, y: 16 } })
    await putOn(page, 'Color', 'area')
    const draft = draftsOf(call, workbookId)
    await expect
      .poll(async () => (await draft.elementOf('point-map'))?.color)
      .toEqual({ by: 'category', column: 'area' })
    await saved(page)
    const width = () => map.evaluate((node) => node.clientWidth)
    const [wide, size] = [await width(), page.viewportSize()]
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(width).toBe(0)
    if (size) await page.setViewportSize(size)
    await expect.poll(width).toBe(wide)
    await expect.poll(() => map.locator('canvas').evaluate((node) => node.clientWidth)).toBe(wide)
    expect(failures).toEqual([])
    await page.context().close()
  })
})

/** A map of counties is one path for each color: the county under the pointer is found by its outline. */
async function tooltipByPointerAndKeys(page: Page) {
  const counties = page.locator('[data-element=us-county]')
  const picture = counties.getByRole('img')
  const tooltip = page.locator('[data-chart-tooltip]')
  await picture.focus()
  await page.keyboard.press('End')
  await tooltip.getByText('06115 · Yuba').waitFor()
  await page.keyboard.press('Home')
  await tooltip.getByText('06001 · Alameda').waitFor()
  const box = await picture.boundingBox()
  const shown = await tooltip.boundingBox()
  if (!box || !shown) throw new Error('The map has no tooltip.')
  await page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'detached' })
  // The tooltip of a mark chosen by keyboard is beside its middle; the pointer finds the same mark there.
  const [x, y] = [shown.x - 12, shown.y + shown.height / 2]
  await page.mouse.move(x - 1, y)
  await page.mouse.move(x, y)
  await tooltip.getByText('06001 · Alameda').waitFor()
  await page.mouse.move(box.x + 4, box.y + 4)
  await tooltip.waitFor({ state: 'detached' })
}
