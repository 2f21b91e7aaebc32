/**
 * SQL of the cells of a spreadsheet row. Byte for byte equal to what `render/xlsx-cells.ts` writes from batches; a test compares them.
 */
import { type DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import { readingExpression, valueTypeOf } from './cells.ts'

/** One cell as an XML element. `plain`: the cell as text that needs no escaping, when its type has one. */
export function xlsxCell(type: DuckDBType, column: string, style: number, plain: string | null): string {
  const opening = style === 0 ? '<c><v>' : `<c s="${style}"><v>`
  const number = (text: string) => `concat('${opening}', ${text}, '</v></c>')`
  const isNull = `${column} IS NULL`
  switch (valueTypeOf(type).kind) {
    case 'logical':
      return `CASE WHEN ${isNull} THEN '<c/>' WHEN ${column} THEN '<c t="b"><v>1</v></c>' ELSE '<c t="b"><v>0</v></c>' END`
    case 'int64':
    case 'decimal': {
      const fits = exactlyKept(type, column)
      if (fits === null) return `CASE WHEN ${isNull} THEN '<c/>' ELSE ${number(`${plain}`)} END`
      return `CASE WHEN ${isNull} THEN '<c/>' WHEN ${fits} THEN ${number(`${plain}`)} ELSE ${plainCell(`${plain}`)} END`
    }
    case 'float64': {
      const size = `abs(${column})`
      const fits = `${size} <= 9.99999999999999e307 AND (${size} >= 2.2250738585072014e-308 OR ${column} = 0)`
      return `CASE WHEN ${isNull} THEN '<c/>' WHEN ${fits} THEN ${number(`${plain}`)} ELSE ${plainCell(`${plain}`)} END`
    }
    case 'date': {
      const fits = `${column} >= DATE '1900-03-01' AND ${column} < DATE '10000-01-01'`
      const serial = `CAST(${column} - DATE '1899-12-30' AS VARCHAR)`
      return `CASE WHEN ${isNull} THEN '<c/>' WHEN ${fits} THEN ${number(serial)} ELSE ${plainCell(`${plain}`)} END`
    }
    case 'timestamp':
    case 'instant': {
      const isInstant = type.typeId === DuckDBTypeId.TIMESTAMP_TZ
      const local = isInstant ? `(${column} AT TIME ZONE 'UTC')` : (readingExpression(type, column) ?? column)
      const fits = `${local} >= TIMESTAMP '1900-03-01' AND ${local} < TIMESTAMP '9999-12-31 23:59:59.999'`
      const serial = wholeOrFloat(`((epoch_us(${local}) + 2209161600000000) / 86400000000.0::DOUBLE)`)
      return `CASE WHEN ${isNull} THEN '<c/>' WHEN ${fits} THEN ${number(serial)} ELSE ${plainCell(`${plain}`)} END`
    }
    default:
      return textCell(
        plain ?? readingExpression(type, column) ?? (type.alias === 'JSON' ? `CAST(${column} AS VARCHAR)` : column),
      )
  }
}

/** Whether a spreadsheet keeps every digit; null where it always does. */
function exactlyKept(type: DuckDBType, column: string): string | null {
  switch (type.typeId) {
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
      return null
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.UHUGEINT:
      return `${column} < 1000000000000000`
    case DuckDBTypeId.DECIMAL: {
      const { width, scale } = type as DuckDBDecimalType
      if (width <= 15) return null
      const digits = '1'.padEnd(16, '0')
      const limit =
        scale === 0
          ? digits
          : `${digits.padStart(scale + 1, '0').slice(0, -scale)}.${digits.padStart(scale + 1, '0').slice(-scale)}`
      const bound = (sign: string) => `CAST('${sign}${limit}' AS DECIMAL(${width}, ${scale}))`
      return `${column} > ${bound('-')} AND ${column} < ${bound('')}`
    }
    default:
      return `${column} > -1000000000000000 AND ${column} < 1000000000000000`
  }
}

function wholeOrFloat(value: string): string {
  return `CASE WHEN ${value} = trunc(${value}) THEN CAST(CAST(${value} AS BIGINT) AS VARCHAR) ELSE CAST(${value} AS VARCHAR) END`
}

/** Text that needs no escaping. */
const plainCell = (text: string) => `concat('<c t="inlineStr"><is><t>', ${text}, '</t></is></c>')`

/** Characters that XML cannot contain, and those that XML readers change. */
const controls = [...Array(32).keys(), 0xfffe, 0xffff].filter((code) => code !== 9 && code !== 10)

function textCell(text: string): string {
  const care = `regexp_matches(${text}, '[\\x00-\\x1f&<>\\x{FFFE}\\x{FFFF}]|_x|^ | $')`
  const isLong = `(length(${text}) > 16383 AND ${units(text)} > 32767)`
  return (
    `CASE WHEN ${text} IS NULL THEN '<c/>' WHEN ${care} OR ${isLong} THEN` +
    ` concat('<c t="inlineStr"><is><t xml:space="preserve">', ${escaped(text, isLong)}, '</t></is></c>')` +
    ` ELSE ${plainCell(text)} END`
  )
}

/** Length in UTF-16, as spreadsheets count. */
function units(text: string): string {
  return `(length(${text}) + length(${astral(text)}))`
}

const astral = (text: string) => `regexp_replace(${text}, '[\\x{0}-\\x{FFFF}]', '', 'g')`

function escaped(text: string, isLong: string): string {
  const cut = `CASE WHEN ${isLong} THEN left(${text}, CASE WHEN ${astral(text)} = '' THEN 32767 ELSE 16383 END) ELSE ${text} END`
  const marks: [string, string][] = [
    [`'&'`, '&amp;'],
    [`'<'`, '&lt;'],
    [`'>'`, '&gt;'],
    [`'_x'`, '_x005F_x'],
    ['chr(9)', '&#9;'],
    ['chr(10)', '&#10;'],
  ]
  const readable = marks.reduce((sql, [mark, written]) => `replace(${sql}, ${mark}, '${written}')`, cut)
  const strict = controls.reduce((sql, code) => {
    return `replace(${sql}, chr(${code}), '_x${code.toString(16).toUpperCase().padStart(4, '0')}_')`
  }, readable)
  const isRare = `regexp_matches(${text}, '[\\x00-\\x08\\x0b-\\x1f\\x{FFFE}\\x{FFFF}]')`
  return `CASE WHEN ${isRare} THEN ${strict} ELSE ${readable} END`
}
