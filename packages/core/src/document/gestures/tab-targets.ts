import type { WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { nothingGone, tabOf, withoutPointers } from './remove-elements.ts'

/** The new state of a tab; `from` is its current position, absent for a new one. */
export interface TabChange {
  name: string
  from?: number
}

/**
 * The document whose actions follow the tabs of a container to their new positions. Effects on a removed tab are removed, as effects on
 * other removed objects are.
 */
export function withTabTargets(
  document: WorkbookDocument,
  containerId: string,
  tabs: readonly TabChange[],
): WorkbookDocument {
  const places = new Map(tabs.flatMap(({ from }, index) => (from === undefined ? [] : [[from, index] as const])))
  const next = withoutPointers(document, {
    ...nothingGone,
    tab: (id, index) => id === containerId && !places.has(index),
  })
  const moved = <Host extends object>(host: Host): Host =>
    'actions' in host && host.actions !== undefined
      ? { ...host, actions: withMovedTabs(host.actions, containerId, places) }
      : host
  const elements = Object.fromEntries(Object.entries(next.elements).map(([id, element]) => [id, moved(element)]))
  return { ...next, elements, overlays: next.overlays.map(moved) }
}

function withMovedTabs(value: unknown, containerId: string, places: ReadonlyMap<number, number>): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withMovedTabs(each, containerId, places))
  if (!isRecord(value)) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withMovedTabs(field, containerId, places)]),
  )
  const target = tabOf(value)
  const index = target?.containerId === containerId ? places.get(target.index) : undefined
  if (index === undefined) return inner
  return isRecord(value.selectedTab)
    ? { ...inner, selectedTab: { ...value.selectedTab, index } }
    : { ...inner, tab: index }
}
