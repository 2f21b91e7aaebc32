import { type ControlTime, savedDateRange } from '@octavo/core/document'

/**
 * Ranges that a reader picks by name. Rolling ones are written with relative dates, so that an address kept for a
 * month still means the last seven days; calendar periods have no relative form and are written as fixed days.
 */
export const rollingPresets = {
  today: 'min:prior-day-0,max:prior-day-0',
  yesterday: 'min:prior-day-1,max:prior-day-1',
  last7: 'min:prior-day-6,max:prior-day-0',
  last30: 'min:prior-day-29,max:prior-day-0',
  last90: 'min:prior-day-89,max:prior-day-0',
  last12Months: 'min:prior-month-12,max:prior-day-0',
} as const

export const calendarPresets = ['thisMonth', 'lastMonth', 'thisQuarter', 'thisYear', 'lastYear'] as const

export type DatePreset = keyof typeof rollingPresets | (typeof calendarPresets)[number]

export const datePresets: readonly DatePreset[] = [
  ...(Object.keys(rollingPresets) as (keyof typeof rollingPresets)[]),
  ...calendarPresets,
]

/** The text form of a preset at this moment. */
export function textOfPreset(preset: DatePreset, time: ControlTime): string {
  if (preset in rollingPresets) return rollingPresets[preset as keyof typeof rollingPresets]
  const unit = preset.endsWith('Month') ? 'month' : preset.endsWith('Quarter') ? 'quarter' : 'year'
  const { min, max } = savedDateRange({ mode: 'current', unit }, time)
  const first = String(min)
  if (!preset.startsWith('last')) return `min:${first},max:${max}`
  const lastDay = addDays(first, -1)
  const start = unit === 'month' ? `${lastDay.slice(0, 7)}-01` : `${lastDay.slice(0, 4)}-01-01`
  return `min:${start},max:${lastDay}`
}

/** The preset that a text represents, if any. */
export function presetOfText(text: string, time: ControlTime): DatePreset | undefined {
  return datePresets.find((preset) => textOfPreset(preset, time) === text)
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}
