import type { DocumentColumn, TableElement } from '@octavo/core/document'
import type { Cell, ResultColumn } from '@octavo/core/types'
import type { CSSProperties } from 'react'
import {
  cellAt,
  type ElementData,
  type ElementSort,
  type LevelRows,
  stateAt,
  type TableColumn,
  type TableView,
} from '../../editor/index.ts'
import { cellFormatter } from '../../formats.ts'
import type { GridCell, GridColumn, GridSource } from '../../grid/index.ts'
import { webAddress } from '../web-address.ts'
import { columnStyle, frozenColumns } from './column-style.ts'
import { type CellLook, conditionalFormats } from './conditional-formats.ts'
import { tableLook } from './table-style.ts'

interface GridSourceInput {
  element: TableElement
  data: ElementData
  view: TableView
  sort: ElementSort | undefined
  words: { null: string }
}

const blank: GridCell = { text: '', raw: '', look: 'blank' }

/** The table as the grid asks for it: names, alignment and the text of each cell. */
export function gridSource({ element, data, view, sort, words }: GridSourceInput): GridSource {
  const ofDocument = new Map(element.columns.map((column) => [column.id, column]))
  const formatters = view.columns.map(({ column }) => cellFormatter(column.type, ofDocument.get(column.id)?.format))
  const toggles = togglePlaces(view.columns)
  const look = tableLook(element)
  const formatOf = conditionalFormats(element, rangesOf(data))
  const styles = view.columns.map(({ column }) => ({ ...look.cell, ...columnStyle(ofDocument.get(column.id)).cell }))
  const links = view.columns.map(({ column }) => linkOf(ofDocument.get(column.id)))
  const marks = sort ? [sort] : savedSorts(element)
  return {
    columns: view.columns.map(({ column }) => ({
      ...gridColumn(column, ofDocument.get(column.id), marks),
      headerStyle: look.header,
    })),
    frozenColumns: frozenColumns(
      element,
      view.columns.map(({ column }) => column.id),
    ),
    look: look.grid,
    hasGroups: (element.groupings?.length ?? 0) > 0,
    rowCount: view.rowCount,
    row(index) {
      const row = view.row(index)
      if (row.kind !== 'cells') {
        const placeholder = row.kind === 'failed' ? 'failed' : 'loading'
        return { key: row.key, isGroup: false, depth: row.depth, parent: row.parent, placeholder }
      }
      const columnIndex = toggles.get(row.level) ?? 0
      return {
        key: row.key,
        isGroup: row.groupKey !== undefined,
        depth: row.depth,
        parent: row.parent,
        ...(row.groupKey ? { toggle: { columnIndex, isOpen: row.isOpen, isBusy: row.isBusy } } : {}),
      }
    },
    cell(rowIndex, columnIndex) {
      const row = view.row(rowIndex)
      const shown = view.columns[columnIndex]
      const usual = formatters[columnIndex]
      if (row.kind !== 'cells' || !shown || !usual || shown.level !== row.level) return blank
      const place = row.rows.columns.findIndex((column) => column.id === shown.column.id)
      if (place < 0) return blank
      const state = stateAt(row.rows, place, row.index)
      if (state === 'several') return { text: '*', raw: '*', look: 'several' }
      if (state === 'restricted') return { text: '•••', raw: '', look: 'restricted' }
      if (state === 'error') return { text: '#', raw: '', look: 'error' }
      const cell = cellAt(row.rows, place, row.index)
      const rule = formatOf(shown.column.id, cell)
      const format = rule?.format ? cellFormatter(shown.column.type, rule.format) : usual
      return {
        ...gridCell(cell, format, words),
        ...lookOf(styles[columnIndex], rule),
        ...hrefOf(links[columnIndex], row.rows, row.index),
      }
    },
  }
}

function lookOf(style: CSSProperties | undefined, rule: CellLook | undefined): Pick<GridCell, 'style' | 'bar'> {
  const merged = { ...style, ...rule?.style }
  return { ...(Object.keys(merged).length > 0 ? { style: merged } : {}), ...(rule?.bar ? { bar: rule.bar } : {}) }
}

/** The column that holds the address of a link; links by formula wait for the server. */
function linkOf(column: DocumentColumn | undefined): string | undefined {
  const link = column?.link as { kind?: unknown; columnId?: unknown } | undefined
  return link?.kind === 'column' && typeof link.columnId === 'string' ? link.columnId : undefined
}

function hrefOf(columnId: string | undefined, rows: LevelRows, index: number): Pick<GridCell, 'href'> {
  if (columnId === undefined) return {}
  const place = rows.columns.findIndex((column) => column.id === columnId)
  const href = place < 0 ? undefined : webAddress(cellAt(rows, place, index))
  return href ? { href } : {}
}

/** Smallest and greatest value of each column among all rows that are here; each column is looked through once. */
function rangesOf(data: ElementData) {
  const known = new Map<string, { min: number; max: number } | undefined>()
  const parts = () => [...data.levels.values(), ...[...data.children.values()].flatMap(({ rows }) => rows ?? [])]
  return (columnId: string) => {
    if (known.has(columnId)) return known.get(columnId)
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    for (const rows of parts()) {
      const place = rows.columns.findIndex((column) => column.id === columnId)
      for (let row = 0; place >= 0 && row < rows.rowCount; row++) {
        const cell = cellAt(rows, place, row)
        const value = cell === null || cell === '' ? Number.NaN : Number(cell)
        if (value < min) min = value
        if (value > max) max = value
      }
    }
    const range = min <= max ? { min, max } : undefined
    known.set(columnId, range)
    return range
  }
}

function gridCell(cell: Cell, format: (cell: Cell) => string, words: { null: string }): GridCell {
  const text = format(cell)
  if (cell !== null) return { text, raw: String(cell) }
  return { text: text === '' ? words.null : text, raw: '', look: 'null' }
}

function gridColumn(
  column: ResultColumn,
  ofDocument: DocumentColumn | undefined,
  marks: readonly { columnId: string; direction: 'ascending' | 'descending' }[],
): GridColumn {
  const style = columnStyle(ofDocument)
  return {
    id: column.id,
    name: column.name,
    align: alignment(style.align, column),
    isNumeric: isNumber(column),
    width: style.width,
    isSortable: true,
    sort: marks.find((mark) => mark.columnId === column.id)?.direction,
    description: ofDocument?.description || undefined,
  }
}

function alignment(asked: string | undefined, column: ResultColumn): GridColumn['align'] {
  if (asked === 'left' || asked === 'start') return 'start'
  if (asked === 'right' || asked === 'end') return 'end'
  if (asked === 'center' || asked === 'middle') return 'center'
  return isNumber(column) ? 'end' : 'start'
}

function isNumber({ type: { kind } }: ResultColumn): boolean {
  return kind === 'int64' || kind === 'decimal' || kind === 'float64'
}

/** The first column of each level holds the toggle of its rows. */
function togglePlaces(columns: readonly TableColumn[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [index, { level }] of columns.entries()) if (!places.has(level)) places.set(level, index)
  return places
}

function savedSorts(element: TableElement) {
  return [...(element.groupings ?? []).map((grouping) => grouping.sort), element.sort].flatMap(
    (sort) => sort?.[0] ?? [],
  )
}
