import type { Viewer } from '@octavo/core/access'
import type { LineageEntry, WorkbookSource } from '@octavo/core/contract'
import {
  allElements,
  type DocumentElement,
  elementName,
  findElement,
  isDataElement,
  sourceElementIds,
  type WorkbookDocument,
} from '@octavo/core/document'
import { isAppError } from '@octavo/core/errors'
import type { Catalog } from '../../catalog/index.ts'
import { findCatalogObjectByPath } from '../../store/catalog-objects.ts'
import { findCsvFiles } from '../../store/csv-files.ts'
import { isUuid, type Store, urlIdOf } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { type DocumentSource, sourcesOf } from '../documents/document-sources.ts'
import type { DocumentKind, Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import { serviceOf } from '../service/service.ts'

export type DocumentUses = ReturnType<typeof createDocumentUses>

/** What a document reads: its direct sources, and the tree of elements and sources. */
export function createDocumentUses(parts: Parts) {
  return serviceOf(parts, { sources, lineage })
}

interface Parts {
  store: Store
  documents: Documents
  catalog: Catalog
}

/** The id of a table in the catalogue; null while its platform cannot be asked and it was never seen. */
async function tableId(
  { catalog, store }: Parts,
  viewer: Viewer,
  { connectionId, path }: { connectionId: string; path: string[] },
  signal: AbortSignal,
): Promise<string | null> {
  const known = await findCatalogObjectByPath(store.db, viewer.organizationId, connectionId, JSON.stringify(path))
  if (known) return known.id
  try {
    return (await catalog.lookup(viewer.organizationId, connectionId, path, signal))?.id ?? null
  } catch (error) {
    if (isAppError(error) && error.code !== 'query_cancelled') return null
    throw error
  }
}

/** Direct sources, each once, in document order. A table that its platform does not know is left out. */
async function sources(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  signal: AbortSignal,
): Promise<WorkbookSource[]> {
  const { documents } = parts
  const { content, record } = await documents.read(viewer, kind, id)
  const reached = readBy(content, shownContent(viewer, record.facts, content))
  const uses = new Map<string, WorkbookSource>()
  for (const source of sourcesOf(content).filter(({ elementId }) => reached.has(elementId))) {
    if (source.kind === 'data-model') {
      const key = `${source.dataModelId} ${source.versionTagId ?? ''}`
      const use = uses.get(key)
      if (use?.type === 'data-model') {
        if (!use.elementIds.includes(source.sourceElementId)) use.elementIds.push(source.sourceElementId)
      } else {
        uses.set(key, {
          type: 'data-model',
          dataModelId: source.dataModelId,
          elementIds: [source.sourceElementId],
          ...(source.versionTagId === undefined ? {} : { versionTagId: source.versionTagId }),
        })
      }
    } else if (source.kind === 'sql') {
      uses.set(`sql ${source.elementId}`, {
        type: 'custom-sql',
        connectionId: source.connectionId,
        definition: source.statement,
        customSqlId: source.elementId,
      })
    } else if (source.kind === 'warehouse-table') {
      const inodeId = await tableId(parts, viewer, source, signal)
      if (inodeId !== null) uses.set(`table ${inodeId}`, { type: 'table', inodeId })
    }
  }
  return [...uses.values()]
}

/** Elements with their parents and roots, then the sources. */
async function lineage(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  window: Window,
  signal: AbortSignal,
): Promise<Slice<LineageEntry>> {
  const { documents, store } = parts
  const { content, record } = await documents.read(viewer, kind, id)
  const shown = shownContent(viewer, record.facts, content)
  const elements = allElements(shown).filter(isDataElement)
  const reached = readBy(content, shown)
  const outside = sourcesOf(content).filter(({ elementId }) => reached.has(elementId))
  const models = await findInodes(
    store.db,
    viewer.organizationId,
    outside.flatMap((source) => (source.kind === 'data-model' ? [source.dataModelId] : [])),
  )
  const csvIds = outside.flatMap((source) => (source.kind === 'csv' && isUuid(source.csvId) ? [source.csvId] : []))
  const csvFiles = await findCsvFiles(store.db, viewer.organizationId, csvIds)
  const csvNames = new Map([...csvFiles].map(([csvId, { name }]) => [csvId, name]))
  const entries = new Map<string, LineageEntry>()
  const idsByElement = new Map<string, string[]>()
  for (const source of outside) {
    const entry = await sourceEntry(source, content, models, csvNames, (table) => tableId(parts, viewer, table, signal))
    if (!entry) continue
    entries.set(entry.id, entry.entry)
    idsByElement.set(source.elementId, [...new Set([...(idsByElement.get(source.elementId) ?? []), entry.id])])
  }
  const own = elements.map((element): LineageEntry => {
    const parents = [...sourceElementIds(element.source), ...(idsByElement.get(element.id) ?? [])]
    const roots = rootsOf(content, element, idsByElement)
    return {
      type: 'element',
      elementId: element.id,
      sourceIds: parents.length > 0 ? parents : null,
      dataSourceIds: roots.length > 0 ? roots : null,
    }
  })
  return sliceOfList([...own, ...entries.values()], window)
}

async function sourceEntry(
  source: DocumentSource,
  content: WorkbookDocument,
  models: ReadonlyMap<string, { name: string }>,
  csvNames: ReadonlyMap<string, string>,
  tableId: (table: { connectionId: string; path: string[] }) => Promise<string | null>,
): Promise<{ id: string; entry: LineageEntry } | null> {
  switch (source.kind) {
    case 'data-model': {
      const id = `${urlIdOf(source.dataModelId)}/${source.sourceElementId}`
      const name = models.get(source.dataModelId)?.name ?? null
      return {
        id,
        entry: { type: 'data-model', dataModelId: source.dataModelId, connectionId: null, name, datasourceId: id },
      }
    }
    case 'sql': {
      const { connectionId, statement: definition, elementId: id } = source
      const element = findElement(content, id)
      const name = element ? elementName(element) : null
      return {
        id: `sql-${id}`,
        entry: { type: 'customSQL', definition, connectionId, name, datasourceId: `sql-${id}` },
      }
    }
    case 'warehouse-table': {
      const id = await tableId(source)
      if (id === null) return null
      const { connectionId, path } = source
      const entry = { type: 'table' as const, inodeId: id, connectionId, name: path.at(-1) ?? null, datasourceId: id }
      return { id, entry }
    }
    case 'csv': {
      const { connectionId, csvId: id } = source
      const name = csvNames.get(id) ?? null
      return {
        id: `csv-${id}`,
        entry: { type: 'csv-upload', csvId: id, connectionId, name, datasourceId: `csv-${id}` },
      }
    }
    case 'input-table':
    case 'connection':
      return null
  }
}

/** The elements that are shown, and those which they read. */
function readBy(content: WorkbookDocument, shown: WorkbookDocument): ReadonlySet<string> {
  return new Set(wayUp(content, Object.keys(shown.elements)).map(({ id }) => id))
}

/** Elements and all that they read in their document, each once. */
function wayUp(content: WorkbookDocument, elementIds: readonly string[]): DocumentElement[] {
  const seen = new Map<string, DocumentElement>()
  const climb = (id: string) => {
    const element = seen.has(id) ? undefined : findElement(content, id)
    if (!element) return
    seen.set(id, element)
    for (const parentId of sourceElementIds(element.source)) climb(parentId)
  }
  for (const id of elementIds) climb(id)
  return [...seen.values()]
}

/** Sources at the end of every way up from an element. */
function rootsOf(
  content: WorkbookDocument,
  element: DocumentElement,
  idsByElement: ReadonlyMap<string, string[]>,
): string[] {
  return [...new Set(wayUp(content, [element.id]).flatMap(({ id }) => idsByElement.get(id) ?? []))]
}
