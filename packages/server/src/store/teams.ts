import type { Selectable } from 'kysely'
import type { TeamTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type TeamRow = Selectable<TeamTable>

/** The active teams of a member, by name. */
export async function findTeamsOfMember(db: Queryable, organizationId: string, memberId: string): Promise<TeamRow[]> {
  return db
    .selectFrom('teams')
    .innerJoin('team_members', (join) =>
      join
        .onRef('team_members.organization_id', '=', 'teams.organization_id')
        .onRef('team_members.team_id', '=', 'teams.id'),
    )
    .selectAll('teams')
    .where('teams.organization_id', '=', organizationId)
    .where('team_members.member_id', '=', memberId)
    .where('teams.is_archived', '=', 0)
    .orderBy('teams.name')
    .execute()
}

export async function findTeam(db: Queryable, organizationId: string, id: string): Promise<TeamRow | undefined> {
  return db
    .selectFrom('teams')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}
