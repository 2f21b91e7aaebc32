import type { Member, TeamWithMembers } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** Single members and teams, by id. */

export const memberQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['members', 'one', memberId],
    staleTime: 60_000,
    queryFn: ({ signal }) => call<Member>(`/v2/members/${memberId}`, { signal }),
  })

export const teamQuery = (teamId: string) =>
  queryOptions({
    queryKey: ['teams', 'one', teamId],
    queryFn: ({ signal }) => call<TeamWithMembers>(`/v2/teams/${teamId}`, { signal }),
  })

export function nameOfMember(member: Pick<Member, 'firstName' | 'lastName' | 'email'>): string {
  return `${member.firstName} ${member.lastName}`.trim() || member.email
}
