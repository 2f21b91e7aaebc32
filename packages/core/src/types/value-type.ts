/**
 * The types that a column of a result can have. The formula language has fewer (`FormulaType`): `number` covers int64, decimal and float64;
 * `date` covers date, timestamp and instant.
 */
export type ValueType =
  | { kind: 'text' }
  | { kind: 'int64' }
  | { kind: 'decimal'; precision: number; scale: number }
  | { kind: 'float64' }
  | { kind: 'logical' }
  /** A calendar day without a time. */
  | { kind: 'date' }
  /** A local date and time, without a zone. */
  | { kind: 'timestamp' }
  /** A point in time. */
  | { kind: 'instant' }
  /** JSON: value, object or array. */
  | { kind: 'variant' }
  | { kind: 'array'; element: ValueType }
  | { kind: 'geography' }

/** The types of the formula language; `null` is only the type of the literal Null. */
export type FormulaType = 'text' | 'number' | 'logical' | 'date' | 'variant' | 'array' | 'geography' | 'null'

export function formulaTypeOf(type: ValueType): FormulaType {
  switch (type.kind) {
    case 'int64':
    case 'decimal':
    case 'float64':
      return 'number'
    case 'date':
    case 'timestamp':
    case 'instant':
      return 'date'
    default:
      return type.kind
  }
}

/** The short text form stored in the catalogue and sent in the API: `decimal(12,2)`, `array<text>`. */
export function valueTypeToText(type: ValueType): string {
  if (type.kind === 'decimal') return `decimal(${type.precision},${type.scale})`
  if (type.kind === 'array') return `array<${valueTypeToText(type.element)}>`
  return type.kind
}

/** Parses the output of `valueTypeToText`. Throws for any other text, since it comes from our own store. */
export function valueTypeFromText(text: string): ValueType {
  const decimal = /^decimal\((\d+),(\d+)\)$/.exec(text)
  if (decimal) return { kind: 'decimal', precision: Number(decimal[1]), scale: Number(decimal[2]) }
  const array = /^array<(.+)>$/.exec(text)
  if (array?.[1]) return { kind: 'array', element: valueTypeFromText(array[1]) }
  const simple = [
    'text',
    'int64',
    'float64',
    'logical',
    'date',
    'timestamp',
    'instant',
    'variant',
    'geography',
  ] as const
  const kind = simple.find((name) => name === text)
  if (!kind) throw new Error(`Not a value type: ${text}`)
  return { kind }
}
