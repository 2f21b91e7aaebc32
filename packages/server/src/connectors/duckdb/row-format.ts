/**
 * SQL that formats each row of a statement as a line of a flat file. Each cell equals what `render` writes from batches; a test compares
 * them.
 */

import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import type { LineFormat } from '../api.ts'
import { readingExpression, valueTypeOf } from './cells.ts'
import { xlsxCell } from './xlsx-row-format.ts'

const lineEnds: Record<LineFormat['kind'], string> = {
  csv: 'chr(13) || chr(10)',
  json: `',' || chr(10)`,
  jsonl: 'chr(10)',
  xlsx: 'chr(10)',
}

/** The statement, wrapped: one text column of finished lines, in the order of the statement. */
export function linesStatement(text: string, types: readonly DuckDBType[], format: LineFormat): string {
  const aliases = types.map((_, index) => `c${index}`)
  // One call of concat copies every cell once; a chain of || would copy the growing line again and again.
  const line = `concat(${[...partsOf(types, format), lineEnds[format.kind]].join(', ')})`
  return `SELECT ${line} AS line FROM (${text}\n) AS t(${aliases.join(', ')})`
}

function partsOf(types: readonly DuckDBType[], format: LineFormat): string[] {
  switch (format.kind) {
    case 'csv':
      return types.flatMap((type, index) => {
        const cell = csvCell(type, `t.c${index}`, format.neutraliseFormulas, types.length === 1)
        return index === 0 ? [cell] : [`','`, cell]
      })
    case 'xlsx': {
      const cells = types.map((type, index) => {
        const column = `t.c${index}`
        return xlsxCell(type, column, format.styles?.[index] ?? 0, plainText(type, column))
      })
      return [`'<row>'`, ...cells, `'</row>'`]
    }
    default: {
      const cells = types.flatMap((type, index) => {
        const opening = index === 0 ? '{' : ','
        return [literal(`${opening}${JSON.stringify(format.names[index] ?? '')}:`), jsonCell(type, `t.c${index}`)]
      })
      return [...cells, `'}'`]
    }
  }
}

/**
 * First characters that a spreadsheet interprets as a formula. One text and no IN list: the engine turns a long list into a hash join,
 * which changes the order of the rows.
 */
const formulaStarts = `'=+-@\uFF1D\uFF0B\uFF0D\uFF20' || chr(9) || chr(10) || chr(13)`

function csvCell(type: DuckDBType, column: string, neutralise: boolean, isOnlyColumn: boolean): string {
  // A row with a single empty cell would be an empty line, which readers skip.
  const empty = isOnlyColumn ? `'""'` : `''`
  const plain = plainText(type, column)
  // concat writes nothing for null.
  if (plain) return isOnlyColumn ? `coalesce(${plain}, ${empty})` : plain
  const cell = readingExpression(type, column) ?? (type.alias === 'JSON' ? `CAST(${column} AS VARCHAR)` : column)
  const text = neutralise
    ? `CASE WHEN contains(${formulaStarts}, left(${cell}, 1)) THEN '''' || ${cell} ELSE ${cell} END`
    : cell
  const needsQuotes = [`'"'`, `','`, 'chr(10)', 'chr(13)'].map((mark) => `contains(${cell}, ${mark})`).join(' OR ')
  return (
    `CASE WHEN ${cell} IS NULL THEN ${empty} WHEN ${cell} = '' THEN '""'` +
    ` WHEN ${needsQuotes} THEN '"' || replace(${text}, '"', '""') || '"' ELSE ${text} END`
  )
}

function jsonCell(type: DuckDBType, column: string): string {
  const { kind } = valueTypeOf(type)
  const plain = plainText(type, column)
  if (plain) {
    if (kind === 'float64') {
      return `CASE WHEN isfinite(${column}) THEN ${plain} WHEN ${column} IS NULL THEN 'null' ELSE '"' || ${plain} || '"' END`
    }
    const isToken = kind === 'int64' || kind === 'decimal' || kind === 'logical'
    return isToken ? `coalesce(${plain}, 'null')` : `coalesce('"' || ${plain} || '"', 'null')`
  }
  const cell = readingExpression(type, column) ?? column
  const isJson = kind === 'variant' || kind === 'array'
  return `coalesce(CAST(${isJson ? cell : `to_json(${cell})`} AS VARCHAR), 'null')`
}

/** Text of a cell that never needs quoting, or null for types with arbitrary text. */
function plainText(type: DuckDBType, column: string): string | null {
  switch (valueTypeOf(type).kind) {
    case 'logical':
    case 'int64':
    case 'decimal':
    case 'date':
      return `CAST(${column} AS VARCHAR)`
    case 'timestamp':
      return `replace(CAST(${readingExpression(type, column) ?? column} AS VARCHAR), ' ', 'T')`
    case 'instant':
      return `replace(CAST(${column} AT TIME ZONE 'UTC' AS VARCHAR), ' ', 'T') || 'Z'`
    case 'float64':
      return floatText(readingExpression(type, column) ?? column)
    case 'text':
      return type.typeId === DuckDBTypeId.UUID ? `CAST(${column} AS VARCHAR)` : null
    default:
      return null
  }
}

/** Whole numbers without a point, other numbers with the fewest digits that read back the same. */
function floatText(column: string): string {
  return (
    `CASE WHEN ${column} IS NULL THEN NULL WHEN isnan(${column}) THEN 'NaN'` +
    ` WHEN isinf(${column}) THEN CASE WHEN ${column} > 0 THEN 'Infinity' ELSE '-Infinity' END` +
    ` WHEN abs(${column}) < 1e16 AND ${column} = trunc(${column}) THEN CAST(CAST(${column} AS BIGINT) AS VARCHAR)` +
    ` ELSE CAST(${column} AS VARCHAR) END`
  )
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
