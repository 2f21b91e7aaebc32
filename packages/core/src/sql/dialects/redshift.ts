import type { ValueType } from '../../types/index.ts'
import type { Dialect } from './dialect.ts'
import { doubleQuoted, limitOffset } from './quoting.ts'

export const redshift: Dialect = {
  name: 'redshift',
  label: 'Redshift',
  isVerified: false,
  families: ['portable', 'standard'],
  quoteIdentifier: doubleQuoted,
  placeholder: (position, type) =>
    type.kind === 'array' ? `JSON_PARSE($${position})` : `$${position}::${typeName(type)}`,
  typeName,
  policyFence: 'OFFSET 0',
  limit: limitOffset,
  // DECODE treats two nulls as equal, and there is no IS NOT DISTINCT FROM.
  nullSafeEqual: ['DECODE(', ', ', ', 1, 0) = 1'],
  nulls: 'words',
  session: ["SET TIMEZONE TO 'UTC'"],
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
    case 'array':
      return 'SUPER'
  }
}
