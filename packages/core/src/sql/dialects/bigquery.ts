import type { ValueType } from '../../types/index.ts'
import type { Dialect } from './dialect.ts'
import { isOwnAlias, limitOffset } from './quoting.ts'

const ALL_ROWS = '9223372036854775807'

export const bigquery: Dialect = {
  name: 'bigquery',
  label: 'BigQuery',
  isVerified: false,
  families: ['portable', 'standard'],
  quoteIdentifier(name) {
    if (isOwnAlias(name)) return name
    return `\`${name.replace(/[\\`]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}\``
  },
  placeholder(_position, type) {
    if (type.kind === 'text') return '?'
    return type.kind === 'array'
      ? `ARRAY(SELECT CAST(e AS ${typeName(type.element)}) FROM UNNEST(JSON_VALUE_ARRAY(?)) AS e)`
      : `CAST(? AS ${typeName(type)})`
  },
  typeName,
  policyFence: `LIMIT ${ALL_ROWS}`,
  limit: (limit, offset) =>
    limit === undefined && offset ? [`LIMIT ${ALL_ROWS}`, ...limitOffset(limit, offset)] : limitOffset(limit, offset),
  nullSafeEqual: ['', ' IS NOT DISTINCT FROM ', ''],
  nulls: 'words',
  rows: {
    from: (json) => `UNNEST(JSON_QUERY_ARRAY(${json})) AS item`,
    field: (key) => `JSON_VALUE(item, '$.${key}')`,
  },
}

function typeName(type: ValueType): string {
  switch (type.kind) {
    case 'text':
      return 'STRING'
    case 'int64':
      return 'INT64'
    // A parameterized type is not allowed in a cast of a bound text, and NUMERIC has at most nine decimals.
    case 'decimal':
      return type.scale <= 9 && type.precision - type.scale <= 29 ? 'NUMERIC' : 'BIGNUMERIC'
    case 'float64':
      return 'FLOAT64'
    case 'logical':
      return 'BOOL'
    case 'date':
      return 'DATE'
    case 'timestamp':
      return 'DATETIME'
    case 'instant':
      return 'TIMESTAMP'
    case 'variant':
      return 'JSON'
    case 'array':
      return `ARRAY<${typeName(type.element)}>`
    case 'geography':
      return 'GEOGRAPHY'
  }
}
