import { type ComponentProps, type ComponentType, createElement, lazy, useEffect, useState } from 'react'
import { loadOnce, type PartLoader } from '../load-part.ts'

// biome-ignore lint/suspicious/noExplicitAny: the constraint of React's own `lazy`
type AnyComponent = ComponentType<any>

/**
 * A component whose code comes on its own. Without a network it waits until there is one, so that an editor that works
 * offline never breaks on a part that it has not loaded yet; the caller shows its fallback meanwhile.
 */
export function lazyPart<Part extends AnyComponent>(load: () => Promise<{ default: Part }>) {
  return partOf(loadOnce(load), (loaded) => loaded.default)
}

/**
 * A component of code that others load too. It is drawn at once when its code is here: React's own `lazy` shows the fallback
 * the first time nevertheless, and then leaves it for 300 ms.
 */
export function partOf<Loaded, Part extends AnyComponent>(
  loader: PartLoader<Loaded>,
  pick: (loaded: Loaded) => Part,
): (props: ComponentProps<Part>) => React.ReactNode {
  const Waiting: AnyComponent = lazy(async () => ({ default: pick(await loader()) }))
  return function PartOf(props) {
    const [Shown] = useState<AnyComponent>(() => {
      const loaded = loader.loaded()
      return loaded === undefined ? Waiting : pick(loaded)
    })
    return createElement(Shown, props)
  }
}

/**
 * Code that is on its way, undefined until it is here. For places that have something to show meanwhile: React leaves the fallback of a
 * `Suspense` for at least 300 ms, however soon the code arrives.
 */
export function usePart<Loaded>(loader: PartLoader<Loaded>): Loaded | undefined {
  const [part, setPart] = useState(() => loader.loaded())
  useEffect(() => {
    if (part !== undefined) return
    let isShown = true
    loader().then(
      (loaded) => {
        if (isShown) setPart(() => loaded)
      },
      (error: unknown) => {
        if (!isShown) return
        // Passes the error to the boundary around the place.
        setPart(() => {
          throw error
        })
      },
    )
    return () => {
      isShown = false
    }
  }, [loader, part])
  return part
}
