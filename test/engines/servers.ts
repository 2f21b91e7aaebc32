import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import { postgresTypeName } from '../../packages/core/src/formula/testing/engines.ts'
import { dialects } from '../../packages/core/src/sql/index.ts'
import type { Cell, ValueType } from '../../packages/core/src/types/index.ts'
import { whyNoTrino } from '../../packages/server/src/connectors/trino/testing.ts'
import { flavour } from '../setup/flavour.ts'
import { whyNotQuick } from '../setup/tier.ts'
import { newTrinoCatalog } from './trino-catalog.ts'

/** `mariadb` and `mysql` are one server, of the flavour of the run. */
type ServerName = 'mariadb' | 'mysql' | 'postgres'

/** Why the real server is not available; null when it is. Part of the titles of skipped suites. */
export function whySkipped(engine: ServerName | 'trino'): string | null {
  if (engine === 'trino') return whyNoTrino
  const provided = inject(engine === 'mysql' ? 'mariadb' : engine)
  return 'skipped' in provided ? provided.skipped : null
}

/** Why PGlite is not tested too: it is PostgreSQL in this process, and the server does the same work in a third of the time. */
export function whyNoPglite(): string | null {
  if (whyNotQuick !== null) return whyNotQuick
  return process.env.OCTAVO_DEEP !== '1' && whySkipped('postgres') === null
    ? 'the PostgreSQL server is there; npm run test:deep asks both'
    : null
}

/**
 * The address of a new database on the real server; on MariaDB and MySQL on a server used only by this worker, whose suites run one after another,
 * because they create schemas with the same names.
 */
export async function newDatabase(engine: ServerName): Promise<string> {
  const provided = inject(engine === 'mysql' ? 'mariadb' : engine)
  if ('skipped' in provided) throw new Error(provided.skipped)
  const address = engine !== 'postgres' ? `/empty?for=${process.env.VITEST_POOL_ID}` : '/empty'
  const response = await fetch(provided.url + address, { method: 'POST' })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

const MARIADB_TYPES: Record<number, string> = {
  1: 'BOOLEAN',
  3: 'INTEGER',
  5: 'DOUBLE',
  8: 'BIGINT',
  10: 'DATE',
  12: 'TIMESTAMP',
  245: 'JSON',
  246: 'DECIMAL',
  250: 'VARCHAR',
  251: 'VARCHAR',
  252: 'VARCHAR',
  253: 'VARCHAR',
  254: 'VARCHAR',
}

/** A new database on the real MariaDB or MySQL server, with the settings that connectors use and another session time zone. */
export async function openMariadb(): Promise<TestEngine> {
  const connection = await createConnection({
    uri: await newDatabase('mariadb'),
    charset: 'utf8mb4',
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
  })
  for (const statement of dialects[flavour].session ?? []) await connection.query(statement)
  // Formulas must not depend on the session's time zone; only columns of the type TIMESTAMP do.
  await connection.query("SET SESSION time_zone = '+09:00'")
  const [padded] = await connection.query(`SELECT 'a' = 'a '`)
  const [isSame] = Array.isArray(padded) ? cells(padded[0]) : []
  return {
    dialect: flavour,
    ignoresBlanks: isSame === '1',
    async run({ text, values }) {
      const [rows, fields] = await connection.execute(
        text,
        values.map(({ value }) => (value === null || value === undefined ? null : bound(value))),
      )
      // Statements without rows have no columns.
      const types = (fields ?? []).map((field) => MARIADB_TYPES[field.columnType ?? -1] ?? `type ${field.columnType}`)
      return {
        types,
        rows: Array.isArray(rows) ? rows.map((row) => cells(row)) : [],
      }
    },
    close: () => connection.end(),
  }
}

function bound(value: unknown): string | number {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' ? value : String(value)
}

function cells(row: unknown): (string | null)[] {
  return Array.isArray(row) ? row.map((cell) => (cell === null ? null : String(cell))) : []
}

/** A new database on the real PostgreSQL server. */
export async function openPostgresServer(): Promise<TestEngine> {
  const client = new pg.Client(await newDatabase('postgres'))
  await client.connect()
  await client.query("SET TimeZone = 'Asia/Tokyo'")
  return {
    dialect: 'postgres',
    async run({ text, values }) {
      const result = await client.query<(string | null)[]>({
        text,
        values: values.map(({ value }) => (value === null ? null : String(value))),
        rowMode: 'array',
        types: { getTypeParser: () => (raw: string) => raw },
      })
      const types = result.fields.map((field) => postgresTypeName(field.dataTypeID))
      return {
        types,
        rows: result.rows.map((row) =>
          row.map((cell, index) => (types[index] === 'BOOLEAN' && cell !== null ? String(cell === 't') : cell)),
        ),
      }
    },
    close: () => client.end(),
  }
}

const TRINO_TYPES: Record<ValueType['kind'], string> = {
  text: 'VARCHAR',
  geography: 'VARCHAR',
  int64: 'BIGINT',
  decimal: 'DECIMAL',
  float64: 'DOUBLE',
  logical: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  instant: 'TIMESTAMP WITH TIME ZONE',
  variant: 'JSON',
  array: 'ARRAY',
}

/** A new catalog on the Trino server, in another session time zone; cells as its connector reads them. */
export async function openTrino(): Promise<TestEngine> {
  const catalog = await newTrinoCatalog('Asia/Tokyo')
  return {
    dialect: 'trino',
    async run(statement) {
      const { types, rows } = await catalog.query(statement)
      return {
        types: types.map(({ kind }) => TRINO_TYPES[kind]),
        rows: rows.map((row) => row.map((cell, at) => textOf(cell, types[at]?.kind))),
      }
    },
    close: () => catalog.close(),
  }
}

function textOf(cell: Cell, kind: ValueType['kind'] | undefined): string | null {
  if (cell === null) return null
  return kind === 'timestamp' ? String(cell).replace('T', ' ') : String(cell)
}
