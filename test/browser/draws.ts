import type { Page } from 'playwright-core'

interface Fiber {
  tag: number
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
  memoizedProps: Record<string, unknown> | null
}

/**
 * Counts how often components inside the tiles of a page render, like React's developer tools: at each commit, the components that ran.
 * Must be called before the page is opened.
 */
export async function countDraws(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const draws: Record<string, number> = {}
    // Function, class, forwardRef, memo and simple memo components; the first flag says that the component ran.
    const components = new Set([0, 1, 11, 14, 15])
    const visit = (first: Fiber | null, owner: string | undefined): void => {
      for (let fiber = first; fiber; fiber = fiber.sibling) {
        const own = fiber.memoizedProps?.['data-element']
        const tile = typeof own === 'string' ? own : owner
        const isNew = fiber.alternate === null
        if (tile !== undefined && components.has(fiber.tag) && fiber.flags & 1) draws[tile] = (draws[tile] ?? 0) + 1
        // Children that are unchanged since the previous commit were not rendered by this one.
        if (isNew || fiber.child !== fiber.alternate?.child) visit(fiber.child, tile)
      }
    }
    Object.assign(window, {
      tileDraws: draws,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => visit(root.current.child, undefined),
      },
    })
  })
}

/** The elements whose tiles rendered again while `act` ran, sorted. */
export async function drawnDuring(page: Page, act: () => Promise<void>): Promise<string[]> {
  await page.evaluate(() => {
    const { tileDraws } = window as unknown as { tileDraws: Record<string, number> }
    for (const id of Object.keys(tileDraws)) delete tileDraws[id]
  })
  await act()
  return page.evaluate(() => Object.keys((window as unknown as { tileDraws: object }).tileDraws).sort())
}
