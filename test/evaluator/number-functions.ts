import type { GroupFunction } from './group-functions.ts'
import { float, type RowFunction, rowFunctions, strict } from './row-functions.ts'
import { add, compare, type Decimal, int, isDecimal, isNumber, type Value } from './values.ts'

/** Float functions, each by its mathematical definition: null when the result does not exist. */
const ofFloats = (of: (...args: number[]) => number): RowFunction =>
  strict((args) => {
    const value = of(...args.map(float))
    return Number.isFinite(value) ? value : null
  })

const LEAST = int(-(2n ** 63n))
/** The next number after the largest 64-bit integer, which itself is no float. */
const BEYOND = int(2n ** 63n)
const ONE = int(1)

/** A number in the range of 64-bit integers, as a whole number: halves are rounded away from zero. */
function wholeOf(value: Value): Decimal | null {
  if (value === null || !isNumber(value)) return null
  const isAbove = isDecimal(value) ? compare(add(value, ONE), BEYOND) > 0 : compare(value, BEYOND) >= 0
  if (isAbove || compare(value, LEAST) < 0) return null
  const rounded = rowFunctions.Round?.([value]) ?? null
  return rounded !== null && isDecimal(rounded) ? rounded : null
}

const bits =
  (of: (a: bigint, b: bigint) => bigint): RowFunction =>
  (args) => {
    const [a, b] = args.map(wholeOf)
    return a && b ? int(of(a.digits, b.digits)) : null
  }

const radians = (degrees: number) => (degrees * Math.PI) / 180

function greatCircle(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const square = half(lat1, lat2) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lon1, lon2)
  return 2 * 6371 * Math.asin(Math.sqrt(Math.min(1, square)))
}

/** The payment of each period, the values before and after all of them, and 1 when payments are due at the start. */
function futureValue(rate: number, periods: number, pmt: number, pv = 0, type = 0): number {
  if (rate === 0) return -(pv + pmt * periods)
  const growth = (1 + rate) ** periods
  return -(pv * growth + (pmt * (1 + rate * type) * (growth - 1)) / rate)
}

function payment(rate: number, periods: number, pv: number, fv = 0, type = 0): number {
  if (rate === 0) return (pv + fv) / periods
  const growth = (1 + rate) ** periods
  return (pv * growth + fv) / (((1 + rate * type) * (growth - 1)) / rate)
}

function interest(rate: number, period: number, periods: number, pv: number, fv = 0, type = 0): number {
  if (rate === 0 || (type === 1 && period === 1)) return 0
  const left = -futureValue(rate, period - 1, -payment(rate, periods, pv, fv, type), pv, type)
  return (left * rate) / (1 + rate * type)
}

export const numberFunctions: Readonly<Record<string, RowFunction>> = {
  Sqrt: ofFloats(Math.sqrt),
  Exp: ofFloats(Math.exp),
  Ln: ofFloats(Math.log),
  Log: ofFloats((x, base = 10) => (base === 10 ? Math.log10(x) : base > 0 ? Math.log(x) / Math.log(base) : Number.NaN)),
  Sin: ofFloats(Math.sin),
  Cos: ofFloats(Math.cos),
  Tan: ofFloats(Math.tan),
  Cot: ofFloats((x) => 1 / Math.tan(x)),
  Acos: ofFloats(Math.acos),
  Asin: ofFloats(Math.asin),
  Atan: ofFloats(Math.atan),
  Atan2: ofFloats(Math.atan2),
  Degrees: ofFloats((x) => (x * 180) / Math.PI),
  Radians: ofFloats(radians),
  DistancePlane: ofFloats((x1 = 0, y1 = 0, x2 = 0, y2 = 0) => Math.hypot(x2 - x1, y2 - y1)),
  DistanceGlobe: ofFloats((a = 0, b = 0, c = 0, d = 0) => greatCircle(a, b, c, d)),
  BitAnd: bits((a, b) => a & b),
  BitOr: bits((a, b) => a | b),
  CAGR: ofFloats((n = 0, begin = 0, end = 0) =>
    n !== 0 && begin !== 0 && end / begin >= 0 ? (end / begin) ** (1 / n) - 1 : Number.NaN,
  ),
  Effect: ofFloats((rate = 0, count = 0) => (count === 0 ? Number.NaN : (1 + rate / count) ** count - 1)),
  Nominal: ofFloats((rate = 0, count = 0) =>
    rate >= -1 && count !== 0 ? count * ((1 + rate) ** (1 / count) - 1) : Number.NaN,
  ),
  FV: ofFloats(futureValue),
  PV: ofFloats((rate = 0, periods = 0, pmt = 0, fv = 0, type = 0) =>
    rate === 0 ? -(fv + pmt * periods) : (futureValue(rate, periods, pmt, 0, type) - fv) / (1 + rate) ** periods,
  ),
  Pmt: ofFloats(payment),
  IPmt: ofFloats(interest),
  PPmt: ofFloats(
    (rate = 0, period = 0, periods = 0, pv = 0, fv = 0, type = 0) =>
      payment(rate, periods, pv, fv, type) - interest(rate, period, periods, pv, fv, type),
  ),
  NPer: ofFloats((rate = 0, pmt = 0, pv = 0, fv = 0, type = 0) => {
    if (rate === 0) return -(pv + fv) / pmt
    const due = pmt * (1 + rate * type)
    return rate > -1 ? Math.log((due - fv * rate) / (due + pv * rate)) / Math.log(1 + rate) : Number.NaN
  }),
}

const squaresOf = (pairs: readonly [number, number][]) => {
  const middle = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length
  const [y, x] = [middle(0), middle(1)]
  const total = (of: (dy: number, dx: number) => number) => pairs.reduce((sum, [a, b]) => sum + of(a - y, b - x), 0)
  return { y, x, yy: total((dy) => dy * dy), xx: total((_dy, dx) => dx * dx), xy: total((dy, dx) => dy * dx) }
}

/** Least squares over the rows where both numbers are not null; null when there is no line. */
const ofPairs =
  (of: (squares: ReturnType<typeof squaresOf>) => number): GroupFunction =>
  (rows) => {
    const pairs = rows.flatMap(([y = null, x = null]): [number, number][] =>
      y === null || x === null ? [] : [[float(y), float(x)]],
    )
    const value = pairs.length < 2 ? Number.NaN : of(squaresOf(pairs))
    return Number.isFinite(value) ? value : null
  }

const slope = ofPairs(({ xy, xx }) => xy / xx)

export const pairFunctions: Readonly<Record<string, GroupFunction>> = {
  Corr: ofPairs(({ xx, yy, xy }) => xy / Math.sqrt(xx) / Math.sqrt(yy)),
  RegressionSlope: slope,
  RegressionIntercept: ofPairs(({ x, y, xx, xy }) => y - (xy / xx) * x),
  RegressionR2: ofPairs(({ xx, yy, xy }) => (yy === 0 ? 1 : ((xy / xx) * xy) / yy)),
}
