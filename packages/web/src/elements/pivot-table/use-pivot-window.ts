import { defaultRangeExtractor, observeElementRect, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { columnsInView, drawnAtOnce } from '../../grid/index.ts'
import { type LineRun, runsOf } from './heads-in-view.ts'

/** A table in a part of the page that has no size yet is drawn as if it had this one. */
const usualSize = 600

interface PivotColumns {
  scroller: RefObject<HTMLElement | null>
  /** Left edge of each column, and of the end, without the row headers. */
  edges: readonly number[]
  frozenCount: number
}

/** The columns of a pivot table that are in view. */
export function usePivotColumns({ scroller, edges, frozenCount }: PivotColumns): readonly LineRun[] {
  const [left, setLeft] = useState(0)
  const [available, setAvailable] = useState(usualSize)
  const isWide = edges.length - 1 > drawnAtOnce
  useLayoutEffect(() => {
    const target = scroller.current
    if (!target || !isWide) return
    const observer = new ResizeObserver(() => setAvailable(target.clientWidth))
    // Steps of less than what is drawn beside the view: columns come before they are seen.
    const onScroll = () => setLeft(Math.floor(target.scrollLeft / 120) * 120)
    observer.observe(target)
    // Before the rows are drawn: reading a place afterwards would make the browser lay out in between.
    target.addEventListener('scroll', onScroll, { passive: true, capture: true })
    setAvailable(target.clientWidth)
    return () => {
      observer.disconnect()
      target.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [scroller, isWide])
  return useMemo(
    () => runsOf(columnsInView(edges, frozenCount, left, available)),
    [edges, frozenCount, left, available],
  )
}

interface PivotRowWindow {
  scroller: RefObject<HTMLElement | null>
  rowCount: number
  rowHeight: number
  /** The row with the focus. */
  focused: RefObject<number | undefined>
}

/** The rows of a pivot table that are in view, and the row with the focus, which must not disappear while scrolling. */
export function usePivotRows({ scroller, rowCount, rowHeight, focused }: PivotRowWindow) {
  // The element around the rows is known when they have been drawn once.
  const [, setDrawn] = useState(false)
  useLayoutEffect(() => setDrawn(true), [])
  return useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    initialRect: { width: usualSize, height: usualSize },
    observeElementRect: (instance, note) =>
      observeElementRect(instance, ({ width, height }) => note({ width, height: height || usualSize })),
    rangeExtractor: useRef((range: Range) => withRow(defaultRangeExtractor(range), focused.current, range.count))
      .current,
  })
}

/** Rows drawn beyond the view on either side. */
const overscan = 5

/** Follows which row of a pivot table has the focus. */
export function useFocusedRow() {
  const focused = useRef<number | undefined>(undefined)
  return {
    focused,
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
