import type { DataElement } from '@octavo/core/document'
import { Suspense } from 'react'
import { useMaybeEditor, useOfPage } from '../../editor/index.ts'
import { lazyPart } from '../../ui/index.ts'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { inputModeOf } from './input-modes.ts'

const InputTableContent = lazyPart(async () => ({
  default: (await import('./InputTableContent.tsx')).InputTableContent,
}))

/** Rows that people enter, in the grid of tables. An empty table is shown only to readers who may enter the first row, and to editors. */
export function InputTable({ element }: ElementViewProps<DataElement>) {
  const canEnter = useOfPage(({ entersRows }) => entersRows?.has(inputModeOf(element)) === true)
  const editor = useMaybeEditor()
  const hasGrid = canEnter || (editor !== undefined && !editor.isView)
  return (
    <DataTile
      element={element}
      skeleton={<RowsSkeleton element={element} />}
      isEmpty={(data) => !hasGrid && data.levels.get('base')?.rowCount === 0}
    >
      {(data) => (
        <Suspense fallback={<RowsSkeleton element={element} />}>
          <InputTableContent element={element} data={data} />
        </Suspense>
      )}
    </DataTile>
  )
}
