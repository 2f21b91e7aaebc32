import { describe, expect, it } from 'vitest'
import { and, caseWhen, column, eq, inList, nullSafeEqual, or, textValue, value } from './build.ts'
import { createAliases, printExpression, printQuery, type SqlExpression, sql } from './index.ts'

const a = column('t', 'A')
const b = column('t', 'b_1')
const one = value('1', { kind: 'int64' })

describe('printExpression', () => {
  it.each<[string, SqlExpression, string]>([
    ['a nested operator is kept together', sql`${sql`${a} + ${b}`} * ${one}`, '("t"."A" + "t".b_1) * $1::BIGINT'],
    ['a call needs no parentheses', sql`${sql`ABS(${sql`${a} + ${b}`})`} * ${b}`, 'ABS("t"."A" + "t".b_1) * "t".b_1'],
    [
      'two calls beside each other are not one call',
      sql`${sql`F(${a}) + G(${b})`} * ${b}`,
      '(F("t"."A") + G("t".b_1)) * "t".b_1',
    ],
    ['or inside and', and(a, or(a, b)), '"t"."A" AND ("t"."A" OR "t".b_1)'],
    ['nothing in a list', inList(a, []), 'FALSE'],
    ['a list', inList(a, [one, b]), '"t"."A" IN ($1::BIGINT, "t".b_1)'],
    ['null is typed', value(null, { kind: 'date' }), 'CAST(NULL AS DATE)'],
    ['null-safe', nullSafeEqual(a, sql`${b} + ${one}`), '"t"."A" IS NOT DISTINCT FROM ("t".b_1 + $1::BIGINT)'],
    [
      'case',
      caseWhen([{ when: eq(a, b), value: textValue('x') }], textValue('y')),
      'CASE WHEN "t"."A" = "t".b_1 THEN $1::TEXT ELSE $2::TEXT END',
    ],
  ])('%s', (_title, expression, text) => {
    expect(printExpression(expression, 'postgres').text).toBe(text)
  })

  it('texts are bound values, in the order of their placeholders', () => {
    const { text, values } = printExpression(eq(textValue("'; DROP"), textValue('b')), 'duckdb')
    expect(text).toBe('$1 = $2')
    expect(values.map((entry) => entry.value)).toEqual(["'; DROP", 'b'])
  })
})

describe('printQuery', () => {
  it('prints CTEs, joins, order with nulls, limits and comments', () => {
    const { text } = printQuery(
      {
        kind: 'query',
        ctes: [
          {
            name: 'raw_1',
            query: { kind: 'raw', strings: ['select * from x where y = ', ' -- end;\n'], values: [one] },
          },
        ],
        body: {
          kind: 'select',
          columns: [
            { expression: column('t', 'A'), alias: 'A' },
            { expression: sql`COUNT(*)`, alias: 'n_1' },
          ],
          from: {
            kind: 'join',
            join: 'left',
            left: { kind: 'table', path: ['db', 'we"ird'], alias: 't' },
            right: { kind: 'relation', name: 'raw_1', alias: 'raw_1' },
            on: eq(a, column('raw_1', 'y')),
          },
          where: [or(a, b), a],
          groupBy: [a],
          orderBy: [{ expression: a, direction: 'descending' }],
          limit: 10,
          offset: 20,
        },
      },
      'duckdb',
      { comment: 'first\nsecond' },
    )
    expect(text).toBe(`-- first
-- second
WITH raw_1 AS (
select * from x where y = $1::BIGINT -- end
)
SELECT
  "t"."A",
  COUNT(*) AS n_1
FROM "db"."we""ird" AS "t"
LEFT JOIN raw_1
  ON "t"."A" = raw_1."y"
WHERE ("t"."A" OR "t".b_1)
  AND "t"."A"
GROUP BY
  "t"."A"
ORDER BY
  "t"."A" DESC NULLS LAST
LIMIT 10
OFFSET 20`)
  })
})

describe('createAliases', () => {
  it('slugs names and never returns an alias twice', () => {
    const alias = createAliases()
    expect([
      alias('Order Date'),
      alias('order-date'),
      alias('Order Date 1'),
      alias('Größe'),
      alias('数'),
      alias('1'),
    ]).toEqual(['order_date_1', 'order_date_2', 'order_date_1_1', 'gro_e_1', 'c_1', 'c_2'])
    expect(alias('x'.repeat(200))).toBe(`${'x'.repeat(40)}_1`)
  })
})

it('an expression that ends in a column of the same name still gets its alias', () => {
  const columns = [
    { expression: b, alias: 'b_1' },
    { expression: sql`${a} - ${b}`, alias: 'b_1' },
  ]
  const { text } = printQuery({ kind: 'query', ctes: [], body: { kind: 'select', columns } }, 'duckdb')
  expect(text).toBe('SELECT\n  "t".b_1,\n  "t"."A" - "t".b_1 AS b_1')
})
