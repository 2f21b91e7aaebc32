import { and, caseWhen, cast, type SqlExpression, sql } from '../../sql/index.ts'
import { FLOAT64 } from '../value-types.ts'
import { moment } from './dates.ts'
import { defineFunction, type EmitInfo, type FunctionDefinition, type FunctionExample, type Param } from './define.ts'
import { float } from './numbers.ts'

const ZERO = cast(sql`0`, FLOAT64)

const due: Param = {
  name: 'type',
  type: 'number',
  optional: true,
  doc: '0 when payments are due at the end of a period, 1 at its start.',
  problemOf: (constant) => (constant === null || [0, 1].includes(Number(constant)) ? null : 'Write 0 or 1.'),
}

/** A function of floats; optional parameters are 0 when absent. */
function financial(
  name: string,
  summary: string,
  params: readonly string[],
  optional: readonly string[],
  write: (
    args: readonly [SqlExpression, SqlExpression, SqlExpression, SqlExpression, SqlExpression, SqlExpression],
    ln: (x: SqlExpression) => SqlExpression,
  ) => SqlExpression,
  examples: readonly FunctionExample[],
): FunctionDefinition {
  const all: Param[] = [
    ...params.map((param) => ({ name: param, type: 'number' as const })),
    ...optional.map((param) => (param === 'type' ? due : { name: param, type: 'number' as const, optional: true })),
  ]
  return defineFunction({
    name,
    class: 'row',
    category: 'financial',
    summary,
    params: all,
    returns: 'number',
    sql: {
      portable: (args, info, words) => write(sixFloats(args, info), words.ln),
      standard: (args, info) => write(sixFloats(args, info), (x) => sql`LN(${x})`),
    },
    examples,
  })
}

function sixFloats(args: readonly SqlExpression[], { types }: EmitInfo): Six {
  const at = (index: number) => {
    const arg = args[index]
    return arg ? float(arg, types[index]) : ZERO
  }
  return [at(0), at(1), at(2), at(3), at(4), at(5)]
}

function growth(rate: SqlExpression, periods: SqlExpression): SqlExpression {
  return sql`POWER(1 + ${rate}, ${periods})`
}

/** Without interest the closed forms divide by 0. */
function unlessFree(rate: SqlExpression, free: SqlExpression, otherwise: SqlExpression): SqlExpression {
  return caseWhen([{ when: sql`${rate} = 0`, value: free }], otherwise)
}

/** Value of level payments at the end, per unit of payment. */
function annuity(rate: SqlExpression, periods: SqlExpression, type: SqlExpression): SqlExpression {
  return sql`(1 + ${rate} * ${type}) * (${growth(rate, periods)} - 1) / NULLIF(${rate}, 0)`
}

function payment(
  rate: SqlExpression,
  periods: SqlExpression,
  pv: SqlExpression,
  fv: SqlExpression,
  type: SqlExpression,
) {
  return unlessFree(
    rate,
    sql`(${pv} + ${fv}) / NULLIF(${periods}, 0)`,
    sql`(${pv} * ${growth(rate, periods)} + ${fv}) / NULLIF(${annuity(rate, periods, type)}, 0)`,
  )
}

type Six = readonly [SqlExpression, SqlExpression, SqlExpression, SqlExpression, SqlExpression, SqlExpression]

/** Interest on what is left before the payment of a period. */
function interest([rate, period, periods, pv, fv, type]: Six): SqlExpression {
  const before = sql`${period} - 1`
  const left = sql`${pv} * ${growth(rate, before)} - ${payment(rate, periods, pv, fv, type)} * ${annuity(rate, before, type)}`
  const share = sql`${left} * ${rate}`
  const free = caseWhen(
    [{ when: and(sql`${type} = 1`, sql`${period} = 1`), value: ZERO }],
    sql`${share} / (1 + ${rate} * ${type})`,
  )
  return unlessFree(rate, ZERO, free)
}

const loan = ['rate', 'period', 'nperiods', 'pv']

export const financialFunctions: readonly FunctionDefinition[] = [
  financial(
    'CAGR',
    'Compound growth a period, as a fraction, from a begin value to an end value.',
    ['n', 'bv', 'ev'],
    [],
    ([n, begin, end]) => {
      const ratio = sql`${end} / NULLIF(${begin}, 0)`
      return caseWhen([{ when: sql`${ratio} >= 0`, value: sql`POWER(${ratio}, 1 / NULLIF(${n}, 0)) - 1` }])
    },
    [
      ['CAGR(3, 1000, 1331)', 0.1],
      ['CAGR(3, 0, 1331)', null],
    ],
  ),
  financial(
    'Effect',
    'Effective yearly rate of a nominal one.',
    ['nominal_rate', 'num_per_year'],
    [],
    ([rate, count]) => sql`POWER(1 + ${rate} / NULLIF(${count}, 0), ${count}) - 1`,
    [['Effect(0.08, 4)', 0.08243216]],
  ),
  financial(
    'Nominal',
    'Nominal yearly rate of an effective one.',
    ['effective_rate', 'num_per_year'],
    [],
    ([rate, count]) =>
      caseWhen([
        { when: sql`${rate} >= -1`, value: sql`${count} * (POWER(1 + ${rate}, 1 / NULLIF(${count}, 0)) - 1)` },
      ]),
    [['Nominal(0.08243216, 4)', 0.08]],
  ),
  financial(
    'FV',
    'Future value of level payments; money paid in is negative.',
    ['rate', 'nperiods', 'pmt'],
    ['pv', 'type'],
    ([rate, periods, pmt, pv, type]) =>
      unlessFree(
        rate,
        sql`-(${pv} + ${pmt} * ${periods})`,
        sql`-(${pv} * ${growth(rate, periods)} + ${pmt} * ${annuity(rate, periods, type)})`,
      ),
    [
      ['FV(0.05, 10, -200)', 2515.578507],
      ['FV(0, 10, -200)', 2000],
    ],
  ),
  financial(
    'PV',
    'Present value of level payments; positive payments give a negative value.',
    ['rate', 'nperiods', 'pmt'],
    ['fv', 'type'],
    ([rate, periods, pmt, fv, type]) =>
      unlessFree(
        rate,
        sql`-(${fv} + ${pmt} * ${periods})`,
        sql`-(${fv} + ${pmt} * ${annuity(rate, periods, type)}) / ${growth(rate, periods)}`,
      ),
    [['PV(0.05, 10, 100)', -772.173493]],
  ),
  financial(
    'Pmt',
    'Level payment a period; positive for a positive present value.',
    ['rate', 'nperiods', 'pv'],
    ['fv', 'type'],
    ([rate, periods, pv, fv, type]) => payment(rate, periods, pv, fv, type),
    [
      ['Pmt(0.01, 12, 1000)', 88.848789],
      ['Pmt(0, 10, 1000)', 100],
    ],
  ),
  financial('IPmt', 'Interest share of the payment of one period.', loan, ['fv', 'type'], (args) => interest(args), [
    ['IPmt(0.01, 1, 12, 1000)', 10],
    ['IPmt(0.01, 2, 12, 1000)', 9.211512],
  ]),
  financial(
    'PPmt',
    'Principal share of the payment of one period.',
    loan,
    ['fv', 'type'],
    (args) => sql`${payment(args[0], args[2], args[3], args[4], args[5])} - ${interest(args)}`,
    [['PPmt(0.01, 1, 12, 1000)', 78.848789]],
  ),
  financial(
    'NPer',
    'Number of periods of a loan or an investment; null where there is none.',
    ['rate', 'pmt', 'pv'],
    ['fv', 'type'],
    ([rate, pmt, pv, fv, type], ln) => {
      const due = sql`${pmt} * (1 + ${rate} * ${type})`
      const ratio = sql`(${due} - ${fv} * ${rate}) / NULLIF(${due} + ${pv} * ${rate}, 0)`
      return unlessFree(
        rate,
        sql`-(${pv} + ${fv}) / NULLIF(${pmt}, 0)`,
        caseWhen([
          { when: and(sql`${ratio} > 0`, sql`${rate} > -1`), value: sql`${ln(ratio)} / ${ln(sql`1 + ${rate}`)}` },
        ]),
      )
    },
    [['NPer(0.01, -100, 1000)', 10.588644]],
  ),
  defineFunction({
    name: 'XNPV',
    class: 'aggregate',
    category: 'financial',
    summary: 'Net present value of dated cash flows at the earliest date.',
    params: [
      { name: 'rate', type: 'number' },
      { name: 'values', type: 'number' },
      { name: 'dates', type: 'date' },
    ],
    returns: 'number',
    sql: {
      // An aggregate cannot hold another one: the earliest date is a factor of every term.
      portable: ([rate, flow, when], info, words) => {
        if (!rate || !flow || !when) return sql`NULL`
        const day = sql`${words.dayNumber(moment([rate, flow, when], info, words, 2))} / 365e0`
        const base = sql`1 + ${float(rate, info.types[0])}`
        const present = sql`SUM(${float(flow, info.types[1])} * POWER(${base}, -(${day})))`
        const first = sql`MIN(CASE WHEN ${flow} IS NOT NULL THEN ${day} END)`
        return sql`${present} * POWER(MIN(${base}), ${first})`
      },
    },
    examples: [
      {
        formula: 'XNPV(0.1, [Value], [Date])',
        rows: [
          { Date: '2023-01-01 00:00:00', Value: -1000 },
          { Date: '2024-01-01 00:00:00', Value: 1100 },
        ],
        result: 0,
      },
    ],
  }),
]
