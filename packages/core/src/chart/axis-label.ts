import type { FormatLocale, ValueFormat } from '../format/index.ts'
import { formatCell } from '../format/index.ts'

const steps: [size: number, letter: string][] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]

/**
 * Returns labels of a value axis: short for long numbers (`$1.2M`), with the currency, percent sign and affixes of the column's format.
 * `largest` is the largest absolute value on the axis, by which all labels of an axis get the same unit letter. `step` is the distance of
 * two labels, which determines the decimals of percentages so that neighbours differ.
 */
export function axisLabeller(format: ValueFormat | undefined, largest: number, locale: FormatLocale, step?: number) {
  const number = format?.kind === 'number' ? format : undefined
  const specifier = number?.formatString ?? ''
  const symbol = specifier.includes('$') ? '$' : ''
  const [before, after] = locale.currency
  // The unit letter directly follows the number, and a trailing currency symbol comes after both: `800k €`.
  const isBehind = symbol !== '' && after !== '' && number?.currencySymbol === undefined
  const write = (value: number, formatString: string, unit: string) =>
    formatCell(
      value,
      { kind: 'float64' },
      { ...number, kind: 'number', formatString, suffix: (isBehind ? '' : unit) + (number?.suffix ?? '') },
      isBehind ? { ...locale, currency: [before, unit + after] } : locale,
    )
  return (value: number): string => {
    if (specifier.endsWith('%')) {
      return write(value, `.${step === undefined ? (largest < 0.05 ? 1 : 0) : decimalsOf(step * 100)}~%`, '')
    }
    const unit = largest >= 10_000 && value !== 0 ? steps.find(([size]) => largest >= size) : undefined
    if (unit) return write(value / unit[0], `${symbol},.3~r`, unit[1])
    return write(value, `${symbol},.${largest < 1 ? 4 : 2}~f`, '')
  }
}

/** The number of decimals needed to distinguish multiples of a round step. */
function decimalsOf(step: number): number {
  const known = [0, 1, 2, 3].find((decimals) => {
    const scaled = step * 10 ** decimals
    return scaled > 0.5 && Math.abs(scaled - Math.round(scaled)) < 1e-6
  })
  return known ?? 4
}
