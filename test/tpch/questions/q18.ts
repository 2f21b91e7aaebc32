import { ascending, descending, grouped, isTrue, joined, type Question, take, warehouse } from '../question.ts'

const columns = ['c_name', 'c_custkey', 'o_orderkey', 'o_orderdate', 'o_totalprice', 'quantity']

export const q18: Question = {
  title: 'large volume customer',
  elements: [
    warehouse('lineitem', {
      columns: { quantity: 'Sum([l_quantity])', is_large: '[quantity] > 300' },
      filters: [isTrue('is_large')],
      groupings: grouped(['l_orderkey'], ['quantity', 'is_large']),
    }),
    warehouse('orders'),
    warehouse('customer'),
    joined('large', ['orders.o_orderkey = lineitem:group.l_orderkey', 'orders.o_custkey = customer.c_custkey'], {
      columns: {
        ...take('customer', 'c_name', 'c_custkey'),
        ...take('orders', 'o_orderkey', 'o_orderdate', 'o_totalprice'),
        ...take('lineitem', 'quantity'),
      },
      sort: [...descending('o_totalprice'), ...ascending('o_orderdate')],
    }),
  ],
  answer: { elementId: 'large', level: 'base', columns, limit: 100 },
  sql: `SELECT c_name, c_custkey, o_orderkey, o_orderdate, o_totalprice, sum(l_quantity) FROM customer, orders, lineitem
    WHERE o_orderkey IN (SELECT l_orderkey FROM lineitem GROUP BY l_orderkey HAVING sum(l_quantity) > 300)
      AND c_custkey = o_custkey AND o_orderkey = l_orderkey
    GROUP BY c_name, c_custkey, o_orderkey, o_orderdate, o_totalprice ORDER BY o_totalprice DESC, o_orderdate LIMIT 100`,
}
