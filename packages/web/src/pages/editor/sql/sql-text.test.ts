import { expect, test } from 'vitest'
import { coloredSql, placeOfError, platformWords, type SqlNames, sqlChoices, tableName } from './sql-text.ts'

const names: SqlNames = {
  dialect: 'duckdb',
  tables: [
    { path: ['RETAIL', 'PUBLIC', 'ORDERS'], columns: [{ name: 'ORDER_ID', type: 'integer' }, { name: 'Net amount' }] },
    { path: ['RETAIL', 'PUBLIC', 'STORES'], columns: [{ name: 'STORE_ID', type: 'integer' }] },
  ],
  controls: ['Region', 'Store'],
}
/** The choices offered at the position of `|`. */
function choicesIn(marked: string, isAsked = false) {
  const caret = marked.indexOf('|')
  return sqlChoices(marked.replace('|', ''), caret, names, isAsked)
}

test.each<[string, string[]]>([
  ['select ORD| from RETAIL.PUBLIC.ORDERS', ['ORDER_ID']],
  ['select ORD|', ['RETAIL.PUBLIC.ORDERS']],
  ['select o.| from PUBLIC.ORDERS o', ['ORDER_ID', '"Net amount"']],
  ['select ORDERS.net| from orders where 1 = 1', ['"Net amount"']],
  ['select * from RETAIL.PUBLIC.ST|', ['STORES']],
  ['sel|', ['select']],
  ['where REGION = {{|', ['Region}}', 'Store}}', '']],
  ['where REGION = {{ reg|}}', ['Region', 'reg']],
  ['where REGION = {{Region|', ['Region}}']],
])('%s is completed by %j', (marked, expected) => {
  const inserted = choicesIn(marked)?.choices.map(({ insert }) => insert) ?? []
  expect(inserted.slice(0, expected.length)).toEqual(expected)
})

test.each(["select 'ORD|'", 'select 1 -- ORD|', 'select |', 'select ORDER_ID| from PUBLIC.ORDERS'])(
  'nothing is offered in %s',
  (marked) => {
    expect(choicesIn(marked)).toBeNull()
  },
)

test('a completion replaces the typed part of the word, and everything is offered on request', () => {
  expect(choicesIn('select o.NE| from orders o')?.from).toBe('select o.'.length)
  expect(choicesIn('select |', true)?.choices.length).toBeGreaterThan(20)
})

test.each<[string, string, string | null]>([
  ['select a.AMOUNTS from a', 'Referenced column "AMOUNTS" not found in FROM clause!', 'AMOUNTS'],
  ['select * from GONE', 'Table with name GONE does not exist!', 'GONE'],
  ['select MONTH_ID, MONTH from a', 'column "month" does not exist', 'MONTH'],
  ['selec 1', 'syntax error at or near "selec"', 'selec'],
  ['select 1 +', 'syntax error at end of input', null],
  ['select 1', 'column "x" does not exist', null],
])('%s: %s points at %s', (statement, message, expected) => {
  const place = placeOfError(statement, message)
  expect(place && statement.slice(place.from, place.to)).toBe(expected)
})

test.each([
  ['The source of element "x1" cannot be read: The custom SQL cannot be read: No "a".', 'No "a".'],
  [
    'The source of element "x1" cannot be read: The custom SQL has a text that does not end.',
    'The custom SQL has a text that does not end.',
  ],
  ['The query was cancelled.', 'The query was cancelled.'],
])('%s is told as %s', (message, expected) => {
  expect(platformWords(message)).toBe(expected)
})

test.each([
  ['duckdb', ['Retail', 'order'], 'Retail."order"'],
  ['postgres', ['public', 'Orders'], 'public."Orders"'],
  ['snowflake', ['PUBLIC', 'orders'], 'PUBLIC."orders"'],
  ['mysql', ['shop', 'net amount'], 'shop.`net amount`'],
] as const)('%s writes %j as %s', (dialect, path, expected) => {
  expect(tableName(path, dialect)).toBe(expected)
})

test('strings, comments and parameters are coloured, names are not', () => {
  const text = "select NAME, 'from' from T where A = {{Region}} and B > 12 -- where"
  expect(coloredSql(text, 'duckdb').map(({ from, to, look }) => `${text.slice(from, to)}: ${look}`)).toEqual([
    'select: keyword',
    "'from': text",
    'from: keyword',
    'where: keyword',
    '{{Region}}: parameter',
    'and: keyword',
    '12: number',
    '-- where: comment',
  ])
})
