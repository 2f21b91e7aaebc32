import { defaultRangeExtractor, observeElementRect, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { columnsInView, drawnAtOnce } from '../../grid/index.ts'
import { runsOf } from './heads-in-view.ts'

interface PivotWindow {
  scroller: RefObject<HTMLElement | null>
  rowCount: number
  rowHeight: number
  /** Left edge of each column, and of the end, without the row headers. */
  edges: readonly number[]
  frozenCount: number
}

/** A table in a part of the page that has no size yet is drawn as if it had this one. */
const usualSize = 600

/** The rows and columns of a pivot table that are in view, and the row with the focus, which must not disappear while scrolling. */
export function usePivotWindow({ scroller, rowCount, rowHeight, edges, frozenCount }: PivotWindow) {
  const focused = useRef<number | undefined>(undefined)
  const rows = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: usualSize, height: usualSize },
    observeElementRect: (instance, note) =>
      observeElementRect(instance, ({ width, height }) => note({ width, height: height || usualSize })),
    rangeExtractor: useRef((range: Range) => withRow(defaultRangeExtractor(range), focused.current, range.count))
      .current,
  })
  const [left, setLeft] = useState(0)
  const available = rows.scrollRect?.width ?? usualSize
  const columnRuns = useMemo(
    () => runsOf(columnsInView(edges, frozenCount, left, available)),
    [edges, frozenCount, left, available],
  )
  return {
    rows,
    columnRuns,
    onScroll() {
      // Steps of less than what is drawn beside the view: columns come before they are seen.
      if (edges.length - 1 > drawnAtOnce) setLeft(Math.floor((scroller.current?.scrollLeft ?? 0) / 120) * 120)
    },
    onFocus({ target }: FocusEvent) {
      const index = target.closest('tr')?.dataset.index
      focused.current = index === undefined ? undefined : Number(index)
    },
    onBlur() {
      focused.current = undefined
    },
  }
}

function withRow(indexes: number[], row: number | undefined, count: number): number[] {
  if (row === undefined || row >= count || indexes.includes(row)) return indexes
  return [...indexes, row].sort((one, other) => one - other)
}
