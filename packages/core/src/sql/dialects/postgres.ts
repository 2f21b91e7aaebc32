import type { ValueType } from '../../types/index.ts'
import type { Dialect } from './dialect.ts'
import { postgresEntries } from './postgres-entries.ts'
import { doubleQuoted, limitOffset } from './quoting.ts'

export const postgres: Dialect = {
  name: 'postgres',
  label: 'PostgreSQL',
  isVerified: true,
  families: ['postgresFamily', 'standard', 'portable'],
  quoteIdentifier: doubleQuoted,
  // Without a cast the server guesses the type of a value from its context, and guesses integer for 2.5.
  placeholder: (position, type) =>
    type.kind === 'array'
      ? `ARRAY(SELECT CAST(e AS ${typeName(type.element)}) FROM JSONB_ARRAY_ELEMENTS_TEXT($${position}::JSONB) AS t(e))`
      : `$${position}::${typeName(type)}`,
  typeName,
  limit: limitOffset,
  fence: 'MATERIALIZED ',
  // The planner neither pulls up subqueries with OFFSET nor moves conditions into them.
  policyFence: 'OFFSET 0',
  nullSafeEqual: ['', ' IS NOT DISTINCT FROM ', ''],
  nulls: 'words',
  rows: {
    from: (json, keys) =>
      `jsonb_to_recordset((${json})::JSONB) AS item (${keys.map((key) => `${key} TEXT`).join(', ')})`,
    field: (key) => `item.${key}`,
  },
  entries: postgresEntries,
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
