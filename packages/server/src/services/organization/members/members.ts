import { membersSeenBy, type Viewer } from '@octavo/core/access'
import type { Member } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireMember, requireTeam } from '../../../access/index.ts'
import type { Clock } from '../../../config/index.ts'
import { findAccountTypeByName } from '../../../store/account-types.ts'
import type { Store } from '../../../store/index.ts'
import {
  countListedMembers,
  findListedMember,
  findMembersByText,
  type ListedMember,
  listListedMembers,
  type MemberOrder,
  type MemberStatus,
  memberOrders,
} from '../../../store/member-list.ts'
import { findMemberByEmail, isActive } from '../../../store/members.ts'
import { findTeam } from '../../../store/teams.ts'
import { type Slice, sliceOfRows, type Window } from '../../answers/slice.ts'
import { timestamp } from '../../answers/timestamp.ts'
import { createTotals } from '../../answers/totals.ts'
import { serviceOf } from '../../service/service.ts'
import type { Viewers } from '../../sign-in/viewers.ts'

export type Members = ReturnType<typeof createMembers>

export interface MemberFilters {
  email?: string
  /** Older name of `email`; a request with both is refused. */
  search?: string
  includeArchived?: boolean
  includeInactive?: boolean
  /** Part of the name or of the address. */
  query?: string
  /** Name of an account type. */
  memberType?: string
  teamId?: string
  userKind?: Member['userKind']
  status?: MemberStatus
  orderBy?: string
}

export function createMembers(given: Given) {
  return serviceOf(partsOf(given), { get, list, viewerOf })
}

interface Given {
  store: Store
  clock: Clock
  viewers: Viewers
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, viewers }: Given) {
  const totals = createTotals({ clock })
  return { store, viewers, totals }
}

async function get({ store }: Parts, viewer: Viewer, memberId: string): Promise<Member> {
  const row = await findListedMember(store.db, viewer.organizationId, memberId, membersSeenBy(viewer))
  if (!row) throw new AppError('not_found', { kind: 'member', id: memberId })
  return memberEntry(row)
}

/** Ordered by the time of joining unless the request names another order. */
async function list(
  { store, totals }: Parts,
  viewer: Viewer,
  filters: MemberFilters,
  window: Window,
): Promise<Slice<Member>> {
  const { organizationId } = viewer
  const { email, search, includeArchived = false, includeInactive = false, memberType, teamId } = filters
  if (email !== undefined && search !== undefined) {
    throw new AppError('invalid_request', {
      reason: 'The parameters "email" and "search" cannot be sent together.',
      hint: 'Send only `email`.',
    })
  }
  const order = orderOf(filters.orderBy)
  if (teamId !== undefined) {
    const team = await findTeam(store.db, organizationId, teamId)
    requireTeam(viewer, teamId, team?.is_archived === 0 ? { ...team, isTeamAdmin: false } : null, 'view')
  }
  const type = memberType === undefined ? null : await findAccountTypeByName(store.db, organizationId, memberType)
  if (type === undefined) {
    throw new AppError('invalid_request', { reason: `There is no account type "${memberType}".` })
  }
  const address = email ?? search
  // Old clients send a complete address and read the first entry.
  const exact = address && (await findMemberByEmail(store.db, organizationId, address))
  const wanted = {
    ...(exact ? { emailKey: exact.email_key } : { email: address }),
    query: filters.query,
    accountTypeId: type?.id,
    teamId,
    userKind: filters.userKind,
    status: filters.status,
    includeArchived,
    includeInactive,
    visibleTo: membersSeenBy(viewer),
  }
  const key = memberOrders[order.by]
  const after = window.after === null ? null : { key: window.after[0] ?? '', id: String(window.after[1]) }
  // When the viewer sees only the members of some teams, those are searched, because they are fewer.
  const isAmongAll = wanted.visibleTo === null && teamId === undefined
  const isText = wanted.query !== undefined || (!exact && address !== undefined)
  const ids = isAmongAll && isText ? await findMembersByText(store.db, organizationId, wanted) : null
  const listed = ids === null ? wanted : { ...wanted, email: undefined, query: undefined, ids }
  const rows = await listListedMembers(store.db, organizationId, listed, order, { after, limit: window.limit })
  const total = await totals([organizationId, wanted], (atMost) =>
    countListedMembers(store.db, organizationId, listed, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row[key], row.id])
  return { entries: page.map(memberEntry), next, total }
}

/** The viewer of another member, also a former one, for lists of files. Only for that member and administrators. */
async function viewerOf(parts: Parts, viewer: Viewer, memberId: string): Promise<Viewer> {
  const { viewers } = parts
  if (memberId === viewer.memberId) return viewer
  await get(parts, viewer, memberId)
  requireMember(viewer, memberId, 'seeFiles')
  const other = await viewers.loadForListing(viewer.organizationId, memberId)
  if (!other) throw new AppError('not_found', { kind: 'member', id: memberId })
  return other
}

/** Parses a sort order: a name, with " desc" for descending order. */
function orderOf(text = 'createdAt'): MemberOrder {
  const [, by = '', desc] = /^(\w+)( desc)?$/.exec(text) ?? []
  if (by in memberOrders) return { by: by as MemberOrder['by'], isDescending: desc !== undefined }
  throw new AppError('invalid_request', {
    reason: `Members cannot be ordered by "${text}".`,
    hint: `Known are ${Object.keys(memberOrders).join(', ')}, each with " desc" behind it for the other way round.`,
  })
}

/** Leaves out `email_key` and `name_key`. */
export function memberEntry(row: ListedMember): Member {
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
    isInactive: row.is_inactive === 1,
    status: !isActive(row) ? 'deactivated' : row.has_password === 1 || row.user_kind === 'embed' ? 'active' : 'invited',
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
