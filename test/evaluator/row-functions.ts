import { arrayFunctions } from './array-functions.ts'
import { addUnits, datePart, difference, lastSecond, makeDate, truncate } from './dates.ts'
import { textFunctions } from './text-functions.ts'
import {
  add,
  compare,
  type Decimal,
  decimal,
  decimalText,
  equal,
  int,
  isDecimal,
  isMoment,
  isNumber,
  isZero,
  type Moment,
  multiply,
  negate,
  remainder,
  subtract,
  toFloat,
  type Value,
} from './values.ts'

type NotNull = Exclude<Value, null>
export type RowFunction = (args: Value[]) => Value

/** Null as soon as an argument is null, like almost every row function. */
export const strict =
  (of: (args: NotNull[]) => Value): RowFunction =>
  (args) => {
    const present = args.filter((arg) => arg !== null)
    return present.length < args.length ? null : of(present)
  }

export function number(value: Value | undefined): number | Decimal {
  if (value === undefined || !isNumber(value)) throw new Error('A number was expected')
  return value
}
export const float = (value: Value | undefined) => toFloat(number(value))
export function text(value: Value | undefined): string {
  if (typeof value !== 'string') throw new Error('A text was expected')
  return value
}
function date(value: Value | undefined): Moment {
  if (value === undefined || !isMoment(value)) throw new Error('A date was expected')
  return value
}

function exact(value: number | Decimal): Decimal {
  if (typeof value !== 'number') return value
  // From 1e21 on, floats are written with an exponent.
  return Math.abs(value) < 1e21 ? decimal(value.toFixed(10)) : int(BigInt(value))
}

const floorDivision = (a: bigint, b: bigint) => (a % b !== 0n && a < 0n !== b < 0n ? a / b - 1n : a / b)

/** The rounded quotient of the value and `step`. Halves are rounded away from zero. */
function steps(value: number | Decimal, step: number | Decimal, direction: 'down' | 'up' | 'nearest' | 'cut'): bigint {
  const [a, b] = [exact(value), exact(step)]
  const scale = Math.max(a.scale, b.scale)
  let x = a.digits * 10n ** BigInt(scale - a.scale)
  let y = b.digits * 10n ** BigInt(scale - b.scale)
  if (y < 0n) [x, y] = [-x, -y]
  if (direction === 'down') return floorDivision(x, y)
  if (direction === 'up') return -floorDivision(-x, y)
  if (direction === 'cut') return x / y
  const half = floorDivision(2n * (x < 0n ? -x : x) + y, 2n * y)
  return x < 0n ? -half : half
}

const multiple = (count: bigint, step: number | Decimal): Decimal => {
  const { digits, scale } = exact(step)
  return { digits: digits * count, scale }
}
const tenth = (digits: Value | undefined): Decimal => {
  const places = digits === undefined ? 0 : float(digits)
  return places >= 0 ? { digits: 1n, scale: places } : int(10n ** BigInt(-places))
}
const cutOff = (value: number | Decimal) => steps(value, int(1), 'cut')
const toPlaces = (direction: 'down' | 'up' | 'nearest' | 'cut') =>
  strict(([value, digits]) => multiple(steps(number(value), tenth(digits), direction), tenth(digits)))
const toFactor = (direction: 'down' | 'up' | 'nearest') =>
  strict(([value, factor]) => {
    const step = factor === undefined ? int(1) : number(factor)
    const turned = direction !== 'nearest' && float(step) < 0
    const way = turned ? (direction === 'down' ? 'up' : 'down') : direction
    const size = float(step) < 0 ? negate(step) : step
    const given = number(value)
    if (typeof given !== 'number' && typeof size !== 'number') return multiple(steps(given, size, way), size)
    // A float is treated as its first fifteen digits.
    const share = float(given) / float(size)
    const read = Math.abs(share) < 2 ** 49 ? Number(share.toPrecision(15)) : share
    const nearest = Math.sign(read) * Math.round(Math.abs(read))
    return (way === 'down' ? Math.floor(read) : way === 'up' ? Math.ceil(read) : nearest) * float(size)
  })

const comparison = (holds: (sign: number) => boolean) =>
  strict(([a, b]) => (a === undefined || b === undefined ? null : holds(compare(a, b))))

function and(a: Value, b: Value): Value {
  if (a === false || b === false) return false
  return a === null || b === null ? null : true
}
function or(a: Value, b: Value): Value {
  if (a === true || b === true) return true
  return a === null || b === null ? null : false
}
const not = (a: Value): Value => (a === null ? null : !a)

const extreme = (sign: number) => (args: Value[]) =>
  args.reduce(
    (best, arg) => (best === null ? arg : arg === null ? best : compare(arg, best) * sign > 0 ? arg : best),
    null,
  )

const isSame = (a: Value, b: Value): Value => (a === null || b === null ? null : equal(a, b))

function firstTrue(args: Value[], holds: (condition: Value) => boolean): Value {
  for (let index = 0; index + 1 < args.length; index += 2)
    if (holds(args[index] ?? null)) return args[index + 1] ?? null
  return args.length % 2 === 1 ? (args.at(-1) ?? null) : null
}

const part = (name: string) => strict(([value]) => int(datePart(name, date(value))))
const MONTH_NAMES = 'January February March April May June July August September October November December'.split(' ')
const DAY_NAMES = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d))?$/

function textToDate(value: string): Moment | null {
  const found = ISO_DATE.exec(value)
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((piece) => Number(piece ?? 0))
  return makeDate(year, month, day, hour, minute, second)
}

function textToNumber(value: string): Value {
  if (!PLAIN_NUMBER.test(value)) return null
  return /e/i.test(value) ? Number(value) : decimal(value.replace(/^\+/, ''))
}

export const rowFunctions: Record<string, RowFunction> = {
  ...textFunctions,
  ...arrayFunctions,
  '+': strict(([a, b]) => add(number(a), number(b))),
  '-': strict(([a, b]) => subtract(number(a), number(b))),
  '*': strict(([a, b]) => multiply(number(a), number(b))),
  '/': strict(([a, b]) => (isZero(number(b)) ? null : float(a) / float(b))),
  '%': strict(([a, b]) => (isZero(number(b)) ? null : remainder(number(a), number(b)))),
  '^': strict(([a, b]) => float(a) ** float(b)),
  negative: strict(([a]) => negate(number(a))),
  '=': comparison((sign) => sign === 0),
  '!=': comparison((sign) => sign !== 0),
  '<': comparison((sign) => sign < 0),
  '<=': comparison((sign) => sign <= 0),
  '>': comparison((sign) => sign > 0),
  '>=': comparison((sign) => sign >= 0),
  and: ([a = null, b = null]) => and(a, b),
  or: ([a = null, b = null]) => or(a, b),
  not: ([a = null]) => not(a),

  If: (args) => firstTrue(args, (condition) => condition === true),
  Switch: ([value = null, ...rest]) => firstTrue(rest, (candidate) => isSame(value, candidate) === true),
  Choose: ([index = null, ...rest]) => rest.find((_value, at) => isSame(index, int(at + 1)) === true) ?? null,
  Coalesce: (args) => args.find((arg) => arg !== null) ?? null,
  NullIf: ([a = null, b = null]) => (isSame(a, b) === true ? null : a),
  Zn: ([a = null]) => a ?? int(0),
  IsNull: ([a = null]) => a === null,
  IsNotNull: ([a = null]) => a !== null,
  In: ([value = null, ...rest]) => rest.map((candidate) => isSame(value, candidate)).reduce(or, false),
  Between: ([value = null, low = null, high = null]) =>
    and(rowFunctions['>=']?.([value, low]) ?? null, rowFunctions['<=']?.([value, high]) ?? null),
  Greatest: strict((args) => extreme(1)(args)),
  Least: strict((args) => extreme(-1)(args)),
  GreatestNonNull: extreme(1),
  LeastNonNull: extreme(-1),

  Abs: strict(([a]) => (float(a) < 0 ? negate(number(a)) : number(a))),
  Sign: strict(([a]) => int(Math.sign(float(a)))),
  Round: toPlaces('nearest'),
  RoundUp: toPlaces('up'),
  RoundDown: toPlaces('down'),
  Trunc: toPlaces('cut'),
  Int: toPlaces('down'),
  Floor: toFactor('down'),
  Ceiling: toFactor('up'),
  MRound: toFactor('nearest'),
  Mod: strict(([a, b]) => (isZero(number(b)) ? null : remainder(number(a), number(b)))),
  Div: strict(([a, b]) => {
    const [dividend, divisor] = [number(a), number(b)]
    if (isZero(divisor)) return null
    const share = float(dividend) / float(divisor)
    // The quotient of a float is a float too, and a large one has no fraction to cut off.
    const isFloat = typeof dividend === 'number' || typeof divisor === 'number'
    return isFloat && Math.abs(share) >= 2 ** 49 && Number.isFinite(share)
      ? int(BigInt(Math.trunc(share)))
      : int(steps(dividend, divisor, 'cut'))
  }),
  Power: strict(([a, b]) => float(a) ** float(b)),
  IsEven: strict(([a]) => cutOff(number(a)) % 2n === 0n),
  IsOdd: strict(([a]) => cutOff(number(a)) % 2n !== 0n),
  RowAvg: strict((args) => {
    const isExact = args.every((arg) => typeof number(arg) !== 'number')
    const total = isExact ? args.map(number).reduce(add) : args.map(float).reduce((sum, arg) => sum + arg, 0)
    return toFloat(total) / args.length
  }),
  BinFixed: strict(([value, low, high, bins]) => {
    if (float(bins) < 1) return int(1)
    if (float(value) < float(low)) return int(0)
    if (float(value) >= float(high)) return add(number(bins), int(1))
    return int(Math.floor(((float(value) - float(low)) * float(bins)) / (float(high) - float(low))) + 1)
  }),
  BinRange: strict(([value, ...cutoffs]) =>
    int(1 + cutoffs.filter((cutoff) => value !== undefined && compare(cutoff, value) <= 0).length),
  ),

  Number: ([value = null]) => {
    if (typeof value === 'string') return textToNumber(value)
    return isMoment(value) ? value.ms / 1000 : value
  },
  Logical: ([value = null]) => {
    if (typeof value === 'string') return ({ true: true, false: false } as const)[value.toLowerCase()] ?? null
    return isNumber(value) ? !isZero(value) : value
  },
  Date: ([value = null]) => {
    if (typeof value === 'string') return textToDate(value)
    if (!isNumber(value)) return value
    // As a float, the product of a decimal would be slightly less than its milliseconds.
    return { ms: typeof value === 'number' ? Math.floor(value * 1000) : Number(steps(value, decimal('0.001'), 'down')) }
  },
  Text: strict(([value]) => {
    if (value !== undefined && isDecimal(value)) return decimalText(value)
    if (typeof value === 'number') {
      const isPlain = value === 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e15)
      return isPlain ? String(value) : value.toExponential().replace(/e-(\d)$/, 'e-0$1')
    }
    return typeof value === 'boolean' ? String(value) : text(value)
  }),

  DateTrunc: strict(([unit, value]) => truncate(text(unit), date(value))),
  DateAdd: strict(([unit, amount, value]) => addUnits(text(unit), float(amount), date(value))),
  DateDiff: strict(([unit, start, end]) => int(difference(text(unit), date(start), date(end)))),
  DatePart: strict(([name, value]) => int(datePart(text(name), date(value)))),
  LastDay: strict(([value, unit]) => lastSecond(text(unit), date(value))),
  EndOfMonth: strict(([value]) => lastSecond('month', date(value))),
  MakeDate: strict((parts) => {
    const [year = 0, month = 0, day = 0, hour, minute, second] = parts.map(float)
    return makeDate(year, month, day, hour, minute, second)
  }),
  DateFromUnix: strict(([value]) => ({ ms: float(value) * 1000 })),
  Year: part('year'),
  Quarter: part('quarter'),
  Month: part('month'),
  Day: part('day'),
  DayOfYear: part('day_of_year'),
  Weekday: part('weekday'),
  Hour: part('hour'),
  Minute: part('minute'),
  Second: part('second'),
  MonthName: strict(([value]) => MONTH_NAMES[datePart('month', date(value)) - 1] ?? null),
  WeekdayName: strict(([value]) => DAY_NAMES[datePart('weekday', date(value)) - 1] ?? null),
}
