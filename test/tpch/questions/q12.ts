import { days, grouped, isTrue, joined, only, type Question, take, warehouse } from '../question.ts'

export const q12: Question = {
  title: 'shipping modes and order priority',
  elements: [
    warehouse('orders'),
    warehouse('lineitem', {
      columns: { is_late: '[l_commitdate] < [l_receiptdate] and [l_shipdate] < [l_commitdate]' },
      filters: [
        only('l_shipmode', 'MAIL', 'SHIP'),
        isTrue('is_late'),
        days('l_receiptdate', '1994-01-01', '1994-12-31'),
      ],
    }),
    joined('late', ['lineitem.l_orderkey = orders.o_orderkey'], {
      columns: {
        ...take('lineitem', 'l_shipmode'),
        is_high: 'In([orders/o_orderpriority], "1-URGENT", "2-HIGH")',
        high_line_count: 'CountIf([is_high])',
        low_line_count: 'CountIf(not [is_high])',
      },
      groupings: grouped(['l_shipmode'], ['high_line_count', 'low_line_count']),
    }),
  ],
  answer: { elementId: 'late', level: 'g1', columns: ['l_shipmode', 'high_line_count', 'low_line_count'] },
  sql: `SELECT l_shipmode,
      sum(CASE WHEN o_orderpriority = '1-URGENT' OR o_orderpriority = '2-HIGH' THEN 1 ELSE 0 END),
      sum(CASE WHEN o_orderpriority <> '1-URGENT' AND o_orderpriority <> '2-HIGH' THEN 1 ELSE 0 END)
    FROM orders, lineitem
    WHERE o_orderkey = l_orderkey AND l_shipmode IN ('MAIL', 'SHIP') AND l_commitdate < l_receiptdate
      AND l_shipdate < l_commitdate AND l_receiptdate >= DATE '1994-01-01'
      AND l_receiptdate < DATE '1994-01-01' + INTERVAL 1 YEAR
    GROUP BY l_shipmode ORDER BY l_shipmode`,
}
