import { tableShape } from '@octavo/core/display'
import type { TableElement } from '@octavo/core/document'
import { Suspense, useEffect, useMemo } from 'react'
import { loadOnce } from '../../load-part.ts'
import { partOf } from '../../ui/index.ts'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'
import { RowsSkeleton } from '../RowsSkeleton.tsx'

export const loadTable = loadOnce(() => import('./TableContent.tsx'))
const TableContent = partOf(loadTable, (loaded) => loaded.TableContent)

/** Rows in a virtual grid, with groups that open, and the summary below. */
export function Table({ element }: ElementViewProps<TableElement>) {
  const shape = useMemo(() => tableShape(element), [element])
  const top = shape.groupKeys.length > 0 ? 'g1' : 'base'
  // Loads the grid in parallel with the data.
  useEffect(() => void loadTable(), [])
  return (
    <DataTile
      element={element}
      skeleton={<RowsSkeleton element={element} />}
      isEmpty={(data) => data.levels.get(top)?.rowCount === 0}
    >
      {(data) => (
        <Suspense fallback={<RowsSkeleton element={element} />}>
          <TableContent element={element} data={data} />
        </Suspense>
      )}
    </DataTile>
  )
}
