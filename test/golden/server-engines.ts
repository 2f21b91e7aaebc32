import { dialects } from '@octavo/core/sql'
import type { Cell, Statement, ValueType } from '@octavo/core/types'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { newTrinoCatalog } from '../engines/trino-catalog.ts'
import { flavour } from '../setup/flavour.ts'
import { canonical, createText, type GoldenEngine, type GoldenTable, POSTGRES_TYPES } from './engines.ts'

/** Rows of one INSERT: a statement has at most 65,535 placeholders. */
const rowsAtOnce = 1000

/** The golden engine on a MariaDB or MySQL server, with the session settings of connectors. */
export async function openMariadbAt(url: string): Promise<GoldenEngine> {
  const connection = await createConnection({
    uri: url,
    charset: 'utf8mb4',
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    maxPreparedStatements: 100,
  })
  for (const statement of dialects[flavour].session ?? []) await connection.query(statement)
  const run = async ({ text, values }: Statement): Promise<(string | null)[][]> => {
    const [rows] = await connection.execute(
      text,
      values.map(({ value }) => (typeof value === 'boolean' ? Number(value) : value)),
    )
    return Array.isArray(rows) ? rows.map((row) => texts(row)) : []
  }
  const quoted = dialects[flavour].quoteIdentifier
  const [[isSame] = []] = await run({ text: `SELECT 'a' = 'a '`, values: [] })
  return {
    dialect: flavour,
    ignoresBlanks: isSame === '1',
    async create({ path, columns, rows }: GoldenTable) {
      const ask = (text: string) => connection.query(text)
      if (path.length > 1) await ask(`CREATE DATABASE IF NOT EXISTS ${quoted(path[0] ?? '')} CHARACTER SET utf8mb4`)
      const name = path.map(quoted).join('.')
      await ask(
        `CREATE TABLE ${name} (${columns.map(({ name, type }) => `${quoted(name)} ${mariadbType(type)} NULL`).join(', ')})`,
      )
      const places = `(${columns.map(() => '?').join(', ')})`
      const atOnce = Math.min(rowsAtOnce, Math.floor(60_000 / columns.length))
      for (let at = 0; at < rows.length; at += atOnce) {
        const some = rows.slice(at, at + atOnce)
        await run({
          text: `INSERT INTO ${name} VALUES ${some.map(() => places).join(', ')}`,
          values: some.flatMap((row) =>
            row.map((cell, index) => ({ type: columns[index]?.type ?? { kind: 'text' }, value: storedCell(cell) })),
          ),
        })
      }
    },
    async rows(statement, types) {
      return (await run(statement)).map((row) => row.map((cell, index) => mariadbCell(cell, types[index])))
    },
    close: () => connection.end(),
  }
}

/** The golden engine on a real PostgreSQL server. */
export async function openPostgresAt(url: string): Promise<GoldenEngine> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("SET TimeZone = 'UTC'")
  return {
    dialect: 'postgres',
    async create(table) {
      for (const text of createText(table, POSTGRES_TYPES)) await client.query(text)
    },
    async rows({ text, values }, types) {
      const { rows } = await client.query<(string | null)[]>({
        text,
        values: values.map(({ value }) => (value === null ? null : String(value))),
        rowMode: 'array',
        types: { getTypeParser: () => (raw: string) => raw },
      })
      return rows.map((row) => row.map((cell, index) => canonical(cell, types[index])))
    },
    close: () => client.end(),
  }
}

/** The golden engine on a Trino server: a catalog of its own, in memory. */
export async function openTrino(): Promise<GoldenEngine> {
  const catalog = await newTrinoCatalog()
  return {
    dialect: 'trino',
    async create({ path, columns, rows }: GoldenTable) {
      const quoted = dialects.trino.quoteIdentifier
      if (path.length > 1) await catalog.administer(`CREATE SCHEMA IF NOT EXISTS ${quoted(path[0] ?? '')}`)
      const name = path.map(quoted).join('.')
      await catalog.administer(
        `CREATE TABLE ${name} (${columns.map((column) => `${quoted(column.name)} ${dialects.trino.typeName(column.type)}`).join(', ')})`,
      )
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        const some = rows.slice(at, at + rowsAtOnce)
        const lines = some.map((row) => `(${row.map((cell, index) => trinoLiteral(cell, columns[index]?.type)).join(', ')})`)
        await catalog.administer(`INSERT INTO ${name} VALUES ${lines.join(', ')}`)
      }
    },
    async rows(statement, types) {
      const text = statement.text.trimStart().toUpperCase()
      if (/^(CREATE|DROP) /.test(text)) return (await catalog.administer(statement.text)).rows
      const { rows } = await catalog.query(statement)
      return rows.map((row) => row.map((cell, index) => canonical(cell === null ? null : String(cell), types[index])))
    },
    close: () => catalog.close(),
  }
}

function trinoLiteral(cell: Cell, type: ValueType = { kind: 'text' }): string {
  const name = dialects.trino.typeName(type)
  if (cell === null) return `CAST(NULL AS ${name})`
  const text = `'${String(cell).replaceAll("'", "''")}'`
  switch (type.kind) {
    case 'text':
    case 'geography':
      return text
    case 'variant':
    case 'array':
      return `CAST(JSON_PARSE(${text}) AS ${name})`
    case 'timestamp':
      return `CAST(${text.replace('T', ' ')} AS ${name})`
    case 'instant':
      return `CAST(${text.replace('T', ' ').replace(/Z'$/, " UTC'")} AS ${name})`
    default:
      return `CAST(${text} AS ${name})`
  }
}

function texts(row: unknown): (string | null)[] {
  return Array.isArray(row) ? row.map((cell) => (cell === null ? null : String(cell))) : []
}

/** The server does not accept `Z` at the end of an instant: the session zone is UTC. */
function storedCell(cell: Cell): Cell {
  return typeof cell === 'string' ? cell.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)Z$/, '$1') : cell
}

function mariadbType(type: ValueType): string {
  switch (type.kind) {
    case 'text':
      return 'VARCHAR(200)'
    case 'int64':
      return 'BIGINT'
    case 'logical':
      return 'BOOLEAN'
    case 'variant':
    case 'array':
      return 'LONGTEXT'
    case 'timestamp':
      return 'DATETIME(6)'
    case 'instant':
      return 'TIMESTAMP(6)'
    default:
      return dialects[flavour].typeName(type)
  }
}

/** MariaDB returns logical values as numbers. */
function mariadbCell(text: string | null, type: ValueType | undefined): Cell {
  return type?.kind === 'logical' && text !== null ? text !== '0' : canonical(text, type)
}
