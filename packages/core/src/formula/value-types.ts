import { type FormulaType, formulaTypeOf, type ValueType } from '../types/index.ts'

export const TEXT: ValueType = { kind: 'text' }
export const INT64: ValueType = { kind: 'int64' }
export const FLOAT64: ValueType = { kind: 'float64' }
export const LOGICAL: ValueType = { kind: 'logical' }
export const DATE: ValueType = { kind: 'date' }
export const TIMESTAMP: ValueType = { kind: 'timestamp' }
export const VARIANT: ValueType = { kind: 'variant' }

const MAX_PRECISION = 38

/** A decimal type, or float64 when the digits do not fit into one. */
export function decimalOrFloat(precision: number, scale: number): ValueType {
  return precision > MAX_PRECISION ? FLOAT64 : { kind: 'decimal', precision, scale }
}

/** An exact number as a decimal; null for float64 and anything else. */
export function asDecimal(type: ValueType): { precision: number; scale: number } | null {
  if (type.kind === 'int64') return { precision: 19, scale: 0 }
  return type.kind === 'decimal' ? type : null
}

/** Type of a literal number: integers of 19 digits, short decimals exact, the rest float64. */
export function numberLiteralType(text: string): ValueType {
  if (/^\d+$/.test(text)) return BigInt(text) < 2n ** 63n ? INT64 : FLOAT64
  const plain = /^(\d*)\.(\d*)$/.exec(text)
  if (!plain) return FLOAT64
  const whole = (plain[1] ?? '').replace(/^0+/, '').length
  const scale = (plain[2] ?? '').length
  return whole + scale <= 18 ? { kind: 'decimal', precision: Math.max(1, whole + scale), scale } : FLOAT64
}

/** The type that holds the values of both, or null when they are not alike. */
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
