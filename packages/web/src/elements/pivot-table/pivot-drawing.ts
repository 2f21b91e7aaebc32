import {
  type CellLook,
  columnStyle,
  conditionalFormats,
  type FrozenColumn,
  type PivotCell,
  type PivotHead,
  type PivotLine,
  type PivotShape,
  type PivotView,
  rangesOfCells,
  scopeOf,
  type TableLook,
  tableLook,
} from '@octavo/core/display'
import type { DataElement, TableElement } from '@octavo/core/document'
import type { CellFormatter } from '@octavo/core/format'
import type { ResultColumn } from '@octavo/core/types'
import type { CSSProperties, ReactNode } from 'react'
import type { ElementData } from '../../editor/index.ts'
import { cellFormatter } from '../../formats.ts'
import { classNames } from '../../ui/index.ts'
import type { LineRun } from './heads-in-view.ts'

/** A cell with everything that its rules and styles make of it. */
export interface DrawnCell {
  cell: PivotCell
  text: string
  scope: PivotLine['scope']
  rule: CellLook | undefined
  style: CSSProperties
  align: string | undefined
  isNumber: boolean
}

/** Reads the cells of a pivot table as they are drawn. */
export type CellReader = (row: PivotLine, column: PivotLine, isOdd: boolean) => DrawnCell

/** What the rows and the head of a pivot table share. It stays the same while the reader scrolls downwards. */
export interface PivotDrawing {
  view: PivotView
  shape: PivotShape
  look: TableLook
  columns: readonly PivotLine[]
  /** The headers of the columns, level by level. */
  heads: readonly (readonly (PivotHead | null)[])[]
  /** Columns in view; those between the runs are not drawn. */
  columnRuns: readonly LineRun[]
  /** Place and width of the row headers. */
  left: (level: number) => { left: number; minWidth: number; maxWidth: number }
  frozen: readonly FrozenColumn[]
  readCell: CellReader
  cellLines: string
  isBanded: boolean
  /** The keyboard reaches cells. */
  byKeyboard: boolean
  headerText: (axis: 'rows' | 'columns', header: PivotHead['header']) => ReactNode
  words: { total: string; restricted: string; several: string; error: string }
}

export function cellReader(element: DataElement, data: ElementData, view: PivotView, shape: PivotShape): CellReader {
  const look = tableLook(element as TableElement)
  const { banding } = look.rows
  const bandedCell = typeof banding === 'string' ? { backgroundColor: banding, ...look.cell } : look.cell
  const styles = new Map(element.columns.map((column) => [column.id, columnStyle(column)]))
  const types = new Map((data.levels.get('base')?.columns ?? []).map(({ id, type }) => [id, type]))
  const formatOf = conditionalFormats(element as TableElement, rangesOfCells(data))
  const formatterOf = formattersOfRules()
  return (row, column, isOdd) => {
    const cell = view.cell(row, column)
    const { columnId, look: ofTotal } = cell
    const scope = scopeOf(row, column)
    const type = types.get(columnId)
    const rule = cell.cell === undefined || cell.state ? undefined : formatOf(columnId, cell.cell, scope)
    const isFormatted = rule?.format && type && cell.cell !== undefined
    return {
      cell,
      scope,
      rule,
      text: isFormatted ? formatterOf(columnId, type, rule.format)(cell.cell ?? null) : cell.text,
      style: {
        ...(isOdd ? bandedCell : look.cell),
        ...styles.get(columnId)?.cell,
        ...shape.looks[scope],
        ...ofTotal?.style,
        ...rule?.style,
      },
      align: ofTotal?.align ?? styles.get(columnId)?.align,
      isNumber: type !== undefined && ['int64', 'decimal', 'float64'].includes(type.kind),
    }
  }
}

/** The formatter of each column and rule, created once. */
function formattersOfRules() {
  const made = new Map<string, Map<unknown, CellFormatter>>()
  return (columnId: string, type: ResultColumn['type'], format: CellLook['format']): CellFormatter => {
    const ofColumn = made.get(columnId) ?? new Map<unknown, CellFormatter>()
    const formatter = ofColumn.get(format) ?? cellFormatter(type, format)
    made.set(columnId, ofColumn.set(format, formatter))
    return formatter
  }
}

/** Lines below and beside cells, as the document says. */
export function linesOfCells({ heavy, rows: { lines } }: TableLook): string {
  return classNames(
    heavy.horizontal
      ? 'border-b-2 border-b-line-strong'
      : (lines === 'all' || lines === 'horizontal') && 'border-b border-b-line',
    heavy.vertical
      ? 'border-r-2 border-r-line-strong'
      : (lines === 'all' || lines === 'vertical') && 'border-r border-r-line',
  )
}
