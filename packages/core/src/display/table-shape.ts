import type { TableElement } from '../document/index.ts'
import type { TableShape } from './table-rows.ts'

/** Groupings and hidden columns of a table, for the layout of its rows. */
export function tableShape(element: TableElement): TableShape {
  const summary = new Set(element.summary ?? [])
  return {
    groupKeys: (element.groupings ?? []).map((grouping) => grouping.groupBy ?? []),
    hiddenColumnIds: new Set(
      element.columns.filter((column) => column.hidden || summary.has(column.id)).map((column) => column.id),
    ),
  }
}
