import type { Cell } from '@octavo/core/types'
import { localeName } from '../../formats.ts'

/** A day such as "Nov 20, 2026". Days are calendar values without a zone; UTC on both sides keeps them as they are. */
export function dayInWords(cell: Cell): string {
  const time = timeOf(cell)
  return time === undefined ? String(cell) : formatter().format(time)
}

/** Two days, either absent; the browser leaves out what they share: "Nov 1 – 20, 2026". */
export function rangeInWords(min: Cell, max: Cell, all: string): string {
  if (min === null && max === null) return all
  if (min === null) return `≤ ${dayInWords(max)}`
  if (max === null) return `≥ ${dayInWords(min)}`
  const from = timeOf(min)
  const to = timeOf(max)
  if (from === undefined || to === undefined || from > to) return `${dayInWords(min)} – ${dayInWords(max)}`
  return formatter().formatRange(from, to)
}

function formatter(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(localeName(), { dateStyle: 'medium', timeZone: 'UTC' })
}

function timeOf(cell: Cell): number | undefined {
  const text = String(cell)
  const time = Date.parse(text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`)
  return Number.isNaN(time) ? undefined : time
}

/** The day that it is now in a zone. */
export function todayIn(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(Date.now())
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}
