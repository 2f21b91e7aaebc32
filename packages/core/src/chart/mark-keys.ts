import type { Cell, ValueType } from '../types/index.ts'
import { type ChartColumn, distinct, isNumeric } from './chart-data.ts'
import type { DrawContext } from './drawing.ts'
import { list, pointer, record } from './fields.ts'
import { plainText } from './rich-text.ts'

/** Values by which a chart divides its rows, as one mark shows them. */
export interface MarkKey {
  columnId: string
  /** Of the column. */
  name: string
  type: ValueType
  /** More than one where a mark joins several, as the slice of all others does. */
  values: Cell[]
  /** The value as the chart writes it; absent where there are several. */
  text?: string
}

/** A mark of more values than these, such as a slice of all others, is no filter that anybody could read. */
const mostValues = 200

/**
 * The columns by which the chart divides its rows, with their values in these rows. A column that differs among the rows
 * does not say what they have in common, and is left out unless it is the only one.
 */
export function markKeys(context: DrawContext, rows: readonly number[]): MarkKey[] {
  if (rows.length === 0) return []
  const columns = dividingColumns(context)
  return columns.flatMap((column): MarkKey[] => {
    const values = distinct(rows.map((row) => column.cells[row] ?? null))
    const [first = null] = values
    const shared = { columnId: column.id, name: column.name, type: column.column.type, values }
    if (values.length === 1) return [{ ...shared, text: first === null ? context.words.null : column.label(first) }]
    return columns.length === 1 && values.length <= mostValues ? [shared] : []
  })
}

/** The category that an entry of the legend names. None where the entries are measures, or where several values have one name. */
export function entryKeys({ channels, column, words, rowCount }: DrawContext, name: string): MarkKey[] {
  const known = channels.color?.by === 'category' ? column(channels.color.columnId) : undefined
  if (!known) return []
  const values = distinct(known.cells.slice(0, rowCount)).filter(
    (value) => plainText(value === null ? words.null : known.label(value)) === name,
  )
  if (values.length !== 1) return []
  return [{ columnId: known.id, name: known.name, type: known.column.type, values, text: name }]
}

/** Columns of the axis of places, of colors, panels, stages and parts. Positions among numbers are measures of a point. */
function dividingColumns({ kind, element, channels, column }: DrawContext): ChartColumn[] {
  const trellis = record(element.trellis)
  const panelsBy = (side: 'rowsBy' | 'columnsBy') => pointer(record(list(trellis?.[side])[0]))
  const ids = [
    channels.x,
    channels.color?.by === 'category' ? channels.color.columnId : undefined,
    pointer(element.splitBy),
    pointer(element.stage),
    pointer(element.category),
    pointer(element.region),
    pointer(element.geography),
    ...(kind === 'sankey-chart' ? list(element.stages).map(pointer) : []),
    panelsBy('rowsBy'),
    panelsBy('columnsBy'),
  ]
  return [...new Set(ids)]
    .flatMap((id) => column(id) ?? [])
    .filter(({ id }) => !channels.y.includes(id))
    .filter(({ column: known }) => kind !== 'scatter-chart' || !isNumeric(known))
}
