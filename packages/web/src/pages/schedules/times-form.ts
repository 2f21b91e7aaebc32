export const frequencies = ['daily', 'weekdays', 'weekly', 'monthly', 'custom'] as const
export type Frequency = (typeof frequencies)[number]

/** Hours between two times of one day. */
export const intervals = [1, 2, 3, 4, 6, 8, 12] as const

/** The times of something that repeats. */
export interface TimesForm {
  frequency: Frequency
  /** Days of the week (0 is Sunday), separated by commas, or a day of the month. */
  day: string
  /** `09:00` */
  time: string
  /** Hours between the times of a day; null for one time. Not for `monthly` and `custom`. */
  everyHours: number | null
  /** The end of a day with several times, `17:00`. */
  until: string
  cron: string
  zone: string
}

export const onceADay = { everyHours: null, until: '17:00' } as const

export const canRepeat = (frequency: Frequency): boolean => frequency !== 'monthly' && frequency !== 'custom'

/** The last hour at whose minute the times of a day are not after `until`. */
function lastHour({ time, until }: Pick<TimesForm, 'time' | 'until'>): number {
  const [hour, minute] = until.split(':').map(Number)
  return minute !== undefined && minute < Number(time.split(':')[1]) ? Number(hour) - 1 : Number(hour)
}

/** Whether the form has all that a cron pattern needs: at least one day, and an end of the day after its start. */
export function areTimesComplete(form: Omit<TimesForm, 'zone'>): boolean {
  if (form.frequency === 'custom') return form.cron.trim() !== ''
  if (form.time === '' || (form.frequency === 'weekly' && form.day === '')) return false
  return !isEndBeforeStart(form)
}

/** A day with several times ends before its first one. */
export const isEndBeforeStart = (form: Omit<TimesForm, 'zone'>): boolean =>
  canRepeat(form.frequency) && form.everyHours !== null && !(lastHour(form) >= Number(form.time.split(':')[0]))

/** The five fields of the cron pattern for the form. */
export function cronOf(form: Omit<TimesForm, 'zone'>): string {
  const { frequency, day, time, everyHours, cron } = form
  const [hour = '9', minute = '0'] = time.split(':')
  const step = everyHours === 1 ? '' : `/${everyHours}`
  const hours = everyHours === null || !canRepeat(frequency) ? Number(hour) : `${Number(hour)}-${lastHour(form)}${step}`
  const at = `${Number(minute)} ${hours}`
  switch (frequency) {
    case 'daily':
      return `${at} * * *`
    case 'weekdays':
      return `${at} * * 1-5`
    case 'weekly':
      return `${at} * * ${day}`
    case 'monthly':
      return `${at} ${day} * *`
    case 'custom':
      return cron.trim()
  }
}

/** The form values for a cron pattern; `custom` if no other choice matches. */
export function timesOf(cron: string): Omit<TimesForm, 'zone'> {
  const [minute = '', hours = '', dayOfMonth = '', month = '', dayOfWeek = ''] = cron.split(' ')
  const custom = { frequency: 'custom' as const, day: '1', time: '09:00', ...onceADay, cron }
  const times = /^\d{1,2}$/.test(minute) && month === '*' ? timesOfDay(minute, hours) : null
  if (times === null) return custom
  const plain = { day: '1', ...times, cron }
  if (dayOfMonth === '*' && dayOfWeek === '*') return { ...plain, frequency: 'daily' }
  if (dayOfMonth === '*' && dayOfWeek === '1-5') return { ...plain, frequency: 'weekdays' }
  if (dayOfMonth === '*' && /^[0-6](,[0-6])*$/.test(dayOfWeek)) return { ...plain, frequency: 'weekly', day: dayOfWeek }
  if (/^([1-9]|1\d|2[0-8])$/.test(dayOfMonth) && dayOfWeek === '*' && times.everyHours === null)
    return { ...plain, frequency: 'monthly', day: dayOfMonth }
  return custom
}

function timesOfDay(minute: string, hours: string): Pick<TimesForm, 'time' | 'everyHours' | 'until'> | null {
  const [, first, last, step = '1'] = /^(\d{1,2})(?:-(\d{1,2})(?:\/(\d{1,2}))?)?$/.exec(hours) ?? []
  if (first === undefined) return null
  const at = (hour: string) => `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (last === undefined) return { time: at(first), ...onceADay }
  const everyHours = intervals.find((each) => each === Number(step))
  return everyHours === undefined ? null : { time: at(first), everyHours, until: at(last) }
}
