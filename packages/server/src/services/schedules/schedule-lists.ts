import { decide, type Viewer } from '@octavo/core/access'
import type { OrganizationSchedule, Schedule, ScheduleFilter } from '@octavo/core/contract'
import { type Access, requireMember, requireRight } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { findMembers, fullNameOf } from '../../store/members.ts'
import { countSchedules, listScheduledDocuments, listSchedules, type ScheduleListing } from '../../store/schedules.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import type { createTotals } from '../answers/totals.ts'
import type { Documents } from '../documents/documents.ts'
import type { Members } from '../organization/members/members.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { scheduleEntries } from './schedule-entries.ts'

interface Parts {
  store: Store
  clock: Clock
  access: Access
  documents: Documents
  members: Members
  settings: OrganizationSettingsReader
  totals: ReturnType<typeof createTotals>
}

/** Schedules of a workbook that is visible to the viewer. */
export async function schedulesOfWorkbook(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  window: Window,
): Promise<Slice<Schedule>> {
  const { documents } = parts
  const { inode } = await documents.find(viewer, 'workbook', workbookId)
  return listOf(parts, viewer, { documentId: inode.id }, window)
}

/** Schedules of a member, of workbooks visible to the caller. Only for that member and administrators. */
export async function schedulesOfMember(
  parts: Parts,
  viewer: Viewer,
  memberId: string,
  window: Window,
): Promise<Slice<Schedule>> {
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
export async function schedulesOfOrganization(
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
  return { entries: await scheduleEntries(parts, organizationId, page), next, total }
}
