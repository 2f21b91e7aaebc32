import type { AccessEntry, AccessSource, FileEntry, Grantee, MemberAccess, TypedGrant } from '@octavo/core/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, send } from '../../api.ts'
import { listAll } from '../data/list-all.ts'
import { type Level, levelsOf } from './levels.ts'

/** Who has access to a file, with everything that gives it. */
export const accessQuery = (inodeId: string) =>
  queryOptions({
    queryKey: ['access', inodeId],
    queryFn: ({ signal }) => listAll<AccessEntry>(`/v2/files/${inodeId}/access`, { signal }),
  })

/** What one member may do with a file, and why. */
export const memberAccessQuery = (inodeId: string, memberId: string) =>
  queryOptions({
    queryKey: ['access', inodeId, memberId],
    queryFn: ({ signal }) => call<MemberAccess>(`/v2/files/${inodeId}/access/${memberId}`, { signal }),
  })

/** What was granted to a member, and through the member's teams. */
export const grantsOfMemberQuery = (userId: string) =>
  queryOptions({
    queryKey: ['grants', 'of', userId],
    queryFn: ({ signal }) => listAll<TypedGrant>('/v2/grants', { signal, query: { userId } }),
  })

export const refreshAccess = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['access'] }),
    queries.invalidateQueries({ queryKey: ['grants'] }),
    queries.invalidateQueries({ queryKey: ['files', 'shared'] }),
  ])

/** The grant that stands on the file itself, the only one that can be changed from there. */
export const directGrant = (entry: AccessEntry): AccessSource | undefined =>
  entry.sources.find(({ kind, isInherited, grantId }) => kind === 'grant' && !isInherited && grantId !== null)

export const isOwner = (entry: AccessEntry) =>
  entry.sources.some(({ kind, isInherited }) => kind === 'owner' && !isInherited)

export async function share(file: FileEntry, grantees: readonly Grantee[], permission: Level): Promise<void> {
  for (const grantee of grantees) {
    await send('/v2/grants', { method: 'POST', body: { grantee, permission, inodeId: file.id } })
  }
}

/** Raises or lowers. A plain grant can only be raised, so a lower one takes its place. */
export async function changeGrant(
  file: FileEntry,
  grantee: Grantee,
  { grantId, granted }: AccessSource,
  permission: Level,
): Promise<void> {
  if (file.type === 'workbook' || file.type === 'workspace') {
    await send(`/v2/${file.type}s/${file.id}/grants`, { method: 'POST', body: { grants: [{ grantee, permission }] } })
    return
  }
  const levels: readonly string[] = levelsOf(file.type)
  if (grantId !== null && levels.indexOf(permission) < levels.indexOf(granted)) await removeGrant(grantId)
  await share(file, [grantee], permission)
}

export async function removeGrant(grantId: string): Promise<void> {
  await send(`/v2/grants/${grantId}`, { method: 'DELETE' })
}
