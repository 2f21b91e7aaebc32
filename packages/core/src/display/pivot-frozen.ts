import type { DataElement } from '../document/index.ts'
import type { PivotLine } from './pivot-lines.ts'
import { pivotShape } from './pivot-shape.ts'

/** A value column that is frozen: its distance from the left and its width, in pixels. */
export interface FrozenColumn {
  left: number
  width: number
}

const usualWidth = 120

/**
 * The columns of a pivot table from the left up to the first one that shows the frozen value. `headers` is the width of the row headers
 * before them. A group of columns is never split, so that its name remains visible. Empty when values are on rows.
 */
export function frozenPivotColumns(
  element: DataElement,
  columns: readonly PivotLine[],
  headers: number,
): readonly FrozenColumn[] {
  const { frozenColumn } = element as { frozenColumn?: { columnId?: unknown } | null }
  const { values, valuesOnRows, widths } = pivotShape(element)
  const frozen = String(frozenColumn?.columnId ?? '')
  if (valuesOnRows || !values.includes(frozen)) return []
  const shownBy = ({ valueId }: PivotLine) => valueId ?? values[0] ?? ''
  const found = columns.findIndex((column) => shownBy(column) === frozen)
  const group = (at: number) => columns[at]?.headers[0]?.key
  const after = columns.findIndex((_, at) => at > found && group(at) !== group(found))
  const last = found < 0 ? found : (after < 0 ? columns.length : after) - 1
  let left = headers
  return columns.slice(0, last + 1).map((column) => {
    const place = { left, width: widths.body(shownBy(column)) ?? usualWidth }
    left += place.width
    return place
  })
}
