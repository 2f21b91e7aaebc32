import { localeName } from './formats.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago something happened, in words for the last week and as a date before it. */
export function timeInWords(iso: string, now: number, locale = localeName()): string {
  const time = Date.parse(iso)
  const age = Math.max(0, now - time)
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (age < minute) return words.format(0, 'second')
  if (age < hour) return words.format(-Math.floor(age / minute), 'minute')
  if (age < day) return words.format(-Math.floor(age / hour), 'hour')
  if (age < 7 * day) return words.format(-Math.floor(age / day), 'day')
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(time)
}
