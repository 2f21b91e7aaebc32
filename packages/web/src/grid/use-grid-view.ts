import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useLatest } from '../ui/index.ts'
import { automaticWidth, columnWidths } from './column-widths.ts'
import type { GridSource } from './grid-types.ts'
import { stuckRows } from './stuck-rows.ts'
import { columnsInView, edgesOf, frozenCount } from './visible-columns.ts'

/** Widths of the columns, which of them are in view, and the rows of groups that stay at the top. */
export function useGridView(
  source: GridSource,
  scroller: RefObject<HTMLElement | null>,
  chosenWidths: ReadonlyMap<string, number>,
) {
  const available = useWidth(scroller)
  const widths = useMemo(() => columnWidths(source, chosenWidths, available), [source, chosenWidths, available])
  const edges = useMemo(() => edgesOf(widths), [widths])
  const frozen = frozenCount(Math.max(source.frozenColumns, source.hasGroups ? 1 : 0), edges, available)
  const [left, setLeft] = useState(0)
  const [stuck, setStuck] = useState<readonly number[]>([])
  const shownColumns = useMemo(() => columnsInView(edges, frozen, left, available), [edges, frozen, left, available])

  function onScroll() {
    const target = scroller.current
    if (!target) return
    // Steps of half an overscan: the columns near the view change before they are seen.
    setLeft(Math.floor(target.scrollLeft / 120) * 120)
    const next = source.hasGroups ? stuckRows(source, target.scrollTop) : []
    setStuck((known) => (known.join() === next.join() ? known : next))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may be at the top of another source
  useEffect(onScroll, [source])

  return { widths, edges, frozen, shownColumns, stuck, totalWidth: edges.at(-1) ?? 0, onScroll }
}

/** Column widths chosen by the reader; a column without one fits its content. */
export function useChosenWidths(source: GridSource, onWidth: ((columnId: string, width: number) => void) | undefined) {
  const [chosenWidths, setChosenWidths] = useState<ReadonlyMap<string, number>>(new Map())
  /** Without a width the column is made to fit. The function stays the same, so that heads are not drawn again when rows arrive. */
  const resize = useLatest((columnIndex: number, width?: number) => {
    const column = source.columns[columnIndex]
    if (!column) return
    const fitting = width ?? automaticWidth(source, columnIndex)
    setChosenWidths((known) => new Map(known).set(column.id, fitting))
    onWidth?.(column.id, fitting)
  })
  return { chosenWidths, resize }
}

/** The rows in view, below what stays at the top. `onView` is called with them. */
export function useGridRows(
  source: GridSource,
  scroller: RefObject<HTMLElement | null>,
  topHeight: number,
  onView: ((firstRow: number, lastRow: number) => void) | undefined,
) {
  const { rowHeight } = source.look
  const rows = useVirtualizer({
    count: source.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: topHeight,
    scrollPaddingEnd: source.totals ? rowHeight : 0,
  })
  const visible = rows.getVirtualItems()
  const first = visible[0]?.index ?? 0
  const last = visible.at(-1)?.index ?? 0
  useEffect(() => {
    if (source.rowCount > 0) onView?.(first, Math.min(last, source.rowCount - 1))
  }, [first, last, source.rowCount, onView])
  return rows
}

/** Scrolls to a column that has appeared, with the column of the row that was opened where both fit. */
export function useRevealedColumn(
  source: GridSource,
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
  reveal: { fromColumnId: string; columnId: string } | undefined,
) {
  const revealed = source.columns.findIndex((column) => column.id === reveal?.columnId)
  const from = source.columns.findIndex((column) => column.id === reveal?.fromColumnId)
  useEffect(() => {
    const target = scroller.current
    if (revealed < 1 || !target) return
    const right = sumOf(widths.slice(0, revealed + 1))
    const opened = sumOf(widths.slice(0, Math.max(from, 0))) - (widths[0] ?? 0)
    if (right > target.scrollLeft + target.clientWidth) {
      target.scrollTo({ left: Math.max(0, opened, right - target.clientWidth), behavior: 'smooth' })
    }
  }, [revealed, from, widths, scroller])
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0)
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new ResizeObserver(() => setWidth(target.clientWidth))
    observer.observe(target)
    setWidth(target.clientWidth)
    return () => observer.disconnect()
  }, [element])
  return width
}
