import type { Truncation } from '@octavo/core/document'
import type { Cell, ValueType } from '@octavo/core/types'

const fixed: Partial<Record<Truncation, number>> = {
  week: 7 * 86_400_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1_000,
}
const months: Partial<Record<Truncation, number>> = { year: 12, quarter: 3, month: 1 }

/**
 * Whether the period that begins with a date has ended at an instant, on the calendar of a zone. Dates that are not
 * truncated are days; timestamps that are not truncated are moments, which have always ended.
 */
export function isOver(cell: Cell, unit: Truncation | null, type: ValueType, now: Date, zone: string): boolean {
  if (typeof cell !== 'string') return true
  const begin = new Date(withZone(cell))
  if (Number.isNaN(begin.getTime())) return true
  const length = unit ?? (type.kind === 'date' ? 'day' : undefined)
  if (length === undefined) return true
  // Instants are truncated on the calendar of the zone too, and are read there.
  const start = type.kind === 'instant' ? localTime(begin, zone) : begin.getTime()
  return endOf(start, length) <= localTime(now, zone)
}

const withZone = (cell: string): string =>
  cell.includes('T') ? (cell.endsWith('Z') ? cell : `${cell}Z`) : `${cell}T00:00:00Z`

function endOf(start: number, unit: Truncation): number {
  const end = new Date(start)
  const count = months[unit]
  if (count === undefined) return start + (fixed[unit] ?? 0)
  end.setUTCMonth(end.getUTCMonth() + count)
  return end.getTime()
}

/** The calendar time of an instant in a zone, as milliseconds of the same calendar time in UTC. */
function localTime(instant: Date, zone: string): number {
  const text = instant.toLocaleString('sv-SE', { timeZone: zone })
  return Date.parse(`${text.replace(' ', 'T')}Z`)
}
