import type { Cell, Statement, ValueType } from '@octavo/core/types'
import { DuckDBInstance } from '@duckdb/node-api'
import { openPglite } from '../../packages/core/src/formula/testing/pglite.ts'

/** A table of a golden case: columns with types, and rows of canonical cells. */
export interface GoldenTable {
  path: string[]
  columns: { name: string; type: ValueType; nullable: boolean }[]
  rows: Cell[][]
}

export interface GoldenEngine {
  dialect: 'duckdb' | 'postgres' | 'mariadb' | 'mysql' | 'trino'
  /** True for a server whose texts are equal when they differ only in blanks at the end: MySQL before 8.0.17. */
  ignoresBlanks?: boolean
  create(table: GoldenTable): Promise<void>
  /** Rows as canonical cells of the types, as far as text allows. */
  rows(statement: Statement, types: readonly ValueType[]): Promise<Cell[][]>
  close(): Promise<void>
}

export async function openDuckDb(): Promise<GoldenEngine> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run("SET TimeZone = 'UTC'")
  const run = (text: string, values: Statement['values'] = []) =>
    connection.runAndReadAll(text, Object.fromEntries(values.map(({ type, value }, index) => [String(index + 1), bound(type, value)])))
  return {
    dialect: 'duckdb',
    async create(table) {
      for (const text of createText(table, DUCKDB_TYPES)) await run(text)
    },
    async rows({ text, values }, types) {
      const rows = (await run(text, values)).getRows()
      return rows.map((row) => row.map((cell, index) => canonical(cell === null ? null : String(cell), types[index])))
    },
    async close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

export async function openPostgres(): Promise<GoldenEngine> {
  const database = await openPglite()
  await database.exec("SET TIME ZONE 'UTC'")
  const parsers = Object.fromEntries(
    [16, 20, 21, 23, 25, 114, 700, 701, 1043, 1082, 1114, 1184, 1700, 3802].map((oid) => [oid, (text: string) => text]),
  )
  return {
    dialect: 'postgres',
    async create(table) {
      for (const text of createText(table, POSTGRES_TYPES)) await database.exec(text)
    },
    async rows({ text, values }, types) {
      const params = values.map(({ value }) => value)
      const result = await database.query<unknown[]>(text, params, { rowMode: 'array', parsers })
      return result.rows.map((row) => row.map((cell, index) => canonical(cell === null ? null : String(cell), types[index])))
    },
    close: () => database.close(),
  }
}

function bound(type: ValueType, value: Cell) {
  return type.kind === 'int64' && value !== null ? BigInt(value) : value
}

/** The texts of all engines in one form; floats to twelve digits. */
export function canonical(text: string | null, type: ValueType | undefined): Cell {
  if (text === null) return null
  switch (type?.kind) {
    case 'float64':
      return Number.isFinite(Number(text)) ? Number(Number(text).toPrecision(12)) : text
    case 'decimal':
      // Engines write different numbers of trailing zeros; the type determines how many there are.
      return text.includes('.') || type.scale === 0 ? text : `${text}.${'0'.repeat(type.scale)}`
    case 'logical':
      return text === 't' || text === 'true'
    case 'date':
      return text.slice(0, 10)
    case 'timestamp':
    case 'instant':
      return text.replace(' ', 'T').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
    default:
      return text
  }
}

type TypeNames = (type: ValueType) => string

const DUCKDB_TYPES: TypeNames = (type) =>
  type.kind === 'decimal'
    ? `DECIMAL(${type.precision}, ${type.scale})`
    : { text: 'VARCHAR', int64: 'BIGINT', float64: 'DOUBLE', logical: 'BOOLEAN', date: 'DATE', timestamp: 'TIMESTAMP', instant: 'TIMESTAMPTZ', variant: 'JSON', array: 'JSON', geography: 'VARCHAR' }[type.kind]

export const POSTGRES_TYPES: TypeNames = (type) =>
  type.kind === 'decimal'
    ? `NUMERIC(${type.precision}, ${type.scale})`
    : { text: 'TEXT', int64: 'BIGINT', float64: 'DOUBLE PRECISION', logical: 'BOOLEAN', date: 'DATE', timestamp: 'TIMESTAMP', instant: 'TIMESTAMPTZ', variant: 'JSONB', array: 'JSONB', geography: 'TEXT' }[type.kind]

export function createText(table: GoldenTable, typeName: TypeNames): string[] {
  const name = table.path.map(quoted).join('.')
  const columns = table.columns.map((column) => `${quoted(column.name)} ${typeName(column.type)}`)
  const rows = table.rows.map((row) => `(${row.map((cell) => (cell === null ? 'NULL' : literal(cell))).join(', ')})`)
  return [
    ...(table.path.length > 1 ? [`CREATE SCHEMA IF NOT EXISTS ${quoted(table.path[0] ?? '')}`] : []),
    `CREATE TABLE ${name} (${columns.join(', ')})`,
    ...(rows.length > 0 ? [`INSERT INTO ${name} VALUES ${rows.join(', ')}`] : []),
  ]
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (cell: Exclude<Cell, null>) => (typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell))
