import { decide, decideMember, jobOn, namedConnection, type Viewer } from '@octavo/core/access'
import type {
  OrganizationSend,
  ScheduleDelivery,
  ScheduleRun,
  Send,
  SendRequest,
  StartedSend,
} from '@octavo/core/contract'
import { AppError, isAppError } from '@octavo/core/errors'
import { type Access, requireMember, requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Blobs } from '../../blobs/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { hashToken } from '../../secrets/index.ts'
import { newUuidV7, type Queryable, type Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { findMembers, fullNameOf } from '../../store/members.ts'
import {
  countSends,
  findSchedule,
  insertSchedule,
  listSends,
  type ScheduleRow,
  type SendFilter,
  type SendRow,
} from '../../store/schedules.ts'
import { claimToken } from '../../store/used-tokens.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import type { Documents } from '../documents/documents.ts'
import { exportZone } from '../exports/export-requests.ts'
import type { Inodes } from '../inodes/inodes.ts'
import type { Members } from '../organization/members/members.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { ScheduleChecks } from './schedule-checks.ts'
import { destinationsOf, type SavedConfig, savedTargets } from './schedule-config.ts'
import type { ScheduleConnections } from './schedule-connections.ts'
import { deliveriesOf, runByHand, runEntry, runsOf, startRun } from './schedule-history.ts'
import { asSendError, readSend } from './send-requests.ts'
import { openSentFile } from './sent-files.ts'
import { sharingLinkProblems } from './sharing-links.ts'

export type Sends = ReturnType<typeof createSends>

/** Exports that are sent once, now: a schedule without due times whose only run starts at once. */
export function createSends(given: Given) {
  const totals = createTotals(given)
  return serviceOf({ ...given, totals }, { send, keep, list, all, runs, deliveries, file, again })
}

interface Given {
  store: Store
  clock: Clock
  queue: Queue
  access: Access
  inodes: Inodes
  documents: Documents
  members: Members
  viewers: Viewers
  checks: ScheduleChecks
  connections: ScheduleConnections
  blobs: Blobs
}

type Parts = Given & { totals: ReturnType<typeof createTotals> }

/** The member with whose rights it is sent; only administrators may name another member. */
async function senderFor({ viewers }: Parts, viewer: Viewer, memberId: string): Promise<Viewer> {
  if (memberId === viewer.memberId) return viewer
  requireMember(viewer, memberId, 'exportAs')
  const sender = await viewers.load(viewer.organizationId, memberId, jobOn(namedConnection(viewer)))
  if (sender) return sender
  const message = `There is no active member with the id "${memberId}".`
  throw new AppError('invalid_request', { reason: message, problems: [{ path: 'sendAsUser', message }] })
}

/** The address of an active member that is visible to the viewer; null when there is none. */
async function addressOf({ members }: Parts, viewer: Viewer, memberId: string): Promise<string | null> {
  try {
    const { email, isArchived } = await members.get(viewer, memberId)
    return isArchived ? null : email
  } catch (error) {
    if (isAppError(error, 'not_found')) return null
    throw error
  }
}

/** Fields that only sends by actions have. */
interface OfAction {
  /** The page or element that the link opens. */
  linkNodeId?: string
  /** Requests with the same key within a week cause only one send. */
  once?: string
}

/** Throws all problems of the request at once, before anything is stored. */
async function send(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  body: SendRequest,
  baseUrl: string,
  signal: AbortSignal = new AbortController().signal,
  { linkNodeId, once }: OfAction = {},
): Promise<StartedSend> {
  const { documents, inodes, checks } = parts
  const record = await documents.find(viewer, 'workbook', workbookId)
  if (decide(viewer, record.facts, 'schedule').because.rule === 'archived') {
    inodes.requireEdit(viewer, record, 'schedule')
  }
  const sender = await senderFor(parts, viewer, body.sendAsUser ?? viewer.memberId)
  const { targets, config: asked, problems, unsupported } = await readSend(body, (id) => addressOf(parts, viewer, id))
  problems.push(...sharingLinkProblems(viewer, asked.sharingLink, 'config.sharingLink'))
  const connection = await parts.connections.ofSession(viewer)
  const config: SavedConfig = { ...asked, ...connection, baseUrl, ...(linkNodeId === undefined ? {} : { linkNodeId }) }
  // Both account types are checked: the caller's and that of the member whose data is sent.
  for (const each of [viewer, sender]) checks.requireFeatures(each, { targets, config })
  const [later] = unsupported
  if (later && problems.length === 0) {
    throw new AppError('not_supported', {
      what: `${later.path}: ${later.message}`,
      hint: 'Send by mail or to a webhook.',
      problems: unsupported,
    })
  }
  try {
    const known = targets.filter((target) => destinationsOf([target]).length > 0)
    const order = { targets: problems.length > 0 ? known : targets, config }
    await checks.require(sender, record.inode.id, order, problems, signal)
  } catch (error) {
    throw asSendError(error, body)
  }
  return keep(parts, viewer, sender, record.inode.id, { targets, config, ...(once === undefined ? {} : { once }) })
}

interface KeptSend {
  targets: Parameters<typeof savedTargets>[0]
  config: SavedConfig
  once?: string
}

const onceForMs = 7 * 24 * 3_600_000

/**
 * Stores the checked send and starts its run. When a send was already stored under `once`, nothing is stored and nothing
 * has the returned ids.
 */
async function keep(
  parts: Parts,
  viewer: Viewer,
  sender: Viewer,
  documentId: string,
  { targets, config, once }: KeptSend,
): Promise<StartedSend> {
  const { clock, store, access } = parts
  const now = clock.now()
  const row = rowOf(viewer, sender, documentId, { targets, config, now })
  const run = runByHand(viewer, row.id, now)
  const event = eventOf(viewer, {
    category: 'EXPORTS',
    action: 'WORKBOOK_SENT_NOW',
    object: { kind: 'workbook', id: documentId },
    change: { before: null, after: auditFactsOf(row) },
  })
  await store.write<boolean>(
    (isNew) => (isNew ? event : []),
    async (tx) => {
      await access.requireInode(viewer, documentId, 'view', 'workbook', tx)
      const claim = { organization_id: viewer.organizationId, expires_at: now + onceForMs }
      if (once !== undefined && !(await claimToken(tx, { ...claim, id_hash: hashToken(`send ${once}`) }))) return false
      await insertSchedule(tx, row)
      await startRun(parts, tx, viewer, run)
      return true
    },
  )
  return { sendId: row.id, deliveryId: run.id }
}

function rowOf(
  viewer: Viewer,
  sender: Viewer,
  documentId: string,
  { targets, config, now }: { targets: Parameters<typeof savedTargets>[0]; config: SavedConfig; now: number },
): ScheduleRow {
  return {
    organization_id: viewer.organizationId,
    id: newUuidV7(now),
    document_id: documentId,
    owner_id: sender.memberId,
    cron: '',
    zone: exportZone,
    targets: JSON.stringify(savedTargets(targets)),
    config: JSON.stringify(config),
    description: null,
    state: 'active',
    disabled_at: null,
    disabled_by: null,
    failures: 0,
    next_due_at: null,
    planned_at: now,
    ended_at: null,
    is_once: 1,
    sent_count: 0,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
}

/** Facts for audit events. Addresses of webhooks may contain secrets, so only their hosts are logged. */
function auditFactsOf(row: ScheduleRow): Record<string, unknown> {
  const { title, exportAttachments, runAsRecipient = false, sharingLink } = JSON.parse(row.config) as SavedConfig
  return {
    sendId: row.id,
    sentAs: row.owner_id,
    title,
    attachments: exportAttachments,
    runAsRecipient,
    ...(sharingLink ? { sharingLink } : {}),
    targets: destinationsOf(JSON.parse(row.targets)).map(({ kind, value }) =>
      kind === 'webhookUrl' ? { webhookHost: URL.parse(value)?.host ?? '' } : { [kind]: value },
    ),
  }
}

async function list(parts: Parts, viewer: Viewer, workbookId: string, window: Window): Promise<Slice<Send>> {
  const { inode } = await parts.documents.find(viewer, 'workbook', workbookId)
  const seesAll = decideMember(viewer, '', 'seeSchedules').allowed
  const of = { documentId: inode.id, memberId: seesAll ? null : viewer.memberId }
  const { entries, ...slice } = await page(parts, viewer, of, window)
  return { ...slice, entries: entries.map(entry) }
}

/** A send of the workbook; sends of others are not found for members who are not administrators. */
async function find({ documents, store }: Parts, viewer: Viewer, workbookId: string, sendId: string) {
  const { inode } = await documents.find(viewer, 'workbook', workbookId)
  return findIn(store.db, viewer, inode.id, sendId)
}

async function findIn(db: Queryable, viewer: Viewer, documentId: string, sendId: string): Promise<ScheduleRow> {
  const row = await findSchedule(db, viewer.organizationId, sendId)
  const isSend = row?.document_id === documentId && row.is_once === 1
  const mayLook = row?.created_by === viewer.memberId || decideMember(viewer, '', 'seeSchedules').allowed
  if (!isSend || !mayLook) throw new AppError('not_found', { kind: 'send', id: sendId })
  return row
}

async function runs(
  parts: Parts,
  viewer: Viewer,
  { workbookId, sendId }: { workbookId: string; sendId: string },
  window: Window,
): Promise<Slice<ScheduleRun>> {
  await find(parts, viewer, workbookId, sendId)
  return runsOf(parts, viewer, sendId, window)
}

interface SentRun {
  workbookId: string
  sendId: string
  /** The `deliveryId` of the run. */
  runId: string
}

async function deliveries(
  parts: Parts,
  viewer: Viewer,
  { workbookId, sendId, runId }: SentRun,
  window: Window,
): Promise<Slice<ScheduleDelivery>> {
  await find(parts, viewer, workbookId, sendId)
  return deliveriesOf(parts, viewer, { scheduleId: sendId, deliveryId: runId }, window)
}

/** A file of a sent message, while it is retained. */
async function file(parts: Parts, viewer: Viewer, { workbookId, sendId, runId, fileId }: SentRun & { fileId: string }) {
  await find(parts, viewer, workbookId, sendId)
  return openSentFile(parts, viewer, { scheduleId: sendId, deliveryId: runId, fileId })
}

/** Produces the files again and sends them to the same recipients. Throws `conflict` while a run is in progress. */
async function again(
  parts: Parts,
  viewer: Viewer,
  { workbookId, sendId }: { workbookId: string; sendId: string },
): Promise<ScheduleRun> {
  const { clock, store, checks, access } = parts
  const row = await find(parts, viewer, workbookId, sendId)
  checks.requireFeatures(viewer, { targets: JSON.parse(row.targets), config: JSON.parse(row.config) })
  const run = runByHand(viewer, row.id, clock.now())
  await store.write(
    eventOf(viewer, {
      category: 'EXPORTS',
      action: 'WORKBOOK_SENT_NOW',
      object: { kind: 'workbook', id: row.document_id },
      change: { before: null, after: { ...auditFactsOf(row), isAgain: true } },
    }),
    async (tx) => {
      await access.requireInode(viewer, row.document_id, 'view', 'workbook', tx)
      await findIn(tx, viewer, row.document_id, sendId)
      await startRun(parts, tx, viewer, run)
    },
  )
  return runEntry(run)
}

/** All sends of the organization, only for administrators. */
async function all(
  parts: Parts,
  viewer: Viewer,
  state: Send['state'] | undefined,
  window: Window,
): Promise<Slice<OrganizationSend>> {
  requireRight(viewer, 'manageOrganization')
  const { store } = parts
  const { organizationId } = viewer
  const { entries: rows, ...slice } = await page(parts, viewer, { documentId: null, memberId: null, state }, window)
  const schedules = rows.map(({ schedule }) => schedule)
  const [workbooks, senders] = await Promise.all([
    findInodes(store.db, organizationId, [...new Set(schedules.map(({ document_id }) => document_id))]),
    findMembers(store.db, organizationId, [...new Set(schedules.map(({ created_by }) => created_by))]),
  ])
  const named = rows.map((row) => {
    const { document_id: workbookId, created_by: createdBy } = row.schedule
    const sender = senders.get(createdBy)
    return {
      ...entry(row),
      workbookId,
      workbookName: workbooks.get(workbookId)?.name ?? null,
      createdByName: sender === undefined ? null : fullNameOf(sender),
    }
  })
  return { ...slice, entries: named }
}

async function page(
  { store, totals }: Parts,
  { organizationId }: Viewer,
  of: SendFilter,
  window: Window,
): Promise<Slice<SendRow>> {
  const before = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listSends(store.db, organizationId, of, { before, limit: window.limit })
  const total = await totals([organizationId, 'sends', of], (atMost) =>
    countSends(store.db, organizationId, of, atMost),
  )
  const { page: shown, next } = sliceOfRows(rows, window.limit, ({ schedule }) => [schedule.created_at, schedule.id])
  return { entries: shown, next, total }
}

function entry({ schedule, run }: SendRow): Send {
  const { title } = JSON.parse(schedule.config) as SavedConfig
  return {
    sendId: schedule.id,
    title,
    // A send has no due time that could be missed.
    state: run.state === 'missed' ? 'skipped' : run.state,
    reason: run.reason,
    deliveryId: run.id,
    sentAs: schedule.owner_id,
    createdBy: schedule.created_by,
    createdAt: timestamp(schedule.created_at),
    finishedAt: run.finished_at === null ? null : timestamp(run.finished_at),
  }
}
