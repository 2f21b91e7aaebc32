import { caseWhen, cast, type SqlExpression, sql, value } from '../../sql/index.ts'
import type { Cell } from '../../types/index.ts'
import { FLOAT64 } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { floatOperation } from './float-arithmetic.ts'
import { count, wholeNumber } from './numbers.ts'

/** The direction of rounding. */
export type Way = 'nearest' | 'towards zero' | 'up' | 'down'

/**
 * Floats are rounded by their first fifteen digits: 2.675 becomes 2.68, although that float is slightly less. All engines use the same
 * float operations for this, so that they return the same result: a number is moved by less than its last digit towards the side that its
 * decimal digits are on.
 */
const NUDGE = 2 ** -51

/** From this size on a float has too few fractional digits for the correction. */
const LARGEST = 2 ** 49

/** The largest power of ten by which floats are scaled without overflow. */
const MOST_PLACES = 290

function program(number: number): SqlExpression {
  return { kind: 'fragment', strings: [number.toExponential()], args: [] }
}

/** The whole number of a float. `isNudged`: of its decimal digits, see `NUDGE`. */
function whole(x: SqlExpression, way: Way, words: Words, isNudged: boolean): SqlExpression {
  // Multiplied rather than adding a fraction of the number, which could underflow: an error on PostgreSQL.
  const nudged = [sql`${x} * ${program(1 - NUDGE)}`, sql`${x} * ${program(1 + NUDGE)}`] as const
  switch (way) {
    case 'nearest':
      return words.round(isNudged ? sql`${x} * ${program(1 + NUDGE)}` : x)
    case 'towards zero':
      return words.trunc(isNudged ? sql`${x} * ${program(1 + NUDGE)}` : x)
    case 'up':
      return words.ceil(isNudged ? sql`LEAST(${nudged[0]}, ${nudged[1]})` : x)
    case 'down':
      return words.floor(isNudged ? sql`GREATEST(${nudged[0]}, ${nudged[1]})` : x)
  }
}

function near(x: SqlExpression, limit: SqlExpression, small: SqlExpression, large: SqlExpression): SqlExpression {
  return caseWhen([{ when: sql`ABS(${x}) < ${limit}`, value: small }], large)
}

/** A float rounded to a number of decimals, which may be negative. */
export function roundedFloat(
  x: SqlExpression,
  places: SqlExpression | undefined,
  constant: Cell | undefined,
  way: Way,
  words: Words,
): SqlExpression {
  const literal = places ? wholeNumber(constant) : 0
  if (literal === 0) return near(x, program(LARGEST), whole(x, way, words, true), whole(x, way, words, false))
  if (places && literal === null) {
    const exponent = count(words, places, constant, [-MOST_PLACES, MOST_PLACES])
    const power = sql`POWER(${cast(sql`10`, FLOAT64)}, ${exponent})`
    // The scaled number may underflow but never overflow.
    const raised =
      words.floatErrors === 'both' ? floatOperation('*', x, power, [FLOAT64, FLOAT64], words) : sql`${x} * ${power}`
    const moved = sql`${whole(raised, way, words, true)} / ${power}`
    const isKnown = sql`${places} IS NOT NULL`
    return caseWhen([{ when: isKnown, value: near(x, sql`${program(LARGEST)} / ${power}`, moved, x) }])
  }
  const digits = Math.max(-MOST_PLACES, Math.min(MOST_PLACES, literal ?? 0))
  const power = program(10 ** Math.abs(digits))
  if (digits > 0) {
    const moved = sql`${whole(sql`${x} * ${power}`, way, words, true)} / ${power}`
    return near(x, program(LARGEST / 10 ** digits), moved, x)
  }
  const tenth = floatOperation('/', x, value(10 ** -digits, FLOAT64), [FLOAT64, FLOAT64], words)
  const tens = (isNudged: boolean) => sql`${whole(tenth, way, words, isNudged)} * ${power}`
  return near(x, program(LARGEST * 10 ** -digits), tens(true), tens(false))
}

/** A float rounded to a multiple of another one, which is not 0. */
export function roundedToMultiple(x: SqlExpression, factor: SqlExpression, way: Way, words: Words): SqlExpression {
  const share = floatOperation('/', x, factor, [FLOAT64, FLOAT64], words)
  const multiple = near(share, program(LARGEST), whole(share, way, words, true), whole(share, way, words, false))
  return floatOperation('*', multiple, factor, [FLOAT64, FLOAT64], words)
}
