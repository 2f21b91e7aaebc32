import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Figures } from './metrics.ts'

const resolutionMs = 10
const windowMs = 60_000

/**
 * How long the event loop of this process was blocked. The longest delay covers the current and the previous minute, so that several
 * monitoring systems can read it without missing one. The sampling interval itself is not counted.
 */
export function createLoopDelay(): Figures & { stop(): void } {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  let previousSeconds = 0
  const secondsOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs) / 1000
  const longest = () => (histogram.count === 0 ? 0 : secondsOf(histogram.max))
  const turn = setInterval(() => {
    previousSeconds = longest()
    histogram.reset()
  }, windowMs)
  turn.unref()
  return {
    help: {
      octavo_event_loop_delay_max_seconds: 'Longest delay of the event loop in this minute and the one before.',
      octavo_event_loop_delay_p99_seconds: 'Delay of the event loop that 99 of 100 samples of this minute stay below.',
    },
    read: async () => ({
      octavo_event_loop_delay_max_seconds: Math.max(previousSeconds, longest()),
      octavo_event_loop_delay_p99_seconds: histogram.count === 0 ? 0 : secondsOf(histogram.percentile(99)),
    }),
    stop: () => {
      clearInterval(turn)
      histogram.disable()
    },
  }
}
