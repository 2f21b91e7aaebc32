import { caseWhen, cast, sql } from '../../sql/index.ts'
import { INT64, TIMESTAMP } from '../value-types.ts'
import { ansiWords, call, EPOCH, MissingWord, pieces, tryCast, unavailable } from './ansi.ts'
import type { Words } from './words.ts'

const ansi = ansiWords(() => sqlserver)
const noJson = unavailable('type for variants')

export const sqlserver: Words = {
  ...ansi,
  joined: (parts) => ({ kind: 'list', items: parts, separator: ' + ' }),
  // LEN ignores trailing blanks.
  length: (text) => sql`LEN(${sql`${text} + N'.'`}) - 1`,
  position: (text, part) =>
    caseWhen([{ when: sql`${part} = N'' AND ${text} IS NOT NULL`, value: sql`1` }], sql`CHARINDEX(${part}, ${text})`),
  substr: (text, from, count) => call('SUBSTRING', text, from, count ?? sql`1000000000`),
  repeat: (text, times) => call('REPLICATE', text, times),
  pad(side, text, length, fill) {
    const size = sqlserver.length(text)
    const filler = sql`LEFT(REPLICATE(${fill}, ${length}), ${sql`${length} - (${size})`})`
    return caseWhen(
      [{ when: sql`${size} >= ${length}`, value: sql`LEFT(${text}, ${length})` }],
      side === 'left' ? sql`${filler} + ${text}` : sql`${text} + ${filler}`,
    )
  },
  part: unavailable('parts of texts'),
  initials: unavailable('capital initials'),
  digest: unavailable('digests of Unicode texts'),
  // A bracket starts a character set in this engine.
  like: (text, pattern) => sql`${text} LIKE REPLACE(${pattern}, N'[', N'[[]')`,
  matches: unavailable('regular expressions'),
  replaceMatches: unavailable('regular expressions'),
  fitted: (number, type) =>
    tryCast(number, type.kind === 'decimal' ? `DECIMAL(${type.precision}, ${type.scale})` : 'BIGINT'),
  whole: (float) => tryCast(float, 'BIGINT'),
  integer: (number) => sql`CAST(ROUND(${number}, 0) AS INT)`,
  round: (float) => sql`ROUND(${float}, 0)`,
  trunc: (float) => sql`ROUND(${float}, 0, 1)`,
  ceil: (float) => call('CEILING', float),
  ln: (float) => call('LOG', float),
  atan2: (y, x) => call('ATN2', y, x),
  remainder: (dividend, divisor, type) =>
    type.kind === 'float64'
      ? sql`${dividend} - ${divisor} * ROUND(${sql`${dividend} / ${divisor}`}, 0, 1)`
      : sql`${dividend} % ${divisor}`,
  floatText: (float) => sql`CONVERT(NVARCHAR(MAX), CAST(${float} AS DECIMAL(38, 15)))`,
  // TRY_CAST reads a blank text as 0, and accepts currency symbols.
  numberOfText: (text) =>
    caseWhen([
      {
        when: sql`${text} NOT LIKE N'%[^0-9.eE+-]%' AND ${text} <> N''`,
        value: sql`TRY_CAST(TRY_CAST(${text} AS FLOAT) AS DECIMAL(38, 18))`,
      },
    ]),
  timestampOfText: (text) =>
    caseWhen([
      {
        when: sql`${text} LIKE N'[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]%'`,
        value: sql`TRY_CAST(${text} AS DATETIME2(6))`,
      },
    ]),
  add: (unit, amount, moment) => pieces([`DATEADD(${unit.toUpperCase()}, `, ', ', ')'], amount, moment),
  startOf: (unit, moment) =>
    unit.startsWith('week') ? ansi.startOf(unit, moment) : pieces([`DATETRUNC(${unit.toUpperCase()}, `, ')'], moment),
  partOf(part, moment) {
    switch (part) {
      case 'year':
      case 'quarter':
      case 'month':
      case 'day':
      case 'hour':
      case 'minute':
      case 'second':
        return cast(pieces([`DATEPART(${part.toUpperCase()}, `, ')'], moment), INT64)
      default:
        return ansi.partOf(part, moment)
    }
  },
  dayNumber: (moment) => cast(sql`DATEDIFF(DAY, ${EPOCH}, ${moment})`, INT64),
  epoch: (moment) => sql`DATEDIFF_BIG(MICROSECOND, ${EPOCH}, ${moment}) / 1000000e0`,
  // DATEADD accepts 32-bit amounts, so days, seconds and the rest are added separately.
  fromMicros(micros) {
    const days = sql`CAST(FLOOR(${micros} / 86400000000.0) AS INT)`
    const rest = sql`${micros} - CAST(${days} AS BIGINT) * 86400000000`
    const seconds = sql`CAST(${sql`(${rest})`} / 1000000 AS INT)`
    const left = sql`CAST(${sql`(${rest})`} % 1000000 AS INT)`
    return sql`DATEADD(MICROSECOND, ${left}, DATEADD(SECOND, ${seconds}, DATEADD(DAY, ${days}, ${EPOCH})))`
  },
  isoText: (moment) => sql`CONVERT(NVARCHAR(19), ${cast(moment, TIMESTAMP)}, 120)`,
  convertZone: unavailable('zones by their IANA names'),
  localTime: (instant, zone) => cast(sql`${instant} AT TIME ZONE ${zone}`, TIMESTAMP),
  json: {
    of: noJson,
    parse: noJson,
    cast: noJson,
    text: noJson,
    key: noJson,
    at: noJson,
    array: noJson,
    object: noJson,
  },
  statistics: {
    ...ansi.statistics,
    deviation: 'STDEV',
    variance: 'VAR',
    populationVariance: 'VARP',
    percentile: unavailable('percentiles of groups'),
    listed(text, separator, order, isDistinct) {
      if (isDistinct) throw new MissingWord('This engine cannot list different values.')
      const listed = sql`STRING_AGG(${text}, ${separator})`
      return order
        ? pieces(['', ' WITHIN GROUP (ORDER BY ', order.isDescending ? ' DESC)' : ')'], listed, order.by)
        : listed
    },
    firstNonNull: (name, x) => pieces([`${name}(`, ') IGNORE NULLS'], x),
  },
}
