const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

/** Local time of a zone, by the zone data of this program: `2026-03-29T03:00:00`. */
export function localTime(zone: string, ms: number): string {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`
}

const offsetAt = (zone: string, ms: number) => Date.parse(`${localTime(zone, ms)}Z`) - ms

/** Instants of a year at which the zone's offset changes, to the second. */
export function transitions(zone: string, year: number): number[] {
  const edges: number[] = []
  const week = 7 * 86_400_000
  for (let from = Date.UTC(year, 0, 1); from < Date.UTC(year + 1, 0, 1); from += week) {
    let low = from
    let high = from + week
    const before = offsetAt(zone, low)
    if (before === offsetAt(zone, high)) continue
    while (high - low > 1000) {
      const middle = low + Math.floor((high - low) / 2000) * 1000
      if (offsetAt(zone, middle) === before) low = middle
      else high = middle
    }
    edges.push(high)
  }
  return edges
}
