import { descending, grouped, isTrue, joined, only, type Question, take, warehouse } from '../question.ts'

export const q11: Question = {
  title: 'important stock identification',
  elements: [
    warehouse('partsupp'),
    warehouse('supplier'),
    warehouse('nation', { filters: [only('n_name', 'GERMANY')] }),
    joined('stock', ['partsupp.ps_suppkey = supplier.s_suppkey', 'supplier.s_nationkey = nation.n_nationkey'], {
      columns: {
        ...take('partsupp', 'ps_partkey'),
        held: '[partsupp/ps_supplycost] * [partsupp/ps_availqty]',
        value: 'Sum([held])',
        is_important: '[value] > GrandTotal(Sum([held])) * 0.0001',
      },
      filters: [isTrue('is_important')],
      groupings: grouped(['ps_partkey'], ['value', 'is_important'], descending('value')),
    }),
  ],
  answer: { elementId: 'stock', level: 'g1', columns: ['ps_partkey', 'value'] },
  sql: `SELECT ps_partkey, sum(ps_supplycost * ps_availqty) AS value FROM partsupp, supplier, nation
    WHERE ps_suppkey = s_suppkey AND s_nationkey = n_nationkey AND n_name = 'GERMANY'
    GROUP BY ps_partkey HAVING sum(ps_supplycost * ps_availqty) > (
      SELECT sum(ps_supplycost * ps_availqty) * 0.0001 FROM partsupp, supplier, nation
      WHERE ps_suppkey = s_suppkey AND s_nationkey = n_nationkey AND n_name = 'GERMANY')
    ORDER BY value DESC`,
}
