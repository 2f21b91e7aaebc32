import { Suspense, useEffect } from 'react'
import { loadPart } from '../../../load-part.ts'
import { lazyPart } from '../../../ui/index.ts'

const ElementMenuItems = lazyPart(async () => ({ default: (await import('./ElementMenu.tsx')).ElementMenuItems }))
const ChildItems = lazyPart(async () => ({ default: (await import('./ChildItems.tsx')).ChildItems }))

/** The kinds that a child of an element may be, which come on their own as well. */
export function LazyChildItems({ elementId }: { elementId: string }) {
  return (
    <Suspense>
      <ChildItems elementId={elementId} />
    </Suspense>
  )
}

/** The menu of an element, which the first look at the canvas does without. */
export function LazyElementMenu() {
  return (
    <Suspense>
      <ElementMenuItems />
    </Suspense>
  )
}

/** Here before the menus are asked for, so that they open at once. */
export function useElementMenu(): void {
  useEffect(() => void loadPart(() => Promise.all([import('./ElementMenu.tsx'), import('./ChildItems.tsx')])), [])
}
