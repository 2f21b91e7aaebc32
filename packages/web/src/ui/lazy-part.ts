import { type ComponentType, lazy } from 'react'
import { loadPart } from '../load-part.ts'

/**
 * A component whose code comes on its own. Without a network it waits until there is one, so that an editor that works
 * offline never breaks on a part that it has not loaded yet; the caller shows its fallback meanwhile.
 */
// biome-ignore lint/suspicious/noExplicitAny: the constraint of React's own `lazy`
export function lazyPart<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>) {
  return lazy(() => loadPart(load))
}
