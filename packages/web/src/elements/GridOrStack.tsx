import type { ReactNode } from 'react'

interface GridOrStackProps {
  columns: number
  rows: number
  isNarrow: boolean
  children: ReactNode
}

/** The grid inside a box: its tracks share the room of the box; on a narrow screen everything stands in one column. */
export function GridOrStack({ columns, rows, isNarrow, children }: GridOrStackProps) {
  if (isNarrow) return <div className="stack">{children}</div>
  return (
    <div
      className="grid h-full"
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
      }}
    >
      {children}
    </div>
  )
}
