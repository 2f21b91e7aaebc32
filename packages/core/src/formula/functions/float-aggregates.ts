import { and, caseWhen, list, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { FLOAT64, INT64 } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { floatOperation, isOfKnownSize } from './float-arithmetic.ts'

/** Rows of at least this size are added separately, divided by 2^64: no table has enough smaller rows to overflow a float. */
const LARGE = sql`1e280`
const SHARE = sql`5.421010862427522e-20`
const WHOLE = sql`1.8446744073709552e19`
/** The largest float divided by 2^64. */
const LARGEST_SHARE = sql`9.745314011399998e288`

/** Values up to this size have squares, and products of squares, that never overflow, for any number of rows. */
const LARGEST_OF_SQUARES = sql`1e145`
const LARGEST_OF_PRODUCTS = sql`1e70`

/** Applies an aggregate over a window, for window functions. */
type Over = (aggregate: SqlExpression) => SqlExpression
/** The smallest float with full precision. */
const LEAST_WHOLE = sql`2.2250738585072014e-308`

const ofGroup: Over = (aggregate) => aggregate

/** The total of floats; null when it is larger than every float, where some engines raise an error and MariaDB returns 0. */
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

/** The mean of floats, computed from their total. */
export function floatMean(x: SqlExpression, type: ValueType, words: Words, over: Over = ofGroup): SqlExpression {
  if (words.floatErrors === 'unguarded' || isOfKnownSize(x, type)) return over(sql`AVG(${x})`)
  const [sum, count] = [floatTotal(x, type, words, over), over(sql`COUNT(${x})`)]
  const mean = sql`${sum} / NULLIF(${count}, 0)`
  if (words.floatErrors !== 'both') return mean
  // A mean is never larger than the total, but may be smaller than every float. A window has no nested SELECT that could compute it.
  return over === ofGroup
    ? floatOperation('/', sum, count, [FLOAT64, INT64], words)
    : caseWhen([{ when: sql`ABS(${sum}) < ${LEAST_WHOLE}`, value: sql`0e0` }], mean)
}

/** An aggregate that adds squares or products of floats; null when one of them is too large for any engine. */
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

/** The percentile of sorted floats. The difference of two of them may overflow, but the difference of their quarters cannot. */
export function floatPercentile(x: SqlExpression, type: ValueType, share: SqlExpression, words: Words): SqlExpression {
  if (words.floatErrors === 'unguarded' || isOfKnownSize(x, type)) return words.statistics.percentile(x, share)
  const quarter = sql`${x} * 0.25e0`
  const least = caseWhen([{ when: sql`ABS(${x}) < ${NEGLIGIBLE}`, value: sql`0e0` }], quarter)
  const found = words.statistics.percentile(words.floatErrors === 'both' ? least : quarter, share)
  // The percentile is not repeated, because these engines compute it from all texts again. GREATEST and LEAST return null for a null.
  if (words.floatErrors === 'overflow')
    return sql`LEAST(GREATEST(${found}, -${LARGEST_QUARTER}), ${LARGEST_QUARTER}) * 4`
  return caseWhen([{ when: sql`ABS(${found}) <= ${LARGEST_QUARTER}`, value: sql`${found} * 4` }])
}

/** PostgreSQL does not check divisions in these functions: when products of tiny numbers are 0, it returns infinity or NaN. */
function finiteOnly(value: SqlExpression): SqlExpression {
  return sql`NULLIF(NULLIF(NULLIF(${value}, 'Infinity'), '-Infinity'), 'NaN')`
}

/** `NAME(a, b)` for `ofSquares`. */
export function aggregateCall(name: string): (items: readonly SqlExpression[]) => SqlExpression {
  return (items) => ({ kind: 'fragment', strings: [`${name}(`, ')'], args: [list(items)] })
}
