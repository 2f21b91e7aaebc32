import type { ValueType } from '../../types/index.ts'
import type { Dialect } from './dialect.ts'
import { doubleQuoted, limitOffset } from './quoting.ts'

export const duckdb: Dialect = {
  name: 'duckdb',
  label: 'DuckDB',
  isVerified: true,
  families: ['postgresFamily', 'standard', 'portable'],
  quoteIdentifier: doubleQuoted,
  placeholder(position, type) {
    if (type.kind === 'text') return `$${position}`
    // The text of an array is JSON, which cannot be cast to a list directly.
    return type.kind === 'array' ? `$${position}::JSON::${typeName(type)}` : `$${position}::${typeName(type)}`
  },
  typeName,
  limit: limitOffset,
  nullSafeEqual: ['', ' IS NOT DISTINCT FROM ', ''],
  nulls: 'words',
  mostGroupsInChain: 8,
  comparesInCommonType: true,
  // DuckDB 1.5 moves conditions into a MATERIALIZED CTE with a single reader, but never below a limit.
  policyFence: 'OFFSET 0',
  rows: {
    from: (json, keys) =>
      `(SELECT UNNEST(from_json(${json}, '[{${keys.map((key) => `"${key}":"VARCHAR"`).join(',')}}]')) AS item) AS given`,
    field: (key) => `given.item.${key}`,
  },
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
      return 'TIMESTAMP'
    case 'instant':
      return 'TIMESTAMPTZ'
    case 'variant':
      return 'JSON'
    case 'array':
      return `${typeName(type.element)}[]`
  }
}
