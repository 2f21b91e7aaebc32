import { grouped, isTrue, joined, only, type Question, take, warehouse } from '../question.ts'

export const q17: Question = {
  title: 'small quantity order revenue',
  elements: [
    warehouse('lineitem'),
    warehouse('part', { filters: [only('p_brand', 'Brand#23'), only('p_container', 'MED BOX')] }),
    joined('sold', ['lineitem.l_partkey = part.p_partkey'], {
      columns: {
        ...take('part', 'p_partkey'),
        ...take('lineitem', 'l_quantity', 'l_extendedprice'),
        usual: 'Avg([l_quantity])',
        is_small: '[l_quantity] < 0.2 * [usual]',
        avg_yearly: 'Sum([l_extendedprice]) / 7',
      },
      filters: [isTrue('is_small')],
      groupings: grouped(['p_partkey'], ['usual']),
      summary: ['avg_yearly'],
    }),
  ],
  answer: { elementId: 'sold', level: 'summary', columns: ['avg_yearly'] },
  sql: `SELECT sum(l_extendedprice) / 7.0 FROM lineitem, part
    WHERE p_partkey = l_partkey AND p_brand = 'Brand#23' AND p_container = 'MED BOX'
      AND l_quantity < (SELECT 0.2 * avg(l_quantity) FROM lineitem WHERE l_partkey = p_partkey)`,
}
