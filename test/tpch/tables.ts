import type { ValueType } from '@octavo/core/types'

export interface TpchTable {
  name: string
  columns: { name: string; type: ValueType }[]
}

const TYPES: Record<string, ValueType> = {
  key: { kind: 'int64' },
  text: { kind: 'text' },
  date: { kind: 'date' },
  money: { kind: 'decimal', precision: 15, scale: 2 },
}

const table = (name: string, prefix: string, columns: string): TpchTable => ({
  name,
  columns: columns.split(' ').map((column) => {
    const [field = '', type = ''] = column.split(':')
    return { name: `${prefix}_${field}`, type: TYPES[type] ?? { kind: 'text' } }
  }),
})

/** The eight tables of the benchmark. */
export const tpchTables: readonly TpchTable[] = [
  table('region', 'r', 'regionkey:key name:text comment:text'),
  table('nation', 'n', 'nationkey:key name:text regionkey:key comment:text'),
  table('supplier', 's', 'suppkey:key name:text address:text nationkey:key phone:text acctbal:money comment:text'),
  table(
    'part',
    'p',
    'partkey:key name:text mfgr:text brand:text type:text size:key container:text retailprice:money comment:text',
  ),
  table('partsupp', 'ps', 'partkey:key suppkey:key availqty:key supplycost:money comment:text'),
  table(
    'customer',
    'c',
    'custkey:key name:text address:text nationkey:key phone:text acctbal:money mktsegment:text comment:text',
  ),
  table(
    'orders',
    'o',
    'orderkey:key custkey:key orderstatus:text totalprice:money orderdate:date orderpriority:text clerk:text shippriority:key comment:text',
  ),
  table(
    'lineitem',
    'l',
    'orderkey:key partkey:key suppkey:key linenumber:key quantity:money extendedprice:money discount:money tax:money returnflag:text linestatus:text shipdate:date commitdate:date receiptdate:date shipinstruct:text shipmode:text comment:text',
  ),
]
