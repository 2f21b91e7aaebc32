import { expect, it } from 'vitest'
import { duckdbPlan, mysqlPlan, postgresPlan, tablesByAlias } from './engine-plan.ts'

it('DuckDB has rows and names in the extra information of an operation', () => {
  const scan = { name: 'SEQ_SCAN', children: [], extra_info: { Table: 'db.main.t', 'Estimated Cardinality': '2000' } }
  const sorted = { name: 'ORDER_BY', children: [scan], extra_info: { 'Estimated Cardinality': '0' } }
  const grouped = { name: 'PROJECTION', children: [sorted], extra_info: {} }
  const read = { name: 'CTE_SCAN', children: [], extra_info: { 'Estimated Cardinality': '7' } }
  const cte = {
    name: 'CTE',
    children: [grouped, read],
    extra_info: { 'CTE Name': 'x_1', 'Estimated Cardinality': '10' },
  }
  const table = { table: 't', estimatedRows: 2000, inputs: [] }
  expect(duckdbPlan(JSON.stringify([cte]))).toEqual({
    estimatedRows: 7,
    inputs: [
      { relation: 'x_1', estimatedRows: 2000, inputs: [{ estimatedRows: 2000, inputs: [table] }] },
      { estimatedRows: 7, inputs: [] },
    ],
  })
})

it.each([
  ['UNGROUPED_AGGREGATE', 1],
  ['HASH_GROUP_BY', null],
  ['PROJECTION', 2000],
])('%s without an estimate returns %s', (name, rows) => {
  const scan = { name: 'SEQ_SCAN', children: [], extra_info: { 'Estimated Cardinality': '2000' } }
  expect(duckdbPlan(JSON.stringify([{ name, children: [scan], extra_info: {} }])).estimatedRows).toBe(rows)
})

it('PostgreSQL names common table expressions', () => {
  const plan = {
    'Plan Rows': 3,
    Plans: [{ 'Subplan Name': 'CTE x_1', 'Plan Rows': 40, Plans: [{ 'Relation Name': 't', 'Plan Rows': 1000 }] }],
  }
  expect(postgresPlan(JSON.stringify([{ Plan: plan }]))).toEqual({
    estimatedRows: 3,
    inputs: [{ relation: 'x_1', estimatedRows: 40, inputs: [{ table: 't', estimatedRows: 1000, inputs: [] }] }],
  })
})

it.each(['null', '[]', '[1]', '{}'])('%s has no estimate', (json) => {
  expect([duckdbPlan(json).estimatedRows, postgresPlan(json).estimatedRows]).toEqual([null, null])
})

it('MariaDB and MySQL name tables by alias; groups have no estimate', () => {
  const text = 'SELECT 1 FROM `shop`.`ORDERS` AS orders_1 LEFT JOIN rows_1 ON TRUE'
  const orders = { table_name: 'orders_1', rows: 200, filtered: 50 }
  const made = { query_block: { temporary_table: { nested_loop: [{ table: orders }] } } }
  const derived = { table_name: '<derived2>', rows: 3, filtered: 100, materialized: made }
  const mariadb = { query_block: { filesort: { nested_loop: [{ table: orders }, { table: derived }] } } }
  const read = { table: 'ORDERS', estimatedRows: 200, inputs: [] }
  expect(mysqlPlan(JSON.stringify(mariadb), tablesByAlias(text))).toEqual({
    estimatedRows: 300,
    inputs: [read, { estimatedRows: 3, inputs: [{ estimatedRows: null, inputs: [read] }] }],
  })
  const scan = { table_name: 'orders_1', rows_examined_per_scan: 200, filtered: '50.00' }
  const mysql = { query_block: { grouping_operation: { table: scan } } }
  expect(mysqlPlan(JSON.stringify(mysql), tablesByAlias(text))).toEqual({ estimatedRows: null, inputs: [read] })
})
