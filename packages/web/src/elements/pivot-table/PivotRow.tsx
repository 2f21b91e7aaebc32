import { isTotal, type PivotLine } from '@octavo/core/display'
import { memo, type Ref } from 'react'
import { classNames } from '../../ui/index.ts'
import type { HeadInView } from './heads-in-view.ts'
import { pivotBodyCell } from './pivot-body-cell.tsx'
import type { PivotDrawing } from './pivot-drawing.ts'

interface PivotRowProps {
  row: PivotLine
  index: number
  /** The row headers that begin here, by level. */
  heads: readonly (HeadInView | undefined)[]
  drawing: PivotDrawing
  measure: Ref<HTMLTableRowElement>
}

/** A row of a pivot table. While the reader scrolls, rows that stay in view are not drawn again. */
export const PivotRow = memo(PlainPivotRow, isSameRow)

function PlainPivotRow({ row, index, heads, drawing, measure }: PivotRowProps) {
  const { look, view, columns, columnRuns, words } = drawing
  const isOdd = index % 2 === 1
  const headers = Math.max(1, view.rowTitles.length)
  // Where all columns are drawn, screen readers count them.
  const isWhole = columnRuns[0]?.end === columns.length
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={Math.max(1, view.columnTitles.length) + index + 1}
      style={{ height: look.rows.rowHeight }}
    >
      {view.rowTitles.length === 0 && (
        <th
          scope="row"
          className="sticky left-0 z-10 border-r border-b border-line-strong bg-surface px-3 font-medium"
          style={drawing.left(0)}
        >
          {words.total}
        </th>
      )}
      {heads.map((head, level) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a level of headers is its place
        head ? <RowHeader key={level} row={row} level={level} head={head} drawing={drawing} /> : null,
      )}
      {columnRuns.flatMap((run, at) => [
        <OmittedColumns key={`until ${run.end}`} before={columnRuns[at - 1]?.end ?? 0} until={run.start} />,
        ...columns.slice(run.start, run.end).map((column, offset) =>
          pivotBodyCell({
            key: column.key,
            place: { 'data-row': index, 'data-column': run.start + offset },
            drawn: drawing.readCell(row, column, isOdd),
            className: drawing.cellLines,
            isBanded: drawing.isBanded && isOdd,
            words,
            tabIndex: drawing.byKeyboard ? -1 : undefined,
            frozen: drawing.frozen[run.start + offset],
            columnIndex: isWhole ? undefined : headers + run.start + offset + 1,
          }),
        ),
      ])}
      <OmittedColumns before={columnRuns.at(-1)?.end ?? 0} until={columns.length} />
    </tr>
  )
}

/** The place of columns that are out of view. */
export function OmittedColumns({ before, until }: { before: number; until: number }) {
  return until > before ? <td aria-hidden colSpan={until - before} /> : null
}

function RowHeader({
  row,
  level,
  head,
  drawing,
}: Omit<PivotRowProps, 'index' | 'heads' | 'measure'> & { level: number; head: HeadInView }) {
  const { shape, look } = drawing
  const { header, at, count } = head
  const ofTotal = isTotal(row, header)
  const { rowHeight } = look.rows
  return (
    <th
      data-row={at}
      data-kept={header.kept}
      scope={count > 1 ? 'rowgroup' : 'row'}
      rowSpan={count}
      colSpan={header.span}
      aria-colindex={level + 1}
      className={classNames(
        'border-r border-b border-line px-3 align-top',
        level === 0 ? 'sticky z-10' : 'sm:sticky sm:z-10',
        ofTotal || (shape.isSingleColumn && row.scope !== 'values')
          ? 'bg-sunken font-semibold'
          : 'bg-surface font-normal',
      )}
      style={{
        ...drawing.left(level),
        ...(header.span > 1 ? { maxWidth: undefined } : {}),
        ...(ofTotal ? shape.looks[row.scope] : {}),
        ...(shape.isSingleColumn && level === 0 ? { paddingLeft: 12 + row.depth * 16 } : {}),
      }}
    >
      <div
        className={count > 1 ? 'sticky' : undefined}
        style={{
          lineHeight: `${rowHeight - 1}px`,
          // The name of a group stays in view while its rows are scrolled.
          ...(count > 1 ? { top: Math.max(1, drawing.view.columnTitles.length) * rowHeight } : {}),
        }}
      >
        {drawing.headerText('rows', header)}
      </div>
    </th>
  )
}

function isSameRow(before: PivotRowProps, after: PivotRowProps): boolean {
  return (
    before.row === after.row &&
    before.index === after.index &&
    before.drawing === after.drawing &&
    before.measure === after.measure &&
    before.heads.length === after.heads.length &&
    before.heads.every((head, level) => isSameHead(head, after.heads[level]))
  )
}

function isSameHead(one: HeadInView | undefined, other: HeadInView | undefined): boolean {
  return one?.header === other?.header && one?.count === other?.count && one?.at === other?.at
}
