import type { Clock } from '../../config/index.ts'

const windowMs = 60_000
const mostKept = 10_000

/** Counts the calls of each connector in windows of a minute, in the memory of this process. */
export function createCallLimits(clock: Clock) {
  const windows = new Map<string, { startedAt: number; count: number }>()
  /** Counts a call; null when it is allowed, otherwise the seconds until the next one is. */
  return (connector: string, perMinute: number): number | null => {
    const now = clock.now()
    const known = windows.get(connector)
    // When the clock was set back, start a new window instead of refusing calls for longer.
    const isOpen = known !== undefined && now >= known.startedAt && now < known.startedAt + windowMs
    const window = isOpen ? known : { startedAt: now, count: 0 }
    if (window.count >= perMinute) return Math.ceil((window.startedAt + windowMs - now) / 1000)
    window.count += 1
    windows.delete(connector)
    windows.set(connector, window)
    if (windows.size > mostKept) windows.delete(windows.keys().next().value ?? '')
    return null
  }
}

export type CallLimits = ReturnType<typeof createCallLimits>
