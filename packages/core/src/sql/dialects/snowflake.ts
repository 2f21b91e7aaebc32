import type { ValueType } from '../../types/index.ts'
import type { Dialect } from './dialect.ts'
import { limitOffset } from './quoting.ts'

export const snowflake: Dialect = {
  name: 'snowflake',
  label: 'Snowflake',
  isVerified: false,
  families: ['portable', 'standard'],
  // An unquoted name would be converted to upper case.
  quoteIdentifier: (name) => `"${name.replaceAll('"', '""')}"`,
  placeholder(_position, type) {
    if (type.kind === 'text') return '?'
    return type.kind === 'array' ? 'CAST(PARSE_JSON(?) AS ARRAY)' : `CAST(? AS ${typeName(type)})`
  },
  typeName,
  policyFence: 'LIMIT NULL OFFSET 0',
  limit: (limit, offset) =>
    limit === undefined && offset ? ['LIMIT NULL', ...limitOffset(limit, offset)] : limitOffset(limit, offset),
  nullSafeEqual: ['', ' IS NOT DISTINCT FROM ', ''],
  nulls: 'words',
  rows: {
    from: (json) => `TABLE(FLATTEN(INPUT => PARSE_JSON(${json}))) AS item`,
    field: (key) => `CAST(item.VALUE:${key} AS VARCHAR)`,
  },
  session: ["ALTER SESSION SET TIMEZONE = 'UTC'"],
}

function typeName(type: ValueType): string {
  switch (type.kind) {
    case 'text':
      return 'VARCHAR'
    case 'int64':
      return 'NUMBER(19, 0)'
    case 'decimal':
      return `NUMBER(${type.precision}, ${type.scale})`
    case 'float64':
      return 'FLOAT'
    case 'logical':
      return 'BOOLEAN'
    case 'date':
      return 'DATE'
    case 'timestamp':
      return 'TIMESTAMP_NTZ'
    case 'instant':
      return 'TIMESTAMP_TZ'
    case 'variant':
      return 'VARIANT'
    case 'array':
      return 'ARRAY'
    case 'geography':
      return 'GEOGRAPHY'
  }
}
