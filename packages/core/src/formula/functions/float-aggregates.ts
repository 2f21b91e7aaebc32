import { and, caseWhen, list, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { FLOAT64, INT64 } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { floatOperation, isOfKnownSize } from './float-arithmetic.ts'

/** Rows of this size and more are added apart, divided by 2^64: no table has as many rows of a smaller size as to leave the floats. */
const LARGE = sql`1e280`
const SHARE = sql`5.421010862427522e-20`
const WHOLE = sql`1.8446744073709552e19`
/** The largest float divided by 2^64. */
const LARGEST_SHARE = sql`9.745314011399998e288`

/** Sizes whose squares, and the products of those, are floats however many rows there are. */
const LARGEST_OF_SQUARES = sql`1e145`
const LARGEST_OF_PRODUCTS = sql`1e70`

/** Places an aggregate over a window, for functions of windows. */
type Over = (aggregate: SqlExpression) => SqlExpression
/** The smallest float with all its digits. */
const LEAST_WHOLE = sql`2.2250738585072014e-308`

const ofGroup: Over = (aggregate) => aggregate

/** The total of floats; null where it is larger than every float, which some engines answer with an error and MariaDB with 0. */
export function floatTotal(x: SqlExpression, type: ValueType, words: Words, over: Over = ofGroup): SqlExpression {
  const total = (item: SqlExpression) => over(sql`SUM(${item})`)
  if (words.floatErrors === 'unguarded' || isOfKnownSize(x, type)) return total(x)
  const small = total(caseWhen([{ when: sql`ABS(${x}) < ${LARGE}`, value: x }]))
  const large = total(caseWhen([{ when: sql`ABS(${x}) >= ${LARGE}`, value: sql`${x} * ${SHARE}` }]))
  const together = sql`COALESCE(${small}, 0e0) + ${large} * ${WHOLE}`
  return caseWhen([
    { when: sql`${large} IS NULL`, value: small },
    { when: sql`ABS(${large}) <= ${LARGEST_SHARE}`, value: together },
  ])
}

/** The mean of floats, through their total. */
export function floatMean(x: SqlExpression, type: ValueType, words: Words, over: Over = ofGroup): SqlExpression {
  if (words.floatErrors === 'unguarded' || isOfKnownSize(x, type)) return over(sql`AVG(${x})`)
  const [sum, count] = [floatTotal(x, type, words, over), over(sql`COUNT(${x})`)]
  const mean = sql`${sum} / NULLIF(${count}, 0)`
  if (words.floatErrors !== 'both') return mean
  // A mean is no larger than a total, but may be smaller than every float. A window has no SELECT below that could hold it.
  return over === ofGroup
    ? floatOperation('/', sum, count, [FLOAT64, INT64], words)
    : caseWhen([{ when: sql`ABS(${sum}) < ${LEAST_WHOLE}`, value: sql`0e0` }], mean)
}

/** An aggregate that adds squares of its floats, or their products; null where one of them is so large that no engine can. */
export function ofSquares(
  items: readonly SqlExpression[],
  types: readonly ValueType[],
  words: Words,
  aggregate: (items: readonly SqlExpression[]) => SqlExpression,
  over: Over = ofGroup,
): SqlExpression {
  const isKnown = items.every((item, index) => isOfKnownSize(item, types[index] ?? INT64))
  if (words.floatErrors === 'unguarded' || isKnown) return aggregate(items)
  const largest = items.length > 1 ? LARGEST_OF_PRODUCTS : LARGEST_OF_SQUARES
  const within = items.map((item) => caseWhen([{ when: sql`ABS(${item}) <= ${largest}`, value: item }]))
  const all = and(...items.map((item) => sql`${over(sql`MAX(ABS(${item}))`)} <= ${largest}`))
  const value = aggregate(within)
  return caseWhen([{ when: all, value: words.floatErrors === 'both' ? finiteOnly(value) : value }])
}

/** Four times this is the largest float. */
const LARGEST_QUARTER = sql`4.494232837155789e307`
const NEGLIGIBLE = sql`1e-307`

/** The value at a share of the sorted floats. The distance between two of them may be larger than every float, that of their quarters is not. */
export function floatPercentile(x: SqlExpression, type: ValueType, share: SqlExpression, words: Words): SqlExpression {
  if (words.floatErrors === 'unguarded' || isOfKnownSize(x, type)) return words.statistics.percentile(x, share)
  const quarter = sql`${x} * 0.25e0`
  const least = caseWhen([{ when: sql`ABS(${x}) < ${NEGLIGIBLE}`, value: sql`0e0` }], quarter)
  const found = words.statistics.percentile(words.floatErrors === 'both' ? least : quarter, share)
  // There each percentile is computed from all texts again, and its limits are null for a null.
  if (words.floatErrors === 'overflow')
    return sql`LEAST(GREATEST(${found}, -${LARGEST_QUARTER}), ${LARGEST_QUARTER}) * 4`
  return caseWhen([{ when: sql`ABS(${found}) <= ${LARGEST_QUARTER}`, value: sql`${found} * 4` }])
}

/** PostgreSQL divides without a test here: where products of tiny numbers are 0, it returns an infinite value or none. */
function finiteOnly(value: SqlExpression): SqlExpression {
  return sql`NULLIF(NULLIF(NULLIF(${value}, 'Infinity'), '-Infinity'), 'NaN')`
}

/** `NAME(a, b)` for `ofSquares`. */
export function aggregateCall(name: string): (items: readonly SqlExpression[]) => SqlExpression {
  return (items) => ({ kind: 'fragment', strings: [`${name}(`, ')'], args: [list(items)] })
}
