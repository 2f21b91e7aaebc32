import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { countedHand } from './counted-hand.ts'
import { admin, type RunningOctavo, startOctavo } from './octavo.ts'

interface Draft {
  document: {
    pages: { id: string; name: string }[]
    overlays: { id: string }[]
    elements: Record<string, Record<string, unknown> & { id: string; kind: string }>
    layout: LayoutRoot[]
  }
}
interface Node {
  tag: string
  elementId: string
  column: { start: number; end: number }
  row: { start: number; end: number }
  children?: Node[]
  tabs?: { children: Node[] }[]
}
interface LayoutRoot {
  id: string
  children: Node[]
}

/** Tasks with pages and layout, each within the number of actions of the shortest way. */
describe.skipIf(!hasChromium)(`layout in the editor${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn
  let bo: SignedIn
  let modelId = ''
  let salesId = ''

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    bo = await newMember(browser, call, { firstName: 'Bo', lastName: 'Diaz', memberType: 'Admin' })
    const models = await call<{ entries: { dataModelId: string; name: string }[] }>('GET', '/v2/dataModels')
    modelId = models.entries.find(({ name }) => name === 'Retail')?.dataModelId ?? ''
    const elements = await call<{ entries: { elementId: string; name: string }[] }>(
      'GET',
      `/v2/dataModels/${modelId}/elements`,
    )
    salesId = elements.entries.find(({ name }) => name === 'Sales')?.elementId ?? ''
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const source = () => ({ kind: 'data-model', dataModelId: modelId, elementId: salesId })
  const column = (id: string, formula: string, name: string) => ({ id, formula, name })
  const chart = (id: string, name: string) => ({
    id,
    kind: 'bar-chart',
    name,
    source: source(),
    columns: [
      column(`${id}-x`, '[Sales/Region]', 'Region'),
      column(`${id}-y`, 'Sum([Sales/Revenue])', 'Sum of Revenue'),
    ],
    xAxis: { columnId: `${id}-x` },
    yAxis: { columnIds: [`${id}-y`] },
  })
  const kpi = (id: string, name: string) => ({
    id,
    kind: 'kpi-chart',
    name,
    source: source(),
    columns: [column(`${id}-v`, 'Sum([Sales/Revenue])', name)],
    value: { columnId: `${id}-v` },
  })
  const table = (id: string, name: string) => ({
    id,
    kind: 'table',
    name,
    source: source(),
    columns: [column(`${id}-r`, '[Sales/Region]', 'Region'), column(`${id}-v`, '[Sales/Revenue]', 'Revenue')],
  })

  /** A workbook of Ada's with these elements, open in the editor. */
  async function edit(name: string, places: string, elements: unknown[]) {
    const body = { name, folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1 }
    const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', {
      ...body,
      pages: [{ id: 'p1', name: 'Page 1', elements }],
      layout: `<Page id="p1">${places}</Page>`,
    })
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    const path = `${new URL(url, octavo.address).pathname}/edit`
    const page = await door.open(path, ada.state)
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    return { page, path, id: workbookId, hand: countedHand(page) }
  }

  /** A place in the layout: first and last line of the columns, then of the rows. */
  const at = (id: string, columns: string, rows: string) =>
    `<Element elementId="${id}" gridColumn="${columns}" gridRow="${rows}"/>`

  const draftOf = (id: string) => call<Draft>('GET', `/v2/workbooks/${id}/draft`)
  const textOf = async (id: string) => JSON.stringify((await draftOf(id)).document)
  const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const titleOf = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 3 })
  const nodesOf = async (id: string) => (await draftOf(id)).document.layout.flatMap(({ children }) => children)

  it('from sign-in to a published chart with a region control that readers choose from', async () => {
    const page = await door.open('/', { cookies: [], origins: [] })
    const hand = countedHand(page)
    await page.getByLabel('Email').waitFor()
    await page.getByLabel('Email').focus()
    await hand.type(admin.email)
    await hand.press('Tab')
    await hand.type(admin.password)
    await hand.press('Enter')
    await hand.click(page.getByRole('button', { name: 'New workbook' }))
    await page.getByRole('searchbox', { name: 'Find a table or a data model' }).waitFor()
    await hand.type('sales')
    await hand.click(page.getByRole('button', { name: 'Sales as Bar' }).first())
    await hand.click(page.getByRole('button', { name: 'Revenue by month' }))
    await tile(page, 'Revenue by month').locator('canvas').first().waitFor()
    await hand.click(page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Data' }))
    const region = page.getByRole('treeitem', { name: 'Region', exact: true }).first()
    await region.hover()
    await hand.click(region.getByRole('button', { name: 'Menu of Region' }))
    await hand.click(page.getByRole('menuitem', { name: 'Use as page control' }))
    await hand.click(page.getByRole('button', { name: 'Publish', exact: true }))
    await page.getByRole('dialog', { name: 'Name the workbook' }).waitFor()
    await hand.type('Revenue and regions')
    await hand.press('Enter')
    await page.getByText('“Revenue and regions” is published').waitFor()
    expect(hand.presses()).toBeLessThanOrEqual(10)

    const reader = await door.open(
      new URL(page.url()).pathname.replace(/\/edit$/, ''),
      await page.context().storageState(),
    )
    const canvas = tile(reader, 'Revenue by month').locator('canvas').first()
    const picture = async () => (await canvas.screenshot()).toString('base64')
    /** The chart once it has stopped moving. */
    const drawn = async () => {
      for (let before = ''; ; ) {
        const now = await picture()
        if (now === before) return now
        before = now
      }
    }
    await canvas.waitFor()
    const all = await drawn()
    await reader.getByRole('button', { name: 'Region: All' }).click()
    await reader.getByRole('option', { name: 'West', exact: true }).click()
    await reader.keyboard.press('Escape')
    await reader.getByRole('button', { name: 'Region: West' }).waitFor()
    await reader.getByRole('option').first().waitFor({ state: 'detached' })
    await expect.poll(drawn).not.toBe(all)
    await Promise.all([page.context().close(), reader.context().close()])
  })

  it('two editors, one of them offline: both resolve the conflict, and each undoes only their own steps', async () => {
    const {
      page: first,
      path,
      id,
      hand: ours,
    } = await edit('Together', at('c1', '1/13', '1/11'), [chart('c1', 'Revenue by region')])
    const grant = { grantee: { memberId: bo.memberId }, permission: 'edit', inodeId: id }
    await call('POST', '/v2/grants', grant)
    const second = await door.open(path, bo.state)
    const theirs = countedHand(second)
    await tile(second, 'Revenue by region').locator('canvas').first().waitFor()
    await first.getByRole('list', { name: 'Others who edit now' }).waitFor()
    const rename = async (page: Page, hand: ReturnType<typeof countedHand>, from: string, to: string) => {
      await hand.doubleClick(titleOf(page, from))
      await page.getByRole('textbox', { name: `Title of ${from}` }).waitFor()
      await hand.type(to)
      await hand.press('Enter')
    }
    const chartNow = async () => (await draftOf(id)).document.elements.c1

    await second.context().setOffline(true)
    await rename(first, ours, 'Revenue by region', 'Named by Ada')
    await ours.click(first.locator('[aria-haspopup=dialog][aria-label^="Color: "]'))
    await ours.click(first.getByRole('button', { name: 'Theme color 4' }))
    await expect.poll(async () => (await chartNow())?.color).toBeDefined()
    await rename(second, theirs, 'Revenue by region', 'Named by Bo')
    await theirs.click(titleOf(second, 'Named by Bo'))
    await theirs.press('Control+Delete')
    await second.getByText(/Offline: 2 changes are kept here/).waitFor()

    await second.context().setOffline(false)
    await theirs.click(second.getByRole('button', { name: 'Mine', exact: true }))
    await theirs.click(second.getByRole('button', { name: 'Keep it', exact: true }))
    for (const page of [first, second]) await titleOf(page, 'Named by Bo').waitFor()
    expect((await chartNow())?.color).toBeDefined()
    await second.getByRole('region', { name: 'Canvas' }).focus()
    await theirs.press('Control+z')
    for (const page of [first, second]) await titleOf(page, 'Named by Ada').waitFor()
    await first.getByRole('region', { name: 'Canvas' }).focus()
    await ours.press('Control+z')
    await expect.poll(async () => (await chartNow())?.color).toBeUndefined()
    expect((await chartNow())?.name).toBe('Named by Ada')
    expect(ours.presses() + theirs.presses()).toBeLessThanOrEqual(15)
    await Promise.all([first.context().close(), second.context().close()])
  })

  it('by keys alone: a chart to the right half and lower, in one container with its neighbour, and the page copied', async () => {
    const { page, id, hand } = await edit('By keys', at('c1', '1/13', '1/11') + at('k1', '13/17', '1/5'), [
      chart('c1', 'Revenue by region'),
      kpi('k1', 'Revenue'),
    ])
    const target = await edit('Target', at('t1', '1/25', '1/15'), [table('t1', 'Sales')])
    await tile(page, 'Revenue by region').locator('canvas').first().waitFor()
    const before = await textOf(id)
    await page.getByRole('region', { name: 'Canvas' }).focus()
    await hand.press('Tab', 'm', 'Shift+ArrowRight', 'Shift+ArrowRight', 'ArrowRight', 'ArrowRight')
    await hand.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown')
    await page.getByText(/^Column 13, row 5, 12 wide$/).waitFor()
    await hand.press('Enter', 'Shift+ArrowLeft', 'Control+g')
    await expect
      .poll(async () => (await nodesOf(id)).map(({ tag, children }) => [tag, children?.length]))
      .toEqual([['Container', 2]])
    const grouped = await textOf(id)
    await hand.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await hand.type('copy page')
    await hand.press('Enter')

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(JSON.parse(text)).toMatchObject({ format: 'octavo-page' })
    await target.page.getByRole('region', { name: 'Canvas' }).focus()
    await target.page.evaluate(async (copied) => {
      const data = new DataTransfer()
      data.setData('text/plain', copied)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, text)
    await expect.poll(async () => (await draftOf(target.id)).document.pages.length).toBe(2)
    const pasted = await draftOf(target.id)
    const kinds = Object.values(pasted.document.elements).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['bar-chart', 'container', 'kpi-chart', 'table'])
    expect(hand.presses()).toBeLessThanOrEqual(24)

    expect(grouped).not.toBe(before)
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    while (await undo.isEnabled()) await undo.click()
    await expect.poll(() => textOf(id)).toBe(before)
    await Promise.all([page.context().close(), target.page.context().close()])
  })

  it('single numbers in a container, charts in tabs, details in a modal with a button, and a preview on a phone', async () => {
    const places =
      at('k1', '1/5', '1/6') +
      at('k2', '5/9', '1/6') +
      at('k3', '9/13', '1/6') +
      at('c1', '1/13', '6/16') +
      at('c2', '13/25', '6/16') +
      at('t1', '1/25', '16/30')
    const { page, id, hand } = await edit('Arranged', places, [
      kpi('k1', 'Revenue'),
      kpi('k2', 'Sales'),
      kpi('k3', 'Income'),
      chart('c1', 'By region'),
      chart('c2', 'By region again'),
      table('t1', 'Details'),
    ])
    await tile(page, 'Details').waitFor()
    const before = await textOf(id)
    await marquee(page, ['Revenue', 'Sales', 'Income'])
    await hand.press('Control+g')
    await expect.poll(async () => (await nodesOf(id)).filter(({ tag }) => tag === 'Container').length).toBe(1)
    await marquee(page, ['By region', 'By region again'])
    await hand.click(page.getByRole('button', { name: 'Create tabbed container', exact: true }))
    await page.getByRole('tab', { name: 'Tab 1' }).waitFor()
    for (const [place, name] of ['First', 'Second'].entries()) {
      await hand.doubleClick(page.getByRole('tab', { name: `Tab ${place + 1}`, exact: true }))
      await hand.type(name)
      await hand.press('Enter')
      await page.getByRole('tab', { name, exact: true }).waitFor()
    }
    await hand.click(page.getByRole('button', { name: 'Add modal, drawer or popover' }))
    await hand.click(page.getByRole('menuitem', { name: 'New Modal' }))
    await hand.click(page.getByRole('button', { name: 'Make a button' }))
    await hand.click(titleOf(page, 'Details'))
    await hand.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Move to' }).hover()
    await hand.click(page.getByRole('menuitem', { name: 'New Modal' }))
    await expect
      .poll(async () => {
        const { overlays, layout } = (await draftOf(id)).document
        const modal = layout.find((root) => root.id === overlays[0]?.id)
        return modal?.children.map(({ elementId }) => elementId)
      })
      .toEqual(['t1'])
    await hand.click(page.getByRole('button', { name: 'More about publishing' }))
    await hand.click(page.getByRole('menuitem', { name: 'Preview on a phone' }))
    await page.getByRole('tab', { name: 'First' }).waitFor()
    // Each rectangle counts as an action too.
    expect(hand.presses() + 2).toBeLessThanOrEqual(18)
    await page.getByRole('button', { name: 'Exit preview' }).click()
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    while (await undo.isEnabled()) await undo.click()
    await expect.poll(() => textOf(id)).toBe(before)
    await page.context().close()
  })

  /** Draws a rectangle around elements, starting on the empty canvas to the left of the first. */
  async function marquee(page: Page, names: readonly string[]) {
    const boxes = await Promise.all(names.map((name) => tile(page, name).boundingBox()))
    const known = boxes.flatMap((box) => box ?? [])
    const left = Math.min(...known.map(({ x }) => x))
    const top = Math.min(...known.map(({ y }) => y))
    const right = Math.max(...known.map(({ x, width }) => x + width))
    const bottom = Math.max(...known.map(({ y, height }) => y + height))
    await page.mouse.move(left - 9, top + 30)
    await page.mouse.down()
    await page.mouse.move(right - 20, bottom - 20, { steps: 5 })
    await page.mouse.up()
  }

  it('left nothing on the console', () => {
    // The tests themselves disconnect the browser and cause edit conflicts, which the browser reports too.
    const own = /ERR_INTERNET_DISCONNECTED|Failed to fetch|409 \(Conflict\).*\/draft\/edits|401 \(Unauthorized\)/
    expect(door.complaints.filter((text) => !own.test(text))).toEqual([])
  })
})
