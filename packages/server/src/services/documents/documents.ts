import type { Viewer } from '@octavo/core/access'
import type { AuditVerb } from '@octavo/core/contract'
import {
  applyEdits,
  type DocumentEdit,
  deserializeDocument,
  emptyDocument,
  serializeDocument,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, isAppError, type Problem } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import {
  type DocumentRow,
  type DocumentVersionRow,
  deleteDraft,
  findDocument,
  findDocuments,
  findDocumentVersion,
  findDraft,
  insertDocument,
  insertDocumentVersion,
  listDocumentVersions,
  setLatestVersion,
} from '../../store/documents.ts'
import { listEditsSince } from '../../store/drafts.ts'
import { deleteEmbedsOutside } from '../../store/embeds.ts'
import {
  type AuditEvent,
  createReadMemory,
  isUuid,
  newUuid,
  type Queryable,
  type Store,
  uuidOfUrlId,
} from '../../store/index.ts'
import { insertInode, updateInode } from '../../store/inodes.ts'
import { newInode } from '../../store/new-inode.ts'
import { findTaggedVersion, findTaggedVersionNamed } from '../../store/tagged-versions.ts'
import { type IfMatch, requireMatch } from '../answers/if-match.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { type InodeRecord, type Inodes, shownType } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import { createDocumentCache } from './document-cache.ts'
import type { DocumentReads } from './document-reads.ts'
import { type DocumentSource, sourceKey, sourcesOf } from './document-sources.ts'
import { draftChannel } from './draft-channel.ts'
import type { SourceRights } from './source-rights.ts'
import { type FollowedVersion, publishBesideTemplates } from './template-following.ts'

/** The transaction of a write, which can notify listeners after its commit. */
type Transaction = Parameters<Store['announce']>[0]

/** The kind of a document's content. */
export type DocumentKind = 'workbook' | 'data-model'
/** The type of a document's file. A template is a workbook that others start from. */
export type DocumentType = DocumentKind | 'template'
/** Datasets are a retired kind: they can be read but not changed. */
export type ReadableType = DocumentType | 'dataset'

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
  bring(tx: Transaction, id: string): Promise<Readonly<Record<string, unknown>>>
  /** Events of other objects that the same transaction changed. */
  alsoDone?(id: string): readonly AuditEvent[]
}

export interface DocumentChange {
  content: WorkbookDocument
  /** The write fails when the latest version is not this one. */
  expectedVersion?: number | undefined
  /** ETags of published versions, one of which must be the latest; null for any. */
  ifMatch?: IfMatch
  /** Replace the document although its draft has unpublished changes. */
  discardDraft?: boolean | undefined
  /** The content is the draft at this revision; the write fails when the draft has a newer revision. */
  draftRevision?: number | undefined
  /** The content is copied from this earlier version. */
  restoredFrom?: number | undefined
  /** The content comes from the template that the workbook follows. Any other change makes the workbook stop following it. */
  followed?: FollowedVersion | undefined
}

/** Which content of a document to read; the published one by default. */
export interface Selection {
  version?: number | undefined
  draft?: boolean | undefined
  /** Name of a version tag. */
  tag?: string | undefined
}

/** The initial content of a workbook created without contents. */
export function onePageWorkbook(): WorkbookDocument {
  const content = emptyDocument('workbook')
  content.pages.push({ id: 'page-1', name: 'Page 1', elementIds: [] })
  return content
}

/** The kind of content that a type of files has. */
export const contentKindOf = (type: DocumentType): DocumentKind => (type === 'data-model' ? type : 'workbook')

/** The inode type of a tagged version; a tagged version of a template is a frozen workbook. */
export const taggedTypeOf = (type: DocumentType) => `tagged-${contentKindOf(type)}` as const

/** The inode types that a request for a type accepts: operations on workbooks also accept templates and tagged versions. */
const typesAskedFor: Record<ReadableType, readonly string[]> = {
  workbook: ['workbook', 'tagged-workbook', 'template'],
  template: ['template'],
  'data-model': ['data-model', 'tagged-data-model'],
  dataset: ['dataset'],
}

/** The name of an audit event: `DATA_MODEL_PUBLISHED`. */
export const documentAction = (type: DocumentType, verb: AuditVerb<'TEMPLATE'>) => `${nounOf[type]}_${verb}` as const

const nounOf = { workbook: 'WORKBOOK', template: 'TEMPLATE', 'data-model': 'DATA_MODEL' } as const satisfies Record<
  DocumentType,
  string
>

/** The type of a tagged version is workbook or data model. */
export const documentTypeOf = ({ inode }: Pick<InodeRecord, 'inode'>): DocumentType =>
  documentTypeNamed(shownType(inode.type))

/** As `documentTypeOf`, for files that may be datasets. */
export const readableTypeOf = (record: Pick<InodeRecord, 'inode'>): ReadableType =>
  record.inode.type === 'dataset' ? 'dataset' : documentTypeOf(record)

export const documentTypeNamed = (word: string): DocumentType =>
  word === 'data-model' || word === 'template' ? word : 'workbook'

const idOf = (idOrUrlId: string): string | null =>
  isUuid(idOrUrlId) ? idOrUrlId.toLowerCase() : uuidOfUrlId(idOrUrlId)

export type Documents = ReturnType<typeof createDocuments>

const versionsKept = 256

export function createDocuments(given: Given) {
  return serviceOf(partsOf(given), {
    find,
    read,
    requireAddedSources,
    requireOpenSources,
    requireRoomFor,
    sourceProblems,
    readAsSource,
    readLatest,
    list,
    versions,
    create,
    publish,
  })
}

interface Given {
  store: Store
  clock: Clock
  queue: Queue
  inodes: Inodes
  sourceRights: SourceRights
  documentReads: DocumentReads
}

type Parts = ReturnType<typeof partsOf>

function partsOf(given: Given) {
  return { ...given, cache: createDocumentCache(versionsKept), remembered: createReadMemory(given.store) }
}

/** Throws `not_found` for a document that does not exist, has another type, or is not visible to the viewer. */
function find(
  { inodes, remembered, store }: Parts,
  viewer: Viewer,
  kind: ReadableType,
  idOrUrlId: string,
): Promise<DocumentRecord> {
  return remembered(viewer, `${kind} ${idOrUrlId}`, async () => {
    const types = typesAskedFor[kind]
    const mayBeTagged = kind !== 'dataset' && types.includes(taggedTypeOf(kind))
    const file = await (mayBeTagged ? inodes.findShown : inodes.find)(viewer, idOrUrlId, ...types)
    const document = await findDocument(store.db, viewer.organizationId, file.inode.id)
    if (!document) throw new AppError('not_found', { kind, id: idOrUrlId })
    return { ...file, document }
  })
}

/** The tagged version of a document, by tag name; visible to viewers of the document or of that version alone. */
async function findTagged(parts: Parts, viewer: Viewer, kind: ReadableType, idOrUrlId: string, tag: string) {
  const { store } = parts
  const id = idOf(idOrUrlId)
  const tagged = id === null ? undefined : await findTaggedVersionNamed(store.db, viewer.organizationId, id, tag)
  if (!tagged) {
    await find(parts, viewer, kind, idOrUrlId)
    throw new AppError('not_found', { kind: `version tag on this ${kind}`, id: tag })
  }
  try {
    return await find(parts, viewer, kind, tagged.id)
  } catch (error) {
    if (!isAppError(error, 'not_found')) throw error
    throw new AppError('not_found', { kind, id: idOrUrlId })
  }
}

async function read(
  parts: Parts,
  viewer: Viewer,
  kind: ReadableType,
  idOrUrlId: string,
  { version, draft = false, tag }: Selection = {},
): Promise<OpenDocument> {
  const { inodes } = parts
  const record =
    tag === undefined
      ? await find(parts, viewer, kind, idOrUrlId)
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
  { cache, store }: Parts,
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
  { cache, store }: Parts,
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

/** Runs in the transaction of the write, so that no right can be withdrawn between the check and the write. */
async function requireSources(
  { sourceRights }: Parts,
  tx: Queryable,
  viewer: Viewer,
  content: WorkbookDocument,
  sources: readonly DocumentSource[],
): Promise<void> {
  const problems = await sourceRights.problems(tx, viewer, content, sources)
  if (problems.length > 0) throw new AppError('invalid_document', { problems })
}

/** The writer must be able to use every source of `content` that is in none of `before`. */
async function requireAddedSources(
  parts: Parts,
  tx: Queryable,
  viewer: Viewer,
  content: WorkbookDocument,
  before: readonly WorkbookDocument[],
): Promise<void> {
  const known = new Set(before.flatMap(sourcesOf).map(sourceKey))
  const added = sourcesOf(content).filter((source) => !known.has(sourceKey(source)))
  await requireSources(parts, tx, viewer, content, added)
}

function cacheKey(viewer: Viewer, row: DocumentVersionRow): string {
  return `${viewer.organizationId}/${row.document_id}/${row.version}`
}

/** The row of a version that the viewer publishes. */
export function newVersion(viewer: Viewer, id: string, version: number, content: WorkbookDocument, now: number) {
  return {
    organization_id: viewer.organizationId,
    document_id: id,
    version,
    content: serializeDocument(content),
    format_version: content.formatVersion,
    published_by: viewer.memberId,
    published_at: now,
  }
}

/** The write checks this again. It runs before any source is read, so that nothing is loaded for sources that the viewer may not see. */
function requireOpenSources(
  parts: Parts,
  viewer: Viewer,
  content: WorkbookDocument,
  before: readonly WorkbookDocument[],
): Promise<void> {
  const { store } = parts
  return requireAddedSources(parts, store.db, viewer, content, before)
}

/** As `requireOpenSources`, for a new document in this folder. */
async function requireRoomFor(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  folderId: string,
  content: WorkbookDocument,
): Promise<void> {
  const { inodes, store } = parts
  const holder = await inodes.findHolder(viewer, folderId)
  await inodes.requireContribute(store.db, viewer, holder.id, kind)
  await requireAddedSources(parts, store.db, viewer, content, [])
}

/** The sources of a document that the viewer may not use, reported as a write would. */
function sourceProblems({ sourceRights, store }: Parts, viewer: Viewer, content: WorkbookDocument): Promise<Problem[]> {
  return sourceRights.problems(store.db, viewer, content, sourcesOf(content))
}

/**
 * The content of a document that another document reads: its published version, or the one with a tag; for a data model `id` may also be a
 * dataset, which is read like one. Does not check the viewer's rights: the planner reads with the rights of the owner.
 */
async function readAsSource(
  { cache, store }: Parts,
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
  { cache, store }: Parts,
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
  { inodes, store }: Parts,
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
async function versions(parts: Parts, viewer: Viewer, kind: DocumentType, idOrUrlId: string, window: Window) {
  const { store } = parts
  const { inode, document } = await find(parts, viewer, kind, idOrUrlId)
  const before = window.after === null ? null : Number(window.after[0])
  const rows = await listDocumentVersions(store.db, viewer.organizationId, inode.id, {
    before,
    limit: window.limit,
  })
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.version])
  return { entries: page, next, total: document.latest_version }
}

/** Creates a document with its first version, published at once, and its file, in one transaction. */
async function create(
  parts: Parts,
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
    (brought) => [
      eventOf(viewer, {
        category: 'OBJECT_INTERACTION',
        action: documentAction(kind, 'CREATED'),
        object: { kind, id },
        change: { before: null, after: { name, description, folderId: holder.id, ownerId: owner, version: 1 } },
        ...(copy === undefined ? {} : { details: { copiedFrom: copy.from, ...brought } }),
      }),
      ...(copy?.alsoDone?.(id) ?? []),
    ],
    async (tx) => {
      await inodes.requireContribute(tx, viewer, holder.id, kind)
      await requireAddedSources(parts, tx, viewer, content, copy === undefined ? [] : await copy.requireStill(tx))
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
      return copy === undefined ? {} : copy.bring(tx, id)
    },
  )
  return find(parts, viewer, kind, id)
}

/** Throws `precondition_failed` or `version_conflict` unless the latest version is the one that the change was made for. */
function requireVersion(
  { expectedVersion, ifMatch = null }: Pick<DocumentChange, 'expectedVersion' | 'ifMatch'>,
  latest: number,
): void {
  requireMatch(ifMatch, `"${latest}"`)
  if (expectedVersion === undefined || expectedVersion === latest) return
  throw new AppError('version_conflict', { sent: expectedVersion, latest })
}

/** Throws when the draft is not the one that the caller knows, or when publishing would discard it. */
function requireDraft(
  { id, kind, draft_revision: latest, published_revision }: DocumentRow,
  { draftRevision, discardDraft }: { draftRevision: number | undefined; discardDraft: boolean },
): void {
  if (draftRevision !== undefined) {
    if (draftRevision !== latest) throw new AppError('draft_conflict', { sent: draftRevision, latest })
  } else if (latest > published_revision && !discardDraft) {
    throw new AppError('draft_has_changes', kind === 'data-model' ? { dataModelId: id } : { workbookId: id })
  }
}

interface Published {
  version: number
  revision: number
  replaced: number
  /** Public embeds of removed pages and elements. */
  endedEmbeds: number
  /** Facts about the template that the document follows, or stops following, for the event. */
  template: Readonly<Record<string, unknown>>
}

function publishedFacts({ version, endedEmbeds, template }: Published, restoredFrom: number | undefined) {
  return {
    version,
    ...(endedEmbeds === 0 ? {} : { endedEmbeds }),
    ...(restoredFrom === undefined ? {} : { restoredFrom }),
    ...template,
  }
}

/** Deletes what a new version replaces: the draft, and public embeds of removed pages and elements. Returns the number of embeds. */
async function endReplaced(tx: Queryable, viewer: Viewer, id: string, content: WorkbookDocument): Promise<number> {
  await deleteDraft(tx, viewer.organizationId, id)
  return deleteEmbedsOutside(tx, viewer.organizationId, id, {
    pageIds: new Set(content.pages.map((page) => page.id)),
    elementIds: new Set(Object.keys(content.elements)),
  })
}

/** Publishes a new version that replaces the whole content. */
async function publish(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentType,
  idOrUrlId: string,
  { content, discardDraft = false, draftRevision, restoredFrom, followed, ...wanted }: DocumentChange,
): Promise<DocumentRecord> {
  const { inodes, store, cache } = parts
  const record = await find(parts, viewer, kind, idOrUrlId)
  inodes.requireEdit(viewer, record)
  const [id, now, type] = [record.inode.id, parts.clock.now(), documentTypeOf(record)]
  const reads = await parts.documentReads.of(viewer.organizationId, content)
  const { version, revision } = await store.write(
    (published: Published) =>
      eventOf(viewer, {
        category: 'OBJECT_INTERACTION',
        action: documentAction(type, 'PUBLISHED'),
        object: { kind: type, id },
        details: publishedFacts(published, restoredFrom),
        change: { before: { version: published.replaced }, after: { version: published.version } },
      }),
    async (tx) => {
      const current = await findDocument(tx, viewer.organizationId, id)
      if (!current) throw new AppError('not_found', { kind, id: idOrUrlId })
      await inodes.requireEditStill(tx, viewer, record)
      requireVersion(wanted, current.latest_version)
      requireDraft(current, { draftRevision, discardDraft })
      // The sources of a draft were checked when they were added, with the rights of the member who added them.
      if (draftRevision === undefined) {
        const before = await findDocumentVersion(tx, viewer.organizationId, id, current.latest_version)
        const known = before ? [cache.get(cacheKey(viewer, before), before)] : []
        await requireAddedSources(parts, tx, viewer, content, known)
      }
      const next = current.latest_version + 1
      await insertDocumentVersion(tx, newVersion(viewer, id, next, content, now), reads)
      const endedEmbeds = await endReplaced(tx, viewer, id, content)
      await store.announce(tx, draftChannel(id))
      const saves = current.draft_revision + 1
      await setLatestVersion(tx, viewer.organizationId, id, next, saves)
      await updateInode(tx, viewer.organizationId, id, { updated_by: viewer.memberId, updated_at: now })
      const template = await publishBesideTemplates(parts, tx, viewer, { id, version: next }, followed)
      return { version: next, revision: saves, replaced: current.latest_version, endedEmbeds, template }
    },
  )
  return {
    ...record,
    document: {
      ...record.document,
      latest_version: version,
      draft_revision: revision,
      published_revision: revision,
    },
    inode: { ...record.inode, updated_at: now, updated_by: viewer.memberId },
  }
}
