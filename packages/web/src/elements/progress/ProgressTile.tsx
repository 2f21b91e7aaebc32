import type { BaseElement } from '@octavo/core/document'
import { Suspense } from 'react'
import { loadOnce } from '../../load-part.ts'
import { Skeleton, usePart } from '../../ui/index.ts'
import type { ElementViewProps } from '../element-view.ts'

const loadProgress = loadOnce(() => import('./Progress.tsx'))

/** Few pages have one, so its code comes with the first. */
export function ProgressTile({ element }: ElementViewProps<BaseElement>) {
  const code = usePart(loadProgress)
  const skeleton = <Skeleton className="size-full" />
  return <Suspense fallback={skeleton}>{code ? <code.Progress element={element} /> : skeleton}</Suspense>
}
