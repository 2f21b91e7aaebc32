import { Suspense } from 'react'
import { lazyPart, Skeleton } from '../ui/index.ts'
import type { ElementViewProps } from './element-view.ts'

const FurtherView = lazyPart(async () => ({ default: (await import('./FurtherView.tsx')).FurtherView }))

/** An element whose view is fetched when the first of such kinds is shown. */
export function LazyFurtherView({ element }: ElementViewProps) {
  return (
    <Suspense fallback={<Skeleton className="size-full" />}>
      <FurtherView element={element} />
    </Suspense>
  )
}
