import { readFileSync } from 'node:fs'
import { type DialectName, dialects } from '@octavo/core/sql'
import { Dialect, parse } from '@polyglot-sql/sdk'
import { describe, expect, test } from 'vitest'
import { goldenCases } from './golden-cases.ts'

const READ_AS: Record<DialectName, Dialect> = {
  duckdb: Dialect.DuckDB,
  postgres: Dialect.PostgreSQL,
  mariadb: Dialect.MySQL,
  mysql: Dialect.MySQL,
  snowflake: Dialect.Snowflake,
  bigquery: Dialect.BigQuery,
  databricks: Dialect.Databricks,
  redshift: Dialect.Redshift,
  sqlserver: Dialect.TSQL,
  trino: Dialect.Trino,
}

/** Custom SQL is written for one engine: it cannot be parsed where a text in double quotes is not a name. */
const WRITTEN_FOR_OTHERS: Partial<Record<DialectName, readonly string[]>> = Object.fromEntries(
  ['bigquery', 'databricks', 'mariadb', 'mysql'].map((dialect) => [dialect, ['custom-sql-with-controls']]),
)

describe.each(Object.values(dialects))('a parser of $label', ({ name: dialect }) => {
  const read = (golden: { name: string; folder: string }) => {
    // The collation of a placeholder, the character set of a column of JSON_TABLE, and DuckDB's integer division are not supported by the
    // parser, but run on the server.
    const text = readFileSync(`${golden.folder}${dialect}.sql`, 'utf8')
      .replace(/ COLLATE utf8mb4_\w+/g, '')
      .replace(/(LONGTEXT) CHARACTER SET utf8mb4 (PATH)/g, '$1 $2')
      .replace(dialect === 'duckdb' ? / \/\/ /g : /(?!)/, ' / ')
    return parse(text, READ_AS[dialect])
  }

  test.each(goldenCases.filter(({ settings }) => settings.unable?.[dialect] === undefined))('reads the statements of $name', (golden) => {
    const { success, error } = read(golden)
    if (WRITTEN_FOR_OTHERS[dialect]?.includes(golden.name)) expect(success).toBe(false)
    else expect(error ?? null).toBeNull()
  })

  test('refuses text that is not a statement', () => {
    for (const text of ['SELECT a b c FROM t', 'SELECT (a FROM t', 'SELECT a,, b FROM t', 'SELECT a FROM t GROUP a'])
      expect(parse(text, READ_AS[dialect]).success, text).toBe(false)
  })
})
