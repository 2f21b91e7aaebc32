import { and, caseWhen, type SqlExpression, sql, value } from '../../sql/index.ts'
import { FLOAT64 } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import {
  defineFunction,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type PortableEmit,
} from './define.ts'
import { float } from './numbers.ts'

/** The natural logarithms of the largest float, and of the smallest. */
const LARGEST_LN = '709.782712893384e0'
const SMALLEST_LN = '-745e0'
/** A factor of a logarithm that leaves the product finite. */
const LARGEST_FACTOR = '1e290'

const NULL = sql`NULL`
const ZERO = sql`0e0`

function program(text: string): SqlExpression {
  return { kind: 'fragment', strings: [text], args: [] }
}

/** e to a power. Some engines raise an error above the largest float, and below the smallest, which is 0. */
function exponential(x: SqlExpression): SqlExpression {
  return caseWhen([
    { when: sql`${x} <= ${program(SMALLEST_LN)}`, value: ZERO },
    { when: sql`${x} <= ${program(LARGEST_LN)}`, value: sql`EXP(${x})` },
  ])
}

/**
 * A power, null where there is none: a root of a negative number, a negative power of 0, and what is larger than a float.
 * The size of the result is known from its logarithm before it is computed.
 */
function power(base: SqlExpression, exponent: SqlExpression, words: Words): SqlExpression {
  const factor = sql`LEAST(GREATEST(${exponent}, ${program(`-${LARGEST_FACTOR}`)}), ${program(LARGEST_FACTOR)})`
  const logarithm = sql`${factor} * ${words.ln(sql`ABS(${base})`)}`
  const ofZero = caseWhen([
    { when: sql`${exponent} > 0`, value: ZERO },
    { when: sql`${exponent} = 0`, value: sql`1e0` },
  ])
  return caseWhen([
    { when: sql`${base} = 0`, value: ofZero },
    { when: sql`${base} < 0 AND ${exponent} <> FLOOR(${exponent})`, value: value(null, FLOAT64) },
    { when: sql`${logarithm} <= ${program(SMALLEST_LN)}`, value: ZERO },
    { when: sql`${logarithm} <= ${program(LARGEST_LN)}`, value: sql`POWER(${base}, ${exponent})` },
  ])
}

export const POWER_NULLS =
  'Null when an operand is null, for a root of a negative number, a negative power of 0, and a result beyond all floats.'

/** The SQL of `^` and of Power. */
export const powerSql: { portable: PortableEmit } = {
  portable: ([base, exponent], { types }, words) =>
    base && exponent ? power(float(base, types[0]), float(exponent, types[1]), words) : NULL,
}

function ofOne(
  name: string,
  summary: string,
  write: (x: SqlExpression, words: Words) => SqlExpression,
  examples: readonly FunctionExample[],
): FunctionDefinition {
  return defineFunction({
    name,
    class: 'row',
    category: 'math',
    summary,
    params: [{ name: 'number', type: 'number' }],
    returns: 'number',
    sql: { portable: ([x], { types }, words) => (x ? write(float(x, types[0]), words) : NULL) },
    examples,
  })
}

const LOG_PARAMS: readonly Param[] = [
  { name: 'value', type: 'number' },
  { name: 'base', type: 'number', optional: true },
]

/** Powers, roots and logarithms, which are floats. */
export const powerFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'Power',
    class: 'row',
    category: 'math',
    summary: 'A number to a power; the same as ^.',
    nulls: POWER_NULLS,
    params: [
      { name: 'number', type: 'number' },
      { name: 'power', type: 'number' },
    ],
    returns: () => FLOAT64,
    sql: powerSql,
    examples: [
      ['Power(2, 10)', 1024],
      ['Power(4, -1)', 0.25],
      ['Power(-8, 3)', -512],
      ['Power(-8, 0.5)', null],
      ['Power(0, -1)', null],
      ['Power(10, 400)', null],
      ['Power(10, -400)', 0],
    ],
  }),
  ofOne(
    'Sqrt',
    'Positive square root; null for a negative number.',
    (x) => caseWhen([{ when: sql`${x} >= 0`, value: sql`SQRT(${x})` }]),
    [
      ['Sqrt(16)', 4],
      ['Sqrt(-1)', null],
    ],
  ),
  ofOne('Exp', 'e to a power; null when the result is larger than any float.', exponential, [
    ['Exp(0)', 1],
    ['Exp(1000)', null],
    ['Exp(-1000)', 0],
  ]),
  ofOne(
    'Ln',
    'Natural logarithm; null for zero and less.',
    (x, words) => caseWhen([{ when: sql`${x} > 0`, value: words.ln(x) }]),
    [
      ['Ln(1)', 0],
      ['Ln(0)', null],
    ],
  ),
  defineFunction({
    name: 'Log',
    class: 'row',
    category: 'math',
    summary: 'Logarithm to a base, 10 when absent; null where there is none. Exact for powers of ten.',
    params: LOG_PARAMS,
    returns: 'number',
    sql: {
      portable: ([operand, given], { types, constants }, words) => {
        if (!operand) return NULL
        const x = float(operand, types[0])
        const isTen = !given || Number(constants[1]) === 10
        if (isTen) return caseWhen([{ when: sql`${x} > 0`, value: words.log10(x) }])
        const base = float(given, types[1])
        const quotient = sql`${words.ln(x)} / NULLIF(${words.ln(base)}, 0)`
        return caseWhen([{ when: and(sql`${x} > 0`, sql`${base} > 0`), value: quotient }])
      },
    },
    examples: [
      ['Log(100)', 2],
      ['Log(8, 2)', 3],
      ['Log(-1)', null],
      ['Text(Log(1000))', '3'],
      ['Text(Log(0.00001))', '-5'],
    ],
  }),
]
