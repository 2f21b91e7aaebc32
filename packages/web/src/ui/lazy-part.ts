import { type ComponentType, lazy } from 'react'

/** Waits before a part is asked for again while there is a network. */
const retryMs = [500, 2_000, 5_000]

/**
 * A component whose code comes on its own. Without a network it waits until there is one, so that an editor that works
 * offline never breaks on a part that it has not loaded yet; the caller shows its fallback meanwhile.
 */
// biome-ignore lint/suspicious/noExplicitAny: the constraint of React's own `lazy`
export function lazyPart<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>) {
  return lazy(() => loadPart(load))
}

/** Loads code, again after a failure. Rejects when it cannot be had although there is a network. */
export async function loadPart<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let failures = 0; ; ) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) {
        const wait = retryMs[failures]
        if (wait === undefined) throw error
        failures += 1
        await new Promise((resolve) => setTimeout(resolve, wait))
      } else {
        await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
      }
    }
  }
}
