import type { GrantFact, Viewer } from '@octavo/core/access'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database } from '../store/index.ts'

/** Condition: the grant is to the viewer, to one of their teams, or to everybody. */
export function reachesViewer(grant: ExpressionBuilder<Database, 'grants'>, viewer: Viewer): Expression<SqlBool> {
  const teamIds = viewer.teams.map(({ id }) => id)
  return grant.or([
    grant('grants.member_id', '=', viewer.memberId),
    ...(teamIds.length > 0 ? [grant('grants.team_id', 'in', teamIds)] : []),
    ...(viewer.userKind === 'guest' ? [] : [grant('grants.is_everyone', '=', 1)]),
  ])
}

export interface GrantColumns {
  grant_id: string | null
  permission: string | null
  member_id: string | null
  team_id: string | null
}

/** Null for the row of an object that no grant joins. */
export function grantFact({ grant_id, permission, member_id, team_id }: GrantColumns, on: string): GrantFact | null {
  if (permission === null || grant_id === null) return null
  const grant = { permission, on, id: grant_id }
  if (member_id !== null) return { ...grant, to: 'member' }
  return team_id === null ? { ...grant, to: 'everyone' } : { ...grant, to: 'team', teamId: team_id }
}
