import type { TimeLocaleDefinition } from 'd3-time-format'

/** Marks and names of a locale, in the shape of d3-format and d3-time-format locale definitions. */
export interface FormatLocale {
  decimal: string
  thousands: string
  /** Sizes of digit groups, from the right, repeated. */
  grouping: number[]
  /** Before and after the number. */
  currency: [string, string]
  /** Sign of negative numbers; the typographic minus by default, as d3-format has it. */
  minus: string
  /** Shown for logical values. */
  logical: { true: string; false: string }
  /** Absent: English. */
  time?: TimeLocaleDefinition
  /** How a date is written that has no format of its own, as d3-time-format reads it; absent: `%Y-%m-%d`. */
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
