import { findColumn } from '@octavo/core/chart'
import type { LevelRows } from '@octavo/core/display'
import type { ColumnHolder } from '@octavo/core/document'
import { type Cell, type ResultColumn, type ValueType, valueTypeFromText } from '@octavo/core/types'
import type { PreviewRows } from '../../editor/index.ts'
import { cellFormatter, documentLocale } from '../../formats.ts'
import type { ExplainedAxis } from './explained-chart.ts'
import type { Period } from './findings.ts'
import { isOver } from './period-end.ts'
import type { KeyValue } from './points.ts'

/** Rows of a preview in the form of loaded rows. */
export function levelOfPreview({ columns, rows }: PreviewRows): LevelRows {
  return {
    columns: columns.map(({ id, name, type }) => ({ id, name, type: valueTypeFromText(type), nullable: true })),
    values: columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    states: [],
    rowCount: rows.length,
    hasMore: false,
  }
}

export const columnOf = (rows: LevelRows, columnId: string): ResultColumn | undefined =>
  rows.columns.find(({ id }) => id === columnId)

/** Values in the order of their dates, with whether each period is over. */
export function periodsOf(
  values: readonly KeyValue[],
  { unit }: ExplainedAxis,
  type: ValueType,
  now: Date,
  zone: string,
): Period[] {
  const sorted = values.toSorted((one, other) => (String(one.key) < String(other.key) ? -1 : 1))
  return sorted.map((value) => ({ ...value, isOver: isOver(value.key, unit, type, now, zone) }))
}

/** How the element writes the values of a column; the axis of a chart writes them in the same way. */
export function labelOf(element: ColumnHolder, rows: LevelRows, columnId: string): (cell: Cell) => string {
  const result = { columns: rows.columns, values: rows.values, rowCount: rows.rowCount, isPartial: rows.hasMore }
  const found = findColumn(result, columnId, element.columns, documentLocale())
  return (cell) => (found ? found.label(cell) : String(cell))
}

/** Writes computed numbers of a measure in the format of its column. */
export function numberWriter(element: ColumnHolder, rows: LevelRows, measureId: string): (value: number) => string {
  const type = columnOf(rows, measureId)?.type ?? { kind: 'float64' }
  const format = element.columns.find(({ id }) => id === measureId)?.format
  const [exact, float] = [cellFormatter(type, format), cellFormatter({ kind: 'float64' }, format)]
  return (value) => {
    if (type.kind === 'int64') return Number.isInteger(value) ? exact(String(value)) : float(Number(value.toFixed(2)))
    return type.kind === 'decimal' ? exact(value.toFixed(type.scale)) : float(Number(value.toPrecision(12)))
  }
}
