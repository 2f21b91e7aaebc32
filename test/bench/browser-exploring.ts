import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readTopology, shapeFacts } from '@octavo/core/chart'
import type { Browser, Page } from 'playwright-core'
import type { apiOf } from '../browser/api.ts'
import { type MainThread, traced } from './browser-trace.ts'
import { summarize } from './measure.ts'
import type { Figure } from './report.ts'

type Call = Awaited<ReturnType<typeof apiOf>>

/** What the parts use of the surrounding benchmark. */
export interface ExploringBench {
  browser: Browser
  call: Call
  connectionId: string
  sales: Record<string, unknown>
  /** Creates a workbook with the elements of each page; returns its id and its address in the app. */
  make: (name: string, pages: readonly (readonly object[])[]) => Promise<{ workbookId: string; pathname: string }>
  openPage: (pathname: string) => Promise<Page>
}

const inMs = (most: number) => ({ unit: 'ms', beside: `bar ${most} ms` })

/** Bars; a click on one sets a list control that filters a table. */
export async function crossFilter({ make, openPage, sales }: ExploringBench): Promise<Figure[]> {
  const source = { kind: 'table', elementId: sales.id }
  const bars = {
    ...{ id: 'bars', kind: 'bar-chart', name: 'Bars', source },
    columns: [
      { id: 'r', formula: '[Sales/Region]', name: 'Area' },
      { id: 'v', formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
    ],
    ...{ xAxis: { columnId: 'r' }, yAxis: { columnIds: ['v'] } },
    actions: [
      {
        ...{ id: 'set', trigger: 'on-select', name: 'Filter others' },
        effects: [{ effect: 'set-control-value', control: 'Area', value: { type: 'column', column: 'r' } }],
      },
    ],
  }
  const { id: columnId = '' } = columnsOf(sales).find(({ formula }) => formula === '[Sales/Region]') ?? {}
  const pick = {
    ...{ id: 'area', kind: 'control', controlId: 'Area', controlType: 'list', name: 'Area', mode: 'include' },
    ...{ selectionMode: 'multiple', values: [], source: { kind: 'source', source, columnId } },
    filters: [{ source, columnId }],
  }
  const { pathname } = await make('Cross filter', [[bars, pick, sales]])
  const page = await openPage(pathname)
  const canvas = page.getByRole('img', { name: 'Bars', exact: true }).locator('canvas')
  await canvas.waitFor()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('The chart is not drawn.')
  await page.evaluate(() =>
    addEventListener('click', (event) => Object.assign(window, { benchClick: event.timeStamp }), { capture: true }),
  )
  const times: number[] = []
  for (let click = 0; click < 8; click += 1) {
    const [x, y] = [box.x + box.width * (0.15 + 0.2 * (click % 4)), box.y + box.height * 0.78]
    await page.mouse.move(x - 3, y)
    await page.mouse.move(x, y)
    const asked = page.waitForRequest((request) => /\/pages\/[^/]+\/data/.test(request.url()))
    await page.mouse.click(x, y)
    await (await (await asked).response())?.finished()
    times.push(await sinceClick(page))
  }
  await page.context().close()
  const { median } = summarize(times)
  return [
    { figure: 'a cross filter, from the click to the start of its query, median', value: median, ...inMs(50) },
    { figure: 'the same, longest', value: Math.max(...times), ...inMs(50) },
  ]
}

const columnsOf = ({ columns }: Record<string, unknown>) => columns as { id: string; formula: string }[]

/** From the last click to the start of the next request for rows. */
async function sinceClick(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => {
    const { benchClick } = window as unknown as { benchClick: number }
    const entry = performance
      .getEntriesByType('resource')
      .find(({ name, startTime }) => startTime >= benchClick && /\/pages\/[^/]+\/data/.test(name))
    return entry && { since: entry.startTime - benchClick }
  })
  return (await found.jsonValue())?.since ?? Number.NaN
}

const graphElements = 1_000

/** Chains of ten tables, each over the one before. */
export async function lineageGraph({ browser, make, openPage, sales }: ExploringBench): Promise<Figure[]> {
  const tables = Array.from({ length: graphElements - 1 }, (_, index) => ({
    ...{ id: `t${index}`, kind: 'table', name: `Table ${index}` },
    source: { kind: 'table', elementId: index % 10 === 0 ? sales.id : `t${index - 1}` },
    columns: [
      {
        id: `t${index}-r`,
        formula: index % 10 === 0 ? '[Sales/Region]' : `[Table ${index - 1}/Region]`,
        name: 'Region',
      },
    ],
  }))
  // They are on the second page, so that the canvas behind the graph does not draw a thousand tables.
  const { pathname } = await make('Thousand', [[sales], tables])
  const page = await openPage(`${pathname}/edit`)
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor({ timeout: 120_000 })
  await page
    .getByRole('button', { name: /Thousand/ })
    .first()
    .click()
  const item = page.getByRole('menuitem', { name: 'Lineage' })
  await item.waitFor()
  await noteDrawn(page, '[data-box]', graphElements)
  await item.click()
  const drawn = await drawnAfterClick(page)
  const graph = page.getByRole('dialog', { name: 'Lineage' }).locator('[data-box]').first()
  const box = await graph.boundingBox()
  if (!box) throw new Error('The graph is not drawn.')
  await page.mouse.move(box.x + 40, box.y + 10)
  const moved = await traced(browser, page, async () => {
    for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, step < 30 ? 240 : -200)
  })
  await page.context().close()
  return [
    {
      figure: `the lineage graph of ${graphElements} elements, from the click to its drawing`,
      value: drawn,
      ...inMs(1_000),
    },
    ...threadOf('moving it', moved),
  ]
}

function threadOf(what: string, { frames, longestTask }: MainThread): Figure[] {
  const { p95 } = summarize(frames)
  return [
    { figure: `${what}: script, style and layout of a frame, p95`, value: p95, ...inMs(8) },
    { figure: `${what}: longest task`, value: longestTask, ...inMs(50) },
  ]
}

const versions = 500

export async function versionHistory({ call, make, openPage }: ExploringBench): Promise<Figure[]> {
  const text = (words: string) => ({ id: 'words', kind: 'text', body: words })
  const { workbookId, pathname } = await make('Often published', [[text('Version 1')]])
  // Without a version, so that each edit is based on the previous one.
  const { documentVersion: _, ...spec } = await call<{ documentVersion: number }>(
    'GET',
    `/v2/workbooks/${workbookId}/spec`,
  )
  for (let version = 2; version <= versions; version += 1) {
    const pages = [{ id: 'p1', name: 'Page 1', elements: [text(`Version ${version}`)] }]
    await call('PUT', `/v2/workbooks/${workbookId}/spec`, { ...spec, pages })
  }
  const page = await openPage(`${pathname}/edit`)
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  const times: number[] = []
  for (let run = 0; run < 3; run += 1) {
    await page
      .getByRole('button', { name: /Often published/ })
      .first()
      .click()
    const item = page.getByRole('menuitem', { name: 'Version history' })
    await item.waitFor()
    await noteDrawn(page, '[aria-expanded]', 20, `Version ${versions}`)
    await item.click()
    times.push(await drawnAfterClick(page))
    await page.keyboard.press('Escape')
    await page.getByRole('complementary', { name: 'Version history' }).waitFor({ state: 'detached' })
  }
  await page.context().close()
  const [first = Number.NaN] = times
  return [
    {
      figure: `the history of ${versions} versions, from the click to its list, the first time`,
      value: first,
      ...inMs(300),
    },
    { figure: 'the same, again', value: Math.min(...times.slice(1)), ...inMs(300) },
  ]
}

/** Records when the page contains a number of elements and the text, and has drawn them. */
async function noteDrawn(page: Page, selector: string, count: number, text = ''): Promise<void> {
  await page.evaluate(
    ([wanted, least, words]) => {
      const times: { click?: number; drawn?: number } = {}
      Object.assign(window, { benchTimes: times })
      addEventListener('click', (event) => (times.click = event.timeStamp), { capture: true, once: true })
      const observer = new MutationObserver(() => {
        if (times.click === undefined || document.querySelectorAll(wanted).length < least) return
        if (!document.body.textContent?.includes(words)) return
        observer.disconnect()
        // The second frame starts after the first one was drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => (times.drawn = performance.now())))
      })
      observer.observe(document.body, { childList: true, subtree: true })
    },
    [selector, count, text] as const,
  )
}

async function drawnAfterClick(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => {
    const { click, drawn } = (window as unknown as { benchTimes: { click?: number; drawn?: number } }).benchTimes
    return click === undefined || drawn === undefined ? null : { since: drawn - click }
  })
  return (await found.jsonValue())?.since ?? Number.NaN
}

/** Every county of the United States with a number; the shapes are already loaded, as for a second map. */
export async function countyMap({ connectionId, make, openPage }: ExploringBench): Promise<Figure[]> {
  const { resolve } = createRequire(import.meta.url)
  const topology = readFileSync(resolve('us-atlas/counties-albers-10m.json'), 'utf8')
  const { regions } = readTopology({ topology, ...shapeFacts['us-county'] })
  const places = regions.map(({ id }) => `'${id}'`).join(', ')
  const statement = `SELECT place, CAST(place AS INT) % 97 AS amount FROM (SELECT unnest([${places}]) AS place) AS t`
  const map = {
    ...{ id: 'map', kind: 'region-map', name: 'Counties', source: { kind: 'sql', connectionId, statement } },
    columns: [
      { id: 'place', formula: '[Custom SQL/place]', name: 'Place' },
      { id: 'amount', formula: 'Sum([Custom SQL/amount])', name: 'Amount' },
    ],
    ...{ region: { columnId: 'place', regionType: 'us-county' }, color: { by: 'scale', column: 'amount' } },
  }
  const { pathname } = await make('Counties', [[map]])
  const page = await openPage(pathname)
  await page.locator('[data-element=map] canvas').waitFor({ timeout: 60_000 })
  // With the app in the browser's cache, so that loading it is not counted.
  await page.addInitScript(() => {
    const times: { drawn?: number } = {}
    Object.assign(window, { benchTimes: times })
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-element=map] canvas')) return
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => (times.drawn = performance.now())))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  const times: number[] = []
  for (let run = 0; run < 3; run += 1) {
    await page.reload()
    const found = await page.waitForFunction(() => {
      const { drawn } = (window as unknown as { benchTimes: { drawn?: number } }).benchTimes
      const data = performance.getEntriesByType('resource').filter(({ name }) => /\/pages\/[^/]+\/data/.test(name))
      const ended = (data.at(-1) as PerformanceResourceTiming | undefined)?.responseEnd ?? 0
      return drawn === undefined || ended === 0 ? null : { since: Math.max(0, drawn - ended) }
    })
    times.push((await found.jsonValue())?.since ?? Number.NaN)
  }
  await page.context().close()
  const figure = `a map of ${regions.length.toLocaleString('en-US')} counties, from its data to its drawing, median`
  return [{ figure, value: summarize(times).median, ...inMs(500) }]
}
