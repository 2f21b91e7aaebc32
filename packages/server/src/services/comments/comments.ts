import { decide, decideComment, type Viewer } from '@octavo/core/access'
import type { AuditVerb, CommentText, CommentThread, NewComment } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { type Access, requireAllowed } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import {
  type CommentRow,
  countThreads,
  deleteComments,
  findComment,
  findCommentsOf,
  insertComment,
  listThreadRows,
  updateComment,
} from '../../store/comments.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import type { Documents } from '../documents/documents.ts'
import type { DocumentRecord } from '../documents/open-document.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { Mails } from '../organization/mails/mails.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'

export type Comments = ReturnType<typeof createComments>

/** Maximum comments of one thread, including the first. */
const mostOfThread = 500

type Transaction = Parameters<Queue['enqueue']>[0]

/** Comments on workbooks: members who may open the workbook read them, members with the right to comment write them. */
export function createComments(given: Given) {
  return serviceOf(partsOf(given), { list, create, reply, edit, remove, resolve, reopen })
}

interface Given {
  store: Store
  clock: Clock
  access: Access
  documents: Documents
  viewers: Viewers
  queue: Queue
  mails: Pick<Mails, 'isSet'>
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, access, documents, viewers, queue, mails }: Given) {
  return { store, clock, access, documents, viewers, queue, mails, totals: createTotals({ clock }) }
}

/** A workbook and the elements whose comments the viewer may see (elements of visible pages); null for all elements. */
interface Commented {
  record: DocumentRecord
  elementIds: readonly string[] | null
}

async function readCommented({ documents }: Parts, viewer: Viewer, workbookId: string): Promise<Commented> {
  const { record, content } = await documents.read(viewer, 'workbook', workbookId)
  if (decide(viewer, record.facts, 'edit').allowed) return { record, elementIds: null }
  return { record, elementIds: Object.keys(shownContent(viewer, record.facts, content).elements) }
}

async function list(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  { elementId, state = 'open' }: { elementId?: string; state?: 'open' | 'resolved' | 'all' },
  window: Window,
): Promise<Slice<CommentThread>> {
  const { store, totals } = parts
  const { organizationId } = viewer
  const { record, elementIds } = await readCommented(parts, viewer, workbookId)
  const listing = { documentId: record.inode.id, elementIds, elementId, state }
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listThreadRows(store.db, organizationId, listing, { after, limit: window.limit })
  const total = await totals([organizationId, listing], (atMost) =>
    countThreads(store.db, organizationId, listing, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  return { entries: await threadsOf(parts, viewer, record, page), next, total }
}

async function create(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  { elementId, ...text }: NewComment,
  baseUrl: string,
): Promise<CommentThread> {
  const { documents, clock } = parts
  const { record, content } = await documents.read(viewer, 'workbook', workbookId)
  const shown = shownContent(viewer, record.facts, content)
  if (
    elementId !== undefined &&
    !(elementId in shown.elements) &&
    !(await isInDraft(parts, viewer, record, elementId))
  ) {
    const reason = `The published workbook has no element with the id "${elementId}".`
    throw new AppError('invalid_request', {
      reason,
      problems: [{ path: 'elementId', message: reason }],
      hint: 'Publish the workbook first, or leave elementId out.',
    })
  }
  const id = newUuid()
  const row: CommentRow = {
    organization_id: viewer.organizationId,
    id,
    document_id: record.inode.id,
    thread_id: id,
    element_id: elementId ?? null,
    ...textOf(text),
    resolved_by: null,
    resolved_at: null,
    created_by: viewer.memberId,
    created_at: clock.now(),
    edited_at: null,
  }
  await insert(parts, viewer, record, row, baseUrl)
  return thread(parts, viewer, record, row)
}

/** Editors of the draft may comment on unpublished elements; readers see those comments after publication. */
async function isInDraft(
  { documents }: Parts,
  viewer: Viewer,
  { facts, inode }: DocumentRecord,
  elementId: string,
): Promise<boolean> {
  if (!decide(viewer, facts, 'edit').allowed) return false
  const { content } = await documents.read(viewer, 'workbook', inode.id, { draft: true })
  return elementId in content.elements
}

async function reply(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  threadId: string,
  text: CommentText,
  baseUrl: string,
): Promise<CommentThread> {
  const { store, clock } = parts
  const { record, row: first } = await findFirst(parts, viewer, workbookId, threadId)
  const row: CommentRow = {
    ...first,
    id: newUuid(),
    ...textOf(text),
    resolved_by: null,
    resolved_at: null,
    created_by: viewer.memberId,
    created_at: clock.now(),
    edited_at: null,
  }
  const present = await findCommentsOf(store.db, viewer.organizationId, record.inode.id, [first.id])
  if (present.length >= mostOfThread) {
    throw conflict({ rule: 'thread_full', most: mostOfThread })
  }
  await insert(parts, viewer, record, row, baseUrl)
  return thread(parts, viewer, record, first)
}

async function insert(parts: Parts, viewer: Viewer, record: DocumentRecord, row: CommentRow, baseUrl: string) {
  await requireMentionable(parts, viewer, record, mentionsOf(row))
  await parts.store.write(event(viewer, row, 'CREATED', { before: null, after: factsOf(row) }), async (tx) => {
    await requireMayComment(parts, viewer, record, tx)
    // The thread may have been deleted in the meantime.
    if (row.id !== row.thread_id && !(await findComment(tx, row.organization_id, row.thread_id))) {
      throw new AppError('not_found', { kind: 'comment', id: row.thread_id })
    }
    await insertComment(tx, row)
    await mail(parts, tx, viewer, row, mentionsOf(row), baseUrl)
  })
}

async function edit(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  commentId: string,
  text: CommentText,
  baseUrl: string,
): Promise<CommentThread> {
  const { record, row, first } = await find(parts, viewer, workbookId, commentId)
  requireAllowed(decideComment(viewer, row.created_by, 'edit'))
  const after: CommentRow = { ...row, ...textOf(text), edited_at: parts.clock.now() }
  const added = mentionsOf(after).filter((memberId) => !mentionsOf(row).includes(memberId))
  await requireMentionable(parts, viewer, record, added)
  await parts.store.write(
    event(viewer, row, 'UPDATED', { before: factsOf(row), after: factsOf(after) }),
    async (tx) => {
      await requireMayComment(parts, viewer, record, tx)
      const { body, mentions, edited_at } = after
      await updateComment(tx, row.organization_id, row.id, { body, mentions, edited_at })
      await mail(parts, tx, viewer, row, added, baseUrl)
    },
  )
  return thread(parts, viewer, record, first)
}

async function remove(parts: Parts, viewer: Viewer, workbookId: string, commentId: string): Promise<void> {
  const { row } = await find(parts, viewer, workbookId, commentId)
  requireAllowed(decideComment(viewer, row.created_by, 'delete'))
  await parts.store.write(event(viewer, row, 'DELETED', { before: factsOf(row), after: null }), (tx) =>
    deleteComments(tx, row.organization_id, row.id),
  )
}

const resolve = (parts: Parts, viewer: Viewer, workbookId: string, threadId: string): Promise<CommentThread> =>
  settle(parts, viewer, workbookId, threadId, true)

const reopen = (parts: Parts, viewer: Viewer, workbookId: string, threadId: string): Promise<CommentThread> =>
  settle(parts, viewer, workbookId, threadId, false)

async function settle(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  threadId: string,
  isResolved: boolean,
): Promise<CommentThread> {
  const { store, clock } = parts
  const { record, row } = await findFirst(parts, viewer, workbookId, threadId)
  const change = isResolved
    ? { resolved_by: viewer.memberId, resolved_at: clock.now() }
    : { resolved_by: null, resolved_at: null }
  const states = {
    before: { isResolved: row.resolved_at !== null },
    after: { isResolved },
  }
  await store.write(event(viewer, row, isResolved ? 'RESOLVED' : 'REOPENED', states), async (tx) => {
    await requireMayComment(parts, viewer, record, tx)
    await updateComment(tx, row.organization_id, row.id, change)
  })
  return thread(parts, viewer, record, { ...row, ...change })
}

/** Throws `not_found` for a comment of another workbook, or on an element that the viewer may not see. */
async function find(parts: Parts, viewer: Viewer, workbookId: string, commentId: string) {
  const { store } = parts
  const { organizationId } = viewer
  const { record, elementIds } = await readCommented(parts, viewer, workbookId)
  const row = await findComment(store.db, organizationId, commentId)
  const first = row && (row.id === row.thread_id ? row : await findComment(store.db, organizationId, row.thread_id))
  const isSeen =
    row?.document_id === record.inode.id &&
    (row.element_id === null || elementIds === null || elementIds.includes(row.element_id))
  if (!row || !first || !isSeen) throw new AppError('not_found', { kind: 'comment', id: commentId })
  return { record, row, first }
}

async function findFirst(parts: Parts, viewer: Viewer, workbookId: string, threadId: string) {
  const found = await find(parts, viewer, workbookId, threadId)
  if (found.row.id !== found.row.thread_id) {
    throw new AppError('invalid_request', {
      reason: 'This comment is a reply.',
      hint: `Name the first comment of its thread: ${found.row.thread_id}.`,
    })
  }
  return found
}

async function requireMayComment({ access }: Parts, viewer: Viewer, { inode }: DocumentRecord, tx: Queryable) {
  await access.requireInode(viewer, inode.id, 'comment', 'workbook', tx)
}

/** A member who may not open the workbook would receive a link that does not work for them. */
async function requireMentionable(
  { viewers, access }: Parts,
  viewer: Viewer,
  { inode }: DocumentRecord,
  memberIds: readonly string[],
): Promise<void> {
  for (const memberId of memberIds) {
    const member = await viewers.load(viewer.organizationId, memberId, { kind: 'job' })
    if (member && (await access.decideInode(member, inode.id, 'view'))?.allowed) continue
    const reason = `The member ${memberId} cannot open this workbook, so a comment cannot mention them.`
    throw new AppError('invalid_request', {
      reason,
      problems: [{ path: 'mentions', message: reason }],
      hint: 'Share the workbook with them first, or leave the mention out.',
    })
  }
}

async function mail(
  { queue, mails }: Parts,
  tx: Transaction,
  viewer: Viewer,
  row: CommentRow,
  memberIds: readonly string[],
  baseUrl: string,
): Promise<void> {
  if (!(await mails.isSet(viewer.organizationId, tx))) return
  for (const memberId of memberIds) {
    if (memberId === viewer.memberId) continue
    await queue.enqueue(tx, {
      organizationId: viewer.organizationId,
      kind: 'mail.comment',
      payload: { commentId: row.id, memberId, baseUrl },
      actorId: viewer.memberId,
    })
  }
}

/** The text of the comment is not logged. */
function event(viewer: Viewer, row: CommentRow, word: AuditVerb<'COMMENT'>, change: ObjectChange): AuditEvent {
  return eventOf(viewer, {
    category: 'OBJECT_INTERACTION',
    action: `COMMENT_${word}`,
    object: { kind: 'workbook', id: row.document_id },
    details: { commentId: row.id, threadId: row.thread_id, elementId: row.element_id },
    change,
  })
}

const factsOf = (row: CommentRow) => ({ length: row.body.length, mentions: mentionsOf(row), editedAt: row.edited_at })

const textOf = ({ body, mentions = [] }: CommentText) => ({ body, mentions: JSON.stringify(mentions) })

const mentionsOf = ({ mentions }: CommentRow): string[] => JSON.parse(mentions) as string[]

async function thread(parts: Parts, viewer: Viewer, record: DocumentRecord, first: CommentRow): Promise<CommentThread> {
  const [found] = await threadsOf(parts, viewer, record, [first])
  if (!found) throw new AppError('not_found', { kind: 'comment', id: first.id })
  return found
}

async function threadsOf(
  { store: { db } }: Parts,
  viewer: Viewer,
  { inode, facts }: DocumentRecord,
  firsts: readonly CommentRow[],
): Promise<CommentThread[]> {
  const mayReply = decide(viewer, facts, 'comment').allowed
  const ids = firsts.map(({ id }) => id)
  const rows = await findCommentsOf(db, viewer.organizationId, inode.id, ids)
  return firsts.map((first) => ({
    threadId: first.id,
    elementId: first.element_id,
    isResolved: first.resolved_at !== null,
    resolvedBy: first.resolved_by,
    resolvedAt: first.resolved_at === null ? null : timestamp(first.resolved_at),
    mayReply,
    comments: rows
      .filter(({ thread_id }) => thread_id === first.id)
      .map((row) => ({
        commentId: row.id,
        body: row.body,
        mentions: mentionsOf(row),
        createdBy: row.created_by,
        createdAt: timestamp(row.created_at),
        editedAt: row.edited_at === null ? null : timestamp(row.edited_at),
        mayEdit: mayReply && decideComment(viewer, row.created_by, 'edit').allowed,
        mayDelete: decideComment(viewer, row.created_by, 'delete').allowed,
      })),
  }))
}
