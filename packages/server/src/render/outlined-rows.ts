/**
 * Groups of a table as an outline that spreadsheets can fold: a row for each group, and below it its rows. It processes written rows, so
 * that rows of the engine and of the thread are treated alike.
 */

const emptyCell = '<c/>'
const cellEnd = '</c>'
const rowStart = '<row>'
const rowEnd = '</row>\n'
/** Spreadsheets have at most this many levels below the first. */
const deepest = 7

export interface Outline {
  /** The level of each column: 0 for the outermost groups, and the number of groups for the rows themselves. */
  levels: readonly number[]
  /** The cell style of each column in the row of a group. */
  styles: readonly number[]
}

export const depthOf = ({ levels }: Pick<Outline, 'levels'>): number => Math.max(0, ...levels)

/**
 * Writes the values of a group once, in a row of its own before its first row, instead of on each of its rows. A group ends where one of its
 * values or a group around it changes. Create one for each sheet.
 */
export function createOutlinedRows(outline: Outline) {
  const { levels, styles } = outline
  const depth = depthOf(outline)
  const groups = Array.from({ length: depth }, (_, level) => ({
    columns: levels.flatMap((of, column) => (of === level ? [column] : [])),
    current: null as string | null,
  }))

  /** The rows of the groups that begin with a row. */
  function begun(cells: readonly string[]): string[] {
    let isSame = true
    return groups.flatMap((group, level) => {
      const values = group.columns.map((column) => cells[column]).join('')
      isSame &&= group.current === values
      if (isSame) return []
      group.current = values
      const own = levels.map((of, column) =>
        of === level ? styled(cells[column] ?? emptyCell, styles[column] ?? 0) : emptyCell,
      )
      return [row(own, level)]
    })
  }

  return {
    /** Whole rows, each with its line feed, and how many they are with the rows of groups. */
    rows(bytes: Uint8Array): { bytes: Uint8Array; rowCount: number } {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
      const written: string[] = []
      for (let place = 0; place < text.length; ) {
        const { cells, end } = cellsFrom(text, place + rowStart.length)
        written.push(...begun(cells))
        written.push(
          row(
            cells.map((cell, column) => (levels[column] === depth ? cell : emptyCell)),
            depth,
          ),
        )
        place = end
      }
      return { bytes: Buffer.from(written.join(''), 'latin1'), rowCount: written.length }
    },
  }
}

/** The cells of a row, whose first starts at `place`, and where the next row starts. */
function cellsFrom(text: string, place: number): { cells: string[]; end: number } {
  const cells: string[] = []
  let at = place
  while (!text.startsWith(rowEnd, at)) {
    const end = text.startsWith(emptyCell, at) ? at + emptyCell.length : text.indexOf(cellEnd, at) + cellEnd.length
    cells.push(text.slice(at, end))
    at = end
  }
  return { cells, end: at + rowEnd.length }
}

function row(cells: readonly string[], level: number): string {
  const outline = level === 0 ? '' : ` outlineLevel="${Math.min(level, deepest)}"`
  return `<row${outline}>${cells.join('')}${rowEnd}`
}

const styled = (cell: string, style: number): string =>
  cell === emptyCell ? cell : cell.replace(/^<c( s="\d+")?/, `<c s="${style}"`)
