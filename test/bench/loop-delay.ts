import { send } from './measure.ts'

/** Measures the longest delay of the server's event loop until `stop`, which returns it in milliseconds. */
export function watchLoopDelay(url: string): { stop(): Promise<number> } {
  let longestMs = 0
  const read = async () => {
    const { text } = await send({ method: 'GET', url: `${url}/metrics`, headers: {} })
    const seconds = Number(/^octavo_event_loop_delay_max_seconds (\S+)$/m.exec(text)?.[1])
    if (Number.isNaN(seconds)) throw new Error('The server reports no delay of its event loop.')
    longestMs = Math.max(longestMs, seconds * 1000)
  }
  // The server's figure covers at least one minute.
  const timer = setInterval(() => void read().catch(() => {}), 45_000)
  return {
    async stop() {
      clearInterval(timer)
      await read()
      return longestMs
    },
  }
}
