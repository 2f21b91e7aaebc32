import { days, joined, type Question, warehouse } from '../question.ts'

export const q14: Question = {
  title: 'promotion effect',
  elements: [
    warehouse('lineitem', { filters: [days('l_shipdate', '1995-09-01', '1995-09-30')] }),
    warehouse('part'),
    joined('sold', ['lineitem.l_partkey = part.p_partkey'], {
      columns: {
        volume: '[lineitem/l_extendedprice] * (1 - [lineitem/l_discount])',
        is_promo: 'StartsWith([part/p_type], "PROMO")',
        promo_revenue: '100 * SumIf([volume], [is_promo]) / Sum([volume])',
      },
      summary: ['promo_revenue'],
    }),
  ],
  answer: { elementId: 'sold', level: 'summary', columns: ['promo_revenue'] },
  sql: `SELECT 100.00 * sum(CASE WHEN p_type LIKE 'PROMO%' THEN l_extendedprice * (1 - l_discount) ELSE 0 END)
      / sum(l_extendedprice * (1 - l_discount))
    FROM lineitem, part
    WHERE l_partkey = p_partkey AND l_shipdate >= DATE '1995-09-01' AND l_shipdate < DATE '1995-09-01' + INTERVAL 1 MONTH`,
}
