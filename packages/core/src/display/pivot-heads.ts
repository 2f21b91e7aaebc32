import type { PivotHeader, PivotLine } from './pivot-lines.ts'

/** A header at its position, and the number of lines that it spans. */
export type PivotHead = { header: PivotHeader; count: number }

/** A cell in a row total and a column total is styled like the wider one. */
export function scopeOf(row: PivotLine, column: PivotLine): PivotLine['scope'] {
  const scopes = [row.scope, column.scope]
  return scopes.includes('grandTotals') ? 'grandTotals' : scopes.includes('subtotals') ? 'subtotals' : 'values'
}

/** Whether the header is the name of a total: its last header; the headers before it are keys that contain the total. */
export function isTotal(line: PivotLine, header: PivotHeader): boolean {
  return line.scope !== 'values' && line.headers.findLast((each) => each !== null)?.key === header.key
}

/** The headers of lines, level by level: adjacent headers with equal keys are merged, unless labels repeat. */
export function pivotHeads(lines: readonly PivotLine[], levels: number, repeats: boolean): (PivotHead | null)[][] {
  const heads: (PivotHead | null)[][] = lines.map(() => [])
  for (let level = 0; level < levels; level++) {
    let open: PivotHead | null = null
    for (const [at, line] of lines.entries()) {
      const header = line.headers[level]
      const row = heads[at]
      if (!row) continue
      if (!header) {
        row[level] = null
        open = null
      } else if (open !== null && !repeats && open.header.key === header.key) {
        open.count += 1
        row[level] = null
      } else {
        open = { header, count: 1 }
        row[level] = open
      }
    }
  }
  return heads
}
