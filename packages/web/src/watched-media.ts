import { useSyncExternalStore } from 'react'

/** A media query that all of the app reads from one place. */
export interface WatchedMedia {
  matches: () => boolean
  /** Calls the listener after each change; returns a function that stops it. */
  subscribe: (listener: () => void) => () => void
}

/**
 * Watches a media query. The query itself is read only when its event arrives: in Chromium, reading `matches` between a change and its
 * event (as a component does that renders because of a resize) cancels the event, and its listeners keep the old value.
 */
export function watchMedia(query: string): WatchedMedia {
  const list = matchMedia(query)
  const listeners = new Set<() => void>()
  let { matches } = list
  list.addEventListener('change', (event) => {
    matches = event.matches
    for (const listener of listeners) listener()
  })
  return {
    matches: () => matches,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export function useWatchedMedia({ matches, subscribe }: WatchedMedia): boolean {
  return useSyncExternalStore(subscribe, matches)
}
