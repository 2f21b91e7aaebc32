// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be made of table elements; its roles say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself keeps the focus and names its active cell
import { ChevronRight, classNames, LoaderCircle, Skeleton } from '../ui/index.ts'
import type { GridCell, GridRow, GridSource, GridWords } from './grid-types.ts'

interface GridRowViewProps {
  id: string
  source: GridSource
  words: GridWords
  index: number
  top: number
  /** Columns of the selection in this row; -1 for none. */
  firstSelected: number
  lastSelected: number
  focusColumn: number
  onToggle: () => void
  onCellDown: (column: number, isExtending: boolean) => void
  onCellEnter: (column: number) => void
}

const alignments = {
  start: 'justify-start text-left',
  center: 'justify-center text-center',
  end: 'justify-end text-right',
}

export function GridRowView(props: GridRowViewProps) {
  const { source, index, words } = props
  const row = source.row(index)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-expanded={row.toggle ? row.toggle.isOpen : undefined}
      aria-level={source.hasGroups ? row.depth + 1 : undefined}
      className={classNames(
        'absolute inset-x-0 grid h-[30px] border-b border-line bg-surface hover:bg-sunken',
        row.isGroup && 'font-medium',
      )}
      style={{ transform: `translateY(${props.top}px)`, gridTemplateColumns: 'var(--grid-columns)' }}
    >
      {row.placeholder ? (
        <Placeholder row={row} columns={source.columns.length} words={words} />
      ) : (
        source.columns.map((column, columnIndex) => (
          <Cell
            key={column.id}
            {...props}
            row={row}
            cell={source.cell(index, columnIndex)}
            columnIndex={columnIndex}
            align={column.align}
          />
        ))
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
  return (
    <div
      id={`${id}-${index}-${columnIndex}`}
      role="gridcell"
      aria-colindex={columnIndex + 1}
      aria-selected={isSelected}
      className={classNames(
        'flex min-w-0 items-center border-r border-line/60 px-3 tabular select-none first:pl-4 last:border-r-0',
        alignments[align],
        props.source.hasGroups && columnIndex === 0 && 'sticky left-0 z-[1]',
        isSelected ? 'bg-accent-soft' : 'bg-inherit',
        isFocus && 'inset-ring-2 inset-ring-accent',
      )}
      style={isToggle ? { paddingLeft: 6 } : undefined}
      onPointerDown={(event) => {
        if (event.button === 0) props.onCellDown(columnIndex, event.shiftKey)
      }}
      onPointerEnter={() => props.onCellEnter(columnIndex)}
      onDoubleClick={() => row.toggle && props.onToggle()}
    >
      {isToggle && <Toggle row={row} words={words} onToggle={props.onToggle} />}
      <CellText cell={cell} words={words} />
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

const looks = {
  null: 'pr-0.5 text-faint italic',
  several: 'text-muted',
  restricted: 'text-faint',
  error: 'text-danger',
  blank: '',
}

function CellText({ cell, words }: { cell: GridCell; words: GridWords }) {
  const title =
    cell.look === 'several'
      ? words.several
      : cell.look === 'restricted'
        ? words.restricted
        : cell.look === 'error'
          ? words.cellError
          : undefined
  return (
    <span
      className={classNames('truncate', cell.look && looks[cell.look])}
      title={title ?? (cell.text.length > 24 ? cell.text : undefined)}
    >
      {cell.text}
    </span>
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
