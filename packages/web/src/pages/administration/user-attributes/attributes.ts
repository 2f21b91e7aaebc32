import type { TeamAttributeAssignment, UserAttribute, UserAttributeAssignment } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import { listAll } from '../../data/list-all.ts'

export const attributesQuery = queryOptions({
  queryKey: ['user-attributes'],
  queryFn: ({ signal }) => listAll<UserAttribute>('/v2/user-attributes', { signal }),
})

export const attributeQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-attributes', 'one', id],
    queryFn: ({ signal }) => call<UserAttribute>(`/v2/user-attributes/${id}`, { signal }),
  })

export const teamValuesQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-attributes', 'teams', id],
    queryFn: ({ signal }) => listAll<TeamAttributeAssignment>(`/v2/user-attributes/${id}/teams`, { signal }),
  })

export const memberValuesQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-attributes', 'members', id],
    queryFn: ({ signal }) => listAll<UserAttributeAssignment>(`/v2/user-attributes/${id}/users`, { signal }, 10_000),
  })

export const textValue = (val: string) => ({ type: 'string' as const, val })
