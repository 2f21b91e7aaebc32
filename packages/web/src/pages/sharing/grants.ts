import type { FileEntry, Grantee, TypedGrant } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../api.ts'
import { listAll } from '../data/list-all.ts'
import { type Level, levelsOf } from './levels.ts'

/** Grants on a file and on the folders that hold it. */
export const grantsQuery = (inodeId: string) =>
  queryOptions({
    queryKey: ['grants', inodeId],
    queryFn: ({ signal }) => listAll<TypedGrant>('/v2/grants', { signal, query: { inodeId } }),
  })

/** What was granted to a member, and through the member's teams. */
export const grantsOfMemberQuery = (userId: string) =>
  queryOptions({
    queryKey: ['grants', 'of', userId],
    queryFn: ({ signal }) => listAll<TypedGrant>('/v2/grants', { signal, query: { userId } }),
  })

export async function share(file: FileEntry, grantees: readonly Grantee[], permission: Level): Promise<void> {
  for (const grantee of grantees) {
    await send('/v2/grants', { method: 'POST', body: { grantee, permission, inodeId: file.id } })
  }
}

/** Raises or lowers. A plain grant can only be raised, so a lower one takes its place. */
export async function changeGrant(file: FileEntry, grant: TypedGrant, permission: Level): Promise<void> {
  const grantee: Grantee = grant.memberId !== null ? { memberId: grant.memberId } : { teamId: grant.teamId ?? '' }
  if (file.type === 'workbook' || file.type === 'workspace') {
    await send(`/v2/${file.type}s/${file.id}/grants`, { method: 'POST', body: { grants: [{ grantee, permission }] } })
    return
  }
  const levels: readonly string[] = levelsOf(file.type)
  if (levels.indexOf(permission) < levels.indexOf(grant.permission)) await removeGrant(grant)
  await share(file, [grantee], permission)
}

export async function removeGrant(grant: TypedGrant): Promise<void> {
  await send(`/v2/grants/${grant.grantId}`, { method: 'DELETE' })
}
