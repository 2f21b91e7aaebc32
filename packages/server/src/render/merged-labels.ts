/**
 * Pivot table labels that are written once, next to all of their rows. It processes written cells, so that rows of the engine and of the
 * thread are treated alike.
 */

const emptyCell = '<c/>'
const cellEnd = '</c>'
const rowStart = '<row>'

interface Run {
  cell: string
  /** Row numbers of the sheet, from 1. */
  from: number
  to: number
}

type Merged = Pick<Run, 'from' | 'to'> & { column: number }

export type MergedLabels = ReturnType<typeof createMergedLabels>

/**
 * Merges labels in the first columns of a sheet, outermost first: while a label and those before it stay the same, only the first row shows
 * it. `styles`: the cell style of each such column. Create one for each sheet; it stores two numbers for each label.
 */
export function createMergedLabels(styles: readonly number[]) {
  const runs: (Run | null)[] = styles.map(() => null)
  const merged: Merged[] = []
  // The header is row 1.
  let at = 1

  function end(column: number): void {
    const run = runs[column]
    if (run && run.to > run.from) merged.push({ column, from: run.from, to: run.to })
    runs[column] = null
  }

  /** The replacement of the row's first cells, and where they end. */
  function labels(text: string, start: number): { text: string; end: number } {
    at += 1
    let written = ''
    let place = start
    let isSame = true
    for (let column = 0; column < styles.length; column++) {
      const close = text.startsWith(emptyCell, place)
        ? place + emptyCell.length
        : text.indexOf(cellEnd, place) + cellEnd.length
      const cell = text.slice(place, close)
      place = close
      const run = runs[column]
      isSame &&= run?.cell === cell
      if (isSame && run) {
        run.to = at
        written += emptyCell
        continue
      }
      end(column)
      runs[column] = { cell, from: at, to: at }
      written += styled(cell, styles[column] ?? 0)
    }
    return { text: written, end: place }
  }

  return {
    /** Whole rows, each with its line feed, in which repeated labels are empty. */
    rows: (bytes: Uint8Array) => eachRow(bytes, labels),
    /** The part of the sheet after its rows; call it after the last row. */
    part(): string {
      for (let column = 0; column < styles.length; column++) end(column)
      return mergeCells(merged)
    },
  }
}

/** Copies a sheet; at the start of each row `labels` returns the rewritten text from there and the position where it ends. */
function eachRow(
  bytes: Uint8Array,
  labels: (text: string, start: number) => { text: string; end: number },
): Uint8Array {
  // Works on bytes, because every mark that is searched for is ASCII.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  let written = ''
  let place = 0
  for (let row = text.indexOf(rowStart); row >= 0; row = text.indexOf(`\n${rowStart}`, place) + 1 || -1) {
    const start = row + rowStart.length
    const first = labels(text, start)
    written += text.slice(place, start) + first.text
    place = first.end
  }
  return Buffer.from(written + text.slice(place), 'latin1')
}

function mergeCells(merged: readonly Merged[]): string {
  if (merged.length === 0) return ''
  const ranges = merged.map(({ column, from, to }) => {
    const name = columnName(column)
    return `<mergeCell ref="${name}${from}:${name}${to}"/>`
  })
  return `<mergeCells count="${merged.length}">${ranges.join('')}</mergeCells>`
}

/** Texts and booleans are written without a style; here they get the style of their column. */
function styled(cell: string, style: number): string {
  return style !== 0 && cell.startsWith('<c t=') ? `<c s="${style}"${cell.slice(2)}` : cell
}

/** `A` to `Z`, then `AA`. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}
