import type { RunOfDelivery } from '@octavo/core/contract'
import { useSyncExternalStore } from 'react'

/** A delivery to others: a single send, or a run of a schedule. */
export interface TrackedDelivery {
  deliveryId: string
  /** Those of the first messages; unknown before the messages exist. */
  recipients: readonly string[]
  /** How many messages it has. */
  messages: number
  /** Known after the first response. */
  run?: RunOfDelivery
}

/** A file or a delivery that was asked for in this tab. */
export interface TrackedExport {
  id: number
  /** Name of the file or of the delivery. */
  file: string
  state: 'running' | 'done' | 'failed' | 'cancelled'
  /** Details: the number of rows, or the reason of the failure. */
  text: string
  /** Known once the server has begun. */
  queryId?: string
  /** How far it has come, as the server says it while the file is not ready. */
  progress?: Headers
  /** Present for a delivery, which runs on the server. */
  delivery?: TrackedDelivery
  /** Stops it while it runs. */
  cancel: () => void
}

/** The oldest exports beyond this number are dropped from the list. */
const mostKept = 20

let tracked: readonly TrackedExport[] = []
const listeners = new Set<() => void>()

function set(next: readonly TrackedExport[]) {
  tracked = next
  for (const listener of listeners) listener()
}

let lastId = 0

/** Tracks an export from now on; its signal aborts when the user cancels it, unless the details cancel it otherwise. */
export function trackExport(
  file: string,
  details: Partial<Pick<TrackedExport, 'delivery' | 'cancel'>> = {},
): { change(next: Partial<TrackedExport>): void; signal: AbortSignal } {
  const id = ++lastId
  const controller = new AbortController()
  const change = (next: Partial<TrackedExport>) =>
    set(tracked.map((each) => (each.id === id && each.state !== 'cancelled' ? { ...each, ...next } : each)))
  const cancel = () => {
    change({ state: 'cancelled' })
    controller.abort()
  }
  set([{ id, file, state: 'running' as const, text: '', cancel, ...details }, ...tracked].slice(0, mostKept))
  return { change, signal: controller.signal }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Newest first. */
export const useTrackedExports = (): readonly TrackedExport[] => useSyncExternalStore(subscribe, () => tracked)

/** Removes exports that have ended from the list. */
export const forgetEnded = () => set(tracked.filter(({ state }) => state === 'running'))
