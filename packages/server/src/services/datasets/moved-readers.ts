import type { Viewer } from '@octavo/core/access'
import {
  applyEdits,
  type DocumentEdit,
  datasetElementId,
  deserializeDocument,
  diffDocuments,
  moveToDataModel,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { Queue } from '../../queue/index.ts'
import {
  listDocumentReads,
  listDraftsNaming,
  listReaders,
  rebaseDraft,
  rebaseViews,
  rewriteViewsNaming,
} from '../../store/datasets.ts'
import {
  type DocumentRow,
  type DraftRow,
  findDocumentVersion,
  findDraft,
  insertDocumentVersion,
  setLatestVersion,
} from '../../store/documents.ts'
import { insertDraftEdits, listEditsSince } from '../../store/drafts.ts'
import type { Queryable, Store } from '../../store/index.ts'
import { updateInode } from '../../store/inodes.ts'
import { modelKeyOf } from '../../store/read-rows.ts'
import { moveViewReads } from '../../store/view-reads.ts'
import { draftChannel } from '../documents/draft-channel.ts'
import { newVersion } from '../documents/new-version.ts'
import { wakeFollowers } from '../documents/template-following.ts'

/** A document that now reads the data model, in its published version or only in its draft. */
export interface MovedReader {
  id: string
  kind: DocumentRow['kind']
  isDraft: boolean
  /** The published version, or the revision of the draft, before the move; the next number reads the data model. */
  before: number
}

interface Move {
  queue: Queue
  store: Pick<Store, 'announce'>
  tx: Parameters<Store['announce']>[0]
  viewer: Viewer
  datasetId: string
  dataModelId: string
  now: number
}

/**
 * Makes all readers of the dataset read the data model instead: a new published version of each document, a batch of edits in each draft,
 * and changed edits in views. Earlier and tagged versions are not changed.
 */
export async function moveReaders(move: Move): Promise<{ readers: MovedReader[]; views: number }> {
  const { tx, viewer, datasetId, dataModelId } = move
  const { organizationId } = viewer
  const published = await listReaders(tx, organizationId, modelKeyOf(datasetId, datasetElementId))
  const drafted = await listDraftsNaming(tx, organizationId, datasetId)
  const isPublished = new Set(published.map(({ id }) => id))
  const readers: MovedReader[] = []
  for (const document of published) {
    await moveVersion(move, document)
    readers.push({ id: document.id, kind: document.kind, isDraft: false, before: document.latest_version })
  }
  for (const document of drafted) {
    const hasMoved = await moveDraft(move, document, isPublished.has(document.id))
    if (!hasMoved || isPublished.has(document.id)) continue
    readers.push({ id: document.id, kind: document.kind, isDraft: true, before: document.draft_revision })
  }
  const views = await rewriteViewsNaming(tx, organizationId, datasetId, (edits) =>
    JSON.stringify(moveToDataModel(JSON.parse(edits), datasetId, dataModelId)),
  )
  await moveViewReads(tx, organizationId, {
    from: modelKeyOf(datasetId, datasetElementId),
    to: modelKeyOf(dataModelId, datasetElementId),
  })
  for (const { id } of readers) await move.store.announce(tx, draftChannel(id))
  return { readers, views }
}

/** Publishes the version, which also becomes the draft; a draft with changes is updated afterwards. */
async function moveVersion(
  { queue, tx, viewer, datasetId, dataModelId, now }: Move,
  document: DocumentRow,
): Promise<void> {
  const { organizationId, memberId } = viewer
  const { id, latest_version: latest } = document
  const row = await findDocumentVersion(tx, organizationId, id, latest)
  if (!row) throw new Error(`Version ${latest} of the document ${id} is missing.`)
  const content = moveToDataModel(deserializeDocument(row.content), datasetId, dataModelId)
  const [from, to] = [datasetId, dataModelId].map((each) => modelKeyOf(each, datasetElementId))
  const reads = (await listDocumentReads(tx, organizationId, id)).map((read) =>
    read.source_key === from && to !== undefined ? { ...read, source_key: to } : read,
  )
  const version = latest + 1
  await insertDocumentVersion(tx, newVersion(viewer, id, version, content, now), reads)
  await updateInode(tx, organizationId, id, { updated_by: memberId, updated_at: now })
  await rebaseViews(tx, organizationId, id, { from: latest, to: version })
  if (await findDraft(tx, organizationId, id)) {
    await rebaseDraft(tx, organizationId, id, { version, revision: document.draft_revision })
  } else await setLatestVersion(tx, organizationId, id, version, document.draft_revision + 1)
  await wakeFollowers({ queue }, tx, viewer, { id, version })
}

/** Adds one batch of edits. False when the draft does not read the dataset any more. */
async function moveDraft(
  { tx, viewer, datasetId, dataModelId, now }: Move,
  document: DocumentRow,
  isPublished: boolean,
): Promise<boolean> {
  const { organizationId, memberId } = viewer
  const draft = await findDraft(tx, organizationId, document.id)
  if (!draft) return false
  const content = await contentOf(tx, draft)
  const edits = diffDocuments(content, moveToDataModel(content, datasetId, dataModelId))
  if (edits.length === 0) return false
  const revision = document.draft_revision + 1
  await insertDraftEdits(tx, {
    organization_id: organizationId,
    document_id: document.id,
    revision,
    edits: JSON.stringify(edits),
    created_by: memberId,
    created_at: now,
  })
  const version = document.latest_version + (isPublished ? 1 : 0)
  await rebaseDraft(tx, organizationId, document.id, { version, revision })
  return true
}

async function contentOf(tx: Queryable, draft: DraftRow): Promise<WorkbookDocument> {
  const batches = await listEditsSince(tx, draft.organization_id, draft.document_id, draft.snapshot_revision)
  const edits = batches.flatMap((batch) => JSON.parse(batch.edits) as DocumentEdit[])
  return applyEdits(deserializeDocument(draft.snapshot), edits).document
}
