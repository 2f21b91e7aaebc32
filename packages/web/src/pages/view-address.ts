import type { RawSearch } from '../raw-search.ts'

/** Parameter names in addresses that open a workbook with a reader's changes. */
export const customViewKey = ':customView'
export const savedViewKey = ':savedView'

/** Earlier names of these parameters, which stored addresses still use. */
const formerNames: ReadonlyMap<string, string> = new Map([
  [':explore', customViewKey],
  [':bookmark', savedViewKey],
])

/** The same search with the present names of views and everything else unchanged; null if it has no old names. */
export function withPresentNames(search: string): string | null {
  const parts = search.replace(/^\?/, '').split('&')
  const names = new Set(parts.map(nameOf))
  const kept = parts.flatMap((part) => {
    const present = formerNames.get(nameOf(part))
    if (present === undefined) return [part]
    // When an address has both names, the current one applies.
    if (names.has(present)) return []
    names.add(present)
    const at = part.indexOf('=')
    return [at < 0 ? present : `${present}${part.slice(at)}`]
  })
  const changed = `?${kept.join('&')}`
  return changed === `?${parts.join('&')}` ? null : changed
}

function nameOf(part: string): string {
  const [name = ''] = part.split('=')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The view that an address asks for, as requests name it. */
export interface ViewQuery {
  bookmarkId?: string
  exploreKey?: string
}

/** A saved view takes precedence over a custom view. Undefined: no view is named, which means the default view. */
export function viewInAddress(address: RawSearch): ViewQuery | undefined {
  const saved = address[savedViewKey]
  const custom = address[customViewKey]
  if (saved !== undefined && saved !== '') return { bookmarkId: saved }
  if (custom !== undefined && custom !== '') return { exploreKey: custom }
  // The published version without a view, even when there is a default view.
  return saved === undefined && custom === undefined ? undefined : {}
}
