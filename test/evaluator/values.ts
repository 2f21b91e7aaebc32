/** An exact number: `digits / 10 ** scale`. Binary floats are plain JS numbers. */
export interface Decimal {
  digits: bigint
  scale: number
}

/** A local date and time, represented as if it were UTC. */
export interface Moment {
  ms: number
}

/** Values in order, including nulls. */
export interface List {
  items: Value[]
}

export type Value = null | string | boolean | number | Decimal | Moment | List

/** The value of a cell when finer rows differ. */
export const SEVERAL = Symbol('several')
export type Shown = Value | typeof SEVERAL

export const isDecimal = (value: Value): value is Decimal =>
  typeof value === 'object' && value !== null && 'digits' in value
export const isMoment = (value: Value): value is Moment => typeof value === 'object' && value !== null && 'ms' in value
export const isList = (value: Value): value is List => typeof value === 'object' && value !== null && 'items' in value
export const isNumber = (value: Value): value is number | Decimal => typeof value === 'number' || isDecimal(value)

export const int = (value: number | bigint): Decimal => ({ digits: BigInt(value), scale: 0 })

export function decimal(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

export const moment = (text: string): Moment => {
  const full = text.length <= 10 ? `${text}T00:00:00` : text.replace(' ', 'T')
  return { ms: Date.parse(`${full}Z`) }
}

/** The nearest binary float. */
export function toFloat(value: number | Decimal): number {
  return typeof value === 'number' ? value : Number(decimalText(value))
}

export function decimalText({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : ''
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/** Without trailing zeros, so that equal numbers are identical. */
export function normalized(value: Decimal): Decimal {
  let { digits, scale } = value
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n
    scale -= 1
  }
  return { digits, scale }
}

export function atScale({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale)
}

/** Computed on digits when both are exact, else on floats. */
export function arithmetic(
  a: number | Decimal,
  b: number | Decimal,
  exact: (x: bigint, y: bigint) => bigint,
  float: (x: number, y: number) => number,
): number | Decimal {
  if (typeof a === 'number' || typeof b === 'number') return float(toFloat(a), toFloat(b))
  const scale = Math.max(a.scale, b.scale)
  return { digits: exact(atScale(a, scale), atScale(b, scale)), scale }
}

export const add = (a: number | Decimal, b: number | Decimal) =>
  arithmetic(
    a,
    b,
    (x, y) => x + y,
    (x, y) => x + y,
  )
export const subtract = (a: number | Decimal, b: number | Decimal) =>
  arithmetic(
    a,
    b,
    (x, y) => x - y,
    (x, y) => x - y,
  )
export const negate = (a: number | Decimal): number | Decimal =>
  typeof a === 'number' ? -a : { digits: -a.digits, scale: a.scale }
export const multiply = (a: number | Decimal, b: number | Decimal): number | Decimal =>
  typeof a === 'number' || typeof b === 'number'
    ? toFloat(a) * toFloat(b)
    : { digits: a.digits * b.digits, scale: a.scale + b.scale }
/** The result has the sign of the dividend. */
export const remainder = (a: number | Decimal, b: number | Decimal) =>
  arithmetic(
    a,
    b,
    (x, y) => x % y,
    (x, y) => x % y,
  )
export const isZero = (a: number | Decimal) => (typeof a === 'number' ? a === 0 : a.digits === 0n)

export const codePoints = (text: string) => Array.from(text)

function compareTexts(a: string, b: string): number {
  const left = codePoints(a)
  const right = codePoints(b)
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Order of two values of one type, neither null. Texts by code points, false before true. */
export function compare(a: Exclude<Value, null>, b: Exclude<Value, null>): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (isMoment(a) && isMoment(b)) return a.ms - b.ms
  if (isNumber(a) && isNumber(b)) {
    if (typeof a === 'number' || typeof b === 'number') return toFloat(a) - toFloat(b)
    const scale = Math.max(a.scale, b.scale)
    const difference = atScale(a, scale) - atScale(b, scale)
    return difference < 0n ? -1 : Number(difference > 0n)
  }
  throw new Error(`Values of two types: ${show(a)}, ${show(b)}`)
}

export const equal = (a: Exclude<Value, null>, b: Exclude<Value, null>) => compare(a, b) === 0

/** Equal values have equal keys, null among them. */
export function keyOf(value: Value): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return `t${value}`
  if (typeof value === 'boolean') return `b${value}`
  if (isMoment(value)) return `d${value.ms}`
  if (isList(value)) return `l${JSON.stringify(value.items.map(keyOf))}`
  if (isDecimal(value)) return `n${decimalText(normalized(value))}`
  return `n${Object.is(value, -0) ? 0 : value}`
}

export function show(value: Shown): string {
  if (value === SEVERAL) return '*'
  if (value === null) return 'null'
  if (isDecimal(value)) return decimalText(value)
  if (isList(value)) return `[${value.items.map(show).join(',')}]`
  if (isMoment(value)) return Number.isNaN(value.ms) ? 'no moment' : new Date(value.ms).toISOString().slice(0, 23)
  return JSON.stringify(value)
}
