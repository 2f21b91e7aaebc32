import type { DataElement } from '@octavo/core/document'
import { lazy, Suspense, useEffect } from 'react'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'
import { BarsSkeleton } from './BarsSkeleton.tsx'

const load = () => import('./Drawing.tsx')
const Drawing = lazy(async () => ({ default: (await load()).Drawing }))

/** A chart of any kind that the chart part draws. */
export function ChartTile({ element }: ElementViewProps<DataElement>) {
  // The code that draws is fetched while the data is on its way.
  useEffect(() => void load(), [])
  return (
    <DataTile element={element} skeleton={<BarsSkeleton />} isEmpty={(data) => data.levels.get('base')?.rowCount === 0}>
      {(data) => (
        <Suspense fallback={<BarsSkeleton />}>
          <Drawing element={element} data={data} />
        </Suspense>
      )}
    </DataTile>
  )
}
