import { caseWhen, cast, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { FLOAT64, mayLeaveDigits } from '../value-types.ts'
import { tryCast } from './ansi.ts'

type Over = (aggregate: SqlExpression) => SqlExpression
type DecimalType = Extract<ValueType, { kind: 'decimal' }>

/** Rows with up to this many digits have a total that fits for any number of rows. */
const DIGITS_OF_SMALL = 28
/** The number of digits at which larger rows are split, so that both halves can be added. */
const DIGITS_OF_HALF = 19

/**
 * The total of decimals with many digits; null when it does not fit. The engine adds them as 128-bit integers and aborts the statement on
 * overflow. The few rows that are large enough for this are therefore added in two halves.
 */
export function totalInHalves(x: SqlExpression, type: DecimalType, over: Over): SqlExpression {
  const { small, rest, high, digits, isWithin } = partsOf(x, type, over)
  if (!mayLeaveDigits(type))
    return caseWhen([{ when: sql`${rest} IS NULL`, value: small }], sql`COALESCE(${small}, 0) + ${rest}`)
  return caseWhen([
    { when: sql`${high} IS NULL`, value: small },
    { when: isWithin, value: decimalOf(digits, type) },
  ])
}

/** The mean of such decimals as a float, which exists even if their total does not fit. */
export function meanInHalves(x: SqlExpression, type: DecimalType, over: Over): SqlExpression {
  const { small, high, low, digits, isWithin } = partsOf(x, type, over)
  const unit = power(type.scale)
  const total = caseWhen(
    [
      { when: sql`${high} IS NULL`, value: cast(small, FLOAT64) },
      { when: isWithin, value: sql`${cast(digits, FLOAT64)} / ${unit}` },
    ],
    sql`(${cast(high, FLOAT64)} * ${power(DIGITS_OF_HALF)} + ${cast(low, FLOAT64)}) / ${unit} + COALESCE(${cast(small, FLOAT64)}, 0e0)`,
  )
  return sql`${total} / NULLIF(${over(sql`COUNT(${x})`)}, 0)`
}

function partsOf(x: SqlExpression, type: DecimalType, over: Over) {
  const own = digitsOfDecimal(x)
  const half = wholePower(DIGITS_OF_HALF)
  const sum = (item: SqlExpression) => over(sql`SUM(${item})`)
  const only = (when: SqlExpression, item: SqlExpression) => caseWhen([{ when, value: item }])
  const { isLarge, ofSmall } = smallRows(x, type)
  const small = sum(ofSmall)
  const high = sum(only(isLarge, sql`${own} // ${half}`))
  const low = sum(only(isLarge, sql`${own} % ${half}`))
  return {
    small,
    /** The total of the other rows. */
    rest: sum(only(isLarge, x)),
    high,
    low,
    /** The total without its decimal point. */
    digits: sql`(${high} * ${half} + ${low} + ${digitsOfDecimal(sql`COALESCE(${small}, 0)`)})`,
    isWithin: sql`ABS(${high}) < 15000000000000000000`,
  }
}

/** Rows whose total fits for any number of them: the number or null, and the condition of the other rows. */
function smallRows(x: SqlExpression, type: DecimalType): { ofSmall: SqlExpression; isLarge: SqlExpression } {
  if (x.short) {
    const ofSmall = sql`TRY(${x.short.expression})`
    return { ofSmall, isLarge: sql`${ofSmall} IS NULL` }
  }
  const isSmall = sql`ABS(${x}) < ${written(smallLimit(type))}`
  return { ofSmall: caseWhen([{ when: isSmall, value: x }]), isLarge: sql`NOT (${isSmall})` }
}

function smallLimit({ scale }: DecimalType): string {
  const digits = `1${'0'.repeat(DIGITS_OF_SMALL)}`.padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function digitsOfDecimal(number: SqlExpression): SqlExpression {
  return sql`CAST(REPLACE(CAST(${number} AS VARCHAR), '.', '') AS HUGEINT)`
}

/** The digits as a number of the type; null when there are too many. */
function decimalOf(digits: SqlExpression, { scale }: DecimalType): SqlExpression {
  const type = `DECIMAL(38, ${scale})`
  if (scale === 0) return tryCast(digits, type)
  const padded = sql`REGEXP_REPLACE(CAST(${digits} AS VARCHAR), '^(-?)', ${written(`'\\1${'0'.repeat(scale)}'`)})`
  return tryCast(sql`REGEXP_REPLACE(${padded}, ${written(`'([0-9]{${scale}})$'`)}, '.\\1')`, type)
}

function power(exponent: number): SqlExpression {
  return written(`1e${exponent}`)
}

function wholePower(exponent: number): SqlExpression {
  return sql`CAST(${written(`1${'0'.repeat(exponent)}`)} AS HUGEINT)`
}

/** SQL text of numbers and patterns that are created here. */
function written(text: string): SqlExpression {
  return { kind: 'fragment', strings: [text], args: [] }
}
