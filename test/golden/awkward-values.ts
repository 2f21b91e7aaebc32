/** Awkward values: each row as stored in the database and as every reader must see it. */
import type { ReadCell } from './export-readers.ts'

export type Kind = 'int64' | 'text' | 'decimal' | 'float64' | 'logical' | 'date' | 'timestamp'
export interface AwkwardColumn {
  name: string
  title: string
  kind: Kind
  sql: string
}

export const columns: AwkwardColumn[] = [
  { name: 'N', title: 'N', kind: 'int64', sql: 'BIGINT' },
  { name: 'T', title: '=Text, "quoted"', kind: 'text', sql: 'VARCHAR' },
  { name: 'I', title: 'Whole', kind: 'int64', sql: 'BIGINT' },
  { name: 'D', title: 'Decimal', kind: 'decimal', sql: 'DECIMAL(20, 2)' },
  { name: 'F', title: 'Float', kind: 'float64', sql: 'DOUBLE' },
  { name: 'L', title: 'Logical', kind: 'logical', sql: 'BOOLEAN' },
  { name: 'A', title: 'Day', kind: 'date', sql: 'DATE' },
  { name: 'S', title: 'Moment', kind: 'timestamp', sql: 'TIMESTAMP' },
]

/** `N` is the number of the row; absent fields are null. */
const values: Record<string, ReadCell>[] = [
  {},
  { T: '', I: '0', D: '0.00', F: 0, L: false, A: '1970-01-01', S: '1970-01-01T00:00:00' },
  { T: 'plain', I: '1', D: '1.50', F: 0.1, L: true, A: '2024-02-29', S: '2024-02-29T12:34:56' },
  { T: '123456789012345678', I: '123456789012345678', D: '123456789012345678.12', F: 1e300 },
  { T: '999999999999999', I: '999999999999999', D: '9999999999999.99', F: 0.30000000000000004 },
  { T: '1000000000000000', I: '1000000000000000', D: '10000000000000.00', F: 1e15 },
  { T: 'extremes', I: '9223372036854775807', D: '-999999999999999999.99', F: 1.7976931348623157e308 },
  { T: 'extremes', I: '-9223372036854775808', D: '-0.01', F: 5e-324 },
  { T: '007', I: '7' },
  { T: '0049 30 123456' },
  { T: '1e5' },
  { T: '2024-01-02' },
  { T: 'TRUE' },
  { T: 'null' },
  { T: '=1+1' },
  { T: '+1' },
  { T: '-1' },
  { T: '@SUM(A1)' },
  { T: '=HYPERLINK("https://example.com","x")' },
  { T: '\t=1' },
  { T: '＝1' },
  { T: "'apostrophe" },
  { T: 'a,b;c\td' },
  { T: 'say "hello"' },
  { T: 'line\nfeed' },
  { T: 'carriage\r\nreturn' },
  { T: '\rstart' },
  { T: ' spaces  around ' },
  { T: '\u00a0no-break\u00a0' },
  { T: '<b>&amp;</b> ]]>' },
  { T: '_x0041_' },
  { T: 'back\\slash \\n' },
  { T: '👩‍👩‍👧‍👦 🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿' },
  { T: 'e\u0301 é' },
  { T: 'שלום עולם \u202eabc\u202c' },
  { T: 'مرحبا ١٢٣' },
  { T: '漢字\u3000かな' },
  { T: '\u0001\u001f\u007f\u2028' },
  { T: 'x'.repeat(300) },
  { F: 'NaN' },
  { F: 'Infinity' },
  { F: '-Infinity' },
  { F: 1e16 },
  { F: 1.5e-5 },
  { F: 2.2250738585072014e-308 },
  { F: -123456.789 },
  { A: '1899-12-31', S: '1899-12-31T23:59:59' },
  { A: '1900-02-28', S: '1900-02-28T12:00:00' },
  { A: '1900-03-01', S: '1900-03-01T00:00:00' },
  { A: '1582-10-10', S: '1969-12-31T23:59:59.999' },
  { A: '2024-03-31', S: '2024-03-31T02:30:00' },
  { A: '2024-10-27', S: '2024-10-27T02:30:00.5' },
  { A: '9999-12-31', S: '9999-12-31T23:59:59' },
  { A: '2038-01-19', S: '2038-01-19T03:14:07.123' },
]

export const rows: Record<string, ReadCell>[] = values.map((row, index) => ({ N: String(index), ...row }))

const literal = (value: ReadCell | undefined, type: string) => {
  if (value === undefined || value === null) return 'NULL'
  const characters = Array.from(String(value), (character) => `chr(${character.codePointAt(0)})`)
  // Written by code points, so that the value does not depend on our quoting.
  return `CAST(${characters.length === 0 ? `''` : characters.join(' || ')} AS ${type})`
}

export const tableStatements = [
  `CREATE TABLE PUBLIC.AWKWARD (${columns.map(({ name, sql }) => `${name} ${sql}`).join(', ')})`,
  ...rows.map(
    (row) =>
      `INSERT INTO PUBLIC.AWKWARD VALUES (${columns.map(({ name, sql }) => literal(row[name], sql)).join(', ')})`,
  ),
]
