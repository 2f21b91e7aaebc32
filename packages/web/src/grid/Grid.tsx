// biome-ignore-all lint/a11y/noStaticElementInteractions: the element has one of two roles, which the linter does not see
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the same
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be made of table elements; its roles say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself keeps the focus and names its active cell
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ContextMenu, classNames, copyText } from '../ui/index.ts'
import { automaticWidth, columnWidths } from './column-widths.ts'
import { blockAsText } from './copy-text.ts'
import { GridHeader, type GridHeaderProps } from './GridHeader.tsx'
import { GridRowView } from './GridRowView.tsx'
import { GridTotals } from './GridTotals.tsx'
import type { GridColumn, GridSource, GridWords } from './grid-types.ts'
import { type Block, blockOf, moveSelection, type Selection } from './selection.ts'
import { stuckRows } from './stuck-rows.ts'
import { columnsInView, edgesOf, frozenCount } from './visible-columns.ts'

/** Pixels of the row of names. */
const headerHeight = 32

export interface GridProps {
  source: GridSource
  words: GridWords
  /** Rows of an earlier question, shown paler until the new ones are here. */
  isStale: boolean
  /** Brings a column that has appeared into view, with the column of the row that was opened if both fit. */
  reveal?: { fromColumnId: string; columnId: string } | undefined
  onSort?: (column: GridColumn) => void
  onChoose?: GridHeaderProps['onChoose']
  chosen?: ReadonlySet<string>
  menuOf?: GridHeaderProps['menuOf']
  headRef?: GridHeaderProps['headRef']
  /** The menu at the pointer over selected cells. */
  cellMenu?: (cells: Block, copy: (hasNames: boolean) => void) => ReactNode
  /** A width was chosen; without one the column fits its content. */
  onWidth?: (columnId: string, width: number) => void
  /** Keys that mean something outside the cells; true when the key was used. */
  onOtherKey?: (event: KeyboardEvent, focus: { row: number; columnId: string } | undefined) => boolean
  onToggle?: (rowIndex: number) => void
  /** These rows came into view. */
  onView?: (firstRow: number, lastRow: number) => void
  /** The range of cells that is selected; one cell alone is none. */
  onSelect?: (range: Block | undefined) => void
  /** The total of a column was pressed. */
  onTotal?: ((columnId: string) => void) | undefined
  /** Only the cell that has the focus is copied, however many are selected. */
  copiesOneCell?: boolean
}

/** A table of any length: only the rows in view exist. Keyboard, selection and copying work as in a spreadsheet. */
export function Grid(props: GridProps) {
  const { source, words, isStale, reveal, onSort, onChoose, chosen, menuOf, headRef, onWidth, onOtherKey } = props
  const { onToggle, onView, onSelect, copiesOneCell, cellMenu, onTotal } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const available = useWidth(scroller)
  const [chosenWidths, setChosenWidths] = useState<ReadonlyMap<string, number>>(new Map())
  const [selection, setSelection] = useState<Selection>()
  const isDragging = useRef(false)

  const widths = useMemo(() => columnWidths(source, chosenWidths, available), [source, chosenWidths, available])
  const edges = useMemo(() => edgesOf(widths), [widths])
  const totalWidth = edges.at(-1) ?? 0
  const { rowHeight } = source.look
  const frozen = frozenCount(Math.max(source.frozenColumns, source.hasGroups ? 1 : 0), edges, available)
  const [left, setLeft] = useState(0)
  const [stuck, setStuck] = useState<readonly number[]>([])
  const shownColumns = useMemo(() => columnsInView(edges, frozen, left, available), [edges, frozen, left, available])
  const template = `${widths.map((width) => `${width}px`).join(' ')} minmax(0, 1fr)`

  const rows = useVirtualizer({
    count: source.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: headerHeight + stuck.length * rowHeight,
    scrollPaddingEnd: source.totals ? rowHeight : 0,
  })
  const visible = rows.getVirtualItems()
  const firstVisible = visible[0]?.index ?? 0
  const lastVisible = visible.at(-1)?.index ?? 0
  useEffect(() => {
    if (source.rowCount > 0) onView?.(firstVisible, Math.min(lastVisible, source.rowCount - 1))
  }, [firstVisible, lastVisible, source.rowCount, onView])

  function onScroll() {
    const target = scroller.current
    if (!target) return
    // Steps of half an overscan: the columns near the view change before they are seen.
    setLeft(Math.floor(target.scrollLeft / 120) * 120)
    const next = source.hasGroups ? stuckRows(source, target.scrollTop) : []
    setStuck((known) => (known.join() === next.join() ? known : next))
  }
  // Other rows may stand where these stood.
  useEffect(onScroll, [source])

  const block = useMemo(() => selection && blockOf(selection), [selection])
  useEffect(() => {
    onSelect?.(block && (block.top !== block.bottom || block.left !== block.right) ? block : undefined)
  }, [block, onSelect])
  useEffect(() => {
    setSelection((known) => (known && blockOf(known).bottom >= source.rowCount ? undefined : known))
  }, [source.rowCount])
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
  }, [revealed, from, widths])
  useEffect(() => {
    const stop = () => {
      isDragging.current = false
    }
    addEventListener('pointerup', stop)
    return () => removeEventListener('pointerup', stop)
  }, [])

  function choose(next: Selection) {
    setSelection(next)
    rows.scrollToIndex(next.focus.row, { align: 'auto' })
    showColumn(scroller.current, edges, frozen, next.focus.column)
  }

  function copiedBlock(selected: Block): Block {
    return copiesOneCell && selection ? blockOf({ anchor: selection.focus, focus: selection.focus }) : selected
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget) return
    const focused = selection && source.columns[selection.focus.column]
    if (onOtherKey?.(event, selection && focused ? { row: selection.focus.row, columnId: focused.id } : undefined)) {
      event.preventDefault()
      return
    }
    if (event.key === 'Escape' && selection) {
      setSelection(undefined)
      return
    }
    if ((event.key === 'Enter' || event.key === ' ') && selection && source.row(selection.focus.row).toggle) {
      event.preventDefault()
      onToggle?.(selection.focus.row)
      return
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 300) / rowHeight) - 2)
    const next = moveSelection(
      selection,
      { key: event.key, isShift: event.shiftKey, isControl: event.ctrlKey || event.metaKey },
      { rows: source.rowCount, columns: source.columns.length, page },
    )
    if (!next) return
    event.preventDefault()
    choose(next)
  }

  const gridRow = (index: number, top: number, rowId: string) => (
    <GridRowView
      key={source.row(index).key}
      id={rowId}
      source={source}
      words={words}
      index={index}
      top={top}
      edges={edges}
      frozen={frozen}
      shownColumns={shownColumns}
      firstSelected={block && index >= block.top && index <= block.bottom ? block.left : -1}
      lastSelected={block && index >= block.top && index <= block.bottom ? block.right : -1}
      focusColumn={selection?.focus.row === index ? selection.focus.column : -1}
      onToggle={() => onToggle?.(index)}
      onCellDown={(column, isExtending) => {
        isDragging.current = true
        const place = { row: index, column }
        setSelection(isExtending && selection ? { ...selection, focus: place } : { anchor: place, focus: place })
      }}
      onCellEnter={(column) => {
        if (isDragging.current && selection) setSelection({ ...selection, focus: { row: index, column } })
      }}
    />
  )

  /** The cell at the pointer becomes the selection, unless it is in it. */
  function onContextMenu(event: MouseEvent) {
    const place = event.target instanceof Element ? cellPlace(event.target) : undefined
    if (!place) return
    const isInside =
      block &&
      place.row >= block.top &&
      place.row <= block.bottom &&
      place.column >= block.left &&
      place.column <= block.right
    if (!isInside) setSelection({ anchor: place, focus: place })
  }

  const activeId = selection ? `${id}-${selection.focus.row}-${selection.focus.column}` : undefined
  return (
    // The ring is laid over the cells, which would hide one of the grid itself.
    <div className="relative h-full after:pointer-events-none after:absolute after:inset-0 after:z-20 has-[>:focus-visible]:after:inset-ring-2 has-[>:focus-visible]:after:inset-ring-focus">
      <div
        ref={scroller}
        role={source.hasGroups ? 'treegrid' : 'grid'}
        aria-label={words.label}
        aria-rowcount={source.rowCount + (source.totals ? 2 : 1)}
        aria-colcount={source.columns.length}
        aria-multiselectable
        aria-busy={isStale}
        aria-activedescendant={activeId}
        tabIndex={0}
        className="relative h-full overflow-auto scroll-quiet outline-none"
        style={{ '--grid-columns': template } as CSSProperties}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
        onCopy={(event) => {
          if (!selection || !block || isTextSelected()) return
          event.clipboardData.setData('text/plain', blockAsText(source, copiedBlock(block)))
          event.preventDefault()
        }}
      >
        <GridHeader
          columns={source.columns}
          words={words}
          edges={edges}
          frozen={frozen}
          shownColumns={shownColumns}
          width={totalWidth}
          {...(onSort ? { onSort } : {})}
          {...(onChoose ? { onChoose } : {})}
          {...(chosen ? { chosen } : {})}
          {...(menuOf ? { menuOf } : {})}
          {...(headRef ? { headRef } : {})}
          onResize={(columnIndex, width) => {
            const column = source.columns[columnIndex]
            const fitting = width ?? automaticWidth(source, columnIndex)
            if (!column) return
            setChosenWidths((known) => new Map(known).set(column.id, fitting))
            onWidth?.(column.id, fitting)
          }}
          widths={widths}
        />
        {stuck.length > 0 && (
          <div aria-hidden className="sticky z-[9] h-0" style={{ top: headerHeight, minWidth: totalWidth }}>
            {stuck.map((index, depth) => index < source.rowCount && gridRow(index, depth * rowHeight, `${id}-stuck`))}
          </div>
        )}
        <ContextMenu
          isDisabled={!cellMenu}
          items={
            block &&
            cellMenu?.(block, (hasNames) => void copyText(blockAsText(source, copiedBlock(block), { hasNames })))
          }
        >
          <div
            role="rowgroup"
            className={classNames('relative transition-opacity', isStale && 'opacity-50')}
            style={{ height: rows.getTotalSize(), minWidth: totalWidth }}
            {...(cellMenu && { onContextMenu })}
          >
            {visible.map(({ index, start }) => gridRow(index, start, id))}
          </div>
        </ContextMenu>
        {source.totals && (
          <GridTotals
            source={source}
            totals={source.totals}
            words={words}
            edges={edges}
            frozen={frozen}
            shownColumns={shownColumns}
            width={totalWidth}
            onChoose={onTotal}
          />
        )}
      </div>
    </div>
  )
}

/** The cell that an element is in, as its attributes count from 1 with the row of names. */
function cellPlace(target: Element): { row: number; column: number } | undefined {
  const cell = target.closest('[role=gridcell]')
  const row = Number(cell?.closest('[role=row]')?.getAttribute('aria-rowindex')) - 2
  const column = Number(cell?.getAttribute('aria-colindex')) - 1
  return row >= 0 && column >= 0 ? { row, column } : undefined
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0)
}

function isTextSelected(): boolean {
  return (getSelection()?.toString() ?? '') !== ''
}

/** Scrolls sideways until the column is in view, beside the frozen ones. */
function showColumn(scroller: HTMLElement | null, edges: readonly number[], frozen: number, column: number) {
  if (!scroller || column < frozen) return
  const left = (edges[column] ?? 0) - (edges[frozen] ?? 0)
  const right = edges[column + 1] ?? 0
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (right > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = right - scroller.clientWidth
}

function useWidth(element: { current: HTMLElement | null }): number {
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
