import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { elementKinds, emptyDocument, newElement } from '@octavo/core/document'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { panelOf, sectionOf } from './every-field.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { draftsOf } from './workbooks.ts'

/** With a folder in this variable, the test stores pictures there for inspection. */
const folder = process.env.OCTAVO_PICTURES

/** Kinds that a page only mentions instead of drawing them. */
const named = new Set(['chat'])

const all = [...elementKinds.values()]

describe.skipIf(!hasChromium)(`every kind on a page${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn
  let connectionId = ''

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    const connections = await call<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    connectionId = connections.entries[0]?.connectionId ?? ''
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  async function workbook(pages: { id: string; name: string; elements: object[]; visibility?: string }[]) {
    const body = { name: 'Kinds', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1, pages }
    const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', body)
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    return { workbookId, path: new URL(url, octavo.address).pathname }
  }
  async function picture(page: Page, name: string) {
    if (!folder) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(500)
      await page.screenshot({ path: `${folder}/${name} ${colorScheme}.png` })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const tile = (page: Page, id: string) => page.locator(`[data-element="${id}"]`)

  it('is drawn, except the listed ones', { timeout: 180_000 }, async () => {
    const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'STORES'] }
    const columns = [
      { id: 'city', name: 'City', formula: '[STORES/City]' },
      { id: 'state', name: 'State', formula: '[STORES/State]' },
      { id: 'lat', name: 'Latitude', formula: '[STORES/Latitude]' },
      { id: 'lon', name: 'Longitude', formula: '[STORES/Longitude]' },
      { id: 'geo', name: 'Geography', formula: '"POINT (1 2)"' },
    ]
    const others: Record<string, Record<string, unknown>> = {
      chat: {},
      'repeated-container': { source },
      'input-table': { source: { kind: 'empty', connectionId }, columns: [{ id: 'word', type: 'text', name: 'Word' }] },
    }
    const kinds = all
    const elements = kinds.map(({ kind, hasData }) =>
      newElement(emptyDocument('workbook'), kind, kind, others[kind] ?? (hasData ? { source, columns } : {})),
    )
    const { path } = await workbook([{ id: 'p1', name: 'Everything', elements }])
    const page = await door.open(path, ada.state)
    for (const { kind } of kinds) {
      const isNamed = named.has(kind)
      await tile(page, kind).scrollIntoViewIfNeeded()
      const refusal = tile(page, kind).getByText(/This version does not draw/)
      if (isNamed) await refusal.waitFor()
      else {
        await expect.poll(() => tile(page, kind).locator('[aria-busy=true]').count()).toBe(0)
        expect(await refusal.count(), kind).toBe(0)
      }
    }
    await page.context().close()
  })

  it('repeats a card for each row, in the editor the first one of them', { timeout: 90_000 }, async () => {
    const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'STORES'] }
    const columns = [
      { id: 'name', name: 'Store', formula: '[STORES/Store Name]' },
      { id: 'city', name: 'City', formula: '[STORES/City]' },
    ]
    const element = (id: string, row: string, inner = '') =>
      `<${inner ? 'GridContainer' : 'LayoutElement'} elementId="${id}" ${inner ? 'type="grid" gridTemplateColumns="repeat(12, 1fr)" gridTemplateRows="auto" ' : ''}gridColumn="1 / ${inner === '' && id.startsWith('card') ? 13 : 25}" gridRow="${row}"${inner ? `>${inner}</GridContainer>` : '/>'}`
    const inCard = element('card-name', '1 / 3') + element('card-city', '3 / 5') + element('card-go', '5 / 7')
    const root = `<Page type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto" id="p1">`
    const layout = `${root}${element('stores', '1 / 12')}${element('cards', '12 / 30', inCard)}${element('pick', '30 / 33')}</Page>`
    const elements = [
      { id: 'stores', kind: 'table', name: 'Stores', source, columns },
      {
        id: 'cards',
        kind: 'repeated-container',
        source: { kind: 'table', elementId: 'stores' },
        cardSize: 'small',
        elementSpacing: 'large',
        sort: [{ columnId: 'name', direction: 'descending' }],
      },
      { id: 'card-name', kind: 'text', body: '### {{[Stores repeated container/Store]}}' },
      { id: 'card-city', kind: 'text', body: 'in {{Upper([Stores repeated container/City])}}' },
      {
        ...{ id: 'card-go', kind: 'button', text: 'Pick' },
        actions: [
          {
            ...{ id: 'a', trigger: 'on-click' },
            effects: [{ effect: 'set-control-value', control: 'Pick', value: { type: 'column', column: 'city' } }],
          },
        ],
      },
      { ...{ id: 'pick', kind: 'control', controlId: 'Pick', name: 'Picked' }, controlType: 'text', mode: 'equals' },
    ]
    const pages = [{ id: 'p1', name: 'Cards', elements }]
    const body = { name: 'Cards', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1, pages, layout }
    const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', body)
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    const path = new URL(url, octavo.address).pathname
    const sorted = (words: readonly string[]) => [...words].sort((a, b) => (a < b ? 1 : -1))

    const page = await door.open(path, ada.state)
    const cards = (of: Page) => tile(of, 'cards').getByRole('listitem')
    await expect.poll(() => cards(page).getByRole('heading').count()).toBeGreaterThan(20)
    const names = await cards(page).getByRole('heading').allInnerTexts()
    expect(names).toEqual(sorted(names))
    await expect.poll(() => cards(page).first().innerText()).toMatch(/in [A-ZÅÄÖÉ .-]+\s+Pick$/)
    // Elements on a card use the gaps of the container, and their actions use the row of the card.
    expect(
      await tile(page, 'card-name')
        .first()
        .evaluate((slot) => getComputedStyle(slot).paddingLeft),
    ).toBe('12px')
    const third = cards(page).nth(2)
    const [, city = ''] = /in (.+)\s+Pick/.exec(await third.innerText()) ?? []
    await third.getByRole('button', { name: 'Pick' }).click()
    await expect
      .poll(async () => (await tile(page, 'pick').getByRole('textbox').inputValue()).toUpperCase())
      .toBe(city.trim())
    await tile(page, 'cards').scrollIntoViewIfNeeded()
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'cards')
    await page.setViewportSize({ width: 390, height: 800 })
    await picture(page, 'cards narrow')
    await page.context().close()

    const editor = await door.open(`${path}/edit`, ada.state, { reducedMotion: 'reduce' })
    const panel = panelOf(editor)
    const draft = draftsOf(call, workbookId)
    await tile(editor, 'cards').scrollIntoViewIfNeeded()
    await expect.poll(() => cards(editor).first().innerText()).toContain(names[0])
    const box = await tile(editor, 'cards').boundingBox()
    await editor.mouse.click((box?.x ?? 0) + 3, (box?.y ?? 0) + 3)
    await panel.getByRole('button', { name: 'Add column to card' }).click()
    await editor.getByRole('menuitem', { name: 'City', exact: true }).click()
    await expect
      .poll(async () => Object.values(await draft.elements()).map(({ body: words }) => words))
      .toContain('{{[Stores repeated container/City]}}')
    await panel.getByLabel('Sort by').click()
    await editor.getByRole('option', { name: 'City', exact: true }).click()
    await expect.poll(async () => (await draft.elements()).cards?.sort).toMatchObject([{ columnId: 'city' }])
    expect(await seriousFaults(editor)).toEqual([])
    await picture(editor, 'cards in the editor')
    // A filter of the cards does not change the table.
    const store = names[3] ?? ''
    await panel.getByRole('tab', { name: 'Filters', exact: true }).click()
    await panel.getByRole('combobox', { name: 'Add filter', exact: true }).click()
    await editor.getByRole('option', { name: 'Store', exact: true }).click()
    const question = editor.getByRole('dialog', { name: 'Filter Store' })
    await question.getByRole('listitem').filter({ hasText: store }).first().getByRole('checkbox').check()
    await question.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(async () => (await draft.elements()).cards?.filters)
      .toMatchObject([{ columnId: 'name', kind: 'list', values: [store] }])
    expect((await draft.elements()).stores?.filters).toBeUndefined()
    await expect.poll(() => cards(editor).count()).toBe(1)
    await picture(editor, 'cards with a filter')
    await panel.getByRole('button', { name: 'Remove the filter of Store' }).click()
    await expect.poll(async () => (await draft.elements()).cards?.filters).toBeUndefined()
    // Its name in formulas follows the source.
    const { revision: baseRevision } = await call<{ revision: number }>('GET', `/v2/workbooks/${workbookId}/draft`)
    const edits = [{ op: 'set', at: ['elements', { id: 'stores' }, 'name'], value: 'Shops' }]
    await call('POST', `/v2/workbooks/${workbookId}/draft/edits`, { edits, baseRevision })
    expect((await draft.elements())['card-name']?.body).toBe('### {{[Shops repeated container/Store]}}')
    await expect.poll(() => cards(editor).first().getByRole('heading').innerText()).not.toBe('')
    await editor.context().close()
  })

  it('navigates between pages, and accepts input in a form', { timeout: 90_000 }, async () => {
    const elements = [
      { id: 'pages', kind: 'navigation', mode: 'auto', pageLabels: { p2: 'Shops' } },
      {
        id: 'own',
        kind: 'navigation',
        mode: 'manual',
        optionStyle: { style: 'pill' },
        options: [
          { destination: { type: 'page', pageId: 'p1' } },
          { label: 'More', submenu: [{ label: 'The shops', destination: { type: 'page', pageId: 'p2' } }] },
          { label: 'Docs', destination: { type: 'link', url: 'https://docs.example/' } },
        ],
      },
      {
        id: 'form',
        kind: 'form',
        fields: [
          { type: 'text', label: 'Name', required: 'required', placeholder: 'First and last' },
          { type: 'text-area', label: 'Why' },
          { type: 'number', label: 'Amount' },
          { type: 'date', label: 'From' },
          { type: 'checkbox', label: 'Urgent' },
        ],
      },
      { id: 'plugin', kind: 'plugin', pluginId: 'abc', displayName: 'Org chart' },
    ]
    const { path, workbookId } = await workbook([
      { id: 'p1', name: 'Overview', elements },
      { id: 'p2', name: 'Stores', elements: [{ id: 'text', kind: 'text', body: 'All stores' }] },
      { id: 'p3', name: 'Secret', elements: [], visibility: 'hidden' },
    ])
    const page = await door.open(path, ada.state)
    const pages = tile(page, 'pages')
    await pages.getByRole('button', { name: 'Shops', exact: true }).waitFor()
    expect(await pages.getByRole('button', { name: 'Secret' }).count()).toBe(0)
    expect(await pages.locator('[aria-current=page]').textContent()).toBe('Overview')
    await tile(page, 'form').getByLabel('Name').fill('Ada')
    await tile(page, 'form').getByLabel('Urgent').check()
    await tile(page, 'plugin').getByText('Org chart').waitFor()
    expect(await tile(page, 'own').getByRole('link', { name: 'Docs' }).getAttribute('href')).toBe(
      'https://docs.example/',
    )
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'structure')
    await page.setViewportSize({ width: 390, height: 800 })
    await picture(page, 'structure narrow')
    await page.setViewportSize({ width: 1440, height: 900 })
    await tile(page, 'own').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'The shops' }).click()
    await page.getByText('All stores').waitFor()
    await page.context().close()

    const editor = await door.open(`${path}/edit`, ada.state, { reducedMotion: 'reduce' })
    const panel = panelOf(editor)
    const draft = draftsOf(call, workbookId)
    await tile(editor, 'pages').click({ position: { x: 600, y: 4 } })
    const section = await sectionOf(panel, 'Navigation')
    await section.getByLabel('Entries', { exact: true }).click()
    await editor.getByRole('option', { name: 'Chosen by hand', exact: true }).click()
    await panel.getByRole('button', { name: 'Add an entry' }).click()
    await panel.getByRole('textbox', { name: 'Label of entry 4' }).fill('Elsewhere')
    await expect
      .poll(async () => (await draft.elements()).pages)
      .toMatchObject({
        mode: 'manual',
        options: [{}, {}, {}, { label: 'Elsewhere', destination: { type: 'none' } }],
      })
    await tile(editor, 'form').click({ position: { x: 300, y: 4 } })
    await panel.getByRole('button', { name: 'Add a field' }).click()
    await panel.getByRole('switch', { name: 'Field 6 is required' }).click()
    await expect
      .poll(async () => (await draft.elements()).form?.fields)
      .toMatchObject([{}, {}, {}, {}, {}, { type: 'text', label: 'Field 6', required: 'required' }])
    expect(await seriousFaults(editor)).toEqual([])
    await picture(editor, 'structure in the editor')
    await editor.context().close()
  })

  it('shows pictures and pages of hosts that the organization lists, and a notice for others', {
    timeout: 90_000,
  }, async () => {
    const other = await startContentHost()
    const elements = [
      { id: 'page', kind: 'embed', url: `${other.origin}/page` },
      { id: 'elsewhere', kind: 'embed', url: 'https://elsewhere.example/' },
      { id: 'own', kind: 'embed', url: `${octavo.address}/` },
      { id: 'picture', kind: 'image', source: { kind: 'url', url: `${other.origin}/picture.svg` }, alt: 'A square' },
    ]
    const { path } = await workbook([{ id: 'p1', name: 'Others', elements }])
    const before = await door.open(path, ada.state)
    await tile(before, 'page')
      .getByText(/Pages of localhost:\d+ are not shown/)
      .waitFor()
    await tile(before, 'picture').getByRole('link').waitFor()
    expect(other.asked).toEqual([])
    expect(await faultsInBothThemes(before)).toEqual([])
    await picture(before, 'content hosts none')
    await before.context().close()

    await call('PATCH', '/v2/organizations/settings', { contentHosts: [other.origin, octavo.address] })
    const page = await door.open(path, ada.state)
    await tile(page, 'page').locator('iframe').contentFrame().getByText('A page of another host').waitFor()
    const square = tile(page, 'picture').getByRole('img', { name: 'A square' })
    await expect.poll(() => square.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
    await tile(page, 'elsewhere').getByText('Pages of elsewhere.example are not shown').waitFor()
    expect(await tile(page, 'own').locator('iframe').count()).toBe(0)
    expect(other.referrers).toEqual([])
    await picture(page, 'content hosts')
    await page.context().close()
    await other.stop()
  })
})

/** A separate host with a page and a picture. */
async function startContentHost() {
  const asked: string[] = []
  const referrers: string[] = []
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(url)
    if (headers.referer !== undefined) referrers.push(headers.referer)
    if (url === '/page')
      response.setHeader('content-type', 'text/html').end('<title>x</title><p>A page of another host')
    else
      response
        .setHeader('content-type', 'image/svg+xml')
        .end('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise((resolve) => server.close(resolve))
  return { origin: `http://localhost:${port}`, asked, referrers, stop }
}
