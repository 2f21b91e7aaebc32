// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Notice } from '../ui/notify.ts'

const opened: unknown[][] = []
const notices: Notice[] = []
let allowed: { opener: unknown } | null = null
let openAddress: typeof import('./open-address.ts').openAddress

beforeAll(async () => {
  vi.stubGlobal('location', {
    origin: 'https://octavo.test',
    href: 'https://octavo.test/',
    pathname: '/',
    search: '',
    assign: (address: string) => opened.push(['go', address]),
  })
  vi.stubGlobal('open', (...given: unknown[]) => {
    opened.push(given)
    // As in browsers: nothing is returned for a window without an opener.
    return given[2] === 'noopener' ? null : allowed
  })
  vi.resetModules()
  const { showOn } = await import('../ui/notify.ts')
  showOn({ add: (notice) => `${notices.push(notice)}`, change: () => {}, close: () => {} })
  openAddress = (await import('./open-address.ts')).openAddress
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})
afterEach(() => {
  opened.length = 0
  notices.length = 0
  allowed = null
})

const away = 'https://example.com/a?b=c#d'
const here = 'https://octavo.test/main/workbook/x'
const click = (isActive: boolean) =>
  Object.defineProperty(navigator, 'userActivation', { value: { isActive }, configurable: true })

/** The notice of a window that the browser blocked. */
async function offered(): Promise<Notice> {
  await expect.poll(() => notices, { timeout: 30_000 }).toHaveLength(1)
  return notices[0] as Notice
}

it('a page of another host opens without a way back to this one', () => {
  click(true)
  allowed = { opener: 'this page' }
  openAddress(away, '_blank')
  expect({ opened, opener: allowed.opener, notices }).toEqual({ opened: [[away, '_blank']], opener: null, notices: [] })
})

it('a window that the browser blocks is offered in a notice until it is opened or closed', async () => {
  click(false)
  openAddress(away, '_blank')
  const { title, tone, action } = await offered()
  expect({ title, tone, label: action?.label }).toEqual({
    title: 'The browser blocked a new window',
    tone: 'warning',
    label: 'Open example.com',
  })
  action?.run()
  expect(opened.at(-1)).toEqual([away, '_blank', 'noopener'])
})

it('a page of this server never gets the storage of this tab, and is offered if the click was too long ago', async () => {
  click(true)
  openAddress(here, '_blank')
  expect({ opened, notices }).toEqual({ opened: [[here, '_blank', 'noopener']], notices: [] })
  opened.length = 0
  click(false)
  openAddress(here, '_blank')
  expect(opened).toEqual([])
  expect((await offered()).action?.label).toBe('Open octavo.test')
})

it('this window and the page around an embed are left for the address', () => {
  openAddress(away, '_self')
  openAddress(away, '_parent')
  expect({ opened, notices }).toEqual({
    opened: [
      ['go', away],
      [away, '_parent'],
    ],
    notices: [],
  })
})
