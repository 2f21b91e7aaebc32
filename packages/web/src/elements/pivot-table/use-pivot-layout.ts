import {
  frozenPivotColumns,
  type PivotLine,
  type PivotView,
  pivotHeads,
  pivotShape,
  tableLook,
} from '@octavo/core/display'
import type { DataElement, TableElement } from '@octavo/core/document'
import { useMemo } from 'react'
import type { ElementData } from '../../editor/index.ts'
import { edgesOf } from '../../grid/index.ts'
import { cellReader, linesOfCells } from './pivot-drawing.ts'
import { pivotColumnWidths } from './pivot-widths.ts'

/** More columns are not drawn: their headers alone would take long. */
const mostColumns = 1000
const headerWidth = 150
const usualTextSize = 14

/** Widths, headers and styles of a pivot table, which do not depend on what is in view. */
export function usePivotLayout(element: DataElement, data: ElementData, view: PivotView) {
  return useMemo(() => layoutOf(element, data, view), [element, data, view])
}

function layoutOf(element: DataElement, data: ElementData, view: PivotView) {
  const shape = pivotShape(element)
  const look = tableLook(element as TableElement)
  const columns = view.columns.slice(0, mostColumns)
  const columnLevels = Math.max(1, view.columnTitles.length)
  const rowLevels = Math.max(1, view.rowTitles.length)
  const headerWidths = Array.from(
    { length: rowLevels },
    (_, level) => shape.widths.headers(shape.rows[level] ?? '') ?? headerWidth,
  )
  const lefts = edgesOf(headerWidths)
  const headersWidth = lefts[rowLevels] ?? 0
  const heads = pivotHeads(columns, columnLevels, false)
  const frozen = frozenPivotColumns(element, columns, headersWidth)
  const readCell = cellReader(element, data, view, shape)
  const widths = pivotColumnWidths({
    columns,
    rows: view.rows,
    heads,
    textOf: (row, column) => readCell(row, column, false).text,
    widthOf: (column, at) => frozen[at]?.width ?? widthInDocument(shape, column),
    scale: Number(look.cell.fontSize ?? usualTextSize) / usualTextSize,
  })
  const edges = edgesOf(widths)
  return {
    shape,
    look,
    columns,
    heads,
    rowHeads: pivotHeads(view.rows, rowLevels, shape.repeatsLabels),
    rowLevels,
    columnLevels,
    headerWidths,
    headersWidth,
    /** Row headers are one beside the other, and stay in view. */
    left: (level: number) => {
      const width = headerWidths[level] ?? headerWidth
      return { left: lefts[level] ?? 0, minWidth: width, maxWidth: width }
    },
    frozen,
    /** Row headers and the columns beside them that stay in view. */
    keptWidth: frozen.reduce((sum, { width }) => sum + width, headersWidth),
    widths,
    edges,
    readCell,
    cellLines: linesOfCells(look),
    isBanded: look.rows.banding !== undefined,
  }
}

/** Where values are on rows, a column is as wide as the widest of them. */
function widthInDocument(shape: ReturnType<typeof pivotShape>, column: PivotLine): number | undefined {
  const ids = shape.valuesOnRows ? shape.values : [column.valueId ?? shape.values[0] ?? '']
  const widths = ids.flatMap((id) => shape.widths.body(id) ?? [])
  return widths.length > 0 ? Math.max(...widths) : undefined
}
