import type { DataElement } from '@octavo/core/document'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/index.ts'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'
import { LinesSkeleton } from '../LinesSkeleton.tsx'

const PivotContent = lazyPart(async () => ({ default: (await import('./PivotContent.tsx')).PivotContent }))

/** Values crossed by the keys of rows and columns, with every total that the document shows. */
export function PivotTable({ element }: ElementViewProps<DataElement>) {
  return (
    <DataTile
      element={element}
      skeleton={<LinesSkeleton lines={6} />}
      isEmpty={(data) => (data.levels.get('base')?.rowCount ?? 0) === 0}
    >
      {(data) => (
        <Suspense fallback={<LinesSkeleton lines={6} />}>
          <PivotContent element={element} data={data} />
        </Suspense>
      )}
    </DataTile>
  )
}
