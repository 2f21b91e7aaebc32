import type { ReactNode } from 'react'
import type { Placed } from './row-window.ts'

interface InRowProps {
  /** Columns that stay in view, and their width together. */
  frozen: number
  width: number | undefined
  /** The columns that are scrolled. */
  shown: readonly Placed[]
  children: (columnIndex: number, key: string | number) => ReactNode
}

/** The cells of a row, each at its own place: those that stay in view are in a box that sticks to the left edge. */
export function InRow({ frozen, width, shown, children }: InRowProps) {
  const scrolled = shown.map(({ index, node }) => children(index, node))
  if (frozen === 0) return scrolled
  return (
    <>
      <div role="none" className="sticky left-0 z-[1] h-full bg-inherit" style={{ width }}>
        {Array.from({ length: frozen }, (_, index) => children(index, index))}
      </div>
      {scrolled}
    </>
  )
}
