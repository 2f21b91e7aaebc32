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

/** Of a write, which may wake those who listen once it is done. */
type Transaction = Parameters<Store['announce']>[0]

/** What the content of a document is. */
export type DocumentKind = 'workbook' | 'data-model'
/** What the file of a document is. A template is a workbook that others start from. */
export type DocumentType = DocumentKind | 'template'
/** Datasets are a retired kind: they are read, and nothing of them changes. */
export type ReadableType = DocumentType | 'dataset'

/** A document as lists show it: what it is, where it lies, and what the viewer may do with it. */
export interface DocumentRecord extends InodeRecord {
  document: DocumentRow
}

/** One version of a document with its content. Drafts have the version that they are based on. */
export interface OpenDocument {
  record: DocumentRecord
  version: number
  isDraft: boolean
  /** Tells content that is no stored version, such as that of a view, from every other content. */
  fingerprint?: string
  /** Shared between readers: never changed. */
  content: WorkbookDocument
}

export interface NewDocument {
  kind: DocumentType
  name: string
  description?: string | undefined
  /** Folder or workspace, by id or urlId. */
  folderId: string
  /** Member id; the viewer when absent. */
  ownerId?: string | undefined
  content: WorkbookDocument
  copy?: DocumentCopy
}

/** Of a document that is made from another one. */
export interface DocumentCopy {
  /** What the event tells of where it comes from. */
  from: Readonly<Record<string, unknown>>
  /** Who owns it, whoever makes it; as for every new document when absent. */
  ownerId?: string | undefined
  /** In the transaction: throws where it may not be copied, else answers the contents whose sources come along. */
  requireStill(tx: Queryable): Promise<readonly WorkbookDocument[]>
  /** In the transaction, when the document `id` is there: brings what is no content, and says what it was. */
  bring(tx: Transaction, id: string): Promise<Readonly<Record<string, unknown>>>
  /** Events of other things that were changed with it. */
  alsoDone?(id: string): readonly AuditEvent[]
}

export interface DocumentChange {
  content: WorkbookDocument
  /** The write fails when the document has moved past this version. */
  expectedVersion?: number | undefined
  /** The ETags of published versions of which one must be the latest; null for any. */
  ifMatch?: IfMatch
  /** Replace the document although its draft holds changes that are not published. */
  discardDraft?: boolean | undefined
  /** The content is that of the draft at this revision; the write fails when the draft has moved on. */
  draftRevision?: number | undefined
  /** The content is that of an earlier version. */
  restoredFrom?: number | undefined
  /** The content is that of the template that the workbook follows. Every other change ends the following. */
  followed?: FollowedVersion | undefined
}

/** Which content of a document to read: the published one unless told. */
export interface Selection {
  version?: number | undefined
  draft?: boolean | undefined
  /** Name of a version tag. */
  tag?: string | undefined
}

/** What a workbook without contents is made of. */
export function onePageWorkbook(): WorkbookDocument {
  const content = emptyDocument('workbook')
  content.pages.push({ id: 'page-1', name: 'Page 1', elementIds: [] })
  return content
}

/** The kind of content that a type of files has. */
export const contentKindOf = (type: DocumentType): DocumentKind => (type === 'data-model' ? type : 'workbook')

/** The type of the inode of a tagged version; that of a template is a frozen workbook. */
export const taggedTypeOf = (type: DocumentType) => `tagged-${contentKindOf(type)}` as const

/** The types of files that may be asked for: whatever opens a workbook opens a template and a tagged version too. */
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

/** That of a tagged version is workbook or data model. */
export const documentTypeOf = ({ inode }: Pick<InodeRecord, 'inode'>): DocumentType =>
  documentTypeNamed(shownType(inode.type))

/** As `documentTypeOf`, where datasets may be among the files. */
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

/** Throws `not_found` for what is not there, is of another type, or may not be known. */
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

/** The tagged version of a document, by the name of the tag; for who may see the document, or only that version. */
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

/** Snapshot and edits after it; null while there are no changes. Its record carries the revision that was read. */
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

/** In the transaction of the write, so that no right is withdrawn between the check and the write. */
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

/** Sources that `content` has and none of `before` has must be usable by the writer. */
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

/** What the write asks again, before anything is read of a source: what may not be known is not looked at. */
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

/** The sources of a document that the viewer may not use, as a write would refuse them. */
function sourceProblems({ sourceRights, store }: Parts, viewer: Viewer, content: WorkbookDocument): Promise<Problem[]> {
  return sourceRights.problems(store.db, viewer, content, sourcesOf(content))
}

/**
 * What another document reads of a document: its published version, or the one with a tag; of a data model also where the
 * id is that of a dataset, which is read like one. Without asking who the viewer is: the planner's rights are those of
 * the owner.
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
  /** A part of the name, any case. */
  nameWord?: string | undefined
}

/**
 * The published contents of documents, by document. Without asking who the viewer is: for callers that have looked up the documents
 * among those that the viewer may see.
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

/** Newest first. Only what the viewer was given; `everything` is for the Admin account type. */
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

/** Makes a document with its first version, published at once, and its file, in one transaction. */
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

/** Throws `precondition_failed` or `version_conflict` unless the latest version is the one that a change was made for. */
function requireVersion(
  { expectedVersion, ifMatch = null }: Pick<DocumentChange, 'expectedVersion' | 'ifMatch'>,
  latest: number,
): void {
  requireMatch(ifMatch, `"${latest}"`)
  if (expectedVersion === undefined || expectedVersion === latest) return
  throw new AppError('version_conflict', { sent: expectedVersion, latest })
}

/** Throws where the draft is not the one that the caller knows, or would be lost by a publication beside it. */
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
  /** Public embeds of pages and elements that are gone. */
  endedEmbeds: number
  /** What the event says of the template that the document follows, or follows no more. */
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

/** Ends what a new version replaces: the draft, and public embeds of what the document no longer has. Returns how many. */
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
      // What stands in a draft was asked for by whoever put it there, when they did.
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
