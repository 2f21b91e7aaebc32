import { caseWhen, cast, sql, textValue, value } from '../../sql/index.ts'
import { DATE, TEXT, TIMESTAMP } from '../value-types.ts'
import { ansiWords, call, EPOCH, isMoment, looksLikeIsoDate, pieces, tryCast } from './ansi.ts'
import { hasShortYear, javaFormat } from './date-formats.ts'
import { dollarGroups } from './mysql.ts'
import type { Words } from './words.ts'

const ansi = ansiWords(() => databricks)

export const databricks: Words = {
  ...ansi,
  position: (text, part) => call('LOCATE', part, text),
  // In this engine a backslash cannot be made an ordinary character, only doubled.
  like: (text, pattern) => sql`${text} LIKE REPLACE(${pattern}, ${value('\\', TEXT)}, ${value('\\\\', TEXT)})`,
  matches: (text, pattern) => sql`${text} RLIKE ${pattern}`,
  replaceMatches: (text, pattern, replacement) => call('REGEXP_REPLACE', text, pattern, dollarGroups(replacement)),
  match: (text, pattern, at, hasGroup) =>
    call('TRY_ELEMENT_AT', call('REGEXP_EXTRACT_ALL', text, pattern, hasGroup ? sql`1` : sql`0`), at),
  computed(sign, left, right, operation) {
    const names = { '+': 'TRY_ADD', '-': 'TRY_SUBTRACT', '*': 'TRY_MULTIPLY' }
    return operation.returns.kind === 'int64'
      ? call(names[sign], left, right)
      : ansi.computed(sign, left, right, operation)
  },
  whole: (float) => tryCast(float, 'BIGINT'),
  integer: (number) => sql`CAST(ROUND(${number}) AS INT)`,
  trunc: (float) => sql`CASE WHEN ${float} < 0 THEN CEIL(${float}) ELSE FLOOR(${float}) END`,
  timestampOfText: (text) =>
    caseWhen([{ when: looksLikeIsoDate(databricks, text), value: tryCast(text, 'TIMESTAMP_NTZ') }]),
  add: (unit, amount, moment) =>
    cast(pieces([`TIMESTAMPADD(${unit.toUpperCase()}, `, ', ', ')'], amount, moment), TIMESTAMP),
  startOf: (unit, moment) =>
    unit.startsWith('week') ? ansi.startOf(unit, moment) : cast(ansi.startOf(unit, moment), TIMESTAMP),
  dayNumber: (moment) => sql`UNIX_DATE(${cast(moment, DATE)})`,
  epoch: (moment) => sql`TIMESTAMPDIFF(MICROSECOND, ${EPOCH}, ${moment}) / 1000000e0`,
  isoText: (moment) => sql`DATE_FORMAT(${moment}, 'yyyy-MM-dd HH:mm:ss')`,
  convertZone: (moment, from, to) => call('CONVERT_TIMEZONE', from, to, moment),
  localTime: (instant, zone) => call('CONVERT_TIMEZONE', sql`'UTC'`, zone, cast(instant, TIMESTAMP)),
  makeDate: (year, month, day) => call('MAKE_DATE', year, month, day),
  timestampOfFormat(text, format) {
    const parsed = cast(call('TRY_TO_TIMESTAMP', text, value(javaFormat(format), TEXT)), TIMESTAMP)
    if (!hasShortYear(format)) return parsed
    // The engine reads two-digit years as years of this century.
    const earlier = cast(sql`TIMESTAMPADD(YEAR, -100, ${parsed})`, TIMESTAMP)
    return caseWhen([{ when: sql`YEAR(${parsed}) >= 2070`, value: earlier }], parsed)
  },
  json: {
    of: (x, type) => sql`CAST(${isMoment(type) ? databricks.isoText(x) : x} AS VARIANT)`,
    parse: (text) => call('TRY_PARSE_JSON', text),
    cast: (text) => call('PARSE_JSON', text),
    text: (x) => cast(x, TEXT),
    key: (x, key, constant) =>
      call(
        'VARIANT_GET',
        x,
        constant === undefined
          ? sql`CONCAT('$["', ${key}, '"]')`
          : textValue(`$["${constant.replace(/["\\]/g, '\\$&')}"]`),
        sql`'variant'`,
      ),
    at: (x, index) => call('VARIANT_GET', x, sql`CONCAT('$[', ${index}, ']')`, sql`'variant'`),
    array: (items) => sql`CAST(${call('ARRAY', ...items)} AS VARIANT)`,
    object: (entries) => call('TO_VARIANT_OBJECT', call('NAMED_STRUCT', ...entries)),
  },
  statistics: {
    ...ansi.statistics,
    listed(text, separator, order, isDistinct) {
      const gathered = pieces([`COLLECT_${isDistinct ? 'SET' : 'LIST'}(`, ')'], text)
      if (!order) return sql`ARRAY_JOIN(${gathered}, ${separator})`
      if (!isDistinct) {
        const pairs = sql`COLLECT_LIST(STRUCT(${order.by} AS n, ${text} AS v)) FILTER (WHERE ${text} IS NOT NULL)`
        return sql`ARRAY_JOIN(TRANSFORM(ARRAY_SORT(${pairs}), e -> e.v), ${separator})`
      }
      return pieces(
        ['ARRAY_JOIN(SORT_ARRAY(', `, ${order.isDescending ? 'FALSE' : 'TRUE'}), `, ')'],
        gathered,
        separator,
      )
    },
    firstNonNull: (name, x) => pieces([`${name}(`, ', TRUE)'], x),
  },
}
