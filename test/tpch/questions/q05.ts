import { days, descending, grouped, isTrue, joined, only, type Question, take, warehouse } from '../question.ts'

export const q05: Question = {
  title: 'local supplier volume',
  elements: [
    warehouse('customer'),
    warehouse('orders', { filters: [days('o_orderdate', '1994-01-01', '1994-12-31')] }),
    warehouse('lineitem'),
    warehouse('supplier'),
    warehouse('nation'),
    warehouse('region', { filters: [only('r_name', 'ASIA')] }),
    joined(
      'local',
      [
        'lineitem.l_orderkey = orders.o_orderkey',
        'orders.o_custkey = customer.c_custkey',
        'lineitem.l_suppkey = supplier.s_suppkey',
        'supplier.s_nationkey = nation.n_nationkey',
        'nation.n_regionkey = region.r_regionkey',
      ],
      {
        columns: {
          ...take('lineitem', 'l_extendedprice', 'l_discount'),
          ...take('nation', 'n_name'),
          is_local: '[customer/c_nationkey] = [supplier/s_nationkey]',
          revenue: 'Sum([l_extendedprice] * (1 - [l_discount]))',
        },
        filters: [isTrue('is_local')],
        groupings: grouped(['n_name'], ['revenue'], descending('revenue')),
      },
    ),
  ],
  answer: { elementId: 'local', level: 'g1', columns: ['n_name', 'revenue'] },
  sql: `SELECT n_name, sum(l_extendedprice * (1 - l_discount)) AS revenue
    FROM customer, orders, lineitem, supplier, nation, region
    WHERE c_custkey = o_custkey AND l_orderkey = o_orderkey AND l_suppkey = s_suppkey AND c_nationkey = s_nationkey
      AND s_nationkey = n_nationkey AND n_regionkey = r_regionkey AND r_name = 'ASIA'
      AND o_orderdate >= DATE '1994-01-01' AND o_orderdate < DATE '1994-01-01' + INTERVAL 1 YEAR
    GROUP BY n_name ORDER BY revenue DESC`,
}
