import type { AccountType, Member, Team } from '@octavo/core/contract'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { useSession } from '../../session.ts'
import { listAll } from './list-all.ts'

/** More members than this are not held in a browser; the search of the server finds the others. */
export const mostMembers = 10_000

/** Active members by name; the oldest thousand of a large organization. */
export const directoryQuery = queryOptions({
  queryKey: ['members', 'directory'],
  staleTime: 60_000,
  queryFn: ({ signal }) => listAll<Member>('/v2.1/members', { signal }, 1000),
})

export const membersQuery = (email: string) =>
  queryOptions({
    queryKey: ['members', 'all', email],
    queryFn: ({ signal }) =>
      listAll<Member>(
        '/v2.1/members',
        { signal, query: { includeArchived: true, ...(email ? { email } : {}) } },
        mostMembers,
      ),
  })

export const memberQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['members', 'one', memberId],
    staleTime: 60_000,
    queryFn: ({ signal }) => call<Member>(`/v2/members/${memberId}`, { signal }),
  })

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => listAll<Team>('/v2.1/teams', { signal }, 10_000),
})

export const accountTypesQuery = queryOptions({
  queryKey: ['account-types'],
  queryFn: ({ signal }) => listAll<AccountType>('/v2/accountTypes', { signal }),
})

export function nameOfMember(member: Pick<Member, 'firstName' | 'lastName' | 'email'>): string {
  return `${member.firstName} ${member.lastName}`.trim() || member.email
}

/** Names of members by id; those beyond the directory are asked for one by one. */
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
