import { formatLocale, formatSpecifier } from 'd3-format'
import { timeFormatLocale, utcFormat } from 'd3-time-format'
import { type Cell, type ValueType, valueTypeToText } from '../types/index.ts'
import { exactFormatter, isExactType } from './exact-number.ts'
import { defaultLocale, type FormatLocale } from './locale.ts'

/** A value format as documents store it: d3-format and d3-time-format strings. */
export type ValueFormat =
  | {
      kind: 'number'
      formatString?: string
      prefix?: string
      suffix?: string
      displayNullAs?: string
      decimalSymbol?: string
      digitGroupingSymbol?: string
      digitGroupingSize?: number[]
      currencySymbol?: string
    }
  | { kind: 'datetime'; formatString?: string }

export type CellFormatter = (cell: Cell) => string

/**
 * The displayed text of a cell. Null is the format's `displayNullAs`, or the empty string. A format that does not fit the type, or that d3
 * rejects, counts as absent: an invalid format never hides a value.
 */
export function formatCell(
  cell: Cell,
  type: ValueType,
  format?: ValueFormat | null,
  locale: FormatLocale = defaultLocale,
): string {
  return cellFormatter(type, format, locale)(cell)
}

const withoutFormat = {}
const compiled = new WeakMap<FormatLocale, WeakMap<object, Map<string, CellFormatter>>>()

/** The compiled formatter of a column, cached by locale, format object and type, for loops over many cells. */
export function cellFormatter(
  type: ValueType,
  format?: ValueFormat | null,
  locale: FormatLocale = defaultLocale,
): CellFormatter {
  const byFormat = remember(compiled, locale, () => new WeakMap<object, Map<string, CellFormatter>>())
  const byType = remember(byFormat, format ?? withoutFormat, () => new Map<string, CellFormatter>())
  return remember(byType, valueTypeToText(type), () => compile(type, format ?? undefined, locale))
}

interface Memory<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}
function remember<K, V>(memory: Memory<K, V>, key: K, make: () => V): V {
  const known = memory.get(key)
  if (known !== undefined) return known
  const made = make()
  memory.set(key, made)
  return made
}

function compile(type: ValueType, format: ValueFormat | undefined, locale: FormatLocale): CellFormatter {
  const whenNull = format?.kind === 'number' ? (format.displayNullAs ?? '') : ''
  const present = compilePresent(type, format, locale)
  return (cell) => (cell === null ? whenNull : present(cell))
}

function compilePresent(type: ValueType, format: ValueFormat | undefined, locale: FormatLocale) {
  switch (type.kind) {
    case 'int64':
    case 'decimal':
    case 'float64':
      return compileNumber(type, format?.kind === 'number' ? format : undefined, locale)
    case 'date':
    case 'timestamp':
    case 'instant':
      return compileDate(type.kind, format?.kind === 'datetime' ? format.formatString : undefined, locale)
    case 'logical':
      return (cell: Cell) =>
        cell === true ? locale.logical.true : cell === false ? locale.logical.false : String(cell)
    default:
      return (cell: Cell) => String(cell)
  }
}

type NumberFormat = Extract<ValueFormat, { kind: 'number' }>

function compileNumber(
  type: ValueType,
  format: NumberFormat | undefined,
  base: FormatLocale,
): (cell: NonNullable<Cell>) => string {
  const locale = withFormat(base, format)
  const affixes = { prefix: format?.prefix ?? '', suffix: format?.suffix ?? '' }
  const d3 = formatLocale(locale)
  const write = (specifier: string) => {
    // d3-format 3 accepts affixes besides the specifier; its type definitions do not include them yet.
    const options: { prefix: string; suffix: string } = affixes
    return (d3.format as (specifier: string, options: { prefix: string; suffix: string }) => (n: number) => string)(
      specifier,
      options,
    )
  }
  const compileOne = (specifier: string) => {
    const approximate = write(specifier)
    if (!isExactType(formatSpecifier(specifier).type)) return (cell: NonNullable<Cell>) => approximate(Number(cell))
    const exact = exactFormatter(specifier, locale, affixes)
    return (cell: NonNullable<Cell>) => (typeof cell === 'string' ? exact(cell) : null) ?? approximate(Number(cell))
  }
  const asked = format?.formatString && isNumberFormat(format.formatString) ? format.formatString : undefined
  const chosen = asked ? compileOne(asked) : defaultNumber(type, compileOne)
  return (cell) => (isFiniteNumber(cell) ? chosen(cell) : writeNotFinite(cell, locale))
}

/** Larger scales come from computed decimals, such as scale 18 of Number(text), and do not indicate the digits of a value. */
const largestWrittenScale = 6

/**
 * Integers with grouping. Decimals with the digits of their scale, or with their own digits when the scale is that large. Floats with two
 * decimals.
 */
function defaultNumber(type: ValueType, compileOne: (specifier: string) => (cell: NonNullable<Cell>) => string) {
  if (type.kind === 'int64') return compileOne(',d')
  if (type.kind === 'decimal') {
    const places = Math.min(20, type.scale)
    return compileOne(type.scale > largestWrittenScale ? `,.${places}~f` : `,.${places}f`)
  }
  const usual = compileOne(',.2f')
  const tiny = compileOne('.3~g')
  const huge = compileOne('.6~g')
  return (cell: NonNullable<Cell>) => {
    const size = Math.abs(Number(cell))
    if (size >= 1e15) return huge(cell)
    return size > 0 && size < 0.005 ? tiny(cell) : usual(cell)
  }
}

function withFormat(locale: FormatLocale, format: NumberFormat | undefined): FormatLocale {
  if (!format) return locale
  return {
    ...locale,
    decimal: format.decimalSymbol ?? locale.decimal,
    thousands: format.digitGroupingSymbol ?? locale.thousands,
    grouping: format.digitGroupingSize?.some((size) => size > 0) ? format.digitGroupingSize : locale.grouping,
    currency: format.currencySymbol === undefined ? locale.currency : [format.currencySymbol, ''],
  }
}

function isNumberFormat(specifier: string): boolean {
  try {
    formatSpecifier(specifier)
    return true
  } catch {
    return false
  }
}

function isFiniteNumber(cell: NonNullable<Cell>): boolean {
  return typeof cell !== 'boolean' && Number.isFinite(Number(cell))
}

function writeNotFinite(cell: NonNullable<Cell>, locale: FormatLocale): string {
  const text = String(cell)
  if (text === 'Infinity') return '\u221e'
  if (text === '-Infinity') return `${locale.minus}\u221e`
  return text
}

const instantForm = /^(-?\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?Z?$/

function compileDate(kind: 'date' | 'timestamp' | 'instant', formatString: string | undefined, locale: FormatLocale) {
  const time = locale.time ? timeFormatLocale(locale.time).utcFormat : utcFormat
  const dayPattern = locale.day ?? '%Y-%m-%d'
  const day = time(dayPattern)
  const clock = time(`${dayPattern} ${locale.clock ?? '%H:%M:%S'}`)
  const asked = formatString ? compileTime(formatString, time) : undefined
  return (cell: NonNullable<Cell>) => {
    const match = typeof cell === 'string' ? instantForm.exec(cell) : null
    if (!match) return String(cell)
    const [, year, month, date, hour = '0', minute = '0', second = '0', fraction = ''] = match
    const at = new Date(0)
    at.setUTCFullYear(Number(year), Number(month) - 1, Number(date))
    at.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')))
    if (asked) return asked(at, fraction)
    const isMidnight = Number(hour) === 0 && Number(minute) === 0 && Number(second) === 0 && !/[1-9]/.test(fraction)
    if (kind === 'date' || isMidnight) return day(at)
    return clock(at)
  }
}

/** d3 supports milliseconds only; `%f` is written from the digits so that microseconds are kept. */
function compileTime(formatString: string, time: typeof utcFormat) {
  const pieces = formatString.split(/(%[-_0]?f|%[-_0]?.)/).map((piece) => {
    if (/^%[-_0]?f$/.test(piece)) return (_at: Date, fraction: string) => fraction.slice(0, 6).padEnd(6, '0')
    const write = time(piece)
    return (at: Date) => write(at)
  })
  return (at: Date, fraction: string) => pieces.map((piece) => piece(at, fraction)).join('')
}
