import type { Cell, ValueType } from '@octavo/core/types'

/** The driver's description of a result column. */
export interface Field {
  name: string
  columnType?: number
  columnLength?: number
  decimals?: number
  flags?: number | string[]
  characterSet?: number
  extendedFormat?: string
}

/** Numbers of types in the protocol (enum_field_types). */
const types = {
  TINY: 1,
  SHORT: 2,
  LONG: 3,
  FLOAT: 4,
  DOUBLE: 5,
  TIMESTAMP: 7,
  LONGLONG: 8,
  INT24: 9,
  DATE: 10,
  DATETIME: 12,
  YEAR: 13,
  NEWDATE: 14,
  BIT: 16,
  JSON: 245,
  DECIMAL: 0,
  NEWDECIMAL: 246,
} as const

const flagOf = { notNull: 1, unsigned: 32 } as const
/** The largest unsigned 64-bit integer: 18,446,744,073,709,551,615. */
const unsigned64: ValueType = { kind: 'decimal', precision: 20, scale: 0 }

const has = ({ flags }: Field, flag: number) => typeof flags === 'number' && (flags & flag) !== 0

/** Days that no calendar has are read as null, and columns that must not be null may hold them. */
export const isNullable = (field: Field): boolean =>
  !has(field, flagOf.notNull) || ['date', 'timestamp', 'instant'].includes(valueTypeOf(field).kind)

/** Our type of a result column. BOOLEAN is a synonym of TINYINT(1), so that width means a boolean. */
export function valueTypeOf(field: Field): ValueType {
  if (field.extendedFormat === 'json') return { kind: 'variant' }
  switch (field.columnType) {
    case types.TINY:
      return field.columnLength === 1 ? { kind: 'logical' } : { kind: 'int64' }
    case types.SHORT:
    case types.LONG:
    case types.INT24:
    case types.YEAR:
      return { kind: 'int64' }
    case types.LONGLONG:
      return has(field, flagOf.unsigned) ? unsigned64 : { kind: 'int64' }
    case types.BIT:
      return (field.columnLength ?? 64) < 64 ? { kind: 'int64' } : unsigned64
    case types.FLOAT:
    case types.DOUBLE:
      return { kind: 'float64' }
    case types.DECIMAL:
    case types.NEWDECIMAL:
      return decimalOf(field)
    case types.DATE:
    case types.NEWDATE:
      return { kind: 'date' }
    case types.DATETIME:
      return { kind: 'timestamp' }
    case types.TIMESTAMP:
      return { kind: 'instant' }
    case types.JSON:
      return { kind: 'variant' }
    default:
      return { kind: 'text' }
  }
}

/** The length includes the sign, unless the type is unsigned, and the point. */
function decimalOf(field: Field): ValueType {
  const scale = field.decimals ?? 0
  const signs = (has(field, flagOf.unsigned) ? 0 : 1) + (scale > 0 ? 1 : 0)
  return { kind: 'decimal', precision: Math.max(1, (field.columnLength ?? 65) - signs), scale }
}

/** Converts a driver value of this type to a cell; the session's zone is UTC. */
export function cellOf(raw: unknown, type: ValueType, field: Field): Cell {
  if (raw === null || raw === undefined) return null
  if (field.columnType === types.BIT && Buffer.isBuffer(raw)) return String(BigInt(`0x${raw.toString('hex') || '0'}`))
  switch (type.kind) {
    case 'logical':
      return Number(raw) !== 0
    case 'float64':
      return Number(raw)
    case 'date':
      return isDay(String(raw)) ? String(raw).slice(0, 10) : null
    case 'timestamp':
      return isDay(String(raw)) ? momentOf(String(raw)) : null
    case 'instant':
      return isDay(String(raw)) ? `${momentOf(String(raw))}Z` : null
    default:
      // Binary bytes, in the form that PostgreSQL writes them.
      if (Buffer.isBuffer(raw)) return `\\x${raw.toString('hex')}`
      return typeof raw === 'object' ? JSON.stringify(raw) : String(raw)
  }
}

/** The engine can store invalid dates, such as 0000-00-00 and 2024-02-31. They are read as null. */
function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  if (year === 0 || month < 1 || month > 12 || day < 1) return false
  return day <= 28 || day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

function momentOf(text: string): string {
  return text.replace(' ', 'T').replace(/\.?0*$/, (zeros) => (text.includes('.') ? '' : zeros))
}

/** The bound value: exact numbers as their digits, instants as the time in a session at UTC. */
export function boundOf(value: Cell, type: ValueType): string | number | null {
  if (value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return type.kind === 'instant' ? utcText(String(value)) : value
}

function utcText(instant: string): string {
  const [, local = '', fraction = '', offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(instant) ?? []
  if (local === '') return instant
  return `${new Date(`${local.replace(' ', 'T')}${offset}`).toISOString().slice(0, 19)}${fraction}`
}
