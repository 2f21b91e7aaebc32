import { Suspense } from 'react'
import { lazyPart } from '../../../ui/index.ts'

const ElementMenuItems = lazyPart(async () => ({ default: (await import('./ElementMenu.tsx')).ElementMenuItems }))
const ChildItems = lazyPart(async () => ({ default: (await import('./ChildItems.tsx')).ChildItems }))

/** The kinds that a child of an element can have; they are loaded separately as well. */
export function LazyChildItems({ elementId }: { elementId: string }) {
  return (
    <Suspense>
      <ChildItems elementId={elementId} />
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
