// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be made of table elements; its roles say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself keeps the focus and names its active cell
import { hasTextFromRight } from '@octavo/core/format'
import { type CSSProperties, memo, type ReactElement, type ReactNode } from 'react'
import { ChevronRight, classNames, LoaderCircle, Skeleton } from '../ui/index.ts'
import type { GridCell, GridColumn, GridRow, GridSource, GridWords } from './grid-types.ts'
import { InRow } from './InRow.tsx'
import type { Placed } from './row-window.ts'
import { type ColumnPlace, placeOf } from './visible-columns.ts'

interface GridRowViewProps {
  id: string
  source: GridSource
  words: GridWords
  index: number
  top: number
  edges: readonly number[]
  /** Columns that stay in view. */
  frozen: number
  shown: readonly Placed[]
  /** Columns of the selection in this row; -1 for none. */
  firstSelected: number
  lastSelected: number
  focusColumn: number
  onToggle: (rowIndex: number) => void
  /** The column being edited in this row, and its field. */
  field?: { column: number; node: ReactNode } | undefined
}

const alignments = { start: 'justify-start', center: 'justify-center', end: 'justify-end' }
const textAlignments = { start: 'text-left', center: 'text-center', end: 'text-right' }

/**
 * A row with its cells. While the reader scrolls, the nodes of rows that leave the view are used for rows that come: their texts and places
 * are set, and the browser neither makes nor styles new ones.
 */
export const GridRowView = memo(function GridRowView(props: GridRowViewProps) {
  const { source, index, words, edges, frozen, shown } = props
  const row = source.row(index)
  const { look } = source
  const isBanded = look.banding !== undefined && index % 2 === 1
  const hasLine = look.lines === 'all' || look.lines === 'horizontal'
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-expanded={row.toggle ? row.toggle.isOpen : undefined}
      aria-level={source.hasGroups ? row.depth + 1 : undefined}
      className={classNames(
        'absolute inset-x-0',
        isBanded ? 'bg-sunken hover:bg-hover' : 'bg-surface hover:bg-sunken',
        hasLine && 'border-b border-line',
        row.isGroup && 'font-medium',
      )}
      style={{
        height: look.rowHeight,
        lineHeight: `${look.rowHeight - (hasLine ? 1 : 0)}px`,
        transform: `translateY(${props.top}px)`,
        ...(isBanded && typeof look.banding === 'string' ? { backgroundColor: look.banding } : {}),
      }}
    >
      {row.placeholder === 'failed' ? (
        <div role="gridcell" className="flex h-full items-center px-3 pl-8 text-danger">
          <span className="truncate">{words.failed}</span>
        </div>
      ) : (
        <InRow shown={shown} frozen={frozen} width={edges[frozen]}>
          {(columnIndex, key) => {
            const column = source.columns[columnIndex]
            if (!column) return null
            const place = placeOf(edges, columnIndex)
            if (row.placeholder) return <Placeholder key={key} place={place} />
            return gridCell(props, { key, row, columnIndex, column, place })
          }}
        </InRow>
      )}
    </div>
  )
})

interface CellInRow {
  key: string | number
  row: GridRow
  columnIndex: number
  column: GridColumn
  place: ColumnPlace
}

/**
 * A cell of a row. A function and no component: hundreds of cells come into view with one step of scrolling, and each would be two nodes for
 * React.
 */
function gridCell(props: GridRowViewProps, { key, row, columnIndex, column, place }: CellInRow): ReactElement {
  const { source, words, index, frozen } = props
  const cell = source.cell(index, columnIndex)
  const isToggle = row.toggle?.columnIndex === columnIndex
  const isFocus = columnIndex === props.focusColumn
  const isSelected = columnIndex >= props.firstSelected && columnIndex <= props.lastSelected
  const field = props.field?.column === columnIndex ? props.field.node : undefined
  // Text alone needs no element of its own, which the browser would have to lay out as well.
  const isText = !isToggle && field === undefined && !cell.bar && !cell.href
  return (
    <div
      // A field stays in the nodes of its own cell.
      key={field === undefined ? key : `field of ${column.id}`}
      // Only the active cell is found by its id.
      id={isFocus ? `${props.id}-${index}-${columnIndex}` : undefined}
      role="gridcell"
      aria-colindex={columnIndex + 1}
      aria-selected={isSelected}
      aria-invalid={cell.mark === 'wrong' || undefined}
      // The style of the app leaves cells out: few of them need a direction of their own.
      dir={isText && hasTextFromRight(cell.text) ? 'auto' : undefined}
      title={isText ? titleOf(cell, words) : undefined}
      className={classNames(
        cellLook(source, column, columnIndex, isText),
        columnIndex === frozen - 1 && 'frozen-edge',
        isSelected ? 'bg-accent-soft' : cell.mark ? markLooks[cell.mark] : columnIndex < frozen && 'bg-inherit',
        isFocus && 'inset-ring-2 inset-ring-focus',
        isText && cell.look && looks[cell.look],
      )}
      style={{
        left: place.left,
        width: place.width,
        ...(isToggle ? { paddingLeft: 6 } : {}),
        ...(isSelected ? withoutColors(cell.style) : cell.style),
      }}
    >
      {cell.bar && <Bar bar={cell.bar} />}
      {isToggle && <Toggle key={row.key} row={row} words={words} onToggle={() => props.onToggle(index)} />}
      {isText ? cell.text : (field ?? <CellText cell={cell} words={words} />)}
    </div>
  )
}

/** The classes that all cells of a column share. */
function cellLook({ look: { lines }, columns }: GridSource, { align }: GridColumn, index: number, isText: boolean) {
  return classNames(
    'absolute inset-y-0 px-3 tabular select-none',
    index === 0 && 'pl-4',
    (lines === 'all' || lines === 'vertical') && index < columns.length - 1 && 'border-r border-line/60',
    isText ? `truncate contain-strict ${textAlignments[align]}` : `flex items-center ${alignments[align]}`,
  )
}

function Toggle({ row, words, onToggle }: { row: GridRow; words: GridWords; onToggle: () => void }) {
  const { isOpen = false, isBusy = false } = row.toggle ?? {}
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={isOpen ? words.collapse : words.expand}
      className="mr-0.5 grid size-6 shrink-0 place-items-center rounded text-muted hover:bg-line hover:text-ink"
      onPointerDown={(event) => event.stopPropagation()}
      onClick={onToggle}
    >
      {isBusy ? (
        <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
      ) : (
        <ChevronRight className={classNames('size-4 transition-transform', isOpen && 'rotate-90')} aria-hidden />
      )}
    </button>
  )
}

const markLooks = { changed: 'bg-warning-soft', wrong: 'bg-danger-soft text-danger' }

const looks = {
  null: 'text-faint',
  several: 'text-muted',
  restricted: 'text-faint',
  error: 'text-danger',
  blank: '',
}

function CellText({ cell, words }: { cell: GridCell; words: GridWords }) {
  if (cell.bar?.hidesText) return <span className="sr-only">{cell.text}</span>
  if (cell.href) {
    return (
      <a
        href={cell.href}
        target="_blank"
        rel="noopener noreferrer"
        tabIndex={-1}
        title={cell.href}
        className="truncate text-accent-text underline underline-offset-2 hover:text-accent-text"
      >
        {cell.text}
      </a>
    )
  }
  return (
    <span className={classNames('relative truncate', cell.look && looks[cell.look])} title={titleOf(cell, words)}>
      {cell.text}
    </span>
  )
}

/** What a cell says when the pointer rests on it: its note, the meaning of its sign, or a text that may be cut. */
function titleOf({ note, look, text }: GridCell, words: GridWords): string | undefined {
  return note ?? titleOfLook(look, words) ?? (text.length > 24 ? text : undefined)
}

function titleOfLook(look: GridCell['look'], words: GridWords): string | undefined {
  switch (look) {
    case 'null':
      return words.noValue
    case 'several':
      return words.several
    case 'restricted':
      return words.restricted
    case 'error':
      return words.cellError
    default:
      return undefined
  }
}

/** The selection shows through; weight and slant stay. */
function withoutColors({ backgroundColor: _, color: __, ...style }: CSSProperties = {}): CSSProperties {
  return style
}

function Bar({ bar }: { bar: NonNullable<GridCell['bar']> }) {
  return (
    <span
      aria-hidden
      className="absolute inset-y-1 rounded-xs opacity-60"
      style={{
        left: `${bar.from * 100}%`,
        width: `${(bar.to - bar.from) * 100}%`,
        backgroundColor: bar.color,
      }}
    />
  )
}

function Placeholder({ place }: { place: ColumnPlace }) {
  return (
    <div
      role="gridcell"
      className="absolute inset-y-0 flex items-center border-r border-line/60 px-3 last:border-r-0"
      style={{ left: place.left, width: place.width }}
    >
      <Skeleton className="h-2.5 w-2/3" />
    </div>
  )
}
