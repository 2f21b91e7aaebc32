import type { SqlExpression } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'

/**
 * What a dialect calls the things that functions are made of. An entry of the family `portable` is written once with
 * these words; a dialect that lacks one says why with `lacking`.
 */
export interface Words extends TextWords, NumberWords, MomentWords {
  /** A geography as well-known text. */
  shapeText(shape: SqlExpression): SqlExpression

  json: JsonWords
  statistics: StatisticsWords
}

export interface TextWords {
  /** Texts end to end; null when one is null. */
  joined(parts: readonly SqlExpression[]): SqlExpression
  /** Number of characters. */
  length(text: SqlExpression): SqlExpression
  /** Where the part starts, from 1; 0 when it is not there, 1 for an empty part. Case matters. */
  position(text: SqlExpression, part: SqlExpression): SqlExpression
  /** `from` is at least 1, `count` at least 0. */
  substr(text: SqlExpression, from: SqlExpression, count?: SqlExpression): SqlExpression
  replace(text: SqlExpression, part: SqlExpression, by: SqlExpression): SqlExpression
  /** `times` is at least 1. */
  repeat(text: SqlExpression, times: SqlExpression): SqlExpression
  pad(side: 'left' | 'right', text: SqlExpression, length: SqlExpression, fill: SqlExpression): SqlExpression
  /** The part at a position that is not 0, negative ones from the right; empty past the ends. */
  part(text: SqlExpression, delimiter: SqlExpression, position: SqlExpression): SqlExpression
  initials(text: SqlExpression): SqlExpression
  digest(kind: 'md5' | 'sha256', text: SqlExpression): SqlExpression
  /** LIKE in which a backslash is an ordinary character. */
  like(text: SqlExpression, pattern: SqlExpression): SqlExpression
  /** `constant` is the pattern where the formula writes it out: some engines take its options beside it. */
  matches(text: SqlExpression, pattern: SqlExpression, constant?: unknown): SqlExpression
  /** Every match replaced; `\1` in the replacement is the first group. */
  replaceMatches(text: SqlExpression, pattern: SqlExpression, replacement: SqlExpression): SqlExpression
  /** The match at a position from 1, or its first group; null without one. */
  match(text: SqlExpression, pattern: SqlExpression, at: SqlExpression, hasGroup: boolean): SqlExpression
}

export interface NumberWords {
  /** A sum, difference or product of exact numbers, which is null where its type cannot hold it. */
  computed(sign: '+' | '-' | '*', left: SqlExpression, right: SqlExpression, operation: Computation): SqlExpression
  /** An exact number without decimals, or one of the decimals of the type, as that type; null where it does not fit. */
  fitted(number: SqlExpression, type: ValueType): SqlExpression
  /** A float without decimals as int64; null where it does not fit. */
  whole(float: SqlExpression): SqlExpression
  /** How many whole times one exact number is in another, towards zero, as int64; the divisor is not 0. */
  quotient(dividend: SqlExpression, divisor: SqlExpression, types: readonly ValueType[]): SqlExpression
  /** The whole number of 64 bits that is nearest, halves away from zero; the number has one. */
  nearestWhole(number: SqlExpression): SqlExpression
  /**
   * The total of decimals of so many digits that it may leave them, which is null then; `over` places an aggregate over a
   * window.
   */
  wideTotal(x: SqlExpression, type: DecimalType, over: (aggregate: SqlExpression) => SqlExpression): SqlExpression
  /** Their mean, as a float. */
  wideMean(x: SqlExpression, type: DecimalType, over: (aggregate: SqlExpression) => SqlExpression): SqlExpression
  /** A number as the integer that positions and counts are. */
  integer(number: SqlExpression): SqlExpression
  /** The nearest whole number, as a float; where two are as near, either of them. */
  round(float: SqlExpression): SqlExpression
  /** Towards zero, as a float. */
  trunc(float: SqlExpression): SqlExpression
  ceil(float: SqlExpression): SqlExpression
  ln(float: SqlExpression): SqlExpression
  /** To the base 10, exact for powers of it. */
  log10(float: SqlExpression): SqlExpression
  /** A float that is finite; null for one that is not, on engines that compute it rather than raise an error. */
  finite(float: SqlExpression): SqlExpression
  /** What the engine does with an operation whose result is larger, or smaller, than every float. */
  floatErrors: FloatErrors
  /**
   * An expression that reads its operands several times, although the engine computes each of them once and the text holds
   * it once: otherwise a formula of n operations would grow to 2^n.
   */
  bound(
    operands: readonly SqlExpression[],
    type: ValueType,
    write: (names: readonly SqlExpression[]) => SqlExpression,
  ): SqlExpression
  atan2(y: SqlExpression, x: SqlExpression): SqlExpression
  pi(): SqlExpression
  /** The divisor is not 0. */
  remainder(dividend: SqlExpression, divisor: SqlExpression, type: ValueType): SqlExpression
  bits(sign: '&' | '|', left: SqlExpression, right: SqlExpression): SqlExpression

  /** A float without an exponent or a trailing `.0` where it is whole. */
  floatText(float: SqlExpression): SqlExpression
  /** Exact; null for text that is no plain number, or one of more digits. */
  numberOfText(text: SqlExpression): SqlExpression
}

/** Days and times. */
export interface MomentWords {
  /** Null for text that is no ISO date, or no such day. */
  timestampOfText(text: SqlExpression): SqlExpression

  /** Moves a local time by whole units. */
  add(unit: string, amount: SqlExpression, moment: SqlExpression): SqlExpression
  /** Start of the period of a local time. Weeks start on Sunday, on whatever session. */
  startOf(unit: string, moment: SqlExpression): SqlExpression
  /** The named part of a local time as int64; weekday 1 is Sunday, week 1 holds 1 January. */
  partOf(part: string, moment: SqlExpression): SqlExpression
  boundariesBetween(unit: string, start: SqlExpression, end: SqlExpression): SqlExpression
  /** Days from 1970-01-01 to the day of a local time, as int64. */
  dayNumber(moment: SqlExpression): SqlExpression
  /** Seconds since 1970 of a local time that is read as UTC, with decimals. */
  epoch(moment: SqlExpression): SqlExpression
  /** Whole microseconds since 1970 as a local time that reads as UTC. */
  fromMicros(micros: SqlExpression): SqlExpression
  /** A day or a local time as `2024-05-20 13:45:00`. */
  isoText(moment: SqlExpression): SqlExpression
  /** A wall-clock time of one zone as that of another. */
  convertZone(moment: SqlExpression, from: SqlExpression, to: SqlExpression): SqlExpression
  /** An instant as the wall-clock time of a zone. */
  localTime(instant: SqlExpression, zone: SqlExpression): SqlExpression
  /** A day of the years 1 to 9999; null where there is no such day. */
  makeDate(year: SqlExpression, month: SqlExpression, day: SqlExpression): SqlExpression
  /** Year, month, day, hour, minute and microseconds of the minute; null where there is no such time. */
  makeTimestamp(parts: TimestampParts): SqlExpression
  /** Text laid out by a strftime format, a constant. */
  timestampOfFormat(text: SqlExpression, format: string): SqlExpression
}

export type DecimalType = Extract<ValueType, { kind: 'decimal' }>

/** What is known of an operation on exact numbers. */
export interface Computation {
  /** Types of the operands. */
  types: readonly ValueType[]
  returns: ValueType
  /** True when no operand holds an aggregate, a window or a subquery. */
  isOfRow: boolean
}

/**
 * `none`: the result is infinite, or 0. `overflow`: an error where it is larger than every float. `both`: an error also
 * where it is smaller and not 0. `unguarded`: nothing here runs the engine, and formulas are not guarded.
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

/** Variants. Arguments that are variants are JSON values of the engine. */
export interface JsonWords {
  /** A value of any other type as JSON. */
  of(value: SqlExpression, type: ValueType): SqlExpression
  /** Null for text that is not JSON. */
  parse(text: SqlExpression): SqlExpression
  /** Text that is JSON. */
  cast(text: SqlExpression): SqlExpression
  /** Strings without quotes, the rest as JSON; null for the JSON null. */
  text(variant: SqlExpression): SqlExpression
  /** `constant` is the key where it is known. */
  key(variant: SqlExpression, key: SqlExpression, constant: string | undefined): SqlExpression
  at(variant: SqlExpression, index: SqlExpression): SqlExpression
  array(items: readonly SqlExpression[]): SqlExpression
  object(entries: readonly SqlExpression[]): SqlExpression
}

/** How the values of a group are ordered where they are gathered. */
export interface GatherOrder {
  by: SqlExpression
  isDescending: boolean
}

export interface StatisticsWords {
  deviation: string
  variance: string
  populationVariance: string
  /** Value at a share between 0 and 1. */
  percentile(float: SqlExpression, share: SqlExpression): SqlExpression
  listed(text: SqlExpression, separator: SqlExpression, order: GatherOrder | null, isDistinct: boolean): SqlExpression
  firstNonNull(call: string, value: SqlExpression): SqlExpression
}
