import type { TableElement } from '@octavo/core/document'
import type { CSSProperties } from 'react'
import type { GridLook } from '../../grid/index.ts'
import { hexColor } from '../element-style.ts'

const heights: Record<string, number> = { 'extra-small': 24, small: 30, medium: 36, large: 44 }
const lines: readonly GridLook['lines'][] = ['none', 'vertical', 'horizontal', 'all']

interface TableLook {
  grid: GridLook
  /** Dividers that pivot tables draw twice as thick. */
  heavy: { vertical: boolean; horizontal: boolean }
  header: CSSProperties
  cell: CSSProperties
}

/** Room, lines, stripes and text of a table: its preset, and what the document says beside it. */
export function tableLook(element: TableElement): TableLook {
  const style = record(element.tableStyle)
  const isPresentation = style.preset === 'presentation'
  const texts = record(style.textStyles)
  return {
    grid: {
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

function textStyle(value: unknown): CSSProperties {
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
