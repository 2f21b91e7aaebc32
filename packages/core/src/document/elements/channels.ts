import { isRecord } from '../check-schema.ts'
import type { ColumnUse } from './define.ts'

type Element = Record<string, unknown>

/** The column of `{ columnId }` in a field, if present. */
export function pointerUse(element: Element, field: string): ColumnUse[] {
  const pointer = element[field]
  return isRecord(pointer) && pointer.columnId !== undefined
    ? [{ path: `${field}.columnId`, columnId: pointer.columnId }]
    : []
}

/** Columns of an axis; an entry is an id or `{ columnId }`. */
export function axisUses(element: Element, field: 'yAxis' | 'yAxis2'): ColumnUse[] {
  const axis = element[field]
  if (!isRecord(axis) || !Array.isArray(axis.columnIds)) return []
  return axis.columnIds.map((entry: unknown, index) =>
    isRecord(entry)
      ? { path: `${field}.columnIds[${index}].columnId`, columnId: entry.columnId }
      : { path: `${field}.columnIds[${index}]`, columnId: entry },
  )
}

export function colorUse(element: Element): ColumnUse[] {
  const color = element.color
  return isRecord(color) && color.column !== undefined ? [{ path: 'color.column', columnId: color.column }] : []
}

function trellisUses(element: Element): ColumnUse[] {
  const trellis = element.trellis
  if (!isRecord(trellis)) return []
  return (['rowsBy', 'columnsBy'] as const).flatMap((side) => {
    const entries = trellis[side]
    if (!Array.isArray(entries)) return []
    return entries.flatMap((entry: unknown, index) =>
      isRecord(entry) ? [{ path: `trellis.${side}[${index}].columnId`, columnId: entry.columnId }] : [],
    )
  })
}

/** The columns of x, primary y, colour and trellis. `yAxis2` repeats entries of `yAxis` and is checked separately. */
export function cartesianUses(element: Element): ColumnUse[] {
  return [
    ...pointerUse(element, 'xAxis'),
    ...axisUses(element, 'yAxis'),
    ...colorUse(element),
    ...pointerUse(element, 'size'),
    ...trellisUses(element),
  ]
}

export function pieUses(element: Element): ColumnUse[] {
  return [
    ...pointerUse(element, 'value'),
    ...pointerUse(element, 'color'),
    ...pointerUse(element, 'holeValue'),
    ...trellisUses(element),
  ]
}

export function kpiUses(element: Element): ColumnUse[] {
  return [
    ...pointerUse(element, 'value'),
    ...pointerUse(element, 'timeline'),
    ...pointerUse(element, 'comparisonColumn'),
  ]
}

/** A list of `{ columnId }`. */
export function pointerListUses(element: Element, field: string): ColumnUse[] {
  const list = element[field]
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown, index) =>
    isRecord(entry) ? [{ path: `${field}[${index}].columnId`, columnId: entry.columnId }] : [],
  )
}

export function pivotUses(element: Element): ColumnUse[] {
  const values = Array.isArray(element.values) ? element.values : []
  return [
    ...pointerListUses(element, 'rowsBy'),
    ...pointerListUses(element, 'columnsBy'),
    ...values.map((columnId: unknown, index) => ({ path: `values[${index}]`, columnId })),
  ]
}

export function waterfallUses(element: Element): ColumnUse[] {
  return [...cartesianUses(element), ...pointerUse(element, 'splitBy')]
}
