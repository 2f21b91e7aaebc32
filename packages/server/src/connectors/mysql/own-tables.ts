import { createHash } from 'node:crypto'
import { AppError } from '@octavo/core/errors'
import { dialects } from '@octavo/core/sql'
import type { ValueType } from '@octavo/core/types'
import { isOwnTable, type OwnCell, type OwnRead, type OwnTable } from '../writer-api.ts'
import { cellOf } from './cells.ts'
import type { Flavour } from './server-version.ts'

/** The schema of our own tables on these servers. Names are checked and quoted; values are bound. */
export interface OwnSchema {
  flavour: Flavour
  schema: string
}

/** Column with a hash of the key, because the servers index at most 3072 bytes and key texts may be longer. */
const keyColumn = 'octavo_key'
/** Indexed prefix of a text, in characters; the index only narrows a search. */
const indexed = 191
/** Maximum decimal places. */
const mostScale: Record<Flavour, number> = { mariadb: 38, mysql: 30 }

export const quote = ({ flavour }: Pick<OwnSchema, 'flavour'>, name: string): string =>
  dialects[flavour].quoteIdentifier(name)

export function checkedName(name: string): string {
  if (!isOwnTable(name)) throw new Error(`"${name}" is not the name of one of our tables.`)
  return name
}

export const placeOf = (own: OwnSchema, name: string): string =>
  `${quote(own, own.schema)}.${quote(own, checkedName(name))}`

const isText = ({ kind }: ValueType) => kind === 'text' || kind === 'geography'

const typesOfKey = (table: OwnTable): ValueType[] => table.key.map((name) => typeOf(table, name))

/** Whether the table has the key's hash as a column. */
const isHashed = (table: OwnTable): boolean => typesOfKey(table).some(isText)

export function typeOf({ name, columns }: OwnTable, column: string): ValueType {
  const found = columns.find((each) => each.name === column)
  if (!found) throw new Error(`"${name}" has no column "${column}".`)
  return found.type
}

export function createText(own: OwnSchema, table: OwnTable): string {
  const columns = table.columns.map(
    ({ name, type, nullable = false }) =>
      `${quote(own, name)} ${storedType(type, own.flavour)}${nullable ? '' : ' NOT NULL'}`,
  )
  const parts = [...columns, ...keysOf(own, table)]
  return `CREATE TABLE IF NOT EXISTS ${placeOf(own, table.name)} (${parts.join(', ')})
    ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 ${dialects[own.flavour].exactText ?? ''}`
}

function keysOf(own: OwnSchema, table: OwnTable): string[] {
  if (table.key.length === 0) return []
  if (!isHashed(table)) return [`PRIMARY KEY (${table.key.map((name) => quote(own, name)).join(', ')})`]
  const searched = table.key.map((name) => `${quote(own, name)}${isText(typeOf(table, name)) ? `(${indexed})` : ''}`)
  return [
    `${quote(own, keyColumn)} BINARY(32) NOT NULL PRIMARY KEY`,
    `KEY ${quote(own, 'octavo_search')} (${searched.join(', ')})`,
  ]
}

/**
 * Types of stored columns, which differ from those of casts. Instants are stored in UTC, because the engine's TIMESTAMP
 * ends in 2038.
 */
function storedType(type: ValueType, flavour: Flavour): string {
  switch (type.kind) {
    case 'text':
    case 'geography':
      return 'LONGTEXT'
    case 'int64':
      return 'BIGINT'
    case 'logical':
      return 'BOOLEAN'
    case 'decimal': {
      const most = mostScale[flavour]
      if (type.scale <= most) return `DECIMAL(${type.precision}, ${type.scale})`
      throw new AppError('query_failed', { reason: `The server keeps at most ${most} digits behind the point.` })
    }
    case 'variant':
    case 'array':
      return flavour === 'mysql' ? 'JSON' : 'LONGTEXT'
    default:
      return dialects[flavour].typeName(type)
  }
}

/** Column names of an insert; the hash of the key is last. */
export function insertedNames(own: OwnSchema, table: OwnTable): string[] {
  const names = table.columns.map(({ name }) => quote(own, name))
  return isHashed(table) ? [...names, quote(own, keyColumn)] : names
}

/** The bound values of a row, in the order of `insertedNames`. */
export function boundRow(table: OwnTable, row: readonly OwnCell[]): (string | number | Buffer | null)[] {
  const cells = table.columns.map(({ type }, index) => boundCell(row[index] ?? null, type))
  if (!isHashed(table)) return cells
  const key = table.key.map((name) => row[table.columns.findIndex((column) => column.name === name)] ?? null)
  return [...cells, createHash('sha256').update(JSON.stringify(key)).digest()]
}

function boundCell(cell: OwnCell, { kind }: ValueType): string | number | null {
  if (cell === null) return null
  if (kind === 'logical') return cell === 't' || cell === 'true' || cell === '1' ? 1 : 0
  if (kind === 'instant') return utcText(cell)
  return kind === 'timestamp' ? cell.replace('T', ' ') : cell
}

/** Texts of another form are passed on unchanged, and the server refuses them. */
function utcText(instant: string): string {
  const [, day, time, fraction = '', sign = '+', hours = '00', minutes = '00'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?(?:Z|([+-])(\d\d):?(\d\d)?)?$/.exec(instant) ?? []
  if (day === undefined || time === undefined) return instant
  const utc = new Date(`${day}T${time}${sign}${hours}:${minutes}`)
  return `${utc.toISOString().slice(0, 19).replace('T', ' ')}${fraction}`
}

/** Converts a driver's value to its exact text. */
export function ownCell(raw: unknown, type: ValueType): OwnCell {
  const cell = cellOf(raw, type, { name: '' })
  return cell === null ? null : String(cell)
}

/** The clause of an insert that keeps a row with the same key. */
export function keptRow(own: OwnSchema, { key }: OwnTable): string {
  const same = key.slice(0, 1).map((name) => `${quote(own, name)} = ${quote(own, name)}`)
  return ` ON DUPLICATE KEY UPDATE ${same.join(', ')}`
}

/** The clause of an insert that replaces a row with the same key. */
export function replacedRow(own: OwnSchema, table: OwnTable): string {
  const others = table.columns.filter(({ name }) => !table.key.includes(name)).map(({ name }) => quote(own, name))
  if (others.length === 0) return keptRow(own, table)
  return ` ON DUPLICATE KEY UPDATE ${others.map((name) => `${name} = VALUES(${name})`).join(', ')}`
}

type Bound = string | number | Buffer | null

/** Lists with at least this many values are sent as one JSON text. */
const longList = 500

/** The condition of a search, and its values. For a long list the server uses its index only in reads. */
export function whereOf(
  own: OwnSchema,
  table: OwnTable,
  { where = [], below, above }: OwnRead,
): { text: string; values: Bound[] } {
  const values: Bound[] = []
  const tests = where.map(({ column, values: wanted }) => {
    const type = typeOf(table, column)
    const name = quote(own, column)
    if (wanted.length === 0) return 'FALSE'
    if (wanted.length < longList || !isText(type)) {
      // Padded to few different lengths, because each length is a separate prepared statement.
      const length = 2 ** Math.ceil(Math.log2(wanted.length))
      const padded = Array.from({ length }, (_, index) => wanted[Math.min(index, wanted.length - 1)] ?? null)
      values.push(...padded.map((value) => boundCell(value, type)))
      return `${name} IN (${padded.map(() => '?').join(', ')})`
    }
    values.push(JSON.stringify(wanted))
    const collation = dialects[own.flavour].exactText ?? ''
    return `${name} IN (SELECT given.v FROM JSON_TABLE(?, '$[*]' COLUMNS (v VARCHAR(1024) CHARACTER SET utf8mb4 ${collation} PATH '$')) AS given)`
  })
  for (const [limit, sign] of [
    [below, '<'],
    [above, '>'],
  ] as const) {
    if (!limit) continue
    values.push(boundCell(limit.value, typeOf(table, limit.column)))
    tests.push(`${quote(own, limit.column)} ${sign} ?`)
  }
  return { text: tests.length === 0 ? '' : ` WHERE ${tests.join(' AND ')}`, values }
}

/** Splits a search into searches with short lists. */
export function shortSearches(what: Pick<OwnRead, 'where' | 'below'>): Pick<OwnRead, 'where' | 'below'>[] {
  const { where = [] } = what
  const long = where.findIndex(({ values }) => values.length >= longList)
  const list = where[long]
  if (!list) return [what]
  const portions: Pick<OwnRead, 'where' | 'below'>[] = []
  for (let at = 0; at < list.values.length; at += longList - 1) {
    const values = list.values.slice(at, at + longList - 1)
    portions.push({ ...what, where: where.with(long, { column: list.column, values }) })
  }
  return portions.flatMap(shortSearches)
}
