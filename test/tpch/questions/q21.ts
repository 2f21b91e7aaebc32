import { ascending, descending, isTrue, joined, only, type Question, take, warehouse } from '../question.ts'

export const q21: Question = {
  title: 'suppliers who kept orders waiting',
  elements: [
    warehouse('lineitem', {
      id: 'late',
      columns: { is_late: '[l_receiptdate] > [l_commitdate]' },
      filters: [isTrue('is_late')],
    }),
    warehouse('lineitem', { id: 'others', columns: { is_late: '[l_receiptdate] > [l_commitdate]' } }),
    warehouse('orders', { filters: [only('o_orderstatus', 'F')] }),
    warehouse('supplier'),
    warehouse('nation', { filters: [only('n_name', 'SAUDI ARABIA')] }),
    joined(
      'waiting',
      [
        'late.l_suppkey = supplier.s_suppkey',
        'supplier.s_nationkey = nation.n_nationkey',
        'late.l_orderkey = orders.o_orderkey',
        'late.l_orderkey = others.l_orderkey',
      ],
      {
        columns: {
          ...take('supplier', 's_name'),
          ...take('late', 'l_orderkey', 'l_linenumber'),
          is_other: '[others/l_suppkey] != [late/l_suppkey]',
          // The other suppliers were in time, and there was at least one.
          is_culprit: 'CountIf([is_other]) > 0 and CountIf([is_other], [others/is_late]) = 0',
          numwait: 'Count([is_culprit])',
        },
        filters: [isTrue('is_culprit')],
        groupings: [
          {
            id: 'suppliers',
            groupBy: ['s_name'],
            calculations: ['numwait'],
            sort: [...descending('numwait'), ...ascending('s_name')],
          },
          { id: 'lines', groupBy: ['l_orderkey', 'l_linenumber'], calculations: ['is_culprit'] },
        ],
      },
    ),
  ],
  answer: { elementId: 'waiting', level: 'g1', columns: ['s_name', 'numwait'], limit: 100 },
  sql: `SELECT s_name, count(*) AS numwait FROM supplier, lineitem l1, orders, nation
    WHERE s_suppkey = l1.l_suppkey AND o_orderkey = l1.l_orderkey AND o_orderstatus = 'F'
      AND l1.l_receiptdate > l1.l_commitdate
      AND EXISTS (SELECT * FROM lineitem l2 WHERE l2.l_orderkey = l1.l_orderkey AND l2.l_suppkey <> l1.l_suppkey)
      AND NOT EXISTS (SELECT * FROM lineitem l3 WHERE l3.l_orderkey = l1.l_orderkey AND l3.l_suppkey <> l1.l_suppkey
        AND l3.l_receiptdate > l3.l_commitdate)
      AND s_nationkey = n_nationkey AND n_name = 'SAUDI ARABIA'
    GROUP BY s_name ORDER BY numwait DESC, s_name LIMIT 100`,
}
