import { DuckDBInstance } from '@duckdb/node-api'
import type { Statement } from '../../types/index.ts'
import { openPglite } from './pglite.ts'

/** A real engine for tests: runs a statement and returns rows as text cells, and the names of the column types. */
export interface TestEngine {
  dialect: 'duckdb' | 'postgres' | 'mariadb' | 'mysql' | 'trino'
  /** True for a server whose texts are equal when they differ only in blanks at the end: MySQL before 8.0.17. */
  ignoresBlanks?: boolean
  run(statement: Statement): Promise<{ types: string[]; rows: (string | null)[][] }>
  close(): Promise<void>
}

/** MariaDB or MySQL. */
export function isMysqlFamily(dialect: string): boolean {
  return dialect === 'mariadb' || dialect === 'mysql'
}

export async function openDuckdb(): Promise<TestEngine> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  // A session setting must not change the result of a formula.
  await connection.run("SET TimeZone = 'Asia/Tokyo'")
  // Examples that collect values expect them in the order of their rows.
  await connection.run('SET threads = 1')
  return {
    dialect: 'duckdb',
    async run({ text, values }) {
      const reader = await connection.runAndReadAll(
        text,
        // The driver sends whole numbers as 64-bit integers, so they are sent as texts; the statement declares their type.
        values.map(({ value }) => (typeof value === 'number' ? String(value) : value)),
      )
      const types = reader.columnTypes().map((type) => type.toString())
      return { types, rows: reader.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell)))) }
    },
    async close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

const POSTGRES_TYPES: Record<number, string> = {
  16: 'BOOLEAN',
  20: 'BIGINT',
  25: 'VARCHAR',
  701: 'DOUBLE',
  1082: 'DATE',
  1114: 'TIMESTAMP',
  1700: 'DECIMAL',
  3802: 'JSON',
}

export function postgresTypeName(oid: number): string {
  return POSTGRES_TYPES[oid] ?? `oid ${oid}`
}

export async function openPostgres(): Promise<TestEngine> {
  const database = await openPglite()
  await database.query("SET TimeZone = 'Asia/Tokyo'")
  const asText = Object.fromEntries(
    [...Object.keys(POSTGRES_TYPES), 23, 700].map((oid) => [oid, (text: string) => text]),
  )
  return {
    dialect: 'postgres',
    async run({ text, values }) {
      const result = await database.query<(string | null)[]>(
        text,
        values.map((item) => (item.value === null ? null : String(item.value))),
        {
          rowMode: 'array',
          parsers: asText,
          serializers: Object.fromEntries(Object.keys(POSTGRES_TYPES).map((oid) => [oid, String])),
        },
      )
      const types = result.fields.map((field) => postgresTypeName(field.dataTypeID))
      return {
        types,
        rows: result.rows.map((row) => row.map((cell, index) => (types[index] === 'BOOLEAN' ? logical(cell) : cell))),
      }
    },
    async close() {
      await database.close()
    },
  }
}

function logical(cell: string | null): string | null {
  return cell === null ? null : cell === 't' ? 'true' : 'false'
}
