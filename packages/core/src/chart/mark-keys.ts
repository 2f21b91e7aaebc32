import type { Cell, ValueType } from '../types/index.ts'
import { type ChartColumn, distinct, isNumeric } from './chart-data.ts'
import type { DrawContext } from './drawing.ts'
import { list, pointer, record } from './fields.ts'
import { plainText } from './rich-text.ts'

/** The value of a dividing column of the chart that a mark represents. */
export interface MarkKey {
  columnId: string
  /** Name of the column. */
  name: string
  type: ValueType
  /** Several when a mark combines them, such as the slice for all other values. */
  values: Cell[]
  /** The value as displayed in the chart; absent when there are several. */
  text?: string
}

/** A mark with more values than this, such as the slice for all others, would make an unreadable filter. */
const mostValues = 200

/**
 * The columns that divide the rows of the chart, with their values in these rows. A column with different values in these rows is omitted,
 * unless it is the only one.
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

/** The category of a legend entry. Empty when the entries are measures, or when several values have the same name. */
export function entryKeys({ channels, column, words, rowCount }: DrawContext, name: string): MarkKey[] {
  const known = channels.color?.by === 'category' ? column(channels.color.columnId) : undefined
  if (!known) return []
  const values = distinct(known.cells.slice(0, rowCount)).filter(
    (value) => plainText(value === null ? words.null : known.label(value)) === name,
  )
  if (values.length !== 1) return []
  return [{ columnId: known.id, name: known.name, type: known.column.type, values, text: name }]
}

/** The columns of the category axis, of colors, panels, stages and parts. Numeric positions are measures of a point. */
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
