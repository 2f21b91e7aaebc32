import type { Viewer } from '@octavo/core/access'
import { emptyDocument, type WorkbookDocument } from '@octavo/core/document'
import { requireRight } from '../../access/index.ts'
import { findDocument, findDocuments, findDocumentVersion, listDocumentVersions } from '../../store/documents.ts'
import { findTaggedVersion } from '../../store/tagged-versions.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { serviceOf } from '../service/service.ts'
import { requireAddedSources, requireOpenSources, requireRoomFor, sourceProblems } from './added-sources.ts'
import { createDocument } from './create-document.ts'
import { type DocumentDependencies, type DocumentParts, partsOf } from './document-parts.ts'
import type { DocumentKind, DocumentType, ReadableType } from './document-type.ts'
import { requireEditableTables } from './new-input-tables.ts'
import { type DocumentRecord, findRecord, readDocument } from './open-document.ts'
import { publishDocument } from './publish-document.ts'

/** The initial content of a workbook created without contents. */
export function onePageWorkbook(): WorkbookDocument {
  const content = emptyDocument('workbook')
  content.pages.push({ id: 'page-1', name: 'Page 1', elementIds: [] })
  return content
}

export type Documents = ReturnType<typeof createDocuments>

export function createDocuments(given: DocumentDependencies) {
  return serviceOf(partsOf(given), {
    find: findRecord,
    read: readDocument,
    requireAddedSources,
    requireOpenSources,
    requireRoomFor,
    requireEditableTables,
    sourceProblems,
    readAsSource,
    readLatest,
    list,
    versions,
    create: createDocument,
    publish: publishDocument,
  })
}

/**
 * The content of a document that another document reads: its published version, or the one with a tag; for a data model `id` may also be a
 * dataset, which is read like one. Does not check the viewer's rights: the planner reads with the rights of the owner.
 */
async function readAsSource(
  { cache, store }: DocumentParts,
  organizationId: string,
  sourceId: string,
  kind: DocumentKind | 'dataset',
  versionTagId?: string,
) {
  const tagged =
    versionTagId === undefined ? undefined : await findTaggedVersion(store.db, organizationId, sourceId, versionTagId)
  if (versionTagId !== undefined && !tagged) return null
  const id = tagged?.id ?? sourceId
  const document = await findDocument(store.db, organizationId, id)
  const isWanted = document?.kind === kind || (kind === 'data-model' && document?.kind === 'dataset')
  if (!document || !isWanted || document.latest_version === 0) return null
  const key = `${organizationId}/${id}/${document.latest_version}`
  const cached = cache.peek(key)
  if (cached) return { id, version: document.latest_version, content: cached }
  const row = await findDocumentVersion(store.db, organizationId, id, document.latest_version)
  return row ? { id, version: row.version, content: cache.get(key, row) } : null
}

export interface DocumentFilters {
  isArchived?: boolean | undefined
  everything?: boolean | undefined
  /** Part of the name, ignoring case. */
  nameWord?: string | undefined
}

/**
 * The published contents of documents, by document id. Does not check rights: callers have already looked the documents up among those
 * visible to the viewer.
 */
async function readLatest(
  { cache, store }: DocumentParts,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, WorkbookDocument>> {
  const contents = new Map<string, WorkbookDocument>()
  for (const [id, { latest_version }] of await findDocuments(store.db, organizationId, ids)) {
    const key = `${organizationId}/${id}/${latest_version}`
    const kept = cache.peek(key)
    const row = kept ? undefined : await findDocumentVersion(store.db, organizationId, id, latest_version)
    const content = kept ?? (row && cache.get(key, row))
    if (content) contents.set(id, content)
  }
  return contents
}

/** Newest first. Only documents that the viewer has access to; `everything` is for the Admin account type. */
async function list(
  { inodes, store }: DocumentParts,
  viewer: Viewer,
  kind: ReadableType,
  { isArchived = false, everything = false, nameWord }: DocumentFilters,
  window: Window,
): Promise<Slice<DocumentRecord>> {
  if (everything) requireRight(viewer, 'seeEverything')
  const named = nameWord === undefined ? {} : { nameWord }
  const slice = await inodes.list(viewer, { types: [kind], isArchived, everything, ...named }, window)
  const documents = await findDocuments(
    store.db,
    viewer.organizationId,
    slice.entries.map(({ inode }) => inode.id),
  )
  return {
    ...slice,
    entries: slice.entries.flatMap((file) => {
      const document = documents.get(file.inode.id)
      return document ? [{ ...file, document }] : []
    }),
  }
}

/** Published versions, newest first. */
async function versions(parts: DocumentParts, viewer: Viewer, kind: DocumentType, idOrUrlId: string, window: Window) {
  const { store } = parts
  const { inode, document } = await findRecord(parts, viewer, kind, idOrUrlId)
  const before = window.after === null ? null : Number(window.after[0])
  const rows = await listDocumentVersions(store.db, viewer.organizationId, inode.id, {
    before,
    limit: window.limit,
  })
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.version])
  return { entries: page, next, total: document.latest_version }
}
