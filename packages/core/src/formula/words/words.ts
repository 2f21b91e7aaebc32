import type { SqlExpression } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'

/**
 * The basic operations of a dialect, from which functions are composed. An entry of the family `portable` is written once with these words;
 * a dialect that lacks one states the reason with `lacking`.
 */
export interface Words extends TextWords, NumberWords, MomentWords {
  /** A geography as well-known text. */
  shapeText(shape: SqlExpression): SqlExpression

  json: JsonWords
  statistics: StatisticsWords
}

export interface TextWords {
  /** Concatenated texts; null when one is null. */
  joined(parts: readonly SqlExpression[]): SqlExpression
  /** Number of characters. */
  length(text: SqlExpression): SqlExpression
  /** The position of the part, from 1; 0 when it is not found, 1 for an empty part. Case matters. */
  position(text: SqlExpression, part: SqlExpression): SqlExpression
  /** `from` is at least 1, `count` at least 0. */
  substr(text: SqlExpression, from: SqlExpression, count?: SqlExpression): SqlExpression
  replace(text: SqlExpression, part: SqlExpression, by: SqlExpression): SqlExpression
  /** `times` is at least 1. */
  repeat(text: SqlExpression, times: SqlExpression): SqlExpression
  pad(side: 'left' | 'right', text: SqlExpression, length: SqlExpression, fill: SqlExpression): SqlExpression
  /** The part at a position other than 0, counted from the right when negative; empty outside the parts. */
  part(text: SqlExpression, delimiter: SqlExpression, position: SqlExpression): SqlExpression
  initials(text: SqlExpression): SqlExpression
  digest(kind: 'md5' | 'sha256', text: SqlExpression): SqlExpression
  /** LIKE in which a backslash is an ordinary character. */
  like(text: SqlExpression, pattern: SqlExpression): SqlExpression
  /** `constant` is the pattern when it is a literal: some engines need its options as a separate argument. */
  matches(text: SqlExpression, pattern: SqlExpression, constant?: unknown): SqlExpression
  /** Replaces every match; `\1` in the replacement is the first group. */
  replaceMatches(text: SqlExpression, pattern: SqlExpression, replacement: SqlExpression): SqlExpression
  /** The match at a position from 1, or its first group; null when there is none. */
  match(text: SqlExpression, pattern: SqlExpression, at: SqlExpression, hasGroup: boolean): SqlExpression
}

/** Pairs that an engine compares by their first part and then by their second. */
export interface PairWords {
  /** Writes an expression that reads a number several times, so that a large one is written once. */
  once(number: SqlExpression, write: (name: SqlExpression) => SqlExpression): SqlExpression
  of(first: SqlExpression, second: SqlExpression): SqlExpression
  /** Writes an expression over both parts of a pair. */
  parts(pair: SqlExpression, write: (first: SqlExpression, second: SqlExpression) => SqlExpression): SqlExpression
}

export interface NumberWords {
  /** A sum, difference or product of exact numbers, which is null when it does not fit its type. */
  computed(sign: '+' | '-' | '*', left: SqlExpression, right: SqlExpression, operation: Computation): SqlExpression
  /** An exact number without decimals, or with the decimals of the type, cast to that type; null when it does not fit. */
  fitted(number: SqlExpression, type: ValueType): SqlExpression
  /** Absent for engines that compare all decimals exactly. */
  pairs?: PairWords
  /** A whole-numbered float as int64; null when it does not fit. */
  whole(float: SqlExpression): SqlExpression
  /** The integer quotient of exact numbers, truncated towards zero, as int64; the divisor is not 0. */
  quotient(dividend: SqlExpression, divisor: SqlExpression, types: readonly ValueType[]): SqlExpression
  /** The nearest 64-bit integer, halves away from zero; the number must be in range. */
  nearestWhole(number: SqlExpression): SqlExpression
  /**
   * The total of decimals with so many digits that it may overflow, in which case it is null; `over` applies an aggregate over a window.
   */
  wideTotal(x: SqlExpression, type: DecimalType, over: (aggregate: SqlExpression) => SqlExpression): SqlExpression
  /** Their mean, as a float. */
  wideMean(x: SqlExpression, type: DecimalType, over: (aggregate: SqlExpression) => SqlExpression): SqlExpression
  /** A number as the integer type for positions and counts. */
  integer(number: SqlExpression): SqlExpression
  /** The nearest whole number, as a float; halves may be rounded either way. */
  round(float: SqlExpression): SqlExpression
  /** Truncated towards zero, as a float. */
  trunc(float: SqlExpression): SqlExpression
  ceil(float: SqlExpression): SqlExpression
  floor(float: SqlExpression): SqlExpression
  ln(float: SqlExpression): SqlExpression
  /** The logarithm to base 10, exact for powers of 10. */
  log10(float: SqlExpression): SqlExpression
  /** The float if it is finite, else null, on engines that compute such floats rather than raise an error. */
  finite(float: SqlExpression): SqlExpression
  /** How the engine handles an operation that overflows or underflows. */
  floatErrors: FloatErrors
  /**
   * An expression that reads its operands several times, while the engine computes each of them once and the text contains it once:
   * otherwise a formula of n operations would grow to 2^n.
   */
  bound(
    operands: readonly SqlExpression[],
    type: ValueType,
    write: (names: readonly SqlExpression[]) => SqlExpression,
  ): SqlExpression
  /**
   * An expression with these operands. On engines that plan a repeated expression each time, a large operand that `write` repeats is bound;
   * `write` may then use only the names that it receives, and columns.
   */
  once(operands: readonly SqlExpression[], write: (names: readonly SqlExpression[]) => SqlExpression): SqlExpression
  atan2(y: SqlExpression, x: SqlExpression): SqlExpression
  pi(): SqlExpression
  /** The divisor is not 0. */
  remainder(dividend: SqlExpression, divisor: SqlExpression, type: ValueType): SqlExpression
  bits(sign: '&' | '|', left: SqlExpression, right: SqlExpression): SqlExpression

  /** The shortest text of a float: without a trailing `.0`, below 1e-4 and from 1e15 on with an exponent of at least two digits. */
  floatText(float: SqlExpression): SqlExpression
  /** Exact; null for text that is not a plain number, or that has too many digits. */
  numberOfText(text: SqlExpression): SqlExpression
}

/** Days and times. */
export interface MomentWords {
  /** Null for text that is not an ISO date, or a day that does not exist. */
  timestampOfText(text: SqlExpression): SqlExpression

  /** Moves a local time by whole units. */
  add(unit: string, amount: SqlExpression, moment: SqlExpression): SqlExpression
  /** Start of the period of a local time. Weeks start on Sunday, whatever the session. */
  startOf(unit: string, moment: SqlExpression): SqlExpression
  /** The named part of a local time as int64; weekday 1 is Sunday, week 1 contains 1 January. */
  partOf(part: string, moment: SqlExpression): SqlExpression
  boundariesBetween(unit: string, start: SqlExpression, end: SqlExpression): SqlExpression
  /** Days from 1970-01-01 to the day of a local time, as int64. */
  dayNumber(moment: SqlExpression): SqlExpression
  /** Seconds since 1970 of a local time interpreted as UTC, with decimals. */
  epoch(moment: SqlExpression): SqlExpression
  /** Whole microseconds since 1970 as a local time in UTC. */
  fromMicros(micros: SqlExpression): SqlExpression
  /** A day or a local time as `2024-05-20 13:45:00`. */
  /** A stored date or time; null where it is a day that no calendar has. Absent for engines that store no such days. */
  calendarMoment?(moment: SqlExpression): SqlExpression
  isoText(moment: SqlExpression): SqlExpression
  /** Converts a local time of one zone to the local time of another. */
  convertZone(moment: SqlExpression, from: SqlExpression, to: SqlExpression): SqlExpression
  /** An instant as the local time of a zone. */
  localTime(instant: SqlExpression, zone: SqlExpression): SqlExpression
  /** A day of the years 1 to 9999; null when the day does not exist. */
  makeDate(year: SqlExpression, month: SqlExpression, day: SqlExpression): SqlExpression
  /** Year, month, day, hour, minute and microseconds of the minute; null when the time does not exist. */
  makeTimestamp(parts: TimestampParts): SqlExpression
  /** Parses text with a constant strftime format. */
  timestampOfFormat(text: SqlExpression, format: string): SqlExpression
}

export type DecimalType = Extract<ValueType, { kind: 'decimal' }>

/** The known facts about an operation on exact numbers. */
export interface Computation {
  /** Types of the operands. */
  types: readonly ValueType[]
  returns: ValueType
  /** True when no operand contains an aggregate, a window or a subquery. */
  isOfRow: boolean
  /** True when the decimals are totals of shorter numbers, which do not come near 38 digits. */
  isOfTotals: boolean
}

/**
 * `none`: the result is infinite, or 0. `overflow`: the engine raises an error on overflow. `both`: also on underflow. `unguarded`: no test
 * here runs the engine, and formulas are not guarded.
 */
export type FloatErrors = 'none' | 'overflow' | 'both' | 'unguarded'

export type TimestampParts = readonly [
  year: SqlExpression,
  month: SqlExpression,
  day: SqlExpression,
  hour: SqlExpression,
  minute: SqlExpression,
  micros: SqlExpression,
]

/** Variants. Variant arguments are JSON values of the engine. */
export interface JsonWords {
  /** A value of any other type as JSON. */
  of(value: SqlExpression, type: ValueType): SqlExpression
  /** Null for text that is not JSON. */
  parse(text: SqlExpression): SqlExpression
  /** Converts text that is known to be JSON. */
  cast(text: SqlExpression): SqlExpression
  /** Strings without quotes, other values as JSON; null for the JSON null. */
  text(variant: SqlExpression): SqlExpression
  /** `constant` is the key when it is a literal. */
  key(variant: SqlExpression, key: SqlExpression, constant: string | undefined): SqlExpression
  at(variant: SqlExpression, index: SqlExpression): SqlExpression
  array(items: readonly SqlExpression[]): SqlExpression
  object(entries: readonly SqlExpression[]): SqlExpression
}

/** The order in which the values of a group are collected. */
export interface GatherOrder {
  by: SqlExpression
  isDescending: boolean
}

export interface StatisticsWords {
  deviation: string
  variance: string
  populationVariance: string
  /** The percentile for a fraction between 0 and 1. */
  percentile(float: SqlExpression, share: SqlExpression): SqlExpression
  listed(text: SqlExpression, separator: SqlExpression, order: GatherOrder | null, isDistinct: boolean): SqlExpression
  firstNonNull(call: string, value: SqlExpression): SqlExpression
}
