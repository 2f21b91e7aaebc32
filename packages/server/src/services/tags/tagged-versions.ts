import { decideTag, type Viewer } from '@octavo/core/access'
import type { SwapReport, TaggedWorkbook } from '@octavo/core/contract'
import { serializeDocument, type WorkbookDocument } from '@octavo/core/document'
import { AppError, conflict } from '@octavo/core/errors'
import type { Transaction } from 'kysely'
import { type Access, requireAllowed } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import {
  findDocument,
  findDocuments,
  insertDocument,
  insertDocumentVersion,
  setLatestVersion,
} from '../../store/documents.ts'
import { type AuditEvent, type Database, newUuid, type Queryable, type Store } from '../../store/index.ts'
import type { InodeFilter } from '../../store/inode-listing.ts'
import { findInodes, type InodeRow, insertInode, updateInode } from '../../store/inodes.ts'
import { newInode } from '../../store/new-inode.ts'
import { copyPictures } from '../../store/pictures.ts'
import {
  clearDefault,
  countTagsOf,
  eraseTaggedVersions,
  findTaggedVersion,
  findTagsOf,
  findTagsOfVersions,
  insertTaggedVersion,
  listTagsOf,
  type NamedTaggedVersion,
  type TaggedVersionRow,
  updateTaggedVersion,
} from '../../store/tagged-versions.ts'
import { findApprovers, findVersionTag, findVersionTagByName, type VersionTagRow } from '../../store/version-tags.ts'
import { givenDescription } from '../answers/description.ts'
import { firstKey, type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import type { DocumentReads } from '../documents/document-reads.ts'
import {
  contentKindOf,
  type DocumentType,
  documentAction,
  documentTypeOf,
  taggedTypeOf,
} from '../documents/document-type.ts'
import type { Documents } from '../documents/documents.ts'
import type { Addresses } from '../inodes/addresses.ts'
import { type Inodes, isTaggedType } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import type { SourceSwaps, TagSwaps } from '../source-swaps/source-swaps.ts'
import type { VersionTags } from './version-tags.ts'

export interface NewTaggedVersion extends TagSwaps {
  /** The document to tag, by id or urlId. */
  documentId: string
  /** Name of the tag. */
  tag: string
  /** A published version; defaults to the latest. */
  version?: number | undefined
  isDefault?: boolean | undefined
  grantSourceAccess?: boolean | undefined
}

/** A version to be tagged. */
export interface PreparedVersion {
  type: DocumentType
  source: InodeRow
  version: number
  /** The content with swapped sources. */
  content: WorkbookDocument
  published: WorkbookDocument
  /** The dry run's report of the swaps. */
  report: SwapReport
}

/** For a tag that was requested by another member: its approver, facts for the event, and further work in the transaction. */
export interface TagApproval {
  viewer: Viewer
  details: Readonly<Record<string, unknown>>
  also(tx: Transaction<Database>): Promise<AuditEvent>
}

export type TaggedVersions = ReturnType<typeof createTaggedVersions>

/** Tagged versions: frozen documents, one for each document and tag. */
export function createTaggedVersions(given: Given) {
  return serviceOf(partsOf(given), {
    prepare,
    requireTaggable,
    put,
    remove,
    ofWorkbook,
    ofDataModel,
    ofDocuments,
    ofVersions,
    workbooksWith,
  })
}

interface Given {
  store: Store
  clock: Clock
  access: Access
  inodes: Inodes
  documents: Documents
  versionTags: VersionTags
  addresses: Addresses
  sourceSwaps: SourceSwaps
  documentReads: DocumentReads
}

type Parts = ReturnType<typeof partsOf>

function partsOf(given: Given) {
  return { ...given, totals: createTotals(given) }
}

async function requireApprover(tx: Queryable, viewer: Viewer, tag: VersionTagRow): Promise<void> {
  const approverIds = (await findApprovers(tx, viewer.organizationId, [tag.id])).get(tag.id) ?? []
  requireAllowed(decideTag(viewer, { name: tag.name, isProtected: tag.is_protected === 1, approverIds }))
}

async function prepare(
  { documents, sourceSwaps }: Parts,
  viewer: Viewer,
  kind: DocumentType,
  { documentId, version, ...swaps }: Omit<NewTaggedVersion, 'tag'>,
  signal: AbortSignal,
): Promise<PreparedVersion> {
  const open = await documents.read(viewer, kind, documentId, { version })
  const { inode: source } = open.record
  if (isTaggedType(source.type)) throw conflict({ rule: 'tag_of_tagged' })
  const swapped = await sourceSwaps.ofTag(viewer, open, swaps, signal)
  return { type: documentTypeOf(open.record), source, version: open.version, ...swapped, published: open.content }
}

/** In the transaction: checks the right to tag the document and to use its new sources. */
async function requireTaggable(
  { access, documents }: Parts,
  tx: Queryable,
  viewer: Viewer,
  { type, source, content, published }: PreparedVersion,
): Promise<void> {
  await access.requireInode(viewer, source.id, 'tag', type, tx)
  await documents.requireAddedSources(tx, viewer, content, [published])
}

async function listOf(
  { documents, store, totals }: Parts,
  viewer: Viewer,
  kind: DocumentType,
  id: string,
  window: Window,
) {
  const { organizationId } = viewer
  const { inode } = await documents.find(viewer, kind, id)
  const at = { after: firstKey(window), limit: window.limit }
  const rows = await listTagsOf(store.db, organizationId, inode.id, at)
  const total = await totals([organizationId, inode.id], (atMost) =>
    countTagsOf(store.db, organizationId, inode.id, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.tag_name_key])
  return { entries: page, next, total }
}

/** The swaps as the tagging event records them. */
const swapsOf = ({ connectionSwaps = [], modelSwaps = [], sourceSwapPolicyId }: TagSwaps): TagSwaps => ({
  connectionSwaps,
  modelSwaps,
  ...(sourceSwapPolicyId === undefined ? {} : { sourceSwapPolicyId }),
})

interface Put {
  tag: VersionTagRow
  taggedId: string
  taggedVersion: number
  before: TaggedVersionRow | undefined
  beside: AuditEvent[]
}

function frozenVersion(
  viewer: Viewer,
  { id, version, content, now }: { id: string; version: number; content: WorkbookDocument; now: number },
) {
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

/** Creates the first tagged version of a document and tag: a separate document below its source. */
async function insertTaggedDocument(
  tx: Queryable,
  viewer: Viewer,
  { type, source }: PreparedVersion,
  taggedId: string,
  now: number,
): Promise<void> {
  const { organizationId, memberId } = viewer
  await insertInode(
    tx,
    newInode({
      organizationId,
      id: taggedId,
      type: taggedTypeOf(type),
      name: source.name,
      description: source.description,
      parentId: source.id,
      ownerId: memberId,
      by: memberId,
      at: now,
    }),
  )
  await insertDocument(tx, {
    organization_id: organizationId,
    id: taggedId,
    kind: contentKindOf(type),
    latest_version: 1,
    draft_revision: 1,
    published_revision: 1,
  })
}

/** Tags a version, or moves the tag from another version; grants on the tagged version are kept. */
async function put(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentType,
  { tag: tagName, ...order }: NewTaggedVersion,
  signal: AbortSignal,
  approval?: TagApproval,
): Promise<{ versionTagId: string; taggedId: string; taggedVersion: number; report: SwapReport }> {
  const { clock, store } = parts
  const { organizationId } = viewer
  const { isDefault = false, grantSourceAccess = false } = order
  const prepared = await prepare(parts, viewer, kind, order, signal)
  const { type, source, content, version } = prepared
  const reads = await parts.documentReads.of(organizationId, content)
  const [newId, now] = [newUuid(), clock.now()]
  const { tag, taggedId, taggedVersion } = await store.write<Put>(
    ({ tag, taggedId, before, beside }) => [
      eventOf(approval?.viewer ?? viewer, {
        category: 'OBJECT_INTERACTION',
        action: documentAction(type, 'TAGGED'),
        object: { kind: type, id: source.id },
        details: { versionTagId: tag.id, tag: tag.name, taggedId, ...swapsOf(order), ...approval?.details },
        change: { before: before ? factsOf(before) : null, after: { version, isDefault, grantSourceAccess } },
      }),
      ...beside,
    ],
    async (tx): Promise<Put> => {
      const tag = await findVersionTagByName(tx, organizationId, tagName)
      if (!tag) throw new AppError('not_found', { kind: 'version tag', id: tagName })
      await requireTaggable(parts, tx, viewer, prepared)
      await requireApprover(tx, approval?.viewer ?? viewer, tag)
      const known = await findTaggedVersion(tx, organizationId, source.id, tag.id)
      const taggedId = known?.id ?? newId
      const before = known && (await findDocument(tx, organizationId, known.id))
      const taggedVersion = (before?.latest_version ?? 0) + 1
      if (isDefault) await clearDefault(tx, organizationId, source.id)
      if (!known) await insertTaggedDocument(tx, viewer, prepared, taggedId, now)
      const frozen = frozenVersion(viewer, { id: taggedId, version: taggedVersion, content, now })
      await insertDocumentVersion(tx, frozen, reads)
      const stamp = { updated_by: viewer.memberId, updated_at: now }
      const facts = {
        source_version: version,
        is_default: isDefault ? 1 : 0,
        grant_source_access: grantSourceAccess ? 1 : 0,
        ...stamp,
      }
      if (known) {
        await setLatestVersion(tx, organizationId, taggedId, taggedVersion, taggedVersion)
        await updateInode(tx, organizationId, taggedId, stamp)
        await updateTaggedVersion(tx, organizationId, taggedId, facts)
      } else {
        const keys = { organization_id: organizationId, id: taggedId, source_id: source.id, tag_id: tag.id }
        await insertTaggedVersion(tx, { ...keys, ...facts, created_by: viewer.memberId, created_at: now })
      }
      await copyPictures(tx, { organizationId, from: source.id, to: taggedId })
      const beside = approval === undefined ? [] : [await approval.also(tx)]
      return { tag, taggedId, taggedVersion, before: known, beside }
    },
  )
  return { versionTagId: tag.id, taggedId, taggedVersion, report: prepared.report }
}

/** Permanently deletes the tagged version and its grants; tag and document are kept. */
async function remove(
  { access, documents, store }: Parts,
  viewer: Viewer,
  kind: DocumentType,
  documentId: string,
  tagId: string,
): Promise<void> {
  const { organizationId } = viewer
  const record = await documents.find(viewer, kind, documentId)
  const { inode } = record
  const type = documentTypeOf(record)
  await store.write<{ tag: VersionTagRow; tagged: TaggedVersionRow }>(
    ({ tag, tagged }) =>
      eventOf(viewer, {
        category: 'OBJECT_INTERACTION',
        action: documentAction(type, 'UNTAGGED'),
        object: { kind: type, id: inode.id },
        details: { versionTagId: tagId, tag: tag.name, taggedId: tagged.id },
        change: { before: factsOf(tagged), after: null },
      }),
    async (tx) => {
      await access.requireInode(viewer, inode.id, 'tag', type, tx)
      const tag = await findVersionTag(tx, organizationId, tagId)
      const tagged = tag && (await findTaggedVersion(tx, organizationId, inode.id, tagId))
      if (!tag || !tagged) throw new AppError('not_found', { kind: `version tag on this ${type}`, id: tagId })
      await requireApprover(tx, viewer, tag)
      await eraseTaggedVersions(tx, organizationId, { id: tagged.id })
      return { tag, tagged }
    },
  )
}

/** The tags of a document, ordered by name. */
async function ofWorkbook(parts: Parts, viewer: Viewer, id: string, window: Window) {
  const slice = await listOf(parts, viewer, 'workbook', id, window)
  return { ...slice, entries: slice.entries.map(workbookTag) }
}

async function ofDataModel(parts: Parts, viewer: Viewer, id: string, window: Window) {
  const slice = await listOf(parts, viewer, 'data-model', id, window)
  return { ...slice, entries: slice.entries.map(dataModelTag) }
}

/** Tags of documents, by document. */
function ofDocuments({ store }: Parts, viewer: Viewer, ids: readonly string[]) {
  return findTagsOf(store.db, viewer.organizationId, ids)
}

/** Tags of versions of a document, by version. */
function ofVersions({ store }: Parts, viewer: Viewer, id: string, versions: readonly number[]) {
  return findTagsOfVersions(store.db, viewer.organizationId, id, versions)
}

/** Workbooks with this tag, newest tagged version first: those that are visible to the viewer, or whose tagged version is. */
async function workbooksWith(
  { access, addresses, inodes, store, versionTags }: Parts,
  viewer: Viewer,
  tagId: string,
  window: Window,
  baseUrl: string,
): Promise<Slice<TaggedWorkbook>> {
  const { organizationId } = viewer
  await versionTags.find(store.db, viewer, tagId)
  const seen = access.visibleInodes(viewer)
  // Tagged versions of templates have the same type.
  const workbooksOf = store.db
    .selectFrom('inodes')
    .select('inodes.id')
    .where('inodes.organization_id', '=', organizationId)
    .where('inodes.type', '=', 'workbook')
  const filter: InodeFilter = (inode) =>
    inode.or([
      inode.and([seen(inode), inode('inodes.parent_id', 'in', workbooksOf)]),
      inode('inodes.parent_id', 'in', workbooksOf.where(seen)),
    ])
  const slice = await inodes.listWith(
    viewer,
    { types: [taggedTypeOf('workbook')], isArchived: false, taggedWith: tagId },
    filter,
    window,
  )
  const sourceIds = slice.entries.flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId]))
  const [sources, rows, tags, address] = await Promise.all([
    findInodes(store.db, organizationId, sourceIds),
    findDocuments(store.db, organizationId, sourceIds),
    findTagsOf(store.db, organizationId, sourceIds),
    addresses.of(viewer, baseUrl),
  ])
  const entries = slice.entries.flatMap(({ sourceId, path }) => {
    const source = sources.get(sourceId ?? '')
    const document = rows.get(sourceId ?? '')
    if (!source || !document) return []
    return [
      {
        workbookId: source.id,
        workbookUrlId: source.url_id,
        name: source.name,
        url: address(source),
        path,
        latestVersion: document.latest_version,
        ownerId: source.owner_id ?? '',
        isArchived: source.is_archived === 1,
        ...givenDescription(source.description),
        tags: (tags.get(source.id) ?? []).map(workbookTag),
        createdBy: source.created_by,
        updatedBy: source.updated_by,
        createdAt: timestamp(source.created_at),
        updatedAt: timestamp(source.updated_at),
      },
    ]
  })
  return { ...slice, entries }
}

const factsOf = (row: TaggedVersionRow) => ({
  version: row.source_version,
  isDefault: row.is_default === 1,
  grantSourceAccess: row.grant_source_access === 1,
})

export const workbookTag = (row: NamedTaggedVersion) => ({
  versionTagId: row.tag_id,
  name: row.tag_name,
  sourceWorkbookVersion: row.source_version,
  taggedWorkbookId: row.id,
  workbookTaggedAt: timestamp(row.updated_at),
})

export const dataModelTag = (row: NamedTaggedVersion) => ({
  versionTagId: row.tag_id,
  tagName: row.tag_name,
  sourceVersion: row.source_version,
  taggedAt: timestamp(row.updated_at),
})
