import { useSyncExternalStore } from 'react'
import { useOfPage } from './open-page.ts'
import type { PausedActions } from './paused-actions.ts'

/** The paused sequences of the open page; the component renders again when `read` returns another value. */
export function usePausedActions<Value>(read: (paused: PausedActions) => Value): [Value, PausedActions] {
  const paused = useOfPage((page) => page.state.paused)
  return [useSyncExternalStore(paused.subscribe, () => read(paused)), paused]
}
