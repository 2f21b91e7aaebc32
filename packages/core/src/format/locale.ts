import type { TimeLocaleDefinition } from 'd3-time-format'

/** Separators, symbols and names of a locale, in the shape of d3-format and d3-time-format locale definitions. */
export interface FormatLocale {
  decimal: string
  thousands: string
  /** Sizes of digit groups, from the right, repeated. */
  grouping: number[]
  /** Symbols before and after the number. */
  currency: [string, string]
  /** Sign of negative numbers; by default the typographic minus, as in d3-format. */
  minus: string
  /** Texts of logical values. */
  logical: { true: string; false: string }
  /** Absent: English. */
  time?: TimeLocaleDefinition
  /** The default format of a date in d3-time-format; absent: `%Y-%m-%d`. */
  day?: string
  /** The same for the time of day; absent: `%H:%M:%S`. */
  clock?: string
}

export const defaultLocale: FormatLocale = {
  decimal: '.',
  thousands: ',',
  grouping: [3],
  currency: ['$', ''],
  minus: '\u2212',
  logical: { true: 'True', false: 'False' },
}
