import type { ReactNode } from 'react'

interface InRowProps {
  shownColumns: readonly number[]
  /** Columns that stay in view, and their width together. */
  frozen: number
  width: number | undefined
  children: (columnIndex: number) => ReactNode
}

/** The cells of a row, each at its own place: those that stay in view are in a box that sticks to the left edge. */
export function InRow({ shownColumns, frozen, width, children }: InRowProps) {
  if (frozen === 0) return shownColumns.map(children)
  return (
    <>
      <div role="none" className="sticky left-0 z-[1] h-full bg-inherit" style={{ width }}>
        {shownColumns.filter((column) => column < frozen).map(children)}
      </div>
      {shownColumns.filter((column) => column >= frozen).map(children)}
    </>
  )
}
