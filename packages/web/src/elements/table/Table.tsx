import { tableShape } from '@octavo/core/display'
import type { TableElement } from '@octavo/core/document'
import { Suspense, useMemo } from 'react'
import { loadOnce } from '../../load-part.ts'
import { usePart } from '../../ui/index.ts'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'
import { RowsSkeleton } from '../RowsSkeleton.tsx'

export const loadTable = loadOnce(() => import('./TableContent.tsx'))

/** Rows in a virtual grid, with groups that open, and the summary below. */
export function Table({ element }: ElementViewProps<TableElement>) {
  const shape = useMemo(() => tableShape(element), [element])
  const top = shape.groupKeys.length > 0 ? 'g1' : 'base'
  // Loaded in parallel with the data.
  const grid = usePart(loadTable)
  const skeleton = <RowsSkeleton element={element} />
  return (
    <DataTile element={element} skeleton={skeleton} isEmpty={(data) => data.levels.get(top)?.rowCount === 0}>
      {(data) => (
        <Suspense fallback={skeleton}>{grid ? <grid.TableContent element={element} data={data} /> : skeleton}</Suspense>
      )}
    </DataTile>
  )
}
