import type { ColumnFormat } from '@octavo/core/document'
import type { ColumnType } from './column-facts.ts'

export interface OfferedFormat {
  id:
    | 'number'
    | 'plain'
    | 'financial'
    | 'whole'
    | 'percent'
    | 'scientific'
    | 'currency'
    | 'si'
    | 'monthYear'
    | 'isoDay'
    | 'longDay'
  /** The key that sets it, with the column selected. */
  keys?: string
  format: ColumnFormat
}

const numbers: readonly OfferedFormat[] = [
  { id: 'number', keys: '#', format: { kind: 'number', formatString: ',.2f' } },
  { id: 'plain', format: { kind: 'number', formatString: '.2f' } },
  { id: 'whole', format: { kind: 'number', formatString: ',.0f' } },
  { id: 'currency', keys: '$', format: { kind: 'number', formatString: '$,.2f' } },
  { id: 'financial', format: { kind: 'number', formatString: '(,.2f' } },
  { id: 'percent', keys: '%', format: { kind: 'number', formatString: ',.1%' } },
  { id: 'scientific', keys: '^', format: { kind: 'number', formatString: '.2e' } },
  { id: 'si', format: { kind: 'number', formatString: '.3s' } },
]

const dates: readonly OfferedFormat[] = [
  { id: 'isoDay', format: { kind: 'datetime', formatString: '%Y-%m-%d' } },
  { id: 'longDay', format: { kind: 'datetime', formatString: '%b %-d, %Y' } },
  { id: 'monthYear', format: { kind: 'datetime', formatString: '%b %Y' } },
]

/** The formats that a menu offers for values of a type. */
export function columnFormats(type: ColumnType): readonly OfferedFormat[] {
  if (type === 'number') return numbers
  return type === 'date' ? dates : []
}

/** The format with another number of decimals; undefined for one that has none. */
export function withDecimals(format: ColumnFormat | undefined, by: -1 | 1): ColumnFormat | undefined {
  if (format?.kind === 'datetime') return undefined
  const text = format?.formatString ?? ',.0f'
  const found = /\.(\d+)(?=[a-z%]?$)/.exec(text)
  if (!found) return undefined
  const decimals = Math.min(20, Math.max(0, Number(found[1]) + by))
  return { kind: 'number', ...format, formatString: text.replace(found[0], `.${decimals}`) }
}
