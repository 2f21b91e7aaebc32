import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'

/** Texts that a page shows but that come from no translation file, and texts that are cut off without a sign. */
interface Faults {
  unmarked: string[]
  cut: string[]
}

const administration = [
  'members',
  'teams',
  'account-types',
  'user-attributes',
  'connections',
  'custom-functions',
  'queries',
  'tags',
  'api-connectors',
  'credentials',
  'audit-log',
  'organization',
]

/** Words that Intl writes for numbers, dates and times, and words that are the same in every language. */
const wordsOfNoFile =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b(?:now|ago|yesterday|AM|PM|in|second|minute|hour|day|week|month)s?\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:Ctrl|Shift|Alt|Esc|Enter|Tab|Octavo|CSV|PDF|PNG|SQL|XLSX|JSONL?|DuckDB|UTC|OA|ms|px)\b|\b[KMGT]?B\b/g

describe.skipIf(!hasChromium)(`the pages in the pseudo-locale${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let state: Awaited<ReturnType<typeof signInOnce>>
  let workbook: string

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    state = await signInOnce(browser, octavo.address)
    const api = await apiOf(octavo)
    const { entries } = await api<{ entries: { url: string }[] }>('GET', '/v2/workbooks')
    workbook = new URL(entries[0]?.url ?? '').pathname
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  /** A page whose browser requests the pseudo-locale, and that records all responses of the server. */
  async function open(path: string, isSignedIn = true) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-XA',
      ...(isSignedIn ? { storageState: state } : {}),
    })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    await page.addInitScript(noteAnswers)
    await page.goto(octavo.address + path)
    await page.locator('html[lang="en-XA"]').waitFor()
    return page
  }

  /** A response may be drawn before it is recorded here, so unknown words are checked again until all are known. */
  async function faultsOf(page: Page): Promise<Faults> {
    await page.waitForLoadState('networkidle')
    const untilKnown = Date.now() + 5_000
    let faults = await faultsNow(page)
    while (faults.unmarked.length > 0 && Date.now() < untilKnown) {
      await page.waitForTimeout(100)
      faults = await faultsNow(page)
    }
    return faults
  }

  async function faultsNow(page: Page): Promise<Faults> {
    const { texts, cut, reported } = await page.evaluate(readPage)
    const known = reported.flatMap(valuesIn).join('\n')
    const isOfServer = (piece: string) => known.includes(piece)
    const unmarked = texts.filter((text) =>
      text
        .split(/\[[^\]]*\]/)
        .map((piece) => piece.replace(wordsOfNoFile, ' ').replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
        .some((piece) => /\p{L}{2}/u.test(piece) && !isOfServer(piece) && !piece.split(/[\s,·:/.]+/).every(isOfServer)),
    )
    return { unmarked: [...new Set(unmarked)], cut: [...new Set(cut)] }
  }

  it('shows the sign-in', async () => {
    const page = await open('/sign-in', false)
    await page.getByRole('button', { name: /\[Sígñ îñ|\[Sígñ íñ/ }).waitFor()
    expect(await faultsOf(page)).toEqual({ unmarked: [], cut: [] })
    await page.context().close()
  })

  it.each(['/', '/my-documents', '/shared', '/workspaces', '/recent', '/favorites', '/archive', '/profile'])(
    'shows %s',
    async (path) => {
      const page = await open(path)
      await page.locator('main h1').first().waitFor()
      expect(await faultsOf(page)).toEqual({ unmarked: [], cut: [] })
      await page.context().close()
    },
  )

  it.each(administration)('shows the administration of %s', async (place) => {
    const page = await open(`/administration/${place}`)
    await page.locator('main h1').first().waitFor()
    expect(await faultsOf(page)).toEqual({ unmarked: [], cut: [] })
    await page.context().close()
  })

  it('shows a workbook to a reader', async () => {
    const page = await open(workbook)
    const tile = page.locator('[data-element]').first()
    await tile.waitFor()
    expect(await faultsOf(page)).toEqual({ unmarked: [], cut: [] })
    await page.context().close()
  })

  it('shows the editor, with the properties of what is selected', async () => {
    const page = await open(`${workbook}/edit`)
    await page.locator('[data-element]').first().waitFor()
    expect(await faultsOf(page)).toEqual({ unmarked: [], cut: [] })
    const tiles = await page.locator('[data-element]').all()
    for (const tile of tiles.slice(0, 6)) {
      await tile.click({ position: { x: 5, y: 5 } })
      expect(await faultsOf(page)).toEqual({ unmarked: [], cut: [] })
    }
    await page.context().close()
  })
})

/** The texts in a response of the server, without the names of its fields. */
function valuesIn(answer: string): string[] {
  return [...answer.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)].flatMap(([, text = '""', isName]) =>
    isName ? [] : [String(JSON.parse(text))],
  )
}

/** Runs in the page before its scripts: records the texts in responses of the server, including streamed ones. */
function noteAnswers() {
  const reported: string[] = []
  Object.assign(window, { reported })
  const fetchPlain = window.fetch
  window.fetch = async (...request) => {
    const response = await fetchPlain(...request)
    if (/json|event-stream/.test(response.headers.get('content-type') ?? '')) {
      const at = reported.push('') - 1
      const note = new WritableStream<string>({
        write: (piece) => {
          reported[at] += piece
        },
      })
      // A response that the page aborts counts as far as it was received.
      response
        .clone()
        .body?.pipeThrough(new TextDecoderStream())
        .pipeTo(note)
        .catch(() => undefined)
    }
    return response
  }
}

/**
 * Runs in the page: every visible or announced text, texts that a box cuts off without an ellipsis or scrolling, and the texts of the
 * server.
 */
function readPage(): { texts: string[]; cut: string[]; reported: string[] } {
  const texts: string[] = []
  const cut: string[] = []
  const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const isCutBy = (box: DOMRect, start: Element): boolean => {
    for (let at: Element | null = start; at; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return false
      if (/auto|scroll/.test(style.overflowX)) return false
      if (/hidden|clip/.test(style.overflowX)) {
        const around = at.getBoundingClientRect()
        if (around.width <= 1) return false
        if (box.right > around.right + 1 || box.left < around.left - 1) return true
      }
    }
    return false
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const parent = node.parentElement
    // The skip link to the content is visible only when it has the focus.
    const isLeftOut = parent?.closest('script, style, svg, option, [data-value], code, a[href="#content"], .sr-only')
    if (!text || !parent || isLeftOut || !isShown(parent)) continue
    texts.push(text)
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.right > 0 && box.bottom > 0 && isCutBy(box, parent)) cut.push(text)
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    if (!isShown(element)) continue
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      const text = element.getAttribute(name)?.trim()
      if (text) texts.push(text)
    }
  }
  return { texts, cut, reported: (window as unknown as { reported: string[] }).reported }
}
