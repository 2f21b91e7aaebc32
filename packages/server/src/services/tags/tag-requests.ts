import { decideTag, hasRight, type Viewer } from '@octavo/core/access'
import type { AuditVerb, NewTagRequest, TagRequest } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { requireAllowed, requireMember } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Store } from '../../store/index.ts'
import { listAdministrators } from '../../store/members.ts'
import {
  countTagRequests,
  endTagRequest,
  findPendingTagRequest,
  findTagRequest,
  insertTagRequest,
  listTagRequestRows,
  type NamedTagRequest,
  type TagRequestRow,
} from '../../store/tag-requests.ts'
import { findApprovers } from '../../store/version-tags.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import { documentTypeNamed, documentTypeOf } from '../documents/document-type.ts'
import type { Inodes } from '../inodes/inodes.ts'
import type { Mails } from '../organization/mails/mails.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { NewTaggedVersion, TaggedVersions } from './tagged-versions.ts'
import type { VersionTags } from './version-tags.ts'

export type TagRequests = ReturnType<typeof createTagRequests>

/** The stored options of the requested tagging. */
type Wanted = Pick<
  NewTaggedVersion,
  'connectionSwaps' | 'modelSwaps' | 'sourceSwapPolicyId' | 'isDefault' | 'grantSourceAccess'
>
type Transaction = Parameters<Queue['enqueue']>[0]

/** Members who may tag a document request a protected tag; an approver of the tag, or an administrator, decides. */
export function createTagRequests(given: Given) {
  return serviceOf(partsOf(given), { get, list, create, approve, deny, withdraw })
}

interface Given {
  store: Store
  clock: Clock
  viewers: Viewers
  inodes: Inodes
  versionTags: VersionTags
  tagged: TaggedVersions
  queue: Queue
  mails: Pick<Mails, 'isSet'>
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, viewers, inodes, versionTags, tagged, queue, mails }: Given) {
  const totals = createTotals({ clock })
  return { store, clock, viewers, inodes, versionTags, tagged, queue, mails, totals }
}

/** Throws `not_found` for a request that the viewer neither made nor may decide. */
async function find({ store }: Parts, viewer: Viewer, id: string, db: Parameters<typeof findTagRequest>[0] = store.db) {
  const row = await findTagRequest(db, viewer.organizationId, id)
  // An unknown request takes the same work.
  const approvers = await findApprovers(db, viewer.organizationId, [row?.tag_id ?? id])
  const approverIds = approvers.get(row?.tag_id ?? id) ?? []
  const decision = decideTag(viewer, { name: row?.tag_name ?? '', isProtected: true, approverIds })
  if (!row || !(decision.allowed || row.created_by === viewer.memberId)) {
    throw new AppError('not_found', { kind: 'tag request', id })
  }
  return { row, decision, approverIds }
}

async function mail(
  { queue, mails }: Parts,
  tx: Transaction,
  viewer: Viewer,
  row: TagRequestRow,
  to: readonly string[],
  baseUrl: string,
) {
  if (!(await mails.isSet(viewer.organizationId, tx))) return
  for (const memberId of new Set(to)) {
    await queue.enqueue(tx, {
      organizationId: viewer.organizationId,
      kind: 'mail.tag-request',
      payload: { requestId: row.id, memberId, baseUrl },
      actorId: viewer.memberId,
    })
  }
}

function event(viewer: Viewer, row: TagRequestRow, verb: AuditVerb<'TAG_REQUEST'>, change: ObjectChange): AuditEvent {
  return eventOf(viewer, {
    category: 'VERSION_TAG',
    action: `TAG_REQUEST_${verb}`,
    object: { kind: 'version_tag', id: row.tag_id },
    details: { requestId: row.id, documentId: row.document_id, version: row.version, requestedBy: row.created_by },
    change,
  })
}

function requirePending(row: TagRequestRow): void {
  if (row.state === 'pending') return
  throw conflict({ rule: `request_${row.state}` })
}

async function end(
  { clock }: Parts,
  tx: Transaction,
  viewer: Viewer,
  row: TagRequestRow,
  state: 'approved' | 'denied' | 'withdrawn',
  reason: string,
): Promise<TagRequestRow> {
  const ended = { state, decided_by: viewer.memberId, decided_at: clock.now(), reason }
  if (!(await endTagRequest(tx, viewer.organizationId, row.id, ended))) {
    throw conflict({ rule: 'request_decided' })
  }
  return { ...row, ...ended }
}

async function get(parts: Parts, viewer: Viewer, id: string): Promise<TagRequest> {
  const { row, decision } = await find(parts, viewer, id)
  return entry(row, decision.allowed)
}

/** Newest first: the viewer's own requests, and those that the viewer may decide. */
async function list(
  { store, totals }: Parts,
  viewer: Viewer,
  { state, tagId }: { state?: TagRequestRow['state']; tagId?: string },
  window: Window,
): Promise<Slice<TagRequest>> {
  const { organizationId } = viewer
  const listing = { ofMember: hasRight(viewer, 'manageTags') ? null : viewer.memberId, state, tagId }
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listTagRequestRows(store.db, organizationId, listing, { after, limit: window.limit })
  const total = await totals([organizationId, listing], (atMost) =>
    countTagRequests(store.db, organizationId, listing, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  const tagIds = [...new Set(page.map(({ tag_id }) => tag_id))]
  const approvers = await findApprovers(store.db, organizationId, tagIds)
  const entries = page.map((row) => {
    const facts = { name: row.tag_name, isProtected: true, approverIds: approvers.get(row.tag_id) ?? [] }
    return entry(row, decideTag(viewer, facts).allowed)
  })
  return { entries, next, total }
}

const orderOf = (wanted: NewTagRequest): Wanted => ({
  connectionSwaps: wanted.sourceMappingConfig,
  modelSwaps: wanted.dataModelSourceTaggedVersions,
  sourceSwapPolicyId: wanted.sourceSwapPolicyId,
  isDefault: wanted.isDefault,
  grantSourceAccess: wanted.grantSourceAccess,
})

/** Runs the checks of tagging, except for the tag's protection; tags nothing. */
async function create(
  parts: Parts,
  viewer: Viewer,
  tagId: string,
  wanted: NewTagRequest,
  { baseUrl, signal }: { baseUrl: string; signal: AbortSignal },
): Promise<TagRequest> {
  const { versionTags, store, inodes, tagged, clock } = parts
  const { organizationId } = viewer
  const tag = await versionTags.find(store.db, viewer, tagId)
  const { inode } = await inodes.find(viewer, wanted.inodeId, 'workbook', 'template', 'data-model')
  const kind = documentTypeOf({ inode })
  const order = orderOf(wanted)
  const prepared = await tagged.prepare(
    viewer,
    kind,
    { documentId: inode.id, version: wanted.version, ...order },
    signal,
  )
  const row: TagRequestRow = {
    organization_id: organizationId,
    id: newUuid(),
    tag_id: tag.id,
    document_id: inode.id,
    document_kind: kind,
    version: prepared.version,
    wanted: JSON.stringify(order),
    message: wanted.message ?? '',
    state: 'pending',
    decided_by: null,
    decided_at: null,
    reason: '',
    created_by: viewer.memberId,
    created_at: clock.now(),
  }
  await store.write(
    event(viewer, row, 'CREATED', { before: null, after: { state: row.state, message: row.message } }),
    async (tx) => {
      const { is_protected, name } = await versionTags.find(tx, viewer, tag.id)
      if (is_protected === 0) {
        throw conflict({ rule: 'tag_not_protected', name })
      }
      await tagged.requireTaggable(tx, viewer, prepared)
      if (await findPendingTagRequest(tx, organizationId, tag.id, inode.id)) {
        throw conflict({ rule: 'tag_requested', name })
      }
      await insertTagRequest(tx, row)
      const approvers = (await findApprovers(tx, organizationId, [tag.id])).get(tag.id) ?? []
      const deciders = approvers.length > 0 ? approvers : await listAdministrators(tx, organizationId)
      await mail(parts, tx, viewer, row, deciders, baseUrl)
    },
  )
  return get(parts, viewer, row.id)
}

/** Tags with the current rights of the requester, and closes the request in the same transaction. */
async function approve(
  parts: Parts,
  viewer: Viewer,
  id: string,
  reason: string,
  { baseUrl, signal }: { baseUrl: string; signal: AbortSignal },
): Promise<TagRequest> {
  const { viewers, tagged } = parts
  const { row, decision } = await find(parts, viewer, id)
  requireAllowed(decision)
  requirePending(row)
  const asker = await viewers.load(viewer.organizationId, row.created_by, { kind: 'job' })
  if (!asker) {
    throw conflict({ rule: 'requester_gone' })
  }
  await tagged.put(
    asker,
    documentTypeNamed(row.document_kind),
    { documentId: row.document_id, tag: row.tag_name, version: row.version, ...(JSON.parse(row.wanted) as Wanted) },
    signal,
    {
      viewer,
      details: { requestId: row.id, requestedBy: row.created_by },
      async also(tx) {
        const ended = await end(parts, tx, viewer, row, 'approved', reason)
        await mail(parts, tx, viewer, ended, [row.created_by], baseUrl)
        return event(viewer, ended, 'APPROVED', changeOf(row, ended))
      },
    },
  )
  return get(parts, viewer, id)
}

async function deny(parts: Parts, viewer: Viewer, id: string, reason: string, baseUrl: string): Promise<TagRequest> {
  const { store } = parts
  await store.write<TagRequestRow[]>(
    ([before, after]) => (before && after ? event(viewer, after, 'DENIED', changeOf(before, after)) : []),
    async (tx) => {
      const { row, decision } = await find(parts, viewer, id, tx)
      requireAllowed(decision)
      requirePending(row)
      const ended = await end(parts, tx, viewer, row, 'denied', reason)
      await mail(parts, tx, viewer, ended, [row.created_by], baseUrl)
      return [row, ended]
    },
  )
  return get(parts, viewer, id)
}

async function withdraw(parts: Parts, viewer: Viewer, id: string): Promise<void> {
  const { store } = parts
  await store.write<TagRequestRow[]>(
    ([before, after]) => (before && after ? event(viewer, after, 'WITHDRAWN', changeOf(before, after)) : []),
    async (tx) => {
      const { row } = await find(parts, viewer, id, tx)
      requireMember(viewer, row.created_by, 'withdrawRequests')
      requirePending(row)
      return [row, await end(parts, tx, viewer, row, 'withdrawn', '')]
    },
  )
}

const changeOf = (before: TagRequestRow, after: TagRequestRow): ObjectChange => ({
  before: { state: before.state, reason: before.reason },
  after: { state: after.state, reason: after.reason },
})

function entry(row: NamedTagRequest, mayDecide: boolean): TagRequest {
  return {
    requestId: row.id,
    state: row.state,
    versionTagId: row.tag_id,
    tag: row.tag_name,
    inodeId: row.document_id,
    inodeType: documentTypeNamed(row.document_kind),
    name: row.document_name,
    version: row.version,
    requestedBy: row.created_by,
    requestedAt: timestamp(row.created_at),
    message: row.message,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at === null ? null : timestamp(row.decided_at),
    reason: row.reason,
    mayDecide: mayDecide && row.state === 'pending',
  }
}
