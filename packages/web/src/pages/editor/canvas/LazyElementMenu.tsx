import { Suspense, useEffect } from 'react'
import { loadPart } from '../../../load-part.ts'
import { lazyPart } from '../../../ui/index.ts'

const ElementMenuItems = lazyPart(async () => ({ default: (await import('./ElementMenu.tsx')).ElementMenuItems }))
const ElementBar = lazyPart(async () => ({ default: (await import('./ElementBar.tsx')).ElementBar }))
const ChildItems = lazyPart(async () => ({ default: (await import('./ChildItems.tsx')).ChildItems }))

/** The kinds that a child of an element can have; they are loaded separately as well. */
export function LazyChildItems({ elementId }: { elementId: string }) {
  return (
    <Suspense>
      <ChildItems elementId={elementId} />
    </Suspense>
  )
}

/** The bar over the selection; initially nothing is selected. */
export function LazyElementBar({ box }: { box: { left: number; top: number; width: number } }) {
  return (
    <Suspense>
      <ElementBar box={box} />
    </Suspense>
  )
}

/** The menu of an element, which is not needed for the first view of the canvas. */
export function LazyElementMenu() {
  return (
    <Suspense>
      <ElementMenuItems />
    </Suspense>
  )
}

/** Loaded in advance, so that the menus open without delay. */
export function useElementMenu(): void {
  useEffect(
    () =>
      void loadPart(() =>
        Promise.all([import('./ElementBar.tsx'), import('./ElementMenu.tsx'), import('./ChildItems.tsx')]),
      ),
    [],
  )
}
