import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Serious and critical faults of accessibility on the page as it stands, each with the first place. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // A panel that is still fading in has the colours of neither look.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      // One that follows the scrolling of its element has no end in time.
      .filter(({ timeline }) => timeline instanceof DocumentTimeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
  return page.evaluate(async (code) => {
    // biome-ignore lint/security/noGlobalEval: the checker is run inside the page, past its own policy
    globalThis.eval?.(code)
    const checker = (
      globalThis as unknown as { axe: { run(context: { exclude: string[] }): Promise<{ violations: Fault[] }> } }
    ).axe
    interface Fault {
      id: string
      impact: string
      nodes: { html: string }[]
    }
    // Guards of open menus and panels hand the focus on at once; nobody can stay on one.
    const { violations } = await checker.run({ exclude: ['[data-base-ui-focus-guard]'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, source)
}
