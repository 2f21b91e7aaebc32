import { decide, type Viewer } from '@octavo/core/access'
import type {
  AuditEventType,
  CreateScheduleRequest,
  OrganizationSchedule,
  Schedule,
  ScheduleBulkAnswer,
  ScheduleDelivery,
  ScheduleDetails,
  ScheduleFilter,
  ScheduleRun,
  ScheduleTarget,
  UpdateScheduleRequest,
} from '@octavo/core/contract'
import { AppError, isAppError } from '@octavo/core/errors'
import { type Access, requireMember, requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Blobs } from '../../blobs/index.ts'
import type { Clock } from '../../config/index.ts'
import { type DueTimes, type Queue, readDueTimes } from '../../queue/index.ts'
import { type AuditEvent, newUuidV7, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { findMembers, fullNameOf } from '../../store/members.ts'
import { findLastRuns, type ScheduleRunRow } from '../../store/schedule-runs.ts'
import {
  countSchedules,
  findSchedule,
  insertSchedule,
  listScheduledDocuments,
  listSchedules,
  type ScheduleListing,
  type ScheduleRow,
  updateSchedule,
} from '../../store/schedules.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import type { DocumentRecord, Documents } from '../documents/documents.ts'
import type { Inodes } from '../inodes/inodes.ts'
import type { Members } from '../organization/members/members.ts'
import type {
  OrganizationSettings,
  OrganizationSettingsReader,
} from '../organization/settings/organization-settings.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { MailSubscriptions } from './destinations/mail/mail-subscriptions.ts'
import type { ExportRulesOf } from './export-rules.ts'
import type { ScheduleChecks } from './schedule-checks.ts'
import {
  cloudExportsOf,
  configFieldsOf,
  destinationsOf,
  fromLegacy,
  type SavedConfig,
  savedTargets,
  storedWords,
} from './schedule-config.ts'
import { deliveriesOf, runByHand, runEntry, runsOf, startRun } from './schedule-history.ts'
import { openSentFile } from './sent-files.ts'

export type Schedules = ReturnType<typeof createSchedules>

const shownRuns = 5

/** Manages scheduled exports; `schedule-due.ts` and `schedule-runs.ts` run them. */
export function createSchedules(given: Given) {
  return serviceOf(partsOf(given), {
    list,
    ofMember,
    ofAll,
    retryAll,
    removeAll,
    get,
    asked,
    create,
    update,
    remove,
    runs,
    deliveries,
    file,
    runNow,
  })
}

/** A checked schedule that can be added. */
export interface AskedSchedule {
  documentId: string
  owner: Viewer
  targets: ScheduleTarget[]
  config: SavedConfig
  times: DueTimes | null
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
  rules: Pick<ExportRulesOf, 'frequencyProblems'>
  subscriptions: Pick<MailSubscriptions, 'entries'>
  settings: OrganizationSettingsReader
  blobs: Blobs
}

type Parts = ReturnType<typeof partsOf>

function partsOf(given: Given) {
  return { ...given, totals: createTotals(given) }
}

async function entries(
  { clock, store, settings }: Parts,
  organizationId: string,
  rows: readonly ScheduleRow[],
): Promise<Schedule[]> {
  const lastRuns = await findLastRuns(
    store.db,
    organizationId,
    rows.map(({ id }) => id),
  )
  const now = clock.now()
  const organization = await settings.read(organizationId)
  return rows.map((row) => ({ ...entry(row, lastRuns.get(row.id), now), ...warningsOf(row, organization) }))
}

async function listOf(
  parts: Parts,
  viewer: Viewer,
  listing: ScheduleListing,
  window: Window,
): Promise<Slice<Schedule>> {
  const { store, totals } = parts
  const { organizationId } = viewer
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listSchedules(store.db, organizationId, listing, { after, limit: window.limit })
  const total = await totals([organizationId, listing], (atMost) =>
    countSchedules(store.db, organizationId, listing, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  return { entries: await entries(parts, organizationId, page), next, total }
}

/** A schedule of a workbook that is visible to the viewer. */
async function find({ documents, store }: Parts, viewer: Viewer, workbookId: string, scheduleId: string) {
  const record = await documents.find(viewer, 'workbook', workbookId)
  return { record, row: await findIn(store.db, viewer, record, scheduleId) }
}

async function findIn(db: Queryable, viewer: Viewer, { inode }: DocumentRecord, scheduleId: string) {
  const row = await findSchedule(db, viewer.organizationId, scheduleId)
  if (row?.document_id !== inode.id || row.ended_at !== null || row.is_once === 1) {
    throw new AppError('not_found', { kind: 'schedule', id: scheduleId })
  }
  return row
}

/** Throws unless the viewer owns the schedule or may edit the workbook. */
function requireHold(
  { inodes }: Parts,
  viewer: Viewer,
  record: DocumentRecord,
  row: ScheduleRow,
  action: 'edit' | 'delete',
): void {
  if (row.owner_id !== viewer.memberId) inodes.requireEdit(viewer, record, action)
}

async function one(parts: Parts, viewer: Viewer, scheduleId: string): Promise<Schedule> {
  const { store } = parts
  const row = await findSchedule(store.db, viewer.organizationId, scheduleId)
  const [made] = row ? await entries(parts, viewer.organizationId, [row]) : []
  if (!made) throw new AppError('not_found', { kind: 'schedule', id: scheduleId })
  return made
}

/** The member with whose rights the schedule is sent; only administrators may name another member. */
async function ownerFor(
  { documents, inodes, viewers }: Parts,
  viewer: Viewer,
  workbookId: string,
  ownerId: string,
): Promise<Viewer> {
  if (ownerId === viewer.memberId) return viewer
  requireMember(viewer, ownerId, 'exportAs')
  const owner = await viewers.load(viewer.organizationId, ownerId, { kind: 'job' })
  const refused = (message: string) =>
    new AppError('invalid_request', { reason: message, problems: [{ path: 'ownerId', message }] })
  if (!owner) throw refused(`There is no active member with the id "${ownerId}".`)
  try {
    inodes.requireEdit(owner, await documents.find(owner, 'workbook', workbookId), 'schedule')
  } catch (error) {
    if (!isAppError(error)) throw error
    throw refused(`That member may not schedule exports of this workbook. ${error.message}`)
  }
  return owner
}

function event(viewer: Viewer, action: AuditEventType, scheduleId: string, change: ObjectChange): AuditEvent {
  return eventOf(viewer, { category: 'EXPORTS', action, object: { kind: 'schedule', id: scheduleId }, change })
}

async function list(parts: Parts, viewer: Viewer, workbookId: string, window: Window): Promise<Slice<Schedule>> {
  const { documents } = parts
  const { inode } = await documents.find(viewer, 'workbook', workbookId)
  return listOf(parts, viewer, { documentId: inode.id }, window)
}

/** Schedules of a member, of workbooks visible to the caller. Only for that member and administrators. */
async function ofMember(parts: Parts, viewer: Viewer, memberId: string, window: Window): Promise<Slice<Schedule>> {
  const { members, store, access } = parts
  await members.get(viewer, memberId)
  requireMember(viewer, memberId, 'seeSchedules')
  const ids = await listScheduledDocuments(store.db, viewer.organizationId, memberId)
  const facts = await access.inodeFacts(viewer, ids)
  const documentIds = [...facts.values()].flatMap((each) => (decide(viewer, each, 'view').isVisible ? [each.id] : []))
  if (documentIds.length === 0) return { entries: [], next: null, total: 0 }
  return listOf(parts, viewer, { ownerId: memberId, documentIds }, window)
}

/** All schedules of the organization, only for administrators. */
async function ofAll(
  parts: Parts,
  viewer: Viewer,
  filter: ScheduleFilter,
  window: Window,
): Promise<Slice<OrganizationSchedule>> {
  requireRight(viewer, 'manageOrganization')
  const { store } = parts
  const { organizationId } = viewer
  const { entries: schedules, ...slice } = await listOf(parts, viewer, { filter }, window)
  const [workbooks, owners] = await Promise.all([
    findInodes(store.db, organizationId, [...new Set(schedules.map(({ workbookId }) => workbookId))]),
    findMembers(store.db, organizationId, [...new Set(schedules.map(({ ownerId }) => ownerId))]),
  ])
  const named = schedules.map((schedule) => {
    const owner = owners.get(schedule.ownerId)
    return {
      ...schedule,
      workbookName: workbooks.get(schedule.workbookId)?.name ?? null,
      ownerName: owner === undefined ? null : fullNameOf(owner),
    }
  })
  return { ...slice, entries: named }
}

/**
 * Applies the change to each schedule independently; a refusal of one does not stop the others. Throws `not_found` when none of them
 * exists.
 */
async function each(
  { store }: Parts,
  viewer: Viewer,
  ids: readonly string[],
  work: (row: ScheduleRow) => Promise<unknown>,
): Promise<ScheduleBulkAnswer> {
  requireRight(viewer, 'manageOrganization')
  const entries: ScheduleBulkAnswer['entries'] = []
  let missing = 0
  for (const scheduleId of ids) {
    try {
      const row = await findSchedule(store.db, viewer.organizationId, scheduleId)
      if (!row) throw new AppError('not_found', { kind: 'schedule', id: scheduleId })
      await work(row)
      entries.push({ scheduleId, isDone: true, message: null })
    } catch (error) {
      if (!isAppError(error) || error.status >= 500) throw error
      if (isAppError(error, 'not_found') && ++missing === ids.length) throw error
      entries.push({ scheduleId, isDone: false, message: error.message })
    }
  }
  return { entries }
}

const retryAll = (parts: Parts, viewer: Viewer, ids: readonly string[]): Promise<ScheduleBulkAnswer> =>
  each(parts, viewer, ids, ({ id, document_id: documentId }) => runNow(parts, viewer, documentId, id))

const removeAll = (parts: Parts, viewer: Viewer, ids: readonly string[]): Promise<ScheduleBulkAnswer> =>
  each(parts, viewer, ids, ({ id, document_id: documentId }) => remove(parts, viewer, documentId, id))

async function get(parts: Parts, viewer: Viewer, workbookId: string, scheduleId: string): Promise<ScheduleDetails> {
  const { row } = await find(parts, viewer, workbookId, scheduleId)
  requireMember(viewer, row.owner_id, 'changeSchedule')
  return {
    ...(await one(parts, viewer, scheduleId)),
    target: JSON.parse(row.targets),
    description: row.description,
    settings: configFieldsOf(JSON.parse(row.config) as SavedConfig),
    unsubscribed: await parts.subscriptions.entries(viewer.organizationId, scheduleId),
  }
}

/** Validates a request and returns the schedule; throws its problems. */
async function asked(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  body: CreateScheduleRequest,
  baseUrl: string,
  signal: AbortSignal,
): Promise<AskedSchedule> {
  const { documents, inodes, checks } = parts
  const record = await documents.find(viewer, 'workbook', workbookId)
  const { id: documentId } = record.inode
  inodes.requireEdit(viewer, record, 'schedule')
  const owner = await ownerFor(parts, viewer, documentId, body.ownerId ?? viewer.memberId)
  const config = { ...newConfig(body), baseUrl }
  const targets = savedTargets(body.target)
  const { times, problems } = checks.times(body.schedule)
  problems.push(...(await parts.rules.frequencyProblems(viewer.organizationId, times)))
  await checks.require(owner, documentId, { targets, config }, problems, signal)
  checks.requireFeatures(owner, { targets, config })
  return { documentId, owner, targets, config, times }
}

async function create(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  body: CreateScheduleRequest,
  baseUrl: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Schedule> {
  const { clock, store, access } = parts
  const { documentId, owner, targets, config, times } = await asked(parts, viewer, workbookId, body, baseUrl, signal)
  const now = clock.now()
  const row: ScheduleRow = {
    organization_id: viewer.organizationId,
    id: newUuidV7(now),
    document_id: documentId,
    owner_id: owner.memberId,
    cron: body.schedule.cronSpec.trim(),
    zone: body.schedule.timezone,
    targets: JSON.stringify(targets),
    config: JSON.stringify(config),
    description: body.description ?? null,
    state: 'active',
    disabled_at: null,
    disabled_by: null,
    failures: 0,
    next_due_at: times?.after(now, 1)[0] ?? null,
    planned_at: now,
    ended_at: null,
    is_once: 0,
    sent_count: 0,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  await store.write(event(viewer, 'SCHEDULE_CREATED', row.id, { before: null, after: told(row) }), async (tx) => {
    await access.requireInode(viewer, documentId, 'schedule', 'workbook', tx)
    await insertSchedule(tx, row)
  })
  return one(parts, viewer, row.id)
}

async function activeOwner({ viewers }: Parts, { organization_id, owner_id }: ScheduleRow): Promise<Viewer> {
  const owner = await viewers.load(organization_id, owner_id, { kind: 'job' })
  if (owner) return owner
  const message = 'The member who owns the schedule is not active any more.'
  throw new AppError('invalid_request', { reason: message, problems: [{ path: '', message }] })
}

async function update(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  scheduleId: string,
  body: UpdateScheduleRequest,
  baseUrl: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Schedule> {
  const { checks, store, clock } = parts
  const { record, row: known } = await find(parts, viewer, workbookId, scheduleId)
  requireHold(parts, viewer, record, known, 'edit')
  const changesContent = body.target !== undefined || body.configV2 !== undefined
  if (changesContent || body.description !== undefined) requireMember(viewer, known.owner_id, 'changeSchedule')
  const schedule = { cronSpec: known.cron, timezone: known.zone, ...body.schedule }
  const { times, problems } = checks.times(schedule)
  if (body.schedule) problems.push(...(await parts.rules.frequencyProblems(viewer.organizationId, times)))
  const targets = body.target === undefined ? undefined : savedTargets(body.target)
  const config = body.configV2 === undefined ? undefined : changedConfig(known, body.configV2, baseUrl)
  if (changesContent) {
    const owner = await activeOwner(parts, known)
    const order = { targets: targets ?? JSON.parse(known.targets), config: config ?? JSON.parse(known.config) }
    await checks.require(owner, record.inode.id, order, problems, signal)
    checks.requireFeatures(owner, order)
  } else if (problems.length > 0) {
    throw new AppError('invalid_request', { reason: problems[0]?.message ?? 'The schedule is wrong.', problems })
  }

  interface Changed {
    before: ScheduleRow
    after: ScheduleRow
  }
  await store.write<Changed>(
    ({ before, after }) =>
      event(viewer, actionOf(body.suspensionAction), scheduleId, { before: told(before), after: told(after) }),
    async (tx) => {
      const before = await findIn(tx, viewer, record, scheduleId)
      const now = clock.now()
      const state = stateAfter(before, body.suspensionAction, viewer.memberId, now)
      const mustPlan = body.schedule !== undefined || state.state !== before.state
      const next = state.state === 'active' ? (times?.after(now, 1)[0] ?? null) : null
      const change = {
        ...state,
        cron: schedule.cronSpec.trim(),
        zone: schedule.timezone,
        ...(targets === undefined ? {} : { targets: JSON.stringify(targets) }),
        ...(config === undefined ? {} : { config: JSON.stringify(config) }),
        ...(body.description === undefined ? {} : { description: body.description }),
        // A new limit starts counting from now.
        ...(body.configV2?.alertConfig === undefined ? {} : { sent_count: 0 }),
        ...(mustPlan ? { next_due_at: next, planned_at: now } : {}),
        updated_by: viewer.memberId,
        updated_at: now,
      }
      await updateSchedule(tx, viewer.organizationId, scheduleId, change)
      return { before, after: { ...before, ...change } }
    },
  )
  return one(parts, viewer, scheduleId)
}

/** No further run starts; a running one continues to its end. */
async function remove(parts: Parts, viewer: Viewer, workbookId: string, scheduleId: string): Promise<void> {
  const { clock, store } = parts
  const { record, row } = await find(parts, viewer, workbookId, scheduleId)
  requireHold(parts, viewer, record, row, 'delete')
  const now = clock.now()
  await store.write<ScheduleRow>(
    (before) => event(viewer, 'SCHEDULE_DELETED', scheduleId, { before: told(before), after: null }),
    async (tx) => {
      const before = await findIn(tx, viewer, record, scheduleId)
      const stamp = { updated_by: viewer.memberId, updated_at: now }
      await updateSchedule(tx, viewer.organizationId, scheduleId, { ended_at: now, next_due_at: null, ...stamp })
      return before
    },
  )
}

async function runs(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  scheduleId: string,
  window: Window,
): Promise<Slice<ScheduleRun>> {
  await find(parts, viewer, workbookId, scheduleId)
  return runsOf(parts, viewer, scheduleId, window)
}

/** Delivery results of a run, for the owner of the schedule and administrators. */
async function deliveries(
  parts: Parts,
  viewer: Viewer,
  { workbookId, ...of }: { workbookId: string; scheduleId: string; deliveryId: string },
  window: Window,
): Promise<Slice<ScheduleDelivery>> {
  const { row } = await find(parts, viewer, workbookId, of.scheduleId)
  requireMember(viewer, row.owner_id, 'changeSchedule')
  return deliveriesOf(parts, viewer, of, window)
}

/** A file of a sent message, while it is retained. */
async function file(
  parts: Parts,
  viewer: Viewer,
  { workbookId, ...of }: { workbookId: string; scheduleId: string; deliveryId: string; fileId: string },
) {
  const { row } = await find(parts, viewer, workbookId, of.scheduleId)
  requireMember(viewer, row.owner_id, 'changeSchedule')
  return openSentFile(parts, viewer, of)
}

/** Sends it now, even when paused. Throws `conflict` while a run is in progress. */
async function runNow(parts: Parts, viewer: Viewer, workbookId: string, scheduleId: string): Promise<ScheduleRun> {
  const { clock, store } = parts
  const { record, row } = await find(parts, viewer, workbookId, scheduleId)
  requireMember(viewer, row.owner_id, 'changeSchedule')
  const run = runByHand(viewer, scheduleId, clock.now())
  await store.write(
    event(viewer, 'SCHEDULE_RUN_REQUESTED', scheduleId, { before: null, after: runEntry(run) }),
    async (tx) => {
      await findIn(tx, viewer, record, scheduleId)
      await startRun(parts, tx, viewer, run)
    },
  )
  return runEntry(run)
}

function newConfig(body: CreateScheduleRequest): Omit<SavedConfig, 'baseUrl'> {
  const { config, configV2 } = body
  const wrong = (message: string) =>
    new AppError('invalid_request', { reason: message, problems: [{ path: 'configV2', message }] })
  if (config !== undefined && configV2 !== undefined) throw wrong('Send configV2 or its older form config, not both.')
  if (configV2 !== undefined) {
    const { title, messageBody, exportAttachments } = configV2
    return { ...configFieldsOf(configV2), title, messageBody, exportAttachments }
  }
  if (config !== undefined) return fromLegacy(config)
  throw wrong('Say in configV2 what is sent: title, messageBody and exportAttachments.')
}

/** The older fields apply only while the newer ones do not set the same. */
function changedConfig(
  row: ScheduleRow,
  change: NonNullable<UpdateScheduleRequest['configV2']>,
  baseUrl: string,
): SavedConfig {
  const { rowLimit, parameters, ...before } = JSON.parse(row.config) as SavedConfig
  return {
    ...before,
    ...(rowLimit === undefined || change.exportAttachments ? {} : { rowLimit }),
    ...(parameters === undefined || change.workbookSettings ? {} : { parameters }),
    ...configFieldsOf(change),
    baseUrl,
  }
}

function stateAfter(row: ScheduleRow, action: 'pause' | 'resume' | undefined, memberId: string, now: number) {
  const { state, disabled_at, disabled_by, failures } = row
  if (action === 'resume') return { state: 'active' as const, disabled_at: null, disabled_by: null, failures: 0 }
  if (action === 'pause' && state !== 'paused') {
    return { state: 'paused' as const, disabled_at: now, disabled_by: memberId, failures }
  }
  return { state, disabled_at, disabled_by, failures }
}

const actionOf = (action: 'pause' | 'resume' | undefined): AuditEventType =>
  action === undefined ? 'SCHEDULE_UPDATED' : action === 'pause' ? 'SCHEDULE_PAUSED' : 'SCHEDULE_RESUMED'

/** Facts of a schedule for audit events. Addresses of webhooks may contain secrets, so only their hosts are logged. */
function told(row: ScheduleRow): Record<string, unknown> {
  const config = storedWords(JSON.parse(row.config) as SavedConfig)
  const targets = savedTargets(JSON.parse(row.targets)).map(({ webhookUrl, ...target }) => ({
    ...target,
    ...(webhookUrl === undefined ? {} : { webhookHost: URL.parse(webhookUrl)?.host ?? '' }),
  }))
  return {
    workbookId: row.document_id,
    ownerId: row.owner_id,
    schedule: { cronSpec: row.cron, timezone: row.zone },
    target: targets,
    configV2: config,
    description: row.description,
    state: row.state,
  }
}

function entry(row: ScheduleRow, lastRun: ScheduleRunRow | undefined, now: number): Schedule {
  const read = row.state === 'active' ? readDueTimes(row.cron, row.zone) : null
  return {
    scheduledNotificationId: row.id,
    workbookId: row.document_id,
    schedule: { cronSpec: row.cron, timezone: row.zone },
    configV2: storedWords(JSON.parse(row.config) as SavedConfig),
    isSuspended: row.state === 'suspended',
    ownerId: row.owner_id,
    lastUpdatedByUser: row.updated_by,
    disabledAt: row.disabled_at === null ? null : timestamp(row.disabled_at),
    disabledBy: row.disabled_by,
    nextRuns: read?.ok ? read.times.after(now, shownRuns).map(timestamp) : [],
    lastRun: lastRun ? runEntry(lastRun) : null,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

/** Destinations that the organization has not set up, or has removed. */
function warningsOf(row: ScheduleRow, { slack, storages = [] }: OrganizationSettings): Pick<Schedule, 'warnings'> {
  const targets = JSON.parse(row.targets) as ScheduleTarget[]
  const bot = 'The organization has no bot in Slack yet: an administrator sets its token in the settings.'
  const ofSlack = slack ? [] : destinationsOf(targets).filter(({ kind }) => kind === 'slackConversationId')
  const ofStorage = cloudExportsOf(targets).filter(
    ({ asked }) => !storages.some(({ name }) => name === asked.authorization),
  )
  const warnings = [
    ...ofSlack.map(({ path }) => ({ path, message: bot })),
    ...ofStorage.map(({ asked, path }) => ({
      path: `${path}.authorization`,
      message: `The organization has no storage "${asked.authorization ?? ''}" any more.`,
    })),
  ]
  return warnings.length > 0 ? { warnings } : {}
}
