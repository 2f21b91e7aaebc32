import type { Browser, Page } from 'playwright-core'
import { apiOf, createDoor, newMember } from '../browser/api.ts'
import { launchChromium } from '../browser/chromium.ts'
import { startOctavo } from '../browser/octavo.ts'
import { salesTable } from '../browser/workbooks.ts'
import { countyMap, crossFilter, lineageGraph, versionHistory } from './browser-exploring.ts'
import { largePivotTable } from './browser-pivot.ts'
import { eventTimes, heapMb, type MainThread, traced } from './browser-trace.ts'
import { summarize } from './measure.ts'
import { type Figure, printTable } from './report.ts'

type Call = Awaited<ReturnType<typeof apiOf>>

/** The names of the parts, in the order in which they run. */
export const browserParts = 'opening edit drag typing scrolling pivot cross-filter lineage history map'.split(' ')

/**
 * The editor in a real browser, with each wanted part printed when it is done: the cost of an edit, a drag, typing and scrolling, and memory
 * that is not released.
 */
export async function browserBench(wants: (part: string) => boolean): Promise<Figure[]> {
  const figures: Figure[] = []
  const octavo = await startOctavo()
  const browser = await launchChromium()
  try {
    const call = await apiOf(octavo)
    const ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    const door = createDoor(browser, octavo)
    const connectionId = await sampleConnection(call)
    const create = async (name: string, pages: readonly (readonly object[])[], layout?: string) => {
      const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', {
        name,
        folderId: ada.homeFolderId,
        ownerId: ada.memberId,
        schemaVersion: 1,
        pages: pages.map((elements, index) => ({ id: `p${index + 1}`, name: `Page ${index + 1}`, elements })),
        ...(layout === undefined ? {} : { layout }),
      })
      const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
      return { workbookId, pathname: new URL(url, octavo.address).pathname }
    }
    const make = async (name: string, elements: readonly object[], layout?: string) =>
      (await create(name, [elements], layout)).pathname
    const open = async (elements: readonly object[], layout?: string): Promise<Page> =>
      door.open(`${await make('Bench', elements, layout)}/edit`, ada.state)
    const sales = await salesTable(call)
    const openPage = (pathname: string) => door.open(pathname, ada.state)
    const exploring = { browser, call, connectionId, sales, make: create, openPage }
    const parts: Record<string, () => Promise<Figure[]>> = {
      opening: async () => {
        await make('Many tiles', manyTiles(sales))
        return opening(() => door.open('/my-documents', ada.state))
      },
      edit: async () => dataEdit(await open([sales])),
      drag: async () => manyElements(browser, await open(texts, layoutOfTexts)),
      typing: async () => formulaBar(browser, await open([wideTable(connectionId, 500, 1_000)])),
      scrolling: async () => wideScroll(browser, await open([wideTable(connectionId, 200, 1_000_000)])),
      pivot: () => largePivotTable(exploring),
      'cross-filter': () => crossFilter(exploring),
      lineage: () => lineageGraph(exploring),
      history: () => versionHistory(exploring),
      map: () => countyMap(exploring),
    }
    for (const name of browserParts.filter(wants)) {
      const found = (await parts[name]?.()) ?? []
      figures.push(...found)
      printTable(found)
    }
    if (door.complaints.length > 0) throw new Error(`The console of the browser: ${door.complaints[0]}`)
  } finally {
    await browser.close()
    await octavo.stop()
  }
  return figures
}

async function sampleConnection(call: Call): Promise<string> {
  const { entries } = await call<{ entries: { connectionId: string; name: string }[] }>('GET', '/v2/connections')
  const found = entries.find(({ name }) => name === 'Sample data') ?? entries[0]
  if (!found) throw new Error('There is no connection.')
  return found.connectionId
}

const perRow = 10
const texts = Array.from({ length: 200 }, (_, index) => ({ id: `t${index}`, kind: 'text', body: `Text ${index}` }))
/** Ten in a row, each two columns wide and three rows high. */
const layoutOfTexts = `<Page type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto" id="p1">${texts
  .map(({ id }, index) => {
    const column = 1 + 2 * (index % perRow)
    const row = 1 + 3 * Math.floor(index / perRow)
    return `<LayoutElement elementId="${id}" gridColumn="${column} / ${column + 2}" gridRow="${row} / ${row + 3}"/>`
  })
  .join('')}</Page>`

/** A table of generated rows: a key and the given number of numeric columns. */
function wideTable(connectionId: string, columns: number, rows: number): object {
  const names = Array.from({ length: columns }, (_, index) => `C${index}`)
  const values = names.map((name, index) => `(n * ${index + 1}) % 1000 AS ${name}`).join(', ')
  return {
    id: 'wide',
    kind: 'table',
    name: 'Wide',
    source: { kind: 'sql', connectionId, statement: `SELECT ${values} FROM range(${rows}) AS r(n)` },
    columns: names.map((name) => ({ id: name.toLowerCase(), formula: `[Custom SQL/${name}]`, name })),
  }
}

const inMs = (most: number) => ({ unit: 'ms', beside: `bar ${most} ms` })

function threadOf(what: string, { frames, longestTask }: MainThread, most: number): Figure[] {
  const { median, p95 } = summarize(frames)
  return [
    { figure: `${what}: script, style and layout of a frame, p95`, value: p95, ...inMs(most) },
    { figure: `${what}: the same, median`, value: median, unit: 'ms' },
    { figure: `${what}: longest task`, value: longestTask, ...inMs(50) },
  ]
}

async function manyElements(browser: Browser, page: Page): Promise<Figure[]> {
  // A drag that starts while the page is still being drawn would count its loading.
  await page.getByText('Text 199', { exact: true }).waitFor()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  const box = await page.locator('[data-element=t44]').boundingBox()
  if (!box) throw new Error('The page of 200 elements is not drawn.')
  const [x, y] = [box.x + box.width / 2, box.y + 8]
  await page.mouse.click(x, y)
  const drag = await traced(browser, page, async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 60; step += 1) await page.mouse.move(x + 4 * step, y + 2 * step)
    await page.keyboard.press('Escape')
    await page.mouse.up()
  })

  await page.mouse.click(x, y)
  const before = await heapMb(page)
  const times = await eventTimes(page, 'keydown', async () => {
    for (let edit = 0; edit < 250; edit += 1) {
      await page.keyboard.press('Alt+ArrowDown')
      await page.keyboard.press('Alt+ArrowUp')
    }
  })
  const { median, p95 } = summarize(times)
  await page.getByText('Saved', { exact: true }).waitFor()
  const grown = (await heapMb(page)) - before
  await page.context().close()
  return [
    ...threadOf('drag on a page of 200 elements', drag, 8),
    { figure: 'an edit to the frame that shows it, median', value: median, ...inMs(50) },
    { figure: 'the same, p95', value: p95, ...inMs(50) },
    { figure: 'memory of the tab after 500 edits, above before', value: grown, unit: 'MB', beside: 'bar 50 MB' },
  ]
}

async function formulaBar(browser: Browser, page: Page): Promise<Figure[]> {
  await page.getByRole('grid').first().waitFor()
  await page.getByRole('columnheader', { name: 'C3' }).first().click()
  await page.keyboard.press('=')
  await page.locator('.cm-content:focus').first().waitFor()
  const typing = await traced(browser, page, async () => {
    await page.keyboard.type('Sum([C12]) + Round([C499] / [C7], 2) * If([C1] > 10, 1, 0)', { delay: 60 })
  })
  await page.context().close()
  return threadOf('typing in the formula bar with 500 columns', typing, 16)
}

async function wideScroll(browser: Browser, page: Page): Promise<Figure[]> {
  const grid = page.getByRole('grid').first()
  // The data platform generates a million rows with 200 columns for it.
  await grid.waitFor({ timeout: 180_000 })
  const box = await grid.boundingBox()
  if (!box) throw new Error('The wide table is not drawn.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const down = await traced(browser, page, async () => {
    for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, 240)
  })
  const across = await traced(browser, page, async () => {
    for (let step = 0; step < 60; step += 1) await page.mouse.wheel(240, 0)
  })
  await page.context().close()
  return [
    ...threadOf('a table of a million rows and 200 columns, scrolled down', down, 8),
    ...threadOf('the same, scrolled across', across, 8),
  ]
}

/** 44 tiles of three kinds over one table, which is the 45th. */
function manyTiles(sales: Record<string, unknown>): object[] {
  const source = { kind: 'table', elementId: sales.id }
  const tile = (index: number): object => {
    const id = `e${index}`
    const shared = {
      id,
      name: `Tile ${index}`,
      source,
      columns: [
        { id: `${id}-x`, formula: index % 2 ? '[Sales/Region]' : '[Sales/Channel]', name: 'Place' },
        // A different number each, so that no two tiles share a result.
        { id: `${id}-y`, formula: `Sum([Sales/Revenue]) + ${index}`, name: 'Revenue' },
      ],
    }
    if (index % 3 === 0) return { ...shared, kind: 'kpi-chart', value: { columnId: `${id}-y` } }
    if (index % 3 === 1) {
      return { ...shared, kind: 'bar-chart', xAxis: { columnId: `${id}-x` }, yAxis: { columnIds: [`${id}-y`] } }
    }
    return { ...shared, kind: 'table', groupings: [{ id: `${id}-g`, groupBy: [`${id}-x`], calculations: [`${id}-y`] }] }
  }
  return [...Array.from({ length: 44 }, (_, index) => tile(index)), sales]
}

/**
 * From the click on a workbook on the home page until the frames of its tiles and the first data are drawn. The first opening after the start
 * of the server also starts the engine and compiles the statements, so it has figures of its own.
 */
async function opening(openHome: () => Promise<Page>): Promise<Figure[]> {
  const first = await openedFromHome(await openHome())
  const further: Opened[] = []
  for (let run = 0; run < 5; run += 1) further.push(await openedFromHome(await openHome()))
  const median = (name: keyof Opened) => summarize(further.map((times) => times[name])).median
  const what = 'a workbook of 45 elements, from the click'
  return [
    { figure: `${what} to its frame, median of five`, value: median('frame'), ...inMs(500) },
    { figure: 'the same, to its first element', value: median('first'), ...inMs(800) },
    { figure: `${what} to its frame, after the start of the server`, value: first.frame, unit: 'ms' },
    { figure: 'the same, to its first element', value: first.first, unit: 'ms' },
  ]
}

interface Opened {
  frame: number
  first: number
}

async function openedFromHome(page: Page): Promise<Opened> {
  const link = page.getByRole('link', { name: 'Many tiles' }).first()
  await link.waitFor()
  await page.evaluate(() => {
    const times: Record<string, number> = {}
    Object.assign(window, { benchTimes: times })
    const note = (name: string) => requestAnimationFrame(() => (times[name] ??= performance.now() - (times.click ?? 0)))
    addEventListener('click', () => (times.click = performance.now()), { capture: true, once: true })
    new MutationObserver(() => {
      if (document.querySelectorAll('[data-element]').length > 0) note('frame')
      if (document.querySelector('[data-element] :is(output, canvas, [role=gridcell])')) note('first')
    }).observe(document.body, { childList: true, subtree: true })
  })
  await link.click()
  await page.waitForFunction(() => 'first' in (window as unknown as { benchTimes: object }).benchTimes)
  const times = await page.evaluate(() => (window as unknown as { benchTimes: Opened }).benchTimes)
  await page.context().close()
  return times
}

/** From the keys that sort a column to the request for the rows in the new order. */
async function dataEdit(page: Page): Promise<Figure[]> {
  await page.getByRole('gridcell').first().waitFor()
  const times: number[] = []
  for (const column of ['Revenue', 'Quantity', 'Region', 'Store', 'Channel']) {
    await page.getByRole('columnheader', { name: column }).first().click()
    const asked = page.waitForRequest((request) => /\/pages\/[^/]+\/data/.test(request.url()))
    await page.evaluate(() =>
      addEventListener('keydown', (event) => Object.assign(window, { benchKey: event.timeStamp }), { capture: true }),
    )
    await page.keyboard.press('s')
    await page.keyboard.press('d')
    await asked
    const key = await page.evaluate(() => (window as unknown as { benchKey: number }).benchKey)
    // The browser lists a request when its response has ended.
    const began = await page.waitForFunction(
      (since) =>
        performance
          .getEntriesByType('resource')
          .find(({ name, startTime }) => startTime >= since && /\/pages\/[^/]+\/data/.test(name))?.startTime,
      key,
    )
    times.push(((await began.jsonValue()) ?? Number.NaN) - key)
    await page.getByText('Saved', { exact: true }).waitFor()
  }
  const { median } = summarize(times)
  await page.context().close()
  return [
    { figure: 'an edit of data to the start of its query, median', value: median, ...inMs(100) },
    { figure: 'the same, longest', value: Math.max(...times), ...inMs(100) },
  ]
}
