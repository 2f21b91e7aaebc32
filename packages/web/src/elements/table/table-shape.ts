import type { DocumentColumn, TableElement } from '@octavo/core/document'
import type { TableShape } from '../../editor/index.ts'

/** Groupings and hidden columns of a table as its rows are laid out. */
export function shapeOf(element: TableElement): TableShape {
  const summary = new Set(element.summary ?? [])
  return {
    groupKeys: (element.groupings ?? []).map((grouping) => grouping.groupBy ?? []),
    hiddenColumnIds: new Set(
      element.columns.filter((column) => column.hidden || summary.has(column.id)).map((column) => column.id),
    ),
  }
}

/** The look that a document gives a column; absent fields follow the type. */
export function columnStyle(column: DocumentColumn | undefined): { align?: string; width?: number } {
  const style = column?.style
  if (typeof style !== 'object' || style === null) return {}
  const { align, width } = style as { align?: unknown; width?: unknown }
  return {
    ...(typeof align === 'string' ? { align } : {}),
    ...(typeof width === 'number' && width > 0 ? { width } : {}),
  }
}
