import type { AccessEntry, AccessSource, Grantee, MemberAccess, TypedGrant } from '@octavo/core/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, send } from '../../api.ts'
import { opensAsWorkbook } from '../data/files.ts'
import { listAll } from '../data/list-all.ts'
import { type Level, levelsOf, type Shared } from './levels.ts'

const pathOf = ({ type, id }: Shared) => (type === 'connection' ? `/v2/connections/${id}` : `/v2/files/${id}`)

/** Members with access, with every source of it. */
export const accessQuery = (target: Shared) =>
  queryOptions({
    queryKey: ['access', target.id],
    queryFn: ({ signal }) => listAll<AccessEntry>(`${pathOf(target)}/access`, { signal }),
  })

/** The actions that one member can do, and why. */
export const memberAccessQuery = (target: Shared, memberId: string) =>
  queryOptions({
    queryKey: ['access', target.id, memberId],
    queryFn: ({ signal }) => call<MemberAccess>(`${pathOf(target)}/access/${memberId}`, { signal }),
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

/** The direct grant on the file, the only one that can be changed there. */
export const directGrant = (entry: AccessEntry): AccessSource | undefined =>
  entry.sources.find(({ kind, isInherited, grantId }) => kind === 'grant' && !isInherited && grantId !== null)

export const isOwner = (entry: AccessEntry) =>
  entry.sources.some(({ kind, isInherited }) => kind === 'owner' && !isInherited)

/** With a tag: shares only the tagged version; for a folder, the tagged versions of everything inside. */
export async function share(
  target: Shared,
  grantees: readonly Grantee[],
  permission: Level,
  tagId = '',
): Promise<void> {
  if (target.type === 'connection') {
    const grants = grantees.map((grantee) => ({ grantee, permission }))
    await send(`/v2/connections/${target.id}/grants`, { method: 'POST', body: { grants } })
    return
  }
  for (const grantee of grantees) {
    await send('/v2/grants', {
      method: 'POST',
      body: { grantee, permission, inodeId: target.id, ...(tagId && { tagId }) },
    })
  }
}

/** Changes the level of a grant. A plain request can only raise it, so a lower grant replaces the old one. */
export async function changeGrant(
  target: Shared,
  grantee: Grantee,
  { grantId, granted }: AccessSource,
  permission: Level,
): Promise<void> {
  if (target.type === 'workspace' || opensAsWorkbook(target)) {
    const path = target.type === 'workspace' ? '/v2/workspaces' : '/v2/workbooks'
    await send(`${path}/${target.id}/grants`, {
      method: 'POST',
      body: { grants: [{ grantee, permission }] },
    })
    return
  }
  const levels: readonly string[] = levelsOf(target.type)
  const isLower = levels.indexOf(permission) < levels.indexOf(granted)
  if (isLower && grantId !== null && target.type !== 'connection') await removeGrant(target, grantId)
  await share(target, [grantee], permission)
}

export async function removeGrant(target: Shared, grantId: string): Promise<void> {
  const place = target.type === 'connection' ? `/v2/connections/${target.id}` : '/v2'
  await send(`${place}/grants/${grantId}`, { method: 'DELETE' })
}
