import {
  changeElement,
  type DocumentColumn,
  type DocumentEdit,
  type ElementFilter,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { FilterValue } from '../quick-filter/filter-value.ts'

export interface Breakdown {
  measureId: string
  axisId: string
  /** A column of the element, or one that is added. Absent: the values of the axis alone. */
  by?: DocumentColumn | undefined
  /** Only these values of the axis. */
  keys?: readonly FilterValue[] | undefined
}

/** Kinds that can show a measure over an axis by colour as they are. */
const cartesian = new Set(['bar-chart', 'line-chart', 'area-chart'])

/**
 * Edits that show one measure of an element over its axis, divided by another column. They are never stored. The element
 * keeps its id, source and filters, so that controls, policies and the filters of its source act as on the element itself.
 */
export function breakdownEdits(document: WorkbookDocument, elementId: string, breakdown: Breakdown): DocumentEdit[] {
  const { measureId, axisId, by, keys } = breakdown
  return changeElement(document, elementId, (element) => {
    const { id, kind, source, columns, filters = [], name } = element
    const isNew = by !== undefined && !columns.some((column) => column.id === by.id)
    const only: ElementFilter[] = keys
      ? [{ id: `${id} periods`, columnId: axisId, kind: 'list', mode: 'include', values: [...keys] }]
      : []
    return {
      id,
      kind: cartesian.has(kind) ? kind : 'bar-chart',
      source,
      ...(name === undefined ? {} : { name }),
      columns: isNew ? [...columns, by] : columns,
      filters: [...filters, ...only],
      xAxis: { columnId: axisId },
      yAxis: { columnIds: [measureId] },
      ...(by ? { color: { by: 'category', column: by.id } } : {}),
    }
  })
}
