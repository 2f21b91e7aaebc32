import type { ValueType } from '../../types/index.ts'
import type { Dialect } from './dialect.ts'
import { limitOffset, quotedBy } from './quoting.ts'

export const databricks: Dialect = {
  name: 'databricks',
  label: 'Databricks',
  isVerified: false,
  families: ['portable', 'standard'],
  quoteIdentifier: quotedBy('`'),
  placeholder(_position, type) {
    if (type.kind === 'text') return '?'
    return type.kind === 'array' ? `FROM_JSON(?, '${typeName(type)}')` : `CAST(? AS ${typeName(type)})`
  },
  typeName,
  policyFence: 'OFFSET 0',
  limit: limitOffset,
  nullSafeEqual: ['', ' <=> ', ''],
  nulls: 'words',
  rows: {
    from: (json, keys) =>
      `(SELECT EXPLODE(FROM_JSON(${json}, 'ARRAY<STRUCT<${keys.map((key) => `${key}: STRING`).join(', ')}>>')) AS item) AS given`,
    field: (key) => `given.item.${key}`,
  },
  session: ["SET TIME ZONE 'UTC'"],
}

function typeName(type: ValueType): string {
  switch (type.kind) {
    case 'text':
    case 'geography':
      return 'STRING'
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
      return 'TIMESTAMP_NTZ'
    case 'instant':
      return 'TIMESTAMP'
    case 'variant':
      return 'VARIANT'
    case 'array':
      return `ARRAY<${typeName(type.element)}>`
  }
}
