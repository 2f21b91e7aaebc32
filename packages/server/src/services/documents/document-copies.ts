import { permissionOn, seesPage, type Viewer } from '@octavo/core/access'
import { type DocumentElement, elementsOfPage, type WorkbookDocument } from '@octavo/core/document'
import type { Access } from '../../access/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import { newUuid, type Queryable, type Store } from '../../store/index.ts'
import { findInputTable } from '../../store/input-rows.ts'
import { copyPictures } from '../../store/pictures.ts'
import { insertSavedView, listSavedViewsOf, type SavedViewRow } from '../../store/saved-views.ts'
import { findTaggedVersionById } from '../../store/tagged-versions.ts'
import { listViewReads } from '../../store/view-reads.ts'
import { isTaggedType } from '../inodes/inodes.ts'
import { copyRows, type FetchedRows, fetchInputRows } from '../input-rows/copied-rows.ts'
import { serviceOf } from '../service/service.ts'
import type { DocumentCopy, NewDocument } from './create-document.ts'
import { documentTypeOf } from './document-type.ts'
import type { Documents } from './documents.ts'
import type { DocumentRecord, OpenDocument, Selection } from './open-document.ts'

export type DocumentCopies = ReturnType<typeof createDocumentCopies>

/**
 * Creates workbooks and templates from others: copies the content of one version and the rows of its input tables, but not its history,
 * tags and grants.
 */
export function createDocumentCopies(parts: Parts) {
  return serviceOf(parts, { copyWorkbook, copyOf })
}

interface Parts {
  store: Store
  sessions: Sessions
  access: Access
  documents: Documents
}

async function copyWorkbook(
  parts: Parts,
  viewer: Viewer,
  id: string,
  selection: Selection,
  file: NewCopy,
): Promise<DocumentRecord> {
  return copyOf(parts, viewer, await parts.documents.read(viewer, 'workbook', id, selection), file)
}

/** Copies the document that was read; throws `forbidden` or `not_found` when the viewer may not copy it. */
async function copyOf(
  parts: Parts,
  viewer: Viewer,
  open: OpenDocument,
  { type = 'workbook', description, content = open.content, savedViews, copyRest, ...file }: NewCopy,
): Promise<DocumentRecord> {
  const { access, documents } = parts
  const { inode } = open.record
  const copiedType = documentTypeOf(open.record)
  await access.requireInode(viewer, inode.id, 'copy', copiedType)
  const rows = {
    organizationId: viewer.organizationId,
    fromDocumentId: inode.id,
    elementIds: tablesWithRows(viewer, open).map((element) => element.id),
  }
  const fetched = await fetchInputRows(parts, rows)
  return documents.create(viewer, {
    kind: type,
    ...file,
    description: description ?? inode.description,
    content: withAllPages(content),
    copy: {
      from: {
        [copiedType === 'template' ? 'templateId' : 'workbookId']: open.record.sourceId ?? inode.id,
        version: open.version,
        taggedId: taggedIdOf(open),
      },
      async requireStill(tx) {
        await access.requireInode(viewer, inode.id, 'copy', copiedType, tx)
        return grantedSources(tx, viewer, open)
      },
      async copyRest(tx, copyId) {
        const inputRows = await copyRows(tx, rows, copyId, fetched)
        await copyPictures(tx, { organizationId: viewer.organizationId, from: inode.id, to: copyId })
        const views = savedViews === undefined ? [] : await copySavedViews(tx, viewer, inode.id, copyId, savedViews)
        return { inputRows, savedViews: views.length, ...(await copyRest?.(tx, copyId)) }
      },
    },
  })
}

/**
 * The member who copies must be able to use the sources, because data is read with the rights of the owner. Exception: sources of a tagged
 * version whose tagger granted them.
 */
async function grantedSources(
  tx: Queryable,
  viewer: Viewer,
  { record, content }: OpenDocument,
): Promise<WorkbookDocument[]> {
  const { id, type } = record.inode
  if (!isTaggedType(type)) return []
  const tagged = await findTaggedVersionById(tx, viewer.organizationId, id)
  return tagged?.grant_source_access === 1 ? [content] : []
}

interface NewCopy extends Pick<NewDocument, 'name' | 'description' | 'folderId' | 'ownerId'> {
  /** Type of the copy; a workbook by default. */
  type?: 'workbook' | 'template' | undefined
  /** The content when the copy has other sources. */
  content?: WorkbookDocument | undefined
  /** Which saved views are copied: the ones that the viewer may open, or everybody's. */
  savedViews?: 'accessible' | 'all' | undefined
  /** See `DocumentCopy`: what else is copied. */
  copyRest?: DocumentCopy['copyRest'] | undefined
}

/** Copies the saved views of a document; the viewer owns all of the copies. */
async function copySavedViews(
  tx: Queryable,
  viewer: Viewer,
  fromId: string,
  toId: string,
  which: 'accessible' | 'all',
): Promise<SavedViewRow[]> {
  const { organizationId, memberId } = viewer
  const rows = await listSavedViewsOf(tx, organizationId, fromId, which === 'all' ? null : memberId)
  const copies: SavedViewRow[] = []
  for (const row of rows) {
    const copy = { ...row, id: newUuid(), document_id: toId, owner_id: memberId, base_version: 1 }
    await insertSavedView(tx, copy, await listViewReads(tx, organizationId, row.id))
    copies.push(copy)
  }
  return copies
}

const taggedIdOf = ({ record: { inode } }: OpenDocument): string | null => (isTaggedType(inode.type) ? inode.id : null)

/** The owner of a copy sees all of it: hiding pages was a choice of the original's owner. */
export function withAllPages(content: WorkbookDocument): WorkbookDocument {
  if (content.pages.every(({ visibility }) => visibility === undefined)) return content
  return {
    ...content,
    pages: content.pages.map(({ visibility: _, ...page }) => page),
  }
}

/** The rows in connections that `copyAdded` may need, read before its transaction begins. */
export async function rowsToCopy(
  parts: Pick<Parts, 'store' | 'sessions'>,
  viewer: Viewer,
  { from, to }: { from: OpenDocument; to: OpenDocument },
): Promise<FetchedRows> {
  return fetchInputRows(parts, {
    organizationId: viewer.organizationId,
    fromDocumentId: from.record.inode.id,
    elementIds: tablesWithRows(viewer, from)
      .map(({ id }) => id)
      .filter((id) => !Object.hasOwn(to.content.elements, id)),
  })
}

/**
 * Copies to a workbook, in the transaction that publishes it with a newer version of its template, the rows of input tables that it did not
 * have before, and pictures. Rows of its other input tables are kept.
 */
export async function copyAdded(
  tx: Queryable,
  viewer: Viewer,
  { from, to, fetched }: { from: OpenDocument; to: OpenDocument; fetched: FetchedRows },
): Promise<void> {
  const { organizationId } = viewer
  const [fromDocumentId, toDocumentId] = [from.record.inode.id, to.record.inode.id]
  const elementIds: string[] = []
  for (const { id: elementId } of tablesWithRows(viewer, from)) {
    const known = await findInputTable(tx, { organizationId, documentId: toDocumentId, elementId })
    if (known === null && !Object.hasOwn(to.content.elements, elementId)) elementIds.push(elementId)
  }
  await copyRows(tx, { organizationId, fromDocumentId, elementIds }, toDocumentId, fetched)
  await copyPictures(tx, { organizationId, from: fromDocumentId, to: toDocumentId })
}

/**
 * Input tables whose rows are copied too (decision 0016). A member who may not edit the original copies only tables that are shown to them
 * completely, because no hidden page and no filter protects rows in a copy that they own.
 */
function tablesWithRows(viewer: Viewer, { record, content }: OpenDocument): DocumentElement[] {
  const isInputTable = ({ kind }: DocumentElement) => kind === 'input-table'
  if (permissionOn(viewer, record.facts) === 'edit') return Object.values(content.elements).filter(isInputTable)
  return content.pages
    .filter(({ visibility }) => seesPage(viewer, record.facts, visibility))
    .flatMap(({ id }) => elementsOfPage(content, id))
    .filter((element) => isInputTable(element) && showsEveryRow(element))
}

/** A linked table shows only the rows of its current keys. */
function showsEveryRow({ source, filters }: DocumentElement): boolean {
  const isLinked = typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'linked'
  return !isLinked && !(Array.isArray(filters) && filters.length > 0)
}
