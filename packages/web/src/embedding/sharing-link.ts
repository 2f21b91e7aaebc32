import { useSyncExternalStore } from 'react'

/** What the host wants people to share instead of the address of the frame. Undefined: it has not named any. */
interface SharingLinks {
  sharingLink?: string | null
  /** For a custom view; absent or null: the same as of the workbook. */
  sharingExplorationLink?: string | null
}

let links: SharingLinks = {}
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

function linkNow(isCustomView: boolean): string | null | undefined {
  return (isCustomView ? links.sharingExplorationLink : null) ?? links.sharingLink
}

/** The link to share; null when the host names none. */
export function useSharingLink(isCustomView: boolean): string | null {
  const link = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => linkNow(isCustomView),
  )
  return link ?? null
}

/** The field of requests for exports with the link that their messages contain; none when the host has not named any. */
export function sharingLinkField(isCustomView: boolean): { sharingLink?: string | null } {
  const sharingLink = linkNow(isCustomView)
  return sharingLink === undefined ? {} : { sharingLink }
}
