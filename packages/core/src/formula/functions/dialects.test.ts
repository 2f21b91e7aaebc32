import { Dialect, parse } from '@polyglot-sql/sdk'
import nodeSqlParser from 'node-sql-parser'
import { describe, expect, it } from 'vitest'
import { type DialectName, dialectOf, dialects, printQuery, type SqlQuery } from '../../sql/index.ts'
import { isLacking } from '../testing/describe-examples.ts'
import { statementOf } from '../testing/run-example.ts'
import type { FunctionExample } from './define.ts'
import { functions } from './index.ts'

const definitions = [...new Set(functions.all)]

/** The queries of all examples that a dialect can do. What it lacks is a problem of the formula. */
function queriesOf(dialect: DialectName): { formula: string; query: SqlQuery }[] {
  return definitions
    .filter(({ name }) => !isLacking(name, dialect))
    .flatMap(({ examples }) => examples)
    .filter((example) => !('element' in example && example.element))
    .flatMap((example) => {
      const formula = formulaOf(example)
      const called = [...formula.matchAll(/\b([A-Za-z]\w*)\(/g)].map((match) => match[1] ?? '')
      if (called.some((name) => isLacking(name, dialect))) return []
      return [{ formula, query: queryOf(example, dialect) }]
    })
    .filter((item): item is { formula: string; query: SqlQuery } => item.query !== null)
}

function formulaOf(example: FunctionExample): string {
  return 'formula' in example ? example.formula : example[0]
}

/** Null where the checker says that the engine lacks something. */
function queryOf(example: FunctionExample, dialect: DialectName): SqlQuery | null {
  try {
    return statementOf(example, dialect).query
  } catch (error) {
    if (error instanceof Error && error.message.includes('is not available on this connection')) return null
    throw error
  }
}

/**
 * Forms that the parser does not read although the engine does. A form that no failure has any more fails the test.
 * What it does read it reads loosely: this finds slips of writing, not wrong functions.
 */
const PARSERS: Partial<Record<DialectName, { database: string; gaps: readonly RegExp[] }>> = {
  mariadb: {
    database: 'MariaDB',
    gaps: [/JSON_TABLE/, /SEPARATOR 0x/, / QUARTER\b/, / MICROSECOND\b/, /AND 1 PRECEDING/, /COLLATE utf8mb4_bin/],
  },
  mysql: { database: 'MySQL', gaps: [/JSON_TABLE/, /SEPARATOR 0x/, /AND 1 PRECEDING/, /COLLATE utf8mb4_bin/] },
  snowflake: {
    database: 'Snowflake',
    gaps: [/AS ARRAY\)/, /AS VARIANT\)/, /IGNORE NULLS/, /DISTINCT .* WITHIN GROUP/, /AND 1 PRECEDING/],
  },
  bigquery: {
    database: 'BigQuery',
    gaps: [
      /STRING_AGG\(.* ORDER BY/,
      /SAFE_OFFSET/,
      / [&|] /,
      / QUARTER\)/,
      / MICROSECOND\)/,
      /JSON.*\)\[/,
      /AS JSON\)/,
      /IGNORE NULLS/,
      /BIGNUMERIC/,
    ],
  },
  redshift: {
    database: 'Redshift',
    gaps: [
      /(_SAMP|RANK|DIST)\(.*OVER/,
      /IGNORE NULLS/,
      / [&|] /,
      /SUPER\)/,
      /JSON_PARSE\(.*\[/,
      /DISTINCT .* WITHIN GROUP/,
      /AND 1 PRECEDING/,
    ],
  },
  sqlserver: { database: 'TransactSQL', gaps: [/ [&|] /, /TRY_CAST/, /IGNORE NULLS/] },
  trino: { database: 'Trino', gaps: [/IGNORE NULLS/, /AS ARRAY\(/, /FILTER \(/, /AND 1 PRECEDING/] },
}

describe.each(Object.values(dialects))('every function in $label', ({ name: dialect }) => {
  it('has SQL for its examples, or says why not', () => {
    const queries = queriesOf(dialect)
    for (const { query } of queries) printQuery(query, dialect)
    expect(queries.length).toBeGreaterThan(350)
  })

  it('gives reasons that are sentences', () => {
    const reasons = definitions.flatMap((definition) => {
      if (!('sql' in definition)) return []
      const entry = definition.sql[dialect]
      return entry && 'unsupported' in entry ? [entry.unsupported] : []
    })
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].*\.$/)
  })
})

const parser = new nodeSqlParser.Parser()

describe.each(Object.entries(PARSERS))('a parser of %s', (name, { database, gaps }) => {
  it('reads the SQL of every example, but for the forms that it does not know', () => {
    const dialect = dialectOf(name)
    const written = { ...dialect, placeholder: () => "'text'" }
    const unread = queriesOf(dialect.name).flatMap(({ formula, query }) => {
      // Of BigQuery's order of nulls the parser knows nothing, and every list of rows has one.
      const text = printQuery(query, written).text.replaceAll(name === 'bigquery' ? ' NULLS LAST' : '\0', '')
      try {
        parser.parse(text, { database })
        return []
      } catch {
        return [`${formula}\n${text}`]
      }
    })
    expect(unread.filter((text) => !gaps.some((gap) => gap.test(text)))).toEqual([])
    expect(gaps.filter((gap) => !unread.some((text) => gap.test(text)))).toEqual([])
  }, 60_000)
})

/** The parser that the golden statements are read with knows every dialect, Databricks among them. */
const READ_AS: Partial<Record<DialectName, Dialect>> = {
  mariadb: Dialect.MySQL,
  mysql: Dialect.MySQL,
  snowflake: Dialect.Snowflake,
  bigquery: Dialect.BigQuery,
  databricks: Dialect.Databricks,
  redshift: Dialect.Redshift,
  sqlserver: Dialect.TSQL,
  trino: Dialect.Trino,
}

/** The collation of a place for a value and the character set of a column of JSON_TABLE are forms that it does not know. */
const UNREAD: Partial<Record<DialectName, RegExp>> = {
  mariadb: /COLLATE utf8mb4_|CHARACTER SET utf8mb4/,
  mysql: /COLLATE utf8mb4_|CHARACTER SET utf8mb4/,
}

describe.each(Object.entries(READ_AS))('a second parser of %s', (name, readAs) => {
  it('reads the SQL of every example', () => {
    const dialect = dialectOf(name)
    const texts = queriesOf(dialect.name).map(({ query }) => printQuery(query, dialect.name).text)
    const unread = texts.filter((text) => !parse(text, readAs).success)
    const known = UNREAD[dialect.name]
    expect(unread.filter((text) => !known?.test(text))).toEqual([])
    expect(unread.length > 0).toBe(known !== undefined)
  }, 60_000)
})

it.each([
  { dialect: 'snowflake', shown: /REGEXP_INSTR\(\?, \?, 1, 1, 0, \?\) > 0/, bound: ['b', 'i'] },
  { dialect: 'redshift', shown: /\$1::VARCHAR ~\* \$2::VARCHAR/, bound: ['b'] },
  { dialect: 'bigquery', shown: /REGEXP_CONTAINS/, bound: ['(?i)b'] },
] as const)('options of a written pattern stand where $dialect reads them', ({ dialect, shown, bound }) => {
  const query = queryOf(['RegexpMatch("ABC", "(?i)b")', true], dialect)
  const { text, values } = query ? printQuery(query, dialect) : { text: '', values: [] }
  expect(text).toMatch(shown)
  expect(values.map(({ value }) => value)).toEqual(expect.arrayContaining([...bound]))
})
