import type { BaseElement } from '@octavo/core/document'
import { Suspense } from 'react'
import { lazyPart, Skeleton } from '../../ui/index.ts'
import type { ElementViewProps } from '../element-view.ts'

const Progress = lazyPart(async () => ({ default: (await import('./Progress.tsx')).Progress }))

/** Few pages have one, so its code comes with the first. */
export function ProgressTile({ element }: ElementViewProps<BaseElement>) {
  return (
    <Suspense fallback={<Skeleton className="size-full" />}>
      <Progress element={element} />
    </Suspense>
  )
}
