import { caseWhen, type SqlExpression, sql, textValue, value } from '../../sql/index.ts'
import { TIMESTAMP } from '../value-types.ts'
import type { Words } from './words.ts'

const DAYS_OF_ANY_MONTH = '(?:0?[1-9]|1[0-9]|2[0-8])'
const LATE_DAYS = '(?:29|30|31)'

/** For each code a pattern of the texts that it may match, and the code of TO_TIMESTAMP. */
const CODES: Readonly<Record<string, readonly [pattern: string, word: string]>> = {
  Y: ['[0-9]{4}', 'YYYY'],
  y: ['[0-9]{2}', 'YY'],
  m: ['(?:0?[1-9]|1[0-2])', 'MM'],
  B: [
    '(?:[Jj]anuary|[Ff]ebruary|[Mm]arch|[Aa]pril|[Mm]ay|[Jj]une|[Jj]uly|[Aa]ugust|[Ss]eptember|[Oo]ctober|[Nn]ovember|[Dd]ecember)',
    'Month',
  ],
  b: ['(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]un|[Jj]ul|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec)', 'Mon'],
  A: ['(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)day', 'Day'],
  a: ['(?:[Mm]on|[Tt]ue|[Ww]ed|[Tt]hu|[Ff]ri|[Ss]at|[Ss]un)', 'Dy'],
  d: [DAYS_OF_ANY_MONTH, 'DD'],
  H: ['(?:[01]?[0-9]|2[0-3])', 'HH24'],
  I: ['(?:0?[1-9]|1[0-2])', 'HH12'],
  M: ['[0-5]?[0-9]', 'MI'],
  S: ['[0-5]?[0-9]', 'SS'],
  p: ['[AaPp][Mm]', 'AM'],
  L: ['[0-9]{1,3}', 'MS'],
  f: ['[0-9]{1,6}', 'US'],
  j: ['(?:0{0,2}[1-9]|0?[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-5])', 'DDD'],
}

type Piece = { code: string } | { literal: string }

function piecesOf(format: string): Piece[] {
  return [...format.matchAll(/%(.)|([^%]+)|%$/gs)].map(([whole, code, plain]) =>
    code !== undefined && Object.hasOwn(CODES, code) ? { code } : { literal: code === '%' ? '%' : (plain ?? whole) },
  )
}

function patternOf(pieces: readonly Piece[], days: string, captured?: string): string {
  const written = pieces.map((piece) => {
    if ('literal' in piece) return piece.literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    const pattern = piece.code === 'd' ? days : (CODES[piece.code]?.[0] ?? '')
    return piece.code === captured ? `(${pattern})` : pattern
  })
  return `^${written.join('')}$`
}

/**
 * TO_TIMESTAMP raises an error for text that is not a date, and accepts many invalid texts. A pattern therefore decides which texts it
 * receives; whether a month has a 29th, 30th or 31st day is tested only for texts that have such a day.
 */
export function timestampOfFormat(text: SqlExpression, format: string, words: Words): SqlExpression {
  const pieces = piecesOf(format)
  const template = pieces
    .map((piece) => ('code' in piece ? CODES[piece.code]?.[1] : `"${piece.literal.replace(/["\\]/g, '\\$&')}"`))
    .join('')
  // TO_TIMESTAMP reads local time, so the zone of the session cancels out.
  const read = sql`CAST(TO_TIMESTAMP(${text}, ${textValue(template)}) AS TIMESTAMP)`
  const matches = (days: string) => sql`${text} ~ ${textValue(patternOf(pieces, days))}`
  const branches = [{ when: matches(DAYS_OF_ANY_MONTH), value: read }]
  if (pieces.some((piece) => 'code' in piece && piece.code === 'd')) {
    const exists = existingDay(text, pieces, words)
    const late = caseWhen([{ when: sql`${exists} IS NOT NULL`, value: read }], value(null, TIMESTAMP))
    branches.push({ when: matches(LATE_DAYS), value: late })
  }
  return caseWhen(branches)
}

/** The day of the text; null when its month has no such day. */
function existingDay(text: SqlExpression, pieces: readonly Piece[], words: Words): SqlExpression {
  const part = (code: string) => sql`(REGEXP_MATCH(${text}, ${textValue(patternOf(pieces, LATE_DAYS, code))}))[1]`
  const number = (code: string) => sql`CAST(${part(code)} AS INTEGER)`
  const has = (code: string) => pieces.some((piece) => 'code' in piece && piece.code === code)
  const monthOfName = (code: string) => sql`CAST(EXTRACT(MONTH FROM TO_DATE(LEFT(${part(code)}, 3), 'Mon')) AS INTEGER)`
  const year = has('Y') ? number('Y') : has('y') ? sql`2000 + ${number('y')}` : sql`1900`
  const month = has('m') ? number('m') : has('b') ? monthOfName('b') : has('B') ? monthOfName('B') : sql`1`
  return words.makeDate(year, month, number('d'))
}
