import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface LoopDelay {
  loopDelayMs: number
}

/** Responds to the parent's message `loop-delay` with the longest delay of this process's event loop since the last response. */
export function watchLoop(): void {
  const resolution = 10
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  process.on('message', (message) => {
    if (message !== 'loop-delay') return
    const longest = histogram.count === 0 ? 0 : histogram.max / 1e6 - resolution
    histogram.reset()
    process.send?.({ loopDelayMs: longest } satisfies LoopDelay)
  })
}
