import type { FormatLocale, ValueFormat } from '../format/index.ts'
import { formatCell } from '../format/index.ts'

const steps: [size: number, letter: string][] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]

/**
 * Labels of a value axis: short where the numbers are long (`$1.2M`), with the currency, percent sign and affixes of
 * the column's format. `largest` is the greatest size on the axis, so that all labels of one axis look alike.
 */
export function axisLabeller(format: ValueFormat | undefined, largest: number, locale: FormatLocale) {
  const number = format?.kind === 'number' ? format : undefined
  const specifier = number?.formatString ?? ''
  const symbol = specifier.includes('$') ? '$' : ''
  const [before, after] = locale.currency
  // A unit belongs to the number, and a currency that stands behind it comes after both: `800k €`.
  const isBehind = symbol !== '' && after !== '' && number?.currencySymbol === undefined
  const write = (value: number, formatString: string, unit: string) =>
    formatCell(
      value,
      { kind: 'float64' },
      { ...number, kind: 'number', formatString, suffix: (isBehind ? '' : unit) + (number?.suffix ?? '') },
      isBehind ? { ...locale, currency: [before, unit + after] } : locale,
    )
  return (value: number): string => {
    if (specifier.endsWith('%')) return write(value, largest < 0.1 ? '.1~%' : '.0~%', '')
    const step = largest >= 10_000 ? steps.find(([size]) => Math.abs(value) >= size) : undefined
    if (step) return write(value / step[0], `${symbol},.3~r`, step[1])
    return write(value, `${symbol},.${largest < 1 ? 4 : 2}~f`, '')
  }
}
