import type { BaseElement, DocumentPage } from '@octavo/core/document'

export type NavDestination =
  | { type: 'page'; pageId: string }
  | { type: 'element'; elementId: string }
  | { type: 'link'; url: string; isSelf: boolean }

/** An entry as it is shown; without a destination it leads nowhere. */
export interface NavEntry {
  label: string
  /** An emoji. */
  icon?: string | undefined
  destination?: NavDestination | undefined
  submenu?: NavEntry[] | undefined
}

/**
 * The entries of a navigation for a reader who may see these pages; hidden ones are named by hand only. Ways to other pages are left out; an entry without a
 * label has the name of its page, or `unnamed`.
 */
export function navEntries(
  element: BaseElement,
  pages: readonly Pick<DocumentPage, 'id' | 'name' | 'visibility'>[],
  unnamed: string,
): NavEntry[] {
  if (element.mode !== 'manual') {
    const labels = recordOf(element.pageLabels)
    return pages
      .filter(({ visibility }) => visibility !== 'hidden')
      .map(({ id, name }) => ({
        label: textOf(labels[id]) ?? name,
        destination: { type: 'page', pageId: id },
      }))
  }
  const hasIcons = element.showIcons !== 'hidden'
  const options: unknown[] = Array.isArray(element.options) ? element.options : []
  const entryOf = (option: unknown): NavEntry[] => {
    const { label, icon, destination, submenu } = recordOf(option)
    const emoji = hasIcons ? textOf(recordOf(icon).emoji) : undefined
    if (Array.isArray(submenu)) {
      const inside = submenu.flatMap(entryOf)
      return inside.length > 0 ? [{ label: textOf(label) ?? unnamed, icon: emoji, submenu: inside }] : []
    }
    const leads = destinationOf(destination)
    const page = leads?.type === 'page' ? pages.find(({ id }) => id === leads.pageId) : undefined
    if (leads?.type === 'page' && !page) return []
    return [{ label: textOf(label) ?? page?.name ?? unnamed, icon: emoji, destination: leads }]
  }
  return options.flatMap(entryOf)
}

function destinationOf(value: unknown): NavDestination | undefined {
  const { type, pageId, elementId, url, openTarget } = recordOf(value)
  if (type === 'page' && typeof pageId === 'string') return { type, pageId }
  if (type === 'element' && typeof elementId === 'string') return { type, elementId }
  return type === 'link' && typeof url === 'string' ? { type, url, isSelf: openTarget === '_self' } : undefined
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
