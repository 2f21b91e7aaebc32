import type { Browser, Page } from 'playwright-core'
import { traced } from './browser-trace.ts'
import { summarize } from './measure.ts'
import type { Figure } from './report.ts'

interface PivotBench {
  browser: Browser
  connectionId: string
  make: (name: string, pages: readonly (readonly object[])[]) => Promise<{ pathname: string }>
  openPage: (pathname: string) => Promise<Page>
}

const members = 400
const months = 24
const runs = 3

const inMs = (most: number) => ({ unit: 'ms', beside: `bar ${most} ms` })

/** A pivot table of 400 members in 20 groups with totals, by 24 months, with a color scale: from its data to its cells, and scrolling. */
export async function largePivotTable({ browser, connectionId, make, openPage }: PivotBench): Promise<Figure[]> {
  const { pathname } = await make('Large pivot table', [[pivotTable(connectionId)]])
  const page = await openPage(pathname)
  const scroller = page.getByRole('region', { name: 'Cross, pivot table' })
  await scroller.getByRole('cell').first().waitFor({ timeout: 60_000 })
  const drawn = await drawnAfterData(page)
  await scroller.getByRole('cell').first().waitFor()
  // The totals arrive last, and change the widths of columns.
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
  const box = await scroller.boundingBox()
  if (!box) throw new Error('The pivot table is not drawn.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const scrolled = async (x: number, y: number) =>
    traced(browser, page, async () => {
      for (let step = 0; step < 60; step += 1) await page.mouse.wheel(x, y)
    })
  const down = await scrolled(0, 120)
  const across = await scrolled(40, 0)
  await page.context().close()
  const what = `a pivot table of ${members} rows and ${months} columns`
  return [
    { figure: `${what}, from its data to its cells, median`, value: summarize(drawn).median, ...inMs(800) },
    ...[
      { name: `${what}, scrolled down`, thread: down },
      { name: 'the same, scrolled across', thread: across },
    ].flatMap(({ name, thread }): Figure[] => [
      {
        figure: `${name}: script, style and layout of a frame, p95`,
        value: summarize(thread.frames).p95,
        ...inMs(8),
      },
      { figure: `${name}: the same, median`, value: summarize(thread.frames).median, unit: 'ms' },
      { figure: `${name}: longest task`, value: thread.longestTask, ...inMs(50) },
    ]),
  ]
}

function pivotTable(connectionId: string): object {
  const statement = `SELECT 'Group ' || (m // 20) AS grp, 'Member ' || m AS member, n % ${months} AS mon, (m * n) % 9973 AS amount
    FROM range(${members}) AS a(m), range(${months * 2}) AS b(n)`
  return {
    ...{ id: 'cross', kind: 'pivot-table', name: 'Cross', source: { kind: 'sql', connectionId, statement } },
    columns: [
      { id: 'g', formula: '[Custom SQL/grp]', name: 'Group' },
      { id: 'm', formula: '[Custom SQL/member]', name: 'Member' },
      { id: 'c', formula: '[Custom SQL/mon]', name: 'Month' },
      { id: 'v', formula: 'Sum([Custom SQL/amount])', name: 'Amount' },
    ],
    ...{ rowsBy: [{ columnId: 'g' }, { columnId: 'm' }], columnsBy: [{ columnId: 'c' }], values: ['v'] },
    conditionalFormats: [{ columnIds: ['v'], type: 'backgroundScale', scheme: ['#ffffff', '#0f766e'] }],
  }
}

/** From the first rows that the page received to the frame that shows cells, in each run, with the app in the cache of the browser. */
async function drawnAfterData(page: Page): Promise<number[]> {
  await page.addInitScript(() => {
    const times: { drawn?: number } = {}
    Object.assign(window, { benchTimes: times })
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-element=cross] td[data-row]')) return
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => (times.drawn = performance.now())))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    await page.reload()
    const found = await page.waitForFunction(() => {
      const { drawn } = (window as unknown as { benchTimes: { drawn?: number } }).benchTimes
      const [data] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/pages\/[^/]+\/data/.test(name)) as PerformanceResourceTiming[]
      return drawn === undefined || !data ? null : { since: drawn - data.responseStart }
    })
    times.push((await found.jsonValue())?.since ?? Number.NaN)
  }
  return times
}
