import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { countDraws, drawnDuring } from './draws.ts'
import { createGallery } from './gallery.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { saved } from './saved.ts'
import { signInOnce } from './sign-in.ts'

describe.skipIf(!hasChromium)(`the elements that an edit renders again${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let state: Awaited<ReturnType<typeof signInOnce>>
  let path: string

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    state = await signInOnce(browser, octavo.address)
    path = `${await createGallery(await apiOf(octavo))}/edit`
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  /** Opens the editor with a page of the gallery and counts its renders, once everything has loaded. */
  async function open(name: string): Promise<Page> {
    const page = await door.open('/', state, { reducedMotion: 'reduce' })
    await countDraws(page)
    await page.goto(octavo.address + path)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name, exact: true }).click()
    await settled(page)
    return page
  }
  async function settled(page: Page): Promise<void> {
    await saved(page)
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
    await expect.poll(() => drawnDuring(page, () => page.waitForTimeout(500)), { timeout: 20_000 }).toEqual([])
  }
  /** The components that an edit renders, from the gesture until all its effects have arrived. */
  async function edited(page: Page, act: () => Promise<void>): Promise<{ drawn: string[]; isSent: boolean }> {
    let isSent = false
    const drawn = await drawnDuring(page, async () => {
      const sent = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && /\/edits/.test(answer.url()),
      )
      await act()
      isSent = (await sent).ok()
      await page.waitForTimeout(700)
      await saved(page)
    })
    return { drawn, isSent }
  }

  it.each([
    ['Charts', 'bars', []],
    ['Controls', 'count', []],
    ['Tables', 'nested', []],
    ['Pivots', 'compared', []],
    // A container is never smaller than its content, so the tabbed container grows when the page is rearranged.
    ['Boxes', 'idle', ['tabs']],
  ])('on the page %s: only the element %s, which it changes', async (name, id, grown) => {
    const page = await open(name)
    await page.locator(`[data-element="${id}"]`).click({ position: { x: 20, y: 14 } })
    await settled(page)
    for (const keys of ['Alt+ArrowDown', 'Control+z']) {
      const { drawn, isSent } = await edited(page, () => page.keyboard.press(keys))
      expect(isSent, keys).toBe(true)
      expect(
        drawn.filter((each) => ![id, ...grown].includes(each)),
        keys,
      ).toEqual([])
    }
    expect(door.complaints).toEqual([])
    await page.context().close()
  })

  it('a chart whose title is changed', async () => {
    const page = await open('Charts')
    await page.locator('[data-element="bars"]').click({ position: { x: 20, y: 14 } })
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Title' }).fill('Another title')
    await settled(page)
    const { drawn } = await edited(page, () => page.keyboard.press('Enter'))
    expect(drawn).toEqual(['bars'])
    await page.context().close()
  })
})
