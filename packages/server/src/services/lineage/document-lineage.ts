import type { Viewer } from '@octavo/core/access'
import type { ElementLineage, LineageEntry, LineageNode } from '@octavo/core/contract'
import {
  allElements,
  type DocumentElement,
  elementName,
  findElement,
  isDataElement,
  sourceElementIds,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import type { Catalog } from '../../catalog/index.ts'
import { findCatalogObjectsByPath } from '../../store/catalog-objects.ts'
import { findCsvFiles } from '../../store/csv-files.ts'
import { isUuid, type Store, urlIdOf } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { modelsReadBy } from '../documents/document-bindings.ts'
import { type DocumentSource, sourcesOf } from '../documents/document-sources.ts'
import type { DocumentKind } from '../documents/document-type.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import { serviceOf } from '../service/service.ts'

export type DocumentLineage = ReturnType<typeof createDocumentLineage>

/** Dependencies between the elements of a document and on sources outside it. */
export function createDocumentLineage(parts: Parts) {
  return serviceOf(parts, { tree, ofElement })
}

interface Parts {
  store: Store
  documents: Documents
  catalog: Catalog
}

/** A source as lists and graphs show it, with the id that both use. */
interface ShownSource {
  id: string
  entry: LineageEntry
  node: LineageNode
}

interface Graph {
  content: WorkbookDocument
  shown: WorkbookDocument
  sources: Map<string, ShownSource>
  /** Ids of outside sources by element. */
  sourceIds: Map<string, string[]>
}

/** Elements with their parents and roots, then the sources. */
async function tree(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  window: Window,
  signal: AbortSignal,
): Promise<Slice<LineageEntry>> {
  const graph = await graphOf(parts, viewer, kind, id, signal)
  const rootsOf = rootFinder(graph)
  const own = allElements(graph.shown)
    .filter(isDataElement)
    .map((element): LineageEntry => {
      const parents = parentsOf(graph, element)
      const roots = rootsOf(element.id)
      return {
        type: 'element',
        elementId: element.id,
        sourceIds: parents.length > 0 ? parents : null,
        dataSourceIds: roots.size > 0 ? [...roots] : null,
      }
    })
  return sliceOfList([...own, ...[...graph.sources.values()].map(({ entry }) => entry)], window)
}

/** Everything that an element reads, from its sources to itself; empty for an element without data. */
async function ofElement(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  elementId: string,
  signal: AbortSignal,
): Promise<ElementLineage> {
  const graph = await graphOf(parts, viewer, kind, id, signal)
  const element = findElement(graph.shown, elementId)
  if (!element) throw new AppError('not_found', { kind: 'element', id: elementId })
  const found: ElementLineage = { dependencies: {}, edges: [] }
  if (!isDataElement(element)) return found
  const pending = [element.id]
  const seen = new Set(pending)
  while (pending.length > 0) {
    const target = pending.pop() ?? ''
    const read = findElement(graph.content, target)
    const source = graph.sources.get(target)
    if (source) found.dependencies[target] = source.node
    if (!read) continue
    const name = findElement(graph.shown, target) ? elementName(read) : null
    found.dependencies[target] = {
      nodeId: target,
      type: 'sheet',
      elementId: target,
      ...(name === null ? {} : { name }),
    }
    const parents = parentsOf(graph, read)
    const looksUp = lookedUp(graph.content, read).filter((parent) => !parents.includes(parent))
    for (const [type, sources] of [
      ['source', parents],
      ['lookup', looksUp],
    ] as const) {
      for (const source of sources) {
        found.edges.push({ source, target, type })
        if (seen.has(source)) continue
        seen.add(source)
        pending.push(source)
      }
    }
  }
  return found
}

async function graphOf(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  signal: AbortSignal,
): Promise<Graph> {
  const { content, record } = await parts.documents.read(viewer, kind, id)
  const shown = shownContent(viewer, record.facts, content)
  const reached = reachedFrom(content, Object.keys(shown.elements))
  const outside = sourcesOf(content).filter(({ elementId }) => reached.has(elementId))
  const naming = await namesOf(parts, viewer, content, outside, signal)
  const graph: Graph = { content, shown, sources: new Map(), sourceIds: new Map() }
  for (const source of outside) {
    const made = shownSource(source, content, naming)
    if (!made) continue
    graph.sources.set(made.id, made)
    const ids = graph.sourceIds.get(source.elementId) ?? []
    if (!ids.includes(made.id)) graph.sourceIds.set(source.elementId, [...ids, made.id])
  }
  return graph
}

function parentsOf({ content, sourceIds }: Graph, element: DocumentElement): string[] {
  const inside = sourceElementIds(element.source).filter((id) => findElement(content, id))
  return [...inside, ...(sourceIds.get(element.id) ?? [])]
}

/** Elements whose columns formulas name without reading their rows. */
function lookedUp(content: WorkbookDocument, { id }: DocumentElement): string[] {
  const own = Object.hasOwn(content.bindings, id) ? (content.bindings[id] ?? {}) : {}
  const named = Object.values(own)
    .flat()
    .flatMap(({ kind, documentId, elementId }) =>
      documentId === undefined && (kind === 'column' || kind === 'element') && elementId !== undefined
        ? [elementId]
        : [],
    )
  return [...new Set(named)].filter((each) => {
    const element = each === id ? undefined : findElement(content, each)
    return element !== undefined && isDataElement(element)
  })
}

/** Elements and everything that they read within their document. */
function reachedFrom(content: WorkbookDocument, elementIds: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const pending = [...elementIds]
  while (pending.length > 0) {
    const id = pending.pop() ?? ''
    const element = reached.has(id) ? undefined : findElement(content, id)
    if (!element) continue
    reached.add(id)
    pending.push(...sourceElementIds(element.source), ...lookedUp(content, element))
  }
  return reached
}

/** Finds the outside sources at the ends of all paths up from an element, visiting each element once. */
function rootFinder({ content, sourceIds }: Graph): (elementId: string) => ReadonlySet<string> {
  const known = new Map<string, Set<string>>()
  return function rootsOf(elementId) {
    const found = known.get(elementId)
    if (found) return found
    const roots = new Set(sourceIds.get(elementId) ?? [])
    // Set before the parents are visited, so that a cycle ends.
    known.set(elementId, roots)
    const element = findElement(content, elementId)
    for (const parentId of element ? sourceElementIds(element.source) : []) {
      for (const root of rootsOf(parentId)) roots.add(root)
    }
    return roots
  }
}

interface Naming {
  /** Ids of tables by connection and path. */
  tables: ReadonlyMap<string, string>
  modelNames: ReadonlyMap<string, string>
  models: ReadonlyMap<string, WorkbookDocument>
  csvNames: ReadonlyMap<string, string>
}

const tableKey = (connectionId: string, path: string): string => `${connectionId} ${path}`

async function namesOf(
  parts: Parts,
  viewer: Viewer,
  content: WorkbookDocument,
  outside: readonly DocumentSource[],
  signal: AbortSignal,
): Promise<Naming> {
  const { store, documents } = parts
  const { organizationId } = viewer
  const modelIds = outside.flatMap((source) => (source.kind === 'data-model' ? [source.dataModelId] : []))
  const csvIds = outside.flatMap((source) => (source.kind === 'csv' && isUuid(source.csvId) ? [source.csvId] : []))
  const inodes = await findInodes(store.db, organizationId, [...new Set(modelIds)])
  const csvFiles = await findCsvFiles(store.db, organizationId, [...new Set(csvIds)])
  return {
    tables: await tableIds(parts, organizationId, outside, signal),
    modelNames: new Map([...inodes].map(([id, { name }]) => [id, name])),
    models: modelIds.length === 0 ? new Map() : await modelsReadBy(documents, organizationId, content),
    csvNames: new Map([...csvFiles].map(([id, { name }]) => [id, name])),
  }
}

/** Ids of all tables at once; tables missing from the catalogue are looked up on the platform. */
async function tableIds(
  { store, catalog }: Parts,
  organizationId: string,
  outside: readonly DocumentSource[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const tables = outside.filter((source) => source.kind === 'warehouse-table')
  const places = new Map(
    tables.map(({ connectionId, path }) => [tableKey(connectionId, JSON.stringify(path)), { connectionId, path }]),
  )
  const known = await findCatalogObjectsByPath(
    store.db,
    organizationId,
    [...places.values()].map(({ connectionId, path }) => ({ connectionId, path: JSON.stringify(path) })),
  )
  const ids = new Map(known.map(({ connection_id, path, id }) => [tableKey(connection_id, path), id]))
  for (const [key, { connectionId, path }] of places) {
    if (ids.has(key)) continue
    const id = await lookedUpId(catalog, organizationId, connectionId, path, signal)
    if (id !== null) ids.set(key, id)
  }
  return ids
}

/** Null when the platform does not respond and the table was never seen. */
async function lookedUpId(
  catalog: Catalog,
  organizationId: string,
  connectionId: string,
  path: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return (await catalog.lookup(organizationId, connectionId, path, signal))?.id ?? null
  } catch (error) {
    if (isAppError(error) && error.code !== 'query_cancelled') return null
    throw error
  }
}

/** The id of a table or dataset in lineage; the part after the dash is also accepted wherever its id is. */
const tableNodeId = (tableId: string): string => `inode-${urlIdOf(tableId)}`

function shownDataset(inodeId: string, { modelNames }: Naming): ShownSource {
  const id = tableNodeId(inodeId)
  const name = modelNames.get(inodeId) ?? null
  return {
    id,
    entry: { type: 'dataset', inodeId, connectionId: null, name, datasourceId: id },
    node: { nodeId: id, type: 'dataset', ...(name === null ? {} : { name }), inodeId },
  }
}

function shownSource(source: DocumentSource, content: WorkbookDocument, naming: Naming): ShownSource | null {
  switch (source.kind) {
    case 'data-model': {
      const { dataModelId, sourceElementId } = source
      if (source.isDataset) return shownDataset(dataModelId, naming)
      const id = `${urlIdOf(dataModelId)}/${sourceElementId}`
      const model = naming.models.get(dataModelId)
      const element = model && findElement(model, sourceElementId)
      const name = (element && elementName(element)) ?? naming.modelNames.get(dataModelId) ?? null
      return {
        id,
        entry: { type: 'data-model', dataModelId, connectionId: null, name, datasourceId: id },
        node: { nodeId: id, type: 'data-model', ...(name === null ? {} : { name }) },
      }
    }
    case 'sql': {
      const { connectionId, statement: definition, elementId } = source
      const id = `sql-${elementId}`
      const element = findElement(content, elementId)
      const name = element ? elementName(element) : null
      return {
        id,
        entry: { type: 'customSQL', definition, connectionId, name, datasourceId: id },
        node: { nodeId: id, type: 'customSQL', ...(name === null ? {} : { name }) },
      }
    }
    case 'warehouse-table': {
      const { connectionId, path } = source
      const inodeId = naming.tables.get(tableKey(connectionId, JSON.stringify(path)))
      if (inodeId === undefined) return null
      const id = tableNodeId(inodeId)
      const name = path.at(-1) ?? ''
      return {
        id,
        entry: { type: 'table', inodeId, inodeName: name, connectionId, name, datasourceId: id },
        node: { nodeId: id, type: 'table', name, inodeId },
      }
    }
    case 'csv': {
      const { connectionId, csvId } = source
      const id = `csv-${csvId}`
      const name = naming.csvNames.get(csvId) ?? null
      return {
        id,
        entry: { type: 'csv-upload', csvId, connectionId, name, datasourceId: id },
        node: { nodeId: id, type: 'csv-upload', ...(name === null ? {} : { name }) },
      }
    }
    case 'input-table':
    case 'procedure':
    case 'api-connector':
    case 'connection':
      return null
  }
}
