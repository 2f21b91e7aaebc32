import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const isDeep = process.env.OCTAVO_DEEP === '1'

/** The rules of axe that look at colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Serious and critical faults of accessibility on the page as it is now, each with its first place in the document. */
export async function seriousFaults(page: Page): Promise<string[]> {
  return faultsOf(page, [])
}

/**
 * The faults of the page in the light theme, then in the dark one, which the page must follow without being opened again.
 * Only colors differ between them, so `npm test` asks the dark one about colors alone; `npm run test:deep` about everything.
 */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    const found = await faultsOf(page, colorScheme === 'dark' && !isDeep ? colorRules : [])
    faults.push(...found.map((fault) => `${colorScheme}: ${fault}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}

/** Runs these rules of axe, or all of them when the list is empty. */
async function faultsOf(page: Page, rules: readonly string[]): Promise<string[]> {
  // A panel that is still fading in has the colors of neither look. The list is taken again until it is empty: a transition
  // of an inherited color begins in a child when the one of its parent moves, so others start while the first ones end.
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        // One that follows the scrolling of its element has no end in time.
        .filter(({ timeline }) => timeline instanceof DocumentTimeline)
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    for (let ending = running(); ending.length > 0; ending = running()) {
      await Promise.allSettled(ending.map((animation) => animation.finished))
      // Styles are computed with the next frame, which starts what comes of them.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
  })
  return page.evaluate(
    async ({ code, rules }) => {
      interface Fault {
        id: string
        impact: string
        nodes: { html: string }[]
      }
      interface Checker {
        run(context: object, options: object): Promise<{ violations: Fault[] }>
      }
      const scope = globalThis as unknown as { axe?: Checker }
      // biome-ignore lint/security/noGlobalEval: the checker is run inside the page, past its own policy
      if (scope.axe === undefined) globalThis.eval?.(code)
      // Guards of open menus and panels hand the focus on at once; nobody can stay on one.
      const context = { exclude: ['[data-base-ui-focus-guard]'] }
      // Only violations are read; listing the other results costs as much as finding them.
      const only = rules.length > 0 ? { runOnly: { type: 'rule', values: rules } } : {}
      const options = { resultTypes: ['violations'], ...only }
      const { violations = [] } = (await scope.axe?.run(context, options)) ?? {}
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    { code: source, rules },
  )
}
