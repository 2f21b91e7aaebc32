// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be made of table elements; its roles say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself keeps the focus and names its active cell
import { memo, type PointerEvent, type ReactNode, useRef } from 'react'
import { ArrowDown, ArrowUp, CircleAlert, classNames, openOwnMenu } from '../ui/index.ts'
import { minimumWidth } from './column-widths.ts'
import type { GridColumn, GridWords } from './grid-types.ts'
import { InRow } from './InRow.tsx'
import { type GridView, useShownHeads } from './use-grid-view.ts'
import { type ColumnPlace, placeOf } from './visible-columns.ts'

export interface GridHeaderProps {
  columns: readonly GridColumn[]
  words: GridWords
  view: GridView
  onSort?: (column: GridColumn) => void
  /** In an editor a click chooses the column; sorting is in its menu. */
  onChoose?: (column: GridColumn, how: { adds: boolean; extends: boolean }) => void
  chosen?: ReadonlySet<string>
  /** The menu of a column, at the right of its name. Heads that come into view while the reader scrolls get theirs when the reader rests. */
  menuOf?: (column: GridColumn) => ReactNode
  /** Behind the last column: what adds another one. */
  headEnd?: ReactNode
  /** Called with the DOM element of each header, for drag and drop; returns a function that stops it. */
  headRef?: (column: GridColumn, element: HTMLElement) => () => void
  /** Without a width: fit the content. */
  onResize: (columnIndex: number, width?: number) => void
}

/** Pixels behind the last column that its menu of additions needs. */
const endWidth = 36

/** Pixels that a key changes a width by. */
const keyStep = 16

const alignments = { start: 'justify-start', center: 'justify-center', end: 'justify-end' }

/** The row of names, always in view. A click sorts; the right edge changes the width. Scrolling to other rows does not draw it again. */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { columns, words, view, onSort, onChoose, chosen, menuOf, headEnd } = props
  const { edges, frozen, totalWidth } = view
  const { shown, hasMenu } = useShownHeads(view)
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-10"
      style={{ minWidth: headEnd ? totalWidth + endWidth : totalWidth }}
    >
      <div role="row" aria-rowindex={1} className="relative h-8 border-b border-line-strong bg-surface text-muted">
        <InRow shown={shown} frozen={frozen} width={edges[frozen]}>
          {(index) => {
            const column = columns[index]
            return (
              column && (
                <ColumnHead
                  key={column.id}
                  column={column}
                  words={words}
                  index={index}
                  isLast={index === columns.length - 1}
                  {...placeOf(edges, index)}
                  isFrozen={index < frozen}
                  isFrozenEdge={index === frozen - 1}
                  onSort={onSort}
                  onChoose={onChoose}
                  isChosen={chosen?.has(column.id) ?? false}
                  menuOf={hasMenu(index) ? menuOf : undefined}
                  end={index === columns.length - 1 ? headEnd : undefined}
                  headRef={props.headRef}
                  onResize={props.onResize}
                />
              )
            )
          }}
        </InRow>
      </div>
    </div>
  )
})

interface ColumnHeadProps extends ColumnPlace {
  column: GridColumn
  words: GridWords
  index: number
  isLast: boolean
  isFrozen: boolean
  isFrozenEdge: boolean
  isChosen: boolean
  onSort: GridHeaderProps['onSort'] | undefined
  onChoose: GridHeaderProps['onChoose'] | undefined
  menuOf: GridHeaderProps['menuOf'] | undefined
  headRef: GridHeaderProps['headRef'] | undefined
  /** Behind the last column. */
  end: ReactNode
  onResize: GridHeaderProps['onResize']
}

/** A name with its menu is drawn again only when something of its own changes, not with each step of scrolling or when rows arrive. */
const ColumnHead = memo(function ColumnHead(props: ColumnHeadProps) {
  const { column, words, index, left, width, isChosen, menuOf, headRef, onResize } = props
  return (
    <div
      ref={headRef && ((element) => (element ? headRef(column, element) : undefined))}
      role="columnheader"
      onContextMenu={openOwnMenu}
      aria-colindex={index + 1}
      aria-sort={column.sort ?? 'none'}
      className={classNames(
        'group/head absolute inset-y-0 flex items-center data-landing:shadow-[inset_-3px_0_var(--accent-text)]',
        !props.isLast && 'border-r border-line',
        isChosen && 'bg-accent-soft! text-ink',
        column.error !== undefined && 'bg-danger-soft! text-danger',
        props.isFrozen && 'bg-surface',
        props.isFrozenEdge && 'frozen-edge',
      )}
      style={{ left, width, ...column.headerStyle }}
    >
      <NameButton {...props} />
      {menuOf && (
        <span className="absolute right-1 rounded-sm bg-surface opacity-0 group-focus-within/head:opacity-100 group-hover/head:opacity-100 has-[[data-popup-open]]:opacity-100">
          {menuOf(column)}
        </span>
      )}
      {props.end && <span className="absolute inset-y-0 left-full z-20 flex items-center pl-1">{props.end}</span>}
      <ResizeHandle
        label={words.widthOf(column.name)}
        width={width}
        onResize={(next) => onResize(index, next)}
        onFit={() => onResize(index)}
      />
    </div>
  )
}, isSameHead)

/** Rows that arrive make the columns anew, with the same content. */
function isSameHead(before: ColumnHeadProps, after: ColumnHeadProps): boolean {
  return (Object.keys(after) as (keyof ColumnHeadProps)[]).every((key) =>
    key === 'column' ? isSameColumn(before.column, after.column) : before[key] === after[key],
  )
}

function isSameColumn(before: GridColumn, after: GridColumn): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after)
}

function NameButton({ column, words, index, width, isChosen, onSort, onChoose, onResize }: ColumnHeadProps) {
  return (
    <button
      type="button"
      disabled={!onChoose && (!column.isSortable || !onSort)}
      aria-pressed={onChoose ? isChosen : undefined}
      title={[column.name, column.error ?? column.description].filter(Boolean).join('\n')}
      aria-label={onChoose ? column.name : words.sortBy(column.name)}
      aria-description={column.error ?? column.description}
      aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
      className={classNames(
        'flex h-full min-w-0 grow items-center gap-1 px-3 text-xs font-medium focus-visible:-outline-offset-2 enabled:hover:text-ink',
        index === 0 && 'pl-4',
        alignments[column.align],
        column.sort && 'text-ink',
      )}
      onClick={(event) =>
        onChoose
          ? onChoose(column, { adds: event.ctrlKey || event.metaKey, extends: event.shiftKey })
          : onSort?.(column)
      }
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
        event.preventDefault()
        const step = event.key === 'ArrowLeft' ? -keyStep : keyStep
        onResize(index, Math.max(minimumWidth, width + step))
      }}
    >
      {column.error !== undefined && <CircleAlert className="size-3.5 shrink-0" aria-hidden />}
      <span
        className={classNames(
          'truncate',
          column.description && 'underline decoration-line-strong decoration-dotted underline-offset-4',
        )}
      >
        {column.name}
      </span>
      {column.sort === 'ascending' && <ArrowUp className="size-3.5 shrink-0 text-accent-text" aria-hidden />}
      {column.sort === 'descending' && <ArrowDown className="size-3.5 shrink-0 text-accent-text" aria-hidden />}
    </button>
  )
}

interface ResizeHandleProps {
  label: string
  width: number
  onResize: (width: number) => void
  onFit: () => void
}

function ResizeHandle({ label, width, onResize, onFit }: ResizeHandleProps) {
  const start = useRef<{ x: number; width: number }>(undefined)
  const onPointerMove = (event: PointerEvent) => {
    if (start.current)
      onResize(Math.max(minimumWidth, Math.round(start.current.width + event.clientX - start.current.x)))
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      className="absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-1 after:left-[3px] after:w-0.5 after:rounded hover:after:bg-accent"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = undefined
      }}
      onDoubleClick={onFit}
    />
  )
}
