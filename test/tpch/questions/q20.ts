import { ascending, days, isTrue, joined, only, type Question, take, text, warehouse } from '../question.ts'

export const q20: Question = {
  title: 'potential part promotion',
  elements: [
    warehouse('part', { filters: [text('p_name', 'starts-with', 'forest')] }),
    warehouse('partsupp'),
    warehouse('lineitem', { filters: [days('l_shipdate', '1994-01-01', '1994-12-31')] }),
    joined('stock', ['partsupp.ps_partkey = part.p_partkey'], {
      columns: {
        ...take('partsupp', 'ps_partkey', 'ps_suppkey', 'ps_availqty'),
        sold: 'Rollup(Sum([lineitem/l_quantity]), [ps_partkey], [lineitem/l_partkey], [ps_suppkey], [lineitem/l_suppkey])',
        is_excess: '[ps_availqty] > 0.5 * [sold]',
      },
      filters: [isTrue('is_excess')],
    }),
    warehouse('nation', { filters: [only('n_name', 'CANADA')] }),
    warehouse('supplier'),
    joined('suppliers', ['supplier.s_nationkey = nation.n_nationkey'], {
      columns: {
        ...take('supplier', 's_suppkey', 's_name', 's_address'),
        has_excess: 'IsNotNull(Rollup(Count(), [s_suppkey], [stock/ps_suppkey]))',
      },
      filters: [isTrue('has_excess')],
      sort: ascending('s_name'),
    }),
  ],
  answer: { elementId: 'suppliers', level: 'base', columns: ['s_name', 's_address'] },
  sql: `SELECT s_name, s_address FROM supplier, nation
    WHERE s_suppkey IN (SELECT ps_suppkey FROM partsupp
        WHERE ps_partkey IN (SELECT p_partkey FROM part WHERE p_name LIKE 'forest%')
          AND ps_availqty > (SELECT 0.5 * sum(l_quantity) FROM lineitem
            WHERE l_partkey = ps_partkey AND l_suppkey = ps_suppkey AND l_shipdate >= DATE '1994-01-01'
              AND l_shipdate < DATE '1994-01-01' + INTERVAL 1 YEAR))
      AND s_nationkey = n_nationkey AND n_name = 'CANADA'
    ORDER BY s_name`,
}
