import type { BaseElement } from './api.ts'
import { isRecord } from './check-schema.ts'

/** A row or column of formulas beside a member or a total of a pivot table (`adhocCalcs`). */
export interface CalculatedLine {
  /** Index in `adhocCalcs`; the levels of a result use it in their names. */
  index: number
  id: string
  name: string
  axis: 'rows' | 'columns'
  /** The number of keys of the axis that its anchor has: all of them for a member of the last key, fewer for a group or a total. */
  kept: number
  /** Members of the anchor's keys; a key that is not listed may have any member, and the line is repeated beside each. */
  members: { columnId: string; value: string }[]
  position: 'above' | 'below'
  /** True when it is beside the total of the group, and not at the edge of the group's content. */
  isAtTotal: boolean
  /** Values that have a formula here; all others are blank. */
  columnIds: string[]
}

/** The lines whose column is on a shelf, in document order. */
export function calculatedLines(
  { adhocCalcs }: BaseElement,
  rows: readonly string[],
  columns: readonly string[],
): CalculatedLine[] {
  const listed: unknown[] = Array.isArray(adhocCalcs) ? adhocCalcs : []
  return listed.flatMap((entry, index): CalculatedLine[] => {
    if (!isRecord(entry)) return []
    const { inColumn, value } = entry
    const axis = rows.includes(String(inColumn)) ? 'rows' : 'columns'
    const keys = axis === 'rows' ? rows : columns
    const depth = keys.indexOf(String(inColumn))
    if (depth < 0) return []
    const outer = keys.slice(0, depth)
    const within = listOf(entry.in).filter(({ columnId }) => outer.includes(String(columnId)))
    const own = typeof value === 'string' ? [{ columnId: String(inColumn), value }] : []
    return [
      {
        index,
        id: String(entry.id),
        name: typeof entry.name === 'string' ? entry.name : '',
        axis,
        kept: depth + own.length,
        members: [...within.map((each) => ({ columnId: String(each.columnId), value: String(each.value) })), ...own],
        position: entry.position === 'above' ? 'above' : 'below',
        isAtTotal: entry.anchorRow === 'subtotal',
        columnIds: listOf(entry.calculations).map(({ columnId }) => String(columnId)),
      },
    ]
  })
}

/** The number of outer keys of a shelf whose groups show their values in a line of their own. */
export function parentsWithValues(shelf: unknown): number {
  return listOf(shelf).findLastIndex((entry) => entry.showValuesAggregatedAt === 'every-parent-row')
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
