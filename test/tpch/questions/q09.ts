import { ascending, descending, grouped, joined, type Question, text, warehouse } from '../question.ts'

export const q09: Question = {
  title: 'product type profit measure',
  elements: [
    warehouse('part', { filters: [text('p_name', 'contains', 'green')] }),
    warehouse('supplier'),
    warehouse('lineitem'),
    warehouse('partsupp'),
    warehouse('orders'),
    warehouse('nation'),
    joined(
      'profit',
      [
        'lineitem.l_partkey = part.p_partkey',
        'lineitem.l_suppkey = supplier.s_suppkey',
        'lineitem.l_suppkey = partsupp.ps_suppkey and lineitem.l_partkey = partsupp.ps_partkey',
        'lineitem.l_orderkey = orders.o_orderkey',
        'supplier.s_nationkey = nation.n_nationkey',
      ],
      {
        columns: {
          nation: '[nation/n_name]',
          o_year: 'Year([orders/o_orderdate])',
          amount:
            '[lineitem/l_extendedprice] * (1 - [lineitem/l_discount]) - [partsupp/ps_supplycost] * [lineitem/l_quantity]',
          sum_profit: 'Sum([amount])',
        },
        groupings: grouped(['nation', 'o_year'], ['sum_profit'], [...ascending('nation'), ...descending('o_year')]),
      },
    ),
  ],
  answer: { elementId: 'profit', level: 'g1', columns: ['nation', 'o_year', 'sum_profit'] },
  sql: `SELECT nation, o_year, sum(amount) FROM (
      SELECT n_name AS nation, extract(year FROM o_orderdate) AS o_year,
        l_extendedprice * (1 - l_discount) - ps_supplycost * l_quantity AS amount
      FROM part, supplier, lineitem, partsupp, orders, nation
      WHERE s_suppkey = l_suppkey AND ps_suppkey = l_suppkey AND ps_partkey = l_partkey AND p_partkey = l_partkey
        AND o_orderkey = l_orderkey AND s_nationkey = n_nationkey AND p_name LIKE '%green%') AS profit
    GROUP BY nation, o_year ORDER BY nation, o_year DESC`,
}
