import { days, grouped, isTrue, type Question, warehouse } from '../question.ts'

export const q04: Question = {
  title: 'order priority checking',
  elements: [
    warehouse('lineitem', {
      columns: { is_late: '[l_commitdate] < [l_receiptdate]' },
      filters: [isTrue('is_late')],
    }),
    warehouse('orders', {
      columns: {
        has_late: 'IsNotNull(Rollup(Count(), [o_orderkey], [lineitem/l_orderkey]))',
        order_count: 'Count()',
      },
      filters: [days('o_orderdate', '1993-07-01', '1993-09-30'), isTrue('has_late')],
      groupings: grouped(['o_orderpriority'], ['order_count']),
    }),
  ],
  answer: { elementId: 'orders', level: 'g1', columns: ['o_orderpriority', 'order_count'] },
  sql: `SELECT o_orderpriority, count(*) FROM orders
    WHERE o_orderdate >= DATE '1993-07-01' AND o_orderdate < DATE '1993-07-01' + INTERVAL 3 MONTH
      AND EXISTS (SELECT * FROM lineitem WHERE l_orderkey = o_orderkey AND l_commitdate < l_receiptdate)
    GROUP BY o_orderpriority ORDER BY o_orderpriority`,
}
