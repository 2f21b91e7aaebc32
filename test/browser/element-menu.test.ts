import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import words from '../../packages/web/src/i18n/inspectors.json' with { type: 'json' }
import { seriousFaults } from './accessibility.ts'
import { apiOf, createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { sectionOf } from './every-field.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'
import { draftsOf, salesTable } from './workbooks.ts'

const place = ['Duplicate', 'Copy element', 'Cut', 'Paste element below', 'Move to']
const look = ['Maximize', 'Underlying data', 'Refresh data', 'Show SQL', 'Export']
const combine = ['Change source…', 'Join…', 'Union…']
/** The size of another element of the page. */
const sizes = ['Full width', 'Same width as', 'Same height as']
const groups = ['Create container', 'Create tabbed container']
/** Items for comments, the link and the format of the element. */
const link = ['Comment', 'Copy link to element', 'Copy format', 'Paste format', 'Save as my default style']

/** The complete menu for each selection, in order. */
const menus = {
  table: [
    ...place,
    'Bring into view',
    'Fit to content',
    ...sizes,
    ...look,
    ...combine,
    'Transpose…',
    'Change kind',
    'Create data model…',
    'Schedule materialization…',
    'Alert when…',
    'Lineage…',
    ...link,
    ...groups,
    'Delete element',
  ],
  chart: [
    ...[
      ...place,
      'Bring into view',
      ...sizes,
      ...look.toSpliced(2, 1, 'Explain this chart', 'Refresh data', 'Copy as PNG'),
      ...combine,
      'Change kind',
      'Schedule materialization…',
      'Alert when…',
      'Lineage…',
      ...link,
      ...groups,
    ],
    'Delete element',
  ],
  text: [
    ...[...place, 'Bring into view', 'Fit to content', ...sizes, 'Lineage…', ...link, ...groups],
    'Delete element',
  ],
  control: [
    ...place,
    'Bring into view',
    ...sizes,
    'Lineage…',
    'Synced copy on',
    'Turn into a filter',
    ...link,
    ...groups,
    'Delete element',
  ],
  container: [
    ...[...place, 'Bring into view', 'Fit to content', ...sizes, ...link, ...groups, 'Remove container'],
    'Delete container',
  ],
  several: [...place, 'Full width', 'Align and distribute', ...groups, 'Delete element'],
}

describe.skipIf(!hasChromium)(`the menu of an element${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let state: Awaited<ReturnType<typeof signInOnce>>
  let api: Awaited<ReturnType<typeof apiOf>>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    state = await signInOnce(browser, octavo.address)
    api = await apiOf(octavo)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  async function open(elements: object[]): Promise<{ page: Page; id: string; read: string }> {
    const { userId } = await api<{ userId: string }>('GET', '/v2/whoami')
    const { homeFolderId } = await api<{ homeFolderId: string }>('GET', `/v2/members/${userId}`)
    const pages = [{ id: 'one', name: 'One', elements }]
    const body = { name: 'Menus', folderId: homeFolderId, schemaVersion: 1, pages }
    const { workbookId: id } = await api<{ workbookId: string }>('POST', '/v2/workbooks/spec', body)
    const { workbookUrlId } = await api<{ workbookUrlId: string }>('GET', `/v2/workbooks/${id}`)
    const read = `/-/workbook/${workbookUrlId}`
    const page = await door.open(`${read}/edit`, state)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    return { page, id, read }
  }

  const tile = (page: Page, id: string) => page.locator(`[data-element=${id}]`).first()
  const bar = (page: Page) => page.getByRole('toolbar', { name: 'Actions for the selection' })
  const select = (page: Page, id: string, modifiers: 'Shift'[] = []) =>
    tile(page, id).click({ position: { x: 60, y: 8 }, modifiers })
  async function openMenu(page: Page): Promise<void> {
    await bar(page).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  }
  const notice = (page: Page, text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true }).waitFor()
  async function labels(page: Page): Promise<string[]> {
    await openMenu(page)
    const texts = await page.getByRole('menuitem').evaluateAll((items) =>
      items.map((item) => {
        const shown = item.cloneNode(true)
        if (!(shown instanceof Element)) return ''
        for (const key of shown.querySelectorAll('kbd')) key.remove()
        return (shown.textContent ?? '').trim()
      }),
    )
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    return texts
  }
  async function elements() {
    const table = await salesTable(api)
    const columns = [
      { id: 'k', formula: '[Sales/Category]' },
      { id: 'v', formula: 'Sum([Sales/Revenue])' },
    ]
    const bars = { id: 'bars', kind: 'bar-chart', name: 'Bars', source: table.source, columns }
    return [
      { id: 'words', kind: 'text', body: 'Some words' },
      { id: 'pick', kind: 'control', controlId: 'pick', controlType: 'text', name: 'Pick', mode: 'equals' },
      { ...bars, xAxis: { columnId: 'k' }, yAxis: { columnIds: ['v'] } },
      { ...table, name: 'Sales' },
    ]
  }

  it('has the items that fit the selection, and no others', async () => {
    const { page } = await open(await elements())
    await tile(page, 'words').getByText('Some words').waitFor()
    await tile(page, 'bars').locator('canvas').waitFor()
    const seen: Partial<Record<keyof typeof menus, string[]>> = {}
    for (const [name, id] of Object.entries({
      text: 'words',
      control: 'pick',
      chart: 'bars',
      table: 'sales',
    } as const)) {
      await select(page, id)
      seen[name as 'text'] = await labels(page)
    }
    await select(page, 'words')
    await select(page, 'pick', ['Shift'])
    seen.several = await labels(page)
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Create container' }).click()
    await bar(page).getByRole('button', { name: 'Remove container' }).waitFor()
    seen.container = await labels(page)
    expect(seen).toEqual(menus)
    expect(door.complaints).toEqual([])
    await page.context().close()
  })

  it('opens from the outline, has the menu of pages there, and gives an element the width of another', async () => {
    const { page } = await open(await elements())
    await tile(page, 'bars').waitFor()
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline' }).click()
    const outline = page.getByRole('region', { name: 'One', exact: true })
    await outline.getByRole('button', { name: 'Bars', exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Same width as' }).click()
    await page.getByRole('menuitem', { name: 'Sales', exact: true }).click()
    const widthOf = async (id: string) => Math.round((await tile(page, id).boundingBox())?.width ?? 0)
    await expect.poll(async () => (await widthOf('bars')) - (await widthOf('sales'))).toBe(0)
    await outline.getByRole('button', { name: 'One', exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('menuitem', { name: /^Rename/ }).click()
    await page.getByRole('textbox', { name: 'Name of the page' }).fill('First')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'First', exact: true }).waitFor()
    expect(door.complaints).toEqual([])
    await page.context().close()
  })

  it('changes the kind, copies a link that readers follow, shows and fits', async () => {
    const { page, id, read } = await open(await elements())
    const draft = draftsOf(api, id)
    await tile(page, 'bars').waitFor()
    await select(page, 'bars')
    await openMenu(page)
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Change kind' }).click()
    await page.getByRole('menuitem', { name: 'Line', exact: true }).click()
    await expect.poll(async () => (await draft.elements()).bars).toMatchObject({ kind: 'line-chart' })
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await draft.elements()).bars).toMatchObject({ kind: 'bar-chart' })

    await select(page, 'sales')
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Copy link to element' }).click()
    await page.getByText('The link is copied').waitFor()
    const address = await page.evaluate(() => navigator.clipboard.readText())
    expect(address).toBe(
      `${octavo.address}${read.replace('/-/', `/${new URL(page.url()).pathname.split('/')[1]}/`)}?:nodeId=sales`,
    )
    await page.goto(address)
    await page.waitForFunction(() => {
      const box = document.querySelector('[data-element=sales]')?.getBoundingClientRect()
      return box !== undefined && box.top < innerHeight && box.bottom > 0
    })
    expect(door.complaints).toEqual([])
    await page.context().close()
  })

  it('copies a chart as a picture, and a look from one element to another', async () => {
    const { page, id } = await open(await elements())
    const draft = draftsOf(api, id)
    await tile(page, 'bars').locator('canvas').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await select(page, 'bars')
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Copy as PNG' }).click()
    await notice(page, 'Picture of Bars copied')
    // As large as the tile at double resolution, with a title and marks in it: more than one color.
    const box = await tile(page, 'bars').boundingBox()
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      const bitmap = await createImageBitmap((await item?.getType('image/png')) ?? new Blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const colorsIn = (top: number, height: number) =>
        new Set(new Uint32Array(context?.getImageData(0, top, bitmap.width, height).data.buffer ?? new ArrayBuffer(0)))
          .size
      return { width: bitmap.width, height: bitmap.height, title: colorsIn(0, 60), marks: colorsIn(80, 200) }
    })
    expect(copied).toMatchObject({
      width: Math.round((box?.width ?? 0) * 2),
      height: Math.round((box?.height ?? 0) * 2),
    })
    expect(copied.title).toBeGreaterThan(5)
    expect(copied.marks).toBeGreaterThan(5)

    await select(page, 'sales')
    await page.keyboard.press('Control+Alt+v')
    await notice(page, 'No format was copied')
    const panel = page.getByRole('complementary', { name: 'Properties' })
    await select(page, 'bars')
    await panel.getByRole('tab', { name: 'Format' }).click()
    const size = (await sectionOf(panel, words.section.title))
      .getByLabel(words.field.titleSize, { exact: true })
      .first()
    await size.fill('24')
    await size.press('Enter')
    await expect.poll(async () => (await draft.elements()).bars).toMatchObject({ name: { fontSize: 24 } })
    await select(page, 'bars')
    await page.keyboard.press('Control+Alt+c')
    await notice(page, 'Format of Bars copied')
    await select(page, 'sales')
    await page.keyboard.press('Control+Alt+v')
    await expect
      .poll(async () => (await draft.elements()).sales)
      .toMatchObject({ name: { fontSize: 24, text: 'Sales' } })
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await draft.elements()).sales?.name).toBe('Sales')
    expect(door.complaints).toEqual([])
    await page.context().close()
  })

  it('opens comments about the element, the queries of the document, and the search for documents', async () => {
    const { page } = await open(await elements())
    await tile(page, 'bars').locator('canvas').waitFor()
    await select(page, 'bars')
    await page.keyboard.press('c')
    const comments = page.getByRole('dialog', { name: 'Comments' })
    await comments.getByRole('textbox', { name: 'Comment' }).fill('Too tall?')
    expect(await seriousFaults(page)).toEqual([])
    await comments.getByRole('button', { name: 'Comment', exact: true }).click()
    await comments.getByRole('article').getByRole('button', { name: 'Bars' }).waitFor()
    await comments.getByRole('button', { name: 'Close' }).click()
    await comments.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+Shift+H')
    const queries = page.getByRole('dialog', { name: 'Query history' })
    await queries.getByRole('button', { name: 'Bars' }).first().waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await queries.getByRole('button', { name: 'Bars' }).first().click()
    await page
      .getByRole('dialog', { name: 'Bars' })
      .getByText(/select/i)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Bars' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await queries.waitFor({ state: 'detached' })

    await page.keyboard.press('/')
    const found = page.getByRole('listbox').getByRole('option')
    await page.keyboard.type('retail')
    await expect.poll(() => found.count()).toBeGreaterThan(1)
    // Documents with the word in their name come before documents that contain it, and there are no others. They are found apart.
    await expect.poll(async () => (await found.allTextContents())[0]).toMatch(/^Retail/)
    const others = async () => (await found.allTextContents()).filter((text) => !/retail/i.test(text))
    await expect.poll(others).toEqual([])
    await found.filter({ hasText: /^Retail overview/ }).click()
    await page.waitForURL(/Retail-overview/)
    expect(door.complaints).toEqual([])
    await page.context().close()
  })

  it('brings an element into view, and makes a container as high as its content', async () => {
    const { page, id } = await open(await elements())
    await tile(page, 'words').getByText('Some words').waitFor()
    await select(page, 'words')
    await page.setViewportSize({ width: 1440, height: 520 })
    await page.mouse.move(700, 400)
    await page.mouse.wheel(0, 4000)
    await expect
      .poll(() => tile(page, 'words').evaluate((element) => element.getBoundingClientRect().bottom))
      .toBeLessThan(48)
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Bring into view' }).click()
    await expect
      .poll(() => tile(page, 'words').evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThan(48)

    await page.keyboard.press('Control+g')
    await bar(page).getByRole('button', { name: 'Remove container' }).waitFor()
    const heightOf = async () => {
      const draft = await api<{
        document: { layout: { children: { tag: string; row: { start: number; end: number } }[] }[] }
      }>('GET', `/v2/workbooks/${id}/draft`)
      const node = draft.document.layout.flatMap(({ children }) => children).find(({ tag }) => tag === 'Container')
      return node ? node.row.end - node.row.start : 0
    }
    await expect.poll(heightOf).toBeGreaterThan(0)
    const fitting = await heightOf()
    for (let step = 0; step < 3; step++) await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(heightOf).toBe(fitting + 3)
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Fit to content' }).click()
    await expect.poll(heightOf).toBe(fitting)
    expect(door.complaints).toEqual([])
    await page.context().close()
  })

  it('makes texts and tables as high as their content, and shows what a change of kind keeps', async () => {
    const [words, , bars, table] = await elements()
    const { xAxis: _x, yAxis: _y, ...data } = bars as Record<string, unknown>
    const cross = {
      ...data,
      id: 'cross',
      kind: 'pivot-table',
      name: 'Cross',
      rowsBy: [{ columnId: 'k' }],
      values: ['v'],
    }
    const long = { ...words, body: Array.from({ length: 30 }, (_, index) => `Line ${index}`).join('\n\n') }
    const { page, id } = await open([long, { ...bars, gap: { width: 'small' }, stacking: 'none' }, cross, { ...table }])
    const rowsOf = async (elementId: string) => {
      const draft = await api<{
        document: { layout: { children: { elementId: string; row: { start: number; end: number } }[] }[] }
      }>('GET', `/v2/workbooks/${id}/draft`)
      const node = draft.document.layout
        .flatMap(({ children }) => children)
        .find((each) => each.elementId === elementId)
      return node ? node.row.end - node.row.start : 0
    }
    /** How much content overflows, and how much of the tile is empty, in pixels. */
    const measure = (elementId: string) =>
      tile(page, elementId)
        .locator('[data-fit]')
        .evaluate((box) => {
          const bottoms = [...box.querySelectorAll('*')].map((each) => each.getBoundingClientRect().bottom)
          const last = Math.max(...bottoms)
          return { hidden: box.scrollHeight - box.clientHeight, empty: box.getBoundingClientRect().bottom - last }
        })
    async function makeFit(elementId: string) {
      await tile(page, elementId).scrollIntoViewIfNeeded()
      await select(page, elementId)
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Fit to content' }).click()
    }
    await tile(page, 'words').getByText('Line 29').waitFor()
    await tile(page, 'cross').getByRole('rowheader').first().waitFor()
    for (const elementId of ['words', 'cross']) {
      const before = await rowsOf(elementId)
      await makeFit(elementId)
      await expect.poll(() => rowsOf(elementId)).not.toBe(before)
      await expect.poll(async () => (await measure(elementId)).hidden, { message: elementId }).toBeLessThanOrEqual(0)
      expect((await measure(elementId)).empty).toBeLessThan(28)
    }
    await tile(page, 'sales').getByRole('gridcell').first().waitFor()
    await makeFit('sales')
    await expect.poll(() => rowsOf('sales')).toBe(60)

    await tile(page, 'bars').scrollIntoViewIfNeeded()
    await select(page, 'bars')
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Change kind' }).click()
    await page.getByRole('menuitem', { name: 'Line', exact: true }).click()
    await page.getByText('Kind changed: Line').waitFor()
    await page
      .getByText('Kept for the kind Bar: Stacking and Bars')
      .or(page.getByText('Kept for the kind Bar: Bars and Stacking'))
      .waitFor()
    expect(door.complaints).toEqual([])
    await page.context().close()
  })
})
