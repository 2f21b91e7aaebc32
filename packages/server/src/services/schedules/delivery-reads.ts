import { decideMember, type Viewer } from '@octavo/core/access'
import type { RunOfDelivery } from '@octavo/core/contract'
import { AppError, isAppError } from '@octavo/core/errors'
import type { Store } from '../../store/index.ts'
import { findMembers, fullNameOf } from '../../store/members.ts'
import { findRunById, type ScheduleRunRow } from '../../store/schedule-runs.ts'
import { findScheduleOfRun, type ScheduleRow } from '../../store/schedules.ts'
import type { Documents } from '../documents/documents.ts'
import { serviceOf } from '../service/service.ts'
import type { SavedConfig } from './schedule-config.ts'
import { runEntryWithProgress } from './schedule-history.ts'

export type DeliveryReads = ReturnType<typeof createDeliveryReads>

/** Runs by their id, without the schedule or send that they are of. */
export function createDeliveryReads(parts: Parts) {
  return serviceOf(parts, { get })
}

interface Parts {
  store: Store
  documents: Documents
}

/** A run with the schedule or send and the workbook that it is of. */
interface FoundDelivery {
  run: ScheduleRunRow
  schedule: ScheduleRow
  inode: Awaited<ReturnType<Documents['find']>>['inode']
}

/** Throws `not_found` unless the viewer sees the workbook and is the owner, the sender or an administrator. */
export async function findDelivery(
  { store, documents }: Parts,
  viewer: Viewer,
  deliveryId: string,
): Promise<FoundDelivery> {
  const missing = new AppError('not_found', { kind: 'run', id: deliveryId })
  // One statement, as for an unknown id: the time of a refusal does not show that the run exists.
  const schedule = await findScheduleOfRun(store.db, viewer.organizationId, deliveryId)
  if (!schedule || schedule.ended_at !== null) throw missing
  const isSend = schedule.is_once === 1
  const isOwn = (isSend ? schedule.created_by : schedule.owner_id) === viewer.memberId
  if (!isOwn && !decideMember(viewer, '', 'seeSchedules').allowed) throw missing
  const { inode } = await documents.find(viewer, 'workbook', schedule.document_id).catch((error: unknown) => {
    throw isAppError(error, 'not_found') ? missing : error
  })
  const run = await findRunById(store.db, viewer.organizationId, deliveryId)
  if (!run) throw missing
  return { run, schedule, inode }
}

async function get(parts: Parts, viewer: Viewer, deliveryId: string): Promise<RunOfDelivery> {
  const { store } = parts
  const { run, schedule, inode } = await findDelivery(parts, viewer, deliveryId)
  const isSend = schedule.is_once === 1
  const owner = (await findMembers(store.db, viewer.organizationId, [schedule.owner_id])).get(schedule.owner_id)
  const { title, exportName } = JSON.parse(schedule.config) as SavedConfig
  return {
    ...(await runEntryWithProgress(store, run)),
    name: exportName || title || inode.name,
    workbookId: inode.id,
    workbookName: inode.name,
    scheduleId: isSend ? null : schedule.id,
    sendId: isSend ? schedule.id : null,
    ownerId: schedule.owner_id,
    ownerName: owner === undefined ? null : fullNameOf(owner),
  }
}
