import type { DataElement } from '@octavo/core/document'
import { Suspense } from 'react'
import { lazyPart, Skeleton } from '../../ui/index.ts'
import type { ElementViewProps } from '../element-view.ts'

const MapTile = lazyPart(async () => ({ default: (await import('./MapTile.tsx')).MapTile }))

/** A map; its code is fetched when the first one is shown. */
export function LazyMap({ element }: ElementViewProps<DataElement>) {
  return (
    <Suspense fallback={<Skeleton className="size-full" />}>
      <MapTile element={element} />
    </Suspense>
  )
}
