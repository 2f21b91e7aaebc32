import { caseWhen, cast, sql, textValue, value } from '../../sql/index.ts'
import { INT64, TEXT, TIMESTAMP } from '../value-types.ts'
import {
  ansiWords,
  call,
  EPOCH,
  isMoment,
  looksLikeIsoDate,
  looksLikeNumber,
  optionsApart,
  pieces,
  tryCast,
} from './ansi.ts'
import { snowflakeFormat } from './date-formats.ts'
import type { Words } from './words.ts'

const ansi = ansiWords(() => snowflake)

export const snowflake: Words = {
  ...ansi,
  position: (text, part) => call('POSITION', part, text),
  // REGEXP_LIKE matches the whole text only.
  matches(text, pattern, constant) {
    const apart = optionsApart(constant)
    return apart
      ? sql`REGEXP_INSTR(${text}, ${apart.rest}, 1, 1, 0, ${textValue(apart.options)}) > 0`
      : sql`REGEXP_INSTR(${text}, ${pattern}) > 0`
  },
  match: (text, pattern, at, hasGroup) =>
    hasGroup
      ? sql`REGEXP_SUBSTR(${text}, ${pattern}, 1, ${at}, 'e', 1)`
      : sql`REGEXP_SUBSTR(${text}, ${pattern}, 1, ${at})`,
  log10: (float) => sql`LOG(10, ${float})`,
  part: (text, delimiter, position) => call('SPLIT_PART', text, delimiter, position),
  bits: (sign, left, right) => call(sign === '&' ? 'BITAND' : 'BITOR', left, right),
  numberOfText: (text) =>
    caseWhen([{ when: looksLikeNumber(snowflake, text), value: call('TRY_TO_DECIMAL', text, sql`38`, sql`18`) }]),
  timestampOfText: (text) =>
    caseWhen([{ when: looksLikeIsoDate(snowflake, text), value: tryCast(text, 'TIMESTAMP_NTZ') }]),
  add: (unit, amount, moment) => pieces([`DATEADD('${unit}', `, ', ', ')'], amount, moment),
  dayNumber: (moment) => sql`DATEDIFF('day', ${EPOCH}, ${moment})`,
  epoch: (moment) => sql`DATEDIFF('microsecond', ${EPOCH}, ${moment}) / 1000000e0`,
  shapeText: (shape) => call('ST_ASWKT', shape),
  isoText: (moment) => sql`TO_CHAR(${moment}, 'YYYY-MM-DD HH24:MI:SS')`,
  convertZone: (moment, from, to) => call('CONVERT_TIMEZONE', from, to, moment),
  localTime: (instant, zone) => cast(call('CONVERT_TIMEZONE', zone, instant), TIMESTAMP),
  timestampOfFormat: (text, format) => call('TRY_TO_TIMESTAMP_NTZ', text, value(snowflakeFormat(format), TEXT)),
  json: {
    of: (x, type) => call('TO_VARIANT', isMoment(type) ? snowflake.isoText(x) : x),
    parse: (text) => call('TRY_PARSE_JSON', text),
    cast: (text) => call('PARSE_JSON', text),
    text: (x) => cast(x, TEXT),
    key: (x, key) => call('GET', x, key),
    at: (x, index) => call('GET', x, cast(index, INT64)),
    array: (items) => call('TO_VARIANT', call('ARRAY_CONSTRUCT', ...items)),
    object: (entries) => call('TO_VARIANT', call('OBJECT_CONSTRUCT_KEEP_NULL', ...entries)),
  },
  statistics: {
    ...ansi.statistics,
    listed(text, separator, order, isDistinct) {
      const listed = pieces([`LISTAGG(${isDistinct ? 'DISTINCT ' : ''}`, ', ', ')'], text, separator)
      return order
        ? pieces(['', ' WITHIN GROUP (ORDER BY ', order.isDescending ? ' DESC)' : ')'], listed, order.by)
        : listed
    },
  },
}
