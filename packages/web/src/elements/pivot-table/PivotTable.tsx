import type { DataElement } from '@octavo/core/document'
import { Suspense } from 'react'
import { loadOnce } from '../../load-part.ts'
import { usePart } from '../../ui/index.ts'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'
import { RowsSkeleton } from '../RowsSkeleton.tsx'

const loadPivot = loadOnce(() => import('./PivotContent.tsx'))

/** Values crossed by the keys of rows and columns, with every total that the document shows. */
export function PivotTable({ element }: ElementViewProps<DataElement>) {
  // Loaded in parallel with the data.
  const pivot = usePart(loadPivot)
  const skeleton = <RowsSkeleton element={element} />
  return (
    <DataTile element={element} skeleton={skeleton} isEmpty={(data) => (data.levels.get('base')?.rowCount ?? 0) === 0}>
      {(data) => (
        <Suspense fallback={skeleton}>
          {pivot ? <pivot.PivotContent element={element} data={data} /> : skeleton}
        </Suspense>
      )}
    </DataTile>
  )
}
