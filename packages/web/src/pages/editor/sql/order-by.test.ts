import { expect, test } from 'vitest'
import { sortOfStatement } from './order-by.ts'

const result = [
  { name: 'SEGMENT', type: 'text' },
  { name: 'n', type: 'number' },
  { name: 'Last "order"', type: 'datetime' },
]
const columns = result.map(({ name }, at) => ({ id: `c${at + 1}`, formula: `[Custom SQL/${name}]` }))
const up = (columnId: string, more = {}) => ({ columnId, direction: 'ascending', ...more })
const down = (columnId: string, more = {}) => ({ columnId, direction: 'descending', ...more })

test.each([
  ['select 1', []],
  ['select * from t order by segment', [up('c1')]],
  ['select * from t order by 2 desc, c.Segment asc', [down('c2'), up('c1')]],
  ['select * from t\nORDER  BY n DESC NULLS LAST LIMIT 10', [down('c2', { nulls: 'last' })]],
  ['select * from t order by n nulls first;', [up('c2', { nulls: 'first' })]],
  ['select * from t order by "Last ""order""" -- by n', [up('c3')]],
  ['select * from t order by "s".t."n" fetch first 5 rows only', [up('c2')]],
  ['select row_number() over (order by n) from t', []],
  ['select * from (select * from t order by n) order by segment', [up('c1')]],
  ["select * from t where x = 'order by n'", []],
  // Keys that are no columns of the result: the order would be another one.
  ['select * from t order by n, lower(segment)', []],
  ['select * from t order by n + 1', []],
  ['select * from t order by missing', []],
  ['select * from t order by 4', []],
  ['select * from t order by n collate nocase', []],
  ['select * from t order by', []],
])('%s', (statement, sort) => {
  expect(sortOfStatement(statement, 'duckdb', result, columns)).toEqual(sort)
})
