import type { Viewer } from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'
import type { Queryable, Store } from '../../store/index.ts'
import { findSchedule, type ScheduleRow } from '../../store/schedules.ts'
import type { Documents } from '../documents/documents.ts'
import type { DocumentRecord } from '../documents/open-document.ts'
import type { Inodes } from '../inodes/inodes.ts'

/** A schedule of a workbook that is visible to the viewer. */
export async function visibleSchedule(
  { documents, store }: { documents: Documents; store: Store },
  viewer: Viewer,
  workbookId: string,
  scheduleId: string,
) {
  const record = await documents.find(viewer, 'workbook', workbookId)
  return { record, row: await scheduleOfWorkbook(store.db, viewer, record, scheduleId) }
}

/**
 * The schedule as read with `db`, which may be a transaction. Throws `not_found` when the workbook has none with the
 * id, and for sends and removed schedules.
 */
export async function scheduleOfWorkbook(db: Queryable, viewer: Viewer, { inode }: DocumentRecord, scheduleId: string) {
  const row = await findSchedule(db, viewer.organizationId, scheduleId)
  if (row?.document_id !== inode.id || row.ended_at !== null || row.is_once === 1) {
    throw new AppError('not_found', { kind: 'schedule', id: scheduleId })
  }
  return row
}

/** Throws unless the viewer owns the schedule or may edit the workbook. */
export function requireEditOfSchedule(
  { inodes }: { inodes: Inodes },
  viewer: Viewer,
  record: DocumentRecord,
  row: ScheduleRow,
  action: 'edit' | 'delete',
): void {
  if (row.owner_id !== viewer.memberId) inodes.requireEdit(viewer, record, action)
}
