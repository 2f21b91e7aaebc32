import type { DataElement } from '@octavo/core/document'
import { lazy, Suspense, useEffect } from 'react'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'
import { ChartSkeleton } from './ChartSkeleton.tsx'

const load = () => import('./Drawing.tsx')
const Drawing = lazy(async () => ({ default: (await load()).Drawing }))

/** A chart of any kind that the chart part draws. */
export function ChartTile({ element }: ElementViewProps<DataElement>) {
  // The code that draws is fetched while the data is on its way.
  useEffect(() => void load(), [])
  return (
    <DataTile
      element={element}
      skeleton={<ChartSkeleton kind={element.kind} />}
      isEmpty={(data) => data.levels.get('base')?.rowCount === 0}
    >
      {(data) => (
        <Suspense fallback={<ChartSkeleton kind={element.kind} />}>
          <Drawing element={element} data={data} />
        </Suspense>
      )}
    </DataTile>
  )
}
