import { days, descending, grouped, joined, only, type Question, take, warehouse } from '../question.ts'

const customer = ['c_custkey', 'c_name', 'c_acctbal', 'c_phone', 'c_address', 'c_comment']

export const q10: Question = {
  title: 'returned item reporting',
  elements: [
    warehouse('customer'),
    warehouse('orders', { filters: [days('o_orderdate', '1993-10-01', '1993-12-31')] }),
    warehouse('lineitem', { filters: [only('l_returnflag', 'R')] }),
    warehouse('nation'),
    joined(
      'returned',
      [
        'lineitem.l_orderkey = orders.o_orderkey',
        'orders.o_custkey = customer.c_custkey',
        'customer.c_nationkey = nation.n_nationkey',
      ],
      {
        columns: {
          ...take('customer', ...customer),
          ...take('nation', 'n_name'),
          ...take('lineitem', 'l_extendedprice', 'l_discount'),
          revenue: 'Sum([l_extendedprice] * (1 - [l_discount]))',
        },
        groupings: grouped([...customer, 'n_name'], ['revenue'], descending('revenue')),
      },
    ),
  ],
  answer: {
    elementId: 'returned',
    level: 'g1',
    columns: ['c_custkey', 'c_name', 'revenue', 'c_acctbal', 'n_name', 'c_address', 'c_phone', 'c_comment'],
    limit: 20,
  },
  sql: `SELECT c_custkey, c_name, sum(l_extendedprice * (1 - l_discount)) AS revenue, c_acctbal, n_name, c_address,
      c_phone, c_comment
    FROM customer, orders, lineitem, nation
    WHERE c_custkey = o_custkey AND l_orderkey = o_orderkey AND o_orderdate >= DATE '1993-10-01'
      AND o_orderdate < DATE '1993-10-01' + INTERVAL 3 MONTH AND l_returnflag = 'R' AND c_nationkey = n_nationkey
    GROUP BY c_custkey, c_name, c_acctbal, c_phone, n_name, c_address, c_comment ORDER BY revenue DESC LIMIT 20`,
}
