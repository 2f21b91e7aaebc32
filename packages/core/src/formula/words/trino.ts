import { caseWhen, cast, sql, textValue, value } from '../../sql/index.ts'
import { DATE, TEXT, TIMESTAMP } from '../value-types.ts'
import { ansiWords, call, EPOCH, isMoment, looksLikeIsoDate, pieces, tryCast } from './ansi.ts'
import { mysqlFormat } from './date-formats.ts'
import { dollarGroups } from './mysql.ts'
import type { Words } from './words.ts'

const ansi = ansiWords(() => trino)

export const trino: Words = {
  ...ansi,
  // For an empty part the replacement would be inserted between all characters.
  replace: (text, part, by) => caseWhen([{ when: sql`${part} = ''`, value: text }], call('REPLACE', text, part, by)),
  repeat: (text, times) => sql`ARRAY_JOIN(REPEAT(${text}, ${times}), '')`,
  part: (text, delimiter, position) => {
    const parts = call('SPLIT', text, delimiter)
    const found = sql`COALESCE(ELEMENT_AT(${parts}, ${position}), '')`
    return caseWhen([{ when: sql`${text} IS NOT NULL AND ${delimiter} IS NOT NULL`, value: found }])
  },
  initials: (text) =>
    sql`REGEXP_REPLACE(${text}, ${textValue('([\\p{L}\\p{N}])([\\p{L}\\p{N}]*)')}, w -> UPPER(w[1]) || LOWER(w[2]))`,
  digest: (kind, text) => sql`LOWER(TO_HEX(${call(kind === 'md5' ? 'MD5' : 'SHA256', call('TO_UTF8', text))}))`,
  replaceMatches: (text, pattern, replacement) => call('REGEXP_REPLACE', text, pattern, dollarGroups(replacement)),
  match: (text, pattern, at, hasGroup) =>
    call('ELEMENT_AT', call('REGEXP_EXTRACT_ALL', text, pattern, hasGroup ? sql`1` : sql`0`), at),
  trunc: (float) => call('TRUNCATE', float),
  bits: (sign, left, right) => call(sign === '&' ? 'BITWISE_AND' : 'BITWISE_OR', left, right),
  computed: (sign, left, right, operation) =>
    operation.returns.kind === 'int64'
      ? pieces(['TRY(', ` ${sign} `, ')'], left, right)
      : ansi.computed(sign, left, right, operation),
  whole: (float) => tryCast(float, 'BIGINT'),
  // A cast would return 4.2E1.
  floatText: (float) =>
    caseWhen(
      [
        {
          when: sql`${float} = FLOOR(${float}) AND ABS(${float}) < 1e15`,
          value: cast(cast(float, { kind: 'int64' }), TEXT),
        },
      ],
      cast(sql`CAST(${float} AS DECIMAL(38, 15))`, TEXT),
    ),
  timestampOfText: (text) =>
    caseWhen([
      { when: looksLikeIsoDate(trino, text), value: tryCast(sql`REPLACE(${text}, 'T', ' ')`, 'TIMESTAMP(6)') },
    ]),
  add: (unit, amount, moment) =>
    unit === 'microsecond'
      ? sql`DATE_ADD('millisecond', ${amount} / 1000, ${moment})`
      : pieces([`DATE_ADD('${unit}', `, ', ', ')'], amount, moment),
  dayNumber: (moment) => sql`DATE_DIFF('day', DATE '1970-01-01', ${cast(moment, DATE)})`,
  epoch: (moment) => sql`DATE_DIFF('millisecond', ${EPOCH}, ${moment}) / 1e3`,
  isoText: (moment) => sql`DATE_FORMAT(${cast(moment, TIMESTAMP)}, '%Y-%m-%d %H:%i:%s')`,
  convertZone: (moment, from, to) => cast(call('AT_TIMEZONE', call('WITH_TIMEZONE', moment, from), to), TIMESTAMP),
  localTime: (instant, zone) => cast(call('AT_TIMEZONE', instant, zone), TIMESTAMP),
  timestampOfFormat: (text, format) =>
    cast(sql`TRY(DATE_PARSE(${text}, ${value(mysqlFormat(format), TEXT)}))`, TIMESTAMP),
  json: {
    of: (x, type) => sql`CAST(${isMoment(type) ? trino.isoText(x) : x} AS JSON)`,
    parse: (text) => sql`TRY(${call('JSON_PARSE', text)})`,
    cast: (text) => call('JSON_PARSE', text),
    text: (x) => sql`COALESCE(TRY_CAST(${x} AS VARCHAR), NULLIF(JSON_FORMAT(${x}), 'null'))`,
    key: (x, key, constant) =>
      call(
        'JSON_EXTRACT',
        x,
        constant === undefined ? sql`'$["' || ${key} || '"]'` : textValue(`$["${constant.replace(/["\\]/g, '\\$&')}"]`),
      ),
    at: (x, index) => call('JSON_ARRAY_GET', x, index),
    array: (items) => sql`CAST(ARRAY[${{ kind: 'list', items, separator: ', ' }}] AS JSON)`,
    object: (entries) => {
      const names = entries.filter((_entry, index) => index % 2 === 0)
      const values = entries.filter((_entry, index) => index % 2 === 1).map((entry) => sql`CAST(${entry} AS JSON)`)
      const listed = (items: typeof entries) => sql`ARRAY[${{ kind: 'list', items, separator: ', ' }}]`
      return sql`CAST(${call('MAP', listed(names), listed(values))} AS JSON)`
    },
  },
  statistics: {
    ...ansi.statistics,
    // There are no exact percentiles: the values are collected, sorted, and two of them are read.
    percentile(float, share) {
      const values = sql`ARRAY_SORT(ARRAY_AGG(${float}) FILTER (WHERE ${float} IS NOT NULL))`
      const rank = sql`(COUNT(${float}) - 1) * ${share}`
      const low = sql`ELEMENT_AT(${values}, CAST(FLOOR(${rank}) AS BIGINT) + 1)`
      const high = sql`ELEMENT_AT(${values}, CAST(CEIL(${rank}) AS BIGINT) + 1)`
      return sql`${low} + (${high} - ${low}) * (${rank} - FLOOR(${rank}))`
    },
    listed(text, separator, order, isDistinct) {
      const direction = order?.isDescending ? ' DESC' : ''
      const items = order
        ? pieces([isDistinct ? 'DISTINCT ' : '', ' ORDER BY ', direction], text, order.by)
        : pieces([isDistinct ? 'DISTINCT ' : '', ''], text)
      return sql`ARRAY_JOIN(ARRAY_AGG(${items}) FILTER (WHERE ${text} IS NOT NULL), ${separator})`
    },
    firstNonNull: (name, x) => pieces([`${name}(`, ') IGNORE NULLS'], x),
  },
}
