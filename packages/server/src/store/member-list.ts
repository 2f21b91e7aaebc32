import type { Selectable } from 'kysely'
import { containing, matches } from './like.ts'
import type { MemberTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

/** A member as lists show it, with the name of its account type. */
export type ListedMember = Omit<Selectable<MemberTable>, 'password_hash' | 'email_key'> & { account_type_name: string }

export interface MemberListing {
  /** A part of the address, any case. */
  email: string | undefined
  includeArchived: boolean
  visibleTo: VisibleMembers
}
/** Null: all. Else the member itself and everybody in the teams. */
export type VisibleMembers = { memberId: string; teamIds: readonly string[] } | null

const columns = [
  'members.organization_id',
  'members.id',
  'members.email',
  'members.first_name',
  'members.last_name',
  'members.account_type_id',
  'members.user_kind',
  'members.home_folder_id',
  'members.profile_img_url',
  'members.is_archived',
  'members.created_by',
  'members.updated_by',
  'members.created_at',
  'members.updated_at',
  'account_types.name as account_type_name',
] as const

/** Oldest first, one row more than `limit` when there are more. */
export async function listListedMembers(
  db: Queryable,
  organizationId: string,
  listing: MemberListing,
  window: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<ListedMember[]> {
  const { after, limit } = window
  let query = memberQuery(db, organizationId, listing)
    .select(columns)
    .orderBy('members.created_at')
    .orderBy('members.id')
    .limit(limit + 1)
  if (after) {
    query = query
      .where('members.created_at', '>=', after.createdAt)
      .where((member) =>
        member.or([member('members.created_at', '>', after.createdAt), member('members.id', '>', after.id)]),
      )
  }
  return query.execute()
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

/** Archived members are found too. */
export async function findListedMember(
  db: Queryable,
  organizationId: string,
  memberId: string,
  visibleTo: VisibleMembers,
): Promise<ListedMember | undefined> {
  return memberQuery(db, organizationId, { email: undefined, includeArchived: true, visibleTo })
    .select(columns)
    .where('members.id', '=', memberId)
    .executeTakeFirst()
}

function memberQuery(db: Queryable, organizationId: string, { email, includeArchived, visibleTo }: MemberListing) {
  let query = db
    .selectFrom('members')
    .innerJoin('account_types', (join) =>
      join
        .onRef('account_types.organization_id', '=', 'members.organization_id')
        .onRef('account_types.id', '=', 'members.account_type_id'),
    )
    .where('members.organization_id', '=', organizationId)
  if (!includeArchived) query = query.where('members.is_archived', '=', 0)
  if (email !== undefined) {
    const pattern = containing(email.toLowerCase())
    query = query.where((member) => matches(member.ref('members.email_key'), pattern))
  }
  if (visibleTo) {
    const { memberId, teamIds } = visibleTo
    query = query.where((member) =>
      member.or([
        member('members.id', '=', memberId),
        ...(teamIds.length === 0
          ? []
          : [
              member(
                'members.id',
                'in',
                db
                  .selectFrom('team_members')
                  .select('member_id')
                  .where('organization_id', '=', organizationId)
                  .where('team_id', 'in', teamIds),
              ),
            ]),
      ]),
    )
  }
  return query
}
