import { Dialect, parse } from '@polyglot-sql/sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { column, type DialectName, dialectOf, dialects, eq, printQuery, type SqlQuery, textValue } from './index.ts'

const runs = process.env.OCTAVO_DEEP ? 100_000 : 300

/** The parser's name of each dialect; it does not support all forms of placeholders, so text literals are used instead. */
const READ_AS: Partial<Record<DialectName, Dialect>> = {
  postgres: Dialect.PostgreSQL,
  redshift: Dialect.Redshift,
  mariadb: Dialect.MySQL,
  mysql: Dialect.MySQL,
  snowflake: Dialect.Snowflake,
  bigquery: Dialect.BigQuery,
  sqlserver: Dialect.TSQL,
  trino: Dialect.Trino,
  databricks: Dialect.Databricks,
}

const hostile = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('"', "'", '`', '[', ']', '\\', '$', ';', '-', '/', '*', '#', '\n', '1', 'a'),
      minLength: 1,
    }),
    fc.constantFrom(
      "'; DROP TABLE t; --",
      '"; DROP TABLE t; --',
      '`; DROP TABLE t; #',
      ']; DROP TABLE t; --',
      '\\',
      '\\"',
      '\\`',
      '/*',
      '*/',
    ),
  )
  .filter((name) => !name.includes('\0'))

function queryOf(name: string, text: string): SqlQuery {
  return {
    kind: 'query',
    comment: text,
    ctes: [],
    body: {
      kind: 'select',
      columns: [{ expression: column('t', name), alias: name }],
      from: { kind: 'table', path: ['schema', name], alias: 't' },
      where: [eq(column('t', name), textValue(text))],
    },
  }
}

/** Splits SQL into quoted names and the rest, by the rules of the dialect, like the engine's lexer. */
function tokens(text: string, dialect: DialectName): { names: string[]; rest: string } {
  const sign = dialects[dialect].quoteIdentifier('A b')[0] ?? ''
  const close = sign === '[' ? ']' : sign
  const names: string[] = []
  let rest = ''
  for (let at = 0; at < text.length; ) {
    if (text.startsWith('--', at)) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
      continue
    }
    if (text[at] !== sign) {
      rest += text[at]
      at += 1
      continue
    }
    let name = ''
    for (at += 1; at < text.length; at += 1) {
      if (dialect === 'bigquery' && text[at] === '\\') {
        at += 1
        name += text[at] === 'n' ? '\n' : text[at] === 'r' ? '\r' : text[at]
      } else if (text[at] === close && (dialect === 'bigquery' || text[at + 1] !== close)) break
      else {
        name += text[at]
        if (text[at] === close) at += 1
      }
    }
    at += 1
    names.push(name)
    rest += 'NAME'
  }
  return { names, rest }
}

describe.each(Object.values(dialects))('hostile names and texts in $label', ({ name: dialect }) => {
  it('do not change the structure of the statement, and arrive unchanged', () => {
    const plain = tokens(printQuery(queryOf('A b', 'x'), dialect).text, dialect).rest
    fc.assert(
      fc.property(hostile, hostile, (name, text) => {
        const { text: printed, values } = printQuery(queryOf(`${name} `, text), dialect)
        const { names, rest } = tokens(printed, dialect)
        expect(rest.trim()).toBe(plain.trim())
        expect(new Set(names.filter((found) => found !== 't' && found !== 'schema'))).toEqual(new Set([`${name} `]))
        expect(values.map(({ value }) => value)).toEqual([text])
      }),
      { numRuns: runs },
    )
  }, 600_000)
})

/** The syntax tree with every name and text replaced by one word, which leaves the structure of the statement. */
function shapeOf(text: string, dialect: Dialect): string {
  const { success, ast, error } = parse(text, dialect)
  if (!success) throw new Error(`${error}: ${text}`)
  return JSON.stringify(ast, (key, item) =>
    ['loc', 'span'].includes(key) ? undefined : typeof item === 'string' ? 'text' : item,
  )
}

describe.each(Object.entries(READ_AS))('a parser of %s', (dialect, readAs) => {
  it('reads the printed SQL, with the same structure for names with SQL characters', () => {
    const written = { ...dialectOf(dialect), placeholder: () => "'text'" }
    const plain = shapeOf(printQuery(queryOf('A b', 'x'), written, { comment: null }).text, readAs)
    const signs = [';', '--', '/*', '*/', "'", '#', '$', '(', ')', ',', ' or 1=1', '; drop table t', '\u00e4', '數']
    for (const sign of signs) {
      const printed = printQuery(queryOf(`a${sign}b`, sign), written, { comment: null }).text
      expect(shapeOf(printed, readAs), printed).toBe(plain)
    }
  })
})
