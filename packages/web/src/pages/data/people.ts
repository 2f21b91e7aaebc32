import type { AccountType, Member, Team } from '@octavo/core/contract'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { memberQuery, nameOfMember } from '../../people.ts'
import { useSession } from '../../session.ts'
import { listAll, type PageOf } from './list-all.ts'

export { memberQuery, nameOfMember }

/** Active members; the oldest thousand of a large organization. */
export const directoryQuery = queryOptions({
  queryKey: ['members', 'directory'],
  staleTime: 60_000,
  queryFn: ({ signal }) => listAll<Member>('/v2.1/members', { signal }, 1000),
})

export const memberStates = ['active', 'invited', 'deactivated', 'all'] as const
export type MemberState = (typeof memberStates)[number]

export interface MemberFilter {
  /** A part of the name or address. */
  text: string
  type: string
  teamId: string
  /** `active`: everybody who is not deactivated. */
  state: MemberState
  orderBy: string
}

/** The parameters of a request for the list of members, which the server filters and sorts. */
export function memberFilterQuery({ text, type, teamId, state, orderBy }: MemberFilter) {
  return {
    orderBy,
    ...(text && { query: text }),
    ...(type && { memberType: type }),
    ...(teamId && { teamId }),
    ...(state === 'all'
      ? { includeArchived: true, includeInactive: true }
      : state === 'active'
        ? {}
        : { status: state }),
  }
}

/** The number of members: all that are not deactivated, or all with an account type. */
export const memberCountQuery = (memberType?: string) =>
  queryOptions({
    queryKey: ['members', 'count', memberType],
    queryFn: async ({ signal }) => {
      const ofType = memberType === undefined ? {} : { memberType, includeArchived: true, includeInactive: true }
      return (await call<PageOf<Member>>('/v2.1/members', { signal, query: { limit: 1, ...ofType } })).total ?? null
    },
  })

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => listAll<Team>('/v2.1/teams', { signal }, 10_000),
})

export const accountTypesQuery = queryOptions({
  queryKey: ['account-types'],
  queryFn: ({ signal }) => listAll<AccountType>('/v2/accountTypes', { signal }),
})

/** Names of members by id; members beyond the directory are requested one by one. */
export function useMemberNames(ids: readonly (string | null | undefined)[]): (id: string | null | undefined) => string {
  const directory = useQuery(directoryQuery)
  const known = new Map(directory.data?.entries.map((member) => [member.memberId, member]))
  const missing = directory.data
    ? [...new Set(ids)]
        .filter((id): id is string => Boolean(id) && id !== 'system' && !known.has(id ?? ''))
        .slice(0, 100)
    : []
  const others = useQueries({ queries: missing.map((id) => ({ ...memberQuery(id), retry: false })) })
  for (const { data } of others) if (data) known.set(data.memberId, data)
  return (id) => {
    const member = known.get(id ?? '')
    return member ? nameOfMember(member) : ''
  }
}

/** Whether the account type of the reader includes a feature; administrators have all. */
export function useMay(): (feature: string) => boolean {
  const member = useSession()?.member
  return (feature) => member !== undefined && (member.isAdmin || member.permissions.includes(feature))
}
