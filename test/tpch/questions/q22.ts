import { child, grouped, isTrue, only, type Question, take, warehouse } from '../question.ts'

const codes = ['13', '31', '23', '29', '30', '18', '17']

export const q22: Question = {
  title: 'global sales opportunity',
  elements: [
    warehouse('orders'),
    warehouse('customer', {
      columns: { cntrycode: 'Left([c_phone], 2)', usual: 'AvgIf([c_acctbal], [c_acctbal] > 0)' },
      filters: [only('cntrycode', ...codes)],
      summary: ['usual'],
    }),
    child('idle', 'customer', {
      columns: {
        ...take('customer', 'cntrycode', 'c_acctbal', 'c_custkey'),
        is_rich: '[c_acctbal] > [customer/usual]',
        is_idle: 'IsNull(Rollup(Count(), [c_custkey], [orders/o_custkey]))',
        numcust: 'Count()',
        totacctbal: 'Sum([c_acctbal])',
      },
      filters: [isTrue('is_rich'), isTrue('is_idle')],
      groupings: grouped(['cntrycode'], ['numcust', 'totacctbal']),
    }),
  ],
  answer: { elementId: 'idle', level: 'g1', columns: ['cntrycode', 'numcust', 'totacctbal'] },
  sql: `SELECT cntrycode, count(*), sum(c_acctbal) FROM (
      SELECT substring(c_phone FROM 1 FOR 2) AS cntrycode, c_acctbal FROM customer
      WHERE substring(c_phone FROM 1 FOR 2) IN ('13', '31', '23', '29', '30', '18', '17')
        AND c_acctbal > (SELECT avg(c_acctbal) FROM customer WHERE c_acctbal > 0.00
          AND substring(c_phone FROM 1 FOR 2) IN ('13', '31', '23', '29', '30', '18', '17'))
        AND NOT EXISTS (SELECT * FROM orders WHERE o_custkey = c_custkey)) AS custsale
    GROUP BY cntrycode ORDER BY cntrycode`,
}
