import type { ValueType } from '../../types/index.ts'
import type { Dialect } from './dialect.ts'
import { limitOffset } from './quoting.ts'

export const trino: Dialect = {
  name: 'trino',
  label: 'Trino',
  isVerified: true,
  families: ['portable', 'standard'],
  quoteIdentifier: (name) => `"${name.replaceAll('"', '""')}"`,
  placeholder(_position, type) {
    if (type.kind === 'text') return '?'
    if (type.kind === 'variant') return 'JSON_PARSE(?)'
    return type.kind === 'array' ? `CAST(JSON_PARSE(?) AS ${typeName(type)})` : `CAST(? AS ${typeName(type)})`
  },
  typeName,
  // In this engine OFFSET precedes LIMIT.
  policyFence: 'OFFSET 0',
  limit: (limit, offset) => limitOffset(limit, offset).reverse(),
  nullSafeEqual: ['', ' IS NOT DISTINCT FROM ', ''],
  nulls: 'words',
  comparesInCommonType: true,
  rows: {
    from: (json) => `UNNEST(CAST(JSON_PARSE(${json}) AS ARRAY(MAP(VARCHAR, VARCHAR)))) AS given (item)`,
    field: (key) => `ELEMENT_AT(given.item, '${key}')`,
    read: readField,
  },
}

/** Trino parses times with a blank in place of the `T`, and with the name of the zone in place of `Z`. */
function readField(field: string, type: ValueType): string | null {
  const name = typeName(type)
  switch (type.kind) {
    case 'timestamp':
      return `CAST(REPLACE(${field}, 'T', ' ') AS ${name})`
    case 'instant':
      return `CAST(REPLACE(REPLACE(${field}, 'T', ' '), 'Z', ' UTC') AS ${name})`
    case 'variant':
      return `JSON_PARSE(${field})`
    case 'array':
      return `CAST(JSON_PARSE(${field}) AS ${name})`
    default:
      return null
  }
}

function typeName(type: ValueType): string {
  switch (type.kind) {
    case 'text':
    case 'geography':
      return 'VARCHAR'
    case 'int64':
      return 'BIGINT'
    case 'decimal':
      return `DECIMAL(${type.precision}, ${type.scale})`
    case 'float64':
      return 'DOUBLE'
    case 'logical':
      return 'BOOLEAN'
    case 'date':
      return 'DATE'
    case 'timestamp':
      return 'TIMESTAMP(6)'
    case 'instant':
      return 'TIMESTAMP(6) WITH TIME ZONE'
    case 'variant':
      return 'JSON'
    case 'array':
      return `ARRAY(${typeName(type.element)})`
  }
}
