import { type DataElement, parentsWithValues } from '../document/index.ts'
import type { ValueFormat } from '../format/index.ts'
import { type CellStyle, hexColor } from './cell-style.ts'

/** The style of a value's cells on the totals of a dimension. */
export interface TotalLook {
  style: CellStyle
  align?: string
  format?: ValueFormat
}

export type PivotShape = ReturnType<typeof pivotShape>

/** The layout of a pivot table from its document, with defaults for absent settings. */
export function pivotShape(element: DataElement) {
  const fields = element as DataElement & Record<string, unknown>
  const display = record(fields.display)
  const totals = record(fields.totals)
  const rows = idsOf(fields.rowsBy)
  const valuesOnRows = display.stacked === 'stacked'
  const position = display.measureShelfPosition
  const axisTotals = list(fields.axisTotals)
  const looks = new Map(
    axisTotals.flatMap(({ axisId, cellFormats }) =>
      list(cellFormats).map((entry) => [JSON.stringify([axisId, entry.columnId]), lookOf(entry)] as const),
    ),
  )
  return {
    rows,
    columns: idsOf(fields.columnsBy).filter((id) => !rows.includes(id)),
    values: idsOf(fields.values),
    valuesOnRows,
    /** Index of the values among the column keys; absent: after all of them. */
    valuesAt: !valuesOnRows && typeof position === 'number' && position >= 0 ? position : undefined,
    isSingleColumn: display.rowLayout === 'single-column',
    repeatsLabels: display.repeatRowLabels === 'shown',
    isTotalFirst: totals.totalPosition === 'first',
    emptyText: typeof display.emptyCellDisplay === 'string' ? display.emptyCellDisplay : '',
    /** Subtotals are shown only for closed groups. */
    areTotalsOfClosed: totals.showSubtotals === 'when-collapsed',
    /** The number of outer keys whose groups show their values at their head. */
    parents: { rows: parentsWithValues(fields.rowsBy), columns: parentsWithValues(fields.columnsBy) },
    totalLook: (axisId: string | undefined, columnId: string) =>
      axisId === undefined ? undefined : looks.get(JSON.stringify([axisId, columnId])),
    totalLabels: new Map(
      axisTotals.flatMap(({ axisId, label }) =>
        typeof label === 'string' && label !== '' ? [[String(axisId), label] as const] : [],
      ),
    ),
    widths: { headers: widthsOf(display.headerWidths), body: widthsOf(display.bodyWidths) },
    looks: { subtotals: totalLook(totals, 'subTotal'), grandTotals: totalLook(totals, 'grandTotal'), values: {} },
  }
}

/** Ids of a shelf, whose entries refer to a column by `columnId`, by the older `id`, or are the id itself. */
function idsOf(shelf: unknown): string[] {
  const listed: unknown[] = Array.isArray(shelf) ? shelf : []
  return listed.flatMap((entry) => {
    if (typeof entry === 'string') return [entry]
    const { columnId, id } = record(entry)
    const found = columnId ?? id
    return typeof found === 'string' ? [found] : []
  })
}

function widthsOf(value: unknown): (columnId: string) => number | undefined {
  const { columns, uniformWidth } = record(value)
  const own = new Map(list(columns).map(({ columnId, width }) => [columnId, width]))
  return (columnId) => {
    const width = own.get(columnId) ?? uniformWidth
    return typeof width === 'number' && width > 0 ? Math.min(1000, width) : undefined
  }
}

function totalLook(totals: Record<string, unknown>, kind: 'subTotal' | 'grandTotal'): CellStyle {
  const color = hexColor(totals[`${kind}Color`])
  const backgroundColor = hexColor(totals[`${kind}BackgroundColor`])
  const weight = totals[`${kind}FontWeight`]
  return {
    ...(color ? { color } : {}),
    ...(backgroundColor ? { backgroundColor } : {}),
    ...(weight === 'normal' ? { fontWeight: 400 } : weight === 'bold' ? { fontWeight: 700 } : {}),
  }
}

function lookOf({ align, backgroundColor, color, format, textWrap }: Record<string, unknown>): TotalLook {
  const [text, background] = [hexColor(color), hexColor(backgroundColor)]
  return {
    style: {
      ...(text ? { color: text } : {}),
      ...(background ? { backgroundColor: background } : {}),
      ...(textWrap === 'wrap' ? { whiteSpace: 'normal' as const } : {}),
    },
    ...(typeof align === 'string' ? { align } : {}),
    ...(format ? { format: format as ValueFormat } : {}),
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function list(value: unknown): Record<string, unknown>[] {
  return (Array.isArray(value) ? value : []).map(record)
}
