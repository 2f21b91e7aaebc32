import type { Viewer } from '@octavo/core/access'
import type { WorkbookDocument } from '@octavo/core/document'
import { eventOf } from '../../audit/index.ts'
import { insertDocument, insertDocumentVersion } from '../../store/documents.ts'
import { type AuditEvent, newUuid, type Queryable, type Store } from '../../store/index.ts'
import { insertInode } from '../../store/inodes.ts'
import { newInode } from '../../store/new-inode.ts'
import { requireAddedSources } from './added-sources.ts'
import type { DocumentParts } from './document-parts.ts'
import { contentKindOf, type DocumentType, documentAction } from './document-type.ts'
import { requireEditableTables } from './new-input-tables.ts'
import { newVersion } from './new-version.ts'
import { findRecord } from './open-document.ts'

/** The transaction of a write, which can notify listeners after its commit. */
type Transaction = Parameters<Store['announce']>[0]

export interface NewDocument {
  kind: DocumentType
  name: string
  description?: string | undefined
  /** Folder or workspace, by id or urlId. */
  folderId: string
  /** Member id; defaults to the viewer. */
  ownerId?: string | undefined
  content: WorkbookDocument
  copy?: DocumentCopy
}

/** Describes how a document is made from another one. */
export interface DocumentCopy {
  /** Facts about the original, for the audit event. */
  from: Readonly<Record<string, unknown>>
  /** The owner, independent of who creates it; by default as for every new document. */
  ownerId?: string | undefined
  /**
   * In the transaction: throws when the original may not be copied; otherwise returns the contents whose sources are granted to the copy.
   */
  requireStill(tx: Queryable): Promise<readonly WorkbookDocument[]>
  /**
   * In the transaction, after the document `id` is created: copies everything besides the content, and returns facts about it for the
   * event.
   */
  copyRest(tx: Transaction, id: string): Promise<Readonly<Record<string, unknown>>>
  /** Events of other objects that the same transaction changed. */
  alsoDone?(id: string): readonly AuditEvent[]
}

/** Creates a document with its first version, published at once, and its file, in one transaction. */
export async function createDocument(
  parts: DocumentParts,
  viewer: Viewer,
  { kind, name, description = '', folderId, ownerId, content, copy }: NewDocument,
) {
  const { inodes, clock, store } = parts
  const holder = await inodes.findHolder(viewer, folderId)
  const owner = copy?.ownerId ?? (await inodes.ownerFor(viewer, ownerId))
  const reads = await parts.documentReads.of(viewer.organizationId, content)
  const id = newUuid()
  const now = clock.now()
  await store.write<Readonly<Record<string, unknown>>>(
    (copied) => [
      eventOf(viewer, {
        category: 'OBJECT_INTERACTION',
        action: documentAction(kind, 'CREATED'),
        object: { kind, id },
        change: { before: null, after: { name, description, folderId: holder.id, ownerId: owner, version: 1 } },
        ...(copy === undefined ? {} : { details: { copiedFrom: copy.from, ...copied } }),
      }),
      ...(copy?.alsoDone?.(id) ?? []),
    ],
    async (tx) => {
      await inodes.requireContribute(tx, viewer, holder.id, kind)
      await requireAddedSources(parts, tx, viewer, content, copy === undefined ? [] : await copy.requireStill(tx))
      if (copy === undefined) await requireEditableTables(parts, tx, viewer, content, null)
      await insertInode(
        tx,
        newInode({
          organizationId: viewer.organizationId,
          id,
          type: kind,
          name,
          description,
          parentId: holder.id,
          ownerId: owner,
          by: viewer.memberId,
          at: now,
        }),
      )
      await insertDocument(tx, {
        organization_id: viewer.organizationId,
        id,
        kind: contentKindOf(kind),
        latest_version: 1,
        draft_revision: 1,
        published_revision: 1,
      })
      await insertDocumentVersion(tx, newVersion(viewer, id, 1, content, now), reads)
      return copy === undefined ? {} : copy.copyRest(tx, id)
    },
  )
  return findRecord(parts, viewer, kind, id)
}
