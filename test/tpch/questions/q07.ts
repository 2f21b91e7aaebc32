import { days, grouped, isTrue, joined, type Question, take, warehouse } from '../question.ts'

export const q07: Question = {
  title: 'volume shipping',
  elements: [
    warehouse('supplier'),
    warehouse('lineitem', { filters: [days('l_shipdate', '1995-01-01', '1996-12-31')] }),
    warehouse('orders'),
    warehouse('customer'),
    warehouse('nation', { id: 'n1' }),
    warehouse('nation', { id: 'n2' }),
    joined(
      'shipping',
      [
        'lineitem.l_orderkey = orders.o_orderkey',
        'orders.o_custkey = customer.c_custkey',
        'lineitem.l_suppkey = supplier.s_suppkey',
        'supplier.s_nationkey = n1.n_nationkey',
        'customer.c_nationkey = n2.n_nationkey',
      ],
      {
        columns: {
          ...take('lineitem', 'l_extendedprice', 'l_discount'),
          supp_nation: '[n1/n_name]',
          cust_nation: '[n2/n_name]',
          l_year: 'Year([lineitem/l_shipdate])',
          is_pair:
            '[supp_nation] = "FRANCE" and [cust_nation] = "GERMANY" or [supp_nation] = "GERMANY" and [cust_nation] = "FRANCE"',
          revenue: 'Sum([l_extendedprice] * (1 - [l_discount]))',
        },
        filters: [isTrue('is_pair')],
        groupings: grouped(['supp_nation', 'cust_nation', 'l_year'], ['revenue']),
      },
    ),
  ],
  answer: { elementId: 'shipping', level: 'g1', columns: ['supp_nation', 'cust_nation', 'l_year', 'revenue'] },
  sql: `SELECT supp_nation, cust_nation, l_year, sum(volume) FROM (
      SELECT n1.n_name AS supp_nation, n2.n_name AS cust_nation, extract(year FROM l_shipdate) AS l_year,
        l_extendedprice * (1 - l_discount) AS volume
      FROM supplier, lineitem, orders, customer, nation n1, nation n2
      WHERE s_suppkey = l_suppkey AND o_orderkey = l_orderkey AND c_custkey = o_custkey
        AND s_nationkey = n1.n_nationkey AND c_nationkey = n2.n_nationkey
        AND ((n1.n_name = 'FRANCE' AND n2.n_name = 'GERMANY') OR (n1.n_name = 'GERMANY' AND n2.n_name = 'FRANCE'))
        AND l_shipdate BETWEEN DATE '1995-01-01' AND DATE '1996-12-31') AS shipping
    GROUP BY supp_nation, cust_nation, l_year ORDER BY supp_nation, cust_nation, l_year`,
}
