import { formatSpecifier } from 'd3-format'
import type { ValueType } from '../types/index.ts'
import type { ValueFormat } from './format-cell.ts'
import { defaultLocale, type FormatLocale } from './locale.ts'

/**
 * A value format as a spreadsheet number format: `#,##0.00`, `yyyy-mm-dd`. Formats that spreadsheets do not support (SI prefixes,
 * significant digits, quarters) and invalid formats count as absent. Null when the value needs no format.
 */
export function excelFormat(
  type: ValueType,
  format?: ValueFormat | null,
  locale: FormatLocale = defaultLocale,
): string | null {
  switch (type.kind) {
    case 'int64':
    case 'decimal':
    case 'float64':
      return (format?.kind === 'number' ? numberFormat(format, locale) : null) ?? plainNumber(type)
    case 'date':
    case 'timestamp':
    case 'instant':
      return (
        (format?.kind === 'datetime' && format.formatString ? timeFormat(format.formatString) : null) ??
        usualTime(type.kind === 'date', locale)
      )
    default:
      return null
  }
}

function plainNumber(type: ValueType): string | null {
  return type.kind === 'decimal' && type.scale > 0 ? digits('0', type.scale, false) : null
}

type NumberFormat = Extract<ValueFormat, { kind: 'number' }>

function numberFormat(format: NumberFormat, locale: FormatLocale): string | null {
  const core = numberCore(format, locale)
  if (core === null) return null
  const { body, sign } = core
  const framed = `${literal(format.prefix ?? '')}${body}${literal(format.suffix ?? '')}`
  if (sign === '(') return `${framed};(${framed})`
  return sign === '+' ? `+${framed};-${framed};${framed}` : framed
}

function numberCore(format: NumberFormat, locale: FormatLocale): { body: string; sign: string } | null {
  const specifier = parse(format.formatString ?? '')
  if (!specifier) return null
  const { type, comma, sign, symbol, trim } = specifier
  const whole = comma ? '#,##0' : '0'
  const places = Math.min(specifier.precision ?? 6, 15)
  const [before, after] = format.currencySymbol === undefined ? locale.currency : [format.currencySymbol, '']
  const [lead, tail] = symbol === '$' ? [literal(before), literal(after)] : ['', '']
  switch (type) {
    case 'd':
      return { body: `${lead}${whole}${tail}`, sign }
    case 'f':
      return { body: `${lead}${digits(whole, places, trim)}${tail}`, sign }
    case '%':
      return { body: `${digits(whole, places, trim)}%`, sign }
    case 'e':
      return { body: `${digits('0', places, trim)}E+00`, sign }
    default:
      return null
  }
}

function usualTime(isDay: boolean, { day = '%Y-%m-%d', clock = '%H:%M:%S' }: FormatLocale): string {
  return timeFormat(isDay ? day : `${day} ${clock}`) ?? (isDay ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss')
}

function parse(specifier: string): ReturnType<typeof formatSpecifier> | null {
  if (specifier === '') return null
  try {
    return formatSpecifier(specifier)
  } catch {
    return null
  }
}

function digits(whole: string, places: number, isTrimmed: boolean): string {
  return places === 0 ? whole : `${whole}.${(isTrimmed ? '#' : '0').repeat(places)}`
}

/** Quoted literal text, because most letters have a meaning. */
function literal(text: string): string {
  return text
    .split('"')
    .map((piece) => (piece === '' ? '' : `"${piece}"`))
    .join('\\"')
}

const timeParts: Readonly<Record<string, string>> = {
  Y: 'yyyy',
  y: 'yy',
  m: 'mm',
  '-m': 'm',
  B: 'mmmm',
  b: 'mmm',
  d: 'dd',
  '-d': 'd',
  e: 'd',
  A: 'dddd',
  a: 'ddd',
  H: 'hh',
  '-H': 'h',
  I: 'hh',
  '-I': 'h',
  M: 'mm',
  '-M': 'm',
  S: 'ss',
  '-S': 's',
  L: '000',
  p: 'AM/PM',
  '%': '"%"',
  F: 'yyyy-mm-dd',
  T: 'hh:mm:ss',
}

function timeFormat(formatString: string): string | null {
  let written = ''
  for (const [, part, plain = ''] of formatString.matchAll(/%([-_0]?[A-Za-z%])|([^%]+|%)/g)) {
    if (part === undefined) {
      // Separators are literal; everything else is quoted.
      written += plain.replace(/[^-/:., ]+/g, literal)
      continue
    }
    const known = timeParts[part]
    if (known === undefined) return null
    written += known
  }
  return written === '' ? null : written
}
