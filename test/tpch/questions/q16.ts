import {
  ascending,
  descending,
  grouped,
  isTrue,
  joined,
  only,
  type Question,
  take,
  text,
  warehouse,
} from '../question.ts'

export const q16: Question = {
  title: 'relation of parts and suppliers',
  elements: [
    warehouse('part', {
      filters: [
        { ...only('p_brand', 'Brand#45'), mode: 'exclude' },
        text('p_type', 'does-not-start-with', 'MEDIUM POLISHED'),
        only('p_size', 49, 14, 23, 45, 19, 3, 36, 9),
      ],
    }),
    warehouse('supplier', { filters: [text('s_comment', 'like', '%Customer%Complaints%')] }),
    warehouse('partsupp'),
    joined('offers', ['partsupp.ps_partkey = part.p_partkey'], {
      columns: {
        ...take('part', 'p_brand', 'p_type', 'p_size'),
        ...take('partsupp', 'ps_suppkey'),
        is_fine: 'IsNull(Lookup([supplier/s_suppkey], [ps_suppkey], [supplier/s_suppkey]))',
        supplier_cnt: 'CountDistinct([ps_suppkey])',
      },
      filters: [isTrue('is_fine')],
      groupings: grouped(
        ['p_brand', 'p_type', 'p_size'],
        ['supplier_cnt'],
        [...descending('supplier_cnt'), ...ascending('p_brand', 'p_type', 'p_size')],
      ),
    }),
  ],
  answer: { elementId: 'offers', level: 'g1', columns: ['p_brand', 'p_type', 'p_size', 'supplier_cnt'] },
  sql: `SELECT p_brand, p_type, p_size, count(DISTINCT ps_suppkey) AS supplier_cnt FROM partsupp, part
    WHERE p_partkey = ps_partkey AND p_brand <> 'Brand#45' AND p_type NOT LIKE 'MEDIUM POLISHED%'
      AND p_size IN (49, 14, 23, 45, 19, 3, 36, 9)
      AND ps_suppkey NOT IN (SELECT s_suppkey FROM supplier WHERE s_comment LIKE '%Customer%Complaints%')
    GROUP BY p_brand, p_type, p_size ORDER BY supplier_cnt DESC, p_brand, p_type, p_size`,
}
