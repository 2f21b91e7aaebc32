import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useLatest } from '../ui/index.ts'
import { automaticWidth, columnWidths } from './column-widths.ts'
import type { GridSource } from './grid-types.ts'
import { type DrawnWindow, type Placed, placed, rowWindow } from './row-window.ts'
import { stuckRows } from './stuck-rows.ts'
import { type GridScrolling, useGridPlace, useGridScrolling } from './use-grid-place.ts'
import { columnWindow, drawnColumns, edgesOf, frozenCount } from './visible-columns.ts'

/** Pixels of the row of names. */
export const headerHeight = 32

interface GridInput {
  source: GridSource
  scroller: RefObject<HTMLElement | null>
  chosenWidths: ReadonlyMap<string, number>
  /** A cell is being edited: its nodes must not move. */
  isEdited: boolean
}

/** Widths and numbers of what is drawn. They stay the same while the reader scrolls. */
export interface GridView {
  widths: readonly number[]
  /** The left edge of each column, and of the end. */
  edges: readonly number[]
  /** Columns that stay in view, and those that are drawn beside them. */
  frozen: number
  columnCount: number
  totalWidth: number
  height: number
  scrolling: GridScrolling
}

export function useGridView({ source, scroller, chosenWidths, isEdited }: GridInput): GridView {
  const { width: available, height } = useSize(scroller)
  const widths = useMemo(() => columnWidths(source, chosenWidths, available), [source, chosenWidths, available])
  const view = useMemo(() => {
    const edges = edgesOf(widths)
    const frozen = frozenCount(Math.max(source.frozenColumns, source.hasGroups ? 1 : 0), edges, available)
    const columnCount = drawnColumns(edges, frozen, available)
    return { source, widths, edges, frozen, columnCount, totalWidth: edges.at(-1) ?? 0, height }
  }, [source, widths, available, height])
  const scrolling = useGridScrolling({ scroller, on: view, isEdited, read: () => inView(view, scroller.current) })
  return useMemo(() => ({ ...view, scrolling }), [view, scrolling])
}

/** What is in view of a grid. */
function inView(view: Omit<GridView, 'scrolling'> & { source: GridSource }, scroller: HTMLElement | null) {
  const { scrollTop = 0, scrollLeft = 0 } = scroller ?? {}
  const { source, edges, frozen, columnCount, height } = view
  const { rowCount, look, hasGroups } = source
  return {
    top: Math.floor(scrollTop / look.rowHeight),
    first: rowWindow({ top: scrollTop, height, rowHeight: look.rowHeight, rowCount }).first,
    column: columnWindow(edges, frozen, columnCount, scrollLeft).first - frozen,
    stuck: hasGroups ? stuckRows(source, scrollTop) : [],
  }
}

/** The columns that are drawn now, beside the frozen ones. */
export function useShownColumns(view: GridView): readonly Placed[] {
  const { column, rested } = useGridPlace(view.scrolling)
  return usePlacedColumns(view, column, rested.column)
}

function usePlacedColumns(view: GridView, column: number, rested: number): readonly Placed[] {
  return useMemo(() => placed(windowAt(view, column), view.frozen + rested), [view, column, rested])
}

/** The columns whose heads are drawn, beside the frozen ones: those that had a menu when the reader rested keep it while scrolling. */
export function useShownHeads(view: GridView): { shown: readonly Placed[]; hasMenu: (column: number) => boolean } {
  const { column, rested } = useGridPlace(view.scrolling)
  return useMemo(() => {
    const windows = [windowAt(view, column), windowAt(view, rested.column)]
    const indexes = new Set(windows.flatMap(({ first, size }) => Array.from({ length: size }, (_, at) => first + at)))
    const shown = [...indexes].sort((one, other) => one - other).map((index) => ({ index, node: index }))
    const { first = 0, size = 0 } = windows[1] ?? {}
    return { shown, hasMenu: (index) => index < view.frozen || (index >= first && index < first + size) }
  }, [view, column, rested.column])
}

/** The columns that are drawn, of which there may be fewer than when it was scrolled. */
function windowAt({ edges, frozen, columnCount }: GridView, column: number): DrawnWindow {
  const first = frozen + Math.max(0, Math.min(column, edges.length - 1 - frozen - columnCount))
  return { first, size: columnCount }
}

/** A row that is drawn, with the columns that are drawn in it. */
interface ShownRow extends Placed {
  shown: readonly Placed[]
}

/** The rows that are drawn now. `onView` is called with the first and the last of them. */
export function useShownRows(
  { rowCount, look: { rowHeight } }: GridSource,
  view: GridView,
  onView: ((firstRow: number, lastRow: number) => void) | undefined,
): readonly ShownRow[] {
  const { height, scrolling } = view
  const { first: firstKnown, top, column, rested } = useGridPlace(scrolling)
  const inView = usePlacedColumns(view, column, rested.column)
  const outOfView = usePlacedColumns(view, rested.column, rested.column)
  const { size } = rowWindow({ top: 0, height, rowHeight, rowCount })
  // The number of rows may have changed since it was scrolled.
  const first = Math.max(0, Math.min(firstKnown, rowCount - size))
  useEffect(() => {
    if (size > 0) onView?.(first, first + size - 1)
  }, [first, size, onView])
  const bottom = top + Math.ceil(height / rowHeight)
  // Rows out of view get other columns when the reader rests or scrolls to them.
  const shownOf = (index: number) =>
    column === rested.column || (index >= top && index <= bottom) ? inView : outOfView
  return placed({ first, size }, rested.first).map((row) => ({ ...row, shown: shownOf(row.index) }))
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

function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const read = () => {
      const { clientWidth: width, clientHeight: height } = target
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }))
    }
    const observer = new ResizeObserver(read)
    observer.observe(target)
    read()
    return () => observer.disconnect()
  }, [element])
  return size
}
