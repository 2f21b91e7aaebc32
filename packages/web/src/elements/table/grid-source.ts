import type { DocumentColumn, TableElement } from '@octavo/core/document'
import { cellFormatter } from '@octavo/core/format'
import type { Cell, ResultColumn } from '@octavo/core/types'
import { cellAt, type ElementSort, stateAt, type TableColumn, type TableView } from '../../editor/index.ts'
import type { GridCell, GridColumn, GridSource } from '../../grid/index.ts'
import { columnStyle } from './table-shape.ts'

interface GridSourceInput {
  element: TableElement
  view: TableView
  sort: ElementSort | undefined
  words: { null: string }
}

const blank: GridCell = { text: '', raw: '', look: 'blank' }

/** The table as the grid asks for it: names, alignment and the text of each cell. */
export function gridSource({ element, view, sort, words }: GridSourceInput): GridSource {
  const ofDocument = new Map(element.columns.map((column) => [column.id, column]))
  const formatters = view.columns.map(({ column }) => cellFormatter(column.type, ofDocument.get(column.id)?.format))
  const toggles = togglePlaces(view.columns)
  const marks = sort ? [sort] : savedSorts(element)
  return {
    columns: view.columns.map(({ column }) => gridColumn(column, ofDocument.get(column.id), marks)),
    hasGroups: (element.groupings?.length ?? 0) > 0,
    rowCount: view.rowCount,
    row(index) {
      const row = view.row(index)
      if (row.kind !== 'cells') {
        const placeholder = row.kind === 'failed' ? 'failed' : 'loading'
        return { key: row.key, isGroup: false, depth: row.depth, placeholder }
      }
      const columnIndex = toggles.get(row.level) ?? 0
      return {
        key: row.key,
        isGroup: row.groupKey !== undefined,
        depth: row.depth,
        ...(row.groupKey ? { toggle: { columnIndex, isOpen: row.isOpen, isBusy: row.isBusy } } : {}),
      }
    },
    cell(rowIndex, columnIndex) {
      const row = view.row(rowIndex)
      const shown = view.columns[columnIndex]
      const format = formatters[columnIndex]
      if (row.kind !== 'cells' || !shown || !format || shown.level !== row.level) return blank
      const place = row.rows.columns.findIndex((column) => column.id === shown.column.id)
      if (place < 0) return blank
      const state = stateAt(row.rows, place, row.index)
      if (state === 'several') return { text: '*', raw: '*', look: 'several' }
      if (state === 'restricted') return { text: '•••', raw: '', look: 'restricted' }
      if (state === 'error') return { text: '#', raw: '', look: 'error' }
      return gridCell(cellAt(row.rows, place, row.index), format, words)
    },
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
    width: style.width,
    isSortable: true,
    sort: marks.find((mark) => mark.columnId === column.id)?.direction,
  }
}

function alignment(asked: string | undefined, column: ResultColumn): GridColumn['align'] {
  if (asked === 'left' || asked === 'start') return 'start'
  if (asked === 'right' || asked === 'end') return 'end'
  if (asked === 'center' || asked === 'middle') return 'center'
  const { kind } = column.type
  return kind === 'int64' || kind === 'decimal' || kind === 'float64' ? 'end' : 'start'
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
