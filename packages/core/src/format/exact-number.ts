import { type FormatSpecifier, formatSpecifier } from 'd3-format'
import type { FormatLocale } from './locale.ts'

/** Text before and after the digits, inside the sign; d3-format calls them prefix and suffix of a locale. */
export interface Affixes {
  prefix: string
  suffix: string
}

const plainDecimal = /^(-?)(\d+)(?:\.(\d+))?$/

/** Whether this notation can be written from the digits alone, without converting to a float. */
export function isExactType(type: string): boolean {
  return type === 'f' || type === 'd' || type === '%'
}

/**
 * A formatter for strings of digits (int64, decimal) with the semantics of d3-format for the types `f`, `d` and `%`, but without converting
 * to a float: `123456789012345678.91` keeps all digits. Halves are rounded away from zero. Null for text that is not a plain decimal
 * number.
 */
export function exactFormatter(specifierText: string, locale: FormatLocale, affixes: Affixes) {
  const specifier = formatSpecifier(specifierText)
  const isZeroPadded = specifier.zero || (specifier.fill === '0' && specifier.align === '=')
  const fill = isZeroPadded ? '0' : specifier.fill
  const align = isZeroPadded ? '=' : specifier.align
  const places = specifier.type === 'd' ? 0 : Math.max(0, Math.min(20, specifier.precision ?? 6))
  const shift = specifier.type === '%' ? 2 : 0

  return (text: string): string | null => {
    const match = plainDecimal.exec(text)
    if (!match) return null
    const digits = roundDigits(match[2] ?? '0', match[3] ?? '', shift, places)
    const fraction = specifier.trim ? digits.fraction.replace(/0+$/, '') : digits.fraction
    const isZero = /^0*$/.test(digits.whole + fraction)
    const isNegative = match[1] === '-' && !(isZero && specifier.sign !== '+')
    const lead = signBefore(specifier, isNegative, locale) + affixes.prefix + currency(specifier, locale)[0]
    const tail =
      (fraction ? locale.decimal + fraction : '') +
      currency(specifier, locale)[1] +
      (specifier.type === '%' ? '%' : '') +
      affixes.suffix +
      (isNegative && specifier.sign === '(' ? ')' : '')
    let whole = digits.whole
    if (specifier.comma && !isZeroPadded) whole = groupDigits(whole, Number.POSITIVE_INFINITY, locale)
    const width = specifier.width ?? 0
    let padding = fill.repeat(Math.max(0, width - lead.length - whole.length - tail.length))
    if (specifier.comma && isZeroPadded) {
      whole = groupDigits(padding + whole, padding ? width - tail.length : Number.POSITIVE_INFINITY, locale)
      padding = ''
    }
    if (align === '<') return lead + whole + tail + padding
    if (align === '=') return lead + padding + whole + tail
    if (align === '^') {
      const half = padding.length >> 1
      return padding.slice(0, half) + lead + whole + tail + padding.slice(half)
    }
    return padding + lead + whole + tail
  }
}

function currency(specifier: FormatSpecifier, locale: FormatLocale): [string, string] {
  return specifier.symbol === '$' ? locale.currency : ['', '']
}

function signBefore(specifier: FormatSpecifier, isNegative: boolean, locale: FormatLocale): string {
  if (isNegative) return specifier.sign === '(' ? '(' : locale.minus
  return specifier.sign === '-' || specifier.sign === '(' ? '' : specifier.sign
}

/** Moves the decimal point `shift` places to the right and rounds to `places` decimals, halves away from zero. */
function roundDigits(whole: string, fraction: string, shift: number, places: number) {
  const moved = fraction.padEnd(shift, '0')
  const all = whole + moved.slice(0, shift)
  const rest = moved.slice(shift)
  const kept = rest.slice(0, places).padEnd(places, '0')
  const isRoundedUp = (rest[places] ?? '0') >= '5'
  let digits = (BigInt(all + kept) + (isRoundedUp ? 1n : 0n)).toString()
  digits = digits.padStart(places + 1, '0')
  return {
    whole: digits.slice(0, digits.length - places),
    fraction: places === 0 ? '' : digits.slice(digits.length - places),
  }
}

function groupDigits(digits: string, width: number, locale: FormatLocale): string {
  const groups: string[] = []
  let end = digits.length
  let length = 0
  for (let index = 0; end > 0; index++) {
    let size = locale.grouping[index % locale.grouping.length] ?? 3
    if (size <= 0) break
    if (length + size + 1 > width) size = Math.max(1, width - length)
    groups.push(digits.slice(Math.max(0, end - size), end))
    end -= size
    length += size + 1
    if (length > width) break
  }
  return groups.reverse().join(locale.thousands)
}
