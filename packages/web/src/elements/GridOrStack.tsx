import type { ReactNode } from 'react'

interface GridOrStackProps {
  columns: number
  rows: number
  isNarrow: boolean
  /** Element that holds the grid, and which of its tabs it is: the editor finds grids by them. */
  holderId: string
  tab?: number
  children: ReactNode
}

/** The grid inside a box: its tracks share the room of the box; on a narrow screen everything stands in one column. */
export function GridOrStack({ columns, rows, isNarrow, holderId, tab, children }: GridOrStackProps) {
  if (isNarrow) return <div className="stack">{children}</div>
  return (
    <div
      className="grid h-full"
      data-grid={holderId}
      data-tab={tab}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
      }}
    >
      {children}
    </div>
  )
}
