import { caseWhen, cast, sql, value } from '../../sql/index.ts'
import { FLOAT64, INT64, NUMBER_OF_TEXT, TEXT, TIMESTAMP } from '../value-types.ts'
import { ansiWords, call, EPOCH, isMoment, looksLikeIsoDate, looksLikeNumber, optionsApart, pieces } from './ansi.ts'
import { redshiftFormat } from './date-formats.ts'
import type { Words } from './words.ts'

const ansi = ansiWords(() => redshift)

export const redshift: Words = {
  ...ansi,
  // Negative positions count from the right, so the order of the parts is reversed.
  part: (text, delimiter, position) =>
    caseWhen(
      [{ when: sql`${position} > 0`, value: call('SPLIT_PART', text, delimiter, position) }],
      sql`REVERSE(SPLIT_PART(REVERSE(${text}), REVERSE(${delimiter}), -${position}))`,
    ),
  // In this engine a backslash cannot be made an ordinary character, only doubled.
  like: (text, pattern) => sql`${text} LIKE REPLACE(${pattern}, ${value('\\', TEXT)}, ${value('\\\\', TEXT)})`,
  matches(text, pattern, constant) {
    const apart = optionsApart(constant)
    return apart?.options === 'i' ? sql`${text} ~* ${apart.rest}` : sql`${text} ~ ${pattern}`
  },
  match: (text, pattern, at, hasGroup) =>
    hasGroup
      ? sql`NULLIF(REGEXP_SUBSTR(${text}, ${pattern}, 1, ${at}, 'e'), '')`
      : sql`NULLIF(REGEXP_SUBSTR(${text}, ${pattern}, 1, ${at}), '')`,
  log10: (float) => call('LOG', float),
  remainder: (dividend, divisor, type) =>
    type.kind === 'float64'
      ? sql`${dividend} - ${divisor} * TRUNC(${sql`${dividend} / ${divisor}`})`
      : sql`${dividend} % ${divisor}`,
  // The parsed day must have the month that was written, since no cast here returns null for invalid days.
  timestampOfText(text) {
    const day = sql`DATEADD(day, CAST(SUBSTR(${text}, 9, 2) AS INTEGER) - 1, CAST(SUBSTR(${text}, 1, 8) || '01' AS DATE))`
    const exists = sql`EXTRACT(MONTH FROM ${day}) = CAST(SUBSTR(${text}, 6, 2) AS INTEGER)`
    return caseWhen([
      { when: looksLikeIsoDate(redshift, text), value: caseWhen([{ when: exists, value: cast(text, TIMESTAMP) }]) },
    ])
  },
  numberOfText: (text) =>
    caseWhen([{ when: looksLikeNumber(redshift, text), value: ansi.fitted(cast(text, FLOAT64), NUMBER_OF_TEXT) }]),
  add: (unit, amount, moment) => pieces([`DATEADD(${unit}, `, ', ', ')'], amount, moment),
  dayNumber: (moment) => cast(sql`DATEDIFF(day, ${EPOCH}, ${moment})`, INT64),
  epoch: (moment) => sql`DATEDIFF(microsecond, ${EPOCH}, ${moment}) / 1000000e0`,
  isoText: (moment) => sql`TO_CHAR(${moment}, 'YYYY-MM-DD HH24:MI:SS')`,
  convertZone: (moment, from, to) => call('CONVERT_TIMEZONE', from, to, moment),
  localTime: (instant, zone) => sql`${instant} AT TIME ZONE ${zone}`,
  timestampOfFormat: (text, format) => cast(call('TO_TIMESTAMP', text, value(redshiftFormat(format), TEXT)), TIMESTAMP),
  json: {
    of: (x, type) => cast(isMoment(type) ? redshift.isoText(x) : x, { kind: 'variant' }),
    parse: (text) => caseWhen([{ when: call('CAN_JSON_PARSE', text), value: call('JSON_PARSE', text) }]),
    cast: (text) => call('JSON_PARSE', text),
    text: (x) =>
      caseWhen([{ when: sql`IS_VARCHAR(${x})`, value: cast(x, TEXT) }], sql`NULLIF(JSON_SERIALIZE(${x}), 'null')`),
    key: (x, key) => sql`${x}[${key}]`,
    at: (x, index) => sql`${x}[${cast(index, INT64)}]`,
    array: (items) => call('ARRAY', ...items),
    object: (entries) => call('OBJECT', ...entries),
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
