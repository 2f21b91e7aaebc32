import { caseWhen, cast, type SqlExpression, sql, textValue, value } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { asDecimal, DATE, FLOAT64, INT64, NUMBER_OF_TEXT, TEXT, TIMESTAMP, TOTAL } from '../value-types.ts'
import { alwaysFits, ansiWords, call, EPOCH, limitsOf, looksLikeIsoDate, looksLikeNumber, pieces } from './ansi.ts'
import { mysqlFormat } from './date-formats.ts'
import { boundInVariables, hasLimits } from './mysql-variables.ts'
import type { Computation, JsonWords, MomentWords, NumberWords, StatisticsWords, TextWords, Words } from './words.ts'

/** The maximum digits of an exact number; a longer product is an error, whatever its type. */
const MOST_DIGITS = 65

/** The server rounds halves of exact numbers away from zero, and halves of floats to an even number. */
function exact(float: SqlExpression): SqlExpression {
  return sql`CAST(${float} AS DECIMAL(65, 15))`
}

/**
 * A copy of the text. REPLACE and REPEAT overwrite their text argument with the result, which changes it for everything else that reads the
 * same subquery column: `REPLACE(x, 'a', 'b') = x` is true for every text.
 */
function copied(text: SqlExpression): SqlExpression {
  return text.kind === 'value' ? text : call('CONCAT', text)
}

/**
 * A whole float. MariaDB assumes that results of its rounding functions have at most 17 digits: a result of 2e17 that is stored, or
 * compared with other rows, would become 1e17.
 */
function anySize(whole: SqlExpression): SqlExpression {
  return sql`${whole} + 0e0`
}

function isoText(moment: SqlExpression): SqlExpression {
  return sql`DATE_FORMAT(${moment}, '%Y-%m-%d %H:%i:%s')`
}

/** MariaDB's JSON is text: values combined in one array must have the collation that JSON_QUOTE returns. */
function inOneCollation(json: SqlExpression): SqlExpression {
  return sql`${json} COLLATE utf8mb4_bin`
}

/** A JSON value parsed from its text. */
function parsed(text: SqlExpression): SqlExpression {
  return sql`JSON_EXTRACT(${text}, '$')`
}

const json: JsonWords = {
  of(x, type) {
    switch (type.kind) {
      case 'variant':
      case 'array':
        return parsed(x)
      case 'logical':
        return parsed(
          inOneCollation(
            caseWhen([
              { when: x, value: sql`'true'` },
              { when: sql`NOT ${x}`, value: sql`'false'` },
            ]),
          ),
        )
      case 'int64':
      case 'decimal':
      case 'float64':
        return parsed(inOneCollation(cast(x, TEXT)))
      case 'date':
      case 'timestamp':
      case 'instant':
        return parsed(call('JSON_QUOTE', isoText(x)))
      default:
        return parsed(call('JSON_QUOTE', x))
    }
  },
  parse: (text) => caseWhen([{ when: sql`JSON_VALID(${text})`, value: parsed(inOneCollation(text)) }]),
  cast: (text) => parsed(inOneCollation(text)),
  text: (x) =>
    caseWhen([{ when: sql`JSON_TYPE(${x}) <> 'NULL'`, value: sql`CONVERT(JSON_UNQUOTE(${x}) USING utf8mb4)` }]),
  key: (x, key, constant) =>
    call(
      'JSON_EXTRACT',
      x,
      constant === undefined
        ? sql`CONCAT(${inOneCollation(sql`'$.'`)}, JSON_QUOTE(${key}))`
        : textValue(`$."${constant.replace(/["\\]/g, '\\$&')}"`),
    ),
  // A value that is not an array would be treated as an array with itself as its element.
  at: (x, index) =>
    caseWhen([
      {
        when: sql`${index} >= 0 AND JSON_TYPE(${x}) = 'ARRAY'`,
        value: call('JSON_EXTRACT', x, sql`CONCAT('$[', ${index}, ']')`),
      },
    ]),
  // MariaDB stores JSON_ARRAY() and JSON_OBJECT() without arguments as empty texts.
  array: (items) => (items.length === 0 ? parsed(sql`'[]'`) : call('JSON_ARRAY', ...items)),
  object: (entries) =>
    entries.length === 0
      ? parsed(sql`'{}'`)
      : call('JSON_OBJECT', ...entries.map((entry, at) => (at % 2 === 0 ? inOneCollation(entry) : entry))),
}

/** The part of a text at a position: the engine has the text before or after the n-th delimiter. */
function part(text: SqlExpression, delimiter: SqlExpression, position: SqlExpression): SqlExpression {
  const delimiters = sql`(CHAR_LENGTH(${text}) - CHAR_LENGTH(REPLACE(${text}, ${delimiter}, ''))) / CHAR_LENGTH(${delimiter})`
  const whole = sql`${position} IN (-1, 1)`
  return caseWhen(
    [
      { when: sql`${delimiter} = ''`, value: caseWhen([{ when: whole, value: text }], sql`''`) },
      {
        when: sql`${position} > 0 AND ${position} <= ${sql`${delimiters} + 1`}`,
        value: sql`SUBSTRING_INDEX(SUBSTRING_INDEX(${text}, ${delimiter}, ${position}), ${delimiter}, -1)`,
      },
      {
        when: sql`${position} < 0 AND -${position} <= ${sql`${delimiters} + 1`}`,
        value: sql`SUBSTRING_INDEX(SUBSTRING_INDEX(${text}, ${delimiter}, ${position}), ${delimiter}, 1)`,
      },
      { when: sql`${text} IS NULL OR ${delimiter} IS NULL OR ${position} IS NULL`, value: value(null, TEXT) },
    ],
    sql`''`,
  )
}

/** The operation with a guard for products with too many digits. */
function withinDigits(computed: Words['computed']): Words['computed'] {
  return (sign, left, right, operation) =>
    sign === '*' && mayHaveTooManyDigits(operation)
      ? productWithin(left, right, operation, (x, y) => computed(sign, x, y, operation))
      : computed(sign, left, right, operation)
}

function mayHaveTooManyDigits(operation: Computation): boolean {
  const digits = operation.types.reduce((sum, type) => sum + (asDecimal(type)?.precision ?? 0), 0)
  return digits > MOST_DIGITS && !alwaysFits(operation)
}

/** A product that is computed only when its size, estimated with floats, fits its type. */
function productWithin(
  left: SqlExpression,
  right: SqlExpression,
  { types, returns }: Computation,
  product: (x: SqlExpression, y: SqlExpression) => SqlExpression,
): SqlExpression {
  const scale = Math.max(...types.map((type) => asDecimal(type)?.scale ?? 0))
  const within = (x: SqlExpression, y: SqlExpression) => {
    const size = sql`ABS(${cast(x, FLOAT64)} * ${cast(y, FLOAT64)})`
    return caseWhen([{ when: pieces(['', ` <= ${limitsOf(returns)[1]}e0`], size), value: product(x, y) }])
  }
  // A variable with more decimals would not have room for the digits before the point.
  if (scale > MOST_DIGITS - 38) return within(left, right)
  const type: ValueType = { kind: 'decimal', precision: MOST_DIGITS, scale }
  return boundInVariables([left, right], type, ([x = left, y = right]) => within(x, y))
}

/** The words that MySQL and MariaDB share. */
export function mysqlWords(self: () => Words): Words {
  const ansi = ansiWords(self)
  return {
    ...ansi,
    ...texts,
    ...numbersOf(self, ansi),
    ...momentsOf(self, ansi),
    json,
    statistics: { ...ansi.statistics, ...statistics },
  }
}

type AnsiWords = ReturnType<typeof ansiWords>

const texts: Partial<TextWords> = {
  joined: (parts) => call('CONCAT', ...parts),
  repeat: (text, times) => call('REPEAT', copied(text), times),
  initials,
  length: (text) => call('CHAR_LENGTH', text),
  position: (text, part) => call('LOCATE', part, text),
  part,
  // With nothing to replace, a null replacement would have no effect.
  replace(text, part, by) {
    const replaced = call('REPLACE', copied(text), part, by)
    const isKnown = by.kind === 'value' && by.value !== null
    return isKnown ? replaced : caseWhen([{ when: sql`${by} IS NOT NULL`, value: replaced }])
  },
  // In this engine a backslash cannot be made an ordinary character in every mode, only doubled.
  like: (text, pattern) => sql`${text} LIKE REPLACE(${copied(pattern)}, ${textValue('\\')}, ${textValue('\\\\')})`,
  matches: (text, pattern) => sql`REGEXP_LIKE(${text}, ${notEmpty(pattern)}, 'c')`,
  // MySQL writes groups in replacements with a dollar sign.
  replaceMatches: (text, pattern, replacement) =>
    call('REGEXP_REPLACE', text, notEmpty(pattern), dollarGroups(replacement), sql`1`, sql`0`, sql`'c'`),
  match(text, given, at, hasGroup) {
    const pattern = notEmpty(given)
    const found = sql`REGEXP_SUBSTR(${text}, ${pattern}, 1, ${at}, 'c')`
    const wanted = hasGroup ? sql`REGEXP_REPLACE(${found}, ${pattern}, '$1', 1, 0, 'c')` : found
    // The engine takes a place below 1 for the first.
    const isFirst = at.kind === 'fragment' && at.strings.join('') === '1'
    return isFirst ? wanted : caseWhen([{ when: sql`${at} > 0`, value: wanted }])
  },
}

/** The engine writes most numbers below 1e-4 without an exponent, where the others write one of two digits. */
function floatText(float: SqlExpression): SqlExpression {
  const text = sql`REPLACE(REPLACE(${cast(sql`${float} + 0e0`, TEXT)}, 'e', 'e+'), 'e+-', 'e-')`
  const size = cast(sql`${call('ABS', float)} + 0e0`, TEXT)
  const decimals = sql`SUBSTR(${size}, 3)`
  const digits = sql`TRIM(LEADING '0' FROM ${decimals})`
  const rest = caseWhen(
    [{ when: sql`CHAR_LENGTH(${digits}) > 1`, value: sql`CONCAT('.', SUBSTR(${digits}, 2))` }],
    sql`''`,
  )
  const exponent = sql`LPAD(CHAR_LENGTH(${decimals}) - CHAR_LENGTH(${digits}) + 1, 2, '0')`
  const sign = caseWhen([{ when: sql`${float} < 0`, value: sql`'-'` }], sql`''`)
  const small = call('CONCAT', sign, sql`SUBSTR(${digits}, 1, 1)`, rest, sql`'e-'`, exponent)
  return caseWhen([{ when: sql`${call('ABS', float)} < 1e-4 AND ${size} LIKE '0.0000%'`, value: small }], text)
}

/** MySQL refuses an empty pattern. */
function notEmpty(pattern: SqlExpression): SqlExpression {
  if (pattern.kind === 'value') return pattern.value === '' ? textValue('(?:)') : pattern
  return sql`CASE ${pattern} WHEN '' THEN '(?:)' ELSE ${pattern} END`
}

function numbersOf(self: () => Words, ansi: AnsiWords): Partial<NumberWords> {
  return {
    computed: withinDigits(ansi.computed),
    floatErrors: 'overflow',
    bound: boundInVariables,
    // NULLIF computes its first operand twice, so that a chain of n operations would compute its columns 4^n times.
    fitted(number, type) {
      if (!hasLimits(number)) return ansi.fitted(number, type)
      const [low, high] = limitsOf(type)
      const wide: ValueType = { kind: 'decimal', precision: 65, scale: type.kind === 'decimal' ? type.scale : 0 }
      return boundInVariables([number], wide, ([x = number]) =>
        caseWhen([{ when: pieces(['', ` > ${low} AND `, ` < ${high}`], x, x), value: cast(x, type) }]),
      )
    },
    // A remainder may be a negative zero, which compares as less than zero until something is added to it.
    remainder: (dividend, divisor) => sql`${sql`${dividend} % ${divisor}`} + 0`,
    nearestWhole: (number) => sql`CAST(ROUND(${exact(number)}) AS SIGNED)`,
    integer: (number) => sql`CAST(ROUND(${exact(number)}) AS SIGNED)`,
    quotient(dividend, divisor, [type]) {
      const wide = type?.kind === 'int64' ? cast(dividend, TOTAL) : dividend
      return self().fitted(sql`${sql`${wide} - ${sql`${wide} % ${divisor}`}`} / ${divisor}`, INT64)
    },
    round: (float) => anySize(call('ROUND', float)),
    trunc: (float) => anySize(sql`TRUNCATE(${float}, 0)`),
    ceil: (float) => anySize(call('CEIL', float)),
    floor: (float) => anySize(call('FLOOR', float)),
    bits: (sign, left, right) => cast(pieces(['', ` ${sign} `, ''], left, right), INT64),

    // Not DECIMAL(38, 18): a number that is too large would become the largest decimal.
    numberOfText(text) {
      const wide = sql`CAST(${text} AS DECIMAL(65, 18))`
      return caseWhen([{ when: looksLikeNumber(self(), text), value: ansi.fitted(wide, NUMBER_OF_TEXT) }])
    },
    floatText: (float) => self().bound([float], FLOAT64, ([x = float]) => floatText(x)),
  }
}

type Moments = Partial<MomentWords> & Pick<MomentWords, 'add' | 'convertZone' | 'dayNumber' | 'epoch' | 'isoText'>

function momentsOf(self: () => Words, ansi: AnsiWords): Moments {
  return {
    timestampOfText: (text) =>
      caseWhen([{ when: looksLikeIsoDate(self(), text), value: calendarDay(cast(text, TIMESTAMP)) }]),
    // MySQL makes 2024-02-30 a day of March, and computes with the year 0.
    calendarMoment: (moment) =>
      caseWhen([
        {
          when: sql`${moment} >= '0001-01-01' AND DAYOFMONTH(${moment}) <= DAYOFMONTH(LAST_DAY(${moment}))`,
          value: sql`${moment} + INTERVAL 0 DAY`,
        },
      ]),
    add: (unit, amount, moment) =>
      pieces(['', ' + INTERVAL ', ` ${unit.toUpperCase()}`], moment, inParentheses(amount)),
    startOf: (unit, moment) => startOf(self(), unit, moment) ?? ansi.startOf(unit, moment),
    partOf(part, moment) {
      if (part === 'epoch') return wholeUnits(micros(moment), 1_000_000)
      if (part === 'microsecond') return cast(sql`MICROSECOND(${moment})`, INT64)
      if (part === 'millisecond') return cast(sql`MICROSECOND(${moment}) DIV 1000`, INT64)
      if (part === 'weekday') return cast(sql`DAYOFWEEK(${moment})`, INT64)
      if (part === 'day_of_year') return cast(sql`DAYOFYEAR(${moment})`, INT64)
      return ansi.partOf(part, moment)
    },
    boundariesBetween(unit, start, end) {
      const size = UNIT_MICROS[unit]
      if (size === undefined) return ansi.boundariesBetween(unit, start, end)
      return sql`${wholeUnits(micros(end), size)} - ${wholeUnits(micros(start), size)}`
    },
    dayNumber: (moment) => sql`DATEDIFF(${moment}, '1970-01-01')`,
    epoch: (moment) => sql`TIMESTAMPDIFF(MICROSECOND, ${EPOCH}, ${moment}) / 1000000e0`,
    isoText,
    convertZone(moment, from, to) {
      const isUtc = from.kind === 'fragment' && from.strings[0] === "'UTC'"
      const utc = isUtc ? moment : call('CONVERT_TZ', moment, from, sql`'+00:00'`)
      return caseWhen([{ when: hasZones(utc), value: call('CONVERT_TZ', moment, from, to) }])
    },
    localTime: (instant, zone) =>
      caseWhen([{ when: hasZones(instant), value: call('CONVERT_TZ', instant, sql`'+00:00'`, zone) }]),
    // STR_TO_DATE accepts days that do not exist in the month; such texts must be null.
    timestampOfFormat: (text, format) =>
      calendarDay(sql`CAST(CAST(STR_TO_DATE(${text}, ${textValue(mysqlFormat(format))}) AS CHAR) AS DATETIME(6))`),
  }
}

/**
 * Null for days that no calendar has, such as 2023-02-29 and 2024-00-10. A cast of text alone is null too where it is read, but MariaDB's
 * MAX and MIN over a whole table return the day as it was written, and month or day 0 pass every cast.
 */
const calendarDay = (moment: SqlExpression): SqlExpression => pieces(['', ' + INTERVAL 0 SECOND'], moment)

/** The start of a period computed with a format; null for units that all dialects compute alike. */
function startOf(words: Words, unit: string, moment: SqlExpression): SqlExpression | null {
  // MAKEDATE interprets a year below 100 as a year of the twentieth or twenty-first century.
  const formats: Record<string, string> = {
    year: '%Y-01-01',
    month: '%Y-%m-01',
    hour: '%Y-%m-%d %H:00:00',
    minute: '%Y-%m-%d %H:%i:00',
    second: '%Y-%m-%d %H:%i:%s',
  }
  if (unit === 'quarter') return sql`${words.startOf('year', moment)} + INTERVAL (QUARTER(${moment}) - 1) QUARTER`
  if (unit === 'day') return cast(cast(moment, DATE), TIMESTAMP)
  const format = formats[unit]
  return format === undefined ? null : cast(pieces(['DATE_FORMAT(', `, '${format}')`], moment), TIMESTAMP)
}

const statistics: Partial<StatisticsWords> = {
  // Neither engine has percentile aggregates: the sorted values are collected and two of them are read.
  percentile(float, share) {
    const values = sql`CONCAT('[', GROUP_CONCAT(${float} ORDER BY ${float} SEPARATOR ','), ']')`
    const rank = sql`(COUNT(${float}) - 1) * ${share}`
    const at = (index: SqlExpression) =>
      cast(sql`JSON_EXTRACT(${values}, CONCAT('$[', CAST(${index} AS SIGNED), ']'))`, FLOAT64)
    const low = at(sql`FLOOR(${rank})`)
    return sql`${low} + (${at(sql`CEIL(${rank})`)} - ${low}) * (${rank} - FLOOR(${rank}))`
  },
  // The separator of GROUP_CONCAT must be SQL text, so a character that no text contains is used first and replaced later.
  listed(text, separator, order, isDistinct) {
    const open = `GROUP_CONCAT(${isDistinct ? 'DISTINCT ' : ''}`
    const end = `${order?.isDescending ? ' DESC' : ''} SEPARATOR 0x1F1E1F)`
    const gathered = order ? pieces([open, ' ORDER BY ', end], text, order.by) : pieces([open, end], text)
    return sql`REPLACE(${gathered}, _utf8mb4 0x1F1E1F, ${separator})`
  },
  firstNonNull: (name, x) => call(name, x),
}

const UNIT_MICROS: Readonly<Record<string, number>> = {
  hour: 3_600_000_000,
  minute: 60_000_000,
  second: 1_000_000,
  millisecond: 1000,
}

/** Microseconds since 1970 as int64. */
function micros(moment: SqlExpression): SqlExpression {
  return sql`TIMESTAMPDIFF(MICROSECOND, ${EPOCH}, ${moment})`
}

/** Whole units, rounded down: DIV truncates towards zero. */
function wholeUnits(of: SqlExpression, size: number): SqlExpression {
  return pieces(['(', ' - MOD(MOD(', `, ${size}) + ${size}, ${size})) DIV ${size}`], of, of)
}

/** The server converts zones only for times in this range, and returns other times unchanged. */
function hasZones(utc: SqlExpression): SqlExpression {
  return sql`${utc} BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999'`
}

/** The first letter of each word in upper case, the others in lower case, character by character. */
function initials(text: SqlExpression): SqlExpression {
  const written = sql`CASE WHEN n > 1 AND SUBSTR(v, n - 1, 1) REGEXP '[[:alnum:]]' THEN LOWER(SUBSTR(v, n, 1)) ELSE UPPER(SUBSTR(v, n, 1)) END`
  return byCharacter(text, pieces(['GROUP_CONCAT(', ` ORDER BY n SEPARATOR '')`], written))
}

/** Combines the characters of a text: `v` is the text, `n` the position of each. An empty text has one position. */
export function byCharacter(text: SqlExpression, wanted: SqlExpression): SqlExpression {
  // JSON_ARRAY would make a null the text "null" on MySQL; without a text there is no row.
  const json = call('CONCAT', inOneCollation(sql`'['`), call('JSON_QUOTE', text), sql`']'`)
  return sql`(SELECT ${wanted} FROM JSON_TABLE(${json}, '$[*]' COLUMNS (v LONGTEXT PATH '$')) AS a, JSON_TABLE(CONCAT('[0', REPEAT(',0', CHAR_LENGTH(v) - 1), ']'), '$[*]' COLUMNS (n FOR ORDINALITY)) AS t)`
}

/** INTERVAL requires parentheses around its amount unless it is one word. */
function inParentheses(amount: SqlExpression): SqlExpression {
  return sql`(${amount})`
}

/** `\1` as `$1`: converted here for a constant, else by the engine. */
export function dollarGroups(replacement: SqlExpression): SqlExpression {
  if (replacement.kind === 'value' && typeof replacement.value === 'string') {
    return textValue(replacement.value.replace(/\\(\d)/g, '$$$1'))
  }
  return sql`REPLACE(${replacement}, ${textValue('\\')}, '$')`
}

export const mysql: Words = mysqlWords(() => mysql)

const LAZY_PREFIX = '^(?s:(?:.*?(?:'

export const mariadb: Words = {
  ...mysqlWords(() => mariadb),
  calendarMoment: (moment) => sql`${moment} + INTERVAL 0 DAY`,
  matches: (text, pattern) => sql`${text} REGEXP ${pattern}`,
  // GREATEST and LEAST compare texts as numbers when a number is requested: CONCAT requests a text.
  numberOfText: (text) =>
    mysqlWords(() => mariadb).numberOfText(text.kind === 'fragment' ? call('CONCAT', text) : text),
  replaceMatches: (text, pattern, replacement) => call('REGEXP_REPLACE', text, pattern, replacement),
  // The engine supports neither the n-th match nor groups: the text before the match is cut off, and the match is replaced by its group.
  match(text, pattern, at, hasGroup) {
    const rest = sql`REGEXP_REPLACE(${text}, CONCAT(${textValue(LAZY_PREFIX)}, ${pattern}, ${textValue(')){')}, ${at} - 1, ${textValue('})')}), '')`
    const isFirst = at.kind === 'fragment' && at.strings.join('') === '1'
    const found = sql`REGEXP_SUBSTR(${isFirst ? text : rest}, ${pattern})`
    const wanted = hasGroup ? sql`REGEXP_REPLACE(${found}, ${pattern}, ${textValue('\\1')})` : found
    return sql`NULLIF(${wanted}, '')`
  },
}
