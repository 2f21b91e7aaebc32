import type { ValueType } from '../../types/index.ts'
import type { SqlEntryField } from '../tree.ts'
import type { Dialect } from './dialect.ts'

// A text that is not of the type must become null without a cast, because a failing cast ends the statement. `\d` would accept the digits of
// other scripts, depending on the locale.
const smallNumber = "'^-?[0-9]{1,15}([.][0-9]{1,15})?$'"
const anyNumber = "'^[[:space:]]*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,3})?[[:space:]]*$'"
const leapYear = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)'
const day =
  '(?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))' +
  `|${leapYear}-02-29)`
const moment = `'^${day}([ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?)?$'`

/**
 * Parses the JSON of each row once, takes the texts out of it, and casts them. OFFSET 0 keeps the server from moving the parsing into every
 * expression that reads a column.
 */
export const postgresEntries: NonNullable<Dialect['entries']> = (table, state, columns) => {
  const texts: string[] = []
  const items = columns.map(({ type, field }) => {
    const text = textOf(field, type)
    if (text === null) return recorded(field)
    return converted(`field.f_${texts.push(text)}`, type)
  })
  const named = texts.map((text, index) => `${text} AS f_${index + 1}`)
  const fields = named.length === 0 ? [] : [`CROSS JOIN LATERAL (SELECT ${named.join(', ')} OFFSET 0) AS field`]
  const readsCells = columns.some(({ field }) => field.kind === 'cell')
  return {
    items,
    from: [
      `FROM ${table} AS entry`,
      ...(readsCells ? ['CROSS JOIN LATERAL (SELECT CAST(entry.cells AS JSONB) AS cells OFFSET 0) AS item'] : []),
      ...fields,
      `WHERE ${state} IS NOT NULL`,
    ],
  }
}

/** The field as text, or as JSON for a variant; null for a field that has its type already. */
function textOf(field: SqlEntryField<string>, { kind }: ValueType): string | null {
  if (field.kind === 'row-id') return kind === 'variant' ? 'to_jsonb(entry.row_id)' : 'entry.row_id'
  if (field.kind !== 'cell') return null
  const { id } = field
  if (kind === 'variant') return `NULLIF(item.cells -> ${id}, CAST('null' AS JSONB))`
  if (kind !== 'text') return `item.cells ->> ${id}`
  // JSONB writes lists and numbers in its own form.
  return `CASE WHEN jsonb_typeof(item.cells -> ${id}) IN ('array', 'number', 'object') THEN CAST(entry.cells AS JSON) ->> ${id} ELSE item.cells ->> ${id} END`
}

/** A value that Octavo records for each row: its position, a time, or a member. */
function recorded(field: SqlEntryField<string>): string {
  switch (field.kind) {
    case 'place':
      return 'entry.place'
    case 'moment':
      return `CAST('1970-01-01 00:00:00Z' AS TIMESTAMPTZ) + entry.${field.column} * CAST('1 millisecond' AS INTERVAL)`
    case 'person':
      return `COALESCE(CAST(${field.people} AS JSONB) ->> entry.${field.column}, entry.${field.column})`
    case 'row-id':
    case 'cell':
      throw new Error('Cells and ids of rows are read as texts.')
  }
}

function converted(text: string, type: ValueType): string {
  switch (type.kind) {
    case 'text':
    case 'variant':
      return text
    case 'float64':
      return number(text)
    case 'int64':
      return `CASE WHEN ${text} ~ '^-?[0-9]{1,18}$' THEN CAST(${text} AS BIGINT) END`
    case 'decimal':
      return `CASE WHEN ${text} ~ '^-?[0-9]+([.][0-9]+)?$' THEN CAST(${text} AS NUMERIC(${type.precision}, ${type.scale})) END`
    case 'logical':
      return `CASE ${text} WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END`
    case 'date':
      return `CASE WHEN ${text} ~ ${moment} THEN CAST(LEFT(${text}, 10) AS DATE) END`
    case 'timestamp':
      return `CASE WHEN ${text} ~ ${moment} THEN CAST(${text} AS TIMESTAMP) END`
    case 'instant':
    case 'array':
    case 'geography':
      throw new Error(`Nobody enters values of the type ${type.kind}.`)
  }
}

/** Numbers beyond the range of the type are null, and those that are too close to zero are zero. */
function number(text: string): string {
  const size = `ABS(CAST(${text} AS NUMERIC))`
  return (
    `CASE WHEN ${text} ~ ${smallNumber} THEN CAST(${text} AS DOUBLE PRECISION) WHEN LENGTH(${text}) <= 400 AND ${text} ~ ${anyNumber} THEN ` +
    `CASE WHEN ${size} > 1.7976931348623157E308 THEN NULL WHEN ${size} < 5E-324 THEN 0 ELSE CAST(${text} AS DOUBLE PRECISION) END END`
  )
}
