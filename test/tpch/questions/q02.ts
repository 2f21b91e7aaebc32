import {
  ascending,
  child,
  descending,
  isTrue,
  joined,
  only,
  type Question,
  take,
  text,
  warehouse,
} from '../question.ts'

const supplier = ['s_acctbal', 's_name', 's_address', 's_phone', 's_comment']

export const q02: Question = {
  title: 'minimum cost supplier',
  elements: [
    warehouse('part', { filters: [only('p_size', 15), text('p_type', 'ends-with', 'BRASS')] }),
    warehouse('partsupp'),
    warehouse('supplier'),
    warehouse('nation'),
    warehouse('region', { filters: [only('r_name', 'EUROPE')] }),
    joined(
      'offers',
      [
        'partsupp.ps_suppkey = supplier.s_suppkey',
        'supplier.s_nationkey = nation.n_nationkey',
        'nation.n_regionkey = region.r_regionkey',
        'partsupp.ps_partkey = part.p_partkey',
      ],
      {
        columns: {
          ...take('partsupp', 'ps_supplycost'),
          ...take('part', 'p_partkey', 'p_mfgr'),
          ...take('supplier', ...supplier),
          ...take('nation', 'n_name'),
        },
      },
    ),
    child('cheapest', 'offers', {
      columns: {
        ...take('offers', ...supplier, 'n_name', 'p_partkey', 'p_mfgr', 'ps_supplycost'),
        least: 'Rollup(Min([offers/ps_supplycost]), [p_partkey], [offers/p_partkey])',
        is_least: '[ps_supplycost] = [least]',
      },
      filters: [isTrue('is_least')],
      sort: [...descending('s_acctbal'), ...ascending('n_name', 's_name', 'p_partkey')],
    }),
  ],
  answer: {
    elementId: 'cheapest',
    level: 'base',
    columns: ['s_acctbal', 's_name', 'n_name', 'p_partkey', 'p_mfgr', 's_address', 's_phone', 's_comment'],
    limit: 100,
  },
  sql: `SELECT s_acctbal, s_name, n_name, p_partkey, p_mfgr, s_address, s_phone, s_comment
    FROM part, supplier, partsupp, nation, region
    WHERE p_partkey = ps_partkey AND s_suppkey = ps_suppkey AND p_size = 15 AND p_type LIKE '%BRASS'
      AND s_nationkey = n_nationkey AND n_regionkey = r_regionkey AND r_name = 'EUROPE'
      AND ps_supplycost = (SELECT min(ps_supplycost) FROM partsupp, supplier, nation, region
        WHERE p_partkey = ps_partkey AND s_suppkey = ps_suppkey AND s_nationkey = n_nationkey
          AND n_regionkey = r_regionkey AND r_name = 'EUROPE')
    ORDER BY s_acctbal DESC, n_name, s_name, p_partkey LIMIT 100`,
}
