import type { ValueType } from '../../types/index.ts'
import type { Dialect } from './dialect.ts'
import { quotedBy, wholeNumber } from './quoting.ts'

/** Compares by code points, so that case matters. */
const COLLATION = 'Latin1_General_100_BIN2'

export const sqlserver: Dialect = {
  name: 'sqlserver',
  label: 'SQL Server',
  isVerified: false,
  families: ['portable', 'standard'],
  quoteIdentifier: quotedBy('[', ']'),
  placeholder: (position, type) =>
    type.kind === 'text' ? `@p${position} COLLATE ${COLLATION}` : `CAST(@p${position} AS ${typeName(type)})`,
  typeName,
  policyFence: 'ORDER BY (SELECT NULL) OFFSET 0 ROWS',
  limit(limit, offset, isOrdered) {
    if (limit === undefined && !offset) return []
    const lines = isOrdered ? [] : ['ORDER BY (SELECT NULL)']
    lines.push(`OFFSET ${wholeNumber(offset ?? 0)} ROWS`)
    if (limit !== undefined) lines.push(`FETCH NEXT ${wholeNumber(limit)} ROWS ONLY`)
    return lines
  },
  nullSafeEqual: ['EXISTS (SELECT ', ' INTERSECT SELECT ', ')'],
  nulls: 'smallest',
  rows: {
    from: (json, keys) =>
      `OPENJSON(${json}) WITH (${keys.map((key) => `${key} NVARCHAR(MAX) '$.${key}'`).join(', ')}) AS item`,
    field: (key) => `item.${key}`,
  },
  hasNoLogicalValues: true,
  ordersInside: false,
  exactText: `COLLATE ${COLLATION}`,
}

function typeName(type: ValueType): string {
  switch (type.kind) {
    case 'text':
    case 'geography':
    case 'variant':
    case 'array':
      return 'NVARCHAR(MAX)'
    case 'int64':
      return 'BIGINT'
    case 'decimal':
      return `DECIMAL(${type.precision}, ${type.scale})`
    case 'float64':
      return 'FLOAT'
    case 'logical':
      return 'BIT'
    case 'date':
      return 'DATE'
    case 'timestamp':
      return 'DATETIME2(6)'
    case 'instant':
      return 'DATETIMEOFFSET(6)'
  }
}
