// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be made of table elements; its roles say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself keeps the focus and names its active cell
import { memo, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { classNames, Skeleton } from '../ui/index.ts'
import { type CellsOfRow, cellLook } from './cell-look.ts'
import { type DrawnCells, drawCells } from './cell-nodes.ts'
import { GridCellView } from './GridCellView.tsx'
import { frozenBoxLook, InRow } from './InRow.tsx'
import { type ColumnPlace, placeOf } from './visible-columns.ts'

interface GridRowViewProps extends CellsOfRow {
  top: number
  shownColumns: readonly number[]
  onToggle: (rowIndex: number) => void
  /** The column being edited in this row, and its field. */
  field?: { column: number; node: ReactNode } | undefined
}

export const GridRowView = memo(function GridRowView(props: GridRowViewProps) {
  const { source, index } = props
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
      <Cells {...props} />
    </div>
  )
})

function Cells(props: GridRowViewProps) {
  const { source, index, words, edges, frozen, shownColumns } = props
  const row = source.row(index)
  if (row.placeholder === 'failed') {
    return (
      <div role="gridcell" className="flex h-full items-center px-3 pl-8 text-danger">
        <span className="truncate">{words.failed}</span>
      </div>
    )
  }
  if (!row.placeholder && !row.toggle && !props.field) return <PlainCells {...props} />
  return (
    <InRow shownColumns={shownColumns} frozen={frozen} width={edges[frozen]}>
      {(columnIndex) => {
        const column = source.columns[columnIndex]
        if (!column) return null
        if (row.placeholder) return <Placeholder key={column.id} place={placeOf(edges, columnIndex)} />
        return (
          <GridCellView
            key={column.id}
            row={props}
            columnIndex={columnIndex}
            field={props.field?.column === columnIndex ? props.field.node : undefined}
            onToggle={props.onToggle}
          />
        )
      }}
    </InRow>
  )
}

/** Cells without components in them; those that stay in view are in a box that sticks to the left edge. */
function PlainCells(props: GridRowViewProps) {
  const { source, edges, frozen, shownColumns } = props
  const isShown = (column: number) => source.columns[column] !== undefined
  const frozenHost = useCells(
    props,
    shownColumns.filter((column) => column < frozen && isShown(column)),
  )
  const host = useCells(
    props,
    shownColumns.filter((column) => column >= frozen && isShown(column)),
  )
  return (
    <>
      {frozen > 0 && <div ref={frozenHost} role="none" className={frozenBoxLook} style={{ width: edges[frozen] }} />}
      <div ref={host} role="none" className="contents" />
    </>
  )
}

/** Draws the cells of these columns in an element. */
function useCells(row: CellsOfRow, columns: readonly number[]): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ host: HTMLElement; cells: DrawnCells }>(undefined)
  useLayoutEffect(() => {
    if (!host.current) return
    if (drawn.current?.host !== host.current) drawn.current = { host: host.current, cells: new Map() }
    const looks = columns.map((column) => cellLook(row, column))
    drawCells(host.current, drawn.current.cells, looks, row.words)
  })
  return host
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
