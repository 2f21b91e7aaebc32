import { caseWhen, cast, type SqlExpression, sql, textValue, value } from '../../sql/index.ts'
import { DATE, INT64, TEXT, TIMESTAMP } from '../value-types.ts'
import { alwaysFits, ansiWords, call, EPOCH, isMoment, looksLikeIsoDate, pieces, SECONDS_OF, tryCast } from './ansi.ts'
import { mysqlFormat } from './date-formats.ts'
import { trinoPairs } from './decimal-pairs.ts'
import { boundInLambda, onceInLambda } from './lambdas.ts'
import { dollarGroups } from './mysql.ts'
import { gatheredOnTrino } from './trino-gathered.ts'
import { meanInParts, totalInParts } from './trino-totals.ts'
import type { JsonWords, MomentWords, NumberWords, StatisticsWords, TextWords, Words } from './words.ts'

const ansi = ansiWords(() => trino)

/** An expression that reads its operands several times: large ones are passed to a lambda. */
function once(
  operands: readonly SqlExpression[],
  write: (...names: readonly SqlExpression[]) => SqlExpression,
): SqlExpression {
  return onceInLambda(operands, (names) => write(...names))
}

const texts: Partial<TextWords> = {
  // For an empty part the replacement would be inserted between all characters.
  replace: (...operands) =>
    once(operands, (text, part, by) => {
      const replaced = call('REPLACE', text, part, by)
      if (part.kind === 'value' && part.value !== '') return replaced
      const isKnown = by.kind === 'value' && by.value !== null
      const unchanged = isKnown ? sql`${part} = ''` : sql`${part} = '' AND ${by} IS NOT NULL`
      return caseWhen([{ when: unchanged, value: text }], replaced)
    }),
  // REPEAT makes arrays here, of at most 10,000 elements.
  repeat: (...operands) =>
    once(operands, (text, times) =>
      caseWhen([{ when: sql`${text} = ''`, value: text }], sql`RPAD('', LENGTH(${text}) * ${times}, ${text})`),
    ),
  part: (...operands) =>
    once(operands, (text, delimiter, position) => {
      const parts = call('SPLIT', text, delimiter)
      const found = sql`COALESCE(ELEMENT_AT(${parts}, ${position}), '')`
      const isKnown = sql`${text} IS NOT NULL AND ${delimiter} IS NOT NULL AND ${position} IS NOT NULL`
      return caseWhen([{ when: isKnown, value: found }])
    }),
  initials: (text) =>
    sql`REGEXP_REPLACE(${text}, ${textValue('([\\p{L}\\p{N}])([\\p{L}\\p{N}]*)')}, w -> UPPER(w[1]) || LOWER(w[2]))`,
  digest: (kind, text) => sql`LOWER(TO_HEX(${call(kind === 'md5' ? 'MD5' : 'SHA256', call('TO_UTF8', text))}))`,
  replaceMatches: (text, pattern, replacement) => call('REGEXP_REPLACE', text, pattern, dollarGroups(replacement)),
  match: (text, pattern, at, hasGroup) =>
    call('ELEMENT_AT', call('REGEXP_EXTRACT_ALL', text, pattern, hasGroup ? sql`1` : sql`0`), at),
}

const numbers: Partial<NumberWords> = {
  trunc: (float) => call('TRUNCATE', float),
  bits: (sign, left, right) => call(sign === '&' ? 'BITWISE_AND' : 'BITWISE_OR', left, right),
  computed(sign, left, right, operation) {
    const { returns } = operation
    // A column of the table may be narrower than 64 bits, and its sums with it.
    const first = returns.kind === 'int64' ? wide(left) : left
    if (alwaysFits(operation)) return pieces(['', ` ${sign} `, ''], first, right)
    const result = pieces(['TRY(', ` ${sign} `, ')'], first, right)
    return returns.kind === 'int64' ? result : trino.fitted(result, returns)
  },
  fitted: (number, type) =>
    tryCast(number, type.kind === 'decimal' ? `DECIMAL(${type.precision}, ${type.scale})` : 'BIGINT'),
  pairs: trinoPairs,
  whole: (float) => tryCast(float, 'BIGINT'),
  wideTotal: totalInParts,
  wideMean: meanInParts,
  floatErrors: 'none',
  finite: (...operands) => once(operands, (float) => caseWhen([{ when: call('IS_FINITE', float), value: float }])),
  bound: (operands, _type, write) => boundInLambda(operands, write),
  once: onceInLambda,
  quotient: (dividend, divisor, types) => once([dividend, divisor], (x, y) => ansi.quotient(x, y, types)),
  numberOfText: (...operands) => once(operands, ansi.numberOfText),
  floatText: (...operands) => once(operands, floatText),
}

function floatText(float: SqlExpression): SqlExpression {
  // The shortest text of a float has up to 17 digits, and 22 decimals keep them all in this range.
  const plain = sql`REGEXP_REPLACE(CAST(CAST(${float} AS DECIMAL(38, 22)) AS VARCHAR), '\\.?0+$', '')`
  const withExponent = sql`REGEXP_REPLACE(JSON_FORMAT(CAST(${float} AS JSON)), '^(-?[0-9]+)(\\.0|(\\.[0-9]+))?E(-?)([0-9]+)$', m -> m[1] || COALESCE(m[3], '') || 'e' || CASE WHEN m[4] = '-' THEN '-' ELSE '+' END || CASE WHEN LENGTH(m[5]) = 1 THEN '0' ELSE '' END || m[5])`
  return caseWhen(
    [
      { when: sql`${float} = 0`, value: sql`'0'` },
      { when: sql`ABS(${float}) >= 1e-4 AND ABS(${float}) < 1e15`, value: plain },
    ],
    withExponent,
  )
}

/** Units of intervals: DATE_ADD takes 32-bit amounts only. */
const UNITS_OF_TIME: Readonly<Record<string, string>> = { hour: 'HOUR', minute: 'MINUTE', second: 'SECOND' }

const moments: Partial<MomentWords> & Pick<MomentWords, 'add' | 'convertZone' | 'dayNumber' | 'epoch' | 'isoText'> = {
  timestampOfText: (...operands) =>
    once(operands, (text) =>
      caseWhen([
        { when: looksLikeIsoDate(trino, text), value: tryCast(sql`REPLACE(${text}, 'T', ' ')`, 'TIMESTAMP(6)') },
      ]),
    ),
  add(unit, amount, moment) {
    if (unit === 'microsecond')
      return once([amount, moment], (more, from) => trino.fromMicros(sql`${microsOf(from)} + (${more})`))
    const ofTime = UNITS_OF_TIME[unit]
    return ofTime
      ? pieces(['', ' + (', `) * INTERVAL '1' ${ofTime}`], moment, amount)
      : pieces([`DATE_ADD('${unit}', `, ', ', ')'], amount, moment)
  },
  fromMicros: (micros) =>
    cast(sql`AT_TIMEZONE(FROM_UNIXTIME_NANOS(CAST(${micros} AS DECIMAL(38, 0)) * 1000), 'UTC')`, TIMESTAMP),
  partOf(part, moment) {
    switch (part) {
      case 'weekday':
        return sql`DAY_OF_WEEK(${moment}) % 7 + 1`
      case 'day_of_year':
        return call('DAY_OF_YEAR', moment)
      case 'epoch':
        return timesBetween('second', EPOCH, moment)
      case 'millisecond':
        return call('MILLISECOND', cast(moment, TIMESTAMP))
      case 'microsecond':
        // No function returns more than three decimals of a second, but the text has all six.
        return sql`CAST(SUBSTR(CAST(${cast(moment, TIMESTAMP)} AS VARCHAR), -6) AS BIGINT)`
      default:
        return once([moment], (of) => ansi.partOf(part, of))
    }
  },
  startOf: (unit, moment) => once([moment], (of) => ansi.startOf(unit, of)),
  boundariesBetween: (unit, ...operands) =>
    once(operands, (start, end) =>
      unit in SECONDS_OF ? timesBetween(unit, start, end) : ansi.boundariesBetween(unit, start, end),
    ),
  makeDate: (...operands) => once(operands, ansi.makeDate),
  makeTimestamp: (operands) =>
    once(operands, (year, month, day, hour, minute, micros) =>
      ansi.makeTimestamp([year, month, day, hour, minute, micros]),
    ),
  dayNumber: (moment) => sql`DATE_DIFF('day', DATE '1970-01-01', ${cast(moment, DATE)})`,
  // Without a zone the function would use the zone of the session.
  epoch: (moment) => sql`TO_UNIXTIME(WITH_TIMEZONE(${cast(moment, TIMESTAMP)}, 'UTC'))`,
  isoText: (moment) => sql`DATE_FORMAT(${cast(moment, TIMESTAMP)}, '%Y-%m-%d %H:%i:%s')`,
  convertZone: (moment, from, to) => cast(call('AT_TIMEZONE', call('WITH_TIMEZONE', moment, from), to), TIMESTAMP),
  localTime: (instant, zone) => cast(call('AT_TIMEZONE', instant, zone), TIMESTAMP),
  timestampOfFormat: (text, format) =>
    cast(sql`TRY(DATE_PARSE(${text}, ${value(mysqlFormat(format), TEXT)}))`, TIMESTAMP),
}

const json: JsonWords = {
  of: (x, type) => (type.kind === 'variant' ? x : sql`CAST(${isMoment(type) ? trino.isoText(x) : x} AS JSON)`),
  parse: (text) => sql`TRY(${call('JSON_PARSE', text)})`,
  cast: (text) => call('JSON_PARSE', text),
  // A cast would write a number as 1.5E0.
  text: (...operands) =>
    once(operands, (x) => sql`COALESCE(JSON_EXTRACT_SCALAR(${x}, '$'), NULLIF(JSON_FORMAT(${x}), 'null'))`),
  key: (x, key, constant) =>
    constant === undefined
      ? sql`ELEMENT_AT(TRY_CAST(${x} AS MAP(VARCHAR, JSON)), ${key})`
      : call('JSON_EXTRACT', x, textValue(`$["${constant.replace(/["\\]/g, '\\$&')}"]`)),
  // JSON_ARRAY_GET returns texts without quotes, and counts negative positions from the end.
  at: (...operands) =>
    once(operands, (x, index) =>
      caseWhen([
        {
          when: sql`${index} >= 0`,
          value: sql`ELEMENT_AT(TRY_CAST(${x} AS ARRAY(JSON)), CAST(${index} AS BIGINT) + 1)`,
        },
      ]),
    ),
  array: (items) => sql`CAST(ARRAY[${{ kind: 'list', items, separator: ', ' }}] AS JSON)`,
  object: (entries) => {
    const names = entries.filter((_entry, index) => index % 2 === 0)
    const values = entries.filter((_entry, index) => index % 2 === 1).map((entry) => sql`CAST(${entry} AS JSON)`)
    const listed = (items: typeof entries) => sql`ARRAY[${{ kind: 'list', items, separator: ', ' }}]`
    return sql`CAST(${call('MAP', listed(names), listed(values))} AS JSON)`
  },
}

const statistics: StatisticsWords = {
  ...ansi.statistics,
  // There are no exact percentiles: the values are collected, sorted, and two of them are read.
  percentile(float, share) {
    const values = sql`ARRAY_SORT(ARRAY_AGG(${float}) FILTER (WHERE ${float} IS NOT NULL))`
    const rank = sql`(COUNT(${float}) - 1) * ${share}`
    const low = sql`ELEMENT_AT(${values}, CAST(FLOOR(${rank}) AS BIGINT) + 1)`
    const high = sql`ELEMENT_AT(${values}, CAST(CEIL(${rank}) AS BIGINT) + 1)`
    return sql`${low} + (${high} - ${low}) * (${rank} - FLOOR(${rank}))`
  },
  listed: (text, separator, order, isDistinct) =>
    call('ARRAY_JOIN', gatheredOnTrino(text, order, isDistinct), separator),
  firstNonNull: (name, x) => pieces([`${name}(`, ') IGNORE NULLS'], x),
}

export const trino: Words = { ...ansi, ...texts, ...numbers, ...moments, json, statistics }

function wide(expression: SqlExpression): SqlExpression {
  return expression.kind === 'value' || expression.kind === 'cast' ? expression : cast(expression, INT64)
}

/**
 * Boundaries of hours or shorter units between two times. The engine counts whole units, here from the beginnings of units, in integers;
 * seconds since 1970 are a float there, which is not exact in its last decimals.
 */
function timesBetween(unit: string, start: SqlExpression, end: SqlExpression): SqlExpression {
  const begin = (moment: SqlExpression) => {
    const time = cast(moment, TIMESTAMP)
    // The difference ignores everything below a millisecond, of both times.
    return unit === 'millisecond' ? time : pieces([`DATE_TRUNC('${unit}', `, ')'], time)
  }
  return pieces([`DATE_DIFF('${unit}', `, ', ', ')'], begin(start), begin(end))
}

/** Microseconds since 1970 of a local time; the difference of times has milliseconds only. */
function microsOf(moment: SqlExpression): SqlExpression {
  return sql`DATE_DIFF('millisecond', ${EPOCH}, ${moment}) * 1000 + ${trino.partOf('microsecond', moment)} % 1000`
}
