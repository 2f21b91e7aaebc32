import type { PivotHeader, PivotLine } from './pivot-lines.ts'

/** A header where it stands, and over how many lines it reaches. */
export type PivotHead = { header: PivotHeader; count: number }

/** A cell under two totals looks like the wider one. */
export function scopeOf(row: PivotLine, column: PivotLine): PivotLine['scope'] {
  const scopes = [row.scope, column.scope]
  return scopes.includes('grandTotals') ? 'grandTotals' : scopes.includes('subtotals') ? 'subtotals' : 'values'
}

/** The last header of a total names it; those before it are keys that it is within. */
export function isTotal(line: PivotLine, header: PivotHeader): boolean {
  return line.scope !== 'values' && line.headers.findLast((each) => each !== null)?.key === header.key
}

/** The headers of lines, level by level: those with equal keys beside each other are one, unless labels repeat. */
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
