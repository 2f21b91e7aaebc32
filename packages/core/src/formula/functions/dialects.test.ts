import { Dialect, parse } from '@polyglot-sql/sdk'
import { describe, expect, it } from 'vitest'
import { type DialectName, dialectOf, dialects, printQuery, type SqlQuery } from '../../sql/index.ts'
import { emitterOf } from '../emit.ts'
import { isUnavailable } from '../testing/describe-examples.ts'
import { statementOf } from '../testing/run-example.ts'
import type { FunctionExample } from './define.ts'
import { functions } from './index.ts'

const definitions = [...new Set(functions.all)]

/** The queries of all examples that a dialect supports; for others the checker must report a problem. */
function queriesOf(dialect: DialectName): { formula: string; query: SqlQuery }[] {
  return definitions
    .filter(({ name }) => !isUnavailable(name, dialect))
    .flatMap(({ examples }) => examples)
    .filter((example) => !('element' in example && example.element))
    .flatMap((example) => {
      const formula = formulaOf(example)
      const called = [...formula.matchAll(/\b([A-Za-z]\w*)\(/g)].map((match) => match[1] ?? '')
      if (called.some((name) => isUnavailable(name, dialect))) return []
      return [{ formula, query: queryOf(example, dialect) }]
    })
    .filter((item): item is { formula: string; query: SqlQuery } => item.query !== null)
}

function formulaOf(example: FunctionExample): string {
  return 'formula' in example ? example.formula : example[0]
}

/** Null when the checker reports that the engine lacks something. */
function queryOf(example: FunctionExample, dialect: DialectName): SqlQuery | null {
  try {
    return statementOf(example, dialect).query
  } catch (error) {
    if (error instanceof Error && error.message.includes('is not available on this connection')) return null
    throw error
  }
}

describe.each(Object.values(dialects))('every function in $label', ({ name: dialect }) => {
  it('has SQL for its examples, or says why not', () => {
    const queries = queriesOf(dialect)
    for (const { query } of queries) printQuery(query, dialect)
    expect(queries.length).toBeGreaterThan(350)
  })

  it('has reasons that are sentences', () => {
    const reasons = definitions.flatMap((definition) => {
      if (!('sql' in definition)) return []
      const entry = definition.sql[dialect]
      return entry && 'unsupported' in entry ? [entry.unsupported] : []
    })
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].*\.$/)
  })
})

it('returns no variant on an engine without the type, not even for Null', () => {
  const given = definitions.filter(
    (definition) =>
      'sql' in definition &&
      definition.returns === 'variant' &&
      typeof emitterOf(definition.sql, 'sqlserver') === 'function',
  )
  expect(given.map(({ name }) => name)).toEqual([])
})

/** The parser's name of each dialect that no engine here runs. */
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

/** Syntax that the parser does not support: the collation of a placeholder, the character set of a JSON_TABLE column. */
const UNREAD: Partial<Record<DialectName, RegExp>> = {
  mariadb: /COLLATE utf8mb4_|CHARACTER SET utf8mb4/,
}

describe.each(Object.entries(READ_AS))('a parser of %s', (name, readAs) => {
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
] as const)('options of a literal pattern are where $dialect expects them', ({ dialect, shown, bound }) => {
  const query = queryOf(['RegexpMatch("ABC", "(?i)b")', true], dialect)
  const { text, values } = query ? printQuery(query, dialect) : { text: '', values: [] }
  expect(text).toMatch(shown)
  expect(values.map(({ value }) => value)).toEqual(expect.arrayContaining([...bound]))
})
