import { ascending, days, grouped, joined, type Question, take, warehouse } from '../question.ts'

const supplier = ['s_suppkey', 's_name', 's_address', 's_phone']

export const q15: Question = {
  title: 'top supplier',
  elements: [
    warehouse('supplier'),
    warehouse('lineitem', {
      columns: { total_revenue: 'Sum([l_extendedprice] * (1 - [l_discount]))' },
      filters: [
        days('l_shipdate', '1996-01-01', '1996-03-31'),
        { columnId: 'total_revenue', kind: 'top-n', rankingFunction: 'rank', mode: 'top-n', rowCount: 1 },
      ],
      groupings: grouped(['l_suppkey'], ['total_revenue']),
    }),
    joined('best', ['supplier.s_suppkey = lineitem:group.l_suppkey'], {
      columns: { ...take('supplier', ...supplier), total_revenue: '[lineitem/total_revenue]' },
      sort: ascending('s_suppkey'),
    }),
  ],
  answer: { elementId: 'best', level: 'base', columns: [...supplier, 'total_revenue'] },
  sql: `WITH revenue AS (
      SELECT l_suppkey AS supplier_no, sum(l_extendedprice * (1 - l_discount)) AS total_revenue FROM lineitem
      WHERE l_shipdate >= DATE '1996-01-01' AND l_shipdate < DATE '1996-01-01' + INTERVAL 3 MONTH GROUP BY l_suppkey)
    SELECT s_suppkey, s_name, s_address, s_phone, total_revenue FROM supplier, revenue
    WHERE s_suppkey = supplier_no AND total_revenue = (SELECT max(total_revenue) FROM revenue) ORDER BY s_suppkey`,
}
