import { cast, type SqlExpression, sql } from '../../sql/index.ts'
import { FLOAT64 } from '../value-types.ts'
import { pieces, tryCast } from './ansi.ts'
import type { DecimalType } from './words.ts'

type Over = (aggregate: SqlExpression) => SqlExpression

/** The digits of the lower part: its total fits for 10^10 rows. */
const DIGITS_OF_LOW = 28

/**
 * The total of decimals with many digits; null when it does not fit. The engine aborts the statement when a total has more than 38 digits,
 * so each number is split at a digit into two parts, whose totals fit, and only the last addition may overflow.
 */
export function totalInParts(x: SqlExpression, type: DecimalType, over: Over): SqlExpression {
  const { low, high } = partsOf(x, type, over)
  return tryCast(sql`TRY(${high} + ${low})`, `DECIMAL(38, ${type.scale})`)
}

/** The mean of such decimals as a float, which exists even if their total does not fit. */
export function meanInParts(x: SqlExpression, type: DecimalType, over: Over): SqlExpression {
  const { low, high, floatHigh } = partsOf(x, type, over)
  const exact = cast(sql`TRY(${high} + ${low})`, FLOAT64)
  const total = sql`COALESCE(${exact}, ${floatHigh} + ${cast(low, FLOAT64)})`
  return sql`${total} / NULLIF(${over(sql`COUNT(${x})`)}, 0)`
}

function partsOf(x: SqlExpression, { scale }: DecimalType, over: Over) {
  // The unit of the upper part is 10^(28 - scale).
  const whole = DIGITS_OF_LOW - scale
  const unit = whole >= 0 ? `DECIMAL '1${'0'.repeat(whole)}'` : `DECIMAL '0.${'1'.padStart(-whole, '0')}'`
  const rest = pieces(['', ` % ${unit}`], x)
  const low = over(sql`SUM(${rest})`)
  if (whole <= 0) {
    const high = over(pieces(['SUM(CAST(', ` AS DECIMAL(38, ${-whole})))`], sql`${x} - ${rest}`))
    return { low, high, floatHigh: cast(high, FLOAT64) }
  }
  const units = over(pieces(['SUM(CAST(', ` AS DECIMAL(38, 0)) / ${unit})`], sql`${x} - ${rest}`))
  return {
    low,
    high: pieces(['', ` * ${unit}`], units),
    floatHigh: pieces(['', ` * 1e${whole}`], cast(units, FLOAT64)),
  }
}
