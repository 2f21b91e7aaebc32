import { describe, expect, it } from 'vitest'
import { and, caseWhen, column, eq, isNull, not, nullSafeEqual, or } from './build.ts'
import {
  type DialectName,
  dialects,
  printQuery,
  type SqlExpression,
  type SqlQuery,
  type SqlSelect,
  sql,
} from './index.ts'

const a = column('t_1', 'a_1')
const b = column('t_1', 'b_1')

function query(select: Partial<SqlSelect>): SqlQuery {
  const columns = [{ expression: a, alias: 'a_1' }]
  const from = { kind: 'relation', name: 't_1', alias: 't_1' } as const
  return { kind: 'query', ctes: [], body: { kind: 'select', columns, from, ...select } }
}

/** The statement on one line, after its FROM. */
function tail(select: Partial<SqlSelect>, dialect: DialectName): string {
  const line = printQuery(query(select), dialect).text.replace(/\s+/g, ' ')
  return line.slice(line.indexOf('FROM ')).replace(/^FROM \S+ ?/, '')
}

describe('limit and offset', () => {
  it.each<[DialectName, string]>([
    ['duckdb', 'LIMIT 10 OFFSET 20'],
    ['mariadb', 'LIMIT 10 OFFSET 20'],
    ['trino', 'OFFSET 20 LIMIT 10'],
    ['sqlserver', 'ORDER BY (SELECT NULL) OFFSET 20 ROWS FETCH NEXT 10 ROWS ONLY'],
  ])('in %s', (dialect, text) => {
    expect(tail({ limit: 10, offset: 20 }, dialect)).toBe(text)
  })

  it.each<[DialectName, string]>([
    ['postgres', 'OFFSET 20'],
    ['mysql', 'LIMIT 18446744073709551615 OFFSET 20'],
    ['bigquery', 'LIMIT 9223372036854775807 OFFSET 20'],
    ['snowflake', 'LIMIT NULL OFFSET 20'],
    ['sqlserver', 'ORDER BY (SELECT NULL) OFFSET 20 ROWS'],
  ])('an offset alone in %s', (dialect, text) => {
    expect(tail({ offset: 20 }, dialect)).toBe(text)
  })
})

it('an alias in ORDER BY is tested for null by its expression', () => {
  const columns = [{ expression: sql`SUM(${a})`, alias: 'sum_1' }]
  const orderBy = [{ expression: { kind: 'column', name: 'sum_1' } as const, direction: 'ascending' as const }]
  expect(tail({ columns, orderBy }, 'mariadb')).toBe(
    'ORDER BY CASE WHEN SUM(t_1.a_1) IS NULL THEN 1 ELSE 0 END ASC, sum_1 ASC',
  )
})

describe('the order of nulls', () => {
  const order = (direction: 'ascending' | 'descending', nulls?: 'first') =>
    [{ expression: a, direction, ...(nulls ? { nulls } : {}) }] as const

  it.each<[DialectName, ReturnType<typeof order>, string]>([
    ['redshift', order('ascending'), 'ORDER BY t_1.a_1 ASC NULLS LAST'],
    ['mariadb', order('ascending'), 'ORDER BY CASE WHEN t_1.a_1 IS NULL THEN 1 ELSE 0 END ASC, t_1.a_1 ASC'],
    ['mariadb', order('descending'), 'ORDER BY t_1.a_1 DESC'],
    ['mariadb', order('ascending', 'first'), 'ORDER BY t_1.a_1 ASC'],
    [
      'sqlserver',
      order('descending', 'first'),
      'ORDER BY CASE WHEN t_1.a_1 IS NULL THEN 1 ELSE 0 END DESC, t_1.a_1 DESC',
    ],
  ])('is written for %s', (dialect, orderBy, text) => {
    expect(tail({ orderBy }, dialect)).toBe(text)
  })
})

it.each<[DialectName, string]>([
  ['mariadb', 'WHERE t_1.a_1 <=> t_1.b_1'],
  ['databricks', 'WHERE t_1.a_1 <=> t_1.b_1'],
  ['bigquery', 'WHERE t_1.a_1 IS NOT DISTINCT FROM t_1.b_1'],
  ['redshift', 'WHERE DECODE(t_1.a_1, t_1.b_1, 1, 0) = 1'],
  ['sqlserver', 'WHERE EXISTS (SELECT t_1.a_1 INTERSECT SELECT t_1.b_1)'],
])('equality in which two nulls are equal in %s', (dialect, text) => {
  expect(tail({ where: [nullSafeEqual(a, b)] }, dialect)).toBe(text)
})

describe('an engine without logical values', () => {
  const shown = (expression: SqlExpression) => {
    const text = printQuery(query({ columns: [{ expression, alias: 'x_1' }] }), 'sqlserver').text.replace(/\s+/g, ' ')
    return text.slice('SELECT '.length, text.indexOf(' AS x_1'))
  }
  const asBit = (text: string) => `CAST(CASE WHEN ${text} THEN 1 WHEN NOT (${text}) THEN 0 END AS BIT)`

  it.each<[string, SqlExpression, string]>([
    ['a condition becomes a value where one is selected', eq(a, b), asBit('t_1.a_1 = t_1.b_1')],
    ['a test for null too', isNull(a), asBit('t_1.a_1 IS NULL')],
    ['a value is unchanged', a, 't_1.a_1'],
    ['a value becomes a condition beside AND', and(a, eq(b, a)), asBit('(t_1.a_1 = 1) AND (t_1.b_1 = t_1.a_1)')],
    ['and under NOT', not(a), asBit('NOT (t_1.a_1 = 1)')],
    ['and as the test of a CASE', caseWhen([{ when: a, value: sql`1` }]), 'CASE WHEN t_1.a_1 = 1 THEN 1 END'],
    [
      'the result of CASE is a value',
      caseWhen([{ when: eq(a, b), value: isNull(a) }]),
      `CASE WHEN t_1.a_1 = t_1.b_1 THEN ${asBit('t_1.a_1 IS NULL')} END`,
    ],
    ['the bounds of BETWEEN are values', sql`${a} BETWEEN ${a} AND ${b}`, asBit('t_1.a_1 BETWEEN t_1.a_1 AND t_1.b_1')],
    [
      'an operand of a comparison is a value',
      sql`${b} = ${sql`COALESCE(${eq(a, b)})`}`,
      asBit(`t_1.b_1 = COALESCE(${asBit('t_1.a_1 = t_1.b_1')})`),
    ],
    ['TRUE is a bit', sql`TRUE`, 'CAST(1 AS BIT)'],
    [
      'an argument is a value',
      sql`COALESCE(${or(a, b)}, FALSE)`,
      `COALESCE(${asBit('(t_1.a_1 = 1) OR (t_1.b_1 = 1)')}, CAST(0 AS BIT))`,
    ],
  ])('%s', (_title, expression, text) => {
    expect(shown(expression)).toBe(text)
  })

  it('a column filters as a condition', () => {
    expect(tail({ where: [a] }, 'sqlserver')).toBe('WHERE t_1.a_1 = 1')
  })
})

it('an order inside parentheses is omitted if the engine does not allow it', () => {
  const inner: SqlSelect = {
    kind: 'select',
    columns: [{ expression: a, alias: 'a_1' }],
    from: { kind: 'relation', name: 't_1', alias: 't_1' },
    orderBy: [{ expression: a, direction: 'ascending' }],
  }
  const outer = query({ from: { kind: 'derived', query: inner, alias: 't_1' } })
  expect(printQuery(outer, 'sqlserver').text).not.toContain('ORDER BY')
  expect(printQuery(outer, 'postgres').text).toContain('ORDER BY')
})

it('the dialects that no test runs are marked as unverified', () => {
  const verified = Object.values(dialects).filter(({ isVerified }) => isVerified)
  expect(verified.map(({ name }) => name)).toEqual(['duckdb', 'postgres', 'mariadb', 'mysql', 'trino'])
})
