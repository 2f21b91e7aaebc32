/**
 * Cells of the engine in canonical form (core types). Types that have one are read straight from the column vectors;
 * all others are turned to text by the engine itself (`readingExpression`), so that batches and finished lines agree.
 */
import {
  DuckDBArrayType,
  type DuckDBDataChunk,
  DuckDBDateVector,
  type DuckDBDecimalType,
  DuckDBListType,
  DuckDBTimestampTZVector,
  DuckDBTimestampVector,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api'
import type { BatchColumn, Cell, ValueType } from '@octavo/core/types'

export function valueTypeOf(type: DuckDBType): ValueType {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return { kind: 'logical' }
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
      return { kind: 'int64' }
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return { kind: 'decimal', precision: 38, scale: 0 }
    case DuckDBTypeId.DECIMAL: {
      const { width, scale } = type as DuckDBDecimalType
      return { kind: 'decimal', precision: width, scale }
    }
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return { kind: 'float64' }
    case DuckDBTypeId.DATE:
      return { kind: 'date' }
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
      return { kind: 'timestamp' }
    case DuckDBTypeId.TIMESTAMP_TZ:
      return { kind: 'instant' }
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      return type instanceof DuckDBListType || type instanceof DuckDBArrayType
        ? { kind: 'array', element: valueTypeOf(type.valueType) }
        : { kind: 'variant' }
    case DuckDBTypeId.STRUCT:
    case DuckDBTypeId.MAP:
    case DuckDBTypeId.UNION:
    case DuckDBTypeId.VARIANT:
      return { kind: 'variant' }
    case DuckDBTypeId.VARCHAR:
      return type.alias === 'JSON' ? { kind: 'variant' } : { kind: 'text' }
    case DuckDBTypeId.GEOMETRY:
      return { kind: 'geography' }
    default:
      return { kind: 'text' }
  }
}

/** Whether a column of this type is read directly from its vector. */
export function isReadDirectly(type: DuckDBType): boolean {
  return readingExpression(type, '') === null
}

/** SQL that converts a column to one that is read directly, or null when no conversion is needed. */
export function readingExpression(type: DuckDBType, column: string): string | null {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.DECIMAL:
    case DuckDBTypeId.DOUBLE:
    case DuckDBTypeId.DATE:
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_TZ:
    case DuckDBTypeId.VARCHAR:
      return null
    case DuckDBTypeId.FLOAT:
      return `CAST(${column} AS DOUBLE)`
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
      return `CAST(${column} AS TIMESTAMP)`
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
    case DuckDBTypeId.STRUCT:
    case DuckDBTypeId.MAP:
    case DuckDBTypeId.UNION:
    case DuckDBTypeId.VARIANT:
      return `CAST(to_json(${column}) AS VARCHAR)`
    default:
      return `CAST(${column} AS VARCHAR)`
  }
}

/** One column of a chunk, cells in row order, at most `limit` of them. */
export function readColumn(chunk: DuckDBDataChunk, index: number, type: DuckDBType, limit: number): BatchColumn {
  const vector = chunk.getColumnVector(index)
  const count = Math.min(chunk.rowCount, limit)
  const values = new Array<Cell>(count)
  if (vector instanceof DuckDBDateVector) {
    for (let row = 0; row < count; row++) {
      const cell = vector.getItem(row)
      values[row] = cell === null ? null : dateText(cell.days)
    }
  } else if (vector instanceof DuckDBTimestampVector || vector instanceof DuckDBTimestampTZVector) {
    const end = vector instanceof DuckDBTimestampTZVector ? 'Z' : ''
    for (let row = 0; row < count; row++) {
      const cell = vector.getItem(row)
      values[row] = cell === null ? null : cell.isFinite ? timestampText(cell.micros) + end : cell.toString()
    }
  } else if (type.typeId === DuckDBTypeId.DECIMAL) {
    const { scale } = type as DuckDBDecimalType
    for (let row = 0; row < count; row++) {
      const cell = vector.getItem(row) as { value: bigint } | null
      values[row] = cell === null ? null : decimalText(cell.value, scale)
    }
  } else if (isInteger(type.typeId)) {
    for (let row = 0; row < count; row++) {
      const cell = vector.getItem(row)
      values[row] = cell === null ? null : String(cell)
    }
  } else if (type.typeId === DuckDBTypeId.DOUBLE) {
    for (let row = 0; row < count; row++) {
      const cell = vector.getItem(row) as number | null
      values[row] = cell === null || Number.isFinite(cell) ? cell : String(cell)
    }
  } else {
    for (let row = 0; row < count; row++) values[row] = vector.getItem(row) as Cell
  }
  return { values }
}

function isInteger(typeId: DuckDBTypeId): boolean {
  switch (typeId) {
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return true
    default:
      return false
  }
}

function decimalText(value: bigint, scale: number): string {
  if (scale === 0) return value.toString()
  const negative = value < 0n
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}

const microsPerDay = 86_400_000_000n

function timestampText(micros: bigint): string {
  let days = micros / microsPerDay
  let rest = micros % microsPerDay
  if (rest < 0n) {
    rest += microsPerDay
    days -= 1n
  }
  const inDay = Number(rest)
  const seconds = Math.floor(inDay / 1_000_000)
  const fraction = inDay % 1_000_000
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  const text = `${dateText(Number(days))}T${clock}`
  return fraction === 0 ? text : `${text}.${fraction.toString().padStart(6, '0').replace(/0+$/, '')}`
}

/** The engine's representation of infinite dates. */
const infiniteDays = 2_147_483_647

/** Proleptic Gregorian date of a day number from 1970-01-01; years before 1 as the engine writes them. */
function dateText(days: number): string {
  if (Math.abs(days) === infiniteDays) return days > 0 ? 'infinity' : '-infinity'
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  if (year > 0) return `${year.toString().padStart(4, '0')}-${two(month)}-${two(day)}`
  return `${(1 - year).toString().padStart(4, '0')}-${two(month)}-${two(day)} (BC)`
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`
}
