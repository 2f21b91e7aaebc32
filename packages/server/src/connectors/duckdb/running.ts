import type { DuckDBConnection } from '@duckdb/node-api'
import type { EngineFailure, FromEngine } from './messages.ts'
import { Refusal } from './refusal.ts'

/** How long a statement may take to react to its interrupt. */
const interruptGraceMs = 30_000

/** A statement that runs: it sends batches while it has credit, and `ended` says why it was stopped. */
export interface Running {
  connection: DuckDBConnection | null
  credit: number
  wake: (() => void) | null
  ended: EngineFailure | null
}

/** Statements that run now, by their id. */
export const running = new Map<number, Running>()

export function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL')
}

export function send(message: FromEngine): void {
  if (process.connected) process.send?.(message)
}

export function throwIfEnded(state: Running): void {
  if (state.ended) throw new Refusal(state.ended)
}

export async function takeCredit(state: Running): Promise<void> {
  while (state.credit === 0 && !state.ended) {
    await new Promise<void>((resolve) => {
      state.wake = resolve
    })
  }
  throwIfEnded(state)
  state.credit--
}

export function giveCredit(id: number): void {
  const state = running.get(id)
  if (!state) return
  state.credit++
  wake(state)
}

function wake(state: Running): void {
  const { wake: resolve } = state
  state.wake = null
  resolve?.()
}

/**
 * Reports the stop at once, and interrupts until the statement has ended: an interrupt between two steps of the engine is lost, and one
 * within a long step waits for its end. A statement that ignores it ends with the process.
 */
export function stop(id: number, failure: EngineFailure): void {
  const state = running.get(id)
  if (!state || state.ended) return
  state.ended = failure
  send({ type: 'failed', id, failure })
  wake(state)
  const until = performance.now() + interruptGraceMs
  const interrupt = () => {
    if (running.get(id) !== state) return
    if (performance.now() > until) endAtOnce()
    state.connection?.interrupt()
    setTimeout(interrupt, 10)
  }
  interrupt()
}
