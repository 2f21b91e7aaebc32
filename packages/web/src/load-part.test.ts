import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const folder = import.meta.dirname
const page = (script: string) => `<div id="root"></div><script type="module" src="${script}"></script>`

describe('code that is loaded later', () => {
  let answer: () => Promise<Response>

  beforeEach(() => {
    vi.resetModules()
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/assets/index-now.js' }) })
    vi.stubGlobal('fetch', () => answer())
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  /** The result of a promise after all timers have run. */
  async function outcome(started: Promise<unknown>): Promise<string> {
    let state = 'waits'
    started.then(
      () => {
        state = 'loaded'
      },
      (error: Error) => {
        state = error.message
      },
    )
    await vi.runAllTimersAsync()
    return state
  }

  it.each([
    [
      'waits for the reload once there is another build',
      () => new Response(page('/assets/index-next.js')),
      'waits',
      true,
    ],
    ['fails where the build is the same', () => new Response(page('/assets/index-now.js')), 'Failed', false],
    [
      'fails where the answer is no page of the app',
      () => new Response('<h1>Sign in to the proxy</h1>'),
      'Failed',
      false,
    ],
    ['fails where the server has no page', () => new Response('', { status: 503 }), 'Failed', false],
  ])('%s', async (_rule, response, expected, isNew) => {
    answer = async () => response()
    const { loadPart } = await import('./load-part.ts')
    const { newVersion } = await import('./new-version.ts')
    expect(await outcome(loadPart(missing))).toMatch(expected)
    expect(newVersion.read()).toBe(isNew)
  })

  it('is requested again after a temporary failure', async () => {
    answer = async () => new Response(page('/assets/index-now.js'))
    const { loadPart } = await import('./load-part.ts')
    let failures = 2
    expect(await outcome(loadPart(() => (failures-- > 0 ? missing() : Promise.resolve())))).toBe('loaded')
  })

  it('is fetched once for all that need it, and again after a failure', async () => {
    answer = async () => new Response(page('/assets/index-now.js'))
    const { loadOnce } = await import('./load-part.ts')
    let asked = 0
    let isMissing = true
    const load = loadOnce(() => {
      asked += 1
      return isMissing ? missing() : Promise.resolve('part')
    })
    expect(await outcome(load())).toMatch('Failed')
    const failures = asked
    isMissing = false
    expect(await Promise.all([load(), load(), load()])).toEqual(['part', 'part', 'part'])
    expect(asked - failures).toBe(1)
  })

  it('of a page reloads the app if there is another build', async () => {
    answer = async () => new Response(page('/assets/index-next.js'))
    const { loadPage } = await import('./load-part.ts')
    expect(await outcome(loadPage(missing))).toMatch(/^Failed to fetch dynamically imported module of .*index-now/)
  })

  it('is loaded in no other way', () => {
    const bare = globSync('**/*.{ts,tsx}', { cwd: folder })
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) => {
        const lines = readFileSync(join(folder, file), 'utf8').split('\n')
        return lines.flatMap((line, index) => {
          if (!/(?<!typeof )\bimport\(/.test(line)) return []
          const before = lines.slice(Math.max(0, index - 6), index + 1).join('\n')
          return /\b(?:lazyPart|loadPart|loadOnce|loadPage|withWords<Loaded>)\(/.test(before)
            ? []
            : [`${file}:${index + 1}`]
        })
      })
    expect(bare).toEqual([])
  })
})
