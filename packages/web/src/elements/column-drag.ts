import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Columns of one element that are dragged, from a list, a head of the grid, or a shelf. */
export interface DraggedColumns {
  elementId: string
  columnIds: readonly string[]
  /** The shelf from which they are dragged. */
  shelf?: string
}

const key = Symbol('columns')

export function draggedColumns(data: Record<string | symbol, unknown>): DraggedColumns | undefined {
  return data[key] as DraggedColumns | undefined
}

/** Makes a DOM element draggable as columns. Returns a function that stops it. */
export function dragsColumns(element: HTMLElement, columns: () => DraggedColumns): () => void {
  return draggable({ element, getInitialData: () => ({ [key]: columns() }) })
}

/** The same for an element that React renders; the columns are read when a drag begins. */
export function useColumnDrag(ref: RefObject<HTMLElement | null>, columns: DraggedColumns | undefined): void {
  const latest = useRef(columns)
  latest.current = columns
  const isOn = columns !== undefined
  useEffect(() => {
    if (!isOn || !ref.current) return
    return dragsColumns(ref.current, () => latest.current ?? { elementId: '', columnIds: [] })
  }, [ref, isOn])
}

/** A place on which columns can be dropped. */
export interface ColumnDrop {
  /** The reason why these columns cannot be dropped here; undefined if they can. */
  refusal?: (columns: DraggedColumns) => string | undefined
  /** `at` is the index of the entry before which the columns are dropped. */
  onDrop: (columns: DraggedColumns, at: number) => void
}

export interface ColumnDropState {
  isAllowed: boolean
  reason?: string
}

/** A place that accepts dropped columns. Returns the hint that it shows while columns are dragged over it. */
export function useColumnDrop(ref: RefObject<HTMLElement | null>, drop: ColumnDrop): ColumnDropState | undefined {
  const [state, setState] = useState<ColumnDropState>()
  const latest = useRef(drop)
  latest.current = drop
  useEffect(() => {
    const element = ref.current
    if (!element) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => draggedColumns(source.data) !== undefined,
      onDragEnter({ source }) {
        const columns = draggedColumns(source.data)
        const reason = columns && latest.current.refusal?.(columns)
        setState(reason === undefined ? { isAllowed: true } : { isAllowed: false, reason })
      },
      onDragLeave: () => setState(undefined),
      onDrop({ source, location }) {
        setState(undefined)
        const columns = draggedColumns(source.data)
        if (!columns || latest.current.refusal?.(columns) !== undefined) return
        latest.current.onDrop(columns, entryAt(element, location.current.input.clientY))
      },
    })
  }, [ref])
  return state
}

/** The index at which something dropped at this height is inserted into a list. */
function entryAt(list: HTMLElement, y: number): number {
  const entries = [...list.querySelectorAll(':scope [data-entry]')]
  const at = entries.findIndex((entry) => {
    const { top, height } = entry.getBoundingClientRect()
    return y < top + height / 2
  })
  return at < 0 ? entries.length : at
}
