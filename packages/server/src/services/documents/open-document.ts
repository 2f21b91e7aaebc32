import type { Viewer } from '@octavo/core/access'
import { applyEdits, type DocumentEdit, deserializeDocument, type WorkbookDocument } from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import { type DocumentRow, findDocument, findDocumentVersion, findDraft } from '../../store/documents.ts'
import { listEditsSince } from '../../store/drafts.ts'
import { isUuid, uuidOfUrlId } from '../../store/index.ts'
import { findTaggedVersionNamed } from '../../store/tagged-versions.ts'
import type { InodeRecord } from '../inodes/inodes.ts'
import type { DocumentParts } from './document-parts.ts'
import { type ReadableType, taggedTypeOf } from './document-type.ts'

/** A document as lists show it: its type, its location, and what the viewer may do with it. */
export interface DocumentRecord extends InodeRecord {
  document: DocumentRow
}

/** One version of a document with its content. A draft has the version that it is based on. */
export interface OpenDocument {
  record: DocumentRecord
  version: number
  isDraft: boolean
  /** Key of content that is not a stored version, such as the content of a view; distinguishes it from all other content. */
  fingerprint?: string
  /** Shared between readers; must not be changed. */
  content: WorkbookDocument
}

/** Which content of a document to read; the published one by default. */
export interface Selection {
  version?: number | undefined
  draft?: boolean | undefined
  /** Name of a version tag. */
  tag?: string | undefined
}

/** The inode types that a request for a type accepts: operations on workbooks also accept templates and tagged versions. */
const readableTypes: Record<ReadableType, readonly string[]> = {
  workbook: ['workbook', 'tagged-workbook', 'template'],
  template: ['template'],
  'data-model': ['data-model', 'tagged-data-model'],
  dataset: ['dataset'],
}

const idOf = (idOrUrlId: string): string | null =>
  isUuid(idOrUrlId) ? idOrUrlId.toLowerCase() : uuidOfUrlId(idOrUrlId)

/** Throws `not_found` for a document that does not exist, has another type, or is not visible to the viewer. */
export function findRecord(
  { inodes, remembered, store }: DocumentParts,
  viewer: Viewer,
  kind: ReadableType,
  idOrUrlId: string,
): Promise<DocumentRecord> {
  return remembered(viewer, `${kind} ${idOrUrlId}`, async () => {
    const types = readableTypes[kind]
    const mayBeTagged = kind !== 'dataset' && types.includes(taggedTypeOf(kind))
    const file = await (mayBeTagged ? inodes.findShown : inodes.find)(viewer, idOrUrlId, ...types)
    const document = await findDocument(store.db, viewer.organizationId, file.inode.id)
    if (!document) throw new AppError('not_found', { kind, id: idOrUrlId })
    return { ...file, document }
  })
}

/** The tagged version of a document, by tag name; visible to viewers of the document or of that version alone. */
async function findTagged(parts: DocumentParts, viewer: Viewer, kind: ReadableType, idOrUrlId: string, tag: string) {
  const { store } = parts
  const id = idOf(idOrUrlId)
  const tagged = id === null ? undefined : await findTaggedVersionNamed(store.db, viewer.organizationId, id, tag)
  if (!tagged) {
    await findRecord(parts, viewer, kind, idOrUrlId)
    throw new AppError('not_found', { kind: `version tag on this ${kind}`, id: tag })
  }
  try {
    return await findRecord(parts, viewer, kind, tagged.id)
  } catch (error) {
    if (!isAppError(error, 'not_found')) throw error
    throw new AppError('not_found', { kind, id: idOrUrlId })
  }
}

export async function readDocument(
  parts: DocumentParts,
  viewer: Viewer,
  kind: ReadableType,
  idOrUrlId: string,
  { version, draft = false, tag }: Selection = {},
): Promise<OpenDocument> {
  const { inodes } = parts
  const record =
    tag === undefined
      ? await findRecord(parts, viewer, kind, idOrUrlId)
      : await findTagged(parts, viewer, kind, idOrUrlId, tag)
  if (draft) {
    inodes.requireEdit(viewer, record)
    const found = await readDraft(parts, viewer.organizationId, record)
    if (found) return found
  }
  return { record, isDraft: draft, ...(await readVersion(parts, viewer.organizationId, record, version)) }
}

/** The snapshot and the edits after it; null while there are no changes. The record has the revision that was read. */
async function readDraft(
  { cache, store }: DocumentParts,
  organizationId: string,
  record: DocumentRecord,
): Promise<OpenDocument | null> {
  const { id } = record.inode
  const draft = await findDraft(store.db, organizationId, id)
  if (!draft) return null
  const batches = await listEditsSince(store.db, organizationId, id, draft.snapshot_revision)
  const revision = batches.at(-1)?.revision ?? draft.snapshot_revision
  const keyOf = (at: number) => `${organizationId}/${id}/draft ${at}`
  let content = cache.peek(keyOf(revision))
  if (!content) {
    const known = batches.findLastIndex((batch) => cache.peek(keyOf(batch.revision)) !== undefined)
    content = cache.peek(keyOf(batches[known]?.revision ?? -1)) ?? deserializeDocument(draft.snapshot)
    for (const batch of batches.slice(known + 1)) {
      const { document, dropped } = applyEdits(content, JSON.parse(batch.edits) as DocumentEdit[])
      if (dropped.length > 0) throw new Error(`The edits of revision ${batch.revision} of draft ${id} do not apply.`)
      content = document
    }
    cache.put(keyOf(revision), content)
  }
  return {
    record: { ...record, document: { ...record.document, draft_revision: revision } },
    version: draft.base_version,
    isDraft: true,
    content,
  }
}

async function readVersion(
  { cache, store }: DocumentParts,
  organizationId: string,
  record: DocumentRecord,
  version: number | undefined,
) {
  const wanted = version ?? record.document.latest_version
  const cached = cache.peek(`${organizationId}/${record.inode.id}/${wanted}`)
  if (cached) return { version: wanted, content: cached }
  const row = await findDocumentVersion(store.db, organizationId, record.inode.id, wanted)
  if (!row) throw new AppError('not_found', { kind: 'version', id: String(wanted) })
  return { version: wanted, content: cache.get(`${organizationId}/${record.inode.id}/${wanted}`, row) }
}
