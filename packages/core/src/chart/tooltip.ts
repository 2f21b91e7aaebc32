/** The hovered object: a place of an axis, or one mark. */
export type HoverTarget =
  | { kind: 'place' /** Index of the panel. */; panel: number /** Category index, time or number. */; at: number }
  | { kind: 'mark'; seriesId: string; index: number }

export interface TooltipRow {
  /** Id of the series, so that the hovered one can be highlighted. */
  key: string
  color: string | undefined
  name: string
  /** The value with all digits, in the format of its column. */
  value: string
}

/** Texts of a tooltip; views must render them as text nodes and never as HTML. */
export interface TooltipContent {
  title: string | undefined
  /** Largest first for several values of one measure at one place. */
  rows: TooltipRow[]
  /** Number of rows beyond the first eight. */
  more: number
  total?: { name: string; value: string }
  /** The period is not over yet. */
  isUnfinished?: boolean
}

/** The marks of one series, in order. */
export function marksOf(seriesId: string, count: number): HoverTarget[] {
  return Array.from({ length: count }, (_, index) => ({ kind: 'mark' as const, seriesId, index }))
}

export const maxTooltipRows = 8

/** Rows by value, largest first, limited to what a tooltip shows. */
export function tooltipRows(rows: (TooltipRow & { size: number | null })[]): { rows: TooltipRow[]; more: number } {
  const sorted = [...rows].sort(
    (left, right) => (right.size ?? Number.NEGATIVE_INFINITY) - (left.size ?? Number.NEGATIVE_INFINITY),
  )
  return {
    rows: sorted.slice(0, maxTooltipRows).map(({ key, color, name, value }) => ({ key, color, name, value })),
    more: Math.max(0, sorted.length - maxTooltipRows),
  }
}
