import { localeName } from '../../formats.ts'

/**
 * A due time as the clock in the zone of the schedule shows it, because its times were chosen there. The zone is named where it is not that
 * of the browser.
 */
export function dueTimeInWords(instant: string, zone: string): string {
  const format = (timeZone?: string) =>
    new Intl.DateTimeFormat(localeName(), {
      dateStyle: 'medium',
      timeStyle: 'short',
      ...(timeZone ? { timeZone } : {}),
    })
  const own = format().resolvedOptions().timeZone
  const words = format(zone).format(Date.parse(instant))
  return zone === own ? words : `${words} (${zone})`
}
