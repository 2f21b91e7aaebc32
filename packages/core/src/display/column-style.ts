import type { DocumentColumn, TableElement } from '../document/index.ts'
import { type CellStyle, hexColor } from './cell-style.ts'
import { onBackground } from './conditional-formats.ts'

/** The column style of a document; absent fields depend on the type. */
export function columnStyle(column: DocumentColumn | undefined): {
  align?: string
  width?: number
  cell: CellStyle
} {
  const style = column?.style
  if (typeof style !== 'object' || style === null) return { cell: {} }
  const { align, width, color, backgroundColor } = style as Record<string, unknown>
  const background = hexColor(backgroundColor)
  const text = hexColor(color)
  return {
    ...(typeof align === 'string' ? { align } : {}),
    ...(typeof width === 'number' && width > 0 ? { width } : {}),
    cell: {
      ...(background ? onBackground(background) : {}),
      ...(text ? { color: text } : {}),
    },
  }
}

/** The number of columns from the left up to the one that the document freezes. */
export function frozenColumns(element: TableElement, columnIds: readonly string[]): number {
  const frozen = element.frozenColumn as { columnId?: unknown } | null | undefined
  return columnIds.indexOf(String(frozen?.columnId ?? '')) + 1
}
