/** Converts an ISO day to the local midnight that calendars use, and back; time zones do not matter. */
export function dateOfDay(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.slice(0, 10).split('-').map(Number)
  const local = new Date(2000, month - 1, date)
  local.setFullYear(year, month - 1, date)
  return local
}

export function dayOfDate(date: Date): string {
  const pad = (part: number, length = 2) => String(part).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** Parses a typed day: "2026-11-20", "11/20/2026" in the order of the locale; undefined for anything else. */
export function dayOfText(text: string, locale?: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim())
  if (iso) return validDay(iso[1], iso[2], iso[3])
  const parts = text.trim().split(/[./\s-]+/)
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return undefined
  const order = new Intl.DateTimeFormat(locale).formatToParts(new Date(2000, 0, 2)).map(({ type }) => type)
  const places = order.filter((type) => type === 'year' || type === 'month' || type === 'day')
  const part = (type: 'year' | 'month' | 'day') => parts[places.indexOf(type)]
  return validDay(part('year'), part('month'), part('day'))
}

function validDay(year = '', month = '', day = ''): string | undefined {
  const full = year.length === 2 ? `20${year}` : year
  if (full.length !== 4) return undefined
  const text = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return dayOfDate(dateOfDay(text)) === text ? text : undefined
}
