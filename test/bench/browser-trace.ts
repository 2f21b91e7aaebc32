import type { Browser, Page } from 'playwright-core'

interface TraceEvent {
  name: string
  ph: string
  ts: number
  dur?: number
  /** Processor time of the thread, which leaves out waiting for a core. */
  tdur?: number
  pid: number
  tid: number
  args?: { name?: string }
}

/** What the main thread of a page did during an action, in milliseconds of processor time, so that other work on the machine adds little. */
export interface MainThread {
  /** Time for script, style and layout of each frame with any, shortest first. */
  frames: number[]
  /** The longest uninterrupted task. */
  longestTask: number
}

const categories = [
  'devtools.timeline',
  'toplevel',
  'v8.execute',
  'disabled-by-default-devtools.timeline',
  // The starts of frames.
  'disabled-by-default-devtools.timeline.frame',
  '__metadata',
]

/**
 * Events for script, style and layout in the browser's trace; painting is excluded, because without a graphics card it runs in software.
 */
const worked = new Set([
  'EventDispatch',
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'TimerFire',
  'RunMicrotasks',
  'v8.callFunction',
  'UpdateLayoutTree',
  'Layout',
  'HitTest',
  'IntersectionObserverController::computeIntersections',
])

/** Traces the main thread of a page while `act` runs. */
export async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<MainThread> {
  await browser.startTracing(page, { categories, screenshots: false })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const main = mainThreadOf(traceEvents)
  const own = traceEvents.filter(({ pid, tid }) => pid === main.pid && tid === main.tid)
  const frames = new Map<number, number>()
  const begins = own.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts)
  if (begins.length === 0) throw new Error('The trace does not say where its frames begin.')
  begins.sort((a, b) => a - b)
  let last = 0
  for (const { name, ts, dur = 0, tdur = dur } of own
    .filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
    .sort((a, b) => a.ts - b.ts)) {
    // An event nested in a counted one is already included.
    if (!worked.has(name) || ts < last) continue
    last = ts + dur
    const frame = begins.findLastIndex((begin) => begin <= ts)
    frames.set(frame, (frames.get(frame) ?? 0) + tdur / 1000)
  }
  const tasks = own
    .filter(({ name, ph }) => ph === 'X' && name.endsWith('RunTask'))
    .map(({ dur = 0, tdur = dur }) => tdur / 1000)
  if (process.argv.includes('--frames')) printLongest(own, begins, frames)
  return { frames: [...frames.values()].sort((a, b) => a - b), longestTask: Math.max(0, ...tasks) }
}

const longestFrames = 5

/** Prints the processor time of each kind of event in the longest frames; an event nested in another counts in both. */
function printLongest(
  own: readonly TraceEvent[],
  begins: readonly number[],
  frames: ReadonlyMap<number, number>,
): void {
  const total = [...frames.values()].reduce((sum, each) => sum + each, 0)
  console.log(`${frames.size} frames with work, together ${total.toFixed(1)} ms; the longest:`)
  const longest = [...frames].sort(([, a], [, b]) => b - a).slice(0, longestFrames)
  for (const [frame, time] of longest) {
    const [from, to] = [begins[frame] ?? 0, begins[frame + 1] ?? Number.POSITIVE_INFINITY]
    const times = new Map<string, number>()
    for (const { name, ph, ts, dur = 0, tdur = dur } of own) {
      if (ph === 'X' && worked.has(name) && ts >= from && ts < to) times.set(name, (times.get(name) ?? 0) + tdur / 1000)
    }
    const parts = [...times].filter(([, each]) => each >= 0.5).map(([name, each]) => `${name} ${each.toFixed(1)}`)
    console.log(`  frame ${frame + 1} of ${begins.length}: ${time.toFixed(1)} ms (${parts.join(', ')})`)
  }
}

/** The main thread of the busiest renderer, which belongs to the page under test. */
function mainThreadOf(events: readonly TraceEvent[]): { pid: number; tid: number } {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const countOf = ({ pid, tid }: TraceEvent) => events.filter((each) => each.pid === pid && each.tid === tid).length
  const [busiest] = mains.sort((a, b) => countOf(b) - countOf(a))
  if (!busiest) throw new Error('The trace has no main thread of a page.')
  return busiest
}

/** Memory of a page's scripts in MB, after garbage collection. */
export async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  await session.detach()
  return usedSize / 1024 / 1024
}

/**
 * From a key or click to the next frame that shows its effect, in milliseconds, for each event while `act` runs. The browser rounds these
 * times to eight milliseconds.
 */
export async function eventTimes(page: Page, name: string, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate((wanted) => {
    const times: number[] = []
    Object.assign(window, { benchTimes: times })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === wanted) times.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  }, name)
  await act()
  return page.evaluate(
    () =>
      new Promise<number[]>((done) =>
        setTimeout(() => done((window as unknown as { benchTimes: number[] }).benchTimes), 500),
      ),
  )
}
