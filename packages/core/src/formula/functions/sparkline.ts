import { type SqlExpression, sql, textValue } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { TEXT, VARIANT } from '../value-types.ts'
import { isMoment, pieces } from '../words/ansi.ts'
import { wordsOf } from '../words/index.ts'
import { defineFunction, type Emit, type FunctionDefinition, unsupportedOn } from './define.ts'
import { jsonValue } from './variant.ts'

const NULL = sql`NULL`

/** Days and times in a series are texts, as in all variants. */
function plain(x: SqlExpression, type: ValueType | undefined): SqlExpression {
  return type && isMoment(type) ? wordsOf('databricks').isoText(x) : x
}

/** One point of the series; null without a category. */
const point =
  (dialect: 'mariadb' | 'snowflake' | 'bigquery' | 'trino') =>
  (x: SqlExpression, y: SqlExpression, types: readonly ValueType[]): SqlExpression => {
    const { json } = wordsOf(dialect)
    const [nameOfX, nameOfY] = [textValue('x'), textValue('y')]
    return json.object([nameOfX, json.of(x, types[0] ?? TEXT), nameOfY, json.of(y, types[1] ?? TEXT)])
  }

const ofDuckdb: Emit = ([x, y], { types }) => {
  if (!x || !y) return NULL
  const item = sql`JSON_OBJECT('x', ${jsonValue('duckdb', x, types[0] ?? TEXT)}, 'y', ${jsonValue('duckdb', y, types[1] ?? TEXT)})`
  return sql`TO_JSON(LIST(${item} ORDER BY ${x}) FILTER (WHERE ${x} IS NOT NULL))`
}

const ofPostgres: Emit = ([x, y], { types }) => {
  if (!x || !y) return NULL
  const item = sql`JSONB_BUILD_OBJECT('x', ${jsonValue('postgres', x, types[0] ?? TEXT)}, 'y', ${jsonValue('postgres', y, types[1] ?? TEXT)})`
  return sql`JSONB_AGG(${item} ORDER BY ${x}) FILTER (WHERE ${x} IS NOT NULL)`
}

const ofMysql: Emit = ([x, y], { types }) => {
  if (!x || !y) return NULL
  const text = sql`CASE WHEN ${x} IS NOT NULL THEN CONVERT(${point('mariadb')(x, y, types)} USING utf8mb4) END`
  const gathered = pieces(['GROUP_CONCAT(', ' ORDER BY ', ` SEPARATOR ',')`], text, x)
  return sql`JSON_EXTRACT(CONCAT('[', ${gathered}, ']') COLLATE utf8mb4_bin, '$')`
}

/** The series of a group. The plan evaluates the aggregate for each category first; `args` are these two results. */
export const sparklineAgg: FunctionDefinition = defineFunction({
  name: 'SparklineAgg',
  class: 'aggregate',
  category: 'array',
  summary:
    'Evaluates an aggregate for each category inside the group and returns the series, which a table draws as a small chart.',
  nulls: 'Rows without a category are left out; the values are as the aggregate gives them.',
  params: [
    { name: 'category', type: { alike: 'X', of: 'sortable' }, doc: 'What runs along the axis, such as a month.' },
    { name: 'aggregate', type: 'any', aggregate: true, doc: 'What is drawn, such as Sum([Amount]).' },
  ],
  returns: () => VARIANT,
  sql: {
    duckdb: ofDuckdb,
    postgres: ofPostgres,
    mysqlFamily: ofMysql,
    snowflake: ([x, y], { types }) =>
      x && y
        ? sql`TO_VARIANT(ARRAY_AGG(CASE WHEN ${x} IS NOT NULL THEN ${point('snowflake')(x, y, types)} END) WITHIN GROUP (ORDER BY ${x}))`
        : NULL,
    bigquery: ([x, y], { types }) =>
      x && y
        ? sql`TO_JSON(ARRAY_AGG(CASE WHEN ${x} IS NOT NULL THEN ${point('bigquery')(x, y, types)} END IGNORE NULLS ORDER BY ${x}))`
        : NULL,
    trino: ([x, y], { types }) =>
      x && y
        ? sql`CAST(ARRAY_AGG(${point('trino')(x, y, types)} ORDER BY ${x}) FILTER (WHERE ${x} IS NOT NULL) AS JSON)`
        : NULL,
    databricks: ([x, y], { types }) =>
      x && y
        ? sql`PARSE_JSON(TO_JSON(ARRAY_SORT(COLLECT_LIST(STRUCT(${plain(x, types[0])} AS x, ${plain(y, types[1])} AS y)) FILTER (WHERE ${x} IS NOT NULL)), MAP('ignoreNullFields', 'false')))`
        : NULL,
    ...unsupportedOn('This engine does not gather values into arrays.', 'redshift', 'sqlserver'),
  },
  examples: [
    {
      formula: 'SparklineAgg(DateTrunc("month", [Date]), Sum([Qty]))',
      rows: [
        { Product: 'Desk', Date: '2024-02-10 00:00:00', Qty: 8 },
        { Product: 'Desk', Date: '2024-01-05 00:00:00', Qty: 2 },
        { Product: 'Desk', Date: '2024-01-20 00:00:00', Qty: 3 },
      ],
      element: { groupBy: [['Product']] },
      results: [
        [
          { x: '2024-01-01 00:00:00', y: 5 },
          { x: '2024-02-01 00:00:00', y: 8 },
        ],
      ],
    },
    {
      formula: 'SparklineAgg(DateTrunc("month", [Date]), Sum([Qty]))',
      rows: [
        { Product: 'Desk', Date: '2024-02-10 00:00:00', Qty: 8 },
        { Product: 'Lamp', Date: '2024-01-31 00:00:00', Qty: null },
      ],
      element: { groupBy: [['Product']] },
      results: [[{ x: '2024-02-01 00:00:00', y: 8 }], [{ x: '2024-01-01 00:00:00', y: null }]],
    },
  ],
})
