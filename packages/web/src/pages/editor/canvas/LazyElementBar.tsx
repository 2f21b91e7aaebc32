import { Suspense, useEffect } from 'react'
import { loadPart } from '../../../load-part.ts'
import { lazyPart } from '../../../ui/index.ts'

const ElementBar = lazyPart(async () => ({ default: (await import('./ElementBar.tsx')).ElementBar }))

/** The bar over the selection; initially nothing is selected. */
export function LazyElementBar({ box }: { box: { left: number; top: number; width: number } }) {
  return (
    <Suspense>
      <ElementBar box={box} />
    </Suspense>
  )
}

/** Loads the bar and the menus in advance, so that they open without delay. */
export function useElementMenu(): void {
  useEffect(
    () =>
      void loadPart(() =>
        Promise.all([import('./ElementBar.tsx'), import('./ElementMenu.tsx'), import('./ChildItems.tsx')]),
      ),
    [],
  )
}
