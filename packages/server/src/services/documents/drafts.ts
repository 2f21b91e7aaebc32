import type { Viewer } from '@octavo/core/access'
import type { DraftChanges, DraftPublished, DraftSaved, WorkbookDraft } from '@octavo/core/contract'
import {
  applyEdits,
  checkEdits,
  type DocumentEdit,
  diffDocuments,
  editsConflict,
  serializeDocument,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { deleteDraft, findDraft } from '../../store/documents.ts'
import {
  type DraftEditRow,
  insertDraft,
  insertDraftEdits,
  listEditsSince,
  moveDraftRevision,
  updateDraft,
} from '../../store/drafts.ts'
import type { Queryable, Store } from '../../store/index.ts'
import { type IfMatch, requireMatch } from '../answers/if-match.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import { bindDocument } from './document-bindings.ts'
import { type DocumentKind, documentAction, documentTypeOf } from './document-type.ts'
import type { Documents } from './documents.ts'
import { draftChannel } from './draft-channel.ts'
import type { DocumentRecord, OpenDocument } from './open-document.ts'
import { catchUpWithTemplate } from './template-following.ts'
import { editedOrThrow } from './unsaved-edits.ts'

export type Drafts = ReturnType<typeof createDrafts>

/** Number of edit batches between two snapshots of a draft. */
const snapshotEvery = 100
/** Concurrent writers of one draft retry on top of each other's result; more conflicts than this in a row do not occur. */
const attempts = 16

/** Another writer saved the draft between our read and our write. */
class DraftMoved extends Error {
  readonly revision: number

  constructor(revision: number) {
    super(`The draft is no longer at revision ${revision}.`)
    this.revision = revision
  }
}

/** The one shared draft of a workbook or data model: reads, edits, publishes and discards it. */
export function createDrafts(parts: Parts) {
  return serviceOf(parts, { get, changes, apply, publish, discard, restore })
}

interface Parts {
  store: Store
  clock: Clock
  queue: Queue
  inodes: Inodes
  documents: Documents
}

/** The API's response for a draft, but with the id of the document whatever its kind. */
type OfDocument<Body extends { workbookId: string }> = Omit<Body, 'workbookId'> & { documentId: string }

async function open({ documents }: Parts, viewer: Viewer, kind: DocumentKind, id: string): Promise<OpenDocument> {
  return documents.read(viewer, kind, id, { draft: true })
}

/** Batches after `since`, up to the draft as it was read. Throws `draft_conflict` when some of them no longer exist. */
async function batchesSince({ store }: Parts, viewer: Viewer, { inode, document }: DocumentRecord, since: number) {
  const latest = document.draft_revision
  const rows = await listEditsSince(store.db, viewer.organizationId, inode.id, since)
  const known = rows.filter(({ revision }) => revision <= latest)
  if (since > latest || known.length !== latest - since) throw new AppError('draft_conflict', { sent: since, latest })
  return known
}

async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DraftMoved)) throw error
      if (attempt === attempts) {
        throw new AppError('draft_conflict', { sent: error.revision, latest: error.revision + 1 }, { cause: error })
      }
    }
  }
}

async function save(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  { edits, baseRevision }: { edits: readonly DocumentEdit[]; baseRevision: number },
): Promise<OfDocument<DraftSaved>> {
  const { documents, store, inodes } = parts
  const before = await open(parts, viewer, kind, id)
  const { inode, document } = before.record
  const since = (await batchesSince(parts, viewer, before.record, baseRevision)).flatMap(editsOf)
  const isMerge = since.length > 0
  const conflict = () => new AppError('draft_conflict', { sent: baseRevision, latest: document.draft_revision })
  if (isMerge && editsConflict(edits, since)) throw conflict()

  if (isMerge && applyEdits(before.content, edits).dropped.length > 0) throw conflict()
  const edited = editedOrThrow(before.content, edits)
  const { problems, warnings } = checkEdits(before.content, edited)
  if (problems.length > 0) throw new AppError('invalid_document', { problems })
  await documents.requireOpenSources(viewer, edited, [before.content])
  const content = await bindDocument(documents, viewer.organizationId, edited, edited)
  // Consequences of the edits (names in other formulas, bindings) are saved with them, so that a replay needs nothing else.
  const saved = diffDocuments(before.content, content)
  const revision = document.draft_revision + 1
  const answer = {
    documentId: inode.id,
    edits: [...since, ...saved],
    ...(isMerge ? { mergedEdits: since.length } : {}),
  }
  if (saved.length === 0) return { ...answer, revision: document.draft_revision }
  await store.write(
    eventOf(viewer, {
      category: 'OBJECT_INTERACTION',
      action: documentAction(documentTypeOf(before.record), 'DRAFT_SAVED'),
      object: { kind: documentTypeOf(before.record), id: inode.id },
      details: { edits: edits.length },
      change: { before: { revision: document.draft_revision }, after: { revision } },
    }),
    async (tx) => {
      await moveRevision(tx, viewer, before.record)
      await inodes.requireEditStill(tx, viewer, before.record)
      await documents.requireAddedSources(tx, viewer, content, [before.content])
      await documents.requireEditableTables(tx, viewer, content, before.content)
      await keep(parts, tx, viewer, before, content, saved, revision)
      await store.announce(tx, draftChannel(inode.id))
    },
  )
  const own = warnings.filter(({ path }) => edits.some((edit) => path.startsWith(elementPath(edit))))
  return { ...answer, revision, ...(own.length > 0 ? { warnings: own } : {}) }
}

async function moveRevision(
  tx: Queryable,
  viewer: Viewer,
  { inode, document }: DocumentRecord,
  { published = false } = {},
): Promise<void> {
  const isMoved = await moveDraftRevision(tx, viewer.organizationId, inode.id, {
    from: document.draft_revision,
    version: document.latest_version,
    published,
  })
  if (!isMoved) throw new DraftMoved(document.draft_revision)
}

async function keep(
  { clock }: Parts,
  tx: Queryable,
  viewer: Viewer,
  before: OpenDocument,
  content: WorkbookDocument,
  edits: readonly DocumentEdit[],
  revision: number,
): Promise<void> {
  const { organizationId, memberId } = viewer
  const { id } = before.record.inode
  const now = clock.now()
  const stamp = { updated_by: memberId, updated_at: now }
  const snapshotOf = (document: WorkbookDocument, at: number) => ({
    snapshot: serializeDocument(document),
    snapshot_revision: at,
    format_version: document.formatVersion,
  })
  const draft = await findDraft(tx, organizationId, id)
  if (!draft) {
    await insertDraft(tx, {
      organization_id: organizationId,
      document_id: id,
      base_version: before.version,
      ...snapshotOf(before.content, revision - 1),
      ...stamp,
    })
  }
  await insertDraftEdits(tx, {
    organization_id: organizationId,
    document_id: id,
    revision,
    edits: JSON.stringify(edits),
    created_by: memberId,
    created_at: now,
  })
  const isDue = revision - (draft?.snapshot_revision ?? revision - 1) >= snapshotEvery
  await updateDraft(tx, organizationId, id, { ...stamp, ...(isDue ? snapshotOf(content, revision) : {}) })
}

/** The draft in the form that edits address. Throws `forbidden` for members who may read the document but not change it. */
async function get(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
): Promise<{ draft: OfDocument<WorkbookDraft>; open: OpenDocument }> {
  const found = await open(parts, viewer, kind, id)
  const { inode, document } = found.record
  const { written: _, ...content } = found.content
  return {
    open: found,
    draft: {
      documentId: inode.id,
      revision: document.draft_revision,
      baseVersion: found.version,
      hasChanges: hasChanges(found.record),
      document: content,
    },
  }
}

/** Batches of edits after a revision. Throws `draft_conflict` when it is older than the last publish or discard. */
async function changes(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  since: number,
): Promise<OfDocument<DraftChanges>> {
  const { record } = await open(parts, viewer, kind, id)
  const rows = await batchesSince(parts, viewer, record, since)
  return {
    documentId: record.inode.id,
    revision: record.document.draft_revision,
    batches: rows.map((row) => ({
      revision: row.revision,
      edits: editsOf(row),
      createdBy: row.created_by,
      createdAt: timestamp(row.created_at),
    })),
  }
}

/**
 * Saves edits that were made for `baseRevision`, all or none. Throws `draft_conflict` when others changed the same objects since,
 * `invalid_request` for an edit that cannot be applied, `invalid_document` for an invalid result, `edits_stopped` for a new input table on a
 * connection whose input tables cannot be edited.
 */
function apply(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  request: { edits: readonly DocumentEdit[]; baseRevision: number },
) {
  return tryAgain(() => save(parts, viewer, kind, id, request))
}

/** Publishes the draft; without changes the published version is kept. `revision` is the expected revision. */
function publish(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  revision?: number,
): Promise<OfDocument<DraftPublished>> {
  const { documents } = parts
  return tryAgain(async () => {
    const { record, content } = await open(parts, viewer, kind, id)
    const { inode, document } = record
    const latest = document.draft_revision
    if (revision !== undefined && revision !== latest) {
      throw new AppError('draft_conflict', { sent: revision, latest })
    }
    if (!hasChanges(record)) {
      return { documentId: inode.id, documentVersion: document.latest_version, revision: latest }
    }
    try {
      const published = await documents.publish(viewer, kind, id, { content, draftRevision: latest })
      return {
        documentId: inode.id,
        documentVersion: published.document.latest_version,
        revision: published.document.draft_revision,
      }
    } catch (error) {
      if (revision === undefined && isAppError(error) && error.code === 'draft_conflict') throw new DraftMoved(latest)
      throw error
    }
  })
}

/** Resets the draft to the published version. `ifMatch`: the expected state of the draft. */
function discard(
  { documents, inodes, queue, store }: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  ifMatch: IfMatch = null,
): Promise<void> {
  return tryAgain(async () => {
    const record = await documents.find(viewer, kind, id)
    inodes.requireEdit(viewer, record)
    // The transaction below checks this revision again.
    requireMatch(ifMatch, `"draft-${record.document.draft_revision}"`)
    if (!hasChanges(record)) return
    const { inode, document } = record
    await store.write(
      eventOf(viewer, {
        category: 'OBJECT_INTERACTION',
        action: documentAction(documentTypeOf(record), 'DRAFT_DISCARDED'),
        object: { kind: documentTypeOf(record), id: inode.id },
        change: {
          before: { revision: document.draft_revision, baseVersion: document.latest_version },
          after: null,
        },
      }),
      async (tx) => {
        await moveRevision(tx, viewer, record, { published: true })
        await inodes.requireEditStill(tx, viewer, record)
        await deleteDraft(tx, viewer.organizationId, inode.id)
        await catchUpWithTemplate({ queue }, tx, viewer, inode.id)
        await store.announce(tx, draftChannel(inode.id))
      },
    )
  })
}

/** Publishes a new version equal to an old one. The API continues to return the form in which it last wrote the document. */
async function restore(
  { documents, inodes }: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  version: number,
  { discardDraft }: { discardDraft?: boolean },
): Promise<DocumentRecord> {
  inodes.requireEdit(viewer, await documents.find(viewer, kind, id))
  if (!Number.isSafeInteger(version) || version < 1) {
    throw new AppError('not_found', { kind: 'version', id: String(version) })
  }
  const { content } = await documents.read(viewer, kind, id, { version })
  const { written } = (await documents.read(viewer, kind, id)).content
  return documents.publish(viewer, kind, id, {
    content: { ...content, written },
    discardDraft,
    restoredFrom: version,
  })
}

function hasChanges({ document }: DocumentRecord): boolean {
  return document.draft_revision > document.published_revision
}

/** The text was written by this server, so it needs no validation. */
function editsOf({ edits }: DraftEditRow): DocumentEdit[] {
  return JSON.parse(edits) as DocumentEdit[]
}

/** Path prefix of the problems of an edit's target. */
function elementPath({ at }: DocumentEdit): string {
  const [first, second] = at
  return first === 'elements' && typeof second === 'object' ? `elements[#${second.id}]` : String(first)
}
