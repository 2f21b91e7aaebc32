import { ascending, descending, grouped, isTrue, joined, only, type Question, take, warehouse } from '../question.ts'

export const q21: Question = {
  title: 'suppliers who kept orders waiting',
  elements: [
    warehouse('lineitem'),
    warehouse('orders', { filters: [only('o_orderstatus', 'F')] }),
    // An order waits for one supplier alone when it has several, and the late ones are one.
    joined('delivered', ['lineitem.l_orderkey = orders.o_orderkey'], {
      columns: {
        ...take('lineitem', 'l_orderkey', 'l_suppkey'),
        late: 'If([lineitem/l_receiptdate] > [lineitem/l_commitdate], [l_suppkey])',
        is_waiting: 'Min([l_suppkey]) != Max([l_suppkey]) and Min([late]) = Max([late])',
        culprit: 'Min([late])',
        late_lines: 'Count([late])',
      },
      filters: [isTrue('is_waiting')],
      groupings: grouped(['l_orderkey'], ['is_waiting', 'culprit', 'late_lines']),
    }),
    warehouse('supplier'),
    warehouse('nation', { filters: [only('n_name', 'SAUDI ARABIA')] }),
    joined('waiting', ['delivered:group.culprit = supplier.s_suppkey', 'supplier.s_nationkey = nation.n_nationkey'], {
      columns: {
        ...take('supplier', 's_name'),
        ...take('delivered', 'late_lines'),
        numwait: 'Sum([late_lines])',
      },
      groupings: grouped(['s_name'], ['numwait'], [...descending('numwait'), ...ascending('s_name')]),
    }),
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
