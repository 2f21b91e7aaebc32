import { isTrue, joined, only, type Question, take, warehouse } from '../question.ts'

const kind = (brand: string, containers: string[], least: number, size: number) =>
  `[p_brand] = "${brand}" and In([p_container], ${containers.map((name) => `"${name}"`).join(', ')})
    and Between([l_quantity], ${least}, ${least + 10}) and Between([p_size], 1, ${size})`

export const q19: Question = {
  title: 'discounted revenue',
  elements: [
    warehouse('lineitem', {
      filters: [only('l_shipmode', 'AIR', 'REG AIR'), only('l_shipinstruct', 'DELIVER IN PERSON')],
    }),
    warehouse('part'),
    joined('sold', ['lineitem.l_partkey = part.p_partkey'], {
      columns: {
        ...take('part', 'p_brand', 'p_container', 'p_size'),
        ...take('lineitem', 'l_quantity', 'l_extendedprice', 'l_discount'),
        is_asked: [
          kind('Brand#12', ['SM CASE', 'SM BOX', 'SM PACK', 'SM PKG'], 1, 5),
          kind('Brand#23', ['MED BAG', 'MED BOX', 'MED PKG', 'MED PACK'], 10, 10),
          kind('Brand#34', ['LG CASE', 'LG BOX', 'LG PACK', 'LG PKG'], 20, 15),
        ].join(' or '),
        revenue: 'Sum([l_extendedprice] * (1 - [l_discount]))',
      },
      filters: [isTrue('is_asked')],
      summary: ['revenue'],
    }),
  ],
  answer: { elementId: 'sold', level: 'summary', columns: ['revenue'] },
  sql: `SELECT sum(l_extendedprice * (1 - l_discount)) FROM lineitem, part
    WHERE (p_partkey = l_partkey AND p_brand = 'Brand#12' AND p_container IN ('SM CASE', 'SM BOX', 'SM PACK', 'SM PKG')
        AND l_quantity >= 1 AND l_quantity <= 1 + 10 AND p_size BETWEEN 1 AND 5
        AND l_shipmode IN ('AIR', 'REG AIR') AND l_shipinstruct = 'DELIVER IN PERSON')
      OR (p_partkey = l_partkey AND p_brand = 'Brand#23' AND p_container IN ('MED BAG', 'MED BOX', 'MED PKG', 'MED PACK')
        AND l_quantity >= 10 AND l_quantity <= 10 + 10 AND p_size BETWEEN 1 AND 10
        AND l_shipmode IN ('AIR', 'REG AIR') AND l_shipinstruct = 'DELIVER IN PERSON')
      OR (p_partkey = l_partkey AND p_brand = 'Brand#34' AND p_container IN ('LG CASE', 'LG BOX', 'LG PACK', 'LG PKG')
        AND l_quantity >= 20 AND l_quantity <= 20 + 10 AND p_size BETWEEN 1 AND 15
        AND l_shipmode IN ('AIR', 'REG AIR') AND l_shipinstruct = 'DELIVER IN PERSON')`,
}
