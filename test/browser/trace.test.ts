import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { traced } from '../bench/browser-trace.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'

describe.skipIf(!hasChromium)(`the trace of a page that the bench reads${skipReason}`, () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
  })

  it('distinguishes frames, and measures how long each worked', async () => {
    const page = await browser.newPage()
    // Every pointer move works for 20 ms and changes the layout, each in a separate frame.
    await page.setContent(`<div id="box">Box</div><script>
      addEventListener('pointermove', () => {
        const end = performance.now() + 20
        while (performance.now() < end);
        box.style.width = box.offsetWidth - 1 + 'px'
      })
    </script>`)
    const { frames, longestTask } = await traced(browser, page, async () => {
      for (let step = 0; step < 10; step += 1) {
        await page.mouse.move(10 + step, 10)
        await page.waitForTimeout(60)
      }
    })
    const busy = frames.filter((milliseconds) => milliseconds >= 20)
    expect(busy.length).toBeGreaterThanOrEqual(8)
    expect(busy.length).toBeLessThanOrEqual(10)
    expect(longestTask).toBeGreaterThanOrEqual(20)
    await page.close()
  })
})
