import { orderOf, type TableElement } from '@octavo/core/document'
import type { ColumnError } from '../../editor/index.ts'
import type { GridCell, GridColumn, GridSource } from '../../grid/index.ts'

/** The place of a column among those that have cells, or the column that has none. */
type Place = number | ColumnError

const errorCell: GridCell = { text: '#', raw: '', look: 'error' }

/** Whether the formula of a column names a column or metric that does not exist. */
export function isUnknown({ code }: ColumnError): boolean {
  return code === 'unknown_column' || code === 'unknown_metric'
}

/**
 * Adds the columns whose formula has an error to the grid, each in its place: the header shows the error, and the other columns continue to
 * show their data. Cells show `unknown` for columns that refer to a missing column.
 */
export function withBrokenColumns(
  source: GridSource,
  element: TableElement,
  errors: readonly ColumnError[],
  unknown: string,
): GridSource {
  if (errors.length === 0) return source
  const places = placesOf(source, element, errors)
  const unknownCell: GridCell = { ...errorCell, text: unknown }
  const columnAt = (index: number) => places.indexOf(index)
  return {
    ...source,
    columns: places.flatMap((place) =>
      typeof place === 'number' ? (source.columns[place] ?? []) : brokenColumn(place),
    ),
    frozenColumns: source.frozenColumns === 0 ? 0 : columnAt(source.frozenColumns - 1) + 1,
    row(index) {
      const row = source.row(index)
      return row.toggle ? { ...row, toggle: { ...row.toggle, columnIndex: columnAt(row.toggle.columnIndex) } } : row
    },
    cell(rowIndex, columnIndex) {
      const place = places[columnIndex]
      if (typeof place === 'number') return source.cell(rowIndex, place)
      return place && isUnknown(place) ? unknownCell : errorCell
    },
  }
}

/** Each column without cells follows the nearest one before it in the order of the element that is shown. */
function placesOf({ columns }: GridSource, element: TableElement, errors: readonly ColumnError[]): Place[] {
  const places: Place[] = columns.map((_, index) => index)
  const order = orderOf(element)
  const idOf = (place: Place) => (typeof place === 'number' ? columns[place]?.id : place.id)
  for (const error of errors) {
    const before = order.slice(0, Math.max(0, order.indexOf(error.id))).reverse()
    const anchor = before.find((id) => places.some((place) => idOf(place) === id))
    const at = places.findIndex((place) => idOf(place) === anchor)
    places.splice(anchor === undefined ? (order.includes(error.id) ? 0 : places.length) : at + 1, 0, error)
  }
  return places
}

function brokenColumn({ id, name, message, hint }: ColumnError): GridColumn {
  return { id, name, align: 'start', isSortable: false, error: [message, hint].filter(Boolean).join(' ') }
}
