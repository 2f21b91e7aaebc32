import type { PivotHead } from '@octavo/core/display'

/** Adjacent lines that are drawn: the first one and the one after the last. */
export interface LineRun {
  start: number
  end: number
}

/** A header at the first drawn line that it spans, with the number of drawn lines. */
export interface HeadInView extends PivotHead {
  at: number
}

/** Splits sorted indexes of lines where lines between them are not drawn. */
export function runsOf(indexes: readonly number[]): LineRun[] {
  const runs: LineRun[] = []
  for (const index of indexes) {
    const last = runs.at(-1)
    if (last?.end === index) last.end += 1
    else runs.push({ start: index, end: index + 1 })
  }
  return runs
}

/**
 * The headers of one level over the drawn lines. A header whose first line is not drawn is repeated at the first line of the run, so that
 * every drawn line keeps its headers.
 */
export function headsInView(
  heads: readonly (readonly (PivotHead | null)[])[],
  level: number,
  { start, end }: LineRun,
): HeadInView[] {
  const shown: HeadInView[] = []
  for (let at = start; at < end; at++) {
    const head = heads[at]?.[level] ?? (at === start ? headAbove(heads, level, at) : null)
    if (head) shown.push({ ...head, at, count: Math.min(head.count, end - at) })
  }
  return shown
}

/** The header that begins before a line and spans it, with the lines that are left of it. */
function headAbove(heads: readonly (readonly (PivotHead | null)[])[], level: number, line: number): PivotHead | null {
  for (let at = line - 1; at >= 0; at--) {
    const head = heads[at]?.[level]
    if (head) return at + head.count > line ? { ...head, count: at + head.count - line } : null
  }
  return null
}
