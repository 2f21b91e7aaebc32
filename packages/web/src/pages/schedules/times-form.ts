export const frequencies = ['daily', 'weekdays', 'weekly', 'monthly', 'custom'] as const
export type Frequency = (typeof frequencies)[number]

/** The times of something that repeats. */
export interface TimesForm {
  frequency: Frequency
  /** Of the week (0 is Sunday) or of the month. */
  day: string
  /** `09:00` */
  time: string
  cron: string
  zone: string
}

/** The five fields of the cron pattern for the form. */
export function cronOf({ frequency, day, time, cron }: Omit<TimesForm, 'zone'>): string {
  const [hour = '9', minute = '0'] = time.split(':')
  const at = `${Number(minute)} ${Number(hour)}`
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
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = cron.split(' ')
  const custom = { frequency: 'custom' as const, day: '1', time: '09:00', cron }
  const isPlain = /^\d{1,2}$/.test(minute) && /^\d{1,2}$/.test(hour) && month === '*'
  if (!isPlain) return custom
  const plain = { day: '1', time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`, cron }
  if (dayOfMonth === '*' && dayOfWeek === '*') return { ...plain, frequency: 'daily' }
  if (dayOfMonth === '*' && dayOfWeek === '1-5') return { ...plain, frequency: 'weekdays' }
  if (dayOfMonth === '*' && /^[0-6]$/.test(dayOfWeek)) return { ...plain, frequency: 'weekly', day: dayOfWeek }
  if (/^([1-9]|1\d|2[0-8])$/.test(dayOfMonth) && dayOfWeek === '*')
    return { ...plain, frequency: 'monthly', day: dayOfMonth }
  return custom
}
