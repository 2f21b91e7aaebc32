import type { GridCell, GridRow, GridSource } from './grid-types.ts'

/** Rows that are remembered; many more than are drawn at a time. */
const mostRows = 500

interface RememberedRow {
  row?: GridRow
  cells: (GridCell | undefined)[]
}

/** The same source, whose rows and cells are computed once while they are near the view, however often they are drawn. */
export function remembered(source: GridSource): GridSource {
  const rows = new Map<number, RememberedRow>()
  function at(index: number): RememberedRow {
    const known = rows.get(index)
    if (known) return known
    if (rows.size >= mostRows) rows.clear()
    const added: RememberedRow = { cells: [] }
    rows.set(index, added)
    return added
  }
  return {
    ...source,
    row(index) {
      const known = at(index)
      known.row ??= source.row(index)
      return known.row
    },
    cell(rowIndex, columnIndex) {
      const { cells } = at(rowIndex)
      const cell = cells[columnIndex] ?? source.cell(rowIndex, columnIndex)
      cells[columnIndex] = cell
      return cell
    },
  }
}
