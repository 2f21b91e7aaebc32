import type { HTMLAttributes, ReactNode } from 'react'
import type { GridSource } from './grid-types.ts'
import type { Placed } from './row-window.ts'
import { useGridPlace } from './use-grid-place.ts'
import { type GridView, headerHeight, useShownColumns, useShownRows } from './use-grid-view.ts'

interface DrawnRow {
  index: number
  /** Pixels from the top of its box. */
  top: number
  id: string
  key: string | number
  /** The columns that are drawn, beside the frozen ones. */
  shown: readonly Placed[]
}

export type DrawRow = (row: DrawnRow) => ReactNode

interface RowsProps {
  source: GridSource
  view: GridView
  id: string
  draw: DrawRow
}

interface ShownRowsProps extends RowsProps {
  /** The key of the row that is edited. */
  editedRow: string | undefined
  /** These rows came into view. */
  onView: ((firstRow: number, lastRow: number) => void) | undefined
}

/** The rows in view. Scrolling draws them again and not the grid around them. */
export function ShownRows({ source, view, id, editedRow, onView, draw }: ShownRowsProps) {
  const { rowHeight } = source.look
  return useShownRows(source, view, onView).map(({ index, node, shown }) => {
    const { key } = source.row(index)
    return draw({ index, top: index * rowHeight, id, key: key === editedRow ? `edited ${key}` : node, shown })
  })
}

/** The open groups whose rows are scrolled through, below the names of the columns. */
export function StuckRows({ source, view, id, draw, pointer }: RowsProps & { pointer: HTMLAttributes<HTMLElement> }) {
  const shown = useShownColumns(view)
  const { stuck } = useGridPlace(view.scrolling)
  if (stuck.length === 0) return null
  return (
    <div aria-hidden className="sticky z-[9] h-0" style={{ top: headerHeight, minWidth: view.totalWidth }} {...pointer}>
      {stuck.map((index, depth) => {
        if (index >= source.rowCount) return null
        return draw({ index, top: depth * source.look.rowHeight, id, key: source.row(index).key, shown })
      })}
    </div>
  )
}
