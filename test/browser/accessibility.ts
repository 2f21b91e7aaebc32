import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const isDeep = process.env.OCTAVO_DEEP === '1'

/** The axe rules about colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Serious and critical accessibility problems of the current page, each with its first occurrence. */
export async function seriousFaults(page: Page): Promise<string[]> {
  return faultsOf(page, [])
}

/**
 * The problems of the page in the light theme, then in the dark one, to which the page must switch without reloading. Only colors differ
 * between them, so `npm test` checks only colors in the dark theme; `npm run test:deep` checks everything.
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

/** Runs the given axe rules, or all of them when the list is empty. */
async function faultsOf(page: Page, rules: readonly string[]): Promise<string[]> {
  // A panel that is fading in has intermediate colors. The list is read again until it is empty: the transition of an inherited color
  // starts in a child when its parent's color changes, so new ones start while others end.
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        // Animations driven by scrolling never end.
        .filter(({ timeline }) => timeline instanceof DocumentTimeline)
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    for (let ending = running(); ending.length > 0; ending = running()) {
      await Promise.allSettled(ending.map((animation) => animation.finished))
      // Styles are computed in the next frame, which starts the resulting transitions.
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
      // Focus guards of open menus and panels pass the focus on immediately; it never stays on one.
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
