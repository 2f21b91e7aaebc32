import {
  frozenColumns,
  type ShownCell,
  type TableColumn,
  type TableView,
  tableCells,
  tableLook,
} from '@octavo/core/display'
import type { TableElement } from '@octavo/core/document'
import type { CSSProperties } from 'react'
import type { ElementData, ElementSort } from '../../editor/index.ts'
import { documentLocale } from '../../formats.ts'
import type { GridCell, GridColumn, GridSource } from '../../grid/index.ts'
import { webAddress } from '../web-address.ts'

interface GridSourceInput {
  element: TableElement
  data: ElementData
  view: TableView
  sort: ElementSort | undefined
  words: { null: string }
}

/** The table as the grid asks for it: names, alignment and the text of each cell. */
export function gridSource({ element, data, view, sort, words }: GridSourceInput): GridSource {
  const cells = tableCells(element, data, view, { locale: documentLocale(), words })
  const toggles = togglePlaces(view.columns)
  const look = tableLook(element)
  const marks = sort ? [sort] : savedSorts(element)
  return {
    columns: cells.columns.map(
      ({ column, ofDocument, align, isNumeric, width }): GridColumn => ({
        id: column.id,
        name: column.name,
        align,
        isNumeric,
        width,
        isSortable: true,
        sort: marks.find((mark) => mark.columnId === column.id)?.direction,
        description: ofDocument?.description || undefined,
        headerStyle: look.header,
      }),
    ),
    frozenColumns: frozenColumns(
      element,
      view.columns.map(({ column }) => column.id),
    ),
    look: look.rows,
    hasGroups: (element.groupings?.length ?? 0) > 0,
    rowCount: view.rowCount,
    totals: cells.totals?.map((cell) => cell && gridCell(cell)),
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
    cell: (rowIndex, columnIndex) => gridCell(cells.cell(rowIndex, columnIndex)),
  }
}

function gridCell({ link, style, ...cell }: ShownCell): GridCell {
  const href = link === undefined ? undefined : webAddress(link)
  return { ...cell, ...(style ? { style: onScreen(style) } : {}), ...(href ? { href } : {}) }
}

/** An author's text colour on the table itself: lighter in the dark theme, where most of them could not be read. */
export function onScreen(style: CSSProperties): CSSProperties {
  const { color, backgroundColor } = style
  if (color === undefined || backgroundColor !== undefined) return style
  return { ...style, color: `light-dark(${color}, color-mix(in srgb, ${color} 55%, white))` }
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
