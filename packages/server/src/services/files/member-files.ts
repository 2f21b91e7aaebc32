import type { Viewer } from '@octavo/core/access'
import type { FileEntry, RecentFile } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type Access, requireMember } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { AuditEvent, Store } from '../../store/index.ts'
import {
  addMemberFile,
  countMemberFiles,
  listMemberFiles,
  type MemberFileKind,
  noteMemberFile,
  removeMemberFile,
} from '../../store/member-files.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import { type InodeRecord, type Inodes, isTaggedType } from '../inodes/inodes.ts'
import type { Members } from '../organization/members/members.ts'
import { serviceOf } from '../service/service.ts'
import { fileEntry } from './files.ts'

export type MemberFiles = ReturnType<typeof createMemberFiles>

/** Repeated uses within this time are not recorded, so that reading a page again writes nothing. */
const notedEveryMs = 60_000
const mostRemembered = 10_000

/** A member's favorites and recently used files, limited to those that the member may still see. */
export function createMemberFiles(given: Given) {
  return serviceOf(partsOf(given), { favorites, recents, addFavorite, removeFavorite, noteUse })
}

interface Given {
  store: Store
  clock: Clock
  access: Access
  inodes: Inodes
  members: Members
  reportBug: (error: unknown) => void
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, access, inodes, members, reportBug }: Given) {
  const totals = createTotals({ clock })
  const noted = new Map<string, number>()
  return { store, clock, access, inodes, members, reportBug, totals, noted }
}

async function listOf(
  { access, inodes, members, store, totals }: Parts,
  viewer: Viewer,
  memberId: string,
  kind: MemberFileKind,
  window: Window,
) {
  const member = await members.viewerOf(viewer, memberId)
  const { organizationId } = viewer
  const filter = access.visibleInodes(member)
  const after = window.after === null ? null : { notedAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listMemberFiles(store.db, organizationId, memberId, kind, filter, {
    after,
    limit: window.limit,
  })
  const total = await totals([organizationId, memberId, kind], (atMost) =>
    countMemberFiles(store.db, organizationId, memberId, kind, filter, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.noted_at, row.id])
  const records = new Map((await inodes.recordsOf(member, page)).map((record) => [record.inode.id, record]))
  const entries = page.flatMap((row): { record: InodeRecord; notedAt: number }[] => {
    const record = records.get(row.id)
    return record ? [{ record, notedAt: row.noted_at }] : []
  })
  return { entries, next, total }
}

function event(viewer: Viewer, memberId: string, inodeId: string, verb: 'ADDED' | 'REMOVED'): AuditEvent {
  return eventOf(viewer, {
    category: 'OBJECT_INTERACTION',
    action: `FAVORITE_${verb}`,
    object: { kind: 'file', id: inodeId },
    change: verb === 'ADDED' ? { before: null, after: { memberId } } : { before: { memberId }, after: null },
  })
}

/** Most recently marked first. */
async function favorites(parts: Parts, viewer: Viewer, memberId: string, window: Window): Promise<Slice<FileEntry>> {
  const slice = await listOf(parts, viewer, memberId, 'favorite', window)
  return { ...slice, entries: slice.entries.map(({ record }) => fileEntry(record)) }
}

/** Most recently used first. */
async function recents(parts: Parts, viewer: Viewer, memberId: string, window: Window): Promise<Slice<RecentFile>> {
  const slice = await listOf(parts, viewer, memberId, 'recent', window)
  return {
    ...slice,
    entries: slice.entries.map(({ record, notedAt }) => ({
      ...fileEntry(record),
      lastInteractionAt: timestamp(notedAt),
    })),
  }
}

/** Marks a visible file as a favorite; repeating it changes nothing. */
async function addFavorite(
  { clock, inodes, members, store }: Parts,
  viewer: Viewer,
  memberId: string,
  idOrUrlId: string,
): Promise<void> {
  const member = await members.viewerOf(viewer, memberId)
  requireMember(viewer, memberId, 'changeFavorites')
  const { inode } = await inodes.find(member, idOrUrlId)
  const row = {
    organization_id: viewer.organizationId,
    member_id: memberId,
    kind: 'favorite' as const,
    inode_id: inode.id,
    noted_at: clock.now(),
  }
  await store.write<boolean>(
    (isNew) => (isNew ? event(viewer, memberId, inode.id, 'ADDED') : []),
    (tx) => addMemberFile(tx, row),
  )
}

async function removeFavorite(
  { members, store }: Parts,
  viewer: Viewer,
  memberId: string,
  inodeId: string,
): Promise<void> {
  await members.viewerOf(viewer, memberId)
  requireMember(viewer, memberId, 'changeFavorites')
  await store.write(event(viewer, memberId, inodeId, 'REMOVED'), async (tx) => {
    const wasThere = await removeMemberFile(tx, viewer.organizationId, memberId, 'favorite', inodeId)
    if (!wasThere) throw new AppError('not_found', { kind: 'favorite', id: inodeId })
  })
}

/** Records that the viewer opened a file, to the minute. A failure does not stop the read. */
async function noteUse({ clock, noted, reportBug, store }: Parts, viewer: Viewer, record: InodeRecord): Promise<void> {
  if (!['token', 'session', 'embedSession'].includes(viewer.via.kind)) return
  const id = isTaggedType(record.inode.type) ? record.sourceId : record.inode.id
  if (id === null) return
  const key = `${viewer.organizationId} ${viewer.memberId} ${id}`
  const now = clock.now()
  if (now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < notedEveryMs) return
  noted.set(key, now)
  if (noted.size > mostRemembered) noted.delete(noted.keys().next().value ?? '')
  const row = {
    organization_id: viewer.organizationId,
    member_id: viewer.memberId,
    kind: 'recent' as const,
    inode_id: id,
    noted_at: now,
  }
  try {
    await store.maintain('file used', (tx) => noteMemberFile(tx, row))
  } catch (error) {
    reportBug(error)
  }
}
