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
    // Every pointer move works for 60 ms and changes the layout, each in a separate frame. The trace has the time on the processor, which
    // is less on a busy machine.
    await page.setContent(`<div id="box">Box</div><script>
      addEventListener('pointermove', () => {
        const end = performance.now() + 60
        while (performance.now() < end);
        box.style.width = box.offsetWidth - 1 + 'px'
      })
    </script>`)
    const { frames, longestTask } = await traced(browser, page, async () => {
      for (let step = 0; step < 10; step += 1) {
        await page.mouse.move(10 + step, 10)
        // The second frame starts after the first one was drawn.
        await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))))
      }
    })
    const busy = frames.filter((milliseconds) => milliseconds >= 10)
    expect(busy.length).toBeGreaterThanOrEqual(8)
    expect(busy.length).toBeLessThanOrEqual(10)
    expect(longestTask).toBeGreaterThanOrEqual(10)
    await page.close()
  })
})
