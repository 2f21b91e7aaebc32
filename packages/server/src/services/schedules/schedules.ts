import type { Viewer } from '@octavo/core/access'
import type { ScheduleBulkAnswer, ScheduleDelivery, ScheduleDetails, ScheduleRun } from '@octavo/core/contract'
import { AppError, isAppError } from '@octavo/core/errors'
import { type Access, requireMember, requireRight } from '../../access/index.ts'
import type { Blobs } from '../../blobs/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import type { Store } from '../../store/index.ts'
import { findSchedule, type ScheduleRow, updateSchedule as updateRow } from '../../store/schedules.ts'
import type { Slice, Window } from '../answers/slice.ts'
import { createTotals } from '../answers/totals.ts'
import type { Documents } from '../documents/documents.ts'
import type { Inodes } from '../inodes/inodes.ts'
import type { Members } from '../organization/members/members.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { askedSchedule, createSchedule } from './create-schedule.ts'
import type { MailSubscriptions } from './destinations/mail/mail-subscriptions.ts'
import type { ExportRulesOf } from './export-rules.ts'
import type { ScheduleChecks } from './schedule-checks.ts'
import { configFieldsOf, type SavedConfig } from './schedule-config.ts'
import type { ScheduleConnections } from './schedule-connections.ts'
import { readScheduleEntry } from './schedule-entries.ts'
import { scheduleChange, scheduleEvent } from './schedule-events.ts'
import { deliveriesOf, runByHand, runEntry, runsOf, startRun } from './schedule-history.ts'
import { schedulesOfMember, schedulesOfOrganization, schedulesOfWorkbook } from './schedule-lists.ts'
import { openSentFile } from './sent-files.ts'
import { updateSchedule } from './update-schedule.ts'
import { requireEditOfSchedule, scheduleOfWorkbook, visibleSchedule } from './visible-schedule.ts'

export type Schedules = ReturnType<typeof createSchedules>

/** Manages scheduled exports; `schedule-due.ts` and `schedule-runs.ts` run them. */
export function createSchedules(given: Given) {
  return serviceOf(partsOf(given), {
    list: schedulesOfWorkbook,
    ofMember: schedulesOfMember,
    ofAll: schedulesOfOrganization,
    retryAll,
    removeAll,
    get,
    asked: askedSchedule,
    create: createSchedule,
    update: updateSchedule,
    remove,
    runs,
    deliveries,
    file,
    runNow,
  })
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
  rules: Pick<ExportRulesOf, 'frequencyProblems'>
  subscriptions: Pick<MailSubscriptions, 'entries'>
  settings: OrganizationSettingsReader
  blobs: Blobs
}

type Parts = ReturnType<typeof partsOf>

function partsOf(given: Given) {
  return { ...given, totals: createTotals(given) }
}

async function get(parts: Parts, viewer: Viewer, workbookId: string, scheduleId: string): Promise<ScheduleDetails> {
  const { row } = await visibleSchedule(parts, viewer, workbookId, scheduleId)
  requireMember(viewer, row.owner_id, 'changeSchedule')
  return {
    ...(await readScheduleEntry(parts, viewer.organizationId, scheduleId)),
    target: JSON.parse(row.targets),
    description: row.description,
    settings: configFieldsOf(JSON.parse(row.config) as SavedConfig),
    unsubscribed: await parts.subscriptions.entries(viewer.organizationId, scheduleId),
  }
}

/** No further run starts; a running one continues to its end. */
async function remove(parts: Parts, viewer: Viewer, workbookId: string, scheduleId: string): Promise<void> {
  const { clock, store } = parts
  const { record, row } = await visibleSchedule(parts, viewer, workbookId, scheduleId)
  requireEditOfSchedule(parts, viewer, record, row, 'delete')
  const now = clock.now()
  await store.write<ScheduleRow>(
    (before) => scheduleEvent(viewer, 'SCHEDULE_DELETED', scheduleId, scheduleChange(before, null)),
    async (tx) => {
      const before = await scheduleOfWorkbook(tx, viewer, record, scheduleId)
      const stamp = { updated_by: viewer.memberId, updated_at: now }
      await updateRow(tx, viewer.organizationId, scheduleId, { ended_at: now, next_due_at: null, ...stamp })
      return before
    },
  )
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

async function runs(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  scheduleId: string,
  window: Window,
): Promise<Slice<ScheduleRun>> {
  await visibleSchedule(parts, viewer, workbookId, scheduleId)
  return runsOf(parts, viewer, scheduleId, window)
}

/** Delivery results of a run, for the owner of the schedule and administrators. */
async function deliveries(
  parts: Parts,
  viewer: Viewer,
  { workbookId, ...of }: { workbookId: string; scheduleId: string; deliveryId: string },
  window: Window,
): Promise<Slice<ScheduleDelivery>> {
  const { row } = await visibleSchedule(parts, viewer, workbookId, of.scheduleId)
  requireMember(viewer, row.owner_id, 'changeSchedule')
  return deliveriesOf(parts, viewer, of, window)
}

/** A file of a sent message, while it is retained. */
async function file(
  parts: Parts,
  viewer: Viewer,
  { workbookId, ...of }: { workbookId: string; scheduleId: string; deliveryId: string; fileId: string },
) {
  const { row } = await visibleSchedule(parts, viewer, workbookId, of.scheduleId)
  requireMember(viewer, row.owner_id, 'changeSchedule')
  return openSentFile(parts, viewer, of)
}

/** Sends it now, even when paused. Throws `conflict` while a run is in progress. */
async function runNow(parts: Parts, viewer: Viewer, workbookId: string, scheduleId: string): Promise<ScheduleRun> {
  const { clock, store } = parts
  const { record, row } = await visibleSchedule(parts, viewer, workbookId, scheduleId)
  requireMember(viewer, row.owner_id, 'changeSchedule')
  const run = runByHand(viewer, scheduleId, clock.now())
  await store.write(
    scheduleEvent(viewer, 'SCHEDULE_RUN_REQUESTED', scheduleId, { before: null, after: runEntry(run) }),
    async (tx) => {
      await scheduleOfWorkbook(tx, viewer, record, scheduleId)
      await startRun(parts, tx, viewer, run)
    },
  )
  return runEntry(run)
}
