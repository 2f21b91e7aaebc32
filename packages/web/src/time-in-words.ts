import { localeName } from './formats.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formatters of one locale. Making one costs more than formatting fifty times with it, and a list needs one for each of its rows. */
interface TimeFormats {
  ago: Intl.RelativeTimeFormat
  day: Intl.DateTimeFormat
  dayOfYear: Intl.DateTimeFormat
  exact: Intl.DateTimeFormat
}

const known = new Map<string, TimeFormats>()

function formatsOf(locale: string): TimeFormats {
  const before = known.get(locale)
  if (before) return before
  const formats = {
    ago: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
    dayOfYear: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
    exact: new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }),
  }
  known.set(locale, formats)
  return formats
}

/** How long ago something happened, in words for the last week and as a date before it. */
export function timeInWords(iso: string, now: number, locale = localeName()): string {
  const time = Date.parse(iso)
  const age = Math.max(0, now - time)
  const { ago, day: date, dayOfYear } = formatsOf(locale)
  if (age < minute) return ago.format(0, 'second')
  if (age < hour) return ago.format(-Math.floor(age / minute), 'minute')
  if (age < day) return ago.format(-Math.floor(age / hour), 'hour')
  if (age < 7 * day) return ago.format(-Math.floor(age / day), 'day')
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? date : dayOfYear).format(time)
}

/** Date and time to the second, for the note of a time in words. */
export function exactTime(iso: string, locale = localeName()): string {
  return formatsOf(locale).exact.format(Date.parse(iso))
}
