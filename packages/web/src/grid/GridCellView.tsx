// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be made of table elements; its roles say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself keeps the focus and names its active cell
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { ChevronRight, classNames, LoaderCircle } from '../ui/index.ts'
import { type CellsOfRow, cellLook } from './cell-look.ts'
import { contentNodes } from './cell-nodes.ts'
import type { GridCell, GridRow, GridWords } from './grid-types.ts'

interface GridCellViewProps {
  row: CellsOfRow
  columnIndex: number
  /** The field of the cell that is edited. */
  field: ReactNode
  onToggle: (rowIndex: number) => void
}

/** A cell of a row that contains components: a toggle or a field. */
export function GridCellView({ row, columnIndex, field, onToggle }: GridCellViewProps) {
  const { source, words, index } = row
  const gridRow = source.row(index)
  const isToggle = gridRow.toggle?.columnIndex === columnIndex
  const look = cellLook(row, columnIndex, isToggle || field !== undefined)
  const { cell } = look
  return (
    <div
      id={look.id}
      role="gridcell"
      aria-colindex={columnIndex + 1}
      aria-selected={look.isSelected}
      aria-invalid={cell.mark === 'wrong' || undefined}
      title={look.title}
      className={look.className}
      style={{ left: look.left, width: look.width, ...(isToggle ? { paddingLeft: 6 } : {}), ...look.style }}
    >
      {isToggle && <Toggle row={gridRow} words={words} onToggle={() => onToggle(index)} />}
      {look.isText ? cell.text : (field ?? <Content cell={cell} words={words} />)}
    </div>
  )
}

/** The same content as in cells that the grid draws without components. */
function Content({ cell, words }: { cell: GridCell; words: GridWords }) {
  const host = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (host.current) host.current.replaceChildren(...contentNodes(host.current.ownerDocument, cell, words))
  })
  return <span ref={host} className="contents" />
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
