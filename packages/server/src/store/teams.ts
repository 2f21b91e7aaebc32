import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import { chunksOf } from './chunks.ts'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import { holdsText } from './like.ts'
import type { TeamMemberTable, TeamTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type TeamRow = Selectable<TeamTable>
export type TeamMemberRow = Selectable<TeamMemberTable>

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

/** Teams by id; unknown ids are left out. */
export async function findTeams(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, TeamRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('teams')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** By its exact name; team names are unique. */
export async function findTeamByName(
  db: Queryable,
  organizationId: string,
  name: string,
): Promise<TeamRow | undefined> {
  return db
    .selectFrom('teams')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst()
}

export interface TeamListing {
  /** Part of the text, ignoring case. */
  name?: string | undefined
  description?: string | undefined
  visibility?: string | undefined
  /** Only teams of this member. */
  memberId?: string
  /** Null for all teams; otherwise teams with these ids, and optionally the public ones. */
  visibleTo: { teamIds: readonly string[]; andPublic: boolean } | null
}

/** By name, one row more than `limit` when there are more. */
export async function listTeamRows(
  db: Queryable,
  organizationId: string,
  listing: TeamListing,
  { after, limit }: { after: string | null; limit: number },
): Promise<TeamRow[]> {
  let query = teamQuery(db, organizationId, listing)
    .selectAll('teams')
    .orderBy('teams.name')
    .limit(limit + 1)
  if (after !== null) query = query.where('teams.name', '>', after)
  return query.execute()
}

export async function countTeams(
  db: Queryable,
  organizationId: string,
  listing: TeamListing,
  atMost: number | null,
): Promise<number> {
  const { count } = await db
    .selectFrom(upTo(atMost, teamQuery(db, organizationId, listing).select('teams.id')).as('counted'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A subquery of the ids of a list's teams. */
export const selectTeamIds = (db: Queryable, organizationId: string, listing: TeamListing) =>
  teamQuery(db, organizationId, listing).select('teams.id')

function teamQuery(db: Queryable, organizationId: string, listing: TeamListing) {
  const { name, description, visibility, memberId, visibleTo } = listing
  let query = db
    .selectFrom('teams')
    .where('teams.organization_id', '=', organizationId)
    .where('teams.is_archived', '=', 0)
  if (visibility !== undefined) query = query.where('teams.visibility', '=', visibility)
  for (const [column, word] of [['teams.name', name] as const, ['teams.description', description] as const]) {
    if (word === undefined) continue
    query = query.where((team) => holdsText(team.ref(column), word))
  }
  if (memberId !== undefined) {
    const ofMember = db
      .selectFrom('team_members')
      .select('team_id')
      .where('organization_id', '=', organizationId)
      .where('member_id', '=', memberId)
    query = query.where('teams.id', 'in', ofMember)
  }
  if (visibleTo) {
    const { teamIds, andPublic } = visibleTo
    query = query.where((team) =>
      team.or([
        ...(teamIds.length > 0 ? [team('teams.id', 'in', teamIds)] : []),
        ...(andPublic ? [team('teams.visibility', '=', 'public')] : []),
        ...(teamIds.length === 0 && !andPublic ? [sql<SqlBool>`1 = 0`] : []),
      ]),
    )
  }
  return query
}

export async function insertTeam(tx: Queryable, row: Insertable<TeamTable>): Promise<void> {
  await tx.insertInto('teams').values(row).execute()
}

export async function updateTeamRow(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<TeamTable>, 'organization_id' | 'id'>,
): Promise<void> {
  await tx.updateTable('teams').set(change).where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** Deletes the team with its memberships, its values of user attributes and every grant to it. */
export async function deleteTeamRow(tx: Queryable, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('grants').where('organization_id', '=', organizationId).where('team_id', '=', id).execute()
  for (const table of ['team_members', 'user_attribute_teams'] as const) {
    await tx.deleteFrom(table).where('organization_id', '=', organizationId).where('team_id', '=', id).execute()
  }
  await tx.deleteFrom('teams').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** In the order in which they were added. */
export async function listTeamMembers(db: Queryable, organizationId: string, teamId: string): Promise<TeamMemberRow[]> {
  return db
    .selectFrom('team_members')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .orderBy('added_at')
    .orderBy('member_id')
    .execute()
}

/** As `listTeamMembers`, one row more than `limit` when there are more. */
export async function pageTeamMembers(
  db: Queryable,
  organizationId: string,
  teamId: string,
  { after, limit }: { after: { addedAt: number; memberId: string } | null; limit: number },
): Promise<TeamMemberRow[]> {
  const query = db
    .selectFrom('team_members')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .orderBy('added_at')
    .orderBy('member_id')
    .limit(limit + 1)
  if (after === null) return query.execute()
  return query
    .where((row) => comesAfter('asc', [row.ref('added_at'), after.addedAt], [row.ref('member_id'), after.memberId]))
    .execute()
}

export async function countTeamMembers(
  db: Queryable,
  organizationId: string,
  teamId: string,
  atMost: number | null,
): Promise<number> {
  const rows = db
    .selectFrom('team_members')
    .select('member_id as id')
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
  return countRows(db, upTo(atMost, rows))
}

export async function findTeamMember(
  db: Queryable,
  organizationId: string,
  teamId: string,
  memberId: string,
): Promise<TeamMemberRow | undefined> {
  return db
    .selectFrom('team_members')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

export async function insertTeamMembers(tx: Queryable, rows: readonly Insertable<TeamMemberTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await tx.insertInto('team_members').values(some).execute()
}

export async function setTeamAdmin(
  tx: Queryable,
  organizationId: string,
  teamId: string,
  memberId: string,
  isAdmin: boolean,
): Promise<void> {
  await tx
    .updateTable('team_members')
    .set({ is_admin: isAdmin ? 1 : 0 })
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .execute()
}

export async function deleteTeamMembers(
  tx: Queryable,
  organizationId: string,
  teamId: string,
  memberIds: readonly string[],
): Promise<void> {
  for (const some of chunksOf(memberIds)) {
    await tx
      .deleteFrom('team_members')
      .where('organization_id', '=', organizationId)
      .where('team_id', '=', teamId)
      .where('member_id', 'in', some)
      .execute()
  }
}
