import { Suspense, useEffect } from 'react'
import { loadPart } from '../../../load-part.ts'
import { lazyPart } from '../../../ui/index.ts'

const ElementMenuItems = lazyPart(async () => ({ default: (await import('./ElementMenu.tsx')).ElementMenuItems }))

/** The menu of an element, which the first look at the canvas does without. */
export function LazyElementMenu() {
  return (
    <Suspense>
      <ElementMenuItems />
    </Suspense>
  )
}

/** Here before the menu is asked for, so that it opens at once. */
export function useElementMenu(): void {
  useEffect(() => void loadPart(() => import('./ElementMenu.tsx')), [])
}
