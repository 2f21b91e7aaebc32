import { membersSeenBy, type Viewer } from '@octavo/core/access'
import type { Member } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireMember } from '../access/index.ts'
import type { Clock } from '../config/index.ts'
import type { Store } from '../store/index.ts'
import { countListedMembers, findListedMember, type ListedMember, listListedMembers } from '../store/member-list.ts'
import { type Slice, sliceOfRows, type Window } from './slice.ts'
import { timestamp } from './timestamp.ts'
import { createTotals } from './totals.ts'
import type { Viewers } from './viewers.ts'

export type Members = ReturnType<typeof createMembers>

export interface MemberFilters {
  email?: string
  /** Older name of `email`; the two together are refused. */
  search?: string
  includeArchived?: boolean
  includeInactive?: boolean
}

export function createMembers({ store, clock, viewers }: { store: Store; clock: Clock; viewers: Viewers }) {
  const totals = createTotals({ clock })

  async function get(viewer: Viewer, memberId: string): Promise<Member> {
    const row = await findListedMember(store.db, viewer.organizationId, memberId, membersSeenBy(viewer))
    if (!row) throw new AppError('not_found', { kind: 'member', id: memberId })
    return entry(row)
  }

  return {
    get,

    /** In the order in which they joined. */
    async list(viewer: Viewer, filters: MemberFilters, window: Window): Promise<Slice<Member>> {
      const { email, search, includeArchived = false } = filters
      if (email !== undefined && search !== undefined) {
        throw new AppError('invalid_request', {
          reason: 'The parameters "email" and "search" cannot be sent together.',
          hint: 'Send only `email`.',
        })
      }
      const wanted = { email: email ?? search, includeArchived, visibleTo: membersSeenBy(viewer) }
      const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
      const rows = await listListedMembers(store.db, viewer.organizationId, wanted, { after, limit: window.limit })
      const total = await totals([viewer.organizationId, wanted], (atMost) =>
        countListedMembers(store.db, viewer.organizationId, wanted, atMost),
      )
      const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
      return { entries: page.map(entry), next, total }
    },

    /** Another member as they see, or saw, things, for lists of files; for that member and for administrators. */
    async viewerOf(viewer: Viewer, memberId: string): Promise<Viewer> {
      if (memberId === viewer.memberId) return viewer
      await get(viewer, memberId)
      requireMember(viewer, memberId, 'seeFiles')
      const other = await viewers.loadForListing(viewer.organizationId, memberId)
      if (!other) throw new AppError('not_found', { kind: 'member', id: memberId })
      return other
    },
  }
}

function entry(row: ListedMember): Member {
  return {
    organizationId: row.organization_id,
    memberId: row.id,
    memberType: row.account_type_name,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    profileImgUrl: row.profile_img_url,
    homeFolderId: row.home_folder_id,
    userKind: row.user_kind === 'guest' || row.user_kind === 'embed' ? row.user_kind : 'internal',
    isArchived: row.is_archived === 1,
    isInactive: false,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
