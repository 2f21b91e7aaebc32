/** The thread that parses custom SQL. Started by `sql-reader.ts`. */
import { parentPort } from 'node:worker_threads'
import type { Dialect as DialectName } from '@polyglot-sql/sdk'
import * as sdk from '@polyglot-sql/sdk/manual'
import { parserProgram } from './parser-program.ts'
import type { ReadSql, SqlQuestion } from './sql-reader.ts'
import { readReferences, type SqlReferences } from './sql-references.ts'

/** The package declares the types of this entry so that they are not found, and an address where it accepts the WebAssembly too. */
const { Dialect, init, parse } = sdk as unknown as Pick<typeof import('@polyglot-sql/sdk'), 'Dialect' | 'parse'> & {
  init(options: { wasmUrl: Uint8Array }): Promise<void>
}

const onlyOne = 'Only a single reading statement (SELECT) may run on this connection.'
const queries: ReadonlySet<string> = new Set([
  'select',
  'union',
  'intersect',
  'except',
  'values',
  'subquery',
  'paren',
  'table',
])

/** Core's dialects by the parser's names. */
const dialects: Readonly<Record<string, DialectName>> = {
  duckdb: Dialect.DuckDB,
  postgres: Dialect.PostgreSQL,
  redshift: Dialect.Redshift,
  mysql: Dialect.MySQL,
  mariadb: Dialect.MySQL,
  snowflake: Dialect.Snowflake,
  bigquery: Dialect.BigQuery,
  databricks: Dialect.Databricks,
  sqlserver: Dialect.TSQL,
  trino: Dialect.Trino,
}

await init({ wasmUrl: parserProgram() })
parentPort?.on('message', ({ id, text, dialect, requested }: SqlQuestion) => {
  const read = statementsOf(text, dialects[dialect] ?? Dialect.Generic)
  const answer: ReadSql = {
    id,
    reason: requested === 'reason' ? whyUnread(read) : null,
    references: requested === 'references' ? referencesOf(text, read) : null,
  }
  parentPort?.postMessage(answer)
})

/** The statements of a text, or why it cannot be read. */
function statementsOf(text: string, dialect: DialectName): unknown[] | string {
  const { success, ast, error } = parse(text, dialect)
  if (!success) return `The statement cannot be read: ${error ?? 'it is not SQL'}.`
  return Array.isArray(ast) ? ast : [ast]
}

function whyUnread(statements: unknown[] | string): string | null {
  if (typeof statements === 'string') return statements
  const [statement] = statements
  if (statements.length !== 1 || typeof statement !== 'object' || statement === null) return onlyOne
  const [kind = ''] = Object.keys(statement)
  return queries.has(kind) ? null : onlyOne
}

function referencesOf(text: string, statements: unknown[] | string): SqlReferences | null {
  return typeof statements === 'string' ? null : readReferences(text, statements)
}
