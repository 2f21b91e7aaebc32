import type { ControlElement } from '@octavo/core/document'

export const relativeUnits = ['day', 'week', 'month', 'quarter', 'year'] as const
export type RelativeUnit = (typeof relativeUnits)[number]

/** Days counted from today: the last or the next so many units, today included. */
export interface RelativeRange {
  direction: 'last' | 'next'
  count: number
  unit: RelativeUnit
}

/** The relative text form, which means other days tomorrow. */
export function textOfRelative({ direction, count, unit }: RelativeRange): string {
  // Today is one of the days.
  const far = unit === 'day' ? count - 1 : count
  return direction === 'last' ? `min:prior-${unit}-${far},max:prior-day-0` : `min:prior-day-0,max:next-${unit}-${far}`
}

/** What a text form means, where it is counted from today; undefined for any other. */
export function relativeOfText(text: string): RelativeRange | undefined {
  const last = /^min:prior-(day|week|month|quarter|year)-(\d+),max:prior-day-0$/.exec(text)
  const next = /^min:(?:prior|next)-day-0,max:next-(day|week|month|quarter|year)-(\d+)$/.exec(text)
  const [, unit, far] = last ?? next ?? []
  if (unit === undefined) return undefined
  const count = Number(far) + (unit === 'day' ? 1 : 0)
  return count > 0 ? { direction: last ? 'last' : 'next', count, unit: unit as RelativeUnit } : undefined
}

/** The saved value of a control if it is relative to today, including whole periods such as this month. */
export function savedRelative(
  control: ControlElement,
): (Omit<RelativeRange, 'direction'> & { direction: 'last' | 'next' | 'current' }) | undefined {
  const { mode, value, unit } = control
  const period = relativeUnits.find((each) => String(unit) === each || String(unit).startsWith(`${each}-`))
  if (period === undefined) return undefined
  if (mode === 'current') return { direction: 'current', count: 1, unit: period }
  return (mode === 'last' || mode === 'next') && typeof value === 'number'
    ? { direction: mode, count: value, unit: period }
    : undefined
}
