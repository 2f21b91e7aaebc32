import type { BrowserContext, Frame, Page } from 'playwright-core'
import { newMember, type SignedIn } from '../browser/api.ts'
import { type EmbedPlatform, openEmbedPlatform } from '../browser/embed-platform.ts'
import { salesTable } from '../browser/workbooks.ts'
import { summarize } from './measure.ts'
import type { Figure } from './report.ts'

const pairs = 12
const warmUps = 3
const changes = 40
const barRatio = 1.2
const barMs = 50

/** When the first element with data was drawn, in milliseconds since the navigation of its document began. */
interface Drawn {
  benchDrawn?: number
}

/**
 * An embed in Chromium, in the page of a host on another site: from its address to the first element that is drawn, beside the same page of a
 * member who is signed in, and from a message of the host that sets a control to the request for its rows.
 */
export async function shownEmbedsBench(): Promise<Figure[]> {
  const platform = await openEmbedPlatform()
  try {
    const member = { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' }
    const ada = await newMember(platform.browser, platform.api, member)
    const address = await benchWorkbook(platform, ada)
    const figures = [...(await openings(platform, ada, address)), ...(await controlsOfHosts(platform, address))]
    if (platform.complaints.length > 0) throw new Error(`The console of the browser: ${platform.complaints[0]}`)
    return figures
  } finally {
    await platform.close()
  }
}

/** A page of a control, a table and three charts over one table, which the team of the tokens may see. Returns its address. */
async function benchWorkbook({ api }: EmbedPlatform, ada: SignedIn): Promise<string> {
  const sales = await salesTable(api)
  const source = { kind: 'table', elementId: 'sales' }
  const region = (sales.columns as { id: string; formula: string }[]).find(
    ({ formula }) => formula === '[Sales/Region]',
  )
  const columns = (id: string) => [
    { id: `${id}-x`, name: 'Place', formula: '[Sales/Region]' },
    { id: `${id}-y`, name: 'Revenue', formula: 'Sum([Sales/Revenue])' },
  ]
  const chart = (kind: string) => ({
    ...{ id: kind, kind, name: kind, source, columns: columns(kind) },
    ...{ xAxis: { columnId: `${kind}-x` }, yAxis: { columnIds: [`${kind}-y`] } },
  })
  const table = {
    ...{ id: 'regions', kind: 'table', name: 'Regions', source, columns: columns('regions') },
    groupings: [{ id: 'g', groupBy: ['regions-x'], calculations: ['regions-y'] }],
  }
  const control = {
    ...{ id: 'area', kind: 'control', controlType: 'list', controlId: 'Area', name: 'Area', mode: 'include' },
    source: { kind: 'source', source, columnId: region?.id },
    filters: [{ source, columnId: region?.id }],
  }
  const { workbookId } = await api('POST', '/v2/workbooks/spec', {
    ...{ name: 'Bench', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1 },
    pages: [
      {
        id: 'p1',
        name: 'First',
        elements: [control, table, chart('bar-chart'), chart('line-chart'), chart('area-chart')],
      },
      { id: 'p2', name: 'Rows', elements: [sales] },
    ],
  })
  const { teamId } = await api('POST', '/v2/teams', { name: 'Bench', members: [] })
  await api('POST', `/v2/workbooks/${workbookId}/grants`, { grants: [{ grantee: { teamId }, permission: 'view' }] })
  const { url } = await api<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
  return url
}

/** A browser window that notes in each document when the first element with data is drawn. */
async function newWindow({ browser }: EmbedPlatform, state?: SignedIn['state']): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...(state === undefined ? {} : { storageState: state }),
  })
  context.setDefaultTimeout(60_000)
  await context.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-element] :is(output, canvas, [role=gridcell])')) return
      observer.disconnect()
      requestAnimationFrame(() => Object.assign(window, { benchDrawn: performance.now() }))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  return context
}

async function drawnAt(place: Page | Frame): Promise<number> {
  await place.waitForFunction(() => (window as Drawn).benchDrawn !== undefined)
  return place.evaluate(() => (window as Drawn).benchDrawn ?? Number.NaN)
}

/** Opens a page of the host with a new token in its frame. */
async function openFrame({ hostOrigin, sign }: EmbedPlatform, page: Page, address: string): Promise<Frame> {
  const signed = `${address}?:jwt=${sign({ teams: ['Bench'] })}&:embed=true`
  await page.goto(`${hostOrigin}/?shows=${encodeURIComponent(signed)}`)
  const frame = page.frames().find((each) => each !== page.mainFrame())
  if (!frame) throw new Error('The page of the host has no frame.')
  return frame
}

/** The first visit, with no files in the browser, and the second one with the files of the first. */
type Visits = readonly [first: number, second: number]

async function visits(context: BrowserContext, open: (page: Page) => Promise<Page | Frame>): Promise<Visits> {
  const visit = async () => {
    const page = await context.newPage()
    const drawn = await drawnAt(await open(page))
    await page.close()
    return drawn
  }
  const both: Visits = [await visit(), await visit()]
  await context.close()
  return both
}

/** The two ways to open the page take turns, so that other work on the machine meets both. */
async function openings(platform: EmbedPlatform, ada: SignedIn, address: string): Promise<Figure[]> {
  const embedded: Visits[] = []
  const signedIn: Visits[] = []
  for (let run = -warmUps; run < pairs; run += 1) {
    const frame = await visits(await newWindow(platform), (page) => openFrame(platform, page, address))
    const own = await visits(await newWindow(platform, ada.state), async (page) => {
      await page.goto(address)
      return page
    })
    if (run < 0) continue
    embedded.push(frame)
    signedIn.push(own)
  }
  return (['first', 'second'] as const).flatMap((visit, index) => {
    const [frame, own] = [embedded, signedIn].map(
      (all) => summarize(all.map((both) => both[index] ?? Number.NaN)).median,
    )
    const ratio = ((frame ?? Number.NaN) / (own ?? Number.NaN)).toFixed(2)
    return [
      { figure: `${visit} visit, signed in: address to first element, median`, value: own ?? Number.NaN, unit: 'ms' },
      {
        figure: `${visit} visit, embed: address to first element, median`,
        value: frame ?? Number.NaN,
        unit: 'ms',
        beside: `${ratio} x, bar ${barRatio} x`,
      },
    ]
  })
}

/** Both documents have clocks of their own, so times are compared by what they are since 1970. */
async function controlsOfHosts(platform: EmbedPlatform, address: string): Promise<Figure[]> {
  const context = await newWindow(platform)
  const page = await context.newPage()
  const frame = await openFrame(platform, page, address)
  await drawnAt(frame)
  await page.waitForFunction(
    () => (globalThis as unknown as { count: (type: string) => number }).count('workbook:dataloaded') > 0,
  )
  const times: number[] = []
  for (let run = -warmUps; run < changes; run += 1) {
    // A value that no request had before, so that no rows are stored for it.
    const sent = await page.evaluate((value) => {
      const now = performance.timeOrigin + performance.now()
      const { send } = globalThis as unknown as { send: (message: object) => void }
      send({ type: 'workbook:variables:update', variables: { Area: value } })
      return now
    }, `West,Nowhere ${run}`)
    const began = await requestAfter(frame, sent)
    if (run >= 0) times.push(began - sent)
  }
  await context.close()
  const { median, p95 } = summarize(times)
  const beside = `bar ${barMs} ms`
  return [
    { figure: 'control set by the host to the request for its rows, median', value: median, unit: 'ms', beside },
    { figure: 'the same, p95', value: p95, unit: 'ms', beside },
  ]
}

/** When the request for rows began that follows the given time. A browser lists a request when its response has ended. */
async function requestAfter(frame: Frame, since: number): Promise<number> {
  const began = await frame.waitForFunction((after) => {
    const found = performance
      .getEntriesByType('resource')
      .find(({ name, startTime }) => performance.timeOrigin + startTime >= after && /\/pages\/[^/]+\/data/.test(name))
    return found && performance.timeOrigin + found.startTime
  }, since)
  return (await began.jsonValue()) ?? Number.NaN
}
