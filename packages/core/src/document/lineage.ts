import type { BaseElement, WorkbookDocument } from './api.ts'
import { targetsOf } from './gestures/control-targets.ts'
import { allElements, findControl, findElement, isControl } from './lookups.ts'
import { sourceName } from './names.ts'
import { leafSources } from './source-walk.ts'

/** A source, an element or a control of a document. */
export interface LineageNode {
  /** The id of the element; for a source `source`, its kind and its name or id. */
  id: string
  kind: 'source' | 'element' | 'control'
  /** The kind of the source (`warehouse-table`, `data-model`) or of the element. */
  detail: string
  /** The name of the source, as far as the document contains it; else empty. */
  name: string
  /** Only for a source that is a data model. */
  dataModelId?: string
}

/** `to` depends on `from`. */
export interface LineageEdge {
  from: string
  to: string
}

export interface Lineage {
  nodes: LineageNode[]
  edges: LineageEdge[]
}

/**
 * The dependencies inside a document: sources, then elements and controls in document order. Texts and containers are included only when
 * they read something. An element that reads a removed element has no edge for it.
 */
export function lineageOf(document: WorkbookDocument): Lineage {
  const sources = new Map<string, LineageNode>()
  const edges = new Map<string, LineageEdge>()
  const connect = (from: string, to: string) => {
    if (from !== to) edges.set(`${from}\n${to}`, { from, to })
  }
  for (const element of allElements(document)) {
    for (const leaf of leafSources(element.source)) {
      const read = elementOf(leaf)
      if (read === undefined) {
        const node = sourceNode(element, leaf)
        sources.set(node.id, node)
        connect(node.id, element.id)
      } else if (findElement(document, read)) connect(read, element.id)
    }
    for (const read of boundBy(document, element.id)) connect(read, element.id)
    if (!isControl(element)) continue
    for (const { source } of targetsOf(element)) {
      if (source.kind === 'table' && findElement(document, source.elementId)) connect(element.id, source.elementId)
    }
  }
  const used = new Set([...edges.values()].flatMap(({ from, to }) => [from, to]))
  const own = allElements(document).flatMap((element): LineageNode[] => {
    if (!isControl(element) && element.source === undefined && !used.has(element.id)) return []
    const kind = isControl(element) ? 'control' : 'element'
    return [{ id: element.id, kind, detail: element.kind, name: '' }]
  })
  return { nodes: [...sources.values(), ...own], edges: [...edges.values()] }
}

/** Everything that a node depends on, or that depends on it, directly or through others; without the node itself. */
export function reachedFrom(edges: readonly LineageEdge[], id: string, side: 'before' | 'after'): Set<string> {
  const [here, there] = side === 'after' ? (['from', 'to'] as const) : (['to', 'from'] as const)
  const next = new Map<string, string[]>()
  for (const edge of edges) next.set(edge[here], [...(next.get(edge[here]) ?? []), edge[there]])
  const reached = new Set<string>()
  const open = [id]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    for (const other of next.get(each) ?? []) {
      if (reached.has(other) || other === id) continue
      reached.add(other)
      open.push(other)
    }
  }
  return reached
}

/** The element of the same document that a source reads. */
function elementOf({ kind, elementId, from }: Record<string, unknown>): string | undefined {
  const id = kind === 'table' ? elementId : kind === 'linked' ? from : undefined
  return typeof id === 'string' ? id : undefined
}

/** Elements and controls that the formulas, texts and SQL of an element refer to. */
function boundBy(document: WorkbookDocument, elementId: string): string[] {
  return Object.values(document.bindings[elementId] ?? {}).flatMap((bindings) =>
    bindings.flatMap(({ kind, documentId, elementId: read, controlId }) => {
      if (documentId !== undefined) return []
      const id = kind === 'control' ? findControl(document, controlId ?? '')?.id : read
      return id !== undefined && findElement(document, id) ? [id] : []
    }),
  )
}

function sourceNode(element: BaseElement, leaf: Record<string, unknown>): LineageNode {
  const { path, dataModelId, elementId } = leaf
  const kind = typeof leaf.kind === 'string' ? leaf.kind : ''
  const make = (key: string, name: string): LineageNode => ({
    id: `source ${kind} ${key}`,
    kind: 'source',
    detail: kind,
    name,
  })
  if (typeof dataModelId === 'string') return { ...make(`${dataModelId} ${elementId}`, ''), dataModelId }
  if (Array.isArray(path)) return make(`${leaf.connectionId} ${path.join('.')}`, path.join('.'))
  // SQL statements and entered rows belong to a single element.
  return make(element.id, sourceName(leaf) ?? '')
}
