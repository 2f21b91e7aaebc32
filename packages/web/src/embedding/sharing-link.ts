import { useSyncExternalStore } from 'react'

/** What the host wants people to share instead of the address of the frame. */
export interface SharingLinks {
  sharingLink: string | null
  sharingExplorationLink: string | null
}

let links: SharingLinks = { sharingLink: null, sharingExplorationLink: null }
const listeners = new Set<() => void>()

/** Remembers the links that a host names; one that is no address of the web, or longer than 1000 characters, changes nothing. */
export function rememberSharingLinks(given: { sharingLink?: unknown; sharingExplorationLink?: unknown }): void {
  const next = { ...links }
  for (const name of ['sharingLink', 'sharingExplorationLink'] as const) {
    const link = given[name]
    if (link === null) next[name] = null
    else if (typeof link === 'string' && isLink(link)) next[name] = link
  }
  links = next
  for (const listener of listeners) listener()
}

function isLink(text: string): boolean {
  return text.length <= 1000 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export function useSharingLinks(): SharingLinks {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => links,
  )
}
