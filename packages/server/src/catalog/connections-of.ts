import type { WorkbookDocument } from '@octavo/core/document'

const namedConnections = new WeakMap<WorkbookDocument, ReadonlySet<string>>()

/** Ids of all connections that a document names. Cached, because documents do not change. */
export function connectionsOf(document: WorkbookDocument): ReadonlySet<string> {
  const known = namedConnections.get(document)
  if (known !== undefined) return known
  const ids = new Set<string>()
  namedConnections.set(document, ids)
  const pending: unknown[] = Object.values(document.elements).map((element) => element.source)
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const [key, value] of Object.entries(next)) {
      if (key === 'connectionId' && typeof value === 'string') ids.add(value)
      else if (typeof value === 'object') pending.push(value)
    }
  }
  return ids
}
