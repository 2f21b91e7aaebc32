import type { DocumentElement, WorkbookDocument } from '../api.ts'
import { setAtPath } from '../bindings.ts'
import { outsideSources } from './outside-sources.ts'

/** Sources that are read by a path or a statement, so that any connection with the same tables can provide them. */
const movable: ReadonlySet<string> = new Set(['warehouse-table', 'sql', 'metric-view', 'semantic-view'])

/**
 * The document with its tables and statements on another connection. Uploaded files and input tables stay where their rows are. The given
 * document is not changed. The result is the same object for the same document and connection, so that caches keyed by it work.
 */
export function onConnection(document: WorkbookDocument, connectionId: string): WorkbookDocument {
  const moved = known.get(document) ?? new Map<string, WorkbookDocument>()
  known.set(document, moved)
  const before = moved.get(connectionId)
  if (before) return before
  const elements = Object.fromEntries(
    Object.entries(document.elements).map(([id, element]) => [id, elementOn(element, connectionId)]),
  )
  const result = { ...document, elements }
  moved.set(connectionId, result)
  return result
}

const known = new WeakMap<WorkbookDocument, Map<string, WorkbookDocument>>()

function elementOn(element: DocumentElement, connectionId: string): DocumentElement {
  let moved = element
  for (const { path, source } of outsideSources(element)) {
    if (!movable.has(source.kind) || source.connectionId === connectionId) continue
    moved = setAtPath(moved, `${path}.connectionId`, connectionId)
  }
  return moved
}
