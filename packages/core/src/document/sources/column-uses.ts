import type { BaseElement, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { sourceElementIds } from '../check-sources.ts'
import { columnsOf } from '../lookups.ts'
import { modelElementOf } from '../model-source.ts'
import { friendlyName } from '../names.ts'
import { sameJson } from '../same-json.ts'
import { type OutsideSource, outsideColumns, outsideSources } from './outside-sources.ts'

/** A source outside a document, or one of its columns (null: the source as a whole). */
export interface OutsideRead {
  source: Record<string, unknown> & { kind: string }
  /** The name that formulas use; for a data model the id of the column. */
  column: string | null
}

/** In place of a column id: the dependent is the element as a whole, by its rows or one of its texts. */
export const wholeElement = ''

/** A key that is the same for every spelling of a table column in formulas. */
export const columnKey = (name: string): string => friendlyName(name).toLowerCase()

/** Everything that the elements of a document read outside of it, including whole sources. */
export function outsideReads(document: WorkbookDocument): OutsideRead[] {
  return Object.values(document.elements).flatMap((element) =>
    readsOfElement(document, element).map(({ read }) => read),
  )
}

/**
 * The elements that depend on the reads that `isStart` selects, with the ids of the columns through which they depend on them;
 * `wholeElement` when the rows or a text of the element do. A dependency passes from a column to the columns, filters and controls that
 * refer to it, and from the rows of an element to all elements that read them.
 */
export function elementsUsing(
  document: WorkbookDocument,
  isStart: (read: OutsideRead) => boolean,
): Map<string, Set<string>> {
  const edges = new Map<string, Node[]>()
  const pending: Node[] = []
  const link = (from: Node, to: Node) => edges.set(keyOf(from), [...(edges.get(keyOf(from)) ?? []), to])
  for (const element of Object.values(document.elements)) {
    for (const { read, node } of readsOfElement(document, element)) if (isStart(read)) pending.push(node)
    for (const { from, to } of linksOf(document, element)) link(from, to)
  }
  const seen = new Set<string>()
  const found = new Map<string, Set<string>>()
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (seen.has(keyOf(node))) continue
    seen.add(keyOf(node))
    const { elementId, columnId } = node
    if (document.elements[elementId]) {
      found.set(elementId, (found.get(elementId) ?? new Set()).add(columnId === text ? wholeElement : columnId))
    }
    pending.push(...(edges.get(keyOf(node)) ?? []))
  }
  return found
}

/** What the elements depend on outside the document, directly or through other elements: the reverse of `elementsUsing`. */
export function outsideReadsOf(document: WorkbookDocument, elementIds: ReadonlySet<string>): OutsideRead[] {
  const reads = new Map<string, OutsideRead[]>()
  const parents = new Map<string, Node[]>()
  const pending: Node[] = []
  const start = (node: Node) => elementIds.has(node.elementId) && pending.push(node)
  for (const element of Object.values(document.elements)) {
    for (const { read, node } of readsOfElement(document, element)) {
      reads.set(keyOf(node), [...(reads.get(keyOf(node)) ?? []), read])
      start(node)
    }
    for (const { from, to } of linksOf(document, element)) {
      parents.set(keyOf(to), [...(parents.get(keyOf(to)) ?? []), from])
      start(to)
    }
  }
  const seen = new Set<string>()
  const found: OutsideRead[] = []
  for (let node = pending.pop(); node; node = pending.pop()) {
    const key = keyOf(node)
    if (seen.has(key)) continue
    seen.add(key)
    found.push(...(reads.get(key) ?? []))
    pending.push(...(parents.get(key) ?? []))
  }
  return found
}

/** The outside dependencies of elements in `after` that they did not have in `before`; all of them for new elements. */
export function readsOfChanges(before: WorkbookDocument, after: WorkbookDocument): OutsideRead[] {
  const changed = Object.keys(after.elements).filter((id) => {
    const isSame = sameJson(after.elements[id], before.elements[id])
    return !(isSame && sameJson(after.bindings[id], before.bindings[id]))
  })
  return changed.flatMap((id) => {
    const known = new Set(outsideReadsOf(before, new Set([id])).map((read) => JSON.stringify(read)))
    return outsideReadsOf(after, new Set([id])).filter((read) => !known.has(JSON.stringify(read)))
  })
}

interface Node {
  elementId: string
  /** `wholeElement` for its rows, `text` for texts that nothing else reads. */
  columnId: string
}

const text = '\u0000'
const keyOf = ({ elementId, columnId }: Node): string => JSON.stringify([elementId, columnId])

function readsOfElement(document: WorkbookDocument, element: BaseElement): { read: OutsideRead; node: Node }[] {
  const sources = outsideSources(element)
  const rows = { elementId: element.id, columnId: wholeElement }
  const named = outsideColumns(element, sources)
    .filter(({ from, isPointer }) => modelElementOf(from.source) === null || isPointer)
    .map(({ from, column, path }) => ({ read: { source: from.source, column }, node: nodeAt(element, path) }))
  const bound = Object.entries(ownBindings(document, element)).flatMap(([path, bindings]) =>
    bindings.flatMap(({ documentId, elementId, columnId }) => {
      if (documentId === undefined || elementId === undefined) return []
      const source: OutsideSource['source'] = { kind: 'data-model', dataModelId: documentId, elementId }
      return [{ read: { source, column: columnId ?? null }, node: nodeAt(element, path) }]
    }),
  )
  return [...sources.map(({ source }) => ({ read: { source, column: null }, node: rows })), ...named, ...bound]
}

/** How dependencies pass on inside the document. */
function linksOf(document: WorkbookDocument, element: BaseElement): { from: Node; to: Node }[] {
  const rows = { elementId: element.id, columnId: wholeElement }
  const parents = sourceElementIds(element.source).map((elementId) => ({
    from: { elementId, columnId: wholeElement },
    to: rows,
  }))
  const bound = Object.entries(ownBindings(document, element)).flatMap(([path, bindings]) =>
    bindings.flatMap(({ documentId, elementId, columnId }) =>
      documentId === undefined && elementId !== undefined && columnId !== undefined
        ? [{ from: { elementId, columnId }, to: nodeAt(element, path) }]
        : [],
    ),
  )
  const filters = Array.isArray(element.filters) ? element.filters.filter(isRecord) : []
  const pointed = [...filters, ...(isRecord(element.source) ? [element.source] : [])].flatMap(
    ({ source, columnId }) => {
      if (typeof columnId !== 'string') return []
      const elementId = isRecord(source) ? source.elementId : element.id
      return typeof elementId === 'string' ? [{ from: { elementId, columnId }, to: rows }] : []
    },
  )
  return [...parents, ...bound, ...pointed]
}

function ownBindings(document: WorkbookDocument, { id }: BaseElement): WorkbookDocument['bindings'][string] {
  return Object.hasOwn(document.bindings, id) ? (document.bindings[id] ?? {}) : {}
}

function nodeAt(element: BaseElement, path: string): Node {
  const elementId = element.id
  const column = /^columns\[(\d+)\]\.formula$/.exec(path)
  if (column) {
    const all: unknown[] = Array.isArray(element.columns) ? element.columns : []
    const at = all[Number(column[1])]
    const known = columnsOf(element).find((each) => each === at)
    if (known) return { elementId, columnId: known.id }
  }
  return { elementId, columnId: path.startsWith('source') || path.startsWith('filters') ? wholeElement : text }
}
