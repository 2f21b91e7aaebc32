import { days, grouped, type Question, warehouse } from '../question.ts'

const calculations = {
  sum_qty: 'Sum([l_quantity])',
  sum_base_price: 'Sum([l_extendedprice])',
  sum_disc_price: 'Sum([l_extendedprice] * (1 - [l_discount]))',
  sum_charge: 'Sum([l_extendedprice] * (1 - [l_discount]) * (1 + [l_tax]))',
  avg_qty: 'Avg([l_quantity])',
  avg_price: 'Avg([l_extendedprice])',
  avg_disc: 'Avg([l_discount])',
  count_order: 'Count()',
}

export const q01: Question = {
  title: 'pricing summary report',
  elements: [
    warehouse('lineitem', {
      columns: calculations,
      filters: [days('l_shipdate', '1992-01-01', '1998-09-02')],
      groupings: grouped(['l_returnflag', 'l_linestatus'], Object.keys(calculations)),
    }),
  ],
  answer: {
    elementId: 'lineitem',
    level: 'g1',
    columns: ['l_returnflag', 'l_linestatus', ...Object.keys(calculations)],
  },
  sql: `SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),
      sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)),
      avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*)
    FROM lineitem WHERE l_shipdate <= DATE '1998-12-01' - INTERVAL 90 DAY
    GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus`,
}
