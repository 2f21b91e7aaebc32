import { days, grouped, joined, only, type Question, take, warehouse } from '../question.ts'

export const q08: Question = {
  title: 'national market share',
  elements: [
    warehouse('part', { filters: [only('p_type', 'ECONOMY ANODIZED STEEL')] }),
    warehouse('supplier'),
    warehouse('lineitem'),
    warehouse('orders', { filters: [days('o_orderdate', '1995-01-01', '1996-12-31')] }),
    warehouse('customer'),
    warehouse('nation', { id: 'n1' }),
    warehouse('nation', { id: 'n2' }),
    warehouse('region', { filters: [only('r_name', 'AMERICA')] }),
    joined(
      'market',
      [
        'lineitem.l_partkey = part.p_partkey',
        'lineitem.l_suppkey = supplier.s_suppkey',
        'lineitem.l_orderkey = orders.o_orderkey',
        'orders.o_custkey = customer.c_custkey',
        'customer.c_nationkey = n1.n_nationkey',
        'n1.n_regionkey = region.r_regionkey',
        'supplier.s_nationkey = n2.n_nationkey',
      ],
      {
        columns: {
          ...take('lineitem', 'l_extendedprice', 'l_discount'),
          nation: '[n2/n_name]',
          o_year: 'Year([orders/o_orderdate])',
          volume: '[l_extendedprice] * (1 - [l_discount])',
          mkt_share: 'Sum(If([nation] = "BRAZIL", [volume], 0)) / Sum([volume])',
        },
        groupings: grouped(['o_year'], ['mkt_share']),
      },
    ),
  ],
  answer: { elementId: 'market', level: 'g1', columns: ['o_year', 'mkt_share'] },
  sql: `SELECT o_year, sum(CASE WHEN nation = 'BRAZIL' THEN volume ELSE 0 END) / sum(volume) FROM (
      SELECT extract(year FROM o_orderdate) AS o_year, l_extendedprice * (1 - l_discount) AS volume, n2.n_name AS nation
      FROM part, supplier, lineitem, orders, customer, nation n1, nation n2, region
      WHERE p_partkey = l_partkey AND s_suppkey = l_suppkey AND l_orderkey = o_orderkey AND o_custkey = c_custkey
        AND c_nationkey = n1.n_nationkey AND n1.n_regionkey = r_regionkey AND r_name = 'AMERICA'
        AND s_nationkey = n2.n_nationkey AND o_orderdate BETWEEN DATE '1995-01-01' AND DATE '1996-12-31'
        AND p_type = 'ECONOMY ANODIZED STEEL') AS all_nations
    GROUP BY o_year ORDER BY o_year`,
}
