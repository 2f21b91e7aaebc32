// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be made of table elements; its roles say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself keeps the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the column of a total is also in the tree of columns
import { memo } from 'react'
import { classNames } from '../ui/index.ts'
import type { GridCell, GridSource, GridWords } from './grid-types.ts'
import { InRow } from './InRow.tsx'
import { type GridView, useShownColumns } from './use-grid-view.ts'
import { placeOf } from './visible-columns.ts'

interface GridTotalsProps {
  source: GridSource
  totals: readonly (GridCell | null)[]
  words: GridWords
  view: GridView
  onChoose?: ((columnId: string) => void) | undefined
}

/** The totals of columns in a row that stays at the foot of the grid, below the last row where there are few. */
export const GridTotals = memo(function GridTotals(props: GridTotalsProps) {
  const { source, totals, words, view, onChoose } = props
  const { edges, frozen, totalWidth } = view
  const shown = useShownColumns(view)
  const labelled = totals.indexOf(null)
  return (
    <div
      role="row"
      aria-rowindex={source.rowCount + 2}
      className="sticky bottom-0 z-[9] border-t border-b border-line-strong bg-surface font-semibold"
      style={{ height: source.look.rowHeight + 1, minWidth: totalWidth }}
    >
      <InRow shown={shown} frozen={frozen} width={edges[frozen]}>
        {(columnIndex) => {
          const column = source.columns[columnIndex]
          const cell = totals[columnIndex]
          return (
            column && (
              <div
                key={column.id}
                role="gridcell"
                aria-colindex={columnIndex + 1}
                className={classNames(
                  'absolute inset-y-0 flex items-center bg-inherit px-3 tabular',
                  columnIndex === 0 && 'pl-4',
                  column.align === 'end' && 'justify-end text-right',
                  column.align === 'center' && 'justify-center text-center',
                  columnIndex === frozen - 1 && 'frozen-edge',
                  cell && onChoose && 'cursor-pointer hover:bg-hover',
                )}
                style={{ ...placeOf(edges, columnIndex), ...cell?.style }}
                onClick={() => cell && onChoose?.(column.id)}
              >
                <span className="truncate">{cell?.text ?? (columnIndex === labelled ? words.total : '')}</span>
              </div>
            )
          )
        }}
      </InRow>
    </div>
  )
})
