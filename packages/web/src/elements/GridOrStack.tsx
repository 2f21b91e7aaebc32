import type { CSSProperties, ReactNode } from 'react'

interface GridOrStackProps {
  columns: number
  rows: number
  isNarrow: boolean
  /** The element that contains the grid, and the index of its tab. The editor finds grids by these. */
  holderId: string
  tab?: number
  /** Pixels around each element; the page's by default. */
  gap?: number | undefined
  children: ReactNode
}

/** Pixels around each element of a page. */
const usualGap = 6
const gaps: Readonly<Record<string, number>> = { small: 2, medium: usualGap, large: 12 }

/** Pixels around each element of a container: zero without gaps, otherwise its spacing. */
export const gapOf = (elementGap: unknown, spacing: unknown): number | undefined =>
  elementGap === 'hidden' ? 0 : gaps[String(spacing)]

/** The grid inside a box: its tracks share the room of the box; on a narrow screen there is a single column. */
export function GridOrStack({ columns, rows, isNarrow, holderId, tab, gap = usualGap, children }: GridOrStackProps) {
  const room = { '--element-gap': `${gap}px` } as CSSProperties
  if (isNarrow)
    return (
      <div className="stack" style={room}>
        {children}
      </div>
    )
  return (
    <div
      className="grid h-full"
      data-grid={holderId}
      data-tab={tab}
      style={{
        ...room,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
      }}
    >
      {children}
    </div>
  )
}
