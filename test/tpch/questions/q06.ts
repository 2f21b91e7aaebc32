import { days, isTrue, type Question, warehouse } from '../question.ts'

export const q06: Question = {
  title: 'forecasting revenue change',
  elements: [
    warehouse('lineitem', {
      columns: { is_small: '[l_quantity] < 24', revenue: 'Sum([l_extendedprice] * [l_discount])' },
      filters: [
        days('l_shipdate', '1994-01-01', '1994-12-31'),
        { columnId: 'l_discount', kind: 'number-range', min: 0.05, max: 0.07 },
        isTrue('is_small'),
      ],
      summary: ['revenue'],
    }),
  ],
  answer: { elementId: 'lineitem', level: 'summary', columns: ['revenue'] },
  sql: `SELECT sum(l_extendedprice * l_discount) FROM lineitem
    WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1994-01-01' + INTERVAL 1 YEAR
      AND l_discount BETWEEN 0.06 - 0.01 AND 0.06 + 0.01 AND l_quantity < 24`,
}
