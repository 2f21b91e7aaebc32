import type { TableElement } from '../document/index.ts'
import { type CellStyle, hexColor } from './cell-style.ts'

const heights: Record<string, number> = { 'extra-small': 24, small: 30, medium: 36, large: 44 }
/** Lines, spacing and banding of the rows. */
interface RowsLook {
  rowHeight: number
  lines: 'none' | 'vertical' | 'horizontal' | 'all'
  /** Every other row has a background: a colour, or the default one. */
  banding: string | true | undefined
}

const lines: readonly RowsLook['lines'][] = ['none', 'vertical', 'horizontal', 'all']

export interface TableLook {
  rows: RowsLook
  /** Dividers that pivot tables draw twice as thick. */
  heavy: { vertical: boolean; horizontal: boolean }
  header: CellStyle
  cell: CellStyle
}

/** Spacing, lines, banding and text of a table: its preset, overridden by the document's settings. */
export function tableLook(element: TableElement): TableLook {
  const style = record(element.tableStyle)
  const isPresentation = style.preset === 'presentation'
  const texts = record(style.textStyles)
  return {
    rows: {
      rowHeight: heights[String(style.cellSpacing)] ?? (isPresentation ? 36 : 30),
      lines: lines.find((known) => known === style.gridLines) ?? (isPresentation ? 'horizontal' : 'all'),
      banding: style.banding === 'shown' ? (hexColor(style.bandingColor) ?? true) : undefined,
    },
    heavy: {
      vertical: style.heavyVerticalDividers === 'shown',
      horizontal: style.heavyHorizontalDividers === 'shown',
    },
    header: textStyle(texts.header),
    cell: textStyle(texts.cell),
  }
}

function textStyle(value: unknown): CellStyle {
  const { color, backgroundColor, fontWeight, fontSize } = record(value)
  const text = hexColor(color)
  const background = hexColor(backgroundColor)
  return {
    ...(text ? { color: text } : {}),
    ...(background ? { backgroundColor: background } : {}),
    ...(fontWeight === 'bold' ? { fontWeight: 600 } : {}),
    ...(typeof fontSize === 'number' && fontSize >= 8 && fontSize <= 24 ? { fontSize } : {}),
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
