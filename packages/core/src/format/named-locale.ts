import { defaultLocale, type FormatLocale } from './locale.ts'

/** Regions in which the symbol `$` of a number format means another currency. All other regions use the dollar. */
const currencyOfRegion: Readonly<Record<string, string>> = {
  AT: 'EUR',
  AU: 'AUD',
  BE: 'EUR',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CN: 'CNY',
  DE: 'EUR',
  ES: 'EUR',
  FI: 'EUR',
  FR: 'EUR',
  GB: 'GBP',
  IE: 'EUR',
  IN: 'INR',
  IT: 'EUR',
  JP: 'JPY',
  KR: 'KRW',
  MX: 'MXN',
  NL: 'EUR',
  PL: 'PLN',
  PT: 'EUR',
  RU: 'RUB',
  SE: 'SEK',
  TH: 'THB',
  TW: 'TWD',
  US: 'USD',
}

const made = new Map<string, FormatLocale>()

/**
 * The format of numbers, currencies, dates and names of days and months in a locale: `de-CH`, `en-gb`. The default for no name and for
 * names that the runtime does not know. Returns the same object for the same name.
 */
export function namedLocale(name: string | null | undefined): FormatLocale {
  if (!name) return defaultLocale
  const known = made.get(name)
  if (known) return known
  const locale = isKnown(name) ? make(name) : defaultLocale
  made.set(name, locale)
  return locale
}

function isKnown(name: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(name).length > 0
  } catch {
    return false
  }
}

function make(name: string): FormatLocale {
  const number = new Intl.NumberFormat(name, { numberingSystem: 'latn', useGrouping: 'always' })
  const parts = number.formatToParts(-12345678901.5)
  const value = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value
  const groups = parts.filter(({ type }) => type === 'integer').map((part) => part.value.length)
  const day = pattern(name, { year: 'numeric', month: '2-digit', day: '2-digit' })
  const clock = pattern(name, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  return {
    decimal: value('decimal') ?? '.',
    thousands: value('group') ?? '',
    grouping: groups.length > 1 ? groups.slice(1).reverse() : [3],
    currency: currencyOf(name),
    minus: defaultLocale.minus,
    logical: defaultLocale.logical,
    day,
    clock,
    time: {
      dateTime: `${day} ${clock}`,
      date: day,
      time: clock,
      periods: ['AM', 'PM'],
      days: names(7, (index) => ({ date: new Date(Date.UTC(2026, 1, 1 + index)), part: { weekday: 'long' } }), name),
      shortDays: names(
        7,
        (index) => ({ date: new Date(Date.UTC(2026, 1, 1 + index)), part: { weekday: 'short' } }),
        name,
      ),
      months: names(12, (index) => ({ date: new Date(Date.UTC(2026, index, 1)), part: { month: 'long' } }), name),
      shortMonths: names(12, (index) => ({ date: new Date(Date.UTC(2026, index, 1)), part: { month: 'short' } }), name),
    },
  }
}

/** The text before and the text after the number; one of them is empty. */
function currencyOf(name: string): [string, string] {
  const { region = 'US' } = new Intl.Locale(name).maximize()
  const currency = currencyOfRegion[region] ?? 'USD'
  const format = new Intl.NumberFormat(name, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    numberingSystem: 'latn',
  })
  const parts = format.formatToParts(1)
  const first = parts.findIndex(({ type }) => type === 'integer')
  const last = parts.findLastIndex(({ type }) => type === 'integer' || type === 'fraction')
  const text = (some: typeof parts) => some.map(({ value }) => value).join('')
  return [text(parts.slice(0, first)), text(parts.slice(last + 1))]
}

const partsOfTime: Readonly<Record<string, string>> = {
  year: '%Y',
  month: '%m',
  day: '%d',
  hour: '%H',
  minute: '%M',
  second: '%S',
}

/** A d3-time-format pattern that writes dates like the locale: `%d.%m.%Y`. */
function pattern(name: string, parts: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(name, {
    ...parts,
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  })
  return format
    .formatToParts(new Date(Date.UTC(2026, 0, 2, 3, 4, 5)))
    .map(({ type, value }) => partsOfTime[type] ?? value.replaceAll('%', '%%'))
    .join('')
}

type Names<Count extends 7 | 12> = Count extends 7
  ? [string, string, string, string, string, string, string]
  : [string, string, string, string, string, string, string, string, string, string, string, string]

function names<Count extends 7 | 12>(
  count: Count,
  at: (index: number) => { date: Date; part: Intl.DateTimeFormatOptions },
  name: string,
): Names<Count> {
  const all = Array.from({ length: count }, (_, index) => {
    const { date, part } = at(index)
    return new Intl.DateTimeFormat(name, { ...part, calendar: 'gregory', timeZone: 'UTC' }).format(date)
  })
  return all as Names<Count>
}
