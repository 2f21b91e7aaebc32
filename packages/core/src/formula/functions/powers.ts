import { and, caseWhen, type SqlExpression, sql, value } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { FLOAT64 } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import {
  defineFunction,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type PortableEmit,
} from './define.ts'
import { type FloatWords, floatWords, ofNumbers } from './float-words.ts'
import { float } from './numbers.ts'

/** The natural logarithms of the largest and the smallest float. */
const LARGEST_LN = '709.782712893384e0'
/** Slightly less, since the product of an exponent and a logarithm is inexact in its last digits. */
const LARGEST_PRODUCT = '709.78271289338e0'
const SMALLEST_LN = '-745e0'
/** A factor of a logarithm whose product is always finite. */
const LARGEST_FACTOR = '1e290'

const NULL = sql`NULL`
const ZERO = sql`0e0`

function program(text: string): SqlExpression {
  return { kind: 'fragment', strings: [text], args: [] }
}

/** An exponent so small that every power is 1. */
const NO_POWER = '1e-290'

/** e to a power. Some engines raise an error when the result overflows, or underflows to 0. */
function exponential(x: SqlExpression): SqlExpression {
  return caseWhen([
    { when: sql`${x} <= ${program(SMALLEST_LN)}`, value: ZERO },
    { when: sql`${x} <= ${program(LARGEST_LN)}`, value: sql`EXP(${x})` },
  ])
}

/**
 * A power; null when it does not exist: a root of a negative number, a negative power of 0, or an overflow. The size of the result is
 * determined from its logarithm before it is computed.
 */
export function power(
  base: SqlExpression,
  exponent: SqlExpression,
  words: Words,
  types: readonly ValueType[] = [FLOAT64, FLOAT64],
): SqlExpression {
  if (words.floatErrors === 'unguarded') return powerOf(base, exponent, words, types)
  return words.bound([base, exponent], FLOAT64, ([x = base, y = exponent]) => powerOf(x, y, words, types))
}

function powerOf(
  base: SqlExpression,
  exponent: SqlExpression,
  words: Words,
  types: readonly ValueType[],
): SqlExpression {
  const factor = sql`LEAST(GREATEST(${exponent}, ${program(`-${LARGEST_FACTOR}`)}), ${program(LARGEST_FACTOR)})`
  const logarithm = sql`${factor} * ${words.ln(sql`ABS(${base})`)}`
  const ofZero = caseWhen([
    { when: sql`${exponent} > 0`, value: ZERO },
    { when: sql`${exponent} = 0`, value: sql`1e0` },
  ])
  // The product with the logarithm would underflow.
  const isNone = { when: sql`ABS(${exponent}) < ${program(NO_POWER)}`, value: sql`1e0` }
  const result = caseWhen([
    // Clamping the factor would hide a null.
    { when: sql`${base} IS NULL OR ${exponent} IS NULL`, value: value(null, FLOAT64) },
    { when: sql`${base} = 0`, value: ofZero },
    ...(words.floatErrors === 'both' ? [isNone] : []),
    { when: sql`${base} < 0 AND ${exponent} <> FLOOR(${exponent})`, value: value(null, FLOAT64) },
    { when: sql`${logarithm} <= ${program(SMALLEST_LN)}`, value: ZERO },
    { when: sql`${logarithm} <= ${program(LARGEST_PRODUCT)}`, value: sql`POWER(${base}, ${exponent})` },
  ])
  return ofNumbers(result, [base, exponent], types, words)
}

export const POWER_NULLS =
  'Null when an operand is null, for a root of a negative number, a negative power of 0, and a result beyond all floats.'

/** The SQL of `^` and of Power. */
export const powerSql: { portable: PortableEmit } = {
  portable: ([base, exponent], { types }, words) =>
    base && exponent ? power(float(base, types[0]), float(exponent, types[1]), words, types) : NULL,
}

function ofOne(
  name: string,
  summary: string,
  write: (x: SqlExpression, floats: FloatWords) => SqlExpression,
  examples: readonly FunctionExample[],
): FunctionDefinition {
  return defineFunction({
    name,
    class: 'row',
    category: 'math',
    summary,
    params: [{ name: 'number', type: 'number' }],
    returns: 'number',
    sql: {
      portable: ([operand], { types }, words) => {
        if (!operand) return NULL
        const x = float(operand, types[0])
        return write(x, floatWords([x], types, words))
      },
    },
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
      {
        formula: 'Power([X], [Y])',
        rows: [
          { X: 28, Y: null },
          { X: null, Y: 2 },
          { X: 2, Y: 3 },
        ],
        results: [null, null, 8],
      },
    ],
  }),
  ofOne(
    'Sqrt',
    'Positive square root; null for a negative number.',
    (x, { ofNumbers }) => ofNumbers(caseWhen([{ when: sql`${x} >= 0`, value: sql`SQRT(${x})` }]), x),
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
    (x, { words, ofNumbers }) => ofNumbers(caseWhen([{ when: sql`${x} > 0`, value: words.ln(x) }]), x),
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
        const base = given && float(given, types[1])
        const { ofNumbers } = floatWords([x, ...(base ? [base] : [])], types, words)
        const isTen = !given || Number(constants[1]) === 10
        if (!base || isTen) return ofNumbers(caseWhen([{ when: sql`${x} > 0`, value: words.log10(x) }]), x)
        const quotient = sql`${words.ln(x)} / NULLIF(${words.ln(base)}, 0)`
        return ofNumbers(caseWhen([{ when: and(sql`${x} > 0`, sql`${base} > 0`), value: quotient }]), x, base)
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
