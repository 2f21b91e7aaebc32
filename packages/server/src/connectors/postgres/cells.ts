import type { Cell, ValueType } from '@octavo/core/types'

/** Object ids of the built-in types (pg_type.dat of PostgreSQL). */
const oids = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
} as const

/** Our type of a column; `modifier` holds precision and scale of a numeric. */
export function valueTypeOf(oid: number, modifier: number): ValueType {
  switch (oid) {
    case oids.bool:
      return { kind: 'logical' }
    case oids.int8:
    case oids.int2:
    case oids.int4:
    case oids.oid:
      return { kind: 'int64' }
    case oids.float4:
    case oids.float8:
      return { kind: 'float64' }
    case oids.numeric: {
      // Without a modifier each value has its own scale; the cells are exact all the same.
      if (modifier < 4) return { kind: 'decimal', precision: 38, scale: 9 }
      return { kind: 'decimal', precision: ((modifier - 4) >> 16) & 0xffff, scale: (modifier - 4) & 0x7ff }
    }
    case oids.date:
      return { kind: 'date' }
    case oids.timestamp:
      return { kind: 'timestamp' }
    case oids.timestamptz:
      return { kind: 'instant' }
    case oids.json:
    case oids.jsonb:
      return { kind: 'variant' }
    default:
      return { kind: 'text' }
  }
}

/** A cell from the server's text form, with the zone of the session at UTC and dates as ISO. */
export function cellOf(text: string | null, { kind }: ValueType): Cell {
  if (text === null) return null
  switch (kind) {
    case 'logical':
      return text === 't'
    case 'float64': {
      const number = Number(text)
      return Number.isFinite(number) ? number : text
    }
    case 'timestamp':
      return text.replace(' ', 'T')
    case 'instant':
      return text.replace(' ', 'T').replace(/\+00$/, 'Z')
    default:
      return text
  }
}
