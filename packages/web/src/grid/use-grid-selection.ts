import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { GridSource } from './grid-types.ts'
import { type Block, blockOf, moveSelection, type Selection } from './selection.ts'

interface Place {
  row: number
  column: number
}

interface Listeners {
  /** Called with ranges of more than one cell. */
  onSelect?: ((range: Block | undefined) => void) | undefined
  /** Called with every selection. */
  onCells?: ((cells: Block | undefined) => void) | undefined
}

/** The cells that are selected, by the pointer or by keys. */
export function useGridSelection(source: GridSource, { onSelect, onCells }: Listeners) {
  const [selection, setSelection] = useState<Selection>()
  const isDragging = useRef(false)
  const block = useMemo(() => selection && blockOf(selection), [selection])
  useEffect(() => {
    onSelect?.(block && (block.top !== block.bottom || block.left !== block.right) ? block : undefined)
  }, [block, onSelect])
  useEffect(() => onCells?.(block), [block, onCells])
  useEffect(() => {
    setSelection((known) => (known && blockOf(known).bottom >= source.rowCount ? undefined : known))
  }, [source.rowCount])
  useEffect(() => {
    const stop = () => {
      isDragging.current = false
    }
    addEventListener('pointerup', stop)
    return () => removeEventListener('pointerup', stop)
  }, [])

  return {
    selection,
    setSelection,
    block,
    /** A press on a cell: it alone, or the range up to it. */
    begin(place: Place, isExtending: boolean) {
      isDragging.current = true
      setSelection(isExtending && selection ? { ...selection, focus: place } : { anchor: place, focus: place })
    },
    /** The pointer moved on to another cell. */
    extend(place: Place) {
      if (isDragging.current && selection) setSelection({ ...selection, focus: place })
    },
    /** The cell at the pointer becomes the selection, unless the selection contains it. */
    onContextMenu(event: MouseEvent) {
      const place = event.target instanceof Element ? cellPlace(event.target) : undefined
      if (place && !(block && isInside(block, place))) setSelection({ anchor: place, focus: place })
    },
  }
}

/** Handles keys other than cell navigation, with the focused cell and all selected ones; returns true when it used the key. */
export type OtherKey = (
  event: KeyboardEvent,
  focus: { row: number; columnId: string } | undefined,
  cells: Block | undefined,
) => boolean

interface GridKeys {
  source: GridSource
  selection: Selection | undefined
  block: Block | undefined
  /** Rows that a press of Page Down passes. */
  rowsOfPage: () => number
  choose: (selection: Selection) => void
  clear: () => void
  onToggle: ((rowIndex: number) => void) | undefined
  onOtherKey: OtherKey | undefined
  /** Enter on a cell that opens no group. */
  onPress: ((place: Place) => void) | undefined
}

/** Keys of the cells: arrows move, Enter and space open a group, Enter presses another cell, Escape clears the selection. */
export function onGridKey(event: KeyboardEvent, keys: GridKeys): void {
  const { source, selection } = keys
  if (event.target !== event.currentTarget) return
  const focused = selection && source.columns[selection.focus.column]
  const focus = selection && focused ? { row: selection.focus.row, columnId: focused.id } : undefined
  if (keys.onOtherKey?.(event, focus, keys.block)) {
    event.preventDefault()
    return
  }
  if (event.key === 'Escape' && selection) {
    keys.clear()
    return
  }
  if ((event.key === 'Enter' || event.key === ' ') && selection && source.row(selection.focus.row).toggle) {
    event.preventDefault()
    keys.onToggle?.(selection.focus.row)
    return
  }
  if (event.key === 'Enter' && selection && keys.onPress) {
    event.preventDefault()
    keys.onPress(selection.focus)
    return
  }
  const next = moveSelection(
    selection,
    { key: event.key, isShift: event.shiftKey, isControl: event.ctrlKey || event.metaKey },
    { rows: source.rowCount, columns: source.columns.length, page: keys.rowsOfPage() },
  )
  if (!next) return
  event.preventDefault()
  keys.choose(next)
}

function isInside({ top, bottom, left, right }: Block, { row, column }: Place): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** The cell that an element is in, as its attributes count from 1 with the row of names. */
export function cellPlace(target: Element): Place | undefined {
  const cell = target.closest('[role=gridcell]')
  const row = Number(cell?.closest('[role=row]')?.getAttribute('aria-rowindex')) - 2
  const column = Number(cell?.getAttribute('aria-colindex')) - 1
  return row >= 0 && column >= 0 ? { row, column } : undefined
}
