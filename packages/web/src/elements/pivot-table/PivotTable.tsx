import type { DataElement } from '@octavo/core/document'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/index.ts'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'
import { RowsSkeleton } from '../RowsSkeleton.tsx'

const PivotContent = lazyPart(async () => ({ default: (await import('./PivotContent.tsx')).PivotContent }))

/** Values crossed by the keys of rows and columns, with every total that the document shows. */
export function PivotTable({ element }: ElementViewProps<DataElement>) {
  return (
    <DataTile
      element={element}
      skeleton={<RowsSkeleton element={element} />}
      isEmpty={(data) => (data.levels.get('base')?.rowCount ?? 0) === 0}
    >
      {(data) => (
        <Suspense fallback={<RowsSkeleton element={element} />}>
          <PivotContent element={element} data={data} />
        </Suspense>
      )}
    </DataTile>
  )
}
