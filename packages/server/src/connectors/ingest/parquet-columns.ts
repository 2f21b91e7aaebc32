import type { ValueType } from '@octavo/core/types'

/** How a column of a Parquet file is read: as the value type that fits all of its values, otherwise as text. */
export function readingOf(engineType: string, column: string): { type: ValueType; expression: string } {
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(engineType)
  if (decimal) {
    const [precision, scale] = [Number(decimal[1]), Number(decimal[2])]
    return { type: { kind: 'decimal', precision, scale }, expression: column }
  }
  switch (engineType) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
    case 'UTINYINT':
    case 'USMALLINT':
    case 'UINTEGER':
      return { type: { kind: 'int64' }, expression: `CAST(${column} AS BIGINT)` }
    case 'UBIGINT':
      return { type: { kind: 'decimal', precision: 38, scale: 0 }, expression: `CAST(${column} AS DECIMAL(38, 0))` }
    case 'FLOAT':
    case 'DOUBLE':
      return { type: { kind: 'float64' }, expression: `CAST(${column} AS DOUBLE)` }
    case 'BOOLEAN':
      return { type: { kind: 'logical' }, expression: column }
    case 'DATE':
      return { type: { kind: 'date' }, expression: column }
    case 'TIMESTAMP':
    case 'TIMESTAMP_S':
    case 'TIMESTAMP_MS':
    case 'TIMESTAMP_NS':
      return { type: { kind: 'timestamp' }, expression: `CAST(${column} AS TIMESTAMP)` }
    case 'TIMESTAMP WITH TIME ZONE':
      return { type: { kind: 'instant' }, expression: column }
    case 'BLOB':
      return { type: { kind: 'text' }, expression: `hex(${column})` }
    default:
      return isNested(engineType)
        ? { type: { kind: 'text' }, expression: `CAST(to_json(${column}) AS VARCHAR)` }
        : { type: { kind: 'text' }, expression: `CAST(${column} AS VARCHAR)` }
  }
}

const isNested = (engineType: string) => /[\])]$/.test(engineType) && !engineType.startsWith('ENUM')
