import { and, caseWhen, cast, list, type SqlExpression, sql, textValue, weightOf } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { DATE, FLOAT64, INT64, TEXT, TIMESTAMP, TOTAL } from '../value-types.ts'
import type { Computation, MomentWords, NumberWords, StatisticsWords, TextWords, Words } from './words.ts'

/** `NAME(a, b)`. The name becomes SQL text unchanged. */
export function call(name: string, ...args: readonly SqlExpression[]): SqlExpression {
  return { kind: 'fragment', strings: [`${name}(`, ')'], args: [list(args)] }
}

/** SQL text. */
export function word(text: string): SqlExpression {
  return { kind: 'fragment', strings: [text], args: [] }
}

/** A fragment with computed pieces of SQL text. */
export function pieces(strings: readonly string[], ...args: readonly SqlExpression[]): SqlExpression {
  return { kind: 'fragment', strings, args }
}

/** A literal pattern without its leading options, `(?i)`, for engines that do not support them there. */
export function optionsApart(constant: unknown): { options: string; rest: SqlExpression } | null {
  const [own, options] = (typeof constant === 'string' && /^\(\?([a-z]+)\)/.exec(constant)) || []
  return own && options ? { options, rest: textValue(String(constant).slice(own.length)) } : null
}

/** A dialect cannot express what a call needs; the message is a sentence for users. */
export class MissingWord extends Error {}

/** Throws `MissingWord`: entries should name the dialect as unsupported first, else the checker reports it. */
export function unavailable(what: string): () => never {
  return () => {
    throw new MissingWord(`This engine has no ${what}.`)
  }
}

/** Limited to lengths that every engine can parse. */
const NUMBER = '^[+-]?([0-9]{1,99}[.]?[0-9]{0,99}|[.][0-9]{1,99})([eE][+-]?[0-9]{1,2})?$'
const ISO_DATE =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?)?$'

/** Whether the result type has room for every result. */
export function alwaysFits({ returns, isOfTotals }: Computation): boolean {
  return returns.kind === 'decimal' && (returns.precision < 38 || isOfTotals)
}

export function looksLikeNumber(words: Words, text: SqlExpression): SqlExpression {
  return words.matches(text, textValue(NUMBER))
}

/** The maximum number of nodes of an expression that may be repeated: a column, a value, or one of them in a cast or a call. */
const REPEATED = 4

/** Whether `Words.bound` computes the operand separately. */
export function isBound(operand: SqlExpression): boolean {
  return weightOf(operand, REPEATED + 1) > REPEATED
}

/** Whether the parts of a date are in range and the day exists in its month. */
export function isDate(
  year: SqlExpression,
  month: SqlExpression,
  day: SqlExpression,
  monthOfMade: SqlExpression,
): SqlExpression {
  return and(
    sql`${year} BETWEEN 1 AND 9999`,
    sql`${month} BETWEEN 1 AND 12`,
    sql`${day} BETWEEN 1 AND 31`,
    sql`${monthOfMade} = ${month}`,
  )
}

/** The nearest numbers outside a type, on both sides. */
export function limitsOf(type: ValueType): readonly [string, string] {
  if (type.kind !== 'decimal') return ['-9223372036854775809', '9223372036854775808']
  const beyond = `1${'0'.repeat(type.precision - type.scale)}`
  return [`-${beyond}`, beyond]
}

/** The same for floats, which have no value between -2^63 and the first of these. */
const FLOAT_LIMITS = ['-9223372036854777856e0', '9223372036854775808e0'] as const

/**
 * The number as a type, null outside its limits, without repeating the number: values outside are clamped to a limit, and limits become
 * null.
 */
function clamped(number: SqlExpression, [low, high]: readonly [string, string], type: ValueType): SqlExpression {
  const between = pieces(['LEAST(GREATEST(', `, ${low}), ${high})`], number)
  return cast(pieces(['NULLIF(NULLIF(', `, ${low}), ${high})`], between), type)
}

export function looksLikeIsoDate(words: Words, text: SqlExpression): SqlExpression {
  return words.matches(text, textValue(ISO_DATE))
}

export const EPOCH = cast(sql`'1970-01-01 00:00:00'`, TIMESTAMP)

/** Calls whose name and argument order are the same in most dialects. */
export const SECONDS_OF: Record<string, string> = { hour: '3600', minute: '60', second: '1', millisecond: '0.001' }

/**
 * The words that most dialects share. `self` returns the finished words of the dialect, so that shared words use those that the dialect
 * overrides.
 */
export function ansiWords(
  self: () => Words,
): Omit<Words, 'json' | 'convertZone' | 'add' | 'dayNumber' | 'epoch' | 'isoText'> {
  return {
    ...texts,
    ...numbersOf(self),
    ...momentsOf(self),
    shapeText: unavailable('geography type'),
    statistics,
  }
}

const texts: TextWords = {
  joined: (parts) => ({ kind: 'list', items: parts, separator: ' || ' }),
  length: (text) => call('LENGTH', text),
  position: (text, part) => call('STRPOS', text, part),
  substr: (text, from, count) => (count ? call('SUBSTR', text, from, count) : call('SUBSTR', text, from)),
  replace: (text, part, by) => call('REPLACE', text, part, by),
  repeat: (text, times) => call('REPEAT', text, times),
  pad: (side, text, length, fill) => call(side === 'left' ? 'LPAD' : 'RPAD', text, length, fill),
  part: (text, delimiter, position) => call('SPLIT_PART', text, delimiter, position),
  initials: (text) => call('INITCAP', text),
  digest: (kind, text) => (kind === 'md5' ? call('MD5', text) : call('SHA2', text, sql`256`)),
  like: (text, pattern) => sql`${text} LIKE ${pattern}`,
  matches: (text, pattern) => call('REGEXP_LIKE', text, pattern),
  replaceMatches: (text, pattern, replacement) => call('REGEXP_REPLACE', text, pattern, replacement),
  match: unavailable('regular expressions'),
}

function numbersOf(self: () => Words): NumberWords {
  return {
    computed: (sign, left, right, operation) => {
      const { returns } = operation
      const wide = returns.kind === 'int64' ? cast(left, TOTAL) : left
      const result = pieces(['', ` ${sign} `, ''], wide, right)
      return alwaysFits(operation) ? result : self().fitted(result, returns)
    },
    fitted: (number, type) => clamped(number, limitsOf(type), type),
    whole: (float) => clamped(float, FLOAT_LIMITS, INT64),
    // After subtracting the remainder the dividend is a multiple of the divisor, so the quotient is whole.
    quotient(dividend, divisor, [type]) {
      const wide = type?.kind === 'int64' ? cast(dividend, TOTAL) : dividend
      const multiple = sql`${wide} - ${self().remainder(wide, divisor, TOTAL)}`
      return self().fitted(sql`${multiple} / ${divisor}`, INT64)
    },
    wideTotal: (x, type, over) => self().fitted(over(sql`SUM(${x})`), { ...type, precision: 38 }),
    wideMean: (x, _type, over) => sql`${cast(over(sql`SUM(${x})`), FLOAT64)} / NULLIF(${over(sql`COUNT(${x})`)}, 0)`,
    nearestWhole: (number) => sql`CAST(ROUND(${number}, 0) AS BIGINT)`,
    integer: (number) => sql`CAST(ROUND(${number}) AS INTEGER)`,
    round: (float) => call('ROUND', float),
    trunc: (float) => call('TRUNC', float),
    ceil: (float) => call('CEIL', float),
    floor: (float) => call('FLOOR', float),
    ln: (float) => call('LN', float),
    log10: (float) => call('LOG10', float),
    finite: (float) => float,
    floatErrors: 'unguarded',
    bound: (operands, _type, write) => write(operands),
    once: (operands, write) => write(operands),
    atan2: (y, x) => call('ATAN2', y, x),
    pi: () => sql`PI()`,
    remainder: (dividend, divisor) => sql`${dividend} % ${divisor}`,
    bits: (sign, left, right) => pieces(['', ` ${sign} `, ''], left, right),

    floatText: (float) => cast(float, TEXT),
    numberOfText: (text) =>
      caseWhen([{ when: looksLikeNumber(self(), text), value: tryCast(text, 'DECIMAL(38, 18)') }]),
  }
}

function momentsOf(self: () => Words): Omit<MomentWords, 'convertZone' | 'add' | 'dayNumber' | 'epoch' | 'isoText'> {
  return {
    timestampOfText: (text) => caseWhen([{ when: looksLikeIsoDate(self(), text), value: tryCast(text, 'TIMESTAMP') }]),
    startOf: (unit, moment) => startOf(self(), unit, moment),
    partOf: (part, moment) => partOf(self(), part, moment),
    boundariesBetween: (unit, start, end) => boundariesBetween(self(), unit, start, end),
    fromMicros: (micros) => self().add('microsecond', micros, EPOCH),
    localTime: (instant, zone) => self().convertZone(instant, sql`'UTC'`, zone),
    makeDate(year, month, day) {
      const { add, partOf } = self()
      const within = (part: SqlExpression, low: number, high: number) =>
        pieces(['LEAST(GREATEST(', `, ${low}), ${high})`], part)
      // Parts outside their limits must not raise an error before the test below returns null.
      const january = add('year', sql`${within(year, 1, 9999)} - 1970`, EPOCH)
      const first = add('month', sql`${within(month, 1, 12)} - 1`, january)
      const made = add('day', sql`${within(day, 1, 31)} - 1`, first)
      return caseWhen([{ when: isDate(year, month, day, partOf('month', made)), value: cast(made, DATE) }])
    },
    makeTimestamp([year, month, day, hour, minute, micros]) {
      const words = self()
      const midnight = cast(words.makeDate(year, month, day), TIMESTAMP)
      const time = sql`(${cast(hour, INT64)} * 60 + ${minute}) * 60000000 + ${micros}`
      const isTime = and(
        sql`${hour} BETWEEN 0 AND 23`,
        sql`${minute} BETWEEN 0 AND 59`,
        sql`${micros} BETWEEN 0 AND 59999999`,
      )
      return caseWhen([{ when: isTime, value: words.add('microsecond', time, midnight) }])
    },
    timestampOfFormat: unavailable('reading of dates by a format'),
  }
}

const statistics: StatisticsWords = {
  deviation: 'STDDEV_SAMP',
  variance: 'VAR_SAMP',
  populationVariance: 'VAR_POP',
  percentile: (float, share) => sql`PERCENTILE_CONT(${share}) WITHIN GROUP (ORDER BY ${float})`,
  listed(text, separator, order, isDistinct) {
    const open = `STRING_AGG(${isDistinct ? 'DISTINCT ' : ''}`
    return order
      ? pieces([open, ', ', ' ORDER BY ', order.isDescending ? ' DESC)' : ')'], text, separator, order.by)
      : pieces([open, ', ', ')'], text, separator)
  },
  firstNonNull: (name, value) => pieces([`${name}(`, ' IGNORE NULLS)'], value),
}

function startOf(words: Words, unit: string, moment: SqlExpression): SqlExpression {
  switch (unit) {
    case 'week':
    case 'week_starting_sunday':
      return words.add('day', sql`1 - ${words.partOf('weekday', moment)}`, words.startOf('day', moment))
    case 'week_starting_monday':
      return words.add('day', sql`-((${words.partOf('weekday', moment)} + 5) % 7)`, words.startOf('day', moment))
    default:
      return pieces([`DATE_TRUNC('${unit}', `, ')'], moment)
  }
}

function partOf(words: Words, part: string, moment: SqlExpression): SqlExpression {
  switch (part) {
    case 'weekday': {
      // 1970-01-01 was a Thursday.
      const days = sql`${words.dayNumber(moment)} + 4`
      return sql`${days} - 7 * ${cast(sql`FLOOR((${days}) / 7e0)`, INT64)} + 1`
    }
    case 'day_of_year':
      return sql`${words.dayNumber(moment)} - ${words.dayNumber(words.startOf('year', moment))} + 1`
    case 'week': {
      const first = words.partOf('weekday', words.startOf('year', moment))
      return sql`${cast(sql`FLOOR((${words.partOf('day_of_year', moment)} + ${first} - 2) / 7e0)`, INT64)} + 1`
    }
    case 'epoch':
      return cast(sql`FLOOR(${words.epoch(moment)})`, INT64)
    case 'millisecond': {
      const seconds = words.epoch(moment)
      return cast(sql`FLOOR(ROUND((${seconds} - FLOOR(${seconds})) * 1000000e0, 0) / 1000)`, INT64)
    }
    case 'microsecond': {
      const seconds = words.epoch(moment)
      return cast(sql`ROUND((${seconds} - FLOOR(${seconds})) * 1000000e0, 0)`, INT64)
    }
    case 'second':
      return cast(sql`FLOOR(EXTRACT(SECOND FROM ${moment}))`, INT64)
    default:
      return cast(pieces([`EXTRACT(${part.toUpperCase()} FROM `, ')'], moment), INT64)
  }
}

function boundariesBetween(words: Words, unit: string, start: SqlExpression, end: SqlExpression): SqlExpression {
  const difference = (of: (moment: SqlExpression) => SqlExpression) => sql`${of(end)} - ${of(start)}`
  switch (unit) {
    case 'year':
      return difference((moment) => words.partOf('year', moment))
    case 'quarter':
      return difference((moment) => sql`${words.partOf('year', moment)} * 4 + ${words.partOf('quarter', moment)}`)
    case 'month':
      return difference((moment) => sql`${words.partOf('year', moment)} * 12 + ${words.partOf('month', moment)}`)
    case 'week':
      return difference((moment) => cast(sql`FLOOR((${words.dayNumber(moment)} + 4) / 7e0)`, INT64))
    case 'day':
      return difference(words.dayNumber)
    default:
      return difference((moment) =>
        cast(pieces(['FLOOR(', ` / ${SECONDS_OF[unit] ?? '1'})`], words.epoch(moment)), INT64),
      )
  }
}

/** True for days and times, which are texts in variants. */
export function isMoment({ kind }: ValueType): boolean {
  return kind === 'date' || kind === 'timestamp' || kind === 'instant'
}

export function tryCast(expression: SqlExpression, type: string): SqlExpression {
  return pieces(['TRY_CAST(', ` AS ${type})`], expression)
}
