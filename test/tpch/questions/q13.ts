import { descending, grouped, type Question, text, warehouse } from '../question.ts'

export const q13: Question = {
  title: 'customer distribution',
  elements: [
    warehouse('orders', { filters: [text('o_comment', 'not-like', '%special%requests%')] }),
    warehouse('customer', {
      columns: {
        c_count: 'Zn(Rollup(Count(), [c_custkey], [orders/o_custkey]))',
        custdist: 'Count()',
      },
      groupings: grouped(['c_count'], ['custdist'], descending('custdist', 'c_count')),
    }),
  ],
  answer: { elementId: 'customer', level: 'g1', columns: ['c_count', 'custdist'] },
  sql: `SELECT c_count, count(*) AS custdist FROM (
      SELECT c_custkey, count(o_orderkey) AS c_count
      FROM customer LEFT OUTER JOIN orders ON c_custkey = o_custkey AND o_comment NOT LIKE '%special%requests%'
      GROUP BY c_custkey) AS c_orders
    GROUP BY c_count ORDER BY custdist DESC, c_count DESC`,
}
