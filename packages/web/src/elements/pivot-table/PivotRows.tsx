import type { PivotHead } from '@octavo/core/display'
import { Fragment, type RefObject } from 'react'
import { type HeadInView, headsInView, type LineRun, runsOf } from './heads-in-view.ts'
import { PivotRow } from './PivotRow.tsx'
import type { PivotDrawing } from './pivot-drawing.ts'
import { usePivotRows } from './use-pivot-window.ts'

interface PivotRowsProps {
  drawing: PivotDrawing
  /** The headers of all rows, level by level. */
  rowHeads: readonly (readonly (PivotHead | null)[])[]
  scroller: RefObject<HTMLElement | null>
  /** The row with the focus. */
  focused: RefObject<number | undefined>
}

/** The rows in view, between places of the height of those that are not drawn. Scrolling draws them again and not the table around them. */
export function PivotRows({ drawing, rowHeads, scroller, focused }: PivotRowsProps) {
  const { view, columns, look } = drawing
  const rows = usePivotRows({ scroller, focused, rowCount: view.rows.length, rowHeight: look.rows.rowHeight })
  const items = rows.getVirtualItems()
  const runs = runsOf(items.map(({ index }) => index))
  const levels = view.rowTitles.length
  const heads = new Map(runs.flatMap((run) => [...headsByLine(rowHeads, levels, run)]))
  const width = Math.max(1, levels) + columns.length
  const last = items.at(-1)
  return (
    <tbody>
      {items.map(({ index, start }, at) => {
        const row = view.rows[index]
        return (
          row && (
            <Fragment key={row.key}>
              <OmittedRows height={start - (items[at - 1]?.end ?? 0)} width={width} />
              <PivotRow
                row={row}
                index={index}
                heads={heads.get(index) ?? noHeads}
                drawing={drawing}
                measure={rows.measureElement}
              />
            </Fragment>
          )
        )
      })}
      <OmittedRows height={rows.getTotalSize() - (last?.end ?? 0)} width={width} />
    </tbody>
  )
}

const noHeads: readonly HeadInView[] = []

/** The row headers of each drawn line, by level. */
function headsByLine(rowHeads: PivotRowsProps['rowHeads'], levels: number, run: LineRun) {
  const lines = new Map<number, (HeadInView | undefined)[]>()
  for (let level = 0; level < levels; level++) {
    for (const head of headsInView(rowHeads, level, run)) {
      const ofLine = lines.get(head.at) ?? new Array<HeadInView | undefined>(levels).fill(undefined)
      ofLine[level] = head
      lines.set(head.at, ofLine)
    }
  }
  return lines
}

function OmittedRows({ height, width }: { height: number; width: number }) {
  return height >= 1 ? (
    <tr aria-hidden>
      <td colSpan={width} style={{ height }} />
    </tr>
  ) : null
}
