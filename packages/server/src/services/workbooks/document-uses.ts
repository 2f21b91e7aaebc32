import type { Viewer } from '@octavo/core/access'
import type { WorkbookSource } from '@octavo/core/contract'
import { type DocumentElement, findElement, sourceElementIds, type WorkbookDocument } from '@octavo/core/document'
import { isAppError } from '@octavo/core/errors'
import type { Catalog } from '../../catalog/index.ts'
import { findCatalogObjectByPath } from '../../store/catalog-objects.ts'
import type { Store } from '../../store/index.ts'
import { findInode } from '../../store/inodes.ts'
import { sourcesOf } from '../documents/document-sources.ts'
import type { ReadableType } from '../documents/document-type.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { Addresses } from '../inodes/addresses.ts'
import { serviceOf } from '../service/service.ts'

export type DocumentUses = ReturnType<typeof createDocumentUses>

/** The direct sources of a document. */
export function createDocumentUses(parts: Parts) {
  return serviceOf(parts, { sources })
}

interface Parts {
  store: Store
  addresses: Addresses
  documents: Documents
  catalog: Catalog
}

/** The id of a table in the catalogue; null when its platform does not respond and it was never seen. */
async function tableId(
  { catalog, store }: Parts,
  viewer: Viewer,
  { connectionId, path }: { connectionId: string; path: string[] },
  signal: AbortSignal,
): Promise<string | null> {
  const known = await findCatalogObjectByPath(store.db, viewer.organizationId, connectionId, JSON.stringify(path))
  if (known) return known.id
  try {
    return (await catalog.lookup(viewer, connectionId, path, signal))?.id ?? null
  } catch (error) {
    if (isAppError(error) && error.code !== 'query_cancelled') return null
    throw error
  }
}

/**
 * Direct sources, each once, in document order. Tables that the platform does not know and permanently deleted datasets are left out.
 */
async function sources(
  parts: Parts,
  viewer: Viewer,
  kind: ReadableType,
  id: string,
  baseUrl: string,
  signal: AbortSignal,
): Promise<WorkbookSource[]> {
  const { addresses, documents } = parts
  const address = await addresses.of(viewer, baseUrl)
  const { content, record } = await documents.read(viewer, kind, id)
  const reached = readBy(content, shownContent(viewer, record.facts, content))
  const uses = new Map<string, WorkbookSource>()
  for (const source of sourcesOf(content).filter(({ elementId }) => reached.has(elementId))) {
    if (source.kind === 'data-model' && source.isDataset) {
      const inodeId = source.dataModelId
      const inode = await findInode(parts.store.db, viewer.organizationId, inodeId)
      if (inode) uses.set(`dataset ${inodeId}`, { type: 'dataset', inodeId, url: address(inode) })
    } else if (source.kind === 'data-model') {
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

/** The visible elements, and the elements that they read. */
function readBy(content: WorkbookDocument, shown: WorkbookDocument): ReadonlySet<string> {
  return new Set(wayUp(content, Object.keys(shown.elements)).map(({ id }) => id))
}

/** Elements and everything that they read within their document, each once. */
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
