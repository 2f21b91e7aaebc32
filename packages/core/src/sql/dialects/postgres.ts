import type { ValueType } from '../../types/index.ts'
import type { Dialect } from './dialect.ts'

export const postgres: Dialect = {
  name: 'postgres',
  families: ['postgresFamily', 'standard'],
  quoteIdentifier: doubleQuoted,
  // Without a cast the server guesses the type of a value from its surroundings, and guesses integer for 2.5.
  placeholder: (position, type) => `$${position}::${typeName(type)}`,
  typeName,
  limit: limitOffset,
  fence: 'MATERIALIZED ',
  nullSafeEqual: ['', ' IS NOT DISTINCT FROM ', ''],
}

/** Names that need no quotes: the form of our own aliases, which no keyword has. */
const OWN_ALIAS = /^[a-z][a-z0-9_]*_[0-9]+$/

export function doubleQuoted(name: string): string {
  return OWN_ALIAS.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

export function limitOffset(limit: number | undefined, offset: number | undefined): string[] {
  const lines: string[] = []
  if (limit !== undefined) lines.push(`LIMIT ${wholeNumber(limit)}`)
  if (offset) lines.push(`OFFSET ${wholeNumber(offset)}`)
  return lines
}

function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a row count: ${value}`)
  return value
}

function typeName(type: ValueType): string {
  switch (type.kind) {
    case 'text':
    case 'geography':
      return 'TEXT'
    case 'int64':
      return 'BIGINT'
    case 'decimal':
      return `NUMERIC(${type.precision}, ${type.scale})`
    case 'float64':
      return 'DOUBLE PRECISION'
    case 'logical':
      return 'BOOLEAN'
    case 'date':
      return 'DATE'
    case 'timestamp':
      return 'TIMESTAMP'
    case 'instant':
      return 'TIMESTAMPTZ'
    case 'variant':
      return 'JSONB'
    case 'array':
      return `${typeName(type.element)}[]`
  }
}
