import { and, caseWhen, type SqlExpression, sql, value } from '../../sql/index.ts'
import { FLOAT64 } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { moment } from './dates.ts'
import { defineFunction, type EmitInfo, type FunctionDefinition, type FunctionExample, type Param } from './define.ts'
import { floatTotal } from './float-aggregates.ts'
import { type FloatWords, floatWords } from './float-words.ts'
import { float } from './numbers.ts'
import { power } from './powers.ts'

const ZERO = value(0, FLOAT64)
const ONE = value(1, FLOAT64)

const due: Param = {
  name: 'type',
  type: 'number',
  optional: true,
  doc: '0 when payments are due at the end of a period, 1 at its start.',
  problemOf: (constant) => (constant === null || [0, 1].includes(Number(constant)) ? null : 'Write 0 or 1.'),
}

type Six = readonly [SqlExpression, SqlExpression, SqlExpression, SqlExpression, SqlExpression, SqlExpression]

/** Float operations that return null when the result is not a finite float. */
interface Money extends FloatWords {
  power(base: SqlExpression, exponent: SqlExpression): SqlExpression
}

/** Defines a function of floats; optional parameters are 0 when absent. */
function financial(
  name: string,
  summary: string,
  params: readonly string[],
  optional: readonly string[],
  write: (args: Six, money: Money) => SqlExpression,
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
    nulls: 'Null when an argument is null, and where there is no such number.',
    params: all,
    returns: 'number',
    sql: {
      portable(args, { types }, words) {
        const result = write(sixFloats(args, types), moneyWords(args, types, words))
        // Without interest, and in the first period, some arguments have no effect.
        const open = args.filter(({ kind }) => kind !== 'value')
        return open.length === 0
          ? result
          : caseWhen([{ when: and(...open.map((arg) => sql`${arg} IS NOT NULL`)), value: result }])
      },
    },
    examples,
  })
}

function sixFloats(args: readonly SqlExpression[], types: EmitInfo['types']): Six {
  const at = (index: number) => {
    const arg = args[index]
    return arg ? float(arg, types[index]) : ZERO
  }
  return [at(0), at(1), at(2), at(3), at(4), at(5)]
}

function moneyWords(args: readonly SqlExpression[], types: EmitInfo['types'], words: Words): Money {
  const floats = floatWords(args, types, words)
  return { ...floats, power: (base, exponent) => power(base, exponent, words) }
}

function growth({ by, power: raised }: Money, rate: SqlExpression, periods: SqlExpression): SqlExpression {
  return raised(by('+', ONE, rate), periods)
}

/** Without interest the closed forms divide by 0. */
function unlessFree(rate: SqlExpression, free: SqlExpression, otherwise: SqlExpression): SqlExpression {
  return caseWhen([{ when: sql`${rate} = 0`, value: free }], otherwise)
}

/** The factor for payments at the start of a period, which earn interest until its end. */
function early({ by }: Money, rate: SqlExpression, type: SqlExpression): SqlExpression {
  return type === ZERO ? ONE : by('+', ONE, by('*', rate, type))
}

/** The future value of equal payments, per unit of payment. */
function annuity(money: Money, rate: SqlExpression, periods: SqlExpression, type: SqlExpression): SqlExpression {
  const { by } = money
  const ends = by('/', by('-', growth(money, rate, periods), ONE), rate)
  return type === ZERO ? ends : by('*', early(money, rate, type), ends)
}

function payment(
  money: Money,
  rate: SqlExpression,
  periods: SqlExpression,
  pv: SqlExpression,
  fv: SqlExpression,
  type: SqlExpression,
) {
  const { by } = money
  const owed = by('+', by('*', pv, growth(money, rate, periods)), fv)
  return unlessFree(rate, by('/', by('+', pv, fv), periods), by('/', owed, annuity(money, rate, periods, type)))
}

/** Interest on the remaining value before the payment of a period. */
function interest(money: Money, [rate, period, periods, pv, fv, type]: Six): SqlExpression {
  const { by } = money
  const before = by('-', period, ONE)
  const paid = by('*', payment(money, rate, periods, pv, fv, type), annuity(money, rate, before, type))
  const share = by('*', by('-', by('*', pv, growth(money, rate, before)), paid), rate)
  if (type === ZERO) return unlessFree(rate, ZERO, share)
  const owed = caseWhen(
    [{ when: and(sql`${type} = 1`, sql`${period} = 1`), value: ZERO }],
    by('/', share, early(money, rate, type)),
  )
  return unlessFree(rate, ZERO, owed)
}

const loan = ['rate', 'period', 'nperiods', 'pv']

export const financialFunctions: readonly FunctionDefinition[] = [
  financial(
    'CAGR',
    'Compound growth a period, as a fraction, from a begin value to an end value.',
    ['n', 'bv', 'ev'],
    [],
    ([n, begin, end], { by, power: raised }) => {
      const rises = sql`(${begin} > 0 AND ${end} >= 0) OR (${begin} < 0 AND ${end} <= 0)`
      return caseWhen([{ when: rises, value: by('-', raised(by('/', end, begin), by('/', ONE, n)), ONE) }])
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
    ([rate, count], { by, power: raised }) => by('-', raised(by('+', ONE, by('/', rate, count)), count), ONE),
    [['Effect(0.08, 4)', 0.08243216]],
  ),
  financial(
    'Nominal',
    'Nominal yearly rate of an effective one.',
    ['effective_rate', 'num_per_year'],
    [],
    ([rate, count], { by, power: raised }) => {
      const once = by('-', raised(by('+', ONE, rate), by('/', ONE, count)), ONE)
      return caseWhen([{ when: sql`${rate} >= -1`, value: by('*', count, once) }])
    },
    [['Nominal(0.08243216, 4)', 0.08]],
  ),
  financial(
    'FV',
    'Future value of level payments; money paid in is negative.',
    ['rate', 'nperiods', 'pmt'],
    ['pv', 'type'],
    ([rate, periods, pmt, pv, type], money) => {
      const { by } = money
      const grown = by('*', pv, growth(money, rate, periods))
      const paid = by('*', pmt, annuity(money, rate, periods, type))
      return unlessFree(rate, sql`-${by('+', pv, by('*', pmt, periods))}`, sql`-${by('+', grown, paid)}`)
    },
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
    ([rate, periods, pmt, fv, type], money) => {
      const { by } = money
      const paid = by('+', fv, by('*', pmt, annuity(money, rate, periods, type)))
      const present = by('/', paid, growth(money, rate, periods))
      return unlessFree(rate, sql`-${by('+', fv, by('*', pmt, periods))}`, sql`-${present}`)
    },
    [
      ['PV(0.05, 10, 100)', -772.173493],
      {
        formula: 'PV([Rate], 10, 100, [Left])',
        rows: [
          { Rate: 0, Left: null },
          { Rate: 0, Left: 50 },
        ],
        results: [null, -1050],
      },
    ],
  ),
  financial(
    'Pmt',
    'Level payment a period; positive for a positive present value.',
    ['rate', 'nperiods', 'pv'],
    ['fv', 'type'],
    ([rate, periods, pv, fv, type], money) => payment(money, rate, periods, pv, fv, type),
    [
      ['Pmt(0.01, 12, 1000)', 88.848789],
      ['Pmt(0, 10, 1000)', 100],
    ],
  ),
  financial(
    'IPmt',
    'Interest share of the payment of one period.',
    loan,
    ['fv', 'type'],
    (args, money) => interest(money, args),
    [
      ['IPmt(0.01, 1, 12, 1000)', 10],
      ['IPmt(0.01, 2, 12, 1000)', 9.211512],
    ],
  ),
  financial(
    'PPmt',
    'Principal share of the payment of one period.',
    loan,
    ['fv', 'type'],
    (args, money) => money.by('-', payment(money, args[0], args[2], args[3], args[4], args[5]), interest(money, args)),
    [['PPmt(0.01, 1, 12, 1000)', 78.848789]],
  ),
  financial(
    'NPer',
    'Number of periods of a loan or an investment; null where there is none.',
    ['rate', 'pmt', 'pv'],
    ['fv', 'type'],
    ([rate, pmt, pv, fv, type], money) => {
      const { by, words } = money
      const due = type === ZERO ? pmt : by('*', pmt, early(money, rate, type))
      const ratio = by('/', by('-', due, by('*', fv, rate)), by('+', due, by('*', pv, rate)))
      const periods = words.bound([ratio, by('+', ONE, rate)], FLOAT64, ([share = ratio, base = rate]) => {
        const exists = and(sql`${share} > 0`, sql`${base} > 0`)
        return caseWhen([{ when: exists, value: sql`${words.ln(share)} / NULLIF(${words.ln(base)}, 0)` }])
      })
      return unlessFree(rate, sql`-${by('/', by('+', pv, fv), pmt)}`, periods)
    },
    [['NPer(0.01, -100, 1000)', 10.588644]],
  ),
  defineFunction({
    name: 'XNPV',
    class: 'aggregate',
    category: 'financial',
    summary: 'Net present value of dated cash flows at the earliest date.',
    nulls: 'Rows with a null are left out; null where there is no such number.',
    params: [
      { name: 'rate', type: 'number' },
      { name: 'values', type: 'number' },
      { name: 'dates', type: 'date' },
    ],
    returns: 'number',
    sql: {
      // Aggregates cannot be nested: the earliest date is a factor of every term.
      portable: ([rate, flow, when], info, words) => {
        if (!rate || !flow || !when) return sql`NULL`
        const day = sql`${words.dayNumber(moment([rate, flow, when], info, words, 2))} / 365e0`
        const [share, amount] = [float(rate, info.types[0]), float(flow, info.types[1])]
        const { by, power: raised } = moneyWords([share, amount], info.types, words)
        const base = by('+', ONE, share)
        const term = by('*', amount, raised(base, sql`-${day}`))
        const first = sql`MIN(CASE WHEN ${flow} IS NOT NULL THEN ${day} END)`
        const present = by('*', floatTotal(term, FLOAT64, words), raised(sql`MIN(${base})`, first))
        const isKnown = and(...[flow, rate, when].map((item) => sql`${item} IS NOT NULL`))
        const known = caseWhen([{ when: isKnown, value: sql`1` }])
        // When the flow of one row is missing, the value would be wrong, so it is null.
        return caseWhen([{ when: sql`COUNT(${term}) = COUNT(${known})`, value: present }])
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
