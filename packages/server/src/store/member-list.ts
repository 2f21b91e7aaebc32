import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import { containing, matches } from './like.ts'
import type { Database, MemberTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

/** A member as lists show it, with the name of its account type. */
export type ListedMember = Omit<Selectable<MemberTable>, 'password_hash'> & {
  account_type_name: string
  has_password: number
}

export const memberStatuses = ['active', 'invited', 'deactivated'] as const
export type MemberStatus = (typeof memberStatuses)[number]

export interface MemberListing {
  /** Part of the address, ignoring case. */
  email?: string | undefined
  /** The whole address in the form of `emailKeyOf`. */
  emailKey?: string | undefined
  /** Part of the name or of the address, ignoring case. */
  query?: string | undefined
  /** Only these ids, found by `findMembersByText`; replaces the two filters above. */
  ids?: readonly string[] | undefined
  accountTypeId?: string | undefined
  teamId?: string | undefined
  userKind?: string | undefined
  /** Replaces the two filters below. */
  status?: MemberStatus | undefined
  includeArchived: boolean
  includeInactive: boolean
  visibleTo: VisibleMembers
}
/** Null for all; otherwise the member itself and everybody in the teams. */
export type VisibleMembers = { memberId: string; teamIds: readonly string[] } | null

export const memberOrders = { createdAt: 'created_at', name: 'name_key', email: 'email_key' } as const
export interface MemberOrder {
  by: keyof typeof memberOrders
  isDescending: boolean
}

const columns = [
  'members.organization_id',
  'members.id',
  'members.email',
  'members.email_key',
  'members.first_name',
  'members.last_name',
  'members.name_key',
  'members.account_type_id',
  'members.user_kind',
  'members.home_folder_id',
  'members.profile_img_url',
  'members.is_archived',
  'members.is_inactive',
  'members.language',
  'members.created_by',
  'members.updated_by',
  'members.created_at',
  'members.updated_at',
  'account_types.name as account_type_name',
] as const

const hasPassword = sql<number>`case when members.password_hash is null then 0 else 1 end`.as('has_password')

/** Up to this number members seen through teams are sorted; beyond, an ordered scan finds a page sooner. */
const sortedUpTo = 5_000

/** In the requested order, ties by id; one row more than `limit` when there are more. */
export async function listListedMembers(
  db: Queryable,
  organizationId: string,
  listing: MemberListing,
  order: MemberOrder,
  { after, limit }: { after: { key: string | number; id: string } | null; limit: number },
): Promise<ListedMember[]> {
  const key = `members.${memberOrders[order.by]}` as const
  const direction = order.isDescending ? 'desc' : 'asc'
  const { ids, visibleTo } = listing
  const isSorted =
    ids !== undefined || (visibleTo !== null && (await countSeen(db, organizationId, visibleTo)) < sortedUpTo)
  const unindexed = order.by === 'createdAt' ? sql`${sql.ref(key)} + 0` : sql`${sql.ref(key)} || ''`
  let query = memberQuery(db, organizationId, listing)
    .select([...columns, hasPassword])
    // Not the bare column, because both stores would scan all members along its index.
    .orderBy(isSorted ? unindexed : key, direction)
    .orderBy('members.id', direction)
    .limit(limit + 1)
  if (after) {
    query = query.where((member) =>
      comesAfter<string | number, string>(
        direction,
        [member.ref(key), after.key],
        [member.ref('members.id'), after.id],
      ),
    )
  }
  return query.execute()
}

/** Maximum members found by text that are sorted separately. */
const foundUpTo = 500

/**
 * Members whose name or address contains the texts, active or not; null for more than a few, because an ordered scan then finds a page
 * soon. One index search serves the list and its total.
 */
export async function findMembersByText(
  db: Queryable,
  organizationId: string,
  texts: Pick<MemberListing, 'email' | 'query'>,
): Promise<string[] | null> {
  const rows = await db
    .selectFrom('members')
    .select('members.id')
    .where('members.organization_id', '=', organizationId)
    .where((member) => hasTexts(member, texts))
    .limit(foundUpTo + 1)
    .execute()
  return rows.length > foundUpTo ? null : rows.map(({ id }) => id)
}

function hasTexts(
  member: ExpressionBuilder<Database, 'members'>,
  { email, query }: Pick<MemberListing, 'email' | 'query'>,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = []
  if (email !== undefined) conditions.push(matches(member.ref('members.email_key'), containing(email.toLowerCase())))
  if (query !== undefined) {
    const pattern = containing(query.trim().normalize('NFC').toLowerCase())
    conditions.push(
      member.or([matches(member.ref('members.name_key'), pattern), matches(member.ref('members.email_key'), pattern)]),
    )
  }
  return member.and(conditions)
}

/** Number of rows of the teams, counted only up to the limit that matters. */
async function countSeen(db: Queryable, organizationId: string, { teamIds }: NonNullable<VisibleMembers>) {
  if (teamIds.length === 0) return 0
  const rows = db
    .selectFrom('team_members')
    .select('member_id as id')
    .where('organization_id', '=', organizationId)
    .where('team_id', 'in', teamIds)
  return countRows(db, upTo(sortedUpTo, rows))
}

export async function countListedMembers(
  db: Queryable,
  organizationId: string,
  listing: MemberListing,
  atMost: number | null,
): Promise<number> {
  const { count } = await db
    .selectFrom(upTo(atMost, memberQuery(db, organizationId, listing).select('members.id')).as('counted'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Also finds deactivated members. */
export async function findListedMember(
  db: Queryable,
  organizationId: string,
  memberId: string,
  visibleTo: VisibleMembers,
): Promise<ListedMember | undefined> {
  return memberQuery(db, organizationId, { includeArchived: true, includeInactive: true, visibleTo })
    .select([...columns, hasPassword])
    .where('members.id', '=', memberId)
    .executeTakeFirst()
}

function memberQuery(db: Queryable, organizationId: string, listing: MemberListing) {
  const { email, emailKey, ids, query: text, accountTypeId, teamId, userKind, status, visibleTo } = listing
  let query = db
    .selectFrom('members')
    .innerJoin('account_types', (join) =>
      join
        .onRef('account_types.organization_id', '=', 'members.organization_id')
        .onRef('account_types.id', '=', 'members.account_type_id'),
    )
    .where('members.organization_id', '=', organizationId)
  if (status === 'deactivated') {
    query = query.where((member) =>
      member.or([member('members.is_archived', '=', 1), member('members.is_inactive', '=', 1)]),
    )
  } else {
    if (status !== undefined || !listing.includeArchived) query = query.where('members.is_archived', '=', 0)
    if (status !== undefined || !listing.includeInactive) query = query.where('members.is_inactive', '=', 0)
  }
  // Embed users never choose a password.
  if (status === 'invited') {
    query = query.where('members.password_hash', 'is', null).where('members.user_kind', '!=', 'embed')
  }
  if (status === 'active') {
    query = query.where((member) =>
      member.or([member('members.password_hash', 'is not', null), member('members.user_kind', '=', 'embed')]),
    )
  }
  if (emailKey !== undefined) query = query.where('members.email_key', '=', emailKey)
  if (email !== undefined || text !== undefined) {
    query = query.where((member) => hasTexts(member, { email, query: text }))
  }
  if (ids !== undefined)
    query = ids.length === 0 ? query.where(sql<SqlBool>`1 = 0`) : query.where('members.id', 'in', ids)
  if (accountTypeId !== undefined) query = query.where('members.account_type_id', '=', accountTypeId)
  if (userKind !== undefined) query = query.where('members.user_kind', '=', userKind)
  const ofTeams = (teamIds: readonly string[]) =>
    db
      .selectFrom('team_members')
      .select('member_id')
      .where('organization_id', '=', organizationId)
      .where('team_id', 'in', teamIds)
  if (teamId !== undefined) query = query.where('members.id', 'in', ofTeams([teamId]))
  if (visibleTo) {
    const { memberId, teamIds } = visibleTo
    const self = db
      .selectFrom('members as self')
      .select('self.id as member_id')
      .where('self.organization_id', '=', organizationId)
      .where('self.id', '=', memberId)
    query = query.where('members.id', 'in', teamIds.length === 0 ? self : ofTeams(teamIds).unionAll(self))
  }
  return query
}
