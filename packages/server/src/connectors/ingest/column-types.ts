import type { DuckDBConnection } from '@duckdb/node-api'
import { type ValueType, valueTypeToText } from '@octavo/core/types'
import { notationsOf, plainText } from './notations.ts'

const integer = '-?(0|[1-9][0-9]*)'
const decimal = '-?(0|[1-9][0-9]*)(\\.[0-9]+)?'
const float = '-?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?'
const day = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const moment = `${day}([ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6})?)?)?`

/** Digits that every float preserves; longer numbers would change. */
const floatDigits = 15
/** Rows of the sample that identifies text columns; only other columns are read completely. */
const sampleRows = 20_000
const columnsAtOnce = 40

interface Facts {
  values: number
  isLogical: boolean
  isInteger: boolean
  isDecimal: boolean
  whole: number
  scale: number
  isFloat: boolean
  isDate: boolean
  isTimestamp: boolean
}

/** The narrowest type that fits every value of each text column; text for a column without a value. */
export async function typesOfColumns(connection: DuckDBConnection, raw: string, count: number): Promise<ValueType[]> {
  const all = Array.from({ length: count }, (_, index) => index + 1)
  const sampled = await factsOf(connection, `(SELECT * FROM ${raw} LIMIT ${sampleRows})`, all)
  const open = all.filter(
    (number) => typeOfFacts(sampled.get(number)).kind !== 'text' || sampled.get(number)?.values === 0,
  )
  const facts = await factsOf(connection, raw, open)
  const types = all.map((number) => typeOfFacts(facts.get(number)))
  await readNotations(connection, raw, types)
  return types
}

/** Sets the types of columns with localized numbers or dates: 1.234,50 or 31.05.2026. */
async function readNotations(connection: DuckDBConnection, raw: string, types: ValueType[]): Promise<void> {
  const columns = types.flatMap(({ kind }, index) => (kind === 'text' || kind === 'decimal' ? [`c_${index + 1}`] : []))
  const notations = await notationsOf(connection, raw, columns)
  for (const [column, { notation, isAmbiguous }] of notations) {
    if (notation === 'plain') continue
    const number = Number(column.slice(2))
    const plain = `(SELECT ${plainText(notation, column)} AS ${column} FROM ${raw})`
    const facts = isAmbiguous ? undefined : (await factsOf(connection, plain, [number])).get(number)
    types[number - 1] = typeOfFacts(facts)
  }
}

async function factsOf(
  connection: DuckDBConnection,
  from: string,
  columns: readonly number[],
): Promise<Map<number, Facts>> {
  const facts = new Map<number, Facts>()
  for (let start = 0; start < columns.length; start += columnsAtOnce) {
    const some = columns.slice(start, start + columnsAtOnce)
    const items = some.flatMap((number) => measuresOf(`c_${number}`)).join(', ')
    const [row = []] = (await connection.runAndReadAll(`SELECT ${items} FROM ${from}`)).getRows()
    for (const [at, number] of some.entries()) {
      const [values, isLogical, isInteger, isDecimal, whole, scale, isFloat, isDate, isTimestamp] = row.slice(
        at * 9,
        at * 9 + 9,
      )
      facts.set(number, {
        values: Number(values),
        isLogical: isLogical === true,
        isInteger: isInteger === true,
        isDecimal: isDecimal === true,
        whole: Number(whole ?? 0),
        scale: Number(scale ?? 0),
        isFloat: isFloat === true,
        isDate: isDate === true,
        isTimestamp: isTimestamp === true,
      })
    }
  }
  return facts
}

const matches = (column: string, form: string) => `regexp_full_match(${column}, '${form}')`

/** In the order of `Facts`. */
function measuresOf(column: string): string[] {
  const digits = `trim(regexp_replace(regexp_replace(${column}, '[eE].*$', ''), '[^0-9]', '', 'g'), '0')`
  const isBounded = `coalesce(isfinite(TRY_CAST(${column} AS DOUBLE)), false)`
  const every = (condition: string) => `bool_and(${condition}) FILTER (${column} IS NOT NULL)`
  return [
    `count(${column})`,
    every(`lower(${column}) IN ('true', 'false')`),
    every(`${matches(column, integer)} AND TRY_CAST(${column} AS BIGINT) IS NOT NULL`),
    every(matches(column, decimal)),
    `max(length(regexp_extract(${column}, '^-?([0-9]+)', 1)))`,
    `max(length(regexp_extract(${column}, '\\.([0-9]+)$', 1)))`,
    every(
      `${matches(column, float)} AND NOT regexp_matches(${column}, '^-?0[0-9]') AND ${isBounded}
        AND length(${digits}) <= ${floatDigits}`,
    ),
    every(`${matches(column, day)} AND TRY_CAST(${column} AS DATE) IS NOT NULL`),
    every(`${matches(column, moment)} AND TRY_CAST(left(${column}, 10) AS DATE) IS NOT NULL`),
  ]
}

function typeOfFacts(facts: Facts | undefined): ValueType {
  if (facts === undefined || facts.values === 0) return { kind: 'text' }
  if (facts.isLogical) return { kind: 'logical' }
  if (facts.isInteger) return { kind: 'int64' }
  const digits = facts.whole + facts.scale
  if (facts.isDecimal && digits <= 38) return { kind: 'decimal', precision: digits <= 18 ? 18 : 38, scale: facts.scale }
  if (facts.isFloat) return { kind: 'float64' }
  if (facts.isDate) return { kind: 'date' }
  return facts.isTimestamp ? { kind: 'timestamp' } : { kind: 'text' }
}

/** SQL that converts a text to a type, and that checks whether it is valid. An empty text is a null of every type but text. */
export function castOf(type: ValueType, column: string): { value: string; isValid: string } {
  const text = `nullif(${column}, '')`
  const valid = (condition: string) => `(${text} IS NULL OR coalesce(${condition}, false))`
  switch (type.kind) {
    case 'text':
      return { value: column, isValid: 'true' }
    case 'int64':
      return {
        value: `TRY_CAST(${text} AS BIGINT)`,
        isValid: valid(`${matches(text, '[-+]?[0-9]+')} AND TRY_CAST(${text} AS BIGINT) IS NOT NULL`),
      }
    case 'decimal': {
      const name = `DECIMAL(${type.precision}, ${type.scale})`
      const form = `[-+]?[0-9]+(\\.[0-9]{0,${type.scale}}0*)?`
      return {
        value: `TRY_CAST(${text} AS ${name})`,
        isValid: valid(`${matches(text, form)} AND TRY_CAST(${text} AS ${name}) IS NOT NULL`),
      }
    }
    case 'float64':
      return {
        value: `TRY_CAST(${text} AS DOUBLE)`,
        isValid: valid(`${matches(text, `[-+]?${float.slice(2)}`)} AND isfinite(TRY_CAST(${text} AS DOUBLE))`),
      }
    case 'logical':
      return {
        value: `CASE lower(${text}) WHEN 'true' THEN true WHEN 'false' THEN false END`,
        isValid: valid(`lower(${text}) IN ('true', 'false')`),
      }
    case 'date':
      return {
        value: `TRY_CAST(${text} AS DATE)`,
        isValid: valid(`${matches(text, day)} AND TRY_CAST(${text} AS DATE) IS NOT NULL`),
      }
    case 'timestamp':
      return {
        value: `TRY_CAST(${text} AS TIMESTAMP)`,
        isValid: valid(`${matches(text, moment)} AND TRY_CAST(${text} AS TIMESTAMP) IS NOT NULL`),
      }
    default:
      throw new Error(`No text becomes ${valueTypeToText(type)}.`)
  }
}
