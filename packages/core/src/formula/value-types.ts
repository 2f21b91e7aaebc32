import { type FormulaType, formulaTypeOf, type ValueType } from '../types/index.ts'

export const TEXT: ValueType = { kind: 'text' }
export const INT64: ValueType = { kind: 'int64' }
export const FLOAT64: ValueType = { kind: 'float64' }
export const LOGICAL: ValueType = { kind: 'logical' }
export const DATE: ValueType = { kind: 'date' }
export const TIMESTAMP: ValueType = { kind: 'timestamp' }
export const VARIANT: ValueType = { kind: 'variant' }

/** The maximum number of digits of a decimal. */
export const MAX_PRECISION = 38

/** A number parsed from text: any 64-bit integer, and amounts of money in any currency. */
export const NUMBER_OF_TEXT: ValueType = { kind: 'decimal', precision: MAX_PRECISION, scale: 18 }

/** Totals of whole numbers, which fit for any number of rows. */
export const TOTAL: ValueType = { kind: 'decimal', precision: MAX_PRECISION, scale: 0 }

/** The minimum number of digits before the decimal point that a product must have room for; otherwise it becomes a float. */
const LEAST_WHOLE_DIGITS = 20

/** Decimals with this many digits have a total of at most 38 digits over a billion rows. */
const DIGITS_OF_TERMS = 29

/** Whether a total of these decimals may have more digits than the maximum. */
export function mayLeaveDigits(type: ValueType): type is Extract<ValueType, { kind: 'decimal' }> {
  return type.kind === 'decimal' && type.precision > DIGITS_OF_TERMS
}

/**
 * The decimal type of a result. Totals nominally have all 38 digits but few in fact, so a precision above 38 is cut to 38; only when the
 * scale leaves too little room before the point does the result become a float.
 */
export function decimalOrFloat(precision: number, scale: number): ValueType {
  if (precision <= MAX_PRECISION) return { kind: 'decimal', precision, scale }
  return MAX_PRECISION - scale < LEAST_WHOLE_DIGITS ? FLOAT64 : { kind: 'decimal', precision: MAX_PRECISION, scale }
}

/** An exact number as a decimal; null for float64 and anything else. */
export function asDecimal(type: ValueType): { precision: number; scale: number } | null {
  if (type.kind === 'int64') return { precision: 19, scale: 0 }
  return type.kind === 'decimal' ? type : null
}

/** Type of a number literal: exact up to 38 digits, float64 for more digits and for an exponent. */
export function numberLiteralType(text: string): ValueType {
  const plain = /^(\d*)(?:\.(\d*))?$/.exec(text)
  if (!plain) return FLOAT64
  const digits = (plain[1] ?? '').replace(/^0+/, '')
  const scale = plain[2]?.length
  if (scale === undefined && BigInt(digits) < 2n ** 63n) return INT64
  const precision = Math.max(1, digits.length + (scale ?? 0))
  return precision <= MAX_PRECISION ? { kind: 'decimal', precision, scale: scale ?? 0 } : FLOAT64
}

/** The type that contains the values of both, or null when they are incompatible. */
export function unify(a: ValueType, b: ValueType): ValueType | null {
  if (formulaTypeOf(a) !== formulaTypeOf(b)) return null
  if (formulaTypeOf(a) === 'number') {
    const [x, y] = [asDecimal(a), asDecimal(b)]
    if (!x || !y) return FLOAT64
    if (a.kind === 'int64' && b.kind === 'int64') return INT64
    const scale = Math.max(x.scale, y.scale)
    return {
      kind: 'decimal',
      precision: Math.min(38, Math.max(x.precision - x.scale, y.precision - y.scale) + scale),
      scale,
    }
  }
  if (formulaTypeOf(a) === 'date') {
    if (a.kind === b.kind) return a
    return a.kind === 'instant' || b.kind === 'instant' ? { kind: 'instant' } : TIMESTAMP
  }
  return a
}

/** `number`, `text`, ... with its article, for messages. */
export function describeType(type: FormulaType | 'any' | 'sortable'): string {
  switch (type) {
    case 'any':
      return 'any value'
    case 'sortable':
      return 'a number, a date or a text'
    case 'array':
      return 'an array'
    case 'logical':
      return 'a logical value (true or false)'
    case 'geography':
      return 'a geography'
    case 'null':
      return 'Null'
    default:
      return `a ${type}`
  }
}
