// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be made of table elements; its roles say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself keeps the focus and names its active cell
import type { CSSProperties, ReactNode } from 'react'
import { ChevronRight, classNames, LoaderCircle, Skeleton } from '../ui/index.ts'
import type { GridCell, GridRow, GridSource, GridWords } from './grid-types.ts'
import type { Tracks } from './visible-columns.ts'

interface GridRowViewProps {
  id: string
  source: GridSource
  words: GridWords
  index: number
  top: number
  edges: readonly number[]
  /** Columns that stay in view. */
  frozen: number
  shownColumns: readonly number[]
  trackOf: Tracks['trackOf']
  /** Columns of the selection in this row; -1 for none. */
  firstSelected: number
  lastSelected: number
  focusColumn: number
  onToggle: () => void
  onCellDown: (column: number, isExtending: boolean) => void
  onCellEnter: (column: number) => void
  /** The column being edited in this row, and its field. */
  field?: { column: number; node: ReactNode } | undefined
  onCellOpen?: ((column: number) => void) | undefined
}

const alignments = {
  start: 'justify-start text-left',
  center: 'justify-center text-center',
  end: 'justify-end text-right',
}

export function GridRowView(props: GridRowViewProps) {
  const { source, index, words } = props
  const row = source.row(index)
  const { look } = source
  const isBanded = look.banding !== undefined && index % 2 === 1
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-expanded={row.toggle ? row.toggle.isOpen : undefined}
      aria-level={source.hasGroups ? row.depth + 1 : undefined}
      className={classNames(
        'absolute inset-x-0 grid',
        isBanded ? 'bg-sunken hover:bg-hover' : 'bg-surface hover:bg-sunken',
        (look.lines === 'all' || look.lines === 'horizontal') && 'border-b border-line',
        row.isGroup && 'font-medium',
      )}
      style={{
        height: look.rowHeight,
        transform: `translateY(${props.top}px)`,
        gridTemplateColumns: 'var(--grid-columns)',
        ...(isBanded && typeof look.banding === 'string' ? { backgroundColor: look.banding } : {}),
      }}
    >
      {row.placeholder ? (
        <Placeholder row={row} columns={props.shownColumns.length} words={words} />
      ) : (
        props.shownColumns.map((columnIndex) => {
          const column = source.columns[columnIndex]
          return (
            column && (
              <Cell
                key={column.id}
                {...props}
                row={row}
                cell={source.cell(index, columnIndex)}
                columnIndex={columnIndex}
                align={column.align}
              />
            )
          )
        })
      )}
    </div>
  )
}

interface CellProps extends GridRowViewProps {
  row: GridRow
  cell: GridCell
  columnIndex: number
  align: 'start' | 'center' | 'end'
}

function Cell({ id, index, row, cell, columnIndex, align, words, ...props }: CellProps) {
  const isSelected = columnIndex >= props.firstSelected && columnIndex <= props.lastSelected && props.firstSelected >= 0
  const isFocus = columnIndex === props.focusColumn
  const isToggle = row.toggle?.columnIndex === columnIndex
  const isFrozen = columnIndex < props.frozen
  const { lines } = props.source.look
  return (
    <div
      id={`${id}-${index}-${columnIndex}`}
      role="gridcell"
      aria-colindex={columnIndex + 1}
      aria-selected={isSelected}
      aria-invalid={cell.mark === 'wrong' || undefined}
      className={classNames(
        'relative flex min-w-0 items-center px-3 tabular select-none first:pl-4 last:border-r-0',
        (lines === 'all' || lines === 'vertical') && 'border-r border-line/60',
        alignments[align],
        isFrozen && 'sticky z-[1]',
        isFrozen && columnIndex === props.frozen - 1 && 'frozen-edge',
        isSelected ? 'bg-accent-soft' : cell.mark ? markLooks[cell.mark] : 'bg-inherit',
        isFocus && 'inset-ring-2 inset-ring-focus',
      )}
      style={{
        gridColumn: props.trackOf.get(columnIndex),
        ...(isFrozen ? { left: props.edges[columnIndex] } : {}),
        ...(isToggle ? { paddingLeft: 6 } : {}),
        ...(isSelected ? withoutColors(cell.style) : cell.style),
      }}
      onPointerDown={(event) => {
        if (event.button === 0) props.onCellDown(columnIndex, event.shiftKey)
      }}
      onPointerEnter={() => props.onCellEnter(columnIndex)}
      onDoubleClick={() => (row.toggle ? props.onToggle() : props.onCellOpen?.(columnIndex))}
    >
      {cell.bar && <Bar bar={cell.bar} />}
      {isToggle && <Toggle row={row} words={words} onToggle={props.onToggle} />}
      {props.field?.column === columnIndex ? props.field.node : <CellText cell={cell} words={words} />}
    </div>
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
  const title = cell.note ?? titleOfLook(cell.look, words)
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
    <span
      className={classNames('relative truncate', cell.look && looks[cell.look])}
      title={title ?? (cell.text.length > 24 ? cell.text : undefined)}
    >
      {cell.text}
    </span>
  )
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

function Placeholder({ row, columns, words }: { row: GridRow; columns: number; words: GridWords }) {
  if (row.placeholder === 'failed') {
    return (
      <div role="gridcell" className="col-span-full flex items-center px-3 pl-8 text-danger">
        <span className="truncate">{words.failed}</span>
      </div>
    )
  }
  return Array.from({ length: columns }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity
    <div key={index} role="gridcell" className="flex items-center border-r border-line/60 px-3 last:border-r-0">
      <Skeleton className="h-2.5 w-2/3" />
    </div>
  ))
}
