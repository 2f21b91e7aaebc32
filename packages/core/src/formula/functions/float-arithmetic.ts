import { and, caseWhen, type FloatFacts, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { FLOAT64 } from '../value-types.ts'
import { isBound, type Words } from '../words/index.ts'
import { float } from './numbers.ts'

export type FloatSign = '+' | '-' | '*' | '/'

/** Slightly less than the largest float, so that limits computed from it may be wrong in their last digit. */
const LARGEST_NUMBER = 1.797693134862315e308
const LARGEST = number(LARGEST_NUMBER)
/** The largest float. */
const LARGEST_FLOAT = sql`1.7976931348623157e308`
/** The smallest float above 0. */
const SMALLEST = number(Number.MIN_VALUE)
/** Adding this to the largest float does not change it. */
const NEGLIGIBLE = 1e290

/** The size of columns for which only the columns are tested: slightly less than 2^100 and more than 2^-100. */
const LEAF = { least: number(1e-30), most: number(1e30), exponent: 100 }
/** Binary exponents that leave room for rounding errors. */
const EXPONENTS = { low: -1000, high: 1000 }
/** The number of binary digits that a difference of two floats may lose. */
const LOST = 53

/** A float as SQL text. */
function number(size: number): SqlExpression {
  return { kind: 'fragment', strings: [size.toExponential().replace('e+', 'e')], args: [] }
}

const NOTHING_KNOWN = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, leaves: [] }

/** The known facts about an operand of this type, which is a float or becomes one. */
function factsOf(operand: SqlExpression, type: ValueType): FloatFacts {
  const itself = { plain: operand, careful: operand, isTested: false }
  if (operand.float) return operand.float
  const constant = sizeOfConstant(operand)
  if (constant !== null) {
    const exponent = constant === 0 ? 0 : Math.log2(constant)
    return { low: Math.floor(exponent), high: Math.ceil(exponent), leaves: [], ...itself }
  }
  const exact = exponentsOf(type)
  if (exact) return { ...exact, leaves: [], ...itself }
  if (isBound(operand)) return { ...NOTHING_KNOWN, ...itself }
  return { low: -LEAF.exponent, high: LEAF.exponent, leaves: [operand], ...itself }
}

/** Exact numbers other than 0 are at least one unit of their last digit. */
function exponentsOf(type: ValueType): { low: number; high: number } | null {
  if (type.kind === 'int64') return { low: 0, high: 64 }
  if (type.kind !== 'decimal') return null
  const bits = (digits: number) => Math.ceil(digits * Math.log2(10))
  return { low: -bits(type.scale), high: bits(type.precision - type.scale) }
}

function resultOf(sign: FloatSign, x: FloatFacts, y: FloatFacts): { low: number; high: number } {
  switch (sign) {
    case '*':
      return { low: x.low + y.low, high: x.high + y.high }
    case '/':
      return { low: x.low - y.high, high: x.high - y.low }
    default:
      return { low: Math.min(x.low, y.low) - LOST, high: Math.max(x.high, y.high) + 1 }
  }
}

function isWithin({ low, high }: { low: number; high: number }): boolean {
  return low >= EXPONENTS.low && high <= EXPONENTS.high
}

/** Whether later operations need no test of the float. */
function isKnown(facts: FloatFacts): boolean {
  return facts.leaves.length === 0 && isWithin(facts)
}

/**
 * A sum, difference, product or quotient of floats; null for a row whose result is not a finite float. Engines that raise an error for such
 * a row would fail for the whole table, so the operands are tested before the operation: here by their types and constants, else by the
 * engine. A chain of operations tests its columns first, and each operation only for rows with very large or very small columns. The length
 * of the text is linear in the number of operations.
 */
export function floatOperation(
  sign: FloatSign,
  x: SqlExpression,
  y: SqlExpression,
  types: readonly [ValueType, ValueType],
  words: Words,
): SqlExpression {
  if (words.floatErrors === 'unguarded') return written(sign, x, y)
  const [left, right] = [factsOf(x, types[0]), factsOf(y, types[1])]
  const size = resultOf(sign, left, right)
  const leaves = [
    ...left.leaves,
    ...right.leaves.filter((leaf) => !left.leaves.some((other) => isSameColumn(leaf, other))),
  ]
  if (leaves.length === 0 && isWithin(size)) return known(written(sign, left.plain, right.plain), size)
  const isFree = !needsTests(sign, x, y, words)
  const wasTested = left.isTested || right.isTested
  const isTested = wasTested || !isFree
  if (words.floatErrors === 'none') {
    // Infinity remains infinite, or becomes NaN, except as a divisor.
    const isFraction = sign === '/' && (isTested || isBound(y))
    // A quotient by 0 is infinite too. NULLIF repeats its operand, which would double the size for each nested fraction.
    const plain = isFraction ? sql`${left.plain} / ${y}` : written(sign, left.plain, sign === '/' ? y : right.plain)
    const facts = {
      ...size,
      leaves: leaves.length > 0 ? leaves : [x],
      plain,
      careful: plain,
      isTested: isTested || isFraction,
    }
    return { ...(isTested || isFraction ? words.finite(plain) : plain), float: facts }
  }
  // For two different types the engine might compute a limit as an exact number.
  const test = (a: SqlExpression, b: SqlExpression) =>
    isFree ? written(sign, a, b) : guarded(sign, a, asFloat(b, types[1]), words)
  if (!isWithin(size)) return test(x, y)
  const plain = written(sign, left.plain, right.plain)
  const careful = test(left.careful, right.careful)
  const result = wasTested ? caseWhen([{ when: and(...leaves.map(isOrdinary)), value: plain }], careful) : careful
  return { ...result, float: { ...size, leaves, plain, careful, isTested } }
}

/** Combines several numbers as floats, one operation after the other. */
export function floatChain(
  sign: '+' | '*',
  operands: readonly SqlExpression[],
  types: readonly ValueType[],
  words: Words,
): SqlExpression {
  const [first = sql`NULL`, ...others] = operands.map((operand, index) => float(operand, types[index]))
  return others.reduce((made, other, index) => {
    const type = index === 0 ? (types[0] ?? FLOAT64) : FLOAT64
    return floatOperation(sign, made, other, [type, types[index + 1] ?? FLOAT64], words)
  }, first)
}

function isSameColumn(a: SqlExpression, b: SqlExpression): boolean {
  return a === b || (a.kind === 'column' && b.kind === 'column' && a.name === b.name && a.relation === b.relation)
}

function needsTests(sign: FloatSign, x: SqlExpression, y: SqlExpression, words: Words): boolean {
  const { fits, least } = testsOf(sign, x, y)
  return fits.length > 0 || (words.floatErrors === 'both' && least !== undefined)
}

function asFloat(operand: SqlExpression, type: ValueType): SqlExpression {
  return operand.kind === 'cast' && operand.type.kind === 'float64' ? operand : float(operand, type)
}

/** Whether the size of the operand is between two powers of two in every row, far from the limits of floats. */
export function isOfKnownSize(operand: SqlExpression, type: ValueType): boolean {
  return isKnown(factsOf(operand, type))
}

/** Marks a float whose size is between two powers of two, whatever the values of the rows. */
function known(float: SqlExpression, { low, high }: { low: number; high: number }): SqlExpression {
  return { ...float, float: { low, high, leaves: [], plain: float, careful: float, isTested: false } }
}

/**
 * Functions whose result is one of their numbers, a rounded one, or a sum over rows: the number of binary exponents by which it may be
 * smaller than the smallest number, and larger than the largest. No table has 2^64 rows.
 */
const SIZES: Readonly<Record<string, { smaller: number; larger: number }>> = {
  ...of(
    { smaller: 0, larger: 0 },
    'Coalesce',
    'If',
    'Switch',
    'Zn',
    'Abs',
    'Greatest',
    'Least',
    'GreatestNonNull',
    'LeastNonNull',
  ),
  ...of({ smaller: 0, larger: 0 }, 'Min', 'MinIf', 'Max', 'MaxIf', 'PercentileDisc', 'First', 'Last'),
  ...of({ smaller: 0, larger: 1 }, 'Round', 'RoundUp', 'RoundDown', 'Trunc', 'Int'),
  ...of({ smaller: 2 * LOST, larger: 2 }, 'Median', 'PercentileCont'),
  ...of({ smaller: 64 + LOST, larger: 64 }, 'Sum', 'SumIf', 'Avg', 'AvgIf'),
}

function of<T>(size: T, ...names: readonly string[]): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, size]))
}

/** The result of a call, marked with its size as far as it follows from the operands and their types. */
export function withSize(
  result: SqlExpression,
  name: string,
  operands: readonly { operand: SqlExpression; type: ValueType }[],
): SqlExpression {
  const size = SIZES[name]
  if (!size || result.float) return result
  const all = operands.flatMap(({ operand, type }) =>
    isNumber(type) && !isNull(operand) ? [factsOf(operand, type)] : [],
  )
  if (all.length === 0 || !all.every(isKnown)) return result
  const limits = {
    low: Math.min(...all.map(({ low }) => low)) - size.smaller,
    high: Math.max(...all.map(({ high }) => high)) + size.larger,
  }
  return isWithin(limits) ? known(result, limits) : result
}

function isNumber({ kind }: ValueType): boolean {
  return kind === 'int64' || kind === 'decimal' || kind === 'float64'
}

function isNull(operand: SqlExpression): boolean {
  return operand.kind === 'value' && operand.value === null
}

function isOrdinary(leaf: SqlExpression): SqlExpression {
  return sql`ABS(${leaf}) <= ${LEAF.most} AND (ABS(${leaf}) >= ${LEAF.least} OR ${leaf} = 0)`
}

function written(sign: FloatSign, x: SqlExpression, y: SqlExpression): SqlExpression {
  return sign === '/' ? sql`${x} / NULLIF(${y}, 0)` : { kind: 'fragment', strings: ['', ` ${sign} `, ''], args: [x, y] }
}

/** One operation with a test of its operands; the test itself can neither overflow nor underflow. */
function guarded(sign: FloatSign, left: SqlExpression, right: SqlExpression, words: Words): SqlExpression {
  return words.bound([left, right], FLOAT64, ([x = left, y = right]) => {
    const { fits, least } = testsOf(sign, x, y)
    const result = written(sign, x, y)
    // A result that is smaller than every float is 0; some engines raise an error in that case too.
    const isSmall = words.floatErrors === 'both' && least
    const orZero = isSmall
      ? caseWhen([{ when: sql`ABS(${isSmall.operand}) < ${isSmall.size}`, value: sql`0e0` }], result)
      : result
    return fits.length === 0 ? orZero : caseWhen([{ when: and(...fits), value: orZero }])
  })
}

interface Tests {
  /** Conditions under which the result does not overflow. */
  fits: readonly SqlExpression[]
  /** The size of an operand from which on the result does not underflow, provided that it does not overflow. */
  least?: { operand: SqlExpression; size: SqlExpression }
}

function testsOf(sign: FloatSign, x: SqlExpression, y: SqlExpression): Tests {
  const [a, b] = [sizeOfConstant(x), sizeOfConstant(y)]
  switch (sign) {
    case '+':
    case '-': {
      if ([a, b].some((size) => size !== null && size <= NEGLIGIBLE)) return { fits: [] }
      const other = sign === '+' ? y : sql`-${y}`
      // NaN is greater than every number on PostgreSQL, so the first test alone would accept it as y.
      const fits = [sql`${x} <= ${LARGEST} - GREATEST(${other}, 0)`, sql`${x} >= -${LARGEST} - LEAST(${other}, 0)`]
      return { fits: [isFiniteFloat(y), ...fits] }
    }
    case '*': {
      if (b !== null) return productTests(x, b)
      if (a !== null) return productTests(y, a)
      const least = sql`${SMALLEST} / GREATEST(LEAST(ABS(${y}), 1), ${SMALLEST})`
      return {
        fits: [isFiniteFloat(y), sql`ABS(${x}) <= ${LARGEST} / GREATEST(ABS(${y}), 1)`],
        least: { operand: x, size: least },
      }
    }
    case '/': {
      if (b !== null) return quotientTests(x, b)
      if (a !== null && a >= 1 && a <= NEGLIGIBLE) return { fits: [sql`ABS(${y}) >= ${number(a / LARGEST_NUMBER)}`] }
      const fits = [isFiniteFloat(y), sql`${y} <> 0`, sql`ABS(${x}) <= ${LARGEST} * LEAST(ABS(${y}), 1)`]
      return { fits, least: { operand: x, size: sql`${SMALLEST} * GREATEST(ABS(${y}), 1)` } }
    }
  }
}

/** Limits for the product of a number and a constant of this size. */
function productTests(x: SqlExpression, size: number): Tests {
  if (size > 1) return { fits: [sql`ABS(${x}) <= ${number(LARGEST_NUMBER / size)}`] }
  return size === 0 || size === 1
    ? { fits: [] }
    : { fits: [], least: { operand: x, size: number(Number.MIN_VALUE / size) } }
}

function quotientTests(x: SqlExpression, size: number): Tests {
  if (size === 0) return { fits: [] }
  if (size < 1) return { fits: [sql`ABS(${x}) <= ${number(LARGEST_NUMBER * size)}`] }
  return size === 1 ? { fits: [] } : { fits: [], least: { operand: x, size: number(Number.MIN_VALUE * size) } }
}

/** False for infinity and NaN. */
export function isFiniteFloat(operand: SqlExpression): SqlExpression {
  return sql`ABS(${operand}) <= ${LARGEST_FLOAT}`
}

/** The size of a number literal; null for any other operand, and for a literal that is not a float. */
function sizeOfConstant(operand: SqlExpression): number | null {
  if (operand.kind === 'cast') return sizeOfConstant(operand.expression)
  if (operand.kind !== 'value' || operand.value === null) return null
  const size = Math.abs(Number(operand.value))
  return Number.isFinite(size) ? size : null
}
