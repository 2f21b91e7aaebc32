import { ascending, descending, grouped, joined, only, type Question, take, warehouse } from '../question.ts'

const keys = ['l_orderkey', 'o_orderdate', 'o_shippriority']

export const q03: Question = {
  title: 'shipping priority',
  elements: [
    warehouse('customer', { filters: [only('c_mktsegment', 'BUILDING')] }),
    warehouse('orders', {
      filters: [{ columnId: 'o_orderdate', kind: 'date-range', mode: 'before', date: '1995-03-15' }],
    }),
    warehouse('lineitem', {
      filters: [{ columnId: 'l_shipdate', kind: 'date-range', mode: 'after', date: '1995-03-15' }],
    }),
    joined('open', ['lineitem.l_orderkey = orders.o_orderkey', 'orders.o_custkey = customer.c_custkey'], {
      columns: {
        ...take('lineitem', 'l_orderkey', 'l_extendedprice', 'l_discount'),
        ...take('orders', 'o_orderdate', 'o_shippriority'),
        revenue: 'Sum([l_extendedprice] * (1 - [l_discount]))',
      },
      groupings: grouped(keys, ['revenue'], [...descending('revenue'), ...ascending('o_orderdate')]),
    }),
  ],
  answer: {
    elementId: 'open',
    level: 'g1',
    columns: ['l_orderkey', 'revenue', 'o_orderdate', 'o_shippriority'],
    limit: 10,
  },
  sql: `SELECT l_orderkey, sum(l_extendedprice * (1 - l_discount)) AS revenue, o_orderdate, o_shippriority
    FROM customer, orders, lineitem
    WHERE c_mktsegment = 'BUILDING' AND c_custkey = o_custkey AND l_orderkey = o_orderkey
      AND o_orderdate < DATE '1995-03-15' AND l_shipdate > DATE '1995-03-15'
    GROUP BY l_orderkey, o_orderdate, o_shippriority ORDER BY revenue DESC, o_orderdate LIMIT 10`,
}
