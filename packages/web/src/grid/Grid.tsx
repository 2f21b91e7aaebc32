// biome-ignore-all lint/a11y/noStaticElementInteractions: the element has one of two roles, which the linter does not see
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the same
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be made of table elements; its roles say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself keeps the focus and names its active cell
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ContextMenu, classNames, copyText, EdgeFades, useLatest } from '../ui/index.ts'
import { blockAsText } from './copy-text.ts'
import { GridHeader, type GridHeaderProps } from './GridHeader.tsx'
import { GridRowView } from './GridRowView.tsx'
import { GridTotals } from './GridTotals.tsx'
import type { GridColumn, GridSource, GridWords } from './grid-types.ts'
import { remembered } from './remembered-cells.ts'
import { type DrawRow, ShownRows, StuckRows } from './ShownRows.tsx'
import { type Block, blockOf, type CellPlace, type Selection } from './selection.ts'
import { cellPlace, type OtherKey, onGridKey, useGridSelection } from './use-grid-selection.ts'
import { type GridView, headerHeight, useChosenWidths, useGridView, useRevealedColumn } from './use-grid-view.ts'

/** What moves the focus of a grid from outside. */
export interface GridHandle {
  focusCell: (place: CellPlace) => void
}

export interface GridProps {
  source: GridSource
  words: GridWords
  /** Rows of the previous request, shown paler until the new ones arrive. */
  isStale: boolean
  /** Brings a column that has appeared into view, with the column of the row that was opened if both fit. */
  reveal?: { fromColumnId: string; columnId: string } | undefined
  onSort?: (column: GridColumn) => void
  onChoose?: GridHeaderProps['onChoose']
  chosen?: ReadonlySet<string>
  menuOf?: GridHeaderProps['menuOf']
  headRef?: GridHeaderProps['headRef']
  headEnd?: GridHeaderProps['headEnd']
  /** The menu at the pointer over selected cells. */
  cellMenu?: (cells: Block, copy: (hasNames: boolean) => void) => ReactNode
  /** A width was chosen; without one the column fits its content. */
  onWidth?: (columnId: string, width: number) => void
  /** Keys that mean something outside the cells; true when the key was used. */
  onOtherKey?: OtherKey
  /** The cell being edited, and its field. */
  field?: { row: number; column: number; node: ReactNode } | undefined
  /** One cell was pressed, by the pointer or by Enter. */
  onPressCell?: ((place: CellPlace) => void) | undefined
  /** Only by the pointer. */
  ignoresKeyPress?: boolean | undefined
  /** A cell was pressed twice. */
  onOpenCell?: (place: CellPlace) => void
  /** Text was pasted on the selected cells. */
  onPaste?: (text: string, cells: Block) => void
  handle?: Ref<GridHandle>
  onToggle?: (rowIndex: number) => void
  /** These rows came into view. */
  onView?: (firstRow: number, lastRow: number) => void
  /** The range of cells that is selected; one cell alone is none. */
  onSelect?: (range: Block | undefined) => void
  /** The cells that are selected, one or more. */
  onCells?: ((cells: Block | undefined) => void) | undefined
  /** The total of a column was pressed. */
  onTotal?: ((columnId: string) => void) | undefined
  /** Only the cell that has the focus is copied, however many are selected. */
  copiesOneCell?: boolean
}

/** A table of any length: only the rows in view exist. Keyboard, selection and copying work as in a spreadsheet. */
export function Grid(props: GridProps) {
  const { words, isStale, reveal, onSort, onChoose, chosen, menuOf, headRef, onWidth, onOtherKey } = props
  const { onToggle, onView, copiesOneCell, cellMenu, onTotal, field, onOpenCell, onPaste } = props
  const source = useMemo(() => remembered(props.source), [props.source])
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const { chosenWidths, resize } = useChosenWidths(source, onWidth)
  const view = useGridView({ source, scroller, chosenWidths, isEdited: field !== undefined })
  const { widths, edges, frozen, totalWidth } = view
  const { selection, setSelection, block, begin, extend, onContextMenu } = useGridSelection(source, props)
  const { rowHeight } = source.look
  useRevealedColumn(source, scroller, widths, reveal)

  const choose = useChoose({ source, scroller, view, setSelection, handle: props.handle })
  const editedRow = useEditedRow(source, field?.row)

  function copiedBlock(selected: Block): Block {
    return copiesOneCell && selection ? blockOf({ anchor: selection.focus, focus: selection.focus }) : selected
  }

  const onKeyDown = (event: KeyboardEvent) =>
    onGridKey(event, {
      source,
      selection,
      block,
      rowsOfPage: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 300) / rowHeight) - 2),
      choose,
      clear: () => setSelection(undefined),
      onToggle,
      onOtherKey,
      onPress: props.ignoresKeyPress ? undefined : props.onPressCell,
    })

  const toggle = useLatest((index: number) => onToggle?.(index))
  const pointerOfCells = cellPointer({ begin, extend, source, onToggle, onOpenCell })
  const gridRow: DrawRow = ({ index, top, id, key, shown }) => (
    <GridRowView
      key={key}
      id={id}
      source={source}
      words={words}
      index={index}
      top={top}
      edges={edges}
      frozen={frozen}
      shown={shown}
      {...selectedIn(block, index)}
      focusColumn={selection?.focus.row === index ? selection.focus.column : -1}
      onToggle={toggle}
      field={field?.row === index ? field : undefined}
    />
  )

  const activeId = selection ? `${id}-${selection.focus.row}-${selection.focus.column}` : undefined
  return (
    // The ring is laid over the cells, which would hide one of the grid itself.
    <div
      className="relative h-full after:pointer-events-none after:absolute after:inset-0 after:z-20 has-[>:focus-visible]:after:inset-ring-2 has-[>:focus-visible]:after:inset-ring-focus"
      style={{ '--kept': `${edges[frozen] ?? 0}px` } as CSSProperties}
    >
      <div
        ref={scroller}
        data-fit
        role={source.hasGroups ? 'treegrid' : 'grid'}
        aria-label={words.label}
        aria-rowcount={source.rowCount + (source.totals ? 2 : 1)}
        aria-colcount={source.columns.length}
        aria-multiselectable
        aria-busy={isStale}
        aria-activedescendant={activeId}
        tabIndex={0}
        className="relative h-full overflow-auto scroll-quiet outline-none"
        onKeyDown={onKeyDown}
        {...clipboardOf(source, block, copiedBlock, onPaste)}
      >
        <GridHeader
          columns={source.columns}
          words={words}
          view={view}
          {...(onSort ? { onSort } : {})}
          {...(onChoose ? { onChoose } : {})}
          {...(chosen ? { chosen } : {})}
          {...(menuOf ? { menuOf } : {})}
          headEnd={props.headEnd}
          {...(headRef ? { headRef } : {})}
          onResize={resize}
        />
        <StuckRows source={source} view={view} id={`${id}-stuck`} pointer={pointerOfCells} draw={gridRow} />
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
            style={{ height: source.rowCount * rowHeight, minWidth: totalWidth }}
            {...pointerOfCells}
            {...pressesOf(block, props.onPressCell, cellMenu && onContextMenu)}
          >
            <ShownRows source={source} view={view} id={id} editedRow={editedRow} onView={onView} draw={gridRow} />
          </div>
        </ContextMenu>
        {source.totals && (
          <GridTotals source={source} totals={source.totals} words={words} view={view} onChoose={onTotal} />
        )}
      </div>
      <EdgeFades scroller={scroller} startAt="left-(--kept)" />
    </div>
  )
}

interface CellPointer {
  begin: (place: CellPlace, isExtending: boolean) => void
  extend: (place: CellPlace) => void
  source: GridSource
  onToggle: GridProps['onToggle'] | undefined
  onOpenCell: GridProps['onOpenCell'] | undefined
}

/** What the pointer does on cells, found by the place of the cell: handlers of each cell would make all of them anew while scrolling. */
function cellPointer({ begin, extend, source, onToggle, onOpenCell }: CellPointer) {
  const at = ({ target }: MouseEvent) => (target instanceof Element ? cellPlace(target) : undefined)
  return {
    onPointerDown(event: PointerEvent) {
      const place = event.button === 0 ? at(event) : undefined
      if (place) begin(place, event.shiftKey)
    },
    onPointerOver(event: PointerEvent) {
      const place = event.buttons === 0 ? undefined : at(event)
      if (place) extend(place)
    },
    onDoubleClick(event: MouseEvent) {
      const place = at(event)
      if (place && source.row(place.row).toggle) onToggle?.(place.row)
      else if (place) onOpenCell?.(place)
    },
  }
}

function pressesOf(
  block: Block | undefined,
  onPressCell: GridProps['onPressCell'],
  onContextMenu: ((event: MouseEvent) => void) | undefined,
) {
  return {
    ...(onContextMenu ? { onContextMenu } : {}),
    ...(onPressCell ? { onClick: (event: MouseEvent) => pressCell(event, block, onPressCell) } : {}),
  }
}

/** A press that selected one cell; the end of a drag over several is none, and a toggle or a link has its own meaning. */
function pressCell({ target }: MouseEvent, block: Block | undefined, onPressCell: (place: CellPlace) => void) {
  if (!(target instanceof Element) || target.closest('a, button')) return
  const place = cellPlace(target)
  if (place && block && block.top === block.bottom && block.left === block.right) onPressCell(place)
}

/**
 * The key of the row with the field, also after it is closed: this row keeps nodes of its own, so that neither scrolling nor rows that
 * arrive move the field, and a press on another cell of the row finds the same cell before and after.
 */
function useEditedRow(source: GridSource, fieldRow: number | undefined): string | undefined {
  const [edited, setEdited] = useState<string>()
  const key = fieldRow !== undefined && fieldRow < source.rowCount ? source.row(fieldRow).key : edited
  if (key !== edited) setEdited(key)
  return key
}

interface Choosing {
  source: GridSource
  scroller: RefObject<HTMLDivElement | null>
  view: GridView
  setSelection: (next: Selection) => void
  handle: Ref<GridHandle> | undefined
}

/** Selects cells and brings the one with the focus into view; `handle` does so from outside. */
function useChoose({ source, scroller, view: { edges, frozen, scrolling }, setSelection, handle }: Choosing) {
  function choose(next: Selection) {
    setSelection(next)
    showRow(scroller.current, source, scrolling.now().stuck.length, next.focus.row)
    showColumn(scroller.current, edges, frozen, next.focus.column)
  }
  useImperativeHandle(handle, () => ({
    focusCell(place) {
      scroller.current?.focus()
      choose({ anchor: place, focus: place })
    },
  }))
  return choose
}

/** Copies the selected cells, and hands pasted text over. A field inside of the grid keeps its own clipboard. */
function clipboardOf(
  source: GridSource,
  block: Block | undefined,
  copiedBlock: (selected: Block) => Block,
  onPaste: GridProps['onPaste'],
) {
  return {
    onCopy(event: ClipboardEvent) {
      if (!block || isTextSelected() || isField(event.target)) return
      event.clipboardData.setData('text/plain', blockAsText(source, copiedBlock(block)))
      event.preventDefault()
    },
    onPaste(event: ClipboardEvent) {
      if (!onPaste || !block || isField(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      onPaste(event.clipboardData.getData('text/plain'), block)
    },
  }
}

/** The columns of the selection in a row; -1 for none. */
function selectedIn(block: Block | undefined, row: number) {
  if (!block || row < block.top || row > block.bottom) return { firstSelected: -1, lastSelected: -1 }
  return { firstSelected: block.left, lastSelected: block.right }
}

const isField = (target: EventTarget) => target instanceof HTMLInputElement

function isTextSelected(): boolean {
  return (getSelection()?.toString() ?? '') !== ''
}

/** Scrolls until the row is in view, between what stays at the top and the totals. */
function showRow(
  scroller: HTMLElement | null,
  { look: { rowHeight }, totals }: GridSource,
  stuck: number,
  row: number,
) {
  if (!scroller) return
  const { scrollTop, clientHeight } = scroller
  const top = (row - stuck) * rowHeight
  const bottom = headerHeight + (row + 1) * rowHeight + (totals ? rowHeight + 1 : 0)
  if (top < scrollTop) scroller.scrollTop = top
  else if (bottom > scrollTop + clientHeight) scroller.scrollTop = bottom - clientHeight
}

/** Scrolls sideways until the column is in view, beside the frozen ones. */
function showColumn(scroller: HTMLElement | null, edges: readonly number[], frozen: number, column: number) {
  if (!scroller || column < frozen) return
  const left = (edges[column] ?? 0) - (edges[frozen] ?? 0)
  const right = edges[column + 1] ?? 0
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (right > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = right - scroller.clientWidth
}
