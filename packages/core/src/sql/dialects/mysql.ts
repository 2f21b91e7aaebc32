import type { ValueType } from '../../types/index.ts'
import type { Dialect } from './dialect.ts'
import { quotedBy, wholeNumber } from './quoting.ts'

const ONLY_MYSQL = {
  hasNoConstantKeys: true,
  hasNarrowHaving: true,
  readsTablesFlat: true,
  separatesZeros: true,
} as const

/** A sum would change the sign of a negative zero. */
const TO_FLOAT = ['(', ' * 1e0)'] as const

/** More rows than any table has. */
const ALL_ROWS = '18446744073709551615'

function mysqlDialect(
  name: 'mysql' | 'mariadb',
  own: Pick<Dialect, 'label' | 'isVerified'>,
  collation: string,
): Dialect {
  const typeName = (type: ValueType) => typeNameOf(type, name)
  // MySQL has no CAST to DOUBLE before 8.0.17.
  const converts = ({ kind }: ValueType) => (name === 'mysql' && kind === 'float64' ? TO_FLOAT : null)
  return {
    name,
    ...own,
    families: ['mysqlFamily', 'portable', 'standard'],
    quoteIdentifier: quotedBy('`'),
    placeholder(_position, type) {
      // MySQL before 8.0.22 takes a parameter without a conversion for bytes, which have no collation.
      if (type.kind === 'text') return `${name === 'mysql' ? 'CONVERT(? USING utf8mb4)' : '?'} COLLATE ${collation}`
      const [before, after] = converts(type) ?? ['CAST(', ` AS ${typeName(type)})`]
      return `${before}?${after}`
    },
    typeName,
    converts,
    limit(limit, offset) {
      if (limit === undefined && !offset) return []
      const lines = [`LIMIT ${limit === undefined ? ALL_ROWS : wholeNumber(limit)}`]
      if (offset) lines.push(`OFFSET ${wholeNumber(offset)}`)
      return lines
    },
    // Without it the server inlines the columns of one CTE into the next: the text of a chain that reads two of them doubles each time.
    fenceEnd: `LIMIT ${ALL_ROWS}`,
    // The server neither merges derived tables with LIMIT nor moves conditions into them.
    policyFence: `LIMIT ${ALL_ROWS}`,
    // MariaDB: "Too many WITH elements in WITH clause" from 65 on.
    mostCtes: 60,
    // Each fence reads the previous one, and MariaDB 10.11 crashes by recursion at 200 (166 work).
    // MySQL takes 63 levels of nested queries, of which the rows below and above a chain need some.
    mostFences: name === 'mysql' ? 50 : 150,
    // MariaDB 10.11, 40,000 rows by a converted text: over a minute, where the join takes 0.3 s.
    hasSlowExists: true,
    hasNoGroupingSets: true,
    ...(name === 'mysql' ? ONLY_MYSQL : {}),
    nullSafeEqual: ['', ' <=> ', ''],
    nulls: 'smallest',
    // Otherwise texts would have the character set of the database, which may not be able to represent them.
    rows: {
      from: (json, keys) =>
        `JSON_TABLE(${json}, '$[*]' COLUMNS (${keys.map((key) => `${key} LONGTEXT CHARACTER SET utf8mb4 PATH '$.${key}'`).join(', ')})) AS item`,
      field: (key) => `item.${key}`,
      read: (field, type) => {
        if (type.kind === 'logical') return `${field} = 'true'`
        return type.kind === 'instant' ? `CAST(REPLACE(${field}, 'Z', '') AS DATETIME(6))` : null
      },
    },
    exactText: `COLLATE ${collation}`,
    session: sessionWith(collation),
  }
}

function sessionWith(collation: string): string[] {
  return [
    'SET NAMES utf8mb4',
    `SET SESSION collation_connection = ${collation}`,
    "SET SESSION time_zone = '+00:00'",
    // Only modes that would change the meaning of the generated text: double quotes remain quotes, and || is not used.
    "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'",
    'SET SESSION group_concat_max_len = 4294967295',
    // Sorts, windows and distinct counts compare only this many bytes of a text, so that longer texts with an equal start would count as
    // equal. The default is 1,024 bytes, about 340 characters. The buffer must have room for 15 rows.
    'SET SESSION max_sort_length = 32768, sort_buffer_size = 16777216',
  ]
}

function typeNameOf(type: ValueType, name: 'mysql' | 'mariadb'): string {
  switch (type.kind) {
    case 'text':
    case 'geography':
      // With a character set the text would have that set's collation, which is case-insensitive, instead of the session's.
      return 'CHAR'
    case 'int64':
    case 'logical':
      return 'SIGNED'
    case 'decimal':
      return `DECIMAL(${type.precision}, ${type.scale})`
    case 'float64':
      return 'DOUBLE'
    case 'date':
      return 'DATE'
    case 'timestamp':
    case 'instant':
      return 'DATETIME(6)'
    case 'variant':
    case 'array':
      return name === 'mysql' ? 'JSON' : 'CHAR'
  }
}

export const mysql = mysqlDialect('mysql', { label: 'MySQL', isVerified: true }, 'utf8mb4_0900_bin')
export const mariadb = mysqlDialect('mariadb', { label: 'MariaDB', isVerified: true }, 'utf8mb4_nopad_bin')
