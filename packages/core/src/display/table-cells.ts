import { type DocumentColumn, type TableElement, totalsOf } from '../document/index.ts'
import { cellFormatter, type FormatLocale } from '../format/index.ts'
import type { Cell, ResultColumn } from '../types/index.ts'
import type { CellStyle } from './cell-style.ts'
import { type ColumnRange, columnRanges } from './column-ranges.ts'
import { columnStyle } from './column-style.ts'
import { type CellBar, type CellLook, conditionalFormats } from './conditional-formats.ts'
import type { ElementRows } from './element-rows.ts'
import { cellAt, columnPlace, type LevelRows, stateAt } from './level-rows.ts'
import type { TableView } from './table-rows.ts'
import { tableLook } from './table-style.ts'

export interface ShownCell {
  /** The displayed text. */
  text: string
  /** The exact value. */
  raw: string
  look?: 'null' | 'several' | 'restricted' | 'error' | 'blank' | undefined
  /** Colours and weight of this cell, if they differ from its column. */
  style?: CellStyle | undefined
  /** A bar behind the text, between two fractions of the width. */
  bar?: CellBar | undefined
  /** The value of the link column, if the cell has a link; the address is not validated. */
  link?: Cell
}

export interface ShownColumn {
  column: ResultColumn
  ofDocument: DocumentColumn | undefined
  align: 'start' | 'center' | 'end'
  isNumeric: boolean
  /** In pixels, if the document sets it. */
  width: number | undefined
}

export interface TableCells {
  columns: ShownColumn[]
  cell(rowIndex: number, columnIndex: number): ShownCell
  /** Grand totals by column, null for a column without one; undefined when no displayed column has one. */
  totals: (ShownCell | null)[] | undefined
}

const blank: ShownCell = { text: '', raw: '', look: 'blank' }

/** The displayed columns of a table, and the text and style of each cell. */
export function tableCells(
  element: TableElement,
  data: ElementRows,
  view: TableView,
  { locale, words }: { locale: FormatLocale; words: { null: string } },
): TableCells {
  const ofDocument = new Map(element.columns.map((column) => [column.id, column]))
  const formatters = view.columns.map(({ column }) =>
    cellFormatter(column.type, ofDocument.get(column.id)?.format, locale),
  )
  const look = tableLook(element)
  const formatOf = conditionalFormats(element, rangesOf(data))
  const styles = view.columns.map(({ column }) => ({ ...look.cell, ...columnStyle(ofDocument.get(column.id)).cell }))
  const links = view.columns.map(({ column }) => linkOf(ofDocument.get(column.id)))
  const total = (columnId: string | undefined, style: CellStyle | undefined): ShownCell | null => {
    const summary = data.levels.get('summary')
    const place = summary?.columns.findIndex(({ id }) => id === columnId) ?? -1
    const column = summary?.columns[place]
    if (!summary || !column || summary.rowCount === 0) return null
    if (stateAt(summary, place, 0) === 'restricted') return { text: '•••', raw: '', look: 'restricted' }
    const format = cellFormatter(column.type, ofDocument.get(column.id)?.format, locale)
    return { ...textOf(cellAt(summary, place, 0), format, words), ...lookOf(style, undefined) }
  }
  const totalIds = totalsOf(element)
  const totals = view.columns.map(({ column }, index) => total(totalIds[column.id], styles[index]))
  return {
    columns: view.columns.map(({ column }) => shownColumn(column, ofDocument.get(column.id))),
    totals: totals.some((cell) => cell !== null) ? totals : undefined,
    cell(rowIndex, columnIndex) {
      const row = view.row(rowIndex)
      const shown = view.columns[columnIndex]
      const usual = formatters[columnIndex]
      if (row.kind !== 'cells' || !shown || !usual || shown.level !== row.level) return blank
      const place = columnPlace(row.rows, shown.column.id)
      if (place < 0) return blank
      const state = stateAt(row.rows, place, row.index)
      if (state === 'several') return { text: '*', raw: '*', look: 'several' }
      if (state === 'restricted') return { text: '•••', raw: '', look: 'restricted' }
      if (state === 'error') return { text: '#', raw: '', look: 'error' }
      const cell = cellAt(row.rows, place, row.index)
      const rule = formatOf(shown.column.id, cell)
      const format = rule?.format ? cellFormatter(shown.column.type, rule.format, locale) : usual
      return {
        ...textOf(cell, format, words),
        ...lookOf(styles[columnIndex], rule),
        ...linkedTo(links[columnIndex], row.rows, row.index),
      }
    },
  }
}

function textOf(cell: Cell, format: (cell: Cell) => string, words: { null: string }): ShownCell {
  const text = format(cell)
  if (cell !== null) return { text, raw: String(cell) }
  return { text: text === '' ? words.null : text, raw: '', look: 'null' }
}

function lookOf(style: CellStyle | undefined, rule: CellLook | undefined): Pick<ShownCell, 'style' | 'bar'> {
  const merged = { ...style, ...rule?.style }
  return { ...(Object.keys(merged).length > 0 ? { style: merged } : {}), ...(rule?.bar ? { bar: rule.bar } : {}) }
}

/** The column with the address of a link; links by formula are not supported yet. */
function linkOf(column: DocumentColumn | undefined): string | undefined {
  const link = column?.link as { kind?: unknown; columnId?: unknown } | undefined
  return link?.kind === 'column' && typeof link.columnId === 'string' ? link.columnId : undefined
}

function linkedTo(columnId: string | undefined, rows: LevelRows, index: number): Pick<ShownCell, 'link'> {
  if (columnId === undefined) return {}
  const place = columnPlace(rows, columnId)
  return place < 0 ? {} : { link: cellAt(rows, place, index) }
}

/** Ranges among all loaded rows. */
function rangesOf({ levels, children }: ElementRows): ColumnRange {
  return columnRanges([...levels.values(), ...[...children.values()].flatMap(({ rows }) => rows ?? [])])
}

function shownColumn(column: ResultColumn, ofDocument: DocumentColumn | undefined): ShownColumn {
  const style = columnStyle(ofDocument)
  return {
    column,
    ofDocument,
    align: alignment(style.align, column),
    isNumeric: isNumber(column),
    width: style.width,
  }
}

function alignment(asked: string | undefined, column: ResultColumn): ShownColumn['align'] {
  if (asked === 'left' || asked === 'start') return 'start'
  if (asked === 'right' || asked === 'end') return 'end'
  if (asked === 'center' || asked === 'middle') return 'center'
  return isNumber(column) ? 'end' : 'start'
}

function isNumber({ type: { kind } }: ResultColumn): boolean {
  return kind === 'int64' || kind === 'decimal' || kind === 'float64'
}
